package profile

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// State is a verdict in one word.
type State string

// The states, the worst first.
const (
	Affected State = "affected" // something is lost, as far as is known
	Depends  State = "depends"  // something is lost under a condition, or in some versions
	Unknown  State = "unknown"  // no rule about this client can be decided here
	Fine     State = "fine"     // no known rule is touched
)

// Verdict is what a client does with a tool, or with a whole list.
type Verdict struct {
	Profile string // ID
	Name    string
	State   State
	// Level is how far the damage reaches; empty unless State is Affected.
	Level tool.Level
	// Possible is how far it reaches under a condition or in some versions;
	// empty where that is not further than Level.
	Possible   tool.Level
	Confidence Basis // the surest evidence for Level, or for Possible where Level is empty
	Findings   []Finding
}

// Finding is a finding of a rule about a client, with how sure it is.
type Finding struct {
	tool.Finding
	About  *Rule
	Via    string // why the rule of another family holds for this client
	Basis  Basis
	Status Status
	When   string // the condition it holds under, completing "if …"; empty where there is none
}

// Holds reports whether the finding holds as far as is known: it depends on no
// open condition, and not on a version that newer ones have left behind.
func (f Finding) Holds() bool { return f.When == "" && (f.Status == Current || f.Status == Open) }

// Judge gives the verdict of each target on a tool, the worst first. The
// snapshot is the list it stands in; nil where that is not known. To judge many
// tools of one list, use [Catalog.Survey]. The only error is that of the context.
func (c *Catalog) Judge(ctx context.Context, s *tool.Snapshot, t *tool.Tool, targets []Target) ([]Verdict, error) {
	return c.Survey(s).Judge(ctx, t, targets)
}

// Judge is [Catalog.Judge] for a tool of the survey's list.
func (s *Survey) Judge(ctx context.Context, t *tool.Tool, targets []Target) ([]Verdict, error) {
	var verdicts []Verdict
	for _, target := range targets {
		p, ok := s.catalog.byProfile[target.Profile]
		if !ok {
			continue
		}
		found, err := s.look(ctx, t, target.Server)
		if err != nil {
			return nil, err
		}
		v := s.catalog.verdict(p, target, s.list.protocol, func(r *Rule) []place { return found[r.index] })
		if t.Broken && v.State == Fine {
			v.State = Unknown // what its reader does with such an entry is not known
		}
		verdicts = append(verdicts, v)
	}
	SortVerdicts(verdicts)
	return verdicts, nil
}

// JudgeList gives the verdict of each target on the list as a whole: what is
// wrong with none of its tools alone, such as how many there are, and what is so
// wrong with one that the others are lost with it. Of the latter there is one
// finding for each rule and tool, with its first place. Pointers begin with
// /tools and the tool's Index. The only error is that of the context.
func (s *Survey) JudgeList(ctx context.Context, targets []Target) ([]Verdict, error) {
	verdicts := s.judgeWhole(targets)
	for _, t := range s.tools {
		ones, err := s.Judge(ctx, t, targets)
		if err != nil {
			return nil, err
		}
		for _, one := range ones {
			i := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Profile == one.Profile })
			verdicts[i].Findings = append(verdicts[i].Findings, farReaching(one.Findings, t.Index)...)
		}
	}
	for i := range verdicts {
		verdicts[i].settle(s.catalog.byProfile[verdicts[i].Profile])
	}
	SortVerdicts(verdicts)
	return verdicts, ctx.Err()
}

// JudgeWhole is [Survey.JudgeList] without what single tools do to the others.
func (s *Survey) JudgeWhole(targets []Target) []Verdict {
	verdicts := s.judgeWhole(targets)
	SortVerdicts(verdicts)
	return verdicts
}

func (s *Survey) judgeWhole(targets []Target) []Verdict {
	s.count.Do(func() {
		for _, t := range s.tools {
			if t.Input.Present {
				s.list.optional += countOptional(newView(t.Input.Node, "/inputSchema"))
			}
		}
	})
	var verdicts []Verdict
	for _, target := range targets {
		if p, ok := s.catalog.byProfile[target.Profile]; ok {
			verdicts = append(verdicts, s.catalog.verdict(p, target, s.list.protocol, s.wholeList))
		}
	}
	return verdicts
}

