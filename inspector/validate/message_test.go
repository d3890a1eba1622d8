package validate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/validate"
)

const (
	d4  = dialect.Draft04
	d6  = dialect.Draft06
	d7  = dialect.Draft07
	d19 = dialect.Draft2019
	d20 = dialect.Draft2020
)

// messageCases has at least one case for each keyword that can fail.
var messageCases = []struct {
	name     string
	dialect  dialect.Dialect
	schema   string
	instance string
}{
	{"type", d20, `{"properties":{"title":{"type":"string"}}}`, `{"title":null}`},
	{"type list", d20, `{"type":["integer","null"]}`, `1.5`},
	{"type object", d20, `{"type":"array"}`, `{"a":1}`},
	{"type long string", d20, `{"type":"integer"}`, `"` + strings.Repeat("né", 60) + `"`},
	{"exact integer", d20, `{"maximum":9007199254740992}`, `9007199254740993`},
	{"exact decimal", d20, `{"minimum":0.10}`, `1e-3`},
	{"exact huge", d20, `{"maximum":1e400}`, `1e401`},
	{"enum", d20, `{"enum":["a",1.0,null]}`, `"b"`},
	{"enum one", d20, `{"enum":["a"]}`, `5`},
	{"enum empty", d20, `{"enum":[]}`, `5`},
	{"enum many", d20, `{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}`, `0`},
	{"enum of objects", d20, `{"enum":[{"a": 1},[ ]]}`, `{"a":2}`},
	{"const", d20, `{"const":{"a":[1, 2]}}`, `{"a":[1]}`},
	{"const null", d20, `{"const":null}`, `0`},
	{"format asserted", d7, `{"format":"date"}`, `"tomorrow"`},
	{"format as warning", d20, `{"format":"email"}`, `"nobody"`},
	{"format as warning 2019", d19, `{"format":"uuid"}`, `"x"`},
	{"format under anyOf", d20, `{"anyOf":[{"format":"ipv4"},{"format":"ipv6"}]}`, `"localhost"`},
	{"format unknown", d7, `{"format":"color"}`, `"?"`},
	{"pattern", d20, `{"pattern":"^[a-z]+$"}`, `"A"`},
	{"pattern unreadable", d20, `{"pattern":"(","minLength":5}`, `"A"`},
	{"pattern unreadable name", d20, `{"patternProperties":{"(":{"type":"null"}}}`, `{"a":1}`},
	{"minLength", d20, `{"minLength":3}`, `"né"`},
	{"minLength one", d20, `{"minLength":1.0}`, `""`},
	{"maxLength", d20, `{"maxLength":1}`, `"ab"`},
	{"minimum", d20, `{"minimum":5}`, `4.50`},
	{"maximum", d20, `{"maximum":5}`, `5.01`},
	{"exclusiveMinimum", d20, `{"exclusiveMinimum":5}`, `5.0`},
	{"exclusiveMaximum", d20, `{"exclusiveMaximum":5}`, `5`},
	{"exclusiveMinimum draft-04", d4, `{"minimum":5.0,"exclusiveMinimum":true}`, `5`},
	{"exclusiveMaximum draft-04", d4, `{"maximum":5.0,"exclusiveMaximum":true}`, `5`},
	{"multipleOf", d20, `{"multipleOf":0.01}`, `1.005`},
	{"minItems", d20, `{"minItems":2}`, `[1]`},
	{"maxItems", d20, `{"maxItems":1}`, `[1,2]`},
	{"minProperties", d20, `{"minProperties":2}`, `{"a":1}`},
	{"maxProperties", d20, `{"maxProperties":1}`, `{"a":1,"b":2}`},
	{"uniqueItems", d20, `{"uniqueItems":true}`, `[{"a":1,"b":2},0,{"b":2.0,"a":1}]`},
	{"items", d20, `{"items":{"type":"string"}}`, `["a",1]`},
	{"items tuple draft-07", d7, `{"items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `[1,2]`},
	{"items false", d20, `{"prefixItems":[true],"items":false}`, `[1,2]`},
	{"additionalItems false", d7, `{"items":[true],"additionalItems":false}`, `[1,2,3]`},
	{"unevaluatedItems", d20, `{"prefixItems":[true],"unevaluatedItems":false}`, `[1,2]`},
	{"contains", d20, `{"contains":{"type":"null"}}`, `[1,"a"]`},
	{"contains nothing", d20, `{"contains":{"type":"null"}}`, `[]`},
	{"minContains", d20, `{"contains":{"type":"null"},"minContains":2}`, `[1,null]`},
	{"minContains none", d20, `{"contains":{"type":"null"},"minContains":2}`, `[1]`},
	{"maxContains", d19, `{"contains":{"type":"null"},"maxContains":1}`, `[null,1,null]`},
	{"required", d20, `{"required":["a","b/c","d"]}`, `{"d":1}`},
	{"dependencies names", d7, `{"dependencies":{"a":["b","c"]}}`, `{"a":1}`},
	{"dependencies schema", d7, `{"dependencies":{"a":{"required":["b"]}}}`, `{"a":1}`},
	{"dependentRequired", d20, `{"dependentRequired":{"card":["billing"]}}`, `{"card":1}`},
	{"dependentSchemas", d20, `{"dependentSchemas":{"a":{"properties":{"a":{"type":"string"}}}}}`, `{"a":1}`},
	{"additionalProperties", d20, `{"properties":{"title":true,"body":true},"additionalProperties":false}`, `{"titel":1,"x/y":2}`},
	{"additionalProperties none", d20, `{"additionalProperties":false}`, `{"a":1}`},
	{"additionalProperties pattern", d20, `{"patternProperties":{"^x-":true},"additionalProperties":false}`, `{"a":1}`},
	{"additionalProperties both", d20, `{"properties":{"a":true},"patternProperties":{"^x-":true,"^y-":true},"additionalProperties":false}`, `{"b":1}`},
	{"additionalProperties schema", d20, `{"additionalProperties":{"type":"string"}}`, `{"a":1}`},
	{"unevaluatedProperties", d20, `{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`},
	{"propertyNames", d20, `{"propertyNames":{"maxLength":3,"pattern":"^[a-z]+$"}}`, `{"okay":1,"no":2,"NO":3}`},
	{"propertyNames false", d20, `{"propertyNames":false}`, `{"a":1}`},
	{"properties false", d20, `{"properties":{"a":false}}`, `{"a":1}`},
	{"patternProperties", d20, `{"patternProperties":{"^n":{"type":"number"}}}`, `{"n1":"1"}`},
	{"false", d20, `false`, `1`},
	{"not", d20, `{"not":{"type":"null"}}`, `null`},
	{"not long", d20, `{"not":{"enum":["a long value","another long value","a third long value of the enum"]}}`, `"a long value"`},
	{"allOf", d20, `{"allOf":[{"minimum":5},{"multipleOf":2},{"type":"number"}]}`, `3`},
	{"anyOf types", d20, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `5`},
	{"anyOf types and values", d20, `{"anyOf":[{"enum":["a","b"]},{"const":3},{"type":"null"}]}`, `5`},
	{"anyOf nullable object", d20, `{"properties":{"where":{"anyOf":[{"$ref":"#/$defs/Place"},{"type":"null"}]}},"$defs":{"Place":{"type":"object","properties":{"lat":{"type":"number"}},"required":["lat","lon"]}}}`, `{"where":{"lat":"north"}}`},
	{"anyOf by label", d20, `{"anyOf":[{"properties":{"kind":{"const":"circle"}},"required":["r"]},{"properties":{"kind":{"const":"rect"},"w":{"type":"number"}},"required":["w","h"]}]}`, `{"kind":"rect","w":"3"}`},
	{"anyOf nested", d20, `{"anyOf":[{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"object","required":["q"]}]}}},{"type":"array"}]}`, `{"a":{}}`},
	{"anyOf single", d20, `{"anyOf":[{"minimum":3}]}`, `1`},
	{"oneOf none", d20, `{"oneOf":[{"minimum":5},{"maximum":1}]}`, `3`},
	{"oneOf two", d20, `{"oneOf":[{"type":"string"},{"type":"integer"},{"minimum":2}]}`, `3`},
	{"if then", d7, `{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"a":1}`},
	{"if else", d7, `{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{}`},
	{"through $ref", d7, `{"properties":{"a":{"$ref":"#/definitions/é %25~1x"}},"definitions":{"é %/x":{"minimum":2}}}`, `{"a":1}`},
	{"through $id", d20, `{"$id":"https://example.com/root","properties":{"a":{"$ref":"item#/$defs/n"}},"$defs":{"i":{"$id":"item","$defs":{"n":{"minimum":2}}}}}`, `{"a":1}`},
	{"through $anchor", d20, `{"$ref":"#n","$defs":{"x":{"$anchor":"n","minimum":2}}}`, `1`},
	{"through $dynamicRef", d20, `{"$dynamicRef":"#n","$defs":{"x":{"$dynamicAnchor":"n","minimum":2}}}`, `1`},
	{"through $recursiveRef", d19, `{"$recursiveAnchor":true,"type":"object","additionalProperties":{"$recursiveRef":"#"}}`, `{"a":{"b":1}}`},
	{"into a metaschema", d20, `{"properties":{"s":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}`, `{"s":{"minLength":-1}}`},
	{"names to escape", d20, `{"properties":{"a/b~c":{"type":"null"}}}`, `{"a/b~c":1}`},
	{"duplicate names", d20, `{"properties":{"a":{"type":"null"}}}`, `{"a":null,"a":1}`},
	{"duplicate keywords", d20, `{"type":"string","type":"null"}`, `"a"`},
	{"hidden characters", d20, `{"const":"\u202eabc"}`, `"\u0000<b>"`},
	{"order of the instance", d20, `{"additionalProperties":{"type":"null"},"required":["q"],"minProperties":9}`, `{"z":1,"a":[],"m":"x"}`},
}

// Ensure that every problem says in plain words what was got, what is wanted,
// and where, with literals as they are spelled.
func TestMessages(t *testing.T) {
	var b strings.Builder
	for _, c := range messageCases {
		fmt.Fprintf(&b, "== %s, %s\nschema   %s\ninstance %s\n", c.name, c.dialect, c.schema, c.instance)
		v := compile(t, c.schema, c.dialect).Validate(context.Background(), parse(t, c.instance))
		writeVerdict(&b, v)
		b.WriteByte('\n')
	}
	golden(t, "messages.txt", b.String())
}

func writeVerdict(b *strings.Builder, v validate.Verdict) {
	fmt.Fprintf(b, "%s %s\n", v.State, v.Reason)
	for _, p := range v.Problems {
		writeProblem(b, "problem", "  ", p)
	}
	for _, p := range v.Warnings {
		writeProblem(b, "warning", "  ", p)
	}
}

func writeProblem(b *strings.Builder, what, indent string, p validate.Problem) {
	fmt.Fprintf(b, "%s%s at %q: %s\n%s  %s, value %q, schema %q\n%s  expected %s | got %s\n",
		indent, what, p.Field(), p.Message, indent, p.Keyword, p.Instance, p.Schema, indent, p.Expected, p.Got)
	for i, c := range p.Causes {
		what := "cause"
		if i < p.Nearest {
			what = "nearest cause"
		}
		writeProblem(b, what, indent+"    ", c)
	}
}
