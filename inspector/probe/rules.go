package probe

import (
	"slices"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// rules are the schema objects that a value of a field must fit all at once, as far
// as they are told without judging: the schema, what its $ref means, its allOf, and
// the alternative that the example belongs to. What is missed costs a step, and
// never makes a step wrong: package validate says what is allowed.
type rules []jsondoc.Node

// maxRules bounds the schemas of one field.
const maxRules = 40

func (m *maker) rules(f *form.Field) rules {
	var r rules
	m.collect(&r, f.Schema)
	if len(f.Branches) > 0 && f.Branch >= 0 && f.Branch < len(f.Branches) {
		if at := f.Branches[f.Branch].Schema; at != "" {
			m.collect(&r, at)
		}
	}
	if f.Nullable || len(f.Branches) > 0 {
		m.collectLone(&r)
	}
	return r
}

// collect adds the schema at a pointer of the document.
func (m *maker) collect(r *rules, at jsondoc.Pointer) {
	if n, err := m.doc.At(at); err == nil {
		m.collectNode(r, n)
	}
}

func (m *maker) collectNode(r *rules, n jsondoc.Node) {
	if n.Kind() != jsondoc.Object || len(*r) >= maxRules || slices.Contains(*r, n) {
		return
	}
	*r = append(*r, n)
	if ref := n.Get("$ref"); ref.Kind() == jsondoc.String {
		if path, local := strings.CutPrefix(ref.Text(), "#"); local && (path == "" || path[0] == '/') {
			m.collect(r, jsondoc.Pointer(path)) // an escaped fragment is not found, which costs steps only
		}
	}
	for _, part := range n.Get("allOf").Elems() {
		m.collectNode(r, part)
	}
}

// collectLone adds the one alternative that is left where the other is null, which is
// how an optional value is usually written.
func (m *maker) collectLone(r *rules) {
	for _, n := range slices.Clone(*r) {
		for _, key := range [...]string{"anyOf", "oneOf"} {
			var rest []jsondoc.Node
			for _, alt := range n.Get(key).Elems() {
				if !alt.Get("type").Is("null") {
					rest = append(rest, alt)
				}
			}
			if len(rest) == 1 {
				m.collectNode(r, rest[0])
			}
		}
	}
}

// all yields the values of a keyword.
func (r rules) all(keyword string) []jsondoc.Node {
	var found []jsondoc.Node
	for _, n := range r {
		if v := n.Get(keyword); v.Exists() {
			found = append(found, v)
		}
	}
	return found
}

// types are the names of the types that are allowed; none where the schema is silent.
func (r rules) types() []string {
	var names []string
	for _, t := range r.all("type") {
		if t.Kind() == jsondoc.String {
			names = append(names, t.Text())
		}
		for _, e := range t.Elems() {
			names = append(names, e.Text())
		}
	}
	return names
}

// listed reports whether the values are listed, so that what is made by type or
// bounds says nothing new.
func (r rules) listed() bool { return len(r.all("enum"))+len(r.all("const")) > 0 }
