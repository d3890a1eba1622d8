package form_test

import (
	"context"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// Ensure that an example is valid by the schema for at least 99% of the real
// tools, with the required members alone and with the optional ones.
func TestFillCorpus(t *testing.T) {
	all := corpus(t)[:0:0]
	for i, s := range corpus(t) {
		if i%thin == 0 {
			all = append(all, s)
		}
	}
	for _, extent := range []form.Extent{form.OnlyRequired, form.WithOptional} {
		valid, uncompilable := 0, 0
		for _, s := range all {
			schema, err := validate.Compile(s.doc, s.dialect)
			if err != nil {
				uncompilable++
				t.Logf("%s: does not compile: %v", s.tool, err)
				continue
			}
			f := form.New(s.doc, s.dialect)
			left, err := f.Fill(t.Context(), "", extent)
			text, problems := f.JSON()
			if err != nil || len(problems) > 0 {
				t.Logf("%s: %v %+v", s.tool, err, problems)
				continue
			}
			v := schema.Validate(context.Background(), parse(t, string(text)))
			if v.State == validate.Valid && len(left) == 0 {
				valid++
			} else {
				t.Logf("%s: %v, told %+v\n%s", s.tool, v.Problems, left, text)
			}
		}
		share := float64(valid) / float64(len(all))
		t.Logf("optional %v: %d of %d valid (%.2f%%), %d do not compile", extent, valid, len(all), 100*share, uncompilable)
		if share < 0.99 {
			t.Errorf("optional %v: only %.2f%% of the examples are valid", extent, 100*share)
		}
	}
}

// Ensure that an example follows each keyword, nearest to what the schema itself
// offers.
func TestFillValues(t *testing.T) {
	for _, test := range []struct{ property, want string }{
		{`{"type":"string"}`, `"text"`},
		{`{"type":"string","default":"d"}`, `"d"`},
		{`{"type":"string","default":null,"examples":[5,"e"]}`, `"e"`},
		{`{"type":["string","null"],"default":null}`, `"text"`},
		{`{"type":"string","format":"uri"}`, `"https://example.com/"`},
		{`{"type":"string","format":"date","maxLength":10}`, `"2026-01-31"`},
		{`{"type":"string","minLength":6}`, `"textaa"`},
		{`{"type":"string","maxLength":2}`, `"te"`},
		{`{"type":"string","pattern":"^#[0-9a-f]{6}$"}`, `"#aaaaaa"`},
		{`{"type":"string","pattern":"^(?!a)[a-c]+$"}`, `"b"`},
		{`{"type":"string","pattern":"^x+$","minLength":20}`, `"xxxxxxxxxxxxxxxxxxxx"`},
		{`{"type":"string","contentEncoding":"base64"}`, `"dGV4dA=="`},
		{`{"type":"integer"}`, `1`},
		{`{"type":"integer","minimum":5,"maximum":6}`, `5`},
		{`{"type":"integer","exclusiveMinimum":5}`, `6`},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `0.5`},
		{`{"type":"integer","minimum":10,"multipleOf":7}`, `14`},
		{`{"type":"number","maximum":-0.25,"multipleOf":0.5}`, `-0.5`},
		{`{"type":"integer","minimum":9007199254740993}`, `9007199254740993`},
		{`{"type":"boolean"}`, `false`},
		{`{"const":{"a":1.0}}`, `{"a":1.0}`},
		{`{"enum":[null,"b"]}`, `"b"`},
		{`{"type":"null"}`, `null`},
		{`{"type":"array","items":{"enum":["a","b","c"]},"minItems":3,"uniqueItems":true}`, `["a","b","c"]`},
		{`{"type":"array","items":{"type":"string"},"minItems":2,"uniqueItems":true}`, `["text","a"]`},
		{`{"type":"array","contains":{"const":5},"minItems":2,"items":{"type":"integer"}}`, `[5,1]`},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, `["text",1]`},
		{`{"type":"array","maxItems":0,"items":{"type":"string"}}`, `[]`},
		{`{"type":"object","minProperties":2}`, `{"text":"text","a":"text"}`},
		{`{"type":"object","minProperties":1,"propertyNames":{"pattern":"^k"},"additionalProperties":{"type":"integer"}}`, `{"k":1}`},
		{`{"oneOf":[{"type":"integer"},{"type":"integer","minimum":0},{"type":"string"}]}`, `-1`},
		{`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]},"required":["a"]}`, `{"a":"text","b":"text"}`},
		{`{"type":"object","properties":{"k":{"const":1}},"required":["k"],"if":{"properties":{"k":{"const":1}}},"then":{"required":["z"],"properties":{"z":{"type":"integer"}}}}`, `{"k":1,"z":1}`},
		{`{"$ref":"#/$defs/tree"}`, `{"kids":[{"kids":[],"up":null}],"up":null}`},
	} {
		schema := `{"properties":{"x":` + test.property + `},"required":["x"],"$defs":{"tree":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}},"up":{"anyOf":[{"$ref":"#/$defs/tree"},{"type":"null"}]}},"required":["kids","up"]}}}`
		f := form.New(parse(t, schema), dialect.Draft2020)
		left, err := f.Fill(t.Context(), "", form.OnlyRequired)
		text, _ := f.JSON()
		if want := `{"x":` + test.want + `}`; err != nil || len(left) > 0 || string(text) != want {
			t.Errorf("%s: %s, want %s (%v %+v)", test.property, text, want, err, left)
		}
	}
}

