package repair

import (
	"mcploupe/inspector/jsondoc"
	"slices"
)

// expand makes a copy of a schema with every reference in it written out. stack
// holds the definitions that are being written; cut, where set, is put in the
// place of one that comes again.
func (s *site) expand(v *val, stack []*val, cut func(*val) *val) *val {
	if s.budget--; s.budget < 0 {
		return nil
	}
	if ref := v.get("$ref"); ref.is(jsondoc.String) {
		to, _ := s.follow(ref.text())
		switch {
		case to == nil:
			return nil
		case slices.Contains(stack, to):
			if cut == nil {
				return nil
			}
			return beside(cut(to), v)
		}
		full := s.expand(to, append(stack, to), cut)
		if full == nil {
			return nil
		}
		return beside(full, v)
	}
	return s.expandChildren(v, stack, cut)
}

func (s *site) expandChildren(v *val, stack []*val, cut func(*val) *val) *val {
	c := *v
	c.names = nameIndex{}
	if !c.isObject() {
		return &c
	}
	v.open()
	c.opened = true
	c.members = slices.Clone(v.members)
	for i := range c.members {
		m := &c.members[i]
		to := s.expandHeld(m.name, m.v, stack, cut)
		if to == nil {
			return nil
		}
		m.v = to
	}
	return &c
}

// expandHeld writes out what a keyword holds.
func (s *site) expandHeld(name string, v *val, stack []*val, cut func(*val) *val) *val {
	h := holders[name]
	switch {
	case h == 0 || name == "$defs" || name == "definitions":
		return v.clone()
	case isSchema(v) && h != named && h != many:
		return s.expand(v, stack, cut)
	case !v.isObject() && !v.is(jsondoc.Array):
		return v.clone()
	}
	c := *v
	c.names = nameIndex{}
	v.open()
	c.opened = true
	c.members, c.elems = slices.Clone(v.members), slices.Clone(v.elems)
	for i := range c.members {
		if to := c.members[i].v; isSchema(to) {
			if c.members[i].v = s.expand(to, stack, cut); c.members[i].v == nil {
				return nil
			}
		}
	}
	for i, to := range c.elems {
		if isSchema(to) {
			if c.elems[i] = s.expand(to, stack, cut); c.elems[i] == nil {
				return nil
			}
		}
	}
	return &c
}

// beside adds what stands beside a reference to the copy of what it led to: what
// describes wins, what checks must hold too.
func beside(full, v *val) *val {
	if full.isTrue() {
		full = obj()
	}
	if !full.isObject() {
		return full
	}
	checks := obj()
	for _, m := range v.fields() {
		switch {
		case m.name == "$ref":
		case slices.Contains(annotations, m.name):
			full.set(m.name, m.v)
		case !full.has(m.name):
			full.set(m.name, m.v)
		case !sameVal(full.get(m.name), m.v):
			checks.members = append(checks.members, m)
		}
	}
	if checks.size() > 0 {
		return obj().with("allOf", arr(full, checks))
	}
	full.drop("$anchor", "$dynamicAnchor")
	return full
}

func inlineHere(s *site, v *val) bool {
	if !v.get("$ref").is(jsondoc.String) || s.ownBase() {
		return false
	}
	full := s.expand(v, nil, nil)
	if full == nil {
		return false
	}
	before := s.unused()
	s.put(full)
	s.pruneExcept(before)
	return true
}

// inlineAll writes out every reference below a root; it fails where one is
// recursive or leads nowhere.
func (s *site) inlineAll(root *val) bool {
	if !root.isObject() || s.ownBase() {
		return false
	}
	full := s.expand(root, []*val{root}, nil)
	if full == nil || !full.isObject() {
		return false
	}
	root.members = full.members
	root.drop("$defs", "definitions")
	return true
}

// unroll writes the references of the whole schema out, recursive ones down to
// the first repetition.
func unroll(s *site, _ *val) bool {
	root := s.sideRoot()
	if !root.isObject() || s.ownBase() {
		return false
	}
	recursive := false
	full := s.expand(root, []*val{root}, func(to *val) *val {
		recursive = true
		types := typesOf(to)
		switch {
		case len(types) == 0 && !to.has("properties"):
			return obj()
		case len(types) == 1 && types[0] == "array":
			return typed("array").with("items", obj())
		case len(types) == 1 && types[0] != "object":
			return typed(types[0])
		}
		return typed("object").with("properties", obj())
	})
	if full == nil || !recursive || !full.isObject() {
		return false
	}
	root.members = full.members
	root.drop("$defs", "definitions")
	return true
}
