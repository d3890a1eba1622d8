package form_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

func parse(t testing.TB, s string) *jsondoc.Document {
	t.Helper()
	d, err := jsondoc.Parse([]byte(s))
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return d
}

// object makes the form of one property named x.
func object(t testing.TB, property string, required bool) *form.Form {
	t.Helper()
	demand := ""
	if required {
		demand = `,"required":["x"]`
	}
	return form.New(parse(t, `{"type":"object","properties":{"x":`+property+`}`+demand+`}`), dialect.Draft2020)
}

func sends(t testing.TB, f *form.Form, want string) {
	t.Helper()
	text, problems := f.JSON()
	if len(problems) > 0 {
		t.Errorf("problems: %+v", problems)
	}
	if string(text) != want {
		t.Errorf("sends %s, want %s", text, want)
	}
}

// Ensure that a string, a number, a boolean and an enum keep the three states
// apart, and that a way through null and omit loses nothing typed.
func TestStates(t *testing.T) {
	for _, test := range []struct{ property, text, sent string }{
		{`{"type":"string"}`, `it's "5"`, `{"x":"it's \"5\""}`},
		{`{"type":"string"}`, ``, `{"x":""}`},
		{`{"type":"string"}`, `null`, `{"x":"null"}`},
		{`{"type":"integer"}`, `9007199254740993`, `{"x":9007199254740993}`},
		{`{"type":"number"}`, `1.0`, `{"x":1.0}`},
		{`{"type":"number"}`, ` 1e400 `, `{"x":1e400}`},
		{`{"type":"boolean"}`, `false`, `{"x":false}`},
		{`{"enum":[1,"1",null]}`, `"1"`, `{"x":"1"}`},
		{`{"enum":[1,"1",null]}`, `1`, `{"x":1}`},
		{`{"enum":[1,"1",null]}`, `null`, `{"x":null}`},
		{`{}`, `{"a": [1, 2.50]}`, `{"x":{"a":[1,2.50]}}`},
	} {
		t.Run(test.property+test.text, func(t *testing.T) {
			f := object(t, test.property, false)
			sends(t, f, `{}`)
			post := func(state form.State) {
				f.Decode(url.Values{"s:/x": {string(state)}, "v:/x": {test.text}})
			}
			post(form.Value)
			sends(t, f, test.sent)
			post(form.Null)
			sends(t, f, `{"x":null}`)
			post(form.Omit)
			sends(t, f, `{}`)
			f.Decode(url.Values{"s:/x": {"value"}})
			sends(t, f, test.sent)
		})
	}
}

// Ensure that what is not JSON where JSON is needed is said at its field, and
// kept.
func TestProblems(t *testing.T) {
	for _, test := range []struct{ property, text, want, otherwise string }{
		{`{"type":"integer"}`, `abc`, `“abc” is not a JSON number: `, `"abc"`},
		{`{"type":"number"}`, `1,5`, `“1,5” is not a JSON number: `, `"1,5"`},
		{`{"type":"number"}`, `NaN`, `“NaN” is not a JSON number: `, `"NaN"`},
		{`{"type":"number"}`, `042`, `“042” is not a JSON number: `, `"042"`},
		{`{"type":"number"}`, `0x10`, `“0x10” is not a JSON number: `, `"0x10"`},
		{`{"type":"number"}`, `"5"`, `“"5"” is JSON, but of type string where the field holds a number; `, `"5"`},
		{`{"type":"number"}`, ``, `no number yet: `, ``},
		{`{"type":"boolean"}`, ``, `neither true nor false yet: `, ``},
		{`{"type":"boolean"}`, `yes`, `“yes” is not a JSON boolean: `, `"yes"`},
		{`{"enum":["a","b"]}`, ``, `no choice yet: `, ``},
		{`{"enum":["a","b"]}`, `a`, `“a” is none of the choices`, `"a"`},
		{`{"type":"object"}`, `{"k":`, `not JSON: line 1, column 6`, `"{\"k\":"`},
		{`{}`, ``, `no JSON yet: `, ``},
	} {
		f := object(t, test.property, false)
		f.Decode(url.Values{"s:/x": {"value"}, "v:/x": {test.text}})
		text, problems := f.JSON()
		if len(problems) != 1 || problems[0].Pointer != "/x" || !strings.HasPrefix(problems[0].Message, test.want) {
			t.Errorf("%s with %q: problems %+v, want %q", test.property, test.text, problems, test.want)
		}
		if string(text) != `{}` || f.Field("/x").Text != test.text {
			t.Errorf("%s with %q: sends %s, text %q", test.property, test.text, text, f.Field("/x").Text)
		}
		if problems[0].Empty != (test.text == "") || f.Field("/x").Otherwise() != test.otherwise {
			t.Errorf("%s with %q: empty %v, otherwise %s", test.property, test.text, problems[0].Empty, f.Field("/x").Otherwise())
		}
		if test.otherwise == "" {
			continue
		}
		if err := f.SendOtherwise("/x"); err != nil {
			t.Fatal(err)
		}
		sends(t, f, `{"x":`+test.otherwise+`}`)
	}
}

