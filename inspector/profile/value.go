package profile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// valueTest is a compiled condition on a JSON value.
type valueTest func(jsondoc.Node) bool

func (s valueSpec) compile() (valueTest, error) {
	var all []valueTest
	for _, part := range []func(*[]valueTest) error{s.texts, s.sizes, s.parts} {
		if err := part(&all); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("a condition on a value that says nothing")
	}
	return func(n jsondoc.Node) bool {
		for _, t := range all {
			if !t(n) {
				return false
			}
		}
		return true
	}, nil
}

// texts compiles what is said about the kind and the text of a value.
func (s valueSpec) texts(all *[]valueTest) error {
	if s.Kind != nil {
		kinds, err := kindsOf(s.Kind)
		if err != nil {
			return err
		}
		*all = append(*all, kinds.has)
	}
	if list := s.In; list != nil {
		*all = append(*all, func(n jsondoc.Node) bool {
			return n.Kind() == jsondoc.String && slices.Contains(list, text(n))
		})
	}
	if s.Matches != "" {
		re, err := regexp.Compile(s.Matches)
		if err != nil {
			return err
		}
		*all = append(*all, func(n jsondoc.Node) bool { return n.Kind() == jsondoc.String && re.MatchString(text(n)) })
	}
	if s.Is != "" {
		t, ok := valueTests[s.Is]
		if !ok {
			return fmt.Errorf("no test of a value is called %q", s.Is)
		}
		*all = append(*all, t)
	}
	return nil
}

// sizes compiles what is said about numbers and lengths.
func (s valueSpec) sizes(all *[]valueTest) error {
	if limit := s.Above; limit != nil {
		*all = append(*all, func(n jsondoc.Node) bool { f, ok := number(n); return ok && f > *limit })
	}
	if limit := s.Below; limit != nil {
		*all = append(*all, func(n jsondoc.Node) bool { f, ok := number(n); return ok && f < *limit })
	}
	if limit := s.Longer; limit != nil {
		*all = append(*all, func(n jsondoc.Node) bool { return length(n) > *limit })
	}
	if limit := s.Shorter; limit != nil {
		*all = append(*all, func(n jsondoc.Node) bool { l := length(n); return l >= 0 && l < *limit })
	}
	return nil
}

// parts compiles what is said about the elements of a value.
func (s valueSpec) parts(all *[]valueTest) error {
	for _, p := range []struct {
		of   *valueSpec
		make func(valueTest) valueTest
	}{{s.Some, someElement}, {s.Every, everyElement}, {s.Not, notValue}} {
		if p.of == nil {
			continue
		}
		t, err := p.of.compile()
		if err != nil {
			return err
		}
		*all = append(*all, p.make(t))
	}
	return nil
}

func someElement(t valueTest) valueTest {
	return func(n jsondoc.Node) bool {
		for _, e := range n.Elems() {
			if t(e) {
				return true
			}
		}
		return false
	}
}

func everyElement(t valueTest) valueTest {
	return func(n jsondoc.Node) bool {
		for _, e := range n.Elems() {
			if !t(e) {
				return false
			}
		}
		return n.Kind() == jsondoc.Array
	}
}

func notValue(t valueTest) valueTest {
	return func(n jsondoc.Node) bool { return !t(n) }
}

// number reads a JSON number; what a float64 cannot hold is the nearest it can,
// which is enough to compare it with a limit.
func number(n jsondoc.Node) (float64, bool) {
	if n.Kind() != jsondoc.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n.Raw()), 64)
	return f, err == nil || f != 0
}

// length counts the characters of a string and the elements or members of a
// container; it is -1 for anything else.
func length(n jsondoc.Node) int {
	switch n.Kind() {
	case jsondoc.String:
		return utf8.RuneCountInString(text(n))
	case jsondoc.Array, jsondoc.Object:
		return n.Len()
	default:
		return -1
	}
}
