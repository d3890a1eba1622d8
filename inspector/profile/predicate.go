package profile

import (
	"fmt"
	"sort"

	"mcploupe/inspector/jsondoc"
)

// test is a compiled condition on a place.
type test func(v *view, i int32) bool

// compile turns a condition into code. What the data may not say is an error.
func (s testSpec) compile() (test, error) {
	var all []test
	for _, part := range []func(*[]test) error{s.shape, s.words, s.values, s.subschemas, s.around} {
		if err := part(&all); err != nil {
			return nil, err
		}
	}
	switch len(all) {
	case 0:
		return nil, fmt.Errorf("a condition that says nothing")
	case 1:
		return all[0], nil
	}
	return func(v *view, i int32) bool {
		for _, t := range all {
			if !t(v, i) {
				return false
			}
		}
		return true
	}, nil
}

// shape compiles what is said about the kind, the type and the way to a place.
func (s testSpec) shape(all *[]test) error {
	if s.Kind != nil {
		kinds, err := kindsOf(s.Kind)
		if err != nil {
			return err
		}
		*all = append(*all, func(v *view, i int32) bool { return kinds.has(v.pos[i].node) })
	}
	if s.Type != nil {
		types, err := typesOf(s.Type)
		if err != nil {
			return err
		}
		*all = append(*all, func(v *view, i int32) bool {
			return v.pos[i].form == formOne && v.pos[i].types&types != 0
		})
	}
	if s.Admits != nil {
		types, err := typesOf(s.Admits)
		if err != nil {
			return err
		}
		*all = append(*all, func(v *view, i int32) bool { return v.pos[i].types&types != 0 })
	}
	if s.Form != nil {
		var forms [formOther + 1]bool
		for _, name := range s.Form {
			form, ok := formNames[name]
			if !ok {
				return fmt.Errorf("no form of type is called %q", name)
			}
			forms[form] = true
		}
		*all = append(*all, func(v *view, i int32) bool { return forms[v.pos[i].form] })
	}
	return nil
}

// words compiles what is said about keywords and flags.
func (s testSpec) words(all *[]test) error {
	for _, w := range []struct {
		list names
		make func(set) test
	}{
		{s.Has, func(k set) test { return func(v *view, i int32) bool { return v.pos[i].has.meets(k) } }},
		{s.Lacks, func(k set) test { return func(v *view, i int32) bool { return !v.pos[i].has.meets(k) } }},
		{s.Via, func(k set) test { return func(v *view, i int32) bool { return k.has(v.pos[i].via) } }},
		{s.Inside, func(k set) test { return func(v *view, i int32) bool { return v.pos[i].path.meets(k) } }},
		{s.Only, onlyTest},
	} {
		if w.list == nil {
			continue
		}
		k, err := keywordSet(w.list)
		if err != nil {
			return err
		}
		*all = append(*all, w.make(k))
	}
	if s.Ref != nil {
		var kinds linkKind
		for _, name := range s.Ref {
			kind, ok := linkNames[name]
			if !ok {
				return fmt.Errorf("no kind of $ref is called %q", name)
			}
			kinds |= kind
		}
		*all = append(*all, func(v *view, i int32) bool { return v.pos[i].has.has(kwRef) && v.linkOf(i).where&kinds != 0 })
	}
	if s.Is != "" {
		t, ok := placeTests[s.Is]
		if !ok {
			return fmt.Errorf("no test is called %q", s.Is)
		}
		*all = append(*all, t)
	}
	if want := s.Optional; want != nil {
		*all = append(*all, func(v *view, i int32) bool { return v.isProperty(i) && v.pos[i].optional == *want })
	}
	if want := s.Nullable; want != nil {
		*all = append(*all, func(v *view, i int32) bool { return v.admitsNull(i) == *want })
	}
	return nil
}

func onlyTest(allowed set) test {
	return func(v *view, i int32) bool {
		p := &v.pos[i]
		if !p.has.within(allowed) {
			return false
		}
		for m := p.first; m < p.last; m++ {
			if v.members[m].kw == kwNone {
				return false
			}
		}
		return true
	}
}

// values compiles what is said about the values of keywords.
func (s testSpec) values(all *[]test) error {
	for _, name := range sortedKeys(s.Value) {
		k, err := keywordNamed(name)
		if err != nil {
			return err
		}
		holds, err := s.Value[name].compile()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*all = append(*all, func(v *view, i int32) bool {
			return v.pos[i].has.has(k) && holds(v.value(i, k))
		})
	}
	return nil
}

