package probe

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// toolRun is the run of one plan.
type toolRun struct {
	*run
	plan       *Plan
	result     *ToolResult
	output     *validate.Schema
	properties []string // of the input schema, for reading refusals
	timeouts   atomic.Int32
}

func (r *run) tool(p *Plan) *toolRun {
	t := &toolRun{run: r, plan: p, result: &ToolResult{Plan: p}, output: outputSchema(p.Tool, r.opt.Compile)}
	if p.Tool.Input.IsObject() {
		for k := range p.Tool.Input.Doc.Root().Get("properties").Members() {
			t.properties = append(t.properties, k.Text())
		}
	}
	switch {
	case p.Problem != "":
		t.result.Skipped = p.Problem
	case !p.ReadOnly && !r.opt.Consent[p.Tool.Name]:
		t.result.Skipped = "It does not claim to be read-only, and was not ticked."
	default:
		r.expectMore(len(p.Steps))
	}
	return t
}

// work sends the steps, at most n at the same time, and then looks for findings.
func (t *toolRun) work(n int) {
	t.result.Trials = make([]*Trial, len(t.plan.Steps))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, len(t.plan.Steps)) {
		workers.Go(func() {
			for i := range next {
				t.result.Trials[i] = t.try(t.plan.Steps[i])
			}
		})
	}
	for i := range t.plan.Steps {
		next <- i
	}
	close(next)
	workers.Wait()
	t.find()
}

// try makes the call of a step.
func (t *toolRun) try(s Step) *Trial {
	why := t.halted()
	if why == "" {
		a, err := t.send(t.plan.Tool, s)
		if err == nil {
			if a.Outcome == wire.OutcomeTimedOut {
				t.timeouts.Add(1)
			}
			return t.judge(s, a)
		}
		why = err.Error()
	}
	t.expectMore(-1)
	return &Trial{Step: s, Class: NotSent, Why: why}
}

// halted says why no more calls of the tool are made.
func (t *toolRun) halted() string {
	if t.timeouts.Load() >= maxTimeouts {
		t.setSkipped(fmt.Sprintf("%d calls had no answer within %v; the rest was left out.", maxTimeouts, t.opt.Timeout))
		return t.result.Skipped
	}
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx).Error()
	}
	return ""
}

func (t *toolRun) setSkipped(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Skipped = text
}

// candidate is a finding that is not confirmed yet.
type candidate struct {
	kind    FindingKind
	trial   *Trial
	control *Trial // the call without the change; nil where there is none
	field   jsondoc.Pointer
}

// find turns what is certain into findings, after each has been seen again.
func (t *toolRun) find() {
	seen, told := map[findingKey]bool{}, map[complaint]bool{}
	for _, c := range t.candidates() {
		key := c.key(t.plan)
		if seen[key] || t.ctx.Err() != nil {
			continue
		}
		same := c.complaint()
		if same != (complaint{}) && told[same] || c.trial.Step.Kind.whole() && t.explained(c) {
			continue
		}
		if t.confirm(&c) {
			seen[key], told[same] = true, true
			f := t.describe(c)
			t.result.Findings = append(t.result.Findings, f)
			t.mu.Lock()
			t.progress.Findings++
			t.mu.Unlock()
		}
	}
	t.notes()
}

// complaint is what a server has against a field, whatever the value that it was given.
type complaint struct {
	field          jsondoc.Pointer
	kind, expected string
}

// complaint is zero where the server does not say it of the field itself.
func (c candidate) complaint() complaint {
	if c.kind != AllowedRefused {
		return complaint{}
	}
	for _, p := range c.trial.Refusal.Problems {
		if p.Pointer == c.field && p.Kind+p.Expected != "" {
			return complaint{c.field, p.Kind, p.Expected}
		}
	}
	return complaint{}
}

// whole reports whether a step of the kind changes several fields at once.
func (k Kind) whole() bool { return k == AllDefaults || k == Everything }

