package lint

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// logicRules are about combinations that accept nothing, or more than they say.
func logicRules() []Rule {
	return []Rule{
		{
			Name: "lint/unsatisfiable", Level: tool.LevelCall, onNode: unsatisfiable,
			Doc:      "A schema that nothing fits, where a value must be sent, makes every call fail.",
			Next:     "Take away what contradicts.",
			Evidence: core2020 + "#name-keywords-for-applying-subsch",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"allOf":[{"type":"string"},{"type":"integer"}]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
		},
		{
			Name: "lint/oneof-overlap", Level: tool.LevelWarn, onNode: oneOfOverlap,
			Doc:      "A value that matches two branches of oneOf is refused. Where branches overlap that happens to values that look right.",
			Next:     "Write anyOf, or make the branches exclude each other.",
			Evidence: core2020 + "#name-oneof",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"oneOf":[{"type":"integer"},{"type":"number"}]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"number"}]}}}}`,
		},
	}
}

func unsatisfiable(p *pass, s *schema, n *node) {
	if n.Kind() == jsondoc.Bool {
		if n.IsFalse() && s.isRequired(n) {
			p.report(s.pointer(n), fmt.Sprintf("%s is required and its schema is false.", capital(s.label(n))))
		}
		return
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list := n.Get(name); list.Kind() == jsondoc.Array && list.Len() == 0 {
			p.report(s.pointer(n, name), fmt.Sprintf("The %s of %s is empty: nothing matches one of none.", name, s.label(n)))
		}
	}
	if not := n.Get("not"); (not.IsTrue() || not.Kind() == jsondoc.Object && not.Len() == 0) && s.wanted(n) {
		p.report(s.pointer(n, "not"), fmt.Sprintf("%s is what is not anything: nothing fits.", capital(s.label(n))))
	}
	s.disjoint(p, n)
}

// disjoint reports the first branch of allOf that leaves no type.
func (s *schema) disjoint(p *pass, n *node) {
	set, ok := declared(n.Node)
	if !ok {
		set = anyType
	}
	for i, b := range n.Get("allOf").Elems() {
		branch := s.nodeAt(b)
		if branch == nil {
			continue
		}
		admits := s.admits(branch)
		if admits&set == 0 {
			p.report(s.pointer(n, "allOf").Index(i), fmt.Sprintf("This part of the allOf of %s takes %s, the others %s: nothing fits all.", s.label(n), nothing(admits), set))
			return
		}
		set &= admits
	}
}

func nothing(t typeSet) string {
	if t == 0 {
		return "nothing"
	}
	return t.String()
}

// wanted reports whether a value must stand where the subschema is, so that one
// that nothing fits is a fault. {"not": {}} as an optional property is how a
// property is forbidden.
func (s *schema) wanted(n *node) bool {
	return n.parent < 0 || n.under == "allOf" || s.isRequired(n)
}

// maxBranches bounds the pairs of branches that are compared.
const maxBranches = 40

func oneOfOverlap(p *pass, s *schema, n *node) {
	branches := n.Get("oneOf")
	if branches.Kind() != jsondoc.Array {
		return
	}
	var seen []jsondoc.Node
	for j, b := range branches.Elems() {
		if j >= maxBranches || p.full() {
			return
		}
		for i, a := range seen {
			if why := overlap(a, b); why != "" {
				p.report(s.pointer(n, "oneOf").Index(j), fmt.Sprintf("The branches %d and %d of the oneOf of %s overlap: %s.", i, j, s.label(n), why))
				break
			}
		}
		seen = append(seen, b)
	}
}

// overlap says why some value matches both branches, "" where that is not sure.
func overlap(a, b jsondoc.Node) string {
	switch {
	case same(a, b):
		return "they are equal"
	case onlyRequired(a) && onlyRequired(b):
		return "an object with the properties of both matches both"
	case bare(a, "integer") && bare(b, "number"), bare(a, "number") && bare(b, "integer"):
		return "an integer is a number"
	}
	return ""
}

// onlyRequired reports whether required is all that a branch says.
func onlyRequired(n jsondoc.Node) bool {
	for k := range n.Members() {
		if kw := keywords[k.Text()]; kw.asserts && !k.Is("required") && !k.Is("type") {
			return false
		}
	}
	return n.Get("required").Len() > 0
}

// bare reports whether a type is all that a branch says.
func bare(n jsondoc.Node, typ string) bool {
	for k := range n.Members() {
		if kw := keywords[k.Text()]; kw.asserts && !k.Is("type") {
			return false
		}
	}
	return n.Get("type").Is(typ)
}
