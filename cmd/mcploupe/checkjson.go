package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// checkedJSON is the JSON form of a report.
type checkedJSON struct {
	Findings []checkedFinding `json:"findings"`
	Failed   []checkedFailure `json:"failed"` // sources that could not be checked
	Ignored  []checkedIgnored `json:"ignored"`
	Stale    []baselineEntry  `json:"stale"` // known to the baseline and not found
	Summary  checkedSummary   `json:"summary"`
}

// checkedFinding is one finding. Tool is null where the tool has no name and
// where the list as a whole is meant; then index is absent, and the pointer leads
// into the result of tools/list.
type checkedFinding struct {
	Source   string  `json:"source"`
	Server   string  `json:"server"`
	Tool     *string `json:"tool"`
	Index    *int    `json:"index,omitempty"` // the tool's position in the list, from 0
	Rule     string  `json:"rule"`
	Level    string  `json:"level"`
	Pointer  string  `json:"pointer"`
	Message  string  `json:"message"`
	Target   string  `json:"target,omitempty"` // profiles, separated by ", "
	Evidence string  `json:"evidence"`
	Mend     string  `json:"mend"`
	Possible bool    `json:"possible,omitempty"`
	Known    bool    `json:"known,omitempty"`
	Line     int     `json:"line,omitempty"`   // in the source's file
	Column   int     `json:"column,omitempty"` // in characters
}

type checkedFailure struct {
	Source  string `json:"source"`
	Message string `json:"message"`
}

type checkedIgnored struct {
	Rule   string `json:"rule"`
	Tool   string `json:"tool,omitempty"`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

type checkedSummary struct {
	Servers  int      `json:"servers"`
	Tools    int      `json:"tools"`
	FailOn   string   `json:"failOn"`
	Targets  []string `json:"targets"`
	Failing  int      `json:"failing"`
	Possible int      `json:"possible"`
	Milder   int      `json:"milder"`
	Known    int      `json:"known"`
	Ignored  int      `json:"ignored"`
}

// printCheckJSON prints a report as one JSON object.
func printCheckJSON(out io.Writer, r *checkReport) error {
	n := r.count()
	j := checkedJSON{
		Findings: []checkedFinding{}, Failed: []checkedFailure{}, Ignored: []checkedIgnored{}, Stale: r.stale,
		Summary: checkedSummary{
			Servers: n.servers, Tools: n.tools, FailOn: string(r.limit), Targets: r.targets,
			Failing: n.failing, Possible: n.possible, Milder: n.milder, Known: n.known, Ignored: n.ignored,
		},
	}
	if j.Stale == nil {
		j.Stale = []baselineEntry{}
	}
	if j.Summary.Targets == nil {
		j.Summary.Targets = []string{}
	}
	for _, s := range r.sources {
		if s.err != nil {
			j.Failed = append(j.Failed, checkedFailure{s.source, s.err.Error()})
		}
		for i := range s.findings {
			j.Findings = append(j.Findings, newCheckedFinding(s, &s.findings[i]))
		}
	}
	for _, i := range r.ignored {
		j.Ignored = append(j.Ignored, checkedIgnored{i.rule, i.tool, i.reason, i.count})
	}
	_, err := out.Write(append(compactJSON(j), '\n'))
	return err
}

func newCheckedFinding(s *checkedSource, f *checkFinding) checkedFinding {
	c := checkedFinding{
		Source: s.source, Server: s.server, Rule: f.Rule, Level: string(f.Level), Pointer: string(f.Pointer),
		Message: f.Message, Target: f.Target, Evidence: f.Evidence, Mend: f.Next, Possible: f.possible, Known: f.known,
	}
	if s.saved {
		c.Line, c.Column = f.at.start.line, f.at.start.column
	}
	if f.of != nil {
		c.Index = &f.of.Index
		if f.of.HasName {
			c.Tool = &f.of.Name
		}
	}
	return c
}

// compactJSON encodes a value that always can be. Characters that do not show as
// themselves are escaped, which leaves the value what it is.
func compactJSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("a report cannot be encoded: %v", err)) // its types hold strings and numbers alone
	}
	return []byte(escapeHidden(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}
