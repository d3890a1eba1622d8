package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// exam is one tool being looked at, with what its list knows of it.
type exam struct {
	tool   *tool.Tool
	input  *view
	output *view // nil where the tool has none
	list   *facts
	server string // the name the server is configured under, empty where not known
}

// hit is one place that a rule matches.
type hit struct {
	at    jsondoc.Pointer
	value jsondoc.Node // what stands there, absent where it is something missing
	word  string       // the keyword or name that the hit is about
	n     int          // a length or a count
	limit int          // what n should not pass
	text  string       // what a named function has to say
	when  string       // a condition of this hit alone

	view *view // with pos, where the hit is about a place of a schema and not a keyword
	pos  int32
}

// matcher finds the hits of one rule in a tool.
type matcher func(x *exam, found func(hit))

// compile turns what a rule looks for into code.
func (s matchSpec) compile() (matcher, error) {
	m, err := s.choose()
	if err != nil {
		return nil, err
	}
	if s.When == "" && s.Text == "" {
		return m, nil
	}
	return func(x *exam, found func(hit)) {
		m(x, func(h hit) {
			h.when = joinConditions(h.when, s.When)
			if h.text == "" {
				h.text = s.Text
			}
			found(h)
		})
	}, nil
}

func (s matchSpec) choose() (matcher, error) {
	switch {
	case s.Any != nil:
		return s.either()
	case s.Name != nil:
		return s.Name.compile()
	case s.Description != nil:
		return s.Description.compile()
	case s.Lacking != nil:
		return lackingMatcher(s.Lacking), nil
	case s.Members != nil:
		return s.textMembers()
	case s.Func != "":
		return s.function()
	case s.List != nil:
		return s.List.compile()
	case s.Answer != "":
		if !slices.Contains(answerKinds, s.Answer) {
			return nil, fmt.Errorf("no kind of answer is called %q", s.Answer)
		}
		return nothing, nil
	default:
		return s.schema()
	}
}

// nothing is the matcher of what a list of tools cannot tell.
func nothing(*exam, func(hit)) {}

func (s matchSpec) either() (matcher, error) {
	var all []matcher
	for _, one := range s.Any {
		m, err := one.compile()
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return func(x *exam, found func(hit)) {
		for _, m := range all {
			m(x, found)
		}
	}, nil
}

func (s matchSpec) function() (matcher, error) {
	make, ok := functions[s.Func]
	if !ok {
		return nil, fmt.Errorf("no function is called %q", s.Func)
	}
	args := s.Args
	if args == nil {
		args = json.RawMessage("{}")
	}
	f, err := make(args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Func, err)
	}
	views, err := s.views()
	if err != nil {
		return nil, err
	}
	return func(x *exam, found func(hit)) { f(x, views(x), found) }, nil
}

// views picks the schemas that are looked at.
func (s matchSpec) views() (func(*exam) []*view, error) {
	pick := func(in, out bool) func(*exam) []*view {
		return func(x *exam) []*view {
			var list []*view
			if in && x.input != nil {
				list = append(list, x.input)
			}
			if out && x.output != nil {
				list = append(list, x.output)
			}
			return list
		}
	}
	switch s.In {
	case "", "input":
		return pick(true, false), nil
	case "output":
		return pick(false, true), nil
	case "both":
		return pick(true, true), nil
	default:
		return nil, fmt.Errorf("no schema is called %q", s.In)
	}
}

// schema compiles what is looked for at the places of a schema.
func (s matchSpec) schema() (matcher, error) {
	views, err := s.views()
	if err != nil {
		return nil, err
	}
	place, err := s.place()
	if err != nil {
		return nil, err
	}
	point, err := s.pointer()
	if err != nil {
		return nil, err
	}
	needs, err := s.needs()
	if err != nil {
		return nil, err
	}
	root := len(s.At) == 1 && s.At[0] == "root"
	return func(x *exam, found func(hit)) {
		for _, v := range views(x) {
			if needs != (set{}) && !v.seen.meets(needs) {
				continue
			}
			end := len(v.pos)
			if root {
				end = 1
			}
			for i := range int32(end) {
				if place(v, i) {
					point(v, i, found)
				}
			}
		}
	}, nil
}

// needs is a set of keywords one of which the schema must use somewhere for the
// rule to match; empty where nothing is known.
func (s matchSpec) needs() (set, error) {
	switch {
	case s.Keywords != nil:
		return keywordSet(s.Keywords)
	case s.If != nil && s.If.Has != nil:
		return keywordSet(s.If.Has)
	case s.If != nil && s.If.Ref != nil:
		return setOf(kwRef), nil
	default:
		return set{}, nil
	}
}

