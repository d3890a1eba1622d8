package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// checkOptions say how to check. They are made of flags and settings.
type checkOptions struct {
	catalog       *profile.Catalog
	targets       []profile.Target
	limit         tool.Level
	possible      bool // what is only possible fails too
	ignore        []ignoredRule
	baseline      string // a file; "" is none
	writeBaseline bool
}

// checkReport is what check found, before it takes a form.
type checkReport struct {
	sources  []*checkedSource
	limit    tool.Level
	possible bool
	targets  []string // the IDs of the profiles
	ignored  []ignoredRule
	baseline string
	stale    []baselineEntry
	colour   bool // of the text form
	began    time.Time
}

// checkedSource is one server of a check.
type checkedSource struct {
	source   string // as the user named it, secrets masked
	server   string // the name the server gives itself, or goes by
	version  string
	file     string // where findings stand; "" where no file is known
	saved    bool   // file holds the answer itself
	line     int    // in file, for a server that a configuration file names
	snapshot *tool.Snapshot
	findings []checkFinding
	notes    []string // what the reader should know about the source
	err      error    // why it could not be checked
	code     int      // the exit code that err asks for
}

// checkFinding is one finding of a report.
type checkFinding struct {
	tool.Finding
	of       *tool.Tool // nil where the list as a whole is meant
	possible bool       // it depends on a condition that is not known, or on an old version
	known    bool       // the baseline has it
	at       place
}

// toolName is what the finding's tool is called in every form: "" is the list
// as a whole, "#3" the third tool where it has no name.
func (f *checkFinding) toolName() string {
	if f.of == nil {
		return ""
	}
	return f.of.Label()
}

// targetList is the finding's targets one by one; a finding of the tool alone
// has none.
func (f *checkFinding) targetList() []string {
	if f.Target == "" {
		return nil
	}
	return strings.Split(f.Target, ", ")
}

// fails reports whether a finding makes the check fail.
func (r *checkReport) fails(f *checkFinding) bool {
	return !f.known && r.reaches(f) && (!f.possible || r.possible)
}

// reaches reports whether a finding is at or above the limit.
func (r *checkReport) reaches(f *checkFinding) bool {
	return r.limit != limitNever && f.Level.Rank() <= r.limit.Rank()
}

// tally is how many findings of each kind there are. Each is counted once.
type tally struct {
	servers, tools          int
	failing, toolsFailing   int
	possible, milder, known int
	ignored, unchecked      int
}

func (r *checkReport) count() tally {
	var n tally
	for _, s := range r.sources {
		if s.err != nil {
			n.unchecked++
			continue
		}
		n.servers++
		n.tools += len(s.snapshot.Tools)
		bad := map[*tool.Tool]bool{}
		for i := range s.findings {
			f := &s.findings[i]
			switch {
			case f.known:
				n.known++
			case r.fails(f):
				n.failing++
				bad[f.of] = true
			case r.reaches(f):
				n.possible++
			default:
				n.milder++
			}
		}
		delete(bad, nil)
		n.toolsFailing += len(bad)
	}
	for _, i := range r.ignored {
		n.ignored += i.count
	}
	return n
}

// failure is why a source could not be checked, with its name.
func (s *checkedSource) failure() string {
	text := s.err.Error()
	if strings.HasPrefix(text, s.source+":") {
		return text
	}
	return s.source + ": " + text
}

// settle takes out what is ignored and marks what the baseline knows.
func (r *checkReport) settle(opt checkOptions) error {
	r.limit, r.possible, r.baseline = opt.limit, opt.possible, opt.baseline
	for _, t := range opt.targets {
		r.targets = append(r.targets, t.Profile)
	}
	r.ignored = slices.Clone(opt.ignore)
	for _, s := range r.sources {
		s.findings = slices.DeleteFunc(s.findings, r.ignore)
	}
	if opt.baseline == "" || opt.writeBaseline {
		return nil
	}
	known, err := readBaseline(opt.baseline)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	r.stale = known.mark(r)
	return nil
}

func (r *checkReport) ignore(f checkFinding) bool {
	for i := range r.ignored {
		if r.ignored[i].matches(f.Rule, f.toolName()) {
			r.ignored[i].count++
			return true
		}
	}
	return false
}

// toolGroup is the findings of one tool, or of the list as a whole.
type toolGroup struct {
	of       *tool.Tool
	findings []*checkFinding
}

func (g toolGroup) title() string {
	if g.of == nil {
		return "the list as a whole"
	}
	return "tool " + g.of.Label()
}

// groups divides a source's findings by their tool, in the order of the list.
func (s *checkedSource) groups(want func(*checkFinding) bool) []toolGroup {
	var groups []toolGroup
	for i := range s.findings {
		f := &s.findings[i]
		if !want(f) {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].of != f.of {
			groups = append(groups, toolGroup{of: f.of})
		}
		g := &groups[len(groups)-1]
		g.findings = append(g.findings, f)
	}
	return groups
}

// sortCheckFindings puts the worst first, and of one level what is certain.
func sortCheckFindings(list []checkFinding) {
	slices.SortStableFunc(list, func(a, b checkFinding) int {
		return cmp.Or(
			cmp.Compare(a.Level.Rank(), b.Level.Rank()),
			boolCompare(a.possible, b.possible),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Pointer, b.Pointer),
		)
	})
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// headline sums a report up in one sentence.
func (r *checkReport) headline() string {
	n := r.count()
	if r.limit == limitNever {
		return fmt.Sprintf("%s in %s", count(n.milder, "finding", "findings"), count(n.tools, "tool", "tools"))
	}
	if n.failing == 0 {
		return fmt.Sprintf("nothing at level %s or worse in %s", r.limit, count(n.tools, "tool", "tools"))
	}
	return fmt.Sprintf("%s at level %s or worse in %d of %s", count(n.failing, "finding", "findings"), r.limit, n.toolsFailing, count(n.tools, "tool", "tools"))
}

// asides are what else the summary says, each a few words.
func (r *checkReport) asides() []string {
	n := r.count()
	var list []string
	add := func(k int, text string) {
		if k > 0 {
			list = append(list, fmt.Sprintf("%d %s", k, text))
		}
	}
	if r.limit != limitNever {
		add(n.milder, "milder")
	}
	add(n.possible, "possible")
	add(n.known, "known")
	add(n.ignored, "ignored")
	if n.unchecked > 0 {
		list = append(list, count(n.unchecked, "source", "sources")+" not checked")
	}
	return list
}
