package inspector

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// ReportOptions say what a report is about and what is shown of it.
type ReportOptions struct {
	Finding report.Focus // zero picks the worst
	Call    *Call        // ended; nil where the report is about the tool alone
	Parts   report.Parts
	Masks   []report.MaskKind
	Target  dialect.Dialect  // to convert to; Unknown means 2020-12
	Clients []profile.Target // that may be named; nil for all
	Choose  []profile.Target // whose findings count when the worst is picked; nil for the default ones
}

// Report is a case with what is shown of it.
type Report struct {
	Case   *report.Case
	View   *report.View
	Masked []report.Masked // with what stood there, for a preview
}

// Report makes a report of a tool. The error is that of the context, or says that
// the rules about clients cannot be read.
func (a *App) Report(ctx context.Context, s *Server, t *tool.Tool, opt ReportOptions) (*Report, error) {
	if !opt.Target.Known() {
		opt.Target = dialect.Draft2020
	}
	st := s.Status()
	c := a.newCase(s, st, t, opt)
	mask := &report.Mask{Kinds: opt.Masks}
	mask.Host, _ = os.Hostname() // without a name there is none to mask
	if s.Config != nil {
		mask.Known = s.Config.Known()
	}
	c.Hide(mask)
	m, err := a.material(ctx, st, t, c, mask, opt)
	if err != nil {
		return nil, fmt.Errorf("report on %s: %w", t.Label(), err)
	}
	if f, ok := c.Pick(m.Findings, m.Refused); ok {
		c.Finding = report.Focus{Rule: f.Rule, Pointer: f.Pointer}
		if m.Repairs, err = a.repairs(ctx, st, m.Tool, f, opt); err != nil {
			return nil, fmt.Errorf("report on %s: %w", t.Label(), err)
		}
	}
	r := &Report{Case: c, Masked: mask.Found()}
	for _, f := range r.Masked {
		f.Was = ""
		c.Masked = append(c.Masked, f)
	}
	r.View = report.Compose(c, *m)
	return r, nil
}

// newCase is what is known of a tool and a call. A case that was opened from a
// file stays what it is, but for what is chosen anew.
func (a *App) newCase(s *Server, st Status, t *tool.Tool, opt ReportOptions) *report.Case {
	c := &report.Case{Made: time.Now().UTC().Truncate(time.Second), MadeBy: a.opt.Version, Tool: t.Raw, Index: t.Index, Server: report.Server{ID: s.Name}}
	if s.Case != nil {
		copied := *s.Case
		c = &copied
	} else if snap := st.Snapshot; snap != nil {
		i := snap.Server
		sdk, why := repair.Recognise(snap, t)
		c.Server = report.Server{ID: s.Name, Name: i.Name, Title: i.Title, Version: i.Version, ProtocolVersion: i.ProtocolVersion, Era: i.Era, SDK: string(sdk), SDKWhy: why}
		c.Tools, c.Taken = len(snap.Tools), snap.Taken.UTC()
	}
	c.Finding, c.Parts, c.Target = opt.Finding, opt.Parts, opt.Target.String()
	c.Call = recorded(opt.Call)
	return c
}

// recorded is a call as a case keeps it.
func recorded(call *Call) *report.Call {
	if call == nil || !call.Ended() || call.Answer == nil {
		return nil
	}
	an := call.Answer
	c := &report.Call{ID: call.ID, Arguments: call.Arguments, Answer: an.Received, Outcome: string(an.Outcome), Started: an.Start.UTC(), Took: an.Duration.Truncate(time.Microsecond)}
	if an.Failure != nil {
		c.Failure = an.Failure.Detail
	}
	return c
}

// material asks all parts about a case.
func (a *App) material(ctx context.Context, st Status, t *tool.Tool, c *report.Case, mask *report.Mask, opt ReportOptions) (*report.Material, error) {
	snap, err := c.Snapshot()
	if err != nil {
		return nil, err
	}
	m := &report.Material{Tool: snap.Tools[0], Input: a.reportSchema(snap.Tools[0].Input, opt.Target), Output: a.reportSchema(snap.Tools[0].Output, opt.Target)}
	m.Tool.Index = t.Index
	if c.Call != nil {
		a.materialOfCall(ctx, c.Call, m)
	}
	if st.Review == nil {
		return m, nil
	}
	catalog, err := a.Catalog()
	if err != nil {
		return nil, err
	}
	if opt.Clients == nil {
		opt.Clients = catalog.AllTargets()
	}
	if opt.Choose == nil {
		opt.Choose = catalog.DefaultTargets()
	}
	all, verdicts, err := st.Review.examine(ctx, t.Index, opt.Clients)
	if err != nil {
		return nil, err
	}
	m.Verdicts = verdicts
	if m.Findings, _, err = st.Review.examine(ctx, t.Index, opt.Choose); err != nil {
		return nil, err
	}
	// A finding of a client that does not count otherwise may be asked for.
	if opt.Finding.Rule != "" && !slices.ContainsFunc(m.Findings, opt.Finding.Is) {
		m.Findings = all
	}
	m.Findings = slices.Clone(m.Findings)
	for i := range m.Findings {
		m.Findings[i].Message = mask.Text(m.Findings[i].Message)
	}
	return m, nil
}