// Ensure that what cannot be filled in is said, and that nothing changes then.
func TestFillNothing(t *testing.T) {
	for _, property := range []string{`false`, `{"type":"string","minLength":5,"maxLength":2}`, `{"type":"object","required":["x"],"properties":{"x":false}}`} {
		f := object(t, property, true)
		before, _ := f.JSON()
		if _, err := f.Fill(t.Context(), "", form.WithOptional); err == nil {
			t.Errorf("%s: no error", property)
		}
		if after, _ := f.JSON(); string(after) != string(before) {
			t.Errorf("%s: changed to %s", property, after)
		}
	}
	f := object(t, `{}`, false)
	if _, err := f.Fill(t.Context(), "/nope", form.OnlyRequired); err == nil {
		t.Error("a field that is not there was filled")
	}
	f = object(t, `{"$ref":"#/nowhere"}`, true)
	if left, err := f.Fill(t.Context(), "", form.OnlyRequired); err != nil || len(left) != 1 {
		t.Errorf("a schema that cannot be compiled: %v %+v", err, left)
	}
}

// Ensure that an example fills what is blank and leaves what was typed.
func TestFillKeeps(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"s":{"type":"string"},"n":{"type":"integer"},"e":{"enum":["a","b"]},"o":{"type":"object","properties":{"p":{"type":"string"},"q":{"type":"integer"}},"required":["p","q"]},
		"l":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"},"v":{"type":"integer"}},"required":["k","v"]}},
		"opt":{"type":"string"}},"required":["s","n","e","o","l"]}`
	f := nested(t, schema)
	must(t, f.SetText("/s", "typed"))
	must(t, f.SetText("/n", "not a number"))
	must(t, f.SetText("/o/q", "7"))
	must(t, second(f.Add("/l")))
	must(t, second(f.Add("/l")))
	must(t, f.SetText("/l/1/k", "mine"))
	left, err := f.Fill(t.Context(), "", form.OnlyRequired)
	must(t, err)
	if len(left) != 1 || left[0].Pointer != "/n" || f.Field("/n").Text != "not a number" {
		t.Errorf("left %+v, n %q", left, f.Field("/n").Text)
	}
	must(t, f.SetText("/n", "1e2"))
	sends(t, f, `{"s":"typed","n":1e2,"e":"a","o":{"p":"text","q":7},"l":[{"k":"text","v":1},{"k":"mine","v":1}]}`)
	left, err = f.Fill(t.Context(), "/opt", form.OnlyRequired)
	if err != nil || len(left) > 0 || f.Field("/opt").State != form.Value {
		t.Errorf("%v %+v", err, left)
	}
	must(t, f.SetState("/s", form.Null))
	if left, _ = f.Fill(t.Context(), "", form.OnlyRequired); len(left) != 1 || left[0].Pointer != "/s" {
		t.Errorf("an explicit null was filled over: %+v", left)
	}
	if left, _ = f.Fill(t.Context(), "/s", form.OnlyRequired); len(left) != 0 || f.Field("/s").Text != "text" {
		t.Errorf("the field itself was not filled: %+v", left)
	}
}

// Ensure that an example of the whole arguments is taken as it is, and that they
// are an object even where the schema would take anything.
func TestFillRoot(t *testing.T) {
	f := nested(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"examples":[{"b":"1","a":"2"}]}`)
	_, err := f.Fill(t.Context(), "", form.OnlyRequired)
	must(t, err)
	sends(t, f, `{"a":"2","b":"1"}`)
	f = nested(t, `{}`)
	_, err = f.Fill(t.Context(), "", form.WithOptional)
	must(t, err)
	sends(t, f, `{}`)
}

// Ensure that a choice is filled as it was made.
func TestFillBranch(t *testing.T) {
	f := nested(t, `{"properties":{"x":{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}]}},"required":["x"]}`)
	must(t, f.Choose("/x", 1))
	for _, at := range []jsondoc.Pointer{"/x", ""} {
		_, err := f.Fill(t.Context(), at, form.OnlyRequired)
		must(t, err)
		sends(t, f, `{"x":{"a":1}}`)
	}
}