// place compiles At, Through, On and If.
func (s matchSpec) place() (test, error) {
	on := s.On
	if on == nil {
		on = names{"object"}
	}
	parts := testSpec{Kind: on}
	if s.If != nil {
		parts.All = append(parts.All, *s.If)
	}
	rest, err := parts.compile()
	if err != nil {
		return nil, err
	}
	var at []test
	for _, name := range s.At {
		scope, ok := scopes[name]
		if !ok {
			return nil, fmt.Errorf("no place is called %q", name)
		}
		at = append(at, scope)
	}
	through, err := keywordSet(s.Through)
	if err != nil {
		return nil, err
	}
	definitions := setOf(kwDefs, kwDefinitions)
	return func(v *view, i int32) bool {
		if s.Through != nil && !v.pos[i].path.within(through) {
			return false
		}
		if !s.Unused && v.pos[i].path.meets(definitions) && !v.isUsed(i) {
			return false
		}
		if at != nil && !slices.ContainsFunc(at, func(t test) bool { return t(v, i) }) {
			return false
		}
		return rest(v, i)
	}, nil
}

// scopes are the places that At can name.
var scopes = map[string]test{
	"root":          func(_ *view, i int32) bool { return i == 0 },
	"below":         func(_ *view, i int32) bool { return i > 0 },
	"property":      func(v *view, i int32) bool { return v.isProperty(i) },
	"root-property": func(v *view, i int32) bool { return v.isRootProperty(i) },
	"items":         func(v *view, i int32) bool { return v.pos[i].via == kwItems },
	"branch":        func(v *view, i int32) bool { return setOf(kwAnyOf, kwOneOf, kwAllOf).has(v.pos[i].via) },
}

// pointing turns a place that matches into hits.
type pointing func(v *view, i int32, found func(hit))

func (s matchSpec) pointer() (pointing, error) {
	switch {
	case s.Keywords != nil:
		k, err := keywordSet(s.Keywords)
		return pointAtMembers(func(m member) bool { return m.kw != kwNone && k.has(m.kw) }), err
	case s.Except != nil:
		return s.exceptions()
	case s.Point != nil:
		k, err := keywordSet(s.Point)
		if err != nil {
			return nil, err
		}
		first, _ := keywordNamed(s.Point[0])
		return pointAtKeywords(k, first), nil
	default:
		return func(v *view, i int32, found func(hit)) {
			found(hit{at: v.place(i), value: v.pos[i].node, word: v.place(i).Last(), view: v, pos: i})
		}, nil
	}
}

func (s matchSpec) exceptions() (pointing, error) {
	var known set
	var unknown, extensions, standard bool
	for _, name := range s.Except {
		switch name {
		case "*":
			unknown = true
		case "x-*":
			extensions = true
		case "known":
			standard = true
		default:
			k, err := keywordNamed(name)
			if err != nil {
				return nil, err
			}
			known.add(k)
		}
	}
	return pointAtMembers(func(m member) bool {
		switch {
		case m.kw != kwNone:
			return !standard && !known.has(m.kw)
		case extensions && strings.HasPrefix(text(m.key), "x-"):
			return false
		default:
			return !unknown
		}
	}), nil
}

func pointAtMembers(want func(member) bool) pointing {
	return func(v *view, i int32, found func(hit)) {
		p := &v.pos[i]
		for _, m := range v.members[p.first:p.last] {
			if want(m) {
				name := text(m.key)
				found(hit{at: v.place(i).Join(name), value: m.value, word: name})
			}
		}
	}
}

// pointAtKeywords points at those that are there, and where none is, at the
// place where the first belongs; a value that is no object is pointed at itself.
func pointAtKeywords(k set, first keyword) pointing {
	present := pointAtMembers(func(m member) bool { return m.kw != kwNone && k.has(m.kw) })
	return func(v *view, i int32, found func(hit)) {
		switch {
		case v.pos[i].has.meets(k):
			present(v, i, found)
		case v.pos[i].node.Kind() == jsondoc.Object:
			found(hit{at: v.place(i).Join(first.String()), word: first.String()})
		default:
			found(hit{at: v.place(i), value: v.pos[i].node, view: v, pos: i})
		}
	}
}

// textMembers finds member names anywhere in the text of a schema, be they
// keywords or not.
func (s matchSpec) textMembers() (matcher, error) {
	views, err := s.views()
	return func(x *exam, found func(hit)) {
		for _, v := range views(x) {
			doc, root := v.root.Document(), v.root
			for id := root.ID() + 1; id < root.EndID(); id++ {
				key := doc.Node(id)
				if key.IsKey() && slices.Contains(s.Members, text(key)) {
					found(hit{at: key.Pointer(), value: doc.Node(id + 1), word: text(key)})
				}
			}
		}
	}, err
}

func joinConditions(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", and " + b
}
