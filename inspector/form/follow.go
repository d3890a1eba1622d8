package form

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

// maxRounds bounds conditions that turn each other on.
const maxRounds = 5

// follow applies if, then, else and what depends on a key being there to all
// objects, by what is filled in now, and reports whether anything changed.
func (s *source) follow(f *Field) bool {
	changed := false
	for range maxRounds {
		if !s.followOnce(f) {
			break
		}
		changed = true
	}
	for _, c := range f.Fields {
		changed = s.follow(c) || changed
	}
	return changed
}

// followOnce reports whether other schemas apply than before.
func (s *source) followOnce(f *Field) bool {
	chosen := f.chosen()
	if f.Control != Object && f.Control != Map || f.Closed || !conditional(chosen) {
		return false
	}
	text := (&encoder{}).object(nil, f)
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return false
	}
	when, demand := s.conditions(chosen, doc.Root())
	if slices.Equal(f.demand, demand) && slices.EqualFunc(f.when, when, func(a, b part) bool { return a.node == b.node }) {
		return false
	}
	f.when, f.demand = when, demand
	s.rule(f)
	s.reconcile(f)
	return true
}

var conditionKeywords = [...]string{"if", "dependentSchemas", "dependentRequired", "dependencies"}

func conditional(of set) bool {
	return slices.ContainsFunc(conditionKeywords[:], func(k string) bool { return of.first(k).Exists() })
}

// conditions returns the schemas that apply because of what the object holds,
// and the names of members that it must have for the same reason.
func (s *source) conditions(chosen set, value jsondoc.Node) (when set, demand []string) {
	all := slices.Clone(chosen)
	for i := 0; i < len(all); i++ {
		p := all[i]
		below := part{when: true, branch: p.branch}
		if cond := p.get("if"); cond.Exists() {
			below.node = p.get("else")
			if s.fits(cond, value) {
				below.node = p.get("then")
			}
			s.expandInto(&all, below)
		}
		for _, k := range [...]string{"dependentSchemas", "dependentRequired", "dependencies"} {
			for name, then := range p.get(k).Members() {
				if !value.Get(name.Text()).Exists() {
					continue
				}
				for _, e := range then.Elems() {
					demand = append(demand, e.Text())
				}
				if below.node = then; then.Kind() != jsondoc.Array {
					s.expandInto(&all, below)
				}
			}
		}
	}
	return all[len(chosen):], demand
}