// subschemas compiles what is said about schemas right below.
func (s testSpec) subschemas(all *[]test) error {
	for _, q := range []struct {
		of   map[string]testSpec
		make func(keyword, test) test
	}{{s.Some, someTest}, {s.Every, everyTest}} {
		for _, name := range sortedKeys(q.of) {
			k, err := keywordNamed(name)
			if err != nil {
				return err
			}
			t, err := q.of[name].compile()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			*all = append(*all, q.make(k, t))
		}
	}
	return nil
}

func someTest(k keyword, t test) test {
	return func(v *view, i int32) bool {
		for c := range v.under(i, k) {
			if t(v, c) {
				return true
			}
		}
		return false
	}
}

func everyTest(k keyword, t test) test {
	return func(v *view, i int32) bool {
		some := false
		for c := range v.under(i, k) {
			if some = true; !t(v, c) {
				return false
			}
		}
		return some
	}
}

// around compiles what is said about other places, and what combines.
func (s testSpec) around(all *[]test) error {
	if s.Root != nil {
		t, err := s.Root.compile()
		if err != nil {
			return fmt.Errorf("root: %w", err)
		}
		*all = append(*all, func(v *view, _ int32) bool { return t(v, 0) })
	}
	if s.Parent != nil {
		t, err := s.Parent.compile()
		if err != nil {
			return fmt.Errorf("parent: %w", err)
		}
		*all = append(*all, func(v *view, i int32) bool { return v.pos[i].parent >= 0 && t(v, v.pos[i].parent) })
	}
	if s.Not != nil {
		t, err := s.Not.compile()
		if err != nil {
			return fmt.Errorf("not: %w", err)
		}
		*all = append(*all, func(v *view, i int32) bool { return !t(v, i) })
	}
	for _, one := range s.All {
		t, err := one.compile()
		if err != nil {
			return fmt.Errorf("all: %w", err)
		}
		*all = append(*all, t)
	}
	if s.Any != nil {
		var some []test
		for _, one := range s.Any {
			t, err := one.compile()
			if err != nil {
				return fmt.Errorf("any: %w", err)
			}
			some = append(some, t)
		}
		*all = append(*all, func(v *view, i int32) bool {
			for _, t := range some {
				if t(v, i) {
					return true
				}
			}
			return false
		})
	}
	return nil
}

func keywordNamed(name string) (keyword, error) {
	k, ok := keywordByName[name]
	if !ok {
		return kwNone, fmt.Errorf("no keyword is called %q", name)
	}
	return k, nil
}

func keywordSet(list names) (set, error) {
	var s set
	for _, name := range list {
		k, err := keywordNamed(name)
		if err != nil {
			return s, err
		}
		s.add(k)
	}
	return s, nil
}

func typesOf(list names) (typeSet, error) {
	var s typeSet
	for _, name := range list {
		t, ok := typeNames[name]
		if !ok {
			return 0, fmt.Errorf("no type is called %q", name)
		}
		s |= t
	}
	return s, nil
}

// kindSet is a set of kinds of JSON values, with the two booleans apart.
type kindSet uint16

const (
	kindTrue  kindSet = 1 << 14
	kindFalse kindSet = 1 << 15
)

var kindNames = map[string]kindSet{
	"absent": 1 << jsondoc.Absent, "null": 1 << jsondoc.Null, "number": 1 << jsondoc.Number, "string": 1 << jsondoc.String,
	"array": 1 << jsondoc.Array, "object": 1 << jsondoc.Object, "true": kindTrue, "false": kindFalse, "boolean": kindTrue | kindFalse,
	"any": kindTrue | kindFalse | 1<<jsondoc.Null | 1<<jsondoc.Number | 1<<jsondoc.String | 1<<jsondoc.Array | 1<<jsondoc.Object,
}

func kindsOf(list names) (kindSet, error) {
	var s kindSet
	for _, name := range list {
		k, ok := kindNames[name]
		if !ok {
			return 0, fmt.Errorf("no kind of value is called %q", name)
		}
		s |= k
	}
	return s, nil
}

func (s kindSet) has(n jsondoc.Node) bool {
	switch {
	case n.IsTrue():
		return s&kindTrue != 0
	case n.IsFalse():
		return s&kindFalse != 0
	default:
		return s&(1<<n.Kind()) != 0
	}
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
