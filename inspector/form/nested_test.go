package form_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

func nested(t testing.TB, schema string) *form.Form {
	t.Helper()
	return form.New(parse(t, schema), dialect.Draft2020)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// texts lists the fields of a form: pointer, control, state and text.
func texts(fields []*form.Field) []string {
	var out []string
	for _, at := range fields {
		out = append(out, strings.TrimRight(fmt.Sprintf("%s %s %s %s", at.Pointer, at.Control, at.State, at.Text), " "))
		out = append(out, texts(at.Fields)...)
	}
	return out
}

func shows(t testing.TB, f *form.Form, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, texts(f.Fields)); diff != "" {
		t.Error(diff)
	}
}

// Ensure that objects in objects are fields with three states each.
func TestNestedObject(t *testing.T) {
	f := nested(t, `{"properties":{
		"filter":{"type":"object","properties":{"from":{"type":"string"},"n":{"type":"integer"}},"required":["from"]},
		"free":{"type":"object"}},"required":["filter"]}`)
	shows(t, f, "/filter object value", "/filter/from text value", "/filter/n integer omit", "/free json omit")
	sends(t, f, `{"filter":{"from":""}}`)
	must(t, f.SetState("/filter/from", form.Null))
	must(t, f.SetText("/filter/n", "1.0"))
	sends(t, f, `{"filter":{"from":null,"n":1.0}}`)
	must(t, f.SetState("/filter", form.Null))
	sends(t, f, `{"filter":null}`)
	must(t, f.SetState("/filter", form.Omit))
	sends(t, f, `{}`)
	must(t, f.SetState("/filter", form.Value))
	sends(t, f, `{"filter":{"from":null,"n":1.0}}`)
	must(t, f.SetText("/filter/n", "x"))
	if _, problems := f.JSON(); len(problems) != 1 || problems[0].Pointer != "/filter/n" {
		t.Errorf("problems %+v", problems)
	}
}

// Ensure that elements can be added, left out, moved and removed.
func TestArray(t *testing.T) {
	f := nested(t, `{"properties":{"xs":{"type":"array","items":{"type":["string","null"]}}}}`)
	sends(t, f, `{}`)
	for i, text := range []string{"a", "b", "c"} {
		p, err := f.Add("/xs")
		must(t, err)
		if want := jsondoc.Pointer("/xs").Index(i); p != want {
			t.Errorf("added %s, want %s", p, want)
		}
		must(t, f.SetText(p, text))
	}
	sends(t, f, `{"xs":["a","b","c"]}`)
	must(t, f.SetState("/xs/1", form.Null))
	sends(t, f, `{"xs":["a",null,"c"]}`)
	must(t, f.Move("/xs/2", 0))
	sends(t, f, `{"xs":["c","a",null]}`)
	must(t, f.SetState("/xs/1", form.Omit))
	sends(t, f, `{"xs":["c",null]}`)
	if at, exact := f.Locate("/xs/1"); !exact || at.Pointer != "/xs/2" {
		t.Errorf("located %v %v", at.Pointer, exact)
	}
	must(t, f.Remove("/xs/0"))
	shows(t, f, "/xs array value", "/xs/0 text omit a", "/xs/1 text null b")
	sends(t, f, `{"xs":[null]}`)
	f.Load(parse(t, `{"xs":["z","y"]}`))
	shows(t, f, "/xs array value", "/xs/0 text omit a", "/xs/1 text value z", "/xs/2 text value y")
	must(t, f.Remove("/xs/0"))
	must(t, f.Remove("/xs/0"))
	must(t, f.Remove("/xs/0"))
	sends(t, f, `{"xs":[]}`)
	for _, err := range []error{f.Remove("/xs"), f.Remove("/xs/0"), f.Move("/xs", 0), second(f.Add("/nope"))} {
		if err == nil {
			t.Error("an edit that makes no sense was done")
		}
	}
}

func second(_ jsondoc.Pointer, err error) error { return err }

// Ensure that what is in an element moves with it.
func TestMoveNested(t *testing.T) {
	f := nested(t, `{"properties":{"l":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"},"m":{"type":"object","additionalProperties":{"type":"string"}}}}}}}`)
	f.Load(parse(t, `{"l":[{"k":"a"},{"k":"b","m":{"x":"y"}}]}`))
	must(t, f.Move("/l/1", 0))
	must(t, f.SetText("/l/0/m/x", "z"))
	must(t, f.SetText("/l/1/k", "c"))
	sends(t, f, `{"l":[{"k":"b","m":{"x":"z"}},{"k":"c"}]}`)
	must(t, f.Remove("/l/0"))
	sends(t, f, `{"l":[{"k":"c"}]}`)
}

