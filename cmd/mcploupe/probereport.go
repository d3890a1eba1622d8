package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/probe"
)

// report puts what a probe found into the report of check, and prints it.
func (f *probeFlags) report(ctx context.Context, src inspector.Sources, s *inspector.Server, p *inspector.Probe, opt checkOptions, outputs []checkOutput) error {
	result := p.Result()
	report := f.checked(ctx, src, s, p)
	if err := report.settle(opt); err != nil {
		return err
	}
	f.sayRun(s, result)
	report.sayAside(f.std.err)
	if err := report.writeAll(f.std, outputs); err != nil {
		return err
	}
	if f.save != "" {
		if err := writeWhole(f.save, probe.Save(result.Findings())); err != nil {
			return &exitError{exitUsage, fmt.Errorf("write the failing calls: %w", err)}
		}
		say(f.std, "mcploupe: %s written to %s", count(len(result.Findings()), "failing call is", "failing calls are"), f.save)
	}
	if opt.writeBaseline && result.Ended == "" {
		return writeBaseline(f.std.err, opt.baseline, report)
	}
	if code := report.code(); code != exitOK {
		return &exitError{code: code}
	}
	if result.Ended != "" {
		return &exitError{exitUnreachable, fmt.Errorf("the probe of %s is not whole: %s", s.Name, result.Ended)}
	}
	return nil
}

// checked is the result as check would have it.
func (f *probeFlags) checked(ctx context.Context, src inspector.Sources, s *inspector.Server, p *inspector.Probe) *checkReport {
	name := strings.Join(append(append([]string(nil), src.Args...), src.Configs...), " ")
	if len(src.Command) > 0 {
		name = src.Command[0]
	}
	one := newCheckedSource(name, s, src.Dir)
	snap := s.Status().Snapshot
	one.snapshot = snap
	if snap.Server.Name != "" {
		one.server = snap.Server.Name
	}
	one.version = snap.Server.Version
	for _, t := range p.Result().Tools {
		var list []checkFinding
		for _, found := range t.Findings {
			list = append(list, checkFinding{Finding: found.Finding, of: found.Tool})
			f.complete(ctx, s, found, &list[len(list)-1])
		}
		sortCheckFindings(list)
		one.findings = append(one.findings, list...)
	}
	one.locate()
	return &checkReport{sources: []*checkedSource{one}, began: p.Started}
}

// complete adds the arguments that show a finding, and how the source is mended where
// that is known.
func (f *probeFlags) complete(ctx context.Context, s *inspector.Server, found probe.Finding, c *checkFinding) {
	if args := found.Step.Arguments; args != nil {
		c.Message += " Arguments: " + shorten(string(args))
	}
	mends, err := s.MendProbe(ctx, found)
	if err != nil {
		return // the advice without the source's words is there
	}
	for _, m := range mends {
		if m.Source != nil && m.Source.After != "" {
			c.Next += fmt.Sprintf(" In %s, instead of %s write %s", m.Source.SDK, inLine(m.Source.Before), inLine(m.Source.After))
			return
		}
	}
}

// inLine is code on one line of a text.
func inLine(code string) string { return strings.Join(strings.Fields(code), " ") }

// maxShown bounds the arguments in a message, in characters.
const maxShown = 400

func shorten(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown]) + fmt.Sprintf("… (%d bytes; --save writes them whole)", len(s))
	}
	return s
}

// sayRun says on standard error what was sent, what was not, and what was seen.
func (f *probeFlags) sayRun(s *inspector.Server, r *probe.Result) {
	line := func(format string, args ...any) {
		_, _ = fmt.Fprintln(f.std.err, "mcploupe: "+oneLine(fmt.Sprintf(format, args...)))
	}
	var classes []string
	for _, c := range probe.Classes() {
		if n := r.Classes[c]; n > 0 {
			classes = append(classes, fmt.Sprintf("%d %s", n, c))
		}
	}
	line("%s: %s in %v, seed %d: %s", s.Name, count(r.Sent, "call", "calls"), r.Took.Round(time.Millisecond), f.seed, strings.Join(classes, ", "))
	if r.Ended != "" {
		line("%s: stopped before the end: %s", s.Name, r.Ended)
	}
	var skipped []string
	for _, t := range r.Tools {
		switch {
		case t.Skipped == "":
		case t.Trials == nil && !t.Plan.ReadOnly && t.Plan.Problem == "":
			skipped = append(skipped, t.Plan.Tool.Label())
		default:
			line("%s: %s", t.Plan.Tool.Label(), t.Skipped)
		}
		for _, n := range t.Plan.Notes {
			line("%s: %s", t.Plan.Tool.Label(), n)
		}
		for _, n := range t.Notes {
			line("note: %s: %s: %s", t.Plan.Tool.Label(), n.Name, n.Message)
		}
	}
	if len(skipped) > 0 {
		line("not called, since the server does not claim that they only read: %s; --allow-writes calls them", strings.Join(skipped, ", "))
	}
}

// printPlans prints the calls of plans, each with what the schema says of it.
func printPlans(std streams, plans []*probe.Plan, consent map[string]bool, outputs []checkOutput) error {
	for _, o := range outputs {
		text, err := planText(plans, consent, o.format)
		if err != nil {
			return &exitError{exitUsage, err}
		}
		if o.file != "" {
			err = os.WriteFile(o.file, text, 0o644)
		} else {
			_, err = std.out.Write(text)
		}
		if err != nil {
			return &exitError{exitUsage, fmt.Errorf("write the plan: %w", err)}
		}
	}
	return nil
}
