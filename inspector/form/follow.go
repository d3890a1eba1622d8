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
	if !holdsMembers(f.Control) || f.Closed || !conditional(f.chosen()) {
		return false
	}
	text := (&encoder{}).object(nil, f)
	doc, err := jsondoc.Parse(text)
	return err == nil && s.apply(f, s.holdFor(doc.Root()))
}

var conditionKeywords = [...]string{"if", "dependentSchemas", "dependentRequired", "dependencies"}

func conditional(of set) bool {
	return slices.ContainsFunc(conditionKeywords[:], func(k string) bool { return of.first(k).Exists() })
}

// decision tells whether one side of a condition applies: what stands under then
// or else, or under the name of a key that others depend on.
type decision func(p part, name string, side jsondoc.Node) bool

// holdFor decides by a value.
func (s *source) holdFor(value jsondoc.Node) decision {
	return func(p part, name string, side jsondoc.Node) bool {
		switch side {
		case p.get("then"):
			return s.fits(p.get("if"), value)
		case p.get("else"):
			return !s.fits(p.get("if"), value)
		}
		return value.Get(name).Exists()
	}
}

// apply puts a field under the conditional schemas that a decision takes, and
// reports whether they are others than before.
func (s *source) apply(f *Field, holds decision) bool {
	when, demand, taken := s.conditions(f.chosen(), holds)
	if slices.Equal(f.taken, taken) {
		return false
	}
	f.when, f.demand, f.taken = when, demand, taken
	s.rule(f)
	s.reconcile(f)
	return true
}

// conditions returns the schemas that apply by a decision, the names of members
// that are required for the same reason, and where all of them stand.
func (s *source) conditions(chosen set, holds decision) (when set, demand, taken []string) {
	all := slices.Clone(chosen)
	for i := 0; i < len(all); i++ {
		p := all[i]
		take := func(name string, side jsondoc.Node) {
			if !side.Exists() || !holds(p, name, side) {
				return
			}
			taken = append(taken, string(side.Pointer()))
			for _, e := range side.Elems() {
				demand = append(demand, e.Text())
			}
			if side.Kind() != jsondoc.Array {
				s.expandInto(&all, part{node: side, when: true, branch: p.branch})
			}
		}
		if p.get("if").Exists() {
			take("then", p.get("then"))
			take("else", p.get("else"))
		}
		for _, k := range [...]string{"dependentSchemas", "dependentRequired", "dependencies"} {
			for name, then := range p.get(k).Members() {
				take(name.Text(), then)
			}
		}
	}
	return all[len(chosen):], demand, taken
}
