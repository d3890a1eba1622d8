package diff

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/jsondoc"
)

var update = flag.Bool("update", false, "write the golden files")

// goldens are two documents and the links between them, by name of the file.
var goldens = []struct {
	name, left, right string
	links             []Link
}{
	{
		name: "picture",
		left: `{"properties":{"article_id":{"title":"Article Id","type":"integer"},"title":{"default":null,"title":"Title","type":"string"},
			"bbox":{"type":"array","items":[{"type":"number"},{"type":"number"}],"additionalItems":false}}}`,
		right: `{"properties":{"article_id":{"title":"Article Id","type":"integer"},"title":{"default":null,"title":"Title","type":["string","null"]},
			"bbox":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}}}`,
		links: []Link{
			{From: "/properties/bbox/items", To: "/properties/bbox/prefixItems", Note: 1},
			{From: "/properties/bbox/additionalItems", To: "/properties/bbox/items", Note: 2},
			{From: "/properties/title/type", To: "/properties/title/type", Note: 3},
		},
	},
	{
		name: "definitions",
		left: `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"A":{"type":"object","properties":{"next":{"$ref":"#/definitions/A"}}},"B":{"type":"string"}},
			"dependencies":{"a":["b"],"c":{"required":["d"]}},"additionalItems":false}`,
		right: `{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"}}},"B":{"type":"string"}},
			"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"required":["d"]}}}`,
		links: []Link{
			{From: "/$schema", To: "/$schema", Note: 1},
			{From: "/definitions", To: "/$defs", Note: 2},
			{From: "/definitions/A/properties/next/$ref", To: "/$defs/A/properties/next/$ref", Note: 3},
			{From: "/dependencies/a", To: "/dependentRequired/a", Note: 4},
			{From: "/dependencies/c", To: "/dependentSchemas/c", Note: 5},
			{From: "/additionalItems", Gone: true, Note: 6},
		},
	},
	{
		name:  "no-links",
		left:  `{"definitions":{"A":{"type":"string","maxLength":3}},"type":"object","required":["a","b"],"n":1.0}`,
		right: `{"$defs":{"A":{"type":"string","maxLength":3}},"required":["a","c","b"],"type":"object","n":1}`,
	},
	{
		name:  "unfolded",
		left:  `{"enum":["alpha","beta"],"same":["a fairly long text, number one","a fairly long text two"],"empty":[],"scalar":1}`,
		right: `{"enum":["alpha","beta","a very long member that makes the array stand on many lines of the print"],"a much longer name than same was":["a fairly long text, number one","a fairly long text two"],"empty":[{"a":{"b":1}}],"scalar":{"a":1}}`,
		links: []Link{{From: "/same", To: "/a much longer name than same was", Note: 1}, {To: "/enum/2", New: true, Note: 2}},
	},
	{
		name:  "words",
		left:  `{"description":"Answer questions about what is near a location, and what neighbourhood it is in.","title":"Old","anyOf":[{"type":"string","description":"one","maxLength":5,"minLength":1},{"type":"null"}]}`,
		right: `{"description":"Answer questions about what is close to a location, and what neighbourhood it is in.","title":"New","anyOf":[{"type":"boolean"},{"type":"string","description":"one","maxLength":6,"minLength":1},{"type":"null"}]}`,
	},
	{name: "roots", left: `{"a":[1,2]}`, right: `[1,2]`},
	{name: "allof", left: `{"properties":{"a":{"$ref":"#/x","maxLength":3,"description":"kept"}}}`,
		right: `{"properties":{"a":{"allOf":[{"$ref":"#/x"},{"maxLength":3}],"description":"kept"}}}`,
		links: []Link{{From: "/properties/a/$ref", To: "/properties/a/allOf/0/$ref", Note: 1}, {From: "/properties/a/maxLength", To: "/properties/a/allOf/1/maxLength", Note: 1}, {From: "", To: "", Note: 2}},
	},
	{name: "duplicates", left: `{"a":1,"a":2,"b":3}`, right: `{"a":1,"a":3}`, links: []Link{{From: "/nowhere/x", To: "/nor/here", Note: 4}}},
}

func TestGolden(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			l, r := parse(t, g.left), parse(t, g.right)
			res := Compare(l, r, g.links)
			invariants(t, l, r, res)
			got := render(res)
			file := filepath.Join("testdata", g.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func parse(t testing.TB, text string) *jsondoc.Document {
	t.Helper()
	doc, err := jsondoc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// render prints rows for people: the operation, both sides with their marks in
// ⟦⟧, and the notes.
func render(r *Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d changed\n", r.Changed)
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "%c %s │ %s", " ~-+"[row.Op], showSide(row.Left), showSide(row.Right))
		for _, n := range row.Notes {
			fmt.Fprintf(&b, " (%d)", n)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func showSide(s Side) string {
	if !s.Exists() {
		return fmt.Sprintf("%-58s", "")
	}
	text, at := "", 0
	for _, m := range s.Marks {
		text += s.Text[at:m.Start] + "⟦" + s.Text[m.Start:m.End] + "⟧"
		at = m.End
	}
	return fmt.Sprintf("%3d %-54s", s.Number, strings.Repeat(jsondoc.Indent, s.Depth)+text+s.Text[at:])
}
