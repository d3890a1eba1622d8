package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/probe"
)

// newProbe finds out whether a server keeps its word.
func newProbe(std streams) *cobra.Command {
	flags := probeFlags{checkFlags: checkFlags{sourceFlags: sourceFlags{std: std}, target: "none"}}
	c := &cobra.Command{
		Use:   "probe SOURCE [TOOL…] [-- COMMAND ARG…]",
		Short: "find out whether a server does what its schemas say",
		Long: `Probe makes calls from each tool's input schema, one change at a time: every
advertised default, null, values on and beside each bound, fields left out, other
types, properties that nobody named. It finds where the server refuses what its
schema allows, accepts what it forbids, or answers with something else than its
output schema promises. Only what is certain is a finding: it was seen twice,
beside a call without the change.

Tools are called only where the server claims that they change nothing
(annotations.readOnlyHint: a claim, and nothing more). --allow-writes calls the
others too. --dry-run sends nothing and prints every call.

Without TOOL all tools are probed. With a command after -- or with --config, all
arguments are tools.

Exit codes: 0 nothing at or above the limit, 1 findings, 2 usage or
configuration, 3 the server could not be reached or ended.`,
		Example: `  mcploupe probe --dry-run -- python server.py
  mcploupe probe update_article --allow-writes -- python server.py
  mcploupe probe https://example.com/mcp --format sarif=probe.sarif
  mcploupe probe --save failing.jsonl -- python server.py
  mcploupe probe --replay failing.jsonl -- python server.py`,
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c, args) },
	}
	f := c.Flags()
	f.BoolVar(&flags.dry, "dry-run", false, "print the calls and send none")
	f.StringVar(&flags.allow, "allow-writes", "", "call tools that do not claim to be read-only: all of them, or those `TOOL,…` named with =")
	f.Lookup("allow-writes").NoOptDefVal = everyTool
	f.StringArrayVar(&flags.bases, "base", nil, "`TOOL=JSON`, the arguments of a call that works, which the others are made from; may be repeated")
	f.Uint64Var(&flags.seed, "seed", 1, "chooses among values where any would do; the same seed makes the same calls")
	f.IntVar(&flags.steps, "max-calls", probe.DefaultSteps, "planned calls of one tool at most")
	f.IntVar(&flags.inFlight, "in-flight", probe.DefaultInFlight, "calls under way at the same time at most")
	f.Float64Var(&flags.rate, "rate", 0, "calls a second at most (default 500, and 20 for a server on another machine)")
	f.DurationVar(&flags.timeout, "timeout", probe.DefaultTimeout, "give up on a call after this `duration`")
	f.DurationVar(&flags.total, "total-timeout", probe.DefaultTotal, "give up on the whole probe after this `duration`")
	f.StringVar(&flags.save, "save", "", "write the calls that show findings to a `FILE`")
	f.StringVar(&flags.replay, "replay", "", "send only the calls of a `FILE` that --save wrote")
	flags.registerReport(c)
	flags.register(c)
	return c
}

// everyTool is what --allow-writes means without tools.
const everyTool = "*"

// probeFlags are the flags of probe as given.
type probeFlags struct {
	checkFlags
	dry          bool
	allow        string
	bases        []string
	seed         uint64
	steps        int
	inFlight     int
	rate         float64
	timeout      time.Duration
	total        time.Duration
	save, replay string
	tools        []string
}

func (f *probeFlags) run(c *cobra.Command, args []string) error {
	f.changed = c.Flags().Changed
	src, err := f.sources(c, args)
	if err != nil {
		return err
	}
	f.tools = src.Args
	switch {
	case len(src.Command) > 0 || len(src.Configs) > 0:
		src.Args = nil
	case len(src.Args) == 0:
		return errors.New("name a server to probe: a URL, --config FILE, or a command after --")
	default:
		src.Args, f.tools = src.Args[:1], src.Args[1:]
	}
	opt, err := f.options()
	if err != nil {
		return err
	}
	opt.targets = nil
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	choice, err := f.choice()
	if err != nil {
		return err
	}
	return withServer(c.Context(), f.std, src, func(app *inspector.App, s *inspector.Server) error {
		return f.probe(c.Context(), src, s, choice, opt, outputs)
	})
}