// Ensure the first states: nothing is sent that nobody chose.
func TestFirstStates(t *testing.T) {
	for _, test := range []struct {
		property string
		required bool
		state    form.State
		text     string
	}{
		{`{"type":"string"}`, false, form.Omit, ``},
		{`{"type":"string","default":"d"}`, false, form.Omit, ``},
		{`{"type":"string"}`, true, form.Value, ``},
		{`{"type":"string","default":"d"}`, true, form.Value, `d`},
		{`{"type":["string","null"],"default":null}`, true, form.Value, ``},
		{`{"type":"integer","default":1.0}`, true, form.Value, `1.0`},
		{`{"type":"boolean"}`, true, form.Value, ``},
		{`{"const":"a"}`, true, form.Value, `"a"`},
		{`{"enum":["a","b"]}`, true, form.Value, ``},
		{`{"type":"object"}`, true, form.Value, `{}`},
	} {
		at := object(t, test.property, test.required).Field("/x")
		if at.State != test.state || at.Text != test.text {
			t.Errorf("%s required=%v: %s %q, want %s %q", test.property, test.required, at.State, at.Text, test.state, test.text)
		}
	}
}

// Ensure that defaults are shown, never sent by themselves, and sent on demand.
func TestDefault(t *testing.T) {
	for _, test := range []struct{ property, text, sent string }{
		{`{"type":"string","default":"a\u0062"}`, `ab`, `{"x":"a\u0062"}`},
		{`{"type":"string","default":null}`, `null`, `{"x":null}`},
		{`{"type":"integer","default":"5"}`, `5`, `{"x":"5"}`},
		{`{"type":"number","default":1.50}`, `1.50`, `{"x":1.50}`},
		{`{"type":"boolean","default":false}`, `false`, `{"x":false}`},
	} {
		f := object(t, test.property, false)
		if at := f.Field("/x"); !at.HasDefault || at.DefaultText != test.text {
			t.Errorf("%s: default %v %q", test.property, at.HasDefault, at.DefaultText)
		}
		sends(t, f, `{}`)
		if err := f.SetDefault("/x"); err != nil {
			t.Error(err)
		}
		sends(t, f, test.sent)
	}
	if err := object(t, `{}`, false).SetDefault("/x"); err == nil {
		t.Error("a default that is not there was set")
	}
}

// Ensure that null is marked where the schema takes it, and only there.
func TestNullable(t *testing.T) {
	for _, test := range []struct {
		property string
		want     bool
	}{
		{`{"type":"string"}`, false},
		{`{"type":["string","null"]}`, true},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, true},
		{`{"type":["string","null"],"enum":["in","out"]}`, false},
		{`{"type":["string","null"],"enum":["in","out",null]}`, true},
		{`{"type":"string","nullable":true}`, false},
		{`{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}`, false},
		{`{"const":null}`, true},
		{`{}`, true},
		{`true`, true},
		{`false`, false},
		{`{"not":{"type":"null"}}`, false},
	} {
		if got := object(t, test.property, false).Field("/x").Nullable; got != test.want {
			t.Errorf("%s: nullable %v", test.property, got)
		}
	}
}

