package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"mcploupe/inspector/probe"
)

// planJSON is the JSON form of a plan.
type planJSON struct {
	Tool     string     `json:"tool"`
	ReadOnly bool       `json:"readOnly"` // the server's claim
	Called   bool       `json:"called"`   // without --dry-run
	Problem  string     `json:"problem,omitempty"`
	Notes    []string   `json:"notes,omitempty"`
	Dropped  int        `json:"dropped,omitempty"`
	Calls    []stepJSON `json:"calls"`
}

type stepJSON struct {
	Kind      string          `json:"kind"`
	Field     string          `json:"field"`
	Schema    string          `json:"schema"`
	Detail    string          `json:"detail"`
	Says      string          `json:"says"` // what the schema says
	Why       string          `json:"why,omitempty"`
	Expect    string          `json:"expect"`
	From      *int            `json:"from,omitempty"`      // the position of the call that it differs from
	Arguments json.RawMessage `json:"arguments,omitempty"` // absent where the member is left out
}

// planText is the plans in a format.
func planText(plans []*probe.Plan, consent map[string]bool, format string) ([]byte, error) {
	switch format {
	case "text":
		return planLines(plans, consent), nil
	case "json":
		list := make([]planJSON, len(plans))
		for i, p := range plans {
			list[i] = newPlanJSON(p, consent)
		}
		return append(compactJSON(map[string]any{"plans": list}), '\n'), nil
	}
	return nil, fmt.Errorf("--dry-run prints text or json, not %s", format)
}

func newPlanJSON(p *probe.Plan, consent map[string]bool) planJSON {
	j := planJSON{
		Tool: p.Tool.Label(), ReadOnly: p.ReadOnly, Called: p.Problem == "" && (p.ReadOnly || consent[p.Tool.Name]),
		Problem: p.Problem, Notes: p.Notes, Dropped: p.Dropped, Calls: []stepJSON{},
	}
	for _, s := range p.Steps {
		one := stepJSON{
			Kind: string(s.Kind), Field: string(s.Field), Schema: string(s.Schema), Detail: s.Detail,
			Says: string(s.Says), Why: s.Why, Expect: string(s.Expect), Arguments: s.Arguments,
		}
		if s.From >= 0 {
			one.From = &s.From
		}
		j.Calls = append(j.Calls, one)
	}
	return j
}

func planLines(plans []*probe.Plan, consent map[string]bool) []byte {
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(oneLine(fmt.Sprintf(format, args...)) + "\n") }
	calls, called, tools := 0, 0, 0
	for _, p := range plans {
		goes := p.ReadOnly || consent[p.Tool.Name]
		claim := "the server claims that it only reads"
		switch {
		case p.Problem != "":
			claim = p.Problem
		case !p.ReadOnly && goes:
			claim = "it does not claim to only read; allowed by --allow-writes"
		case !p.ReadOnly:
			claim = "NOT CALLED: it does not claim to only read; --allow-writes=" + p.Tool.Name + " calls it"
		}
		line("tool %s: %s; %s", p.Tool.Label(), count(len(p.Steps), "call", "calls"), claim)
		for _, n := range p.Notes {
			line("  note: %s", n)
		}
		if p.Dropped > 0 {
			line("  note: %s left out; --max-calls", count(p.Dropped, "more call is", "more calls are"))
		}
		for _, s := range p.Steps {
			args := "(the member arguments left out)"
			if s.Arguments != nil {
				args = shorten(string(s.Arguments))
			}
			line("  %s%s: %s", s.Kind, inField(s), s.Detail)
			line("    send %s", args)
			line("    the schema: %s%s; a server that keeps its word: %s", s.Says, because(s.Why), keepsWord[s.Expect])
		}
		calls += len(p.Steps)
		if goes && p.Problem == "" {
			called += len(p.Steps)
			tools++
		}
	}
	line("%s planned; %d of them, for %s, would be sent, and some again to confirm what they show", count(calls, "call", "calls"), called, count(tools, "tool", "tools"))
	return []byte(b.String())
}

var keepsWord = map[probe.Expect]string{probe.Accept: "accepts it", probe.Refuse: "refuses it", probe.Either: "may do either"}

func inField(s probe.Step) string {
	if s.Field == "" {
		return ""
	}
	return " at " + string(s.Field)
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}
