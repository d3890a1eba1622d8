package lint

import (
	"fmt"
	"regexp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// requiredRules are about the list of names that an object must have.
func requiredRules() []Rule {
	return []Rule{
		{
			Name: "lint/required-not-array", Level: tool.LevelCall, onNode: requiredNotArray,
			Doc:      "required is an array of strings beside properties. true inside of a property is how draft-03 wrote it; null is an empty list of Go or Java.",
			Next:     "List the names beside properties: \"required\": [\"a\"]. Leave the key out where nothing is required.",
			Evidence: "https://github.com/anthropics/claude-code/issues/44364",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","required":true}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`,
		},
		{
			Name: "lint/required-duplicate", Level: tool.LevelWarn, onNode: requiredDuplicate,
			Doc:      "The names in required differ from each other; the metaschema of every dialect demands it.",
			Next:     "Take the second one out.",
			Evidence: valid2020 + "#name-required",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a","a"]}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`,
		},
		{
			Name: "lint/required-undeclared", Level: tool.LevelWarn, onNode: requiredUndeclared(false),
			Doc:      "A required property that is not declared has no description and no type. Some clients refuse the tool, some drop the name, and a model does not know what to send.",
			Next:     "Declare it under properties, or take it out of required.",
			Evidence: "https://github.com/probelabs/probe/issues/569",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id","x"]}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"id":{"type":"string"},"x":{"type":"string"}},"required":["id","x"]}}`,
		},
		{
			Name: "lint/required-closed", Level: tool.LevelCall, onNode: requiredUndeclared(true),
			Doc:      "A property that is required and not allowed makes an object that nothing can be.",
			Next:     "Declare it under properties, or take it out of required.",
			Evidence: core2020 + "#name-additionalproperties",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{},"required":["x"],"additionalProperties":false}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false}}`,
		},
		{
			Name: "lint/required-with-default", Level: tool.LevelWarn, onNode: requiredWithDefault,
			Doc:      "A default of a required property is never used: the client has to send a value all the same.",
			Next:     "Take the name out of required where the server fills the default in.",
			Evidence: "https://github.com/modelcontextprotocol/typescript-sdk/issues/2464",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":5}},"required":["n"]}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":5}}}}`,
		},
		{
			Name: "lint/nullable-required", Level: tool.LevelWarn, onNode: nullableRequired,
			Doc:      "A property that allows null and is required must be sent, as null. Authors often mean that it may be left out: in Python Optional[X] without a default is not optional.",
			Next:     "Give it a default, in Python `x: str | None = None`, where it may be left out.",
			Evidence: "https://github.com/modelcontextprotocol/python-sdk/issues/1402",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}}}}`,
		},
	}
}

func requiredNotArray(p *pass, s *schema, n *node) {
	r := n.Get("required")
	switch r.Kind() {
	case jsondoc.Absent:
	case jsondoc.Array:
		for i, v := range r.Elems() {
			if v.Kind() != jsondoc.String {
				p.report(s.pointer(n, "required"), fmt.Sprintf("Entry %d of required is %s; it must be a string.", i+1, show(v)))
				return
			}
		}
	default:
		if s.used > dialect.Draft03 || !s.detection.HasDeclared {
			p.report(s.pointer(n, "required"), fmt.Sprintf("The required of %s is %s; it must be an array of strings.", s.label(n), show(r)))
		}
	}
}

func requiredDuplicate(p *pass, s *schema, n *node) {
	seen := map[string]bool{}
	for i, v := range n.Get("required").Elems() {
		name := v.Text()
		if v.Kind() == jsondoc.String && seen[name] && !p.full() {
			p.report(s.pointer(n, "required").Index(i), fmt.Sprintf("The name %s stands twice in required.", quote(name)))
		}
		seen[name] = true
	}
}

// maxNames bounds how many required names of one object are looked up.
const maxNames = 1000

// requiredUndeclared reports the required names that nothing declares: closed
// ones where the object allows no other names, open ones where it does.
func requiredUndeclared(closed bool) func(*pass, *schema, *node) {
	return func(p *pass, s *schema, n *node) {
		names := n.Get("required")
		if names.Len() == 0 || names.Kind() != jsondoc.Array {
			return
		}
		shut := n.Get("additionalProperties").IsFalse()
		var known *around
		for i, v := range names.Elems() {
			if p.full() || i == maxNames {
				return
			}
			if v.Kind() != jsondoc.String || s.declares(n.Node, v.Text()) {
				continue
			}
			if known == nil {
				known = s.declaredAround(n)
			}
			elsewhere := known.has(s, v.Text())
			impossible := shut || !elsewhere && n.Get("unevaluatedProperties").IsFalse()
			switch {
			case closed && impossible:
				p.report(s.pointer(n, "required").Index(i), fmt.Sprintf("%s is required and not declared, and no other properties are allowed: nothing is accepted.", quote(v.Text())))
			case !closed && !impossible && !elsewhere:
				p.report(s.pointer(n, "required").Index(i), fmt.Sprintf("%s is required and not declared under properties.", quote(v.Text())))
			}
		}
	}
}

// declares reports whether a schema names a property, by name or by a pattern. A
// pattern that cannot be read here is taken to match.
func (s *schema) declares(n jsondoc.Node, name string) bool {
	if n.Get("properties").Get(name).Exists() {
		return true
	}
	for k := range n.Get("patternProperties").Members() {
		if re := s.pattern(k.Text()); re == nil || re.MatchString(name) {
			return true
		}
	}
	return false
}

// pattern compiles a pattern once; nil where that does not work in Go.
func (s *schema) pattern(text string) *regexp.Regexp {
	re, done := s.patterns[text]
	if !done {
		if s.patterns == nil {
			s.patterns = map[string]*regexp.Regexp{}
		}
		re, _ = regexp.Compile(text)
		s.patterns[text] = re
	}
	return re
}

// around is where a name may be declared: the schemas that look at the same
// value. everything is set where one of them cannot be followed.
type around struct {
	schemas    []jsondoc.Node
	everything bool
}

func (d *around) has(s *schema, name string) bool {
	if d.everything {
		return true
	}
	for _, n := range d.schemas {
		if s.declares(n, name) {
			return true
		}
	}
	return false
}

// maxAround bounds how many schemas around one are looked at.
const maxAround = 64

// declaredAround gathers the schemas that look at the same value as n: those
// around it up to the property or item it belongs to, and those they combine.
func (s *schema) declaredAround(n *node) *around {
	top := n
	negated := false
	for top.parent >= 0 && keywords[top.under].inPlace {
		negated = negated || top.under == "not"
		top = s.up(top)
	}
	d := &around{everything: negated} // "not required" names what must not be there
	if top.under == "$defs" || top.under == "definitions" {
		// It may be combined with others wherever it is referred to.
		d.everything = d.everything || n.Get("properties").Kind() == jsondoc.Absent && top != n
	}
	s.gather(top, d, map[int]bool{})
	return d
}

func (s *schema) gather(n *node, d *around, seen map[int]bool) {
	if n == nil || seen[n.ID()] {
		return
	}
	if seen[n.ID()] = true; len(seen) > maxAround {
		d.everything = true
		return
	}
	d.schemas = append(d.schemas, n.Node)
	if n.Get("$ref").Exists() {
		to := s.next(n)
		if to == nil {
			d.everything = true
		}
		s.gather(to, d, seen)
	}
	for k, v := range n.Members() {
		kw, known := keywords[k.Text()]
		if !known || !kw.inPlace || k.Is("not") {
			continue
		}
		s.gather(s.nodeAt(v), d, seen)
		for _, e := range v.Elems() {
			s.gather(s.nodeAt(e), d, seen)
		}
		for _, e := range v.Members() {
			s.gather(s.nodeAt(e), d, seen)
		}
	}
}

// isRequired reports whether the schema around a property requires it.
func (s *schema) isRequired(n *node) bool {
	if !n.isProperty() {
		return false
	}
	names, done := s.required[n.parent]
	if !done {
		names = map[string]bool{}
		for _, v := range s.up(n).Get("required").Elems() {
			if v.Kind() == jsondoc.String {
				names[v.Text()] = true
			}
		}
		if s.required == nil {
			s.required = map[int32]map[string]bool{}
		}
		s.required[n.parent] = names
	}
	return names[n.name]
}

func requiredWithDefault(p *pass, s *schema, n *node) {
	if s.input() && n.Get("default").Exists() && s.isRequired(n) {
		p.report(s.pointer(n, "default"), fmt.Sprintf("%s is required and has the default %s.", quote(n.name), show(n.Get("default"))))
	}
}

func nullableRequired(p *pass, s *schema, n *node) {
	if !s.input() || !s.isRequired(n) {
		return
	}
	if set := s.admits(n); set&isNull != 0 && set != anyType && set != isNull {
		p.report(s.pointer(n), fmt.Sprintf("%s allows null and is required: a client must send it, if only as null.", quote(n.name)))
	}
}