// explained reports whether what a step of several fields is refused for has been
// found for each field alone.
func (t *toolRun) explained(c candidate) bool {
	for _, p := range c.trial.Refusal.Problems {
		alone := false
		for _, f := range t.result.Findings {
			alone = alone || p.Pointer.Within(f.Field) || f.Field.Within(p.Pointer)
		}
		if !alone {
			return false
		}
	}
	return len(c.trial.Refusal.Problems) > 0
}

// confirm sends the control and the call again, and shrinks the call. It reports
// whether all was as before; then the candidate has the smallest call that was found.
func (t *toolRun) confirm(c *candidate) bool {
	if c.control != nil {
		again := t.extra(c.control.Step)
		if again == nil {
			return false
		}
		c.control = again
	}
	again := t.extra(c.trial.Step)
	if again == nil || again.Class != c.trial.Class || !t.holds(c.kind, again, c.control) {
		return false
	}
	if c.kind == NullDiffers { // twice each, in turns, so that no counter or clock is the reason
		second := t.extra(c.control.Step)
		if second == nil || second.Class != Accepted || !sameResult(second, c.control) || !sameResult(again, c.trial) {
			return false
		}
	}
	c.trial = again
	t.shrink(c)
	return true
}

// extra makes a call that is not in the plan.
func (t *toolRun) extra(s Step) *Trial {
	t.expectMore(1)
	trial := t.try(s)
	if trial.Class == NotSent {
		return nil
	}
	return trial
}

// maxShrink bounds the calls that make one finding smaller.
const maxShrink = 16

// shrink looks for smaller arguments that show the same.
func (t *toolRun) shrink(c *candidate) {
	if c.kind != DefaultRefused && c.kind != AllowedRefused && c.kind != ForbiddenAccepted {
		return
	}
	calls := 0
	attempt := func(args []byte) bool {
		step := c.trial.Step
		step.Arguments = args
		if says, _ := t.plan.says(t.ctx, args); says != step.Says || calls >= maxShrink {
			return false
		}
		calls++
		trial := t.extra(step)
		if trial == nil || trial.Class != c.trial.Class || c.kind != ForbiddenAccepted && !trial.blames(c.field) {
			return false
		}
		c.trial = trial
		return true
	}
	for _, name := range t.optional(c) {
		if less, ok := drop(c.trial.Step.Arguments, name); ok {
			attempt(less)
		}
	}
	for {
		value := valueAt(c.trial.Step.Arguments, c.field)
		less := half(value)
		if less == nil {
			return
		}
		if args, ok := put(c.trial.Step.Arguments, c.field, less); !ok || !attempt(args) {
			return
		}
	}
}

// optional lists the members of the arguments that the schema does not demand and
// that the finding is not about.
func (t *toolRun) optional(c *candidate) []jsondoc.Pointer {
	doc, err := jsondoc.Parse(c.trial.Step.Arguments)
	if err != nil || !t.plan.Tool.Input.IsObject() {
		return nil
	}
	required := map[string]bool{}
	for _, n := range t.plan.Tool.Input.Doc.Root().Get("required").Elems() {
		required[n.Text()] = true
	}
	var list []jsondoc.Pointer
	for k := range doc.Root().Members() {
		at := jsondoc.Pointer("").Join(k.Text())
		if !required[k.Text()] && !c.field.Within(at) {
			list = append(list, at)
		}
	}
	return list
}

// minHalved is the size below which a value needs no shrinking, in bytes.
const minHalved = 64

// half is half of a long string or array; nil for any other value.
func half(value []byte) []byte {
	if len(value) < minHalved {
		return nil
	}
	doc, err := jsondoc.Parse(value)
	if err != nil {
		return nil
	}
	switch n := doc.Root(); n.Kind() {
	case jsondoc.String:
		r := []rune(n.Text())
		return []byte(jsondoc.Quote(string(r[:len(r)/2])))
	case jsondoc.Array:
		out := []byte{'['}
		for i, e := range n.Elems() {
			if i >= n.Len()/2 {
				break
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, e.Raw()...)
		}
		return append(out, ']')
	}
	return nil
}
