package profile

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// AssumedServerName is how many characters a server's name is taken to have
// where it is not known: clients put it before the tool's name, and a tool that
// leaves it less room breaks under many names. Configured names such as
// "filesystem" or "playwright" are longer.
const AssumedServerName = 8

// compile makes the matcher of a tool's name.
func (s *nameSpec) compile() (matcher, error) {
	switch {
	case s.Not != "":
		re, err := regexp.Compile(s.Not)
		return nameMatcher(func(name string) bool { return !re.MatchString(name) }), err
	case s.Matches != "":
		re, err := regexp.Compile(s.Matches)
		return nameMatcher(func(name string) bool { return re.MatchString(name) }), err
	case s.Max > 0:
		s.frame = utf8.RuneCountInString(strings.NewReplacer("{server}", "", "{tool}", "").Replace(s.Join))
		return s.length, nil
	default:
		return nil, fmt.Errorf("a condition on the name that says nothing")
	}
}

func nameMatcher(want func(string) bool) matcher {
	return func(x *exam, found func(hit)) {
		if x.tool.HasName && want(x.tool.Name) {
			found(nameHit(x))
		}
	}
}

func nameHit(x *exam) hit {
	name := x.tool.Doc.Root().Get("name")
	return hit{at: jsondoc.Pointer("").Join("name"), value: name, word: x.tool.Name, n: utf8.RuneCountInString(x.tool.Name)}
}

// length compares the name, as the client joins it with the server's, with the
// limits.
func (s *nameSpec) length(x *exam, found func(hit)) {
	if !x.tool.HasName {
		return
	}
	h := nameHit(x)
	if over, when := s.over(h.n, s.Max, x.server); over {
		h.limit, h.when = s.Max, when
		found(h)
	} else if over, when := s.over(h.n, s.Soft, x.server); over {
		h.limit, h.when = s.Soft, joinConditions(s.SoftWhen, when)
		found(h)
	}
}

// over tells whether a name of n characters passes a limit, and under which
// name of the server.
func (s *nameSpec) over(n, limit int, server string) (bool, string) {
	if limit == 0 {
		return false, ""
	}
	named := strings.Contains(s.Join, "{server}")
	switch room := limit - n - s.frame; {
	case !named:
		return room < 0, ""
	case room < 1:
		return true, ""
	case server != "":
		return utf8.RuneCountInString(server) > room, ""
	case room < AssumedServerName:
		return true, fmt.Sprintf("the server's configured name has %d or more characters", room+1)
	default:
		return false, ""
	}
}

// compile makes the matcher of a tool's description.
func (s *textSpec) compile() (matcher, error) {
	return func(x *exam, found func(hit)) {
		value := x.tool.Doc.Root().Get("description")
		h := hit{at: jsondoc.Pointer("").Join("description"), value: value, word: "description"}
		switch {
		case s.None && text(value) == "" && (!value.Exists() || value.Kind() == jsondoc.String):
			found(h)
		case s.Empty && value.Kind() == jsondoc.String && text(value) == "":
			found(h)
		case s.Longer > 0 && value.Kind() == jsondoc.String:
			if h.n, h.limit = units(text(value)), s.Longer; h.n > s.Longer {
				found(h)
			}
		}
	}, nil
}

// units counts UTF-16 code units, which is the length of a string in JavaScript.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// lackingMatcher finds the groups of pointers none of which is there, and
// points at the first of each.
func lackingMatcher(groups [][]string) matcher {
	return func(x *exam, found func(hit)) {
		for _, group := range groups {
			if !anyThere(x.tool.Doc.Root(), group) {
				at := jsondoc.Pointer(group[0])
				found(hit{at: at, word: at.Last()})
			}
		}
	}
}

func anyThere(root jsondoc.Node, pointers []string) bool {
	for _, p := range pointers {
		if n, err := root.Follow(jsondoc.Pointer(p)); err == nil && n.Exists() {
			return true
		}
	}
	return false
}
