package dialect

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

// spot is a place to move a schema to: what is around it, at which pointer it
// then stands, and the instance that reaches it.
type spot struct {
	name         string
	since, until Dialect
	around       string // %s is the schema
	pointer      string
	instance     string // %s is the instance
}

var spots = []spot{
	{"property", Draft04, Draft2019, `{"properties":{"p":%s}}`, "/properties/p", `{"p":%s}`},
	{"property called items", Draft04, Draft2019, `{"properties":{"items":%s}}`, "/properties/items", `{"items":%s}`},
	{"property called definitions", Draft04, Draft2019, `{"properties":{"definitions":%s}}`, "/properties/definitions", `{"definitions":%s}`},
	{"pattern", Draft04, Draft2019, `{"patternProperties":{"^p":%s}}`, "/patternProperties/%5Ep", `{"p":%s}`},
	{"additionalProperties", Draft04, Draft2019, `{"additionalProperties":%s}`, "/additionalProperties", `{"p":%s}`},
	{"allOf", Draft04, Draft2019, `{"allOf":[{},%s]}`, "/allOf/1", `%s`},
	{"anyOf", Draft04, Draft2019, `{"anyOf":[{"not":{}},%s]}`, "/anyOf/1", `%s`},
	{"oneOf", Draft04, Draft2019, `{"oneOf":[%s,{"not":{}}]}`, "/oneOf/0", `%s`},
	{"not not", Draft04, Draft2019, `{"not":{"not":%s}}`, "/not/not", `%s`},
	{"items", Draft04, Draft2019, `{"items":%s}`, "/items", `[%s]`},
	{"tuple item", Draft04, Draft2019, `{"items":[{},%s]}`, "/items/1", `[0,%s]`},
	{"tuple in a tuple", Draft04, Draft2019, `{"items":[{"items":[%s]}]}`, "/items/0/items/0", `[[%s]]`},
	{"additionalItems", Draft04, Draft2019, `{"items":[{}],"additionalItems":%s}`, "/additionalItems", `[0,%s]`},
	{"dependencies", Draft04, Draft07, `{"dependencies":{"q":["q"],"a/b":{"properties":{"p":%s}}}}`, "/dependencies/a~1b/properties/p", `{"a/b":1,"p":%s}`},
	{"definition", Draft04, Draft2019, `{"$ref":"#/definitions/d","definitions":{"d":%s}}`, "/definitions/d", `%s`},
	{"definition called definitions", Draft04, Draft2019, `{"allOf":[{"$ref":"#/definitions/definitions"}],"definitions":{"definitions":%s}}`, "/definitions/definitions", `%s`},
	{"definition with escapes", Draft04, Draft2019, `{"allOf":[{"$ref":"#/definitions/a~1b~0c%25"}],"definitions":{"a/b~c%":%s}}`, "/definitions/a~1b~0c%25", `%s`},
	{"nested definition", Draft04, Draft2019, `{"properties":{"p":{"allOf":[{"$ref":"#/properties/p/definitions/d"}],"definitions":{"d":%s}}}}`, "/properties/p/definitions/d", `{"p":%s}`},
	{"$defs", Draft04, Draft2019, `{"allOf":[{"$ref":"#/$defs/d"}],"$defs":{"d":%s}}`, "/$defs/d", `%s`},
	{"definition beside $defs", Draft04, Draft2019, `{"allOf":[{"$ref":"#/definitions/d"}],"$defs":{"d":{"not":{}}},"definitions":{"d":%s}}`, "/definitions/d", `%s`},
	{"unknown keyword", Draft04, Draft2019, `{"allOf":[{"$ref":"#/x-more/a~1b/0"}],"x-more":{"a/b":[%s]}}`, "/x-more/a~1b/0", `%s`},
	{"ignored additionalItems", Draft04, Draft2019, `{"allOf":[{"$ref":"#/additionalItems"}],"additionalItems":%s}`, "/additionalItems", `%s`},
	{"ignored sibling", Draft04, Draft07, `{"properties":{"r":{"$ref":"#/definitions/any","items":[{"not":{}},%s]},"p":{"$ref":"#/properties/r/items/1"}},"definitions":{"any":{}}}`, "/properties/r/items/1", `{"p":%s}`},
	{"default", Draft04, Draft2019, `{"allOf":[{"$ref":"#/default/s"}],"default":{"s":%s}}`, "/default/s", `%s`},
	{"prefixItems, unknown", Draft04, Draft2019, `{"allOf":[{"$ref":"#/prefixItems/0"}],"prefixItems":[%s]}`, "/prefixItems/0", `%s`},
	{"contains", Draft06, Draft2019, `{"contains":%s}`, "/contains", `[%s]`},
	{"contains beside unevaluatedItems", Draft2019, Draft2019, `{"contains":%s,"unevaluatedItems":{}}`, "/contains", `[%s]`},
	{"then", Draft07, Draft2019, `{"if":{},"then":%s}`, "/then", `%s`},
	{"else", Draft07, Draft2019, `{"if":{"not":{}},"else":%s}`, "/else", `%s`},
	{"unevaluatedProperties", Draft2019, Draft2019, `{"unevaluatedProperties":%s}`, "/unevaluatedProperties", `{"p":%s}`},
	{"dependentSchemas", Draft2019, Draft2019, `{"dependentSchemas":{"q":{"properties":{"p":%s}}}}`, "/dependentSchemas/q/properties/p", `{"q":1,"p":%s}`},
}

