package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/rulebook"
	"mcploupe/inspector/tool"
)

// The SARIF form is version 2.1.0 (OASIS, with errata 01), the part of it that
// GitHub's code scanning reads:
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
		Properties  map[string]any    `json:"properties"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		SemanticVersion string      `json:"semanticVersion"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string         `json:"id"`
		Short      sarifMessage   `json:"shortDescription"`
		Full       sarifMessage   `json:"fullDescription"`
		Help       sarifMessage   `json:"help"`
		HelpURI    string         `json:"helpUri,omitempty"`
		Default    sarifDefault   `json:"defaultConfiguration"`
		Properties map[string]any `json:"properties"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		ExitCode      int                 `json:"exitCode"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Prints       map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Properties   map[string]any     `json:"properties"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Full string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

// maxResults is how many results of a run code scanning takes; it refuses a file
// with more.
const maxResults = 25_000

// printSARIF prints a report as SARIF.
func printSARIF(out io.Writer, r *checkReport) error {
	catalog, err := profile.Load()
	if err != nil {
		return err
	}
	b := &sarifBuilder{report: r, book: map[string]*rulebook.Rule{}, index: map[string]int{}, seen: map[string]int{}, root: repositoryRoot(workingFolder())}
	for _, one := range rulebook.Rules(catalog) {
		b.book[one.Name] = one
	}
	b.run.Tool.Driver = sarifDriver{Name: "mcploupe", SemanticVersion: version, Rules: []sarifRule{}}
	b.run.ColumnKind = "utf16CodeUnits"
	b.run.Results = []sarifResult{}
	b.run.Properties = map[string]any{"failOn": string(r.limit), "targets": r.targets}
	// The worst come first, so that a bound costs the mildest.
	for _, level := range tool.Levels() {
		for _, s := range r.sources {
			for i := range s.findings {
				if f := &s.findings[i]; f.Level == level {
					b.add(s, f)
				}
			}
		}
	}
	b.invocation()
	log := sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{b.run}}
	_, err = out.Write(append(compactJSON(log), '\n'))
	return err
}

func workingFolder() string {
	dir, err := os.Getwd()
	if err != nil {
		return "" // paths are then given as they are
	}
	return dir
}

// sarifBuilder makes one run.
type sarifBuilder struct {
	report  *checkReport
	book    map[string]*rulebook.Rule
	index   map[string]int // of the rules in the run
	seen    map[string]int // fingerprints
	root    string         // addresses are relative to it
	run     sarifRun
	dropped int
}

func (b *sarifBuilder) add(s *checkedSource, f *checkFinding) {
	if len(b.run.Results) == maxResults {
		b.dropped++
		return
	}
	text := f.Message
	if f.Next != "" {
		text += " Mend: " + f.Next
	}
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: b.rule(f), Level: b.level(f), Message: sarifMessage{Text: sarifText(text)},
		Locations: []sarifLocation{b.location(s, f)}, Prints: b.fingerprint(s, f),
		Properties: map[string]any{
			"source": s.source, "server": s.server, "tool": f.toolName(), "pointer": string(f.Pointer), "level": string(f.Level),
		},
	}
	if f.Target != "" {
		result.Properties["target"] = f.Target
	}
	if f.possible {
		result.Properties["possible"] = true
	}
	if f.known {
		result.Suppressions = []sarifSuppression{{"external", "known: it stands in the baseline"}}
	}
	b.run.Results = append(b.run.Results, result)
}

// rule puts a rule into the run where it is not yet there.
func (b *sarifBuilder) rule(f *checkFinding) int {
	if i, there := b.index[f.Rule]; there {
		return i
	}
	r := b.book[f.Rule]
	if r == nil { // a finding of no listed rule; a test rules it out
		r = &rulebook.Rule{Name: f.Rule, Level: f.Level, Why: f.Message, Mend: f.Next, Evidence: []string{f.Evidence}}
	}
	rules := &b.run.Tool.Driver.Rules
	b.index[f.Rule] = len(*rules)
	*rules = append(*rules, newSARIFRule(r))
	return b.index[f.Rule]
}

func newSARIFRule(r *rulebook.Rule) sarifRule {
	family, _, _ := strings.Cut(r.Name, "/")
	level := sarifLevel(r.Level)
	out := sarifRule{
		ID: r.Name, Default: sarifDefault{level},
		Short: sarifMessage{Text: cutText(sarifText(firstSentence(orNone(r.Title, r.Why)) + "."))},
		Full:  sarifMessage{Text: cutText(sarifText(r.Why))},
		Help:  sarifHelp(r),
		Properties: map[string]any{
			"tags": []string{"mcp", family}, "problem.severity": map[string]string{"error": "error", "warning": "warning", "note": "recommendation"}[level],
			"precision": "high", "reach": string(r.Level),
		},
	}
	if len(r.Evidence) > 0 && strings.HasPrefix(r.Evidence[0], "https://") {
		out.HelpURI = r.Evidence[0]
	}
	return out
}

// maxDescription is how many characters code scanning shows of a description.
const maxDescription = 1024

func cutText(s string) string {
	if r := []rune(s); len(r) > maxDescription {
		return string(r[:maxDescription-1]) + "…"
	}
	return s
}

// sarifHelp is what code scanning shows beside an alert.
func sarifHelp(r *rulebook.Rule) sarifMessage {
	text := []string{sarifText(r.Why), sarifText("Mend: " + r.Mend)}
	md := []string{markdown(r.Why), "", "**Mend:** " + markdown(r.Mend), ""}
	for _, f := range ruleFacts(r) {
		if f.name == "why" || f.name == "mend" {
			continue
		}
		text = append(text, sarifText(f.name+": "+f.text))
		md = append(md, "- "+f.name+": "+markdown(f.text))
	}
	for _, e := range r.Evidence {
		text = append(text, sarifText("evidence: "+e))
		if strings.HasPrefix(e, "https://") {
			md = append(md, "- evidence: <"+e+">")
		} else {
			md = append(md, "- evidence: "+markdown(e))
		}
	}
	if r.Example != "" {
		md = append(md, "\nExample:\n\n"+fence(r.Example), "Mended:\n\n"+fence(r.Clean))
	}
	return sarifMessage{strings.Join(text, "\n"), strings.Join(md, "\n")}
}

// sarifLevel is a level in SARIF's words.
func sarifLevel(l tool.Level) string {
	switch {
	case l.Rank() <= tool.LevelCall.Rank():
		return "error"
	case l.Rank() <= tool.LevelDrop.Rank():
		return "warning"
	}
	return "note"
}

// level is that of one finding: what is only possible is no error, since code
// scanning fails a pull request for errors.
func (b *sarifBuilder) level(f *checkFinding) string {
	level := sarifLevel(f.Level)
	if level == "error" && f.possible && !b.report.possible {
		return "warning"
	}
	return level
}

func (b *sarifBuilder) location(s *checkedSource, f *checkFinding) sarifLocation {
	loc := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{b.address(s)}}}
	if p := f.at; p.start.line > 0 {
		loc.Physical.Region = &sarifRegion{StartLine: p.start.line, StartColumn: p.start.unit}
		if p.end.line > 0 {
			loc.Physical.Region.EndLine, loc.Physical.Region.EndColumn = p.end.line, p.end.unit
		}
	}
	name, kind := "tools/list", "resource"
	if f.of != nil {
		name, kind = f.of.Label(), "function"
	}
	full := s.server + "/" + name
	loc.Logical = []sarifLogical{{oneLine(name), oneLine(full), kind}}
	if f.Pointer != "" {
		loc.Logical = append(loc.Logical, sarifLogical{oneLine(f.Pointer.Last()), oneLine(full + "#" + string(f.Pointer)), "value"})
	}
	return loc
}

// address is the relative address of the file that a finding stands in. Code
// scanning shows no result without one, so a server that came from no file has
// an address made of its name.
func (b *sarifBuilder) address(s *checkedSource) string {
	if s.file == "" {
		return (&url.URL{Path: "mcp/" + strings.ReplaceAll(s.server, "/", "_") + "/tools.json"}).String()
	}
	path, err := filepath.Abs(s.file)
	if err != nil {
		return (&url.URL{Path: filepath.ToSlash(s.file)}).String()
	}
	rel, err := filepath.Rel(b.root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String()
}

// fingerprint tells an alert from others over time: neither the line nor the
// wording is part of it. Code scanning reads the first of the two names.
func (b *sarifBuilder) fingerprint(s *checkedSource, f *checkFinding) map[string]string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, s.server, f.toolName(), string(f.Pointer)}, "\x00")))
	text := hex.EncodeToString(sum[:8])
	b.seen[text]++
	text = fmt.Sprintf("%s:%d", text, b.seen[text])
	return map[string]string{"primaryLocationLineHash": text, "mcploupe/v1": text}
}

func (b *sarifBuilder) invocation() {
	inv := sarifInvocation{Successful: true, ExitCode: b.report.code()}
	for _, s := range b.report.sources {
		if s.err != nil {
			inv.Successful = false
			inv.Notifications = append(inv.Notifications, sarifNotification{"error", sarifMessage{Text: sarifText(s.failure())}})
		}
	}
	if b.dropped > 0 {
		inv.Notifications = append(inv.Notifications, sarifNotification{"warning", sarifMessage{Text: fmt.Sprintf("%d findings, the mildest, are left out: code scanning takes %d.", b.dropped, maxResults)}})
	}
	b.run.Invocations = []sarifInvocation{inv}
}

// placeholder is what a viewer replaces by an argument (SARIF 2.1.0, section
// 3.11.5). The section has every brace doubled; no viewer is known to undo that,
// and a mend that reads {{}} for {} would be wrong, so only these are.
var placeholder = regexp.MustCompile(`\{(\d+)\}`)

// sarifText is a plain text message without placeholders and embedded links
// (section 3.11.6).
func sarifText(s string) string {
	s = strings.ReplaceAll(oneLine(s), "](", "] (")
	return placeholder.ReplaceAllString(s, "{{$1}}")
}