// farReaching picks the findings that cost other tools too, one for each rule.
func farReaching(list []Finding, index int) []Finding {
	var picked []Finding
	for _, f := range list {
		if f.Level.Rank() > tool.LevelServer.Rank() || len(picked) > 0 && picked[len(picked)-1].Rule == f.Rule {
			continue
		}
		f.Pointer = jsondoc.Pointer("/tools").Index(index) + f.Pointer
		picked = append(picked, f)
	}
	return picked
}

func (s *Survey) wholeList(r *Rule) []place {
	var found []place
	for _, spec := range slices.Concat(r.spec.Any, []matchSpec{r.spec}) {
		if spec.List != nil {
			spec.List.whole(s.list, func(h hit) { found = append(found, place{r.finding(h), joinConditions(h.when, spec.When)}) })
		}
	}
	return found
}

// verdict puts together what the rules of a profile found.
func (c *Catalog) verdict(p *Profile, t Target, protocol string, found func(*Rule) []place) Verdict {
	v := Verdict{Profile: p.ID, Name: p.Name}
	for _, in := range p.Rules {
		if places := found(in.Rule); len(places) > 0 {
			v.Findings = append(v.Findings, c.applied(p, t, in, places, protocol)...)
		}
	}
	v.settle(p)
	return v
}

// applied gives the findings of one rule their place in a profile: what is
// ruled out by the target is left out.
func (c *Catalog) applied(p *Profile, t Target, in Inclusion, places []place, protocol string) []Finding {
	r := in.Rule
	when, out := c.needed(r, p, t)
	inside, known := r.inRange(t.Version)
	if out || known && !inside || r.protocol != "" && protocol >= r.protocol {
		return nil
	}
	status := in.Status
	if known && inside && status == Bound {
		status = Current
	}
	list := make([]Finding, 0, len(places))
	for _, one := range places {
		f := Finding{Finding: one.finding, About: r, Via: in.Via, Basis: in.Basis, Status: status, When: joinConditions(when, one.when)}
		f.Target = p.ID
		list = append(list, f)
	}
	return list
}

// settle sums up the findings.
func (v *Verdict) settle(p *Profile) {
	v.Level, v.Possible = "", ""
	slices.SortStableFunc(v.Findings, compareFindings)
	for _, f := range v.Findings {
		if f.Holds() {
			v.Level = worse(v.Level, f.Level)
		} else {
			v.Possible = worse(v.Possible, f.Level)
		}
	}
	if v.Level != "" && v.Possible.Rank() >= v.Level.Rank() {
		v.Possible = ""
	}
	switch {
	case v.Level != "":
		v.State = Affected
	case v.Possible != "":
		v.State = Depends
	case !slices.ContainsFunc(p.Rules, func(in Inclusion) bool { return in.Rule.FromList() }):
		v.State = Unknown
	default:
		v.State = Fine
	}
	v.Confidence = v.surest()
}

// surest finds the best evidence for what the verdict says.
func (v *Verdict) surest() Basis {
	var best Basis
	for _, f := range v.Findings {
		counts := f.Level == v.Level && f.Holds() || v.Level == "" && f.Level == v.Possible
		if counts && (best == "" || f.Basis.rank() < best.rank()) {
			best = f.Basis
		}
	}
	return best
}

func worse(a, b tool.Level) tool.Level {
	if a == "" || b.Rank() < a.Rank() {
		return b
	}
	return a
}

// compareFindings puts what holds first, then the worst, then by rule and place.
func compareFindings(a, b Finding) int {
	if a.Holds() != b.Holds() {
		if a.Holds() {
			return -1
		}
		return 1
	}
	return cmp.Or(a.Level.Rank()-b.Level.Rank(), strings.Compare(a.Rule, b.Rule))
}

// SortVerdicts puts the worst first; what is certain counts before what is
// possible. The order of equal ones is kept.
func SortVerdicts(list []Verdict) {
	slices.SortStableFunc(list, func(a, b Verdict) int {
		return cmp.Or(rankOf(a.Level)-rankOf(b.Level), rankOf(a.Possible)-rankOf(b.Possible))
	})
}

func rankOf(l tool.Level) int {
	if l == "" {
		return 100
	}
	return l.Rank()
}
