package refusal

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// raw is a complaint as a format read it, before its message is looked at and
// its path is held against the arguments.
type raw struct {
	Problem
	base  []string // where it stands
	names []string // the members of base that it is about; nil if it is about base
	paths bool     // names are paths from the arguments: "a.b[0]"
	loose bool     // names may be spelled otherwise in the arguments: they come from plain words
}

// at makes a raw complaint at a path.
func at(tokens []string, message string) raw {
	return raw{base: tokens, Problem: Problem{Message: strings.TrimSpace(message)}}
}

// resolver turns names into pointers with the help of what is known.
type resolver struct {
	args       jsondoc.Node // absent if unknown
	properties []string
}

// settle finishes the complaints: pointers, duplicates, and what names no field.
func (r *reader) settle(raws []raw) (problems, general []Problem) {
	type key struct {
		at   jsondoc.Pointer
		text string
	}
	seen := map[key]bool{}
	for _, w := range raws {
		for _, p := range r.place(w) {
			k := key{p.Pointer, p.Message}
			if seen[k] {
				continue
			}
			seen[k] = true
			switch {
			case p.Pointer != "":
				problems = append(problems, p)
			case p.Expected != "" || p.Received != "" || p.Kind != "":
				general = append(general, p)
			}
		}
	}
	return problems, general
}

// place gives a complaint its pointers: one, or one for each name.
func (r *resolver) place(w raw) []Problem {
	base, ok := r.follow(w.base)
	if !ok {
		return nil
	}
	if w.names == nil {
		w.Pointer = base
		return []Problem{w.Problem}
	}
	var problems []Problem
	for _, name := range w.names {
		if w.paths && strings.EqualFold(name, "this") {
			continue // "this is a required field"
		}
		p := w.Problem
		tokens, dots := dotted(name)
		switch {
		case base != "":
			p.Pointer = base.Join(name)
		case (w.paths || w.loose) && dots && len(tokens) > 1:
			p.Pointer, _ = r.follow(tokens)
		default:
			if p.Pointer, ok = r.member(name, w.Kind, w.loose); !ok {
				continue
			}
		}
		problems = append(problems, p)
	}
	return problems
}

// follow walks tokens through the arguments, so that a name with dots in it is
// found although its path was split at the dots. Where the arguments say
// nothing, each token is one step.
func (r *resolver) follow(tokens []string) (jsondoc.Pointer, bool) {
	p, node := jsondoc.Pointer(""), r.args
	for i := 0; i < len(tokens); {
		if i == 0 && !fieldName(tokens[0]) {
			return "", false
		}
		name, n := tokens[i], 1
		for j := len(tokens); j > i; j-- {
			joined := strings.Join(tokens[i:j], ".")
			if child(node, joined).Exists() {
				name, n = joined, j-i
				break
			}
		}
		p, node, i = p.Join(name), child(node, name), i+n
	}
	return p, true
}

func child(n jsondoc.Node, token string) jsondoc.Node {
	switch n.Kind() {
	case jsondoc.Object:
		return n.Get(token)
	case jsondoc.Array:
		if i, err := strconv.Atoi(token); err == nil {
			return n.Elem(i)
		}
	}
	return jsondoc.Node{}
}

// fieldName refuses what can't name an argument: "$first" is zog's name for the
// first of all problems.
func fieldName(s string) bool {
	return s != "" && !strings.HasPrefix(s, "$first") && len(s) <= 200
}

// member finds the field that a name without a path means. It is a member of
// the arguments, unless what is known says that it can only be one further down.
func (r *resolver) member(name, kind string, loose bool) (jsondoc.Pointer, bool) {
	if !fieldName(name) {
		return "", false
	}
	here := jsondoc.Pointer("").Join(name)
	if top := r.args.Get(name); top.Exists() {
		if kind == KindMissing && !loose && filled(top) {
			if p, ok := r.below(name, kind); ok {
				return p, true
			}
		}
		return here, true
	}
	if slices.Contains(r.properties, name) {
		return here, true
	}
	if kind != KindMissing || r.properties != nil {
		if p, ok := r.below(name, kind); ok {
			return p, true
		}
	}
	if loose {
		if other, ok := r.alike(name); ok {
			return jsondoc.Pointer("").Join(other), true
		}
	}
	if r.properties != nil && kind != KindUnexpected {
		return "", false
	}
	if loose {
		spelled, ok := spell(name)
		return jsondoc.Pointer("").Join(spelled), ok
	}
	return here, true
}

// spell turns a word of a sentence into the name it can only stand for: Url and
// URL are url. One in capitals with underscores is a variable of the environment.
func spell(name string) (string, bool) {
	lower := strings.ToLower(name)
	switch {
	case name[0] >= 'a' && name[0] <= 'z' || lower == name:
		return name, true
	case strings.Contains(name, "_"):
		return name, strings.ToUpper(name) != name
	case name[1:] == lower[1:] || strings.TrimSuffix(name, "s") == strings.ToUpper(strings.TrimSuffix(name, "s")):
		return lower, true
	}
	return name, true
}

// filled reports whether a value is one that no server takes for a missing one.
func filled(n jsondoc.Node) bool {
	return n.Kind() != jsondoc.Null && string(n.Raw()) != `""`
}

// alike finds the only field that is spelled like a name but for case and
// separators: "Icon name" is icon_name where there is such a field.
func (r *resolver) alike(name string) (string, bool) {
	var found []string
	try := func(field string) {
		if fold(field) == fold(name) && !slices.Contains(found, field) {
			found = append(found, field)
		}
	}
	for key := range r.args.Members() {
		try(key.Text())
	}
	for _, p := range r.properties {
		try(p)
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

func fold(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '_' || c == '-' || c == ' ' || c == '.':
			return -1
		case 'A' <= c && c <= 'Z':
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// maxNodes bounds how many values of the arguments are looked at for a name.
const maxNodes = 10_000

// below finds the only object inside the arguments that a name can be of: the
// one that has the unexpected member, or the one that lacks the missing one.
func (r *resolver) below(name, kind string) (jsondoc.Pointer, bool) {
	doc := r.args.Document()
	if doc == nil {
		return "", false
	}
	var found []jsondoc.Pointer
	for id := r.args.ID() + 1; id < min(r.args.EndID(), r.args.ID()+maxNodes); id++ {
		n := doc.Node(id)
		if n.IsKey() || n.Kind() != jsondoc.Object {
			continue
		}
		if has := n.Get(name).Exists(); has == (kind != KindMissing) {
			found = append(found, n.Pointer().Join(name))
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
