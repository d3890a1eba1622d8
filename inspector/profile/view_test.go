package profile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/jsondoc"
)

func viewOf(t testing.TB, schema string) *view {
	t.Helper()
	doc, err := jsondoc.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return newView(doc.Root(), "")
}

// Schemas are found where a schema stands, and nowhere else.
func TestPositions(t *testing.T) {
	for _, one := range []struct{ schema, want string }{
		{`true`, " "},
		{`{"properties":{"items":{"type":"array"},"properties":{}}}`, " /properties/items /properties/properties"},
		{`{"enum":[{"type":"x"}],"const":{"items":{}},"default":{"properties":{"a":{}}},"examples":[{}]}`, " "},
		{`{"items":{"items":[{},true]}}`, " /items /items/items/0 /items/items/1"},
		{`{"anyOf":[{},{"not":{}}],"if":{},"then":{},"else":{}}`, " /anyOf/0 /anyOf/1 /anyOf/1/not /if /then /else"},
		{`{"dependencies":{"a":["b"],"c":{}},"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{}}}`, " /dependencies/c /dependentSchemas/a"},
		{`{"patternProperties":{"^a~/":{}},"additionalProperties":false,"propertyNames":{}}`, " /patternProperties/^a~0~1 /additionalProperties /propertyNames"},
		{`{"$defs":{"a":{"prefixItems":[{}]}},"definitions":{"b":null}}`, " /$defs/a /$defs/a/prefixItems/0 /definitions/b"},
		{`{"items":{"type":"string"},"items":[{"type":"array"}]}`, " /items/0"},
		{`{"x-other":{"properties":{"a":{}}}}`, " "},
	} {
		v := viewOf(t, one.schema)
		var got strings.Builder
		for i := range v.pos {
			fmt.Fprintf(&got, " %s", v.place(int32(i)))
			if v.at(v.pos[i].node) != int32(i) {
				t.Errorf("%s: at(%s) is %d", one.schema, v.place(int32(i)), v.at(v.pos[i].node))
			}
			if n, err := v.root.Follow(v.place(int32(i))); err != nil || n.ID() != v.pos[i].node.ID() {
				t.Errorf("%s: the pointer %s leads elsewhere: %v", one.schema, v.place(int32(i)), err)
			}
		}
		if diff := cmp.Diff(" "+strings.TrimSpace(one.want), " "+strings.TrimSpace(got.String())); diff != "" {
			t.Errorf("%s: %s", one.schema, diff)
		}
	}
}