// reportSchema is a schema with its conversion.
func (a *App) reportSchema(s tool.Schema, to dialect.Dialect) report.Schema {
	v := a.Schema(s, dialect.Unknown, to)
	if v == nil {
		return report.Schema{}
	}
	out := report.Schema{Present: true, Dialect: v.Detection.Used.String(), Why: v.Detection.Why, Target: to.String()}
	if v.Conversion == nil {
		out.Problem = v.ConvertErr.Error()
		out.Rows = report.OneSide(v.Original)
		return out
	}
	out.Changes, out.Rows = len(v.Conversion.Changes), v.Diff().Rows
	if v.Converted != nil {
		out.Right = v.Converted.Root()
	}
	return out
}

// materialOfCall holds a call against both schemas and reads the server's words.
func (a *App) materialOfCall(ctx context.Context, call *report.Call, m *report.Material) {
	var names []string
	for k := range m.Tool.Input.Node.Get("properties").Members() {
		names = append(names, k.Text())
	}
	if call.Answer != nil {
		m.Refused = refusal.ExplainWith(call.Answer, refusal.Hint{Arguments: call.Arguments, Properties: names})
	}
	if args, err := jsondoc.Parse(call.Arguments); err == nil {
		if v, err := a.CheckArguments(ctx, m.Tool, args, dialect.Unknown); err == nil {
			m.Arguments = &report.Judged{State: v.State, Problems: v.Problems}
		}
	}
	if doc, err := jsondoc.Parse(call.Answer); err == nil && call.Outcome == string(wire.OutcomeOK) {
		out := a.CheckOutput(ctx, m.Tool, &wire.Answer{Result: doc.Root().Get("result").Raw()}, dialect.Unknown, dialect.Draft2020)
		if out.Err == nil && out.Verdict.State == validate.Invalid {
			m.Structured = out.Verdict.Problems
		}
	}
}

// maxRepaired bounds the tools that repairs are looked for, in bytes: each is tried
// by all rules. The largest tools that were seen have 50 kB.
const maxRepaired = 1 << 20

// repairs are the ways to mend a finding.
func (a *App) repairs(ctx context.Context, st Status, t *tool.Tool, f tool.Finding, opt ReportOptions) ([]repair.Repair, error) {
	if len(t.Raw) > maxRepaired {
		return nil, nil
	}
	catalog, err := a.Catalog()
	if err != nil {
		return nil, err
	}
	list, err := repair.For(ctx, t, f, repair.Options{Targets: opt.Choose, Catalog: catalog, Snapshot: st.Snapshot})
	if err != nil {
		return nil, fmt.Errorf("look for a repair: %w", err)
	}
	return list, nil
}

// AddCase adds a case that was opened from a file. Its tool is looked at as that
// of a saved answer is, and its call stands in the form; nothing can be sent.
func (a *App) AddCase(c *report.Case, path string) (*Server, error) {
	snap, err := c.Snapshot()
	if err != nil {
		return nil, fmt.Errorf("open the case: %w", err)
	}
	name := c.Server.ID
	if name == "" {
		name = c.Server.Name
	}
	s := &Server{Name: name, Path: path, Case: c, state: StateFile, snapshot: snap}
	s.review = a.review(s, snap)
	if c.Call != nil {
		s.calls = []*Call{a.reopened(c.Call, snap.Tools[0])}
	}
	return a.add(s), nil
}

// Recorded is a call that was made elsewhere as one of the session. Where its
// outcome is not told, the answer tells it.
func (a *App) Recorded(r *report.Call, t *tool.Tool) *Call {
	c := *r
	if c.Outcome == "" {
		switch e := refusal.Explain(c.Answer); {
		case c.Answer == nil:
			c.Outcome = string(wire.OutcomeServerGone)
		case e.Outcome == refusal.ToolError:
			c.Outcome = string(wire.OutcomeToolError)
		case e.Outcome == refusal.OK:
			c.Outcome = string(wire.OutcomeOK)
		default:
			c.Outcome = string(wire.OutcomeProtocolError)
		}
	}
	return a.reopened(&c, t)
}

// reopened is a recorded call as one of the session. It is over.
func (a *App) reopened(r *report.Call, t *tool.Tool) *Call {
	c := &Call{ID: r.ID, Tool: t, Arguments: r.Arguments, Started: r.Started, done: make(chan struct{}), cancel: func() {}}
	close(c.done)
	an := &wire.Answer{Outcome: wire.Outcome(r.Outcome), Arguments: r.Arguments, Received: r.Answer, Start: r.Started, Duration: r.Took}
	if doc, err := jsondoc.Parse(r.Answer); err == nil {
		an.Result = doc.Root().Get("result").Raw()
		if e := doc.Root().Get("error"); e.Exists() {
			code := jsondocInt(e.Get("code"))
			an.Error = &wire.RPCError{Code: code, Message: e.Get("message").Text(), Data: e.Get("data").Raw(), Raw: e.Raw()}
		}
	}
	if r.Failure != "" {
		an.Failure = &wire.Error{Detail: r.Failure}
	}
	c.Answer, c.Output = an, a.CheckOutput(a.ctx, t, an, dialect.Unknown, dialect.Draft2020)
	return c
}

// jsondocInt reads a whole number; 0 for what is none.
func jsondocInt(n jsondoc.Node) (i int64) {
	if _, err := fmt.Sscan(string(n.Raw()), &i); err != nil {
		return 0
	}
	return i
}

// HasForm reports whether calls of the server's tools can be written: those of a
// saved case can, though nobody is there to send them to.
func (s *Server) HasForm() bool { return s.Live() || s.Case != nil }
