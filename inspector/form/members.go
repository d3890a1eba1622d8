package form

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// propertyNames returns the names under all "properties" of a set and those that
// are only required, in the order written.
func (s *source) propertyNames(of set) []string {
	var names []string
	seen := map[string]bool{}
	add := func(n jsondoc.Node) {
		if name := n.Text(); n.Kind() == jsondoc.String && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, props := range of.all("properties") {
		for k := range props.Members() {
			add(k)
		}
	}
	for _, list := range of.all("required") {
		for _, e := range list.Elems() {
			add(e)
		}
	}
	return names
}

func requires(of set, name string) bool {
	for _, list := range of.all("required") {
		for _, e := range list.Elems() {
			if e.Kind() == jsondoc.String && e.Text() == name {
				return true
			}
		}
	}
	return false
}

// memberSet gathers the schemas of one key from all schemas of the object: those
// of the property, of the patterns that it matches, and else those for keys that
// the schema does not name.
func (s *source) memberSet(of set, name string) set {
	var out set
	for _, p := range of {
		below := part{when: p.when, branch: p.branch}
		below.node = s.member(p.get("properties"), name)
		named := below.node.Exists()
		s.expandInto(&out, below)
		for pattern, schema := range p.get("patternProperties").Members() {
			if matched, _ := s.match(pattern.Text(), name); matched {
				named = true
				below.node = schema
				s.expandInto(&out, below)
			}
		}
		if rest := p.get("additionalProperties"); !named && rest.Kind() == jsondoc.Object {
			below.node = rest
			s.expandInto(&out, below)
		}
	}
	if len(out) == 0 { // only required: no schema, but whoever requires it counts
		for _, p := range of {
			if requires(set{p}, name) {
				out = append(out, part{when: p.when, branch: p.branch})
			}
		}
	}
	return out
}

// described reports whether there is any schema in a set.
func (s set) described() bool {
	return slices.ContainsFunc(s, func(p part) bool { return p.node.Exists() })
}

// conditional reports whether all of a set came by conditions.
func (s set) conditional() bool {
	return len(s) > 0 && !slices.ContainsFunc(s, func(p part) bool { return !p.when })
}

// rowSet gathers the schemas of a key that nothing is known of but that it is
// none of the properties: for words about a map.
func (s *source) rowSet(of set) set {
	var out set
	for _, p := range of {
		below := part{when: p.when, branch: p.branch}
		if below.node = p.get("additionalProperties"); below.node.Kind() == jsondoc.Object {
			s.expandInto(&out, below)
		}
		for _, below.node = range p.get("patternProperties").Members() {
			s.expandInto(&out, below)
			break
		}
	}
	return out
}

// itemSet gathers the schemas of an array element; position -1 stands for any
// element after those with positions. An array under "items" is the tuple of the
// dialects before 2020-12, whatever the dialect says.
func (s *source) itemSet(of set, position int) set {
	var out set
	for _, p := range of {
		below := part{when: p.when, branch: p.branch}
		tuple, rest := itemKeywords(p)
		below.node = rest
		if position >= 0 && position < tuple.Len() {
			below.node = tuple.Elem(position)
		}
		s.expandInto(&out, below)
	}
	return out
}

func itemKeywords(p part) (tuple, rest jsondoc.Node) {
	tuple, rest = p.get("prefixItems"), p.get("items")
	if rest.Kind() == jsondoc.Array {
		tuple, rest = rest, p.get("additionalItems")
	}
	return tuple, rest
}

// tupleLen is how many elements have a schema of their own.
func tupleLen(of set) int {
	n := 0
	for _, p := range of {
		tuple, _ := itemKeywords(p)
		n = max(n, tuple.Len())
	}
	return n
}

// buildMember makes the field of one key, whether or not a property names it.
func (s *source) buildMember(f *Field, name string) *Field {
	of := s.memberSet(f.rules, name)
	c := s.build(of, place{up: f, pointer: f.Pointer.Join(name), required: f.requires(name)})
	c.Unknown = !of.described()
	c.spellKey(s.nameLiteral(f.rules, name))
	return c
}

// nameLiteral is a name as the schema spells it, where that holds what a Go string
// cannot: a lone surrogate, say. Else it is the name as a string is written.
func (s *source) nameLiteral(of set, name string) []byte {
	plain := jsondoc.AppendQuote(nil, name)
	if !strings.ContainsRune(name, utf8.RuneError) {
		return plain
	}
	for _, props := range of.all("properties") {
		for k := range props.Members() {
			if k.Text() == name {
				return k.Raw()
			}
		}
	}
	for _, list := range of.all("required") {
		for _, e := range list.Elems() {
			if e.Kind() == jsondoc.String && e.Text() == name {
				return e.Raw()
			}
		}
	}
	return plain
}

func (f *Field) requires(name string) bool {
	return requires(f.rules, name) || slices.Contains(f.demand, name)
}

// addRow makes a member that the schema does not name.
func (s *source) addRow(f *Field, name string) *Field {
	c := s.buildMember(f, name)
	c.Row = true
	f.Fields = append(f.Fields, c)
	return c
}

// addItem makes one more element at the end of an array.
func (s *source) addItem(f *Field) *Field {
	i := len(f.Fields)
	c := s.build(s.itemSet(f.rules, i), place{up: f, pointer: f.Pointer.Index(i), required: true})
	c.Required, c.Item, c.Fixed = false, true, i < tupleLen(f.rules)
	f.Fields = append(f.Fields, c)
	return c
}

// reconcile brings the members into line with the schemas that apply now. What
// was put into a member that is no longer described is kept: in sight as an
// unknown key where it is sent, else in mind.
func (s *source) reconcile(f *Field) {
	if f.Closed = f.Closed && s.opens(f); f.Closed || !holdsMembers(f.Control) {
		return
	}
	var fields []*Field
	taken := map[string]bool{}
	for _, name := range s.propertyNames(f.rules) {
		fields = append(fields, s.property(f, name))
		taken[name] = true
	}
	for _, c := range f.Fields {
		if taken[c.Name] {
			continue
		}
		if c.Row || c.State != Omit && c.base.branch() == "" {
			c.Row, c.Required = true, false
			s.rebase(c, s.memberSet(f.rules, c.Name))
			fields = append(fields, c)
		} else {
			f.keep(c)
		}
	}
	f.Fields = fields
}

// property finds or makes the field of a property.
func (s *source) property(f *Field, name string) *Field {
	of := s.memberSet(f.rules, name)
	if c := f.child(name); c != nil {
		if c.Row || c.base.branch() == of.branch() {
			c.Row, c.Required = false, f.requires(name)
			s.rebase(c, of)
			return c
		}
		f.keep(c)
	}
	quiet := s.quiet
	s.quiet = false // what is in it has its first state
	c := s.buildMember(f, name)
	if s.quiet = quiet; quiet {
		c.State = Omit
	}
	if m := f.kept[keptKey(c)]; m != nil {
		delete(f.kept, keptKey(c))
		s.recall(c, m)
	}
	return c
}

// branch names the branches that a set came by.
func (s set) branch() string {
	var names []string
	for _, p := range s {
		if p.branch != "" && !slices.Contains(names, p.branch) {
			names = append(names, p.branch)
		}
	}
	return strings.Join(names, " ")
}

// rebase puts a field under other schemas and keeps what was filled in.
func (s *source) rebase(c *Field, of set) {
	c.Unknown = !of.described()
	if slices.EqualFunc(c.base, of, func(a, b part) bool { return a.node == b.node && a.kind == b.kind }) {
		c.base = of
		return
	}
	state, native, doc := c.State, c.Native, c.peek()
	c.base = of
	s.settle(c)
	switch {
	case native == c.Native && c.Control == Array:
		s.rebaseItems(c)
	case native == c.Native && holdsMembers(c.Control):
		s.reconcile(c)
	default:
		if native != c.Native {
			c.hide()
		}
		if doc == nil && container(c.Control) && !blank(c.Text) {
			c.Control = JSON // what is typed so far is no JSON yet
		}
		s.populate(c)
		if doc != nil {
			s.load(c, doc.Root(), new([]Problem))
		}
	}
	c.State = state
}

// rebaseItems puts the elements of an array under the schemas that apply now.
func (s *source) rebaseItems(f *Field) {
	for i, c := range f.Fields {
		c.Fixed = i < tupleLen(f.rules)
		s.rebase(c, s.itemSet(f.rules, i))
	}
}
