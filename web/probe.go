package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// Bounds of the probe tab.
const (
	maxPlanned   = 150             // tools that the page of a server plans
	planPatience = 3 * time.Second // for the plans of a page
	maxProbeNote = 60
)

// probeAsk is what a person wants to probe.
type probeAsk struct {
	base, baseError string // as typed; empty where nothing was
	seed            uint64
	seedText        string // as typed
	seedError       string
	tickError       string
	ticks           map[int]bool // positions of tools that may be called though they do not claim to only read
}

// readProbe reads the posted form of the probe tab.
func readProbe(r *http.Request) probeAsk {
	ask := probeAsk{base: strings.ReplaceAll(r.PostForm.Get("base"), "\r\n", "\n"), seed: 1, seedText: r.PostForm.Get("seed"), ticks: map[int]bool{}}
	for _, v := range r.PostForm["tick"] {
		if n, err := strconv.Atoi(v); err == nil {
			ask.ticks[n] = true
		}
	}
	if text := strings.TrimSpace(ask.seedText); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			ask.seedError = "A seed is a whole number from 0 on."
		}
		ask.seed = n
	}
	if strings.TrimSpace(ask.base) == "" {
		ask.base = ""
		return ask
	}
	doc, err := jsondoc.Parse([]byte(ask.base))
	switch {
	case err != nil:
		ask.baseError = "This is not JSON: " + err.Error()
	case doc.Root().Kind() != jsondoc.Object:
		ask.baseError = "Arguments are a JSON object."
	}
	return ask
}

// choice is the ask as the application knows it.
func (p place) choice(ask probeAsk) inspector.ProbeChoice {
	c := inspector.ProbeChoice{Seed: ask.seed, Bases: map[string][]byte{}, Consent: map[string]bool{}}
	if p.tool != nil {
		c.Only = []*tool.Tool{p.tool}
		if ask.base != "" && ask.baseError == "" {
			c.Bases[p.tool.Name] = jsondoc.AppendCompact(nil, []byte(ask.base)) // the editor breaks lines, and calls need not
		}
	} else {
		tools := p.status.Snapshot.Tools
		c.Only = tools[:min(len(tools), maxPlanned)]
	}
	for _, t := range c.Only {
		if ask.ticks[t.Index] {
			c.Consent[t.Name] = true
		}
	}
	return c
}

// probeTools starts or cancels a probe, or shows the plan for what was typed.
func (s *Site) probeTools(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	p, err := s.find(views.ParseWhere(r.PostForm))
	if err != nil {
		return err
	}
	p.Where.Tab = views.TabProbe
	if p.server == nil || !p.server.Live() || p.status.Snapshot == nil {
		return &httpError{status: http.StatusConflict, what: "There is no server to probe", next: "Connect it first; a saved answer cannot be probed."}
	}
	ask := readProbe(r)
	switch action := r.PostForm.Get("action"); action {
	case "cancel":
		if running := p.server.FindProbe(r.PostForm.Get("probe")); running != nil {
			running.Cancel()
		}
	case "start":
		if ask.tickError = p.unticked(ask); ask.baseError+ask.seedError+ask.tickError != "" {
			return s.showProbe(w, r, p, ask)
		}
		if err := s.startProbe(r.Context(), p, ask); err != nil {
			return err
		}
	case "plan":
		return s.showProbe(w, r, p, ask)
	default:
		return &httpError{status: http.StatusBadRequest, what: "There is no action “" + action + "”", next: "There are plan, start and cancel."}
	}
	http.Redirect(w, r, p.Where.URL(), http.StatusSeeOther)
	return nil
}

// unticked says why there is no tool that may be called; empty where there is one.
func (p place) unticked(ask probeAsk) string {
	for _, t := range p.choice(ask).Only {
		if probe.ClaimsReadOnly(t) || ask.ticks[t.Index] {
			return ""
		}
	}
	return "Nothing was sent: no tool claims to only read, and none is ticked."
}