// Ensure that labels tell 1 from "1" and null, and that titles are used.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		property string
		want     []form.Option
	}{
		{`{"enum":["a","b c"]}`, []form.Option{{Value: `"a"`, Label: "a"}, {Value: `"b c"`, Label: "b c"}}},
		{`{"enum":[1,"1",null]}`, []form.Option{{Value: `1`, Label: `1`}, {Value: `"1"`, Label: `"1"`}, {Value: `null`, Label: `null`}}},
		{`{"enum":["",{"a": 1.0}]}`, []form.Option{{Value: `""`, Label: `""`}, {Value: `{"a":1.0}`, Label: `{"a":1.0}`}}},
		{`{"oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}`, []form.Option{{Value: `"r"`, Label: "Red"}, {Value: `"g"`, Label: "Green"}}},
		{`{"anyOf":[{"enum":["a","b"],"type":"string"},{"type":"null"}]}`, []form.Option{{Value: `"a"`, Label: "a"}, {Value: `"b"`, Label: "b"}}},
		{`{"allOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}`, []form.Option{{Value: `"b"`, Label: "b"}}},
		{`{"type":"boolean"}`, []form.Option{{Value: `true`, Label: "true"}, {Value: `false`, Label: "false"}}},
		{`{"anyOf":[{"enum":["a"]},{"type":"string"}]}`, []form.Option{{Value: `"a"`, Label: "a"}}}, // of the first alternative,
	} {
		if diff := cmp.Diff(test.want, object(t, test.property, false).Field("/x").Options); diff != "" {
			t.Errorf("%s: %s", test.property, diff)
		}
	}
}

// Ensure that a schema that is no object form asks for one JSON text.
func TestWhole(t *testing.T) {
	for _, test := range []struct {
		schema string
		want   bool
	}{
		{`{"type":"object"}`, false},
		{`{}`, false},
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, false},
		{`true`, false},
		{`{"properties":{"a":{}}}`, false},
		{`{"type":"string"}`, true},
		{`{"type":"array","items":{}}`, true},
		{`false`, true},
	} {
		f := form.New(parse(t, test.schema), dialect.Draft2020)
		if f.Whole != test.want {
			t.Errorf("%s: whole %v", test.schema, f.Whole)
		}
		if f.Whole && (len(f.Fields) != 1 || f.Fields[0] != f.Root) {
			t.Errorf("%s: fields %+v", test.schema, f.Fields)
		}
	}
	if f := form.New(nil, dialect.Unknown); f == nil {
		t.Error("no form without a schema")
	}
}

// Ensure that arguments of any kind can be loaded and sent from the whole form.
func TestLoadNonObject(t *testing.T) {
	f := object(t, `{"type":"string"}`, true)
	for _, text := range []string{`[1,2]`, `"a"`, `null`, `1e400`, `{"x":1,"x":2}`} {
		leftover := f.Load(parse(t, text))
		if !f.Whole || len(leftover) != 1 || leftover[0].Pointer != "" {
			t.Errorf("%s: whole %v, leftover %+v", text, f.Whole, leftover)
		}
		sends(t, f, text)
	}
	if leftover := f.Load(parse(t, `{"x":"a"}`)); f.Whole || leftover != nil {
		t.Errorf("whole %v, leftover %+v", f.Whole, leftover)
	}
	sends(t, f, `{"x":"a"}`)
	f.Load(nil)
	if text, problems := f.JSON(); text != nil || problems != nil {
		t.Errorf("no arguments: %q %v", text, problems)
	}
}

