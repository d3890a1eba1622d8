package validate_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// faultCases are schemas that cannot be compiled. Each is compiled a few times,
// since the library walks maps in random order and the answer must not.
var faultCases = []struct {
	name    string
	dialect dialect.Dialect
	schema  string
}{
	{"type any", d20, `{"properties":{"a":{"type":"any"}}}`},
	{"type any in a list", d20, `{"properties":{"a":{"type":["string","any"]}}}`},
	{"type any draft-04", d4, `{"properties":{"a":{"type":"any"}}}`},
	{"type number", d7, `{"type":5}`},
	{"type twice", d7, `{"type":["string","string"]}`},
	{"several", d20, `{"properties":{"a":{"required":true},"b":"string","c":null,"d":{"items":{"type":"file"}}}}`},
	{"tuple under 2020-12", d20, `{"properties":{"a":{"items":[{"type":"string"}]}}}`},
	{"bad item of a tuple", d7, `{"items":[{"type":"any"}]}`},
	{"exclusive bounds of draft-04", d7, `{"minimum":1,"exclusiveMinimum":true,"exclusiveMaximum":false}`},
	{"exclusive bounds of draft-06", d4, `{"exclusiveMinimum":5}`},
	{"bounds", d20, `{"minLength":-1,"maxLength":1.5,"minItems":"2","multipleOf":0}`},
	{"empty lists", d4, `{"enum":[],"required":[],"anyOf":[]}`},
	{"wrong containers", d20, `{"allOf":[],"anyOf":{},"properties":[],"enum":"a","$defs":[]}`},
	{"required", d20, `{"required":["a",5]}`},
	{"required twice", d20, `{"required":["a","a"]}`},
	{"annotations", d20, `{"title":5,"description":null,"format":5,"pattern":5,"deprecated":"yes","$comment":1}`},
	{"additionalProperties as text", d7, `{"additionalProperties":"false"}`},
	{"dependencies", d7, `{"dependencies":{"a":[5],"b":"c"}}`},
	{"boolean schema in draft-04", d4, `{"properties":{"a":true}}`},
	{"no schema at all", d20, `"string"`},
	{"null", d20, `null`},
	{"list", d20, `[]`},

	{"dialect unknown", dialect.Unknown, `{"$schema":"https://example.com/mine"}`},
	{"dialect unknown although forced", d7, `{"$schema":"https://example.com/mine"}`},
	{"dialect empty", dialect.Unknown, `{"$schema":""}`},
	{"dialect draft-03", dialect.Unknown, `{"$schema":"http://json-schema.org/draft-03/schema#"}`},
	{"dialect draft-03 forced", dialect.Draft03, `{}`},
	{"dialect no text", dialect.Unknown, `{"$schema":5}`},
	{"dialect within", d20, `{"properties":{"a":{"$schema":"urn:mine"}}}`},

	{"external", d20, `{"properties":{"a":{"$ref":"other.json#/x"}}}`},
	{"external http", d7, `{"items":{"$ref":"http://127.0.0.1:1/x.json"}}`},
	{"external file", d20, `{"$ref":"file:///etc/os-release"}`},
	{"external against $id", d20, `{"$id":"https://example.com/a","$ref":"b"}`},
	{"external unknown scheme", d20, `{"$ref":"urn:example:x"}`},
	{"dangling pointer", d20, `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"y":{}}}`},
	{"dangling anchor", d20, `{"$ref":"#x"}`},
	{"dangling escaped", d7, `{"properties":{"a/b":{"$ref":"#/definitions/%zz"}}}`},
	{"dangling in an $id", d20, `{"$ref":"sub#/nope","$defs":{"s":{"$id":"sub"}}}`},
	{"dangling dynamic", d20, `{"items":{"$dynamicRef":"#x"}}`},
	{"dangling recursive", d19, `{"items":{"$recursiveRef":"#/x"}}`},
	{"several references", d20, `{"properties":{"z":{"$ref":"#/a"},"b":{"$ref":"http://x/y"},"a":{"$ref":"#c"}}}`},
	{"reference to no schema", d20, `{"x-foo":{"type":5},"$ref":"#/x-foo"}`},
	{"reference is no text", d20, `{"$ref":5}`},
	{"reference is no URI draft-04", d4, `{"$ref":"%zz"}`},

	{"$id is no URI", d20, `{"$id":"::"}`},
	{"id is no URI draft-04", d4, `{"properties":{"a":{"id":"::"}}}`},
	{"$id twice", d20, `{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}`},
	{"anchor twice", d20, `{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}`},

	{"number out of reach", d20, `{"properties":{"a":{"minimum":1e-3000000}}}`},
	{"number out of reach in enum", d20, `{"enum":[1,[1e5000]]}`},
	{"number with too many digits", d20, `{"const":` + strings.Repeat("7", 1001) + `}`},
}

// Ensure that what cannot be compiled says why, where and what to do.
func TestCompileErrors(t *testing.T) {
	var b strings.Builder
	for _, c := range faultCases {
		fmt.Fprintf(&b, "== %s, %s\nschema %.120s\n", c.name, c.dialect, c.schema)
		first := faultText(t, c.schema, c.dialect)
		for range 5 {
			if again := faultText(t, c.schema, c.dialect); again != first {
				t.Errorf("%s: the answer changes:\n%s\n%s", c.name, first, again)
			}
		}
		b.WriteString(first + "\n")
	}
	golden(t, "faults.txt", b.String())
}

