package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// tangled has all that makes fields come and go.
const tangled = `{"type":"object","properties":{
	"s":{"type":"string"},"n":{"type":["integer","null"]},"e":{"enum":["a",1,null]},
	"o":{"type":"object","properties":{"deep":{"type":"object","properties":{"x":{"type":"boolean"}}},"self":{"$ref":"#"}}},
	"l":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"object","properties":{"k":{"type":"string"}},"required":["k"]}]}},
	"t":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"minItems":1},
	"m":{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}},"patternProperties":{"^k":{"type":"string"}}},
	"c":{"oneOf":[{"type":"object","properties":{"t":{"const":"a"},"v":{"type":"string"}}},{"type":"object","properties":{"t":{"const":"b"},"v":{"type":"integer"}}},{"type":["string","boolean"]}]}},
	"if":{"properties":{"e":{"const":"a"}},"required":["e"]},"then":{"properties":{"s":{"minLength":1},"then":{"type":"string"}},"required":["then"]},
	"else":{"properties":{"else":{"type":"object","properties":{"q":{"type":"string"}}}},"required":["req"]},
	"dependentSchemas":{"n":{"properties":{"dep":{"type":"string"}}}},
	"anyOf":[{"required":["s"]},{"properties":{"alt":{"type":"string"},"s":{"type":"string","format":"uri"}}}]}`

// Ensure that after any edits a fresh form that gets what the page posts is the
// same form: nothing typed depends on the server's memory.
func TestEditsThroughThePage(t *testing.T) {
	schema := parse(t, tangled)
	for seed := range uint64(50) {
		r := random{rand.New(rand.NewPCG(7, seed))}
		f := form.New(schema, dialect.Draft2020)
		var log []string
		for range 40 {
			log = append(log, r.edit(f))
			fresh := form.New(schema, dialect.Draft2020)
			fresh.Decode(shown(f))
			if diff := cmp.Diff(texts(f.Fields), texts(fresh.Fields)); diff != "" {
				t.Fatalf("seed %d after %s:\n%s\nmemo %s", seed, strings.Join(log, "; "), diff, f.Memo())
			}
			want, problems := f.JSON()
			got, problems2 := fresh.JSON()
			if diff := cmp.Diff(problems, problems2); string(got) != string(want) || diff != "" {
				t.Fatalf("seed %d after %s:\nsends %s\nwant  %s\n%s", seed, strings.Join(log, "; "), got, want, diff)
			}
			if r.IntN(2) == 0 {
				f = fresh
			}
		}
	}
}

// edit does something to a form and says what.
func (r random) edit(f *form.Form) string {
	var all []*form.Field
	var walk func(*form.Field)
	walk = func(at *form.Field) {
		all = append(all, at)
		for _, c := range at.Fields {
			walk(c)
		}
	}
	walk(f.Root)
	at := all[r.IntN(len(all))]
	p := at.Pointer
	does := func(what string, err error) string { return fmt.Sprintf("%s %s (%v)", what, p, err) }
	switch r.IntN(11) {
	case 0:
		states := []form.State{form.Omit, form.Null, form.Value}
		if p == "" {
			return "nothing"
		}
		return does("state", f.SetState(p, states[r.IntN(3)]))
	case 1, 2, 3:
		if p == "" {
			return "nothing"
		}
		options := []string{"x", `"a"`, "5", "true", `{"k":1}`, "a\nb", ""}
		if at.Control == form.Text {
			options = append(options, "a\r\nb", "a\rb", "\x00")
		}
		for _, o := range at.Options {
			options = append(options, o.Value)
		}
		return does("text", f.SetText(p, options[r.IntN(len(options))]))
	case 4:
		return does("add", second(f.Add(p)))
	case 5:
		return does("remove", f.Remove(p))
	case 6:
		return does("move", f.Move(p, r.IntN(3)))
	case 7:
		return does("choose", f.Choose(p, r.IntN(4)))
	case 8:
		return does("open", f.Open(p))
	case 9:
		return does("json", f.ShowJSON(p, r.IntN(2) == 0))
	}
	keys := []string{"a", "k1", "then", "x/y", "q"}
	return does("rename", f.Rename(p, keys[r.IntN(len(keys))]))
}

// Ensure that edits lose no text that was typed into a field which is still
// there or comes back.
func TestToggleKeepsText(t *testing.T) {
	f := nested(t, tangled)
	f.Load(parse(t, `{"e":"a","then":"typed","s":"http://x","o":{"deep":{"x":true}},"l":["p",{"k":"q"}],"c":{"t":"b","v":5}}`))
	before, _ := f.JSON()
	memoBefore := texts(f.Fields)
	for _, at := range []jsondoc.Pointer{"/e", "/s", "/o", "/o/deep", "/l", "/l/1", "/c", "/then"} {
		for _, state := range []form.State{form.Null, form.Omit, form.Value} {
			must(t, f.SetState(at, state))
			fresh := nested(t, tangled)
			fresh.Decode(shown(f))
			f = fresh
		}
	}
	if after, _ := f.JSON(); string(after) != string(before) {
		t.Errorf("sends %s, want %s", after, before)
	}
	slices.Sort(memoBefore)
	after := texts(f.Fields)
	slices.Sort(after)
	if diff := cmp.Diff(memoBefore, after); diff != "" {
		t.Error(diff)
	}
}