// TestMovedSuite: the schemas of the suite keep every verdict below other places
// too. It is where converters fail that rewrite pointers as text.
func TestMovedSuite(t *testing.T) {
	for _, d := range []Dialect{Draft04, Draft06, Draft07, Draft2019} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			groups, cases := 0, 0
			for i, g := range loadSuite(t, d) {
				for j, s := range spots {
					if d < s.since || d > s.until || testing.Short() && (i+j)%8 != 0 {
						continue
					}
					moved, ok := move(g, s)
					if !ok {
						continue
					}
					groups++
					cases += len(moved.Tests)
					if problem, c := keeps(t, moved.Schema, d, Draft2020, moved.Tests); problem != "" {
						t.Errorf("%s: %s: %s: %s", s.name, g.file, g.Description, problem)
					} else {
						checkChanges(t, moved.Schema, c)
					}
				}
			}
			t.Logf("%d schemas, %d verdicts", groups, cases)
		})
	}
}

// move puts a group's schema at a spot. It reports false where the schema cannot
// be moved there, which its own dialect tells: the verdicts must stay.
func move(g suiteGroup, s spot) (suiteGroup, bool) {
	schema := string(compact(g.Schema))
	if !strings.Contains(schema, `"$id":"http`) && !strings.Contains(schema, `"id":"http`) {
		schema = follow(schema, s.pointer)
	}
	out := g
	out.Schema = []byte(strings.Replace(s.around, "%s", schema, 1))
	c, err := compile(out.Schema, g.d)
	if err != nil {
		return out, false
	}
	out.Tests = nil
	for _, t := range g.Tests {
		t.Data = []byte(strings.Replace(s.instance, "%s", string(compact(t.Data)), 1))
		var v any
		if json.Unmarshal(t.Data, &v) != nil || c.Validate(v) == nil != t.Valid {
			return out, false
		}
		out.Tests = append(out.Tests, t)
	}
	return out, true
}

// follow lets references that count from the root count from a pointer.
func follow(schema, pointer string) string {
	var b strings.Builder
	doc, err := jsondoc.Parse([]byte(schema))
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, schema))
	}
	at := 0
	for i := range doc.Len() {
		n := doc.Node(i)
		text := n.Text()
		if !n.Key().Is("$ref") || text != "#" && !strings.HasPrefix(text, "#/") {
			continue
		}
		b.WriteString(schema[at:n.Start()])
		b.WriteString(jsondoc.Quote("#" + pointer + strings.TrimPrefix(text, "#")))
		at = n.End()
	}
	return b.String() + schema[at:]
}