func faultText(t *testing.T, schema string, d dialect.Dialect) string {
	t.Helper()
	s, err := validate.Compile(parse(t, schema), d)
	if err == nil {
		t.Errorf("%s compiles under %s", schema, s.Dialect())
		return ""
	}
	ce := compileError(t, err)
	if ce.Next == "" {
		t.Errorf("%s: no next step", ce)
	}
	text := fmt.Sprintf("%s, keyword %q, at %q\n  %s\n", ce.Kind, ce.Keyword, ce.Pointer, ce)
	for _, a := range ce.Also {
		text += fmt.Sprintf("  also %s, keyword %q\n    %s\n", a.Kind, a.Keyword, a)
	}
	return text
}

// Ensure that schemas which look doubtful compile all the same, since each of
// them is used by somebody and says something definite.
func TestCompiles(t *testing.T) {
	for _, test := range []struct {
		d      dialect.Dialect
		schema string
	}{
		{d20, `true`}, {d20, `false`}, {d20, `{}`}, {d6, `true`},
		{d20, `{"default":1e-3000000,"examples":[1e9999],"x-limit":1e9999}`},
		{d20, `{"maxLength":1e30,"minItems":0.0}`},
		{d20, `{"$defs":{"unused":{"$ref":"#/nope"}}}`},
		{d20, `{"$defs":{"unused":{"$ref":"http://example.com/x"}}}`},
		{d7, `{"$ref":"#/definitions/a","properties":{"x":{"$ref":"#/nope"}},"definitions":{"a":{}}}`},
		{d7, `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`},
		{d20, `{"$ref":"#/definitions/a","definitions":{"a":{"type":"string"}}}`},
		{d20, `{"$ref":"#/properties/a","properties":{"a":{"type":"object"}}}`},
		{d20, `{"$ref":"https://json-schema.org/draft/2020-12/schema"}`},
		{d7, `{"$ref":"http://json-schema.org/draft-07/schema#"}`},
		{d20, `{"$id":"https://example.com/a","$ref":"https://example.com/a#/$defs/b","$defs":{"b":{"type":"string"}}}`},
		{d20, `{"$id":"urn:example:a","$ref":"#/$defs/b","$defs":{"b":{"type":"string"}}}`},
		{d20, `{"pattern":"(","patternProperties":{"[":{}},"format":"regex"}`},
		{d20, `{"pattern":"^(?!x)(?<=y)\\p{L}\\u{1F600}$"}`},
		{d20, `{"$ref":"#/$defs/Page«X» of [Y]","$defs":{"Page«X» of [Y]":{}}}`},
		{dialect.Unknown, `{"$schema":"http://json-schema.org/draft-07/schema"}`},
		{dialect.Unknown, `{"$schema":"https://json-schema.org/draft-07/schema#"}`},
		{dialect.Unknown, `{"$schema":"http://json-schema.org/draft-07/hyper-schema#"}`},
	} {
		if _, err := validate.Compile(parse(t, test.schema), test.d); err != nil {
			t.Errorf("%s %s: %v", test.d, test.schema, err)
		}
	}
}

// Ensure that the dialect asked for is used, and else the declared one.
func TestDialectChoice(t *testing.T) {
	const tuple = `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`
	if got := compile(t, tuple, dialect.Unknown).Dialect(); got != d7 {
		t.Errorf("declared: got %s", got)
	}
	if got := compile(t, `{}`, dialect.Unknown).Dialect(); got != d20 {
		t.Errorf("nothing declared: got %s", got)
	}
	if got := compile(t, tuple, d19).Dialect(); got != d19 {
		t.Errorf("forced: got %s", got)
	}
	if _, err := validate.Compile(parse(t, tuple), d20); err == nil {
		t.Error("a tuple in the form of draft-07 compiles under 2020-12")
	}
}

// Ensure that nothing is read from a file or the network, and that what the
// library said is there to be looked at.
func TestNothingIsFetched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	url := "file://" + filepath.ToSlash(file)
	_, err := validate.Compile(parse(t, `{"$ref":`+jsondoc.Quote(url)+`}`), d20)
	ce := compileError(t, err)
	if ce.Kind != validate.ExternalRef || ce.Pointer != "/$ref" || !strings.Contains(ce.Message, "not fetched") {
		t.Errorf("got %s %v", ce.Kind, ce)
	}
	var load *jsonschema.LoadURLError
	if !errors.As(err, &load) {
		t.Errorf("the library's own error is gone: %v", ce.Err)
	}
}

// Ensure that a schema may be compiled that embeds several others.
func TestEmbeddedDialects(t *testing.T) {
	s := compile(t, `{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"old","$defs":{"o":{"$id":"old","$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}}}`, dialect.Unknown)
	if v := s.Validate(t.Context(), parse(t, `[1]`)); v.State != validate.Invalid || v.Problems[0].Schema != "/$defs/o/items/0/type" {
		t.Errorf("got %+v", v)
	}
}
