package repair

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// holding says where schemas stand in the value of a keyword, in any dialect.
type holding uint8

const (
	one    holding = iota + 1 // a schema
	many                      // a list of schemas
	either                    // a schema or a list
	named                     // an object of schemas
)

var holders = map[string]holding{
	"properties": named, "patternProperties": named, "$defs": named, "definitions": named,
	"dependentSchemas": named, "dependencies": named,
	"items": either, "allOf": many, "anyOf": many, "oneOf": many, "prefixItems": many,
	"additionalProperties": one, "additionalItems": one, "unevaluatedProperties": one, "unevaluatedItems": one,
	"propertyNames": one, "contains": one, "not": one, "if": one, "then": one, "else": one, "contentSchema": one,
}

// step is a schema on the way to a place: under which keyword of the schema
// around it, and with which name or position there.
type step struct {
	v           *val
	under, name string
}

// site is the place of a finding in a tool that is being mended.
type site struct {
	*work
	ptr     jsondoc.Pointer
	side    string   // "inputSchema" or "outputSchema"; "" for the tool itself
	chain   []step   // the schemas around the place, the root first
	keyword string   // what follows after the innermost schema; "" where that is the place
	rest    []string // and after the keyword
}

// locate finds a place in the tool; what is missing there is left to the mend.
func (w *work) locate(p jsondoc.Pointer) *site {
	s := &site{work: w, ptr: p}
	tokens := p.Tokens()
	if len(tokens) == 0 {
		return s
	}
	if tokens[0] != "inputSchema" && tokens[0] != "outputSchema" {
		s.keyword, s.rest = tokens[0], tokens[1:]
		return s
	}
	s.side = tokens[0]
	root := w.root.get(s.side)
	if root == nil {
		return s
	}
	s.chain = []step{{v: root}}
	s.descend(tokens[1:])
	return s
}

// descend follows tokens from schema to schema.
func (s *site) descend(tokens []string) {
	for len(tokens) > 0 {
		at := s.last()
		under, inner := tokens[0], at.v.get(tokens[0])
		switch h := holders[under]; {
		case (h == one || h == either) && isSchema(inner):
			s.chain = append(s.chain, step{v: inner, under: under})
			tokens = tokens[1:]
			continue
		case len(tokens) > 1 && h == named && isSchema(inner.get(tokens[1])):
			s.chain = append(s.chain, step{v: inner.get(tokens[1]), under: under, name: tokens[1]})
			tokens = tokens[2:]
			continue
		case len(tokens) > 1 && (h == many || h == either):
			list := inner.list()
			if i, err := strconv.Atoi(tokens[1]); err == nil && i >= 0 && i < len(list) && isSchema(list[i]) {
				s.chain = append(s.chain, step{v: list[i], under: under, name: tokens[1]})
				tokens = tokens[2:]
				continue
			}
		}
		s.keyword, s.rest = under, tokens[1:]
		return
	}
}

// rise takes the place of a schema for the place of a member of the schema around
// it: rules differ in whether they point to a schema or mean the keyword it stands
// under. It fails at the root.
func (s *site) rise() bool {
	if len(s.chain) < 2 || s.keyword != "" {
		return false
	}
	st := s.last()
	s.chain = s.chain[:len(s.chain)-1]
	s.keyword, s.rest = st.under, nil
	if st.name != "" {
		s.rest = []string{st.name}
	}
	return true
}

func isSchema(v *val) bool { return v.is(jsondoc.Object) || v.is(jsondoc.Bool) }

// last is the innermost schema with the way to it.
func (s *site) last() step { return s.chain[len(s.chain)-1] }

// schema is the innermost schema around the place that is an object; nil where
// there is none.
func (s *site) schema() *val {
	if len(s.chain) == 0 || !s.last().v.isObject() {
		return nil
	}
	return s.last().v
}

// sideRoot is the root of the schema the place is in, nil for the tool itself.
func (s *site) sideRoot() *val {
	if len(s.chain) == 0 {
		return nil
	}
	return s.chain[0].v
}

// up is the schema around the innermost one, nil for the root.
func (s *site) up() *val {
	if len(s.chain) < 2 {
		return nil
	}
	return s.chain[len(s.chain)-2].v
}

// atRoot reports whether the innermost schema is the root.
func (s *site) atRoot() bool { return len(s.chain) == 1 }

// property is the name of the property that the innermost schema is, "" and
// false where it is none.
func (s *site) property() (string, bool) {
	if len(s.chain) < 2 || s.last().under != "properties" {
		return "", false
	}
	return s.last().name, true
}

func child(v *val, token string) *val {
	if v.isObject() {
		return v.get(token)
	}
	list := v.list()
	if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(list) {
		return list[i]
	}
	return nil
}

// put sets another schema in the place of the innermost one.
func (s *site) put(to *val) {
	last := s.last()
	s.chain[len(s.chain)-1].v = to
	if s.atRoot() {
		s.root.set(s.side, to)
		return
	}
	in := s.up().get(last.under)
	switch {
	case last.name == "":
		s.up().set(last.under, to)
	case in.isObject():
		in.set(last.name, to)
	default:
		if i, err := strconv.Atoi(last.name); err == nil && i < len(in.list()) {
			in.elems[i] = to
		}
	}
}

// maxSchemas bounds how many subschemas of one tool are looked at for one mend.
const maxSchemas = 20_000

// eachSchema calls f for a schema and all below it, parents first, with the
// keyword it stands under; it stops where f says false, and after maxSchemas.
func eachSchema(root *val, f func(v *val, under string) bool) {
	type entry struct {
		v     *val
		under string
	}
	queue := []entry{{v: root}}
	for i := 0; i < len(queue) && i < maxSchemas; i++ {
		e := queue[i]
		if !isSchema(e.v) {
			continue
		}
		if !f(e.v, e.under) {
			return
		}
		for _, m := range e.v.fields() {
			switch holders[m.name] {
			case one:
				queue = append(queue, entry{m.v, m.name})
			case either:
				queue = append(queue, entry{m.v, m.name})
				fallthrough
			case many:
				for _, c := range m.v.list() {
					queue = append(queue, entry{c, m.name})
				}
			case named:
				for _, c := range m.v.fields() {
					queue = append(queue, entry{c.v, m.name})
				}
			}
		}
	}
}

// plainPointer strips what some lists of findings put before a pointer into a
// tool: /tools/3.
func plainPointer(p jsondoc.Pointer) jsondoc.Pointer {
	if rest, ok := strings.CutPrefix(string(p), "/tools/"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			return jsondoc.Pointer(rest[i:])
		}
		return ""
	}
	return p
}
