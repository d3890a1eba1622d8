package profile

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mcploupe/inspector/tool"
)

// Caveat says in whole sentences what keeps a finding from being certain; ""
// where nothing does but the kind of its evidence.
func (f Finding) Caveat() string {
	var parts []string
	if f.When != "" {
		parts = append(parts, "Only if "+f.When+".")
	}
	switch f.Status {
	case Bound:
		parts = append(parts, "Only in some versions: "+f.About.Versions+".")
	case Old:
		parts = append(parts, "An old report ("+f.About.Date+") that was not seen again.")
	}
	switch {
	case f.Via == "":
	case f.Basis == Inferred:
		parts = append(parts, "Inferred, since "+f.Via+".")
	default:
		parts = append(parts, "It counts for this client because "+f.Via+".")
	}
	return strings.Join(parts, " ")
}

// Findings gives what the rules of all targets find in a tool, one for each rule
// and place, the worst first; Target lists the profiles, and Message ends with
// the caveat. It is what a list of findings, such as that of a CI job, shows.
// The only error is that of the context.
func (s *Survey) Findings(ctx context.Context, t *tool.Tool, targets []Target) ([]Finding, error) {
	verdicts, err := s.Judge(ctx, t, targets)
	if err != nil {
		return nil, err
	}
	return Merge(verdicts), nil
}

// Merge puts the findings of several verdicts on one tool together, as
// [Survey.Findings] gives them.
func Merge(verdicts []Verdict) []Finding {
	// What holds for one client and only may hold for another is said twice: put
	// together it would be surer for the second than its evidence.
	type key struct {
		rule, at string
		holds    bool
	}
	index := map[key]int{}
	var list []Finding
	for _, v := range verdicts {
		for _, f := range v.Findings {
			k := key{f.Rule, string(f.Pointer), f.Holds()}
			i, there := index[k]
			if !there {
				index[k] = len(list)
				list = append(list, f)
				continue
			}
			if targets := list[i].Target + ", " + f.Target; surer(f, list[i]) {
				list[i] = f
				list[i].Target = targets
			} else {
				list[i].Target = targets
			}
		}
	}
	for i := range list {
		list[i].Message = joinSentences(list[i].Message, list[i].Caveat())
	}
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(a.Level.Rank()-b.Level.Rank(), strings.Compare(a.Rule, b.Rule))
	})
	return list
}

// surer reports that a says more than b about the same place.
func surer(a, b Finding) bool {
	return a.Basis.rank() < b.Basis.rank()
}

// Match finds every place of a tool that a rule matches, whatever target is
// meant. The snapshot is the list the tool stands in; nil where that is not known.
func (r *Rule) Match(s *tool.Snapshot, t *tool.Tool) []tool.Finding {
	x := newExam(t, "", gather(s))
	if x == nil {
		return nil
	}
	var list []tool.Finding
	r.match(x, func(h hit) { list = append(list, r.finding(h)) })
	return list
}
