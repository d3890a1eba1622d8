package views

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// sampleProbe is the tab of a tool before anything is sent.
func sampleProbe() *Probe {
	return &Probe{
		Server: "articles", Base: "{\n  \"article_id\": 1\n}", BaseFrom: "made from the schema", Seed: "1", Calls: 3,
		Plans: []ProbePlan{{N: 4, Name: "update_article", HasName: true, Calls: 3, Notes: []string{"Only the first 100 fields are probed."}, Steps: []ProbeStep{
			{Kind: "base", Detail: "the base call", Args: `{"article_id":1}`, Says: "allowed", Expect: "accept"},
			{Kind: "default", Field: "/title", Detail: "the default, null", Args: `{"article_id":1,"title":null}`, Says: "forbidden", Why: "got null, want string", Expect: "accept"},
			{Kind: "no arguments", Detail: "the member arguments left out", NoArgs: true, Says: "not said", Expect: "either"},
		}}},
	}
}

// sampleProbeResult is what it found.
func sampleProbeResult() *ProbeResult {
	steps := sampleProbe().Plans[0].Steps
	for i := range steps {
		steps[i].Class = "accepted"
	}
	steps[1].Class, steps[1].Said = "refused by validation", "1 validation error: title Input should be a valid string"
	one := ProbeFinding{
		Finding: Finding{Finding: tool.Finding{
			Rule: "probe/default-rejected", Level: tool.LevelCall, Pointer: "/inputSchema/properties/title/default",
			Message: "The schema advertises null as the default of title, and the call that sends it explicitly is refused.",
			Next:    "Allow null in the schema and in the code, or leave the null default out of the schema.", Evidence: "https://example.com/why",
		}, Code: "title: str | None = None"},
		Kind: "advertised default refused", N: 4, Name: "update_article", HasName: true, Args: `{"article_id":1,"title":null}`,
		CodeBefore: "title: str = None", SDK: "FastMCP (Python)", Clients: []string{"VS Code"}, New: true,
	}
	return &ProbeResult{
		At: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Took: 1200 * time.Millisecond, Sent: 7, Seed: "1",
		Counts:   []ProbeCount{{"accepted", 2}, {"refused by validation", 1}},
		Findings: []ProbeFinding{one}, Rows: steps, RowsMore: 12, Compared: true, Fixed: []string{"create_article: advertised default refused"},
		Notes: []string{"update_article: coerced: confirm takes \"yes\""}, Skipped: []string{"delete_article: It was not ticked."},
	}
}

// probeStates are the designed states of the probe tab.
func probeStates(t testing.TB) []state {
	page := func(change func(*Probe)) state {
		p := samplePage(t)
		p.Where.Tab = TabProbe
		p.Tool.Probe = sampleProbe()
		change(p.Tool.Probe)
		return state{Page: Dashboard(p)}
	}
	named := func(name string, s state) state { s.Name = name; return s }
	whole := samplePage(t)
	whole.Tool, whole.Call, whole.Where = nil, nil, Where{Server: "articles", Tab: TabProbe}
	whole.Server.Probe = sampleProbe()
	whole.Server.Probe.Whole, whole.Server.Probe.Left = true, 3
	whole.Server.Probe.Plans = append(whole.Server.Probe.Plans, ProbePlan{N: 2, Name: "get_article", HasName: true, Calls: 12, ReadOnly: true}, ProbePlan{N: 7, Problem: "It has no name to call it by."})
	return []state{
		named("probe-plan", page(func(*Probe) {})),
		named("probe-bad", page(func(p *Probe) {
			p.Base, p.BaseError, p.Seed, p.SeedError = "{", "This is not JSON: line 1", "x", "A seed is a whole number from 0 on."
		})),
		named("probe-running", page(func(p *Probe) { p.Running = &ProbeRun{ID: "p1", Sent: 3, Total: 9, Hit: 1} })),
		named("probe-result", page(func(p *Probe) { p.Result = sampleProbeResult() })),
		named("probe-kept", page(func(p *Probe) {
			p.Result = sampleProbeResult()
			p.Result.Findings, p.Result.Fixed, p.Result.Ended = nil, nil, "it was cancelled"
		})),
		named("probe-server", state{Page: Dashboard(whole)}),
	}
}

var hiddenInput = regexp.MustCompile(`<input type="hidden"[^>]*>`)

// Ensure that hostile text of a server stays text on the probe tab.
func TestProbeIsText(t *testing.T) {
	const hostile = "<script>alert(1)</script>\u202e\x1b[31m"
	p := samplePage(t)
	p.Where.Tab = TabProbe
	p.Tool.Probe = sampleProbe()
	r := sampleProbeResult()
	p.Tool.Probe.Result = r
	f := &r.Findings[0]
	f.Message, f.Args, f.Code, f.CodeBefore, f.Name = hostile, hostile, hostile, hostile, hostile
	f.Clients, f.Pointer = []string{hostile}, jsondoc.Pointer("/inputSchema/"+hostile)
	r.Rows[1].Said, r.Rows[1].Field, r.Rows[1].Why, r.Rows[1].Tool, r.Rows[1].Detail, r.Rows[1].Args = hostile, hostile, hostile, hostile, hostile, hostile
	r.Notes, r.Skipped, r.Fixed, r.Ended = []string{hostile}, []string{hostile}, []string{hostile}, hostile
	text := render(t, Dashboard(p))
	if strings.Contains(text, "<script>alert") {
		t.Error("text of a server became an element")
	}
	text = hiddenInput.ReplaceAllString(text, "") // what is sent back must be to the letter
	for _, bad := range []string{"\u202e", "\x1b"} {
		if i := strings.Index(text, bad); i >= 0 {
			t.Errorf("a hidden character stands in the page: …%q", text[max(0, i-120):i+20])
		}
	}
}
