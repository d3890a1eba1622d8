package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// newRules lists the rules.
func newRules(std streams) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "rules [RULE|FAMILY/]",
		Short: "every rule with its evidence, an example and the mend",
		Example: `  mcploupe rules
  mcploupe rules lint/default-invalid
  mcploupe rules gemini/ --format markdown`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			catalog, err := profile.Load()
			if err != nil {
				return fmt.Errorf("read the rules about clients: %w", err)
			}
			rules := ruleBook(catalog)
			if len(args) == 1 {
				if rules, err = chooseRules(rules, args[0]); err != nil {
					return err
				}
			}
			return printRules(c.Context(), std.out, rules, format, len(args) == 0)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, json or markdown")
	return c
}

// chooseRules finds the rule of a name, or those of a family: "lint/" or "lint/*".
func chooseRules(rules []*rule, name string) ([]*rule, error) {
	pattern := name
	if strings.HasSuffix(name, "/") {
		pattern += "*"
	}
	var chosen []*rule
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
		if ruleMatches(pattern, r.Name) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("there is no rule %q%s", name, didYouMean(name, names))
	}
	return chosen, nil
}

func printRules(ctx context.Context, out io.Writer, rules []*rule, format string, overview bool) error {
	switch format {
	case "text":
		if overview {
			return printRuleList(out, rules)
		}
		return printRuleText(ctx, out, rules)
	case "json":
		for _, r := range rules {
			r.try(ctx)
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(map[string]any{"rules": rules})
	case "markdown":
		return printRulesMarkdown(ctx, out, rules)
	}
	return fmt.Errorf("--format %s: there are text, json and markdown", format)
}

// rule is one rule of whatever package, as a person reads about it.
type rule struct {
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

	Example example `json:"example"` // trips the rule
	Clean   example `json:"clean"`   // the same mended
	// Found is what the rule says about the example; filled by try.
	Found *ruleFound `json:"found,omitempty"`

	client *profile.Rule
}

// ruleFound is the first finding of a rule in its example.
type ruleFound struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

// example is the text of an example. It is printed as JSON where it is JSON, as a
// string where it is lines.
type example string

// MarshalJSON gives the example itself, not a string that holds it.
func (e example) MarshalJSON() ([]byte, error) {
	if json.Valid([]byte(e)) {
		return []byte(e), nil
	}
	return json.Marshal(string(e))
}

// ruleBook collects the rules of all packages, by name. A name that two packages
// share is one rule: what is wrong with a tool in itself comes first, and the
// clients add their targets and evidence.
func ruleBook(catalog *profile.Catalog) []*rule {
	byName := map[string]*rule{}
	var rules []*rule
	add := func(r *rule) {
		if have := byName[r.Name]; have != nil {
			have.merge(r)
			return
		}
		byName[r.Name] = r
		rules = append(rules, r)
	}
	for _, b := range tool.Breaches() {
		ex := breachExamples[b.Rule]
		add(&rule{
			Name: b.Rule, Level: b.Level, About: "protocol", Why: b.Doc, Mend: b.Next,
			Evidence: []string{b.Evidence}, Example: example(ex.bad), Clean: example(ex.good),
		})
	}
	for _, l := range lint.Rules() {
		add(&rule{
			Name: l.Name, Level: l.Level, About: "tool", Why: l.Doc, Mend: l.Next,
			Evidence: []string{l.Evidence}, Example: example(l.Bad), Clean: example(l.Good),
		})
	}
	targets := targetsByRule(catalog)
	for _, c := range catalog.Rules() {
		add(clientRule(c, targets[c.ID]))
	}
	for _, p := range probe.Rules() {
		add(probeRule(p))
	}
	slices.SortFunc(rules, func(a, b *rule) int { return strings.Compare(a.Name, b.Name) })
	return rules
}

func clientRule(c *profile.Rule, targets []string) *rule {
	r := &rule{
		Name: c.ID, Level: c.Level, About: "client", Client: c.Client, Targets: targets, Title: c.Title, Why: c.Effect,
		Says: c.Says, When: c.When, Versions: c.Versions, Mend: c.Mend, Status: string(c.Status),
		Since: c.Since, Date: c.Date, Evidence: c.Evidence, Note: c.Note,
		Example: example(c.Trip), Clean: example(c.Clean), client: c,
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

func (r *rule) merge(more *rule) {
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

// ruleNames lists the names of all rules.
func ruleNames(catalog *profile.Catalog) []string {
	var names []string
	for _, r := range ruleBook(catalog) {
		names = append(names, r.Name)
	}
	return names
}

// try runs the rule on its example, so that a reader sees what it says there.
func (r *rule) try(ctx context.Context) {
	if r.Found != nil {
		return
	}
	found := r.findings(ctx, string(r.Example))
	if len(found) > 0 {
		r.Found = &ruleFound{string(found[0].Pointer), found[0].Message}
	}
}

// findings is what the rule finds in an example.
func (r *rule) findings(ctx context.Context, text string) []tool.Finding {
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

// didYouMean names the nearest of the known names, where one is near.
func didYouMean(name string, known []string) string {
	best, least := "", len(name)/2+1
	for _, k := range known {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
		if _, after, ok := strings.Cut(k, "/"); ok && after == name { // without its family
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	if best == "" {
		return "; \"mcploupe rules\" lists them"
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is how many characters must be put in, taken out or changed to make
// one word of another (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := before
			if a[i-1] != b[j-1] {
				cost++
			}
			before = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