// Ensure that positions of a tuple have their own controls, in every dialect.
func TestTuple(t *testing.T) {
	for _, tuple := range []string{
		`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"boolean"}}`,
		`{"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":{"type":"boolean"}}`,
	} {
		f := nested(t, `{"properties":{"t":`+tuple+`},"required":["t"]}`)
		shows(t, f, "/t array value", "/t/0 text value", "/t/1 integer value")
		if !f.Field("/t/1").Fixed {
			t.Error("a position that is not fixed")
		}
		p, err := f.Add("/t")
		must(t, err)
		must(t, f.SetText(p, "true"))
		must(t, f.SetText("/t/1", "5"))
		sends(t, f, `{"t":["",5,true]}`)
		must(t, f.Move("/t/2", 0)) // to where the schema wants a string
		shows(t, f, "/t array value", "/t/0 json value true", `/t/1 json value ""`, "/t/2 json value 5")
		sends(t, f, `{"t":[true,"",5]}`)
	}
}

// Ensure that the keys of a map are rows with the right schema, that they can be
// renamed and swapped, and that a key that is taken is said.
func TestMap(t *testing.T) {
	f := nested(t, `{"properties":{"m":{"type":"object","additionalProperties":{"type":"integer"},"patternProperties":{"^s_":{"type":"string"}}}}}`)
	for _, key := range []string{"a", "s_b"} {
		p, err := f.Add("/m")
		must(t, err)
		must(t, f.Rename(p, key))
		must(t, f.SetText(jsondoc.Pointer("/m").Join(key), "5"))
	}
	shows(t, f, "/m map value", "/m/a integer value 5", "/m/s_b text value 5")
	sends(t, f, `{"m":{"a":5,"s_b":"5"}}`)
	values := shown(f)
	values.Set("k:/m/a", "s_b")
	values.Set("k:/m/s_b", "a")
	f.Decode(values)
	sends(t, f, `{"m":{"s_b":5,"a":"5"}}`)
	values = shown(f)
	values.Set("k:/m/a", "s_b")
	f.Decode(values)
	text, problems := f.JSON()
	if len(problems) != 1 || problems[0].Pointer != "/m/a" || f.Field("/m/a").KeyText != "s_b" {
		t.Errorf("sends %s, problems %+v", text, problems)
	}
	fresh := nested(t, `{"properties":{"m":{"type":"object","additionalProperties":{"type":"integer"},"patternProperties":{"^s_":{"type":"string"}}}}}`)
	fresh.Decode(shown(f))
	if _, problems := fresh.JSON(); len(problems) != 1 || fresh.Field("/m/a").KeyText != "s_b" {
		t.Errorf("the key that is taken is not shown again: %+v", problems)
	}
	if err := f.Rename("/m/a", "s_b"); err == nil {
		t.Error("a key that is taken was given")
	}
	must(t, f.Remove("/m/a"))
	sends(t, f, `{"m":{"s_b":5}}`)
}

// Ensure that a choice remembers what was put into each branch.
func TestChoice(t *testing.T) {
	const schema = `{"properties":{"x":{"anyOf":[
		{"type":"string","title":"Name"},
		{"type":"object","title":"Range","properties":{"kind":{"const":"range"},"min":{"type":"integer"}},"required":["kind","min"]},
		{"type":"array","items":{"type":"string"}},
		{"type":"null"}]}},"required":["x"]}`
	f := nested(t, schema)
	at := f.Field("/x")
	var labels []string
	for _, b := range at.Branches {
		labels = append(labels, b.Label+"="+b.Type)
	}
	if diff := cmp.Diff([]string{"Name=string", "Range=object", "array of string=array of string"}, labels); diff != "" || !at.Nullable {
		t.Errorf("nullable %v, %s", at.Nullable, diff)
	}
	post := func(branch string, set ...string) { // as a page posts, to a fresh form
		values := shown(f)
		values.Set("b:/x", branch)
		for i := 0; i < len(set); i += 2 {
			values.Set(set[i], set[i+1])
		}
		f = nested(t, schema)
		f.Decode(values)
	}
	post("0", "v:/x", "abc")
	sends(t, f, `{"x":"abc"}`)
	post("1")
	shows(t, f, "/x object value", `/x/kind enum value "range"`, "/x/min integer value")
	post("1", "v:/x/min", "7")
	sends(t, f, `{"x":{"kind":"range","min":7}}`)
	post("2")
	sends(t, f, `{"x":[]}`)
	must(t, second(f.Add("/x")))
	post("2", "v:/x/0", "q")
	sends(t, f, `{"x":["q"]}`)
	post("0")
	sends(t, f, `{"x":"abc"}`)
	post("1")
	sends(t, f, `{"x":{"kind":"range","min":7}}`)
	must(t, f.Choose("/x", 2))
	sends(t, f, `{"x":["q"]}`)
	f.Load(parse(t, `{"x":{"min":1}}`))
	if got := f.Field("/x"); got.Branch != 1 || got.Fields[1].Text != "1" {
		t.Errorf("branch %d", got.Branch)
	}
	sends(t, f, `{"x":{"min":1}}`)
}