func (s *Site) startProbe(ctx context.Context, p place, ask probeAsk) error {
	choice := p.choice(ask)
	plans, err := p.server.PlanProbe(ctx, choice)
	if err == nil {
		_, err = p.server.StartProbe(plans, choice)
	}
	if err != nil {
		return &httpError{status: http.StatusConflict, what: "The probe was not started", err: err, next: "Look at the state of the server, and at the Probe tab for one that is under way."}
	}
	return nil
}

// showProbe prints the page with what was typed, and without a result.
func (s *Site) showProbe(w http.ResponseWriter, r *http.Request, p place, ask probeAsk) error {
	p.ask = &ask
	var call *views.Call
	if p.tool != nil {
		call = s.callFor(r, p).panel(r.Context())
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.page(r, p, call)))
	return nil
}

// probeView fills the probe tab.
func (s *Site) probeView(ctx context.Context, p place) *views.Probe {
	ask := probeAsk{seed: 1, seedText: "1"}
	if p.ask != nil {
		ask = *p.ask
	}
	v := &views.Probe{Server: p.server.ID, Whole: p.tool == nil, Seed: ask.seedText, SeedError: ask.seedError, BaseError: ask.baseError, TickError: ask.tickError}
	if p.status.State != inspector.StateReady {
		v.Why = "The server is not connected. Connect it first."
	}
	if p.status.Snapshot != nil {
		s.fillPlans(ctx, v, p, ask)
	}
	for _, one := range p.server.Probes() {
		if v.Running == nil && !one.Ended() {
			now := one.Progress()
			v.Running = &views.ProbeRun{ID: one.ID, Sent: now.Sent, Total: now.Total, Flying: now.InFlight, Hit: now.Findings}
			v.Why = "A probe is under way."
		}
		if p.ask == nil && v.Running == nil && v.Result == nil && one.Ended() && (p.tool == nil || one.Covers(p.tool)) {
			v.Result = s.probeResult(ctx, p, one)
		}
	}
	return v
}

// fillPlans plans what the tab offers to send.
func (s *Site) fillPlans(ctx context.Context, v *views.Probe, p place, ask probeAsk) {
	ctx, stop := context.WithTimeout(ctx, planPatience)
	defer stop()
	choice := p.choice(ask)
	plans, err := p.server.PlanProbe(ctx, choice)
	if err != nil {
		v.Why = "The plan could not be made: " + err.Error()
		return
	}
	v.Left = len(p.status.Snapshot.Tools) - len(plans)
	if p.tool != nil {
		v.Left = 0
	}
	for _, plan := range plans {
		v.Calls += len(plan.Steps)
		one := views.ProbePlan{
			N: plan.Tool.Index, Name: plan.Tool.Name, HasName: plan.Tool.HasName, Calls: len(plan.Steps),
			ReadOnly: plan.ReadOnly, Ticked: ask.ticks[plan.Tool.Index], Problem: plan.Problem, Notes: plan.Notes,
		}
		if p.tool != nil {
			for _, step := range plan.Steps[:min(len(plan.Steps), views.MaxProbeSteps)] {
				one.Steps = append(one.Steps, probeStep(step))
			}
			fillBase(v, plan, ask, p.server.HasGoodCall(p.tool))
		}
		v.Plans = append(v.Plans, one)
	}
}

// fillBase shows the base call that was typed, or the one that was taken.
func fillBase(v *views.Probe, plan *probe.Plan, ask probeAsk, good bool) {
	v.BaseFrom = "made from the schema; give one that works, where the server knows its own things"
	switch {
	case ask.base != "":
		v.Base, v.BaseFrom = ask.base, "as you gave it"
		return
	case good:
		v.BaseFrom = "the last test call that went well"
	}
	if len(plan.Steps) == 0 {
		return
	}
	v.Base = string(plan.Steps[0].Arguments)
	if doc, err := jsondoc.Parse(plan.Steps[0].Arguments); err == nil {
		v.Base = doc.Root().Pretty()
	}
}

