// Package rulebook puts the rules of packages tool, lint, profile and probe into one
// book, as a person reads about them: what is wrong, who minds, how that is known,
// an example that trips the rule, and the mend.
//
// The package decides nothing itself; a rule's example is tried by the package
// that the rule comes from.
package rulebook

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Rule is one rule of whatever package, as a person reads about it.
type Rule struct {
	Name     string     `json:"rule"`
	Level    tool.Level `json:"level"`
	About    string     `json:"about"` // "protocol", "tool", "client" or "probe"
	Client   string     `json:"client,omitempty"`
	Targets  []string   `json:"targets,omitempty"` // for which --target it counts
	Title    string     `json:"title,omitempty"`
	Why      string     `json:"why"`
	Says     string     `json:"says,omitempty"` // what the client's user sees
	When     string     `json:"when,omitempty"` // the condition it holds under
	Versions string     `json:"versions,omitempty"`
	Mend     string     `json:"mend"`

	Basis    []string `json:"basis,omitempty"` // the kinds of evidence, the surest first
	Status   string   `json:"status,omitempty"`
	Since    string   `json:"since,omitempty"`
	Date     string   `json:"date,omitempty"`
	Evidence []string `json:"evidence"`
	Note     string   `json:"note,omitempty"`

	Example Example `json:"example"` // trips the rule
	Clean   Example `json:"clean"`   // the same mended
	// Found is what the rule says about the example; filled by Try.
	Found *Found `json:"found,omitempty"`

	client *profile.Rule
}

// Found is the first finding of a rule in its example.
type Found struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

// Example is the text of an example. It is printed as JSON where it is JSON, as a
// string where it is lines.
type Example string

// MarshalJSON gives the example itself, not a string that holds it.
func (e Example) MarshalJSON() ([]byte, error) {
	if json.Valid([]byte(e)) {
		return []byte(e), nil
	}
	return json.Marshal(string(e))
}

// Rules collects the rules of all packages, by name. A name that two packages
// share is one rule: what is wrong with a tool in itself comes first, and the
// clients add their targets and evidence.
func Rules(catalog *profile.Catalog) []*Rule {
	byName := map[string]*Rule{}
	var rules []*Rule
	add := func(r *Rule) {
		if have := byName[r.Name]; have != nil {
			have.merge(r)
			return
		}
		byName[r.Name] = r
		rules = append(rules, r)
	}
	for _, b := range tool.Breaches() {
		ex := breachExamples[b.Rule]
		add(&Rule{
			Name: b.Rule, Level: b.Level, About: "protocol", Why: b.Doc, Mend: b.Next,
			Evidence: []string{b.Evidence}, Example: Example(ex.bad), Clean: Example(ex.good),
		})
	}
	for _, l := range lint.Rules() {
		add(&Rule{
			Name: l.Name, Level: l.Level, About: "tool", Why: l.Doc, Mend: l.Next,
			Evidence: []string{l.Evidence}, Example: Example(l.Bad), Clean: Example(l.Good),
		})
	}
	targets := targetsByRule(catalog)
	for _, c := range catalog.Rules() {
		add(clientRule(c, targets[c.ID]))
	}
	for _, p := range probe.Rules() {
		add(probeRule(p))
	}
	slices.SortFunc(rules, func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) })
	return rules
}

func clientRule(c *profile.Rule, targets []string) *Rule {
	r := &Rule{
		Name: c.ID, Level: c.Level, About: "client", Client: c.Client, Targets: targets, Title: c.Title, Why: c.Effect,
		Says: c.Says, When: c.When, Versions: c.Versions, Mend: c.Mend, Status: string(c.Status),
		Since: c.Since, Date: c.Date, Evidence: c.Evidence, Note: c.Note,
		Example: Example(c.Trip), Clean: Example(c.Clean), client: c,
	}
	if c.Effect == "" {
		r.Why = c.Title
	}
	if c.StatusNote != "" {
		r.Status += ": " + c.StatusNote
	}
	for _, b := range c.Basis {
		r.Basis = append(r.Basis, string(b))
	}
	return r
}

func (r *Rule) merge(more *Rule) {
	for _, e := range more.Evidence {
		if !slices.Contains(r.Evidence, e) {
			r.Evidence = append(r.Evidence, e)
		}
	}
	if r.client == nil {
		r.client = more.client
	}
	if r.Client == "" {
		r.Client, r.Targets = more.Client, more.Targets
	}
}

func targetsByRule(catalog *profile.Catalog) map[string][]string {
	targets := map[string][]string{}
	for _, p := range catalog.Profiles() {
		for _, in := range p.Rules {
			if !slices.Contains(targets[in.Rule.ID], p.ID) {
				targets[in.Rule.ID] = append(targets[in.Rule.ID], p.ID)
			}
		}
	}
	return targets
}

// Try runs the rule on its example, so that a reader sees what it says there.
func (r *Rule) Try(ctx context.Context) {
	if r.Found != nil {
		return
	}
	found := r.Findings(ctx, string(r.Example))
	if len(found) > 0 {
		r.Found = &Found{string(found[0].Pointer), found[0].Message}
	}
}

// Findings is what the rule finds in an example.
func (r *Rule) Findings(ctx context.Context, text string) []tool.Finding {
	var all []tool.Finding
	switch r.About {
	case "client":
		all = clientFindings(ctx, r.client, text)
	case "probe":
		all = probeFindings(ctx, text)
	case "protocol":
		all = snapshotFindings(breachExamples[r.Name].read(text))
	default:
		snap, err := tool.Open("example", []byte(text))
		if err != nil {
			return nil
		}
		opt := lint.Options{Only: []string{r.Name}}
		for i, more := range lint.List(ctx, snap.Tools, opt) {
			all = slices.Concat(all, lint.Run(ctx, snap.Tools[i], opt), more)
		}
	}
	return slices.DeleteFunc(all, func(f tool.Finding) bool { return f.Rule != r.Name })
}

func snapshotFindings(snap *tool.Snapshot) []tool.Finding {
	all := slices.Clone(snap.Findings)
	for _, t := range snap.Tools {
		all = append(all, t.Findings...)
	}
	return all
}

func clientFindings(ctx context.Context, r *profile.Rule, text string) []tool.Finding {
	ex, err := profile.ReadExample([]byte(text))
	if err != nil {
		return nil
	}
	if found := r.Match(ex.List, ex.Tool); len(found) > 0 {
		return found
	}
	catalog, err := profile.Load()
	if err != nil {
		return nil
	}
	var verdicts []profile.Verdict
	switch {
	case ex.Exchange != nil:
		verdicts, err = catalog.JudgeAnswer(ctx, ex.Tool, *ex.Exchange, catalog.AllTargets())
	case ex.Many:
		verdicts, err = catalog.Survey(ex.List).JudgeList(ctx, catalog.AllTargets())
	}
	if err != nil {
		return nil // the context has ended
	}
	var all []tool.Finding
	for _, v := range verdicts {
		for _, f := range v.Findings {
			all = append(all, f.Finding)
		}
	}
	return all
}