// choice is what the flags say about the probe itself.
func (f *probeFlags) choice() (inspector.ProbeChoice, error) {
	choice := inspector.ProbeChoice{
		Tools: f.tools, Bases: map[string][]byte{}, Seed: f.seed, Steps: f.steps, InFlight: f.inFlight, Rate: f.rate,
		Timeout: f.timeout, Total: f.total, Consent: map[string]bool{},
	}
	for _, number := range []struct {
		flag string
		bad  bool
	}{{"max-calls", f.steps < 1}, {"in-flight", f.inFlight < 1}, {"rate", f.rate < 0}, {"timeout", f.timeout <= 0}, {"total-timeout", f.total <= 0}} {
		if number.bad {
			return choice, fmt.Errorf("--%s must be more than zero", number.flag)
		}
	}
	for _, b := range f.bases {
		name, text, found := strings.Cut(b, "=")
		if !found {
			return choice, fmt.Errorf("--base %s: write TOOL=JSON", b)
		}
		doc, err := jsondoc.Parse([]byte(text))
		if err != nil {
			return choice, fmt.Errorf("--base %s: the arguments are not JSON: %w", name, err)
		}
		if doc.Root().Kind() != jsondoc.Object {
			return choice, fmt.Errorf("--base %s: the arguments are an object, not %s", name, article(doc.Root()))
		}
		choice.Bases[name] = []byte(text)
	}
	return choice, nil
}

// probe plans, asks nobody, sends what there is consent for, and reports.
func (f *probeFlags) probe(ctx context.Context, src inspector.Sources, s *inspector.Server, choice inspector.ProbeChoice, opt checkOptions, outputs []checkOutput) error {
	if !s.Live() {
		return &exitError{exitUsage, fmt.Errorf("%s is a saved answer: there is no server to call", s.Name)}
	}
	plans, err := f.plans(ctx, s, choice)
	if err != nil {
		return err
	}
	if err := f.consent(&choice, plans); err != nil {
		return &exitError{exitUsage, err}
	}
	if f.dry {
		return printPlans(f.std, plans, choice.Consent, outputs)
	}
	p, err := s.StartProbe(plans, choice)
	if err != nil {
		return &exitError{exitUnreachable, err}
	}
	f.watch(ctx, p)
	return f.report(ctx, src, s, p, opt, outputs)
}

// plans are those of the tools, or of a saved file.
func (f *probeFlags) plans(ctx context.Context, s *inspector.Server, choice inspector.ProbeChoice) ([]*probe.Plan, error) {
	if f.replay == "" {
		plans, err := s.PlanProbe(ctx, choice)
		if err != nil {
			return nil, &exitError{exitUsage, fmt.Errorf("%s: %w", s.Name, err)}
		}
		return plans, nil
	}
	data, err := os.ReadFile(f.replay)
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Errorf("read the saved calls: %w", err)}
	}
	plans, gone, err := s.ReplayProbe(ctx, data, choice)
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Errorf("%s: %w", f.replay, err)}
	}
	for _, name := range gone {
		say(f.std, "mcploupe: %s: the server has no tool %q any more; its call is left out", f.replay, name)
	}
	return plans, nil
}

// consent reads --allow-writes.
func (f *probeFlags) consent(choice *inspector.ProbeChoice, plans []*probe.Plan) error {
	var named []string
	if f.allow != everyTool && f.allow != "" {
		named = strings.Split(f.allow, ",")
	}
	for _, name := range named {
		if !slices.ContainsFunc(plans, func(p *probe.Plan) bool { return p.Tool.Name == name }) {
			return fmt.Errorf("--allow-writes: no tool %q is probed", name)
		}
		choice.Consent[name] = true
	}
	for _, p := range plans {
		if f.allow == everyTool {
			choice.Consent[p.Tool.Name] = true
		}
	}
	return nil
}

// watchEvery is how often the progress goes to standard error.
const watchEvery = 5 * time.Second

// watch waits for the end of a probe and tells how it goes. When ctx ends, the probe
// is cancelled, and what it found until then is reported.
func (f *probeFlags) watch(ctx context.Context, p *inspector.Probe) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.Done():
			return
		case <-ctx.Done():
			p.Cancel()
			<-p.Done()
			return
		case <-tick.C:
			now := p.Progress()
			say(f.std, "mcploupe: %d of %d calls, %s so far", now.Sent, now.Total, count(now.Findings, "finding", "findings"))
		}
	}
}