func probeStep(s probe.Step) views.ProbeStep {
	return views.ProbeStep{
		Kind: string(s.Kind), Field: string(s.Field), Detail: s.Detail, Args: string(s.Arguments), NoArgs: s.Arguments == nil,
		Says: string(s.Says), Why: s.Why, Expect: string(s.Expect),
	}
}

// probeResult is what a probe found, of one tool or of all.
func (s *Site) probeResult(ctx context.Context, p place, one *inspector.Probe) *views.ProbeResult {
	r := one.Result()
	v := &views.ProbeResult{At: r.Started, Took: r.Took, Sent: r.Sent, Seed: strconv.FormatUint(one.Choice.Seed, 10), Ended: r.Ended}
	for _, c := range probe.Classes() {
		if n := r.Classes[c]; n > 0 {
			v.Counts = append(v.Counts, views.ProbeCount{Word: string(c), Count: n})
		}
	}
	change := p.server.ProbeChange(one)
	v.Compared = change.Compared
	for _, f := range change.Fixed {
		if p.tool == nil || f.Tool.Name == p.tool.Name {
			v.Fixed = append(v.Fixed, f.Tool.Label()+": "+string(f.Kind)+" at "+string(f.Pointer))
		}
	}
	for _, t := range r.Tools {
		if p.tool != nil && t.Plan.Tool.Name != p.tool.Name {
			continue
		}
		s.addToolResult(ctx, v, p, t, change)
	}
	if len(v.Rows) > views.MaxProbeSteps {
		v.RowsMore = len(v.Rows) - views.MaxProbeSteps
		v.Rows = v.Rows[:views.MaxProbeSteps]
	}
	return v
}

func (s *Site) addToolResult(ctx context.Context, v *views.ProbeResult, p place, t *probe.ToolResult, change inspector.ProbeChange) {
	label := t.Plan.Tool.Label()
	if t.Skipped != "" {
		v.Skipped = append(v.Skipped, label+": "+t.Skipped)
	}
	for _, n := range t.Notes {
		if len(v.Notes) < maxProbeNote {
			v.Notes = append(v.Notes, label+": "+n.Name+": "+n.Message)
		}
	}
	for _, f := range t.Findings {
		one := s.probeFinding(ctx, p, f)
		one.New = change.Compared && slices.ContainsFunc(change.New, func(o probe.Finding) bool {
			return o.Rule == f.Rule && o.Pointer == f.Pointer && o.Tool.Name == f.Tool.Name
		})
		v.Findings = append(v.Findings, one)
	}
	rows := make([]views.ProbeStep, 0, len(t.Trials))
	for _, trial := range t.Trials {
		row := probeStep(trial.Step)
		row.Class, row.Said = string(trial.Class), trial.Said()
		if p.tool == nil {
			row.Tool = label
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b views.ProbeStep) int { return cmp.Compare(a.Field, b.Field) })
	v.Rows = append(v.Rows, rows...)
}

// probeFinding is a finding with its mend, and the clients that stumble over the same
// place of the schema.
func (s *Site) probeFinding(ctx context.Context, p place, f probe.Finding) views.ProbeFinding {
	one := views.ProbeFinding{
		Finding: views.Finding{Finding: f.Finding}, Kind: string(f.Kind), N: f.Tool.Index, Name: f.Tool.Name, HasName: f.Tool.HasName,
		Args: string(f.Step.Arguments), NoArgs: f.Step.Arguments == nil, Said: f.Said,
	}
	mends, err := p.server.MendProbe(ctx, f)
	if err != nil {
		mends = nil // the advice stands without the words of the SDK
	}
	for _, m := range mends {
		if m.Source != nil && m.Source.After != "" {
			one.Code, one.CodeBefore, one.SDK = m.Source.After, m.Source.Before, string(m.Source.SDK)
			break
		}
	}
	q := p
	q.tool = f.Tool
	if o := q.opinion(ctx); o != nil {
		for _, other := range o.Findings {
			if other.Target != "" && other.Pointer == f.Pointer {
				one.Clients = append(one.Clients, s.clientNames(other.Target))
			}
		}
	}
	slices.Sort(one.Clients)
	one.Clients = slices.Compact(one.Clients)
	return one
}
