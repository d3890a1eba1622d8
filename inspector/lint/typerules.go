package lint

import (
	"fmt"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// typeRules are about the types of values.
func typeRules() []Rule {
	return []Rule{
		{
			Name: "lint/unknown-type", Level: tool.LevelCall, onNode: unknownType,
			Doc:      "type names one of string, number, integer, boolean, object, array and null, or lists several of them.",
			Next:     "Use one of the seven names; leave type out where any value will do.",
			Evidence: "https://json-schema.org/draft/2020-12/json-schema-validation#name-type",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"int"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}`,
		},
		{
			Name: "lint/nullable-keyword", Level: tool.LevelWarn, onNode: nullableKeyword,
			Doc:      "nullable is a keyword of OpenAPI 3.0, not of JSON Schema: one validator honours it, the next ignores it, and the same null is accepted here and refused there.",
			Next:     "Write \"type\": [\"string\", \"null\"].",
			Evidence: "https://ajv.js.org/json-schema.html#nullable",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{"type":"string","nullable":true}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{"type":["string","null"]}}}}`,
		},
		{
			Name: "lint/keyword-type-mismatch", Level: tool.LevelDrop, onNode: keywordTypeMismatch,
			Doc:      "A keyword about another type than the declared one says nothing: every validator ignores it.",
			Next:     "Use the keyword of this type, or mend the type.",
			Evidence: "https://json-schema.org/draft/2020-12/json-schema-core#name-assertions",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minLength":3}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":3}}}}`,
		},
		{
			Name: "lint/untyped", Level: tool.LevelWarn, onNode: untyped,
			Doc:      "A property without a type takes anything. Clients send strings for its numbers and booleans, and some providers refuse the request.",
			Next:     "Give it a type, or a list of the types it takes.",
			Evidence: "https://github.com/docker/mcp-gateway/pull/234",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"description":"x"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
		},
		{
			Name: "lint/array-items-missing", Level: tool.LevelWarn, onNode: arrayItemsMissing,
			Doc:      "An array without items is legal and takes anything, but several providers and clients refuse it.",
			Next:     "Say what stands in it: \"items\": {\"type\": \"string\"}.",
			Evidence: "https://github.com/rootlyhq/rootly-mcp-server/issues/82",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}}`,
		},
		{
			Name: "lint/type-excludes-branch", Level: tool.LevelCall, onNode: typeExcludesBranch,
			Doc:      "The type beside anyOf or oneOf holds for every branch. A branch of another type can never match: null is advertised and refused.",
			Next:     "Take type away and give each branch its own.",
			Evidence: "https://github.com/PrefectHQ/fastmcp/issues/2456",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"v":{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}`,
		},
	}
}

// meant are the names that are written for types and are none.
var meant = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer", "bigint": "integer",
	"float": "number", "double": "number", "decimal": "number", "real": "number",
	"str": "string", "text": "string", "char": "string", "date": "string", "datetime": "string", "date-time": "string",
	"time": "string", "timestamp": "string", "uuid": "string", "uri": "string", "url": "string", "file": "string",
	"bytes": "string", "binary": "string", "password": "string", "email": "string", "enum": "string",
	"bool": "boolean", "list": "array", "tuple": "array", "set": "array",
	"dict": "object", "map": "object", "record": "object", "hash": "object", "json": "object",
	"none": "null", "nil": "null", "undefined": "null", "void": "null",
}

func unknownType(p *pass, s *schema, n *node) {
	t := n.Get("type")
	switch t.Kind() {
	case jsondoc.Absent:
	case jsondoc.String:
		unknownName(p, s, n, t)
	case jsondoc.Array:
		for _, e := range t.Elems() {
			if p.full() {
				return
			}
			if e.Kind() == jsondoc.String {
				unknownName(p, s, n, e)
			} else if s.used > dialect.Draft03 {
				p.report(s.pointer(n), fmt.Sprintf("The type of %s lists %s, which is no name of a type.", s.label(n), show(e)))
			}
		}
	default:
		p.report(s.pointer(n), fmt.Sprintf("The type of %s is %s; it must be a name or a list of names.", s.label(n), show(t)))
	}
}

func unknownName(p *pass, s *schema, n *node, t jsondoc.Node) {
	name := t.Text()
	if _, ok := typeNames[name]; ok {
		return
	}
	if name == "any" && s.used == dialect.Draft03 && s.detection.HasDeclared {
		return
	}
	right := meant[strings.ToLower(name)]
	if _, ok := typeNames[strings.ToLower(name)]; ok {
		right = strings.ToLower(name)
	}
	next := ""
	switch {
	case right != "":
		next = fmt.Sprintf("Write \"type\": \"%s\".", right)
	case strings.EqualFold(name, "any"):
		next = "Leave type out, or list the types that are meant."
	}
	p.report(s.pointer(n), fmt.Sprintf("The type of %s is %s, which JSON Schema does not know.", s.label(n), show(t)), next)
}

func nullableKeyword(p *pass, s *schema, n *node) {
	v := n.Get("nullable")
	if !v.Exists() {
		return
	}
	next := ""
	if t := n.Get("type"); t.Kind() == jsondoc.String {
		next = fmt.Sprintf("Write \"type\": [%s, \"null\"] and take nullable away.", show(t))
	}
	if v.IsFalse() {
		next = "Take nullable away: it says nothing."
	}
	p.report(s.pointer(n, "nullable"), fmt.Sprintf("%s has nullable, which is not JSON Schema.", capital(s.label(n))), next)
}

func keywordTypeMismatch(p *pass, s *schema, n *node) {
	set, ok := declared(n.Node)
	if !ok {
		return
	}
	for k, v := range n.Members() {
		name := k.Text()
		kw, known := keywords[name]
		if p.full() {
			return
		}
		if !known || kw.to == toAny || kw.to.types()&set != 0 {
			continue
		}
		if name == "required" && v.Kind() != jsondoc.Array { // a rule of its own
			continue
		}
		p.report(s.pointer(n, name), fmt.Sprintf("%s is about %s, and the type of %s is %s: it is ignored.", name, kw.to.types(), s.label(n), set))
	}
}

// typing are the keywords of which one makes a property typed.
var typing = []string{"type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const", "$dynamicRef", "$recursiveRef"}

func untyped(p *pass, s *schema, n *node) {
	if !s.input() || !n.isProperty() || n.Kind() != jsondoc.Object {
		return
	}
	for _, name := range typing {
		if n.Get(name).Exists() {
			return
		}
	}
	p.report(s.pointer(n), fmt.Sprintf("%s has no type.", capital(s.label(n))))
}

func arrayItemsMissing(p *pass, s *schema, n *node) {
	set, ok := declared(n.Node)
	if !s.input() || !ok || set&isArray == 0 {
		return
	}
	if !n.Get("items").Exists() && !n.Get("prefixItems").Exists() {
		p.report(s.pointer(n), fmt.Sprintf("%s is an array and does not say of what.", capital(s.label(n))))
	}
}

func typeExcludesBranch(p *pass, s *schema, n *node) {
	set, ok := declared(n.Node)
	if !ok {
		return
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		for i, b := range n.Get(name).Elems() {
			branch := s.nodeAt(b)
			if branch == nil || branch.Kind() == jsondoc.Bool {
				continue
			}
			if p.full() {
				return
			}
			if admits := s.admits(branch); admits != 0 && admits&set == 0 {
				p.report(s.pointer(n, name).Index(i), fmt.Sprintf("The branch takes %s, and the type beside %s is %s: it can never match.", admits, name, set))
			}
		}
	}
}

// capital begins a sentence.
func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
