package form_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
)

// maxTook is far above what anything here takes on a busy machine, and far below
// what work that multiplies would take.
const maxTook = 30 * time.Second * thin

// Ensure that schemas made to be slow, deep or endless are taken within bounds.
func TestHostileSchemas(t *testing.T) {
	many := func(n int, f string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = strings.ReplaceAll(f, "#i", fmt.Sprint(i))
		}
		return strings.Join(parts, ",")
	}
	for name, schema := range map[string]string{
		"alternatives multiply": `{"properties":{"x":{"$ref":"#/$defs/a0"}},"$defs":{` + many(30, `"a#i":{"anyOf":[{"$ref":"#/$defs/b#i"},{"$ref":"#/$defs/c#i"},{"$ref":"#"}]},"b#i":{"anyOf":[`+many(20, `{"type":"object","properties":{"q#i":{"$ref":"#/$defs/a1"}}}`)+`]},"c#i":{"anyOf":[`+many(20, `{"type":"array","items":{"$ref":"#/$defs/a2"},"title":"t#i"}`)+`]}`) + `}}`,
		"allOf multiplies":      `{"properties":{"x":{"$ref":"#/$defs/a0"}},"$defs":{` + many(200, `"a#i":{"allOf":[`+many(10, `{"$ref":"#/$defs/a#i"},{"properties":{"p":{"$ref":"#/$defs/a1"}}}`)+`]}`) + `}}`,
		"not multiplies":        `{"properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"oneOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"},{"not":{"$ref":"#/$defs/b"}}]},"b":{"oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"},{"not":{"$ref":"#/$defs/a"}}]}}}`,
		"many properties":       `{"properties":{` + many(3000, `"p#i":{"type":"string"}`) + `}}`,
		"many values":           `{"properties":{"x":{"enum":[` + many(20000, `"v#i"`) + `]}}}`,
		"deep":                  `{"properties":` + strings.Repeat(`{"x":{"type":"object","properties":`, 1000) + `{}` + strings.Repeat(`}}`, 1000) + `}`,
		"deep arrays":           `{"properties":{"x":` + strings.Repeat(`{"type":"array","minItems":10,"items":`, 1000) + `{}` + strings.Repeat(`}`, 1000) + `}}`,
		"wide tuples":           `{"properties":{"x":{"type":"array","prefixItems":[` + many(600, `{"type":"array","prefixItems":[{"$ref":"#/properties/x"},{"type":"string"}]}`) + `]}},"required":["x"]}`,
		"slow patterns":         `{"patternProperties":{` + many(50, `"^(?!b)(a+)+#i$":{"type":"string"}`) + `},"properties":{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!":{}}}`,
		"conditions":            `{"allOf":[` + many(100, `{"if":{"required":["a#i"]},"then":{"properties":{"b#i":{"type":"string","default":"x"}},"required":["b#i"]}}`) + `]}`,
		"large sizes":           `{"properties":{"x":{"type":"string","minLength":1e9},"y":{"type":"array","minItems":1000000},"z":{"type":"object","minProperties":1e6},"n":{"type":"number","minimum":1e300,"multipleOf":1e-300}},"required":["x","y","z","n"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			f := form.New(parse(t, schema), dialect.Draft2020)
			f.Decode(url.Values{"m:": {"{}"}, "s:/x": {"value"}, "s:/x/0": {"value"}, "b:/x": {"3"}, "k:/x": {"y"}})
			f.Load(parse(t, `{"x":[[[{"q1":{"p":1}}]]],"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?":1,"a1":2}`))
			f.JSON()
			_, _ = f.Fill(t.Context(), "", form.WithOptional)
			f.Memo()
			if took := time.Since(start); took > maxTook {
				t.Errorf("took %v", took)
			} else {
				t.Log(took)
			}
		})
	}
}

// Ensure that hostile posts make no more than the form takes.
func TestHostilePosts(t *testing.T) {
	const schema = `{"properties":{"x":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"string"}}}},"m":{"type":"object","additionalProperties":{}}}}`
	values := url.Values{"s:/x/999999999": {"value"}, "s:/x/-1": {"value"}, "s:/m/q/w": {"value"}}
	for i := range 500 {
		for j := range 100 {
			values.Set(fmt.Sprintf("s:/x/%d/%d/499", i, j), "value")
		}
	}
	for _, memo := range []string{"", "null", "[]", `{"c":null}`, `{"c":{"x":{"n":999999999}},"w":["m","x"],"p":{"":null,"x":{}}}`, `{"b":-5,"d":["/properties","/nope"]}`} {
		values.Set("m:", memo)
		f := form.New(parse(t, schema), dialect.Draft2020)
		start := time.Now()
		f.Decode(values)
		if n := count(f.Fields); n > 60_000 {
			t.Errorf("%d fields", n)
		}
		if took := time.Since(start); took > maxTook {
			t.Errorf("took %v", took)
		}
	}
}
