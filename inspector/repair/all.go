package repair

import (
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// spot tells a finding: its rule and its place.
type spot struct {
	rule string
	at   jsondoc.Pointer
}

// journey is a tool that is mended step by step.
type journey struct {
	*bench
	first, now *looked
	from       *source // of the tool as it is now
	round      *source // of the tool as it was when the findings were listed
	done       []Repair
	count      int // places that were mended
	changes    []Change
}

// maxRounds bounds how often findings are listed again: those of one rule, which
// lists so many places and no more, and those that only the mends brought up.
const maxRounds = 40

// mendAll mends findings rule by rule, those of the worst rule first, and then
// what the mends themselves brought up.
func (j *journey) mendAll(wanted []tool.Finding) error {
	for range maxRounds {
		before := j.count
		j.round = asSent()
		if err := j.mendEach(wanted); err != nil {
			return err
		}
		if j.count == before || j.count >= maxAll {
			return nil
		}
		c := comparison{before: j.first, after: j.now, origin: j.from.origin}
		_, breaks, also := c.compare()
		wanted = append(breaks, also...)
	}
	return nil
}

func (j *journey) mendEach(wanted []tool.Finding) error {
	done := map[string]bool{}
	for _, f := range wanted {
		if done[f.Rule] || j.count >= maxAll {
			continue
		}
		done[f.Rule] = true
		var same []tool.Finding
		for _, g := range wanted {
			if g.Rule == f.Rule {
				same = append(same, g)
			}
		}
		if err := j.mend(same); err != nil {
			return err
		}
	}
	return nil
}

// mend makes the best safe repairs of the findings of one rule: first those that
// leave no doubt for any client, then the others.
func (j *journey) mend(same []tool.Finding) error {
	cut := len(same) >= manyPlaces
	for range maxRounds {
		before := j.count
		for _, doubt := range []bool{false, true} {
			for _, m := range waysFor(same[0].Rule) {
				if m.guess || m.effect == Wider && same[0].Level.Rank() > tool.LevelCall.Rank() {
					continue
				}
				if err := j.apply(m, j.places(same, cut), doubt); err != nil {
					return err
				}
			}
		}
		if !cut || j.count == before {
			return nil
		}
	}
	return nil
}

// places finds the findings in the tool as it is now; any of the rule where its
// list was cut off.
func (j *journey) places(same []tool.Finding, any bool) []tool.Finding {
	wanted := map[jsondoc.Pointer]bool{}
	for _, f := range same {
		wanted[f.Pointer] = true
	}
	var out []tool.Finding
	seen := map[jsondoc.Pointer]bool{}
	for _, at := range j.bench.places(j.now, same[0].Rule) {
		if seen[at] {
			continue
		}
		seen[at] = true
		if from, ok := j.round.origin(at); any || ok && wanted[from] {
			f := same[0]
			f.Pointer = at
			out = append(out, f)
		}
	}
	return out
}

// accepts reports whether a repair may be made: it is safe, and, unless doubt is
// allowed, brings nothing up for any client.
func (r *Repair) accepts(doubt bool) bool {
	return r != nil && r.Safe() && (doubt || !slices.ContainsFunc(r.Also, func(f tool.Finding) bool { return f.Target != "" }))
}

// apply makes one mend at all places together where that is safe, else at each
// place where it is.
func (j *journey) apply(m *mend, found []tool.Finding, doubt bool) error {
	j.base = j.now
	var fit []tool.Finding
	for _, f := range found {
		if j.level(f, m) >= 0 {
			fit = append(fit, f)
		}
	}
	if len(fit) > 1 {
		r, after, w, err := j.together(fit, m)
		if err != nil {
			return err
		}
		if r.accepts(doubt) {
			j.take(*r, after, w, len(fit))
			return nil
		}
	}
	for i := len(fit) - 1; i >= 0; i-- { // from the end, so that places before it stay
		j.base = j.now
		r, after, w, err := j.try(fit[i], m)
		if err != nil {
			return err
		}
		if r.accepts(doubt) {
			j.take(*r, after, w, 1)
		}
	}
	return nil
}

// level is where a mend applies to a finding: 0 at its place, 1 at the member
// around it; -1 where it does not.
func (b *bench) level(f tool.Finding, m *mend) int {
	for level := range 2 {
		s := newWork(b.base.tool, b.list, asSent()).locate(f.Pointer)
		if level == 1 && !s.rise() {
			break
		}
		if m.do(s) {
			return level
		}
	}
	return -1
}

// together makes one mend at several places and looks at what came of it.
func (b *bench) together(found []tool.Finding, m *mend) (*Repair, *looked, *work, error) {
	w := newWork(b.base.tool, b.list, asSent())
	sites := make([]*site, len(found))
	for i, f := range found {
		sites[i] = w.locate(f.Pointer)
		if b.level(f, m) == 1 {
			sites[i].rise()
		}
	}
	for _, s := range slices.Backward(sites) {
		if !m.do(s) {
			return nil, nil, nil, b.cancelled()
		}
	}
	r, after, err := b.judge(w, found, m)
	return r, after, w, err
}

// take makes a repair the state of the journey.
func (j *journey) take(r Repair, after *looked, w *work, places int) {
	j.changes = append(j.changes, r.Changes...)
	j.from, j.round = stepped(j.from, w), stepped(j.round, w)
	j.now = after
	j.done = append(j.done, r)
	j.count += places
}

// stepped is where places come from after one more step.
func stepped(before *source, w *work) *source {
	return &source{origin: func(p jsondoc.Pointer) (jsondoc.Pointer, bool) {
		was, ok := w.origin(p)
		if !ok {
			return "", false
		}
		return before.origin(was)
	}}
}

// sum puts the steps together.
func (j *journey) sum() (*Repair, error) {
	if len(j.done) == 0 {
		return nil, nil
	}
	all := &Repair{
		Kind: "all", Effect: Keeps, Tool: j.now.tool.Raw,
		Title: fmt.Sprintf("All %d safe repairs", j.count),
	}
	if j.count == 1 {
		all.Title = j.done[0].Title
	}
	for i, r := range j.done {
		if i == 0 {
			all.Rule, all.Pointer = r.Rule, r.Pointer
		}
		if !strings.Contains(all.Explain, r.Explain) {
			if all.Explain != "" {
				all.Explain += " "
			}
			all.Explain += r.Explain
		}
		all.Effect = sumEffects(all.Effect, r.Effect)
	}
	all.Changes = j.allChanges(all.Explain)
	c := comparison{before: j.first, after: j.now, origin: j.from.origin}
	all.Mends, all.Breaks, all.Also = c.compare()
	return all, nil
}

func sumEffects(a, b Effect) Effect {
	switch {
	case a == Keeps || a == b:
		return b
	case b == Keeps:
		return a
	}
	return Other
}