// Ensure that values that a control cannot hold stay what they are, and that the
// control comes back with a value that fits.
func TestLoadMisfit(t *testing.T) {
	f := object(t, `{"type":"integer"}`, true)
	leftover := f.Load(parse(t, `{"x":"abc","y":[ 1.0 ]}`))
	want := []form.Problem{{Pointer: "/x", Message: "the value is string where the schema wants integer; it is kept as JSON text"}}
	if diff := cmp.Diff(want, leftover); diff != "" {
		t.Error(diff)
	}
	sends(t, f, `{"x":"abc","y":[1.0]}`)
	if at := f.Field("/x"); at.Control != form.JSON || !at.AsJSON() || at.Text != `"abc"` {
		t.Errorf("x: %+v", at)
	}
	if at := f.Field("/y"); at == nil || !at.Unknown || at.Control != form.JSON {
		t.Errorf("y: %+v", at)
	}
	f.Load(parse(t, `{"x":7}`))
	if at := f.Field("/x"); at.Control != form.Integer || f.Field("/y") != nil {
		t.Errorf("x: %+v, y %+v", at, f.Field("/y"))
	}
	sends(t, f, `{"x":7}`)
}

// Ensure that a load leaves the text of fields that the arguments lack.
func TestLoadKeepsText(t *testing.T) {
	f := object(t, `{"type":"object"}`, false)
	f.Decode(url.Values{"s:/x": {"value"}, "v:/x": {`{"k":`}})
	f.Load(parse(t, `{}`))
	if at := f.Field("/x"); at.State != form.Omit || at.Text != `{"k":` {
		t.Errorf("%s %q", at.State, at.Text)
	}
}

// Ensure that the order of keys is the schema's, then the user's.
func TestOrder(t *testing.T) {
	f := form.New(parse(t, `{"properties":{"zeta":{"type":"string"},"alpha":{"type":"string"},"mid":{"type":"string"}}}`), dialect.Draft07)
	all := url.Values{}
	for _, name := range []string{"alpha", "mid", "zeta"} {
		all.Set("s:/"+name, "value")
		all.Set("v:/"+name, "1")
	}
	f.Decode(all)
	sends(t, f, `{"zeta":"1","alpha":"1","mid":"1"}`)
	f.Load(parse(t, `{"mid":"2","new":1,"zeta":"3"}`))
	sends(t, f, `{"mid":"2","new":1,"zeta":"3"}`)
	f.Decode(url.Values{"s:/alpha": {"value"}, "s:/mid": {"omit"}})
	sends(t, f, `{"new":1,"zeta":"3","alpha":"1"}`)
	f.Decode(url.Values{"s:/mid": {"value"}})
	sends(t, f, `{"mid":"2","new":1,"zeta":"3","alpha":"1"}`)
}

// Ensure that unknown inputs, states and memos change nothing.
func TestDecodeLenient(t *testing.T) {
	f := object(t, `{"type":"string"}`, true)
	f.Decode(url.Values{"s:/x": {"value"}, "v:/x": {"a"}})
	f.Decode(url.Values{"s:/x": {"on"}, "s:/nope": {"value"}, "v:": {"1"}, "s:": {}, "m:": {`{"c":{"x":null,"y":{}},"w":5}`}, "zzz": {"1"}})
	sends(t, f, `{"x":"a"}`)
}

// Ensure that a text that went through a browser unchanged is unchanged.
func TestBrowserText(t *testing.T) {
	schema := parse(t, `{"properties":{"x":{"type":"string"}}}`)
	for _, test := range []struct{ loaded, posted, want string }{
		{`{"x":"a\nb"}`, "a\r\nb", `{"x":"a\nb"}`},
		{`{"x":"a\r\nb"}`, "a\r\nb", `{"x":"a\r\nb"}`},
		{`{"x":"a\rb"}`, "a\r\nb", `{"x":"a\rb"}`},
		{`{"x":"\u0000\ud800\u0041"}`, "\ufffd\ufffdA", `{"x":"\u0000\ud800\u0041"}`},
		{`{"x":"\u0041"}`, "AB", `{"x":"AB"}`},
		{`{"x":"a"}`, "a\r\nb", `{"x":"a\nb"}`},
	} {
		f := form.New(schema, dialect.Draft2020)
		f.Load(parse(t, test.loaded))
		fresh := form.New(schema, dialect.Draft2020)
		fresh.Decode(url.Values{"m:": {f.Memo()}, "s:/x": {"value"}, "v:/x": {test.posted}})
		sends(t, fresh, test.want)
	}
}