// References are told apart by where they lead.
func TestRefs(t *testing.T) {
	v := viewOf(t, `{"$id":"https://x.test/s","properties":{
		"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/definitions/B"},"c":{"$ref":"#/properties/a"},"d":{"$ref":"#/$defs/No"},
		"e":{"$ref":"https://y.test/z"},"f":{"$ref":"#"},"g":{"$ref":"#name"},"h":{"$ref":"#/$defs/A/properties/x"},
		"i":{"$ref":"https://x.test/s#/$defs/A"},"j":{"$ref":"#/$defs/A%20B"},"k":{"$ref":"#nope"},
		"l":{"$id":"https://x.test/l","$defs":{"In":{}},"allOf":[{"$ref":"#/$defs/In"},{"$ref":"#/$defs/A"}]}},
		"$defs":{"A":{"$anchor":"name","properties":{"x":{}}},"A B":{}},"definitions":{"B":{}}}`)
	got := map[string]linkKind{}
	for _, l := range v.refs() {
		got[string(v.place(l.from))] = l.where
	}
	want := map[string]linkKind{
		"/properties/a": linkDefs, "/properties/b": linkDefinitions, "/properties/c": linkElsewhere, "/properties/d": linkDangling | linkDefs,
		"/properties/e": linkRemote, "/properties/f": linkRoot | linkCyclic, "/properties/g": linkElsewhere, "/properties/h": linkElsewhere,
		"/properties/i": linkDefs, "/properties/j": linkDefs, "/properties/k": linkDangling | linkElsewhere,
		"/properties/l/allOf/0": linkDefs, "/properties/l/allOf/1": linkDangling | linkDefs,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Only the references that close a cycle count as recursive.
func TestCycles(t *testing.T) {
	for _, one := range []struct{ schema, all, required string }{
		{`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"b":{"$ref":"#/$defs/A"}}}}}`, "/$defs/A/properties/b", ""},
		{`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"b":{"$ref":"#/$defs/B"}},"required":["b"]},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}`,
			"/$defs/A/properties/b /$defs/B/allOf/0", "/$defs/A/properties/b /$defs/B/allOf/0"},
		{`{"$ref":"#"}`, "", ""},
		{`{"$defs":{"A":{"$ref":"#/$defs/A"}}}`, "/$defs/A", "/$defs/A"},
		{`{"properties":{"a":{"type":"array","items":{"$ref":"#/properties/a"},"minItems":1}},"required":["a"]}`, "/properties/a/items", "/properties/a/items"},
		{`{"properties":{"a":{"type":"array","items":{"$ref":"#/properties/a"}}},"required":["a"]}`, "/properties/a/items", ""},
		{`{"properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"}},"$defs":{"A":{}}}`, "", ""},
	} {
		v := viewOf(t, one.schema)
		v.refs()
		places := func(list []int32) string {
			var s []string
			for _, i := range list {
				s = append(s, string(v.place(i)))
			}
			return strings.Join(s, " ")
		}
		if got := places(v.cycles()); got != one.all {
			t.Errorf("%s: cycles at %q, expected %q", one.schema, got, one.all)
		}
		if got := places(v.cyclesThrough(v.mustBeThere)); got != one.required {
			t.Errorf("%s: required cycles at %q, expected %q", one.schema, got, one.required)
		}
	}
}

// Null is admitted where types, enums and alternatives let it.
func TestAdmitsNull(t *testing.T) {
	for schema, want := range map[string]bool{
		`{}`: true, `true`: true, `false`: false, `{"type":"null"}`: true, `{"type":"string"}`: false, `{"type":["string","null"]}`: true,
		`{"type":"string","nullable":true}`: false, `{"enum":["a"]}`: false, `{"enum":["a",null]}`: true, `{"type":["string","null"],"enum":["a"]}`: false,
		`{"const":null}`: true, `{"const":1}`: false, `{"anyOf":[{"type":"string"},{"type":"null"}]}`: true, `{"anyOf":[{"type":"string"}]}`: false,
		`{"oneOf":[{"type":"null"}]}`: true, `{"allOf":[{"type":"null"},{"type":"string"}]}`: false, `{"allOf":[{}]}`: true,
		`{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}`: false, `{"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/A"}]}}}`: true,
		`{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}`: true, `{"$ref":"https://x.test"}`: true,
	} {
		if got := viewOf(t, schema).admitsNull(0); got != want {
			t.Errorf("%s: %v", schema, got)
		}
	}
}

// What only definitions hold that nothing leads to is not used.
func TestIsUsed(t *testing.T) {
	v := viewOf(t, `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"items":{"$ref":"#/$defs/B"}},"B":{},"C":{"$ref":"#/$defs/D"},"D":{}}}`)
	used := map[string]bool{}
	for i := range v.pos {
		used[string(v.place(int32(i)))] = v.isUsed(int32(i))
	}
	want := map[string]bool{"": true, "/properties/a": true, "/$defs/A": true, "/$defs/A/items": true, "/$defs/B": true, "/$defs/C": false, "/$defs/D": false}
	if diff := cmp.Diff(want, used); diff != "" {
		t.Error(diff)
	}
}

// Places are named by the nearest name.
func TestDescribe(t *testing.T) {
	v := viewOf(t, `{"properties":{"a":{"items":{"anyOf":[{}]}}},"$defs":{"D":{"not":{}}},"patternProperties":{"^x":{}}}`)
	var got []string
	for i := range v.pos {
		got = append(got, v.describe(int32(i)))
	}
	want := []string{"the root", `"a"`, `items of "a"`, "anyOf/0", `the definition "D"`, `not of the definition "D"`, "patternProperties/^x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
