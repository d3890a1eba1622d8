package form

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// maxBranches bounds the alternatives of one field, those of alternatives
// included.
const maxBranches = 100

// alternative is one way to read a schema that leaves a choice: the schemas that
// apply when it is taken. An anyOf within an anyOf is laid flat.
type alternative struct {
	rules set
	added set // those of rules that are not there without the choice
}

// alternatives returns the ways to read a set, none when there is but one. A list
// of values to choose from is no alternative but an Enum.
func (s *source) alternatives(base set) []alternative {
	var out []alternative
	s.spread(&out, base, len(base), 0)
	if len(out) < 2 {
		return nil
	}
	return out
}

// maxSpread bounds alternatives within alternatives.
const maxSpread = 6

func (s *source) spread(out *[]alternative, of set, base, depth int) {
	if len(*out) >= maxBranches {
		return
	}
	groups, kinds := []jsondoc.Node(nil), []types(nil)
	if depth < maxSpread && len(s.options(of)) == 0 {
		if groups = s.branches(of); groups == nil {
			kinds = severalTypes(of)
		}
	}
	for _, b := range groups {
		rules := slices.Clone(of)
		s.expandInto(&rules, part{node: b, branch: string(b.Pointer())})
		s.spread(out, rules, base, depth+1)
	}
	for _, k := range kinds {
		rules := append(slices.Clone(of), part{kind: k, branch: "type " + k.String()})
		*out = append(*out, alternative{rules, rules[base:]})
	}
	if groups == nil && kinds == nil {
		*out = append(*out, alternative{of, of[base:]})
	}
}

// severalTypes returns the types besides null that a set declares, when they are
// more than one and not all there are.
func severalTypes(of set) []types {
	bits := of.types()
	if bits == anyType {
		return nil
	}
	var kinds []types
	for _, k := range [...]types{isString, bits & isNumber, isBoolean, isArray, isObject} {
		if k != 0 && bits&k == k {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) < 2 {
		return nil
	}
	return kinds
}

// branchesFor names the alternatives of a field for people.
func (s *source) branchesFor(f *Field) []Branch {
	if len(f.alts) == 0 {
		return nil
	}
	out := make([]Branch, len(f.alts))
	count := map[string]int{}
	for i, a := range f.alts {
		out[i] = Branch{Label: s.branchLabel(a), Type: s.typeText(a.rules, 1), Description: a.added.text("description")}
		for _, p := range a.added {
			if p.node.Exists() {
				out[i].Schema = p.node.Pointer()
				break
			}
		}
		count[out[i].Label]++
	}
	seen := map[string]int{}
	for i := range out {
		if label := out[i].Label; count[label] > 1 {
			seen[label]++
			out[i].Label += " (" + strconv.Itoa(seen[label]) + ")"
		}
	}
	return out
}

// branchLabel is the shortest text that tells an alternative from its siblings:
// its title, the constant that marks it, what it is called where it is defined,
// its type, or the keys that it demands.
func (s *source) branchLabel(a alternative) string {
	if title := a.added.text("title"); title != "" {
		return title
	}
	if mark := discriminator(a.added); mark != "" {
		return mark
	}
	for _, ref := range a.added.all("$ref") {
		if i := strings.LastIndexAny(ref.Text(), "/#"); i >= 0 && i+1 < len(ref.Text()) {
			return jsondoc.Pointer(ref.Text()[i:]).Last()
		}
	}
	if opts := s.options(a.rules); len(opts) == 1 {
		return opts[0].Label
	}
	if a.added.types() == anyType {
		var names []string
		for _, list := range a.added.all("required") {
			for _, e := range list.Elems() {
				names = append(names, e.Text())
			}
		}
		if len(names) > 0 {
			return "with " + strings.Join(names, ", ")
		}
	}
	if format := a.added.text("format"); format != "" {
		return s.typeText(a.rules, 1) + " (" + format + ")"
	}
	return s.typeText(a.rules, 1)
}

// discriminator finds a property with one value only: "type: text".
func discriminator(of set) string {
	for _, props := range of.all("properties") {
		for k, v := range props.Members() {
			c := v.Get("const")
			if e := v.Get("enum"); e.Len() == 1 {
				c = e.Elem(0)
			}
			if c.Exists() {
				return k.Text() + ": " + plainText(c)
			}
		}
	}
	return ""
}

// firstBranch is the alternative that the default belongs to, else the first.
func (s *source) firstBranch(f *Field) int {
	if d := f.base.first("default"); d.Exists() && d.Kind() != jsondoc.Null {
		return s.pick(f, d)
	}
	return 0
}

// pick finds the alternative that a value belongs to: the one it was in, if it
// fits, else the first that it fits, else the nearest.
func (s *source) pick(f *Field, n jsondoc.Node) int {
	if len(f.alts) == 0 || s.fitsAll(f.alts[f.Branch].added, n) {
		return f.Branch
	}
	best, most := f.Branch, -1
	for i, a := range f.alts {
		if s.fitsAll(a.added, n) {
			return i
		}
		if near := s.nearness(a.rules, n); near > most {
			best, most = i, near
		}
	}
	return best
}

// nearness rates how much of a value an alternative knows: its type, then its
// marks, then its keys.
func (s *source) nearness(of set, n jsondoc.Node) int {
	if of.types()&kindTypes(n) == 0 {
		return 0
	}
	points := 1
	for k, v := range n.Members() {
		for _, props := range of.all("properties") {
			schema := s.member(props, k.Text())
			switch {
			case !schema.Exists():
			case schema.Get("const").Exists() && s.fits(schema, v):
				points += 100
			default:
				points++
			}
		}
	}
	return points
}

// choose takes another alternative. What was put into the former one is kept and
// comes back with it; members that both have stay.
func (s *source) choose(f *Field, branch int) {
	if branch == f.Branch || branch < 0 || branch >= len(f.alts) {
		return
	}
	f.keepBranch()
	f.Branch, f.when, f.demand, f.taken = branch, nil, nil, nil
	was := f.Native
	f.Control, f.forced, f.Text, f.spell = was, false, "", nil
	s.rule(f)
	f.Text = firstText(f)
	if !holdsMembers(was) || !holdsMembers(f.Control) {
		f.hide()
	}
	m := f.kept[branchKey(branch)]
	delete(f.kept, branchKey(branch))
	if f.Control != Array || m == nil {
		s.populate(f)
	}
	if m != nil {
		s.recall(f, m)
	}
}
