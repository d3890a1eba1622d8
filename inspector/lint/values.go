package lint

import (
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// valueRules are about values that stand in a schema and that it refuses.
func valueRules() []Rule {
	return []Rule{
		{
			Name: "lint/default-invalid", Level: tool.LevelCall, onNode: defaultInvalid,
			Doc:      "A default is a value that the schema itself accepts. A client that sends the advertised default is refused by the server, and those that fill defaults in always do.",
			Next:     "Change the default or what the schema accepts, so that the two agree.",
			Evidence: "https://github.com/langchain-ai/langsmith-mcp-server/pull/69",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{"type":"string","default":null}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}}}}`,
		},
		{
			Name: "lint/examples-invalid", Level: tool.LevelWarn, onNode: listInvalid("examples", "example"),
			Doc:      "An example is a value that the schema accepts. Models copy examples, and forms fill them in.",
			Next:     "Mend the example.",
			Evidence: valid2020 + "#name-examples",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","examples":["5"]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","examples":[5]}}}}`,
		},
		{
			Name: "lint/enum-type-mismatch", Level: tool.LevelCall, onNode: listInvalid("enum", "enum member"),
			Doc:      "A member of enum that the keywords beside it refuse can never be sent. Most often null is listed and type does not allow it.",
			Next:     "Allow the member's type, or take the member out.",
			Evidence: "https://github.com/can1357/oh-my-pi/issues/2652",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string","enum":["a",null]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":["string","null"],"enum":["a",null]}}}}`,
		},
		{
			Name: "lint/const-type-mismatch", Level: tool.LevelCall, onNode: constInvalid,
			Doc:      "A const that the keywords beside it refuse leaves no value that can be sent.",
			Next:     "Make type and const agree.",
			Evidence: valid2020 + "#name-const",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string","const":1}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"integer","const":1}}}}`,
		},
		{
			Name: "lint/enum-duplicate", Level: tool.LevelWarn, onNode: enumDuplicate,
			Doc:      "The members of enum differ from each other; the metaschema of draft-07 and older demands it, and some clients check against that.",
			Next:     "Take the second one out.",
			Evidence: "https://github.com/postmanlabs/postman-mcp-server/issues/106",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string","enum":["a","a"]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string","enum":["a"]}}}}`,
		},
		{
			Name: "lint/enum-empty", Level: tool.LevelCall, onNode: enumEmpty,
			Doc:      "An empty enum accepts nothing, so that there is no value to send.",
			Next:     "List the values, or leave enum out where any value will do.",
			Evidence: valid2020 + "#name-enum",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string","enum":[]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"k":{"type":"string"}}}}`,
		},
	}
}

func defaultInvalid(p *pass, s *schema, n *node) {
	d := n.Get("default")
	if !d.Exists() {
		return
	}
	v := s.refusal(d)
	if !v.refused {
		return
	}
	message := fmt.Sprintf("The default %s of %s is refused by its own schema: %s.", show(d), s.label(n), v.why)
	next := ""
	if d.Kind() == jsondoc.Null {
		next = nullDefault(n)
	}
	p.report(s.pointer(n, "default"), message, next)
}

// pythonTypes are the annotations that pydantic writes the JSON types for.
var pythonTypes = map[string]string{
	"string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "list", "object": "dict",
}

// nullDefault says how to mend a null default in the schema and in the SDKs whose
// users meet it most. The schema of pydantic is told by its generated title.
func nullDefault(n *node) string {
	typ := n.Get("type").Text()
	python, known := pythonTypes[typ]
	name := n.name
	if !n.isProperty() || !known || !identifier(name) {
		return "Allow null in the schema, or leave the default out."
	}
	text := fmt.Sprintf(`Allow null, "type": ["%s", "null"], or leave the default out.`, typ)
	py := fmt.Sprintf("`%s: %s | None = None`", name, python)
	if pydantic(n) {
		return text + " In Python write " + py + "; " + fmt.Sprintf("`%s: %s = None` publishes this contradiction.", name, python)
	}
	return text + " In Python that is " + py + ", in TypeScript with zod `.nullable().default(null)`."
}

// pydantic reports whether a property has the title that pydantic makes of a
// name: "article_id" becomes "Article Id".
func pydantic(n *node) bool {
	title := n.Get("title")
	if title.Kind() != jsondoc.String {
		return false
	}
	return strings.EqualFold(title.Text(), strings.TrimSpace(strings.ReplaceAll(n.name, "_", " ")))
}

func identifier(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && len(name) <= 40
}

// listInvalid checks the values that a keyword lists.
func listInvalid(keyword, what string) func(*pass, *schema, *node) {
	return func(p *pass, s *schema, n *node) {
		for i, v := range n.Get(keyword).Elems() {
			answer := s.refusal(v)
			if !answer.refused || p.full() {
				continue
			}
			next := ""
			if v.Kind() == jsondoc.Null && keyword == "enum" {
				next = "Allow null beside the other type, or take null out of enum."
			}
			p.report(s.pointer(n, keyword).Index(i), fmt.Sprintf("The %s %s of %s is refused by its own schema: %s.", what, show(v), s.label(n), answer.why), next)
		}
	}
}

func constInvalid(p *pass, s *schema, n *node) {
	c := n.Get("const")
	if !c.Exists() {
		return
	}
	if v := s.refusal(c); v.refused {
		p.report(s.pointer(n, "const"), fmt.Sprintf("The const %s of %s is refused by its own schema: %s.", show(c), s.label(n), v.why))
	}
}

func enumDuplicate(p *pass, s *schema, n *node) {
	var large []jsondoc.Node // arrays and objects, compared one by one
	seen := map[string]int{}
	for i, v := range n.Get("enum").Elems() {
		if p.full() {
			return
		}
		if text := canonical(v); text != "" {
			if first, there := seen[text]; there {
				p.report(s.pointer(n, "enum").Index(i), fmt.Sprintf("The enum member %s of %s stands at positions %d and %d.", show(v), s.label(n), first, i))
				continue
			}
			seen[text] = i
			continue
		}
		if len(large) < maxPlaces && containsSame(large, v) {
			p.report(s.pointer(n, "enum").Index(i), fmt.Sprintf("The enum member %s of %s stands there already.", show(v), s.label(n)))
		}
		large = append(large, v)
	}
}

func containsSame(list []jsondoc.Node, v jsondoc.Node) bool {
	for _, have := range list {
		if same(have, v) {
			return true
		}
	}
	return false
}

func enumEmpty(p *pass, s *schema, n *node) {
	if e := n.Get("enum"); e.Kind() == jsondoc.Array && e.Len() == 0 {
		p.report(s.pointer(n, "enum"), fmt.Sprintf("The enum of %s is empty: no value is accepted.", s.label(n)))
	}
}