// Ensure that alternatives get names that tell them apart.
func TestBranchLabels(t *testing.T) {
	for _, test := range []struct {
		property string
		want     []string
	}{
		{`{"type":["string","integer","number","null"]}`, []string{"string", "number"}},
		{`{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}`, []string{"A", "B"}},
		{`{"anyOf":[{"type":"string"},{"type":"string"}]}`, []string{"string (1)", "string (2)"}},
		{`{"anyOf":[{"type":"string","format":"uri"},{"const":"none"}]}`, []string{"string (uri)", "none"}},
		{`{"oneOf":[{"required":["a"]},{"required":["b","c"]}],"type":"object"}`, []string{"with a", "with b, c"}},
		{`{"oneOf":[{"properties":{"type":{"const":"t"}}},{"properties":{"type":{"enum":["u"]}}}],"type":"object"}`, []string{"type: t", "type: u"}},
		{`{"anyOf":[{"anyOf":[{"type":"string"},{"type":"boolean"}]},{"type":"array","items":{}}]}`, []string{"string", "boolean", "array"}},
		{`{"anyOf":[{"enum":["a","b"]},{"type":"string"}]}`, []string{"string (1)", "string (2)"}},
		{`{"enum":["a"],"anyOf":[{"type":"string"},{"type":"number"}]}`, nil},
		{`{}`, nil},
	} {
		f := nested(t, `{"properties":{"x":`+test.property+`},"$defs":{"A":{"type":"object","properties":{"a":{}}},"B":{"type":"string"}}}`)
		var labels []string
		for _, b := range f.Field("/x").Branches {
			labels = append(labels, b.Label)
		}
		if diff := cmp.Diff(test.want, labels); diff != "" {
			t.Errorf("%s: %s", test.property, diff)
		}
	}
}

// Ensure that alternatives at the root are a choice that keeps common members.
func TestRootChoice(t *testing.T) {
	f := nested(t, `{"type":"object","properties":{"q":{"type":"string"}},"anyOf":[
		{"properties":{"a":{"type":"string"}},"required":["a"]},
		{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`)
	if len(f.Root.Branches) != 2 {
		t.Fatalf("branches %+v", f.Root.Branches)
	}
	must(t, f.SetText("/q", "common"))
	must(t, f.SetText("/a", "x"))
	must(t, f.Choose("", 1))
	must(t, f.SetText("/b", "1"))
	sends(t, f, `{"q":"common","b":1}`)
	must(t, f.SetText("/q", "changed"))
	must(t, f.Choose("", 0))
	sends(t, f, `{"q":"changed","a":"x"}`)
	f.Load(parse(t, `{"b":2}`))
	if f.Root.Branch != 1 {
		t.Errorf("branch %d", f.Root.Branch)
	}
	sends(t, f, `{"b":2}`)
}

// Ensure that allOf is merged: names, types and what is required.
func TestAllOf(t *testing.T) {
	f := nested(t, `{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"type":"integer"}},"required":["b"]}],
		"properties":{"a":{"description":"outer"}},"$defs":{"A":{"properties":{"a":{"type":"string","description":"inner","default":"d"}},"required":["a"]}}}`)
	shows(t, f, "/a text value d", "/b integer value")
	if at := f.Field("/a"); at.Description != "outer" || !at.Required {
		t.Errorf("a: %+v", at)
	}
}

