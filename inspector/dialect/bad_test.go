package dialect

import (
	"errors"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

// TestBadInput: what is wrong is kept and reported at its pointer, and the rest is
// converted.
func TestBadInput(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     string // the result, "" = an error
		code     string // of a change, or the kind of the error
		at       jsondoc.Pointer
	}{
		{"number", `5`, "", "not-a-schema", ""},
		{"text", `"schema"`, "", "not-a-schema", ""},
		{"null", `null`, "", "not-a-schema", ""},
		{"list", `[{}]`, "", "not-a-schema", ""},
		{"no JSON", `{"a":}`, "", "bad-json", "/a"},
		{"two values", `{} {}`, "", "bad-json", ""},
		{"nothing", ``, "", "bad-json", ""},
		{"unknown dialect", `{"$schema":"https://example.com/mine"}`, "", "unknown-dialect", "/$schema"},
		{"$ref is a number", head07 + `"properties":{"a":{"$ref":5,"items":[{}]}}}`, head20 + `"properties":{"a":{"$ref":5,"prefixItems":[{}]}}}`, "malformed", "/properties/a/$ref"},
		{"items is a text", head07 + `"items":"x","definitions":{}}`, head20 + `"items":"x","$defs":{}}`, "not-a-schema", "/items"},
		{"properties is a list", head07 + `"properties":[],"definitions":{}}`, head20 + `"properties":[],"$defs":{}}`, "malformed", "/properties"},
		{"a property is a text", head07 + `"properties":{"a":"string","b":{"items":[{}]}}}`, head20 + `"properties":{"a":"string","b":{"prefixItems":[{}]}}}`, "not-a-schema", "/properties/a"},
		{"allOf is an object", head07 + `"allOf":{},"items":[{}]}`, head20 + `"allOf":{},"prefixItems":[{}]}`, "malformed", "/allOf"},
		{"definitions is a list", head07 + `"definitions":[],"items":[{}]}`, head20 + `"definitions":[],"prefixItems":[{}]}`, "malformed", "/definitions"},
		{"dependencies with a number", head07 + `"dependencies":{"a":5}}`, head20 + `"dependentSchemas":{"a":5}}`, "not-a-schema", "/dependencies/a"},
		{"$id is a number", head07 + `"$id":5}`, head20 + `"$id":5}`, "malformed", "/$id"},
		{"$schema is a number", `{"$schema":5,"items":[{}]}`, head20 + `"prefixItems":[{}]}`, "schema-uri", "/$schema"},
		{"broken reference", head07 + `"$ref":"#/definitions/none"}`, head20 + `"$ref":"#/definitions/none"}`, "broken-ref", "/$ref"},
		{"broken escape", head07 + `"$ref":"#/%zz"}`, head20 + `"$ref":"#/%zz"}`, "broken-ref", "/$ref"},
		{"duplicate property", head07 + `"properties":{"a":{"items":[1]},"a":{"items":[{}]}}}`, head20 + `"properties":{"a":{"items":[1]},"a":{"prefixItems":[{}]}}}`, "duplicate-name", "/properties/a"},
		{"duplicate keyword", head07 + `"items":{"type":"string"},"items":[{}]}`, head20 + `"prefixItems":{"type":"string"},"prefixItems":[{}]}`, "duplicate-name", "/items"},
		{"lone surrogate", head07 + `"title":"\ud800","items":[{}]}`, head20 + `"title":"\ud800","prefixItems":[{}]}`, "ill-formed-text", "/title"},
		{"lone surrogate in a reference", head07 + `"definitions":{"\ud800":{}},"$ref":"#/definitions/\ud800"}`, head20 + `"$defs":{"\ud800":{}},"$ref":"#/$defs/\ud800"}`, "ill-formed-text", "/$ref"},
		{"not UTF-8 in a reference", head07 + "\"definitions\":{\"\xff\":{}},\"$ref\":\"#/definitions/\xff\"}", head20 + "\"$defs\":{\"\xff\":{}},\"$ref\":\"#/$defs/\xff\"}", "ill-formed-text", "/$ref"},
		{"not UTF-8", head07 + "\"title\":\"\xff\",\"items\":[{}]}", head20 + "\"title\":\"\xff\",\"prefixItems\":[{}]}", "ill-formed-text", "/title"},
		{"1e400", head07 + `"maximum":1e400,"items":[{}]}`, head20 + `"maximum":1e400,"prefixItems":[{}]}`, "number-range", "/maximum"},
		{"1e400 as an exclusive bound", head04 + `"minimum":1e400,"exclusiveMinimum":true}`, head20 + `"exclusiveMinimum":1e400}`, "number-range", "/minimum"},
		{"nullable", head07 + `"type":"string","nullable":true}`, head20 + `"type":"string","nullable":true}`, "nullable-note", "/nullable"},
		{"required flag", head07 + `"properties":{"a":{"required":true}}}`, head20 + `"properties":{"a":{"required":true}}}`, "required-flag", "/properties/a/required"},
		{"exclusive flag", head07 + `"minimum":1,"exclusiveMinimum":true}`, head20 + `"minimum":1,"exclusiveMinimum":true}`, "exclusive-flag", "/exclusiveMinimum"},
		{"empty tuple", head07 + `"items":[]}`, head20 + `"prefixItems":[]}`, "items-empty", "/items"},
		{"unknown dialect inside", head07 + `"definitions":{"a":{"$schema":"http://x/y","$id":"http://x/z","items":[{}]}}}`, head20 + `"$defs":{"a":{"$schema":"http://x/y","$id":"http://x/z","items":[{}]}}}`, "schema-unknown-embedded", "/definitions/a/$schema"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Text([]byte(tc.in), Options{})
			if tc.want == "" {
				var e *Error
				if !errors.As(err, &e) || string(e.Kind) != tc.code || e.Pointer != tc.at || e.Next == "" || e.Detail == "" {
					t.Fatalf("error %v (%+v), want %s at %q", err, e, tc.code, tc.at)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if string(c.JSON) != tc.want {
				t.Errorf("\n is  %s\nwant %s", c.JSON, tc.want)
			}
			found := false
			for _, ch := range c.Changes {
				found = found || ch.Code == tc.code && ch.From == tc.at
			}
			if !found {
				t.Errorf("no %s at %q in %+v", tc.code, tc.at, c.Changes)
			}
			checkChanges(t, []byte(tc.in), c)
		})
	}
}

// FuzzConvert: any text is converted or refused, never a fault of the package;
// what comes out is JSON, converts again to itself, and its changes point at what
// is there.
func FuzzConvert(f *testing.F) {
	for name, make := range growing {
		if !strings.HasPrefix(name, "many copies") {
			f.Add([]byte(make(3)), byte(len(name)))
		}
	}
	for _, s := range []string{
		`{"$schema":"http://json-schema.org/draft-04/schema#","id":"#a","items":[{"$ref":"#a"}],"additionalItems":{"id":"b"}}`,
		`{"$ref":"#/definitions","definitions":{"a":{"$ref":"#/default/x"}},"default":{"x":{"items":[]}}}`,
		`{"$id":"a#b","$recursiveAnchor":true,"anyOf":[{"$recursiveRef":"#"}],"contains":{},"unevaluatedItems":false}`,
		`{"type":["any",{}],"extends":{},"disallow":["a",{}],"dependencies":{"a":"b","c":[],"d":{}},"properties":{"p":{"required":true}}}`,
		"{\"$schema\":[{\"\":\"\xff\"}]}",
		`{"nullable":true,"$ref":"#","minimum":1,"exclusiveMinimum":true,"$schema":"http://json-schema.org/draft-07/schema"}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[true],"items":{"$dynamicRef":"#x"},"$dynamicAnchor":"x","dependentRequired":{"a":["b"]},"unevaluatedProperties":false}`,
	} {
		f.Add([]byte(s), byte(0))
		f.Add([]byte(s), byte(3))
		f.Add([]byte(s), byte(255))
	}
	f.Fuzz(func(t *testing.T, text []byte, how byte) {
		opt := Options{To: []Dialect{Draft2020, Draft2020, Draft2019, Draft07, Draft06, Draft04}[how%6], Assume: Dialect(how/6) % 7}
		if how >= 128 {
			opt.Repair = AllRepairs
		}
		c, err := Text(text, opt)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Kind == Inconsistent {
				t.Fatalf("%v\n%s", err, text)
			}
			return
		}
		if _, err := jsondoc.Parse(c.JSON); err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, c.JSON)
		}
		if len(c.JSON) > 64*len(text)+4096 {
			t.Fatalf("%d bytes became %d", len(text), len(c.JSON))
		}
		checkChanges(t, text, c)
		again, err := Text(c.JSON, Options{To: opt.To, Assume: opt.Assume})
		if err != nil {
			t.Fatalf("again: %v\n%s\n%s", err, text, c.JSON)
		}
		if string(again.JSON) != string(c.JSON) {
			t.Fatalf("not idempotent:\n%s\n%s\n%s", text, c.JSON, again.JSON)
		}
	})
}