// Ensure that conditions are followed as the input changes, that texts come back
// with their fields, and that nothing sent goes out of sight.
func TestConditions(t *testing.T) {
	const schema = `{"properties":{"kind":{"enum":["a","b"]},"card":{"type":"string"}},
		"if":{"properties":{"kind":{"const":"b"}},"required":["kind"]},
		"then":{"properties":{"x":{"type":"integer"},"o":{"type":"string"}},"required":["x"]},
		"else":{"properties":{"y":{"type":"string"}}},
		"dependentSchemas":{"card":{"properties":{"zip":{"type":"string"}}}},
		"dependentRequired":{"card":["y"]}}`
	f := nested(t, schema)
	shows(t, f, "/kind enum omit", "/card text omit", "/y text omit")
	must(t, f.SetText("/kind", `"b"`))
	shows(t, f, `/kind enum value "b"`, "/card text omit", "/x integer value", "/o text omit")
	must(t, f.SetText("/x", "5"))
	must(t, f.SetText("/o", "kept"))
	must(t, f.SetState("/o", form.Omit))
	must(t, f.SetText("/kind", `"a"`))
	sends(t, f, `{"kind":"a","x":5}`)
	if at := f.Field("/x"); at == nil || !at.Unknown || !at.Row {
		t.Errorf("x is sent and not shown: %+v", at)
	}
	f2 := nested(t, schema)
	f2.Decode(shown(f))
	must(t, f2.SetText("/kind", `"b"`))
	shows(t, f2, `/kind enum value "b"`, "/card text omit", "/x integer value 5", "/o text omit kept")
	must(t, f.SetText("/card", "1"))
	shows(t, f, `/kind enum value "a"`, "/card text value 1", "/y text omit", "/zip text omit", "/x json value 5")
	if !f.Field("/y").Required {
		t.Error("y is not required although card is there")
	}
	f.Load(parse(t, `{"kind":"b","x":"5","zip":1,"card":null}`))
	sends(t, f, `{"kind":"b","x":"5","zip":1,"card":null}`)
	f = nested(t, schema)
	f.Load(parse(t, `{"kind":"b"}`)) // x is required and shown, but was not given
	sends(t, f, `{"kind":"b"}`)
	if at := f.Field("/x"); at == nil || !at.Required {
		t.Errorf("x: %+v", at)
	}
}

// Ensure that recursive schemas are opened on demand, and with a value.
func TestRecursion(t *testing.T) {
	f := nested(t, `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/node"},"kids":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["next"]}}}`)
	shows(t, f, "/name text omit", "/next object value", "/kids array omit")
	if !f.Field("/next").Closed {
		t.Error("a recursive field is open at first")
	}
	sends(t, f, `{"next":{}}`)
	must(t, f.Open("/next"))
	shows(t, f, "/name text omit", "/next object value", "/next/name text omit", "/next/next object value", "/next/kids array omit", "/kids array omit")
	f.Load(parse(t, `{"next":{"next":{"next":{"name":"deep"}}},"kids":[{"kids":[{}]}]}`))
	if at := f.Field("/next/next/next/name"); at == nil || at.Text != "deep" {
		t.Error("a recursive value is not shown")
	}
	fresh := nested(t, `{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`)
	fresh.Decode(url.Values{"s:/a": {"value"}, "s:/a/a": {"value"}, "s:/a/a/a": {"null"}})
	sends(t, fresh, `{"a":{"a":{"a":null}}}`)
}

// Ensure that any field can be changed to JSON text and back.
func TestShowJSON(t *testing.T) {
	f := nested(t, `{"properties":{"o":{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}}},"s":{"type":"string"}}}`)
	f.Load(parse(t, `{"o":{"n":1.0,"a":"x"},"s":"\u0041"}`))
	must(t, f.ShowJSON("/o", true))
	must(t, f.ShowJSON("/s", true))
	if at := f.Field("/s"); at.Text != `"\u0041"` || at.Control != form.JSON {
		t.Errorf("%s %q", at.Control, at.Text)
	}
	sends(t, f, `{"o":{"n":1.0,"a":"x"},"s":"\u0041"}`)
	must(t, f.SetText("/o", `{"a":"y","z":0}`))
	must(t, f.ShowJSON("/o", false))
	sends(t, f, `{"o":{"a":"y","z":0},"s":"\u0041"}`)
	must(t, f.SetText("/s", `5`))
	if err := f.ShowJSON("/s", false); err == nil {
		t.Error("a number became a string")
	}
	must(t, f.SetText("/o/n", "x"))
	if err := f.ShowJSON("/o", true); err == nil || f.Field("/o/n").Text != "x" {
		t.Errorf("text that is not JSON was lost: %v", err)
	}
}

// Ensure that problems of a validator find their fields.
func TestLocate(t *testing.T) {
	f := nested(t, `{"properties":{"o":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"j":{}},"required":["o"]}`)
	must(t, f.SetText("/j", `{"k":1}`))
	for _, test := range []struct {
		at, want jsondoc.Pointer
		exact    bool
	}{{"", "", true}, {"/o/a", "/o/a", true}, {"/o/b", "/o", false}, {"/j/k", "/j", false}, {"/q", "", false}} {
		if at, exact := f.Locate(test.at); at.Pointer != test.want || exact != test.exact {
			t.Errorf("%s: %s %v", test.at, at.Pointer, exact)
		}
	}
}
