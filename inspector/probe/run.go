package probe

import (
	"context"
	"errors"
	"sync"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// Caller sends calls to a server; *wire.Conn is one.
type Caller interface {
	Do(ctx context.Context, call wire.Call) (*wire.Answer, error)
}

// The defaults of RunOptions.
const (
	DefaultInFlight = 4
	DefaultRate     = 500
	DefaultTimeout  = 10 * time.Second
	DefaultTotal    = 10 * time.Minute
)

// maxTimeouts is how many calls of a tool may get no answer in time before the rest
// of its plan is left out.
const maxTimeouts = 3

// RunOptions say how to run plans. The zero value of a number means its default.
type RunOptions struct {
	// Consent lists the tools that may be called, by name. A tool that is not in it is
	// called where the server claims it to be read-only, and skipped where not.
	Consent  map[string]bool
	InFlight int           // calls under way at the same time; tools without the read-only claim get one at a time
	Rate     float64       // calls a second at most
	Timeout  time.Duration // of one call
	Total    time.Duration // of everything
	Protocol string        // the negotiated version: since 2025-11-25 a refusal of arguments is a tool error (SEP-1303)
	Compile  func(*jsondoc.Document, dialect.Dialect) (*validate.Schema, error)
	// Progress is called after each call, from several goroutines but never at the same
	// time, and must return soon.
	Progress func(Progress)
}

// Progress is how far a run has come. Total grows while findings are confirmed.
type Progress struct {
	Sent, Total int
	InFlight    int
	Findings    int
	Tool        string // the tool called last
}

// ToolResult is what became of the plan of one tool.
type ToolResult struct {
	Plan     *Plan
	Trials   []*Trial // by the ID of the step
	Findings []Finding
	Notes    []Note
	Skipped  string // why nothing, or not everything, was sent
}

// Result is what became of a run.
type Result struct {
	Tools    []*ToolResult
	Sent     int // calls, those that confirm findings among them
	Started  time.Time
	Took     time.Duration
	Ended    string    // why it stopped before its end; "" where it did not
	Ending   []Suspect // the calls under way when the server ended
	Classes  map[Class]int
	Protocol string
}

// Suspect is a call that was under way when the server ended.
type Suspect struct {
	Tool *tool.Tool
	Step Step
}

// Findings are those of all tools.
func (r *Result) Findings() []Finding {
	var all []Finding
	for _, t := range r.Tools {
		all = append(all, t.Findings...)
	}
	return all
}

// run is one run under way.
type run struct {
	caller Caller
	opt    RunOptions
	ctx    context.Context
	stop   context.CancelCauseFunc
	slots  chan struct{}
	pace   pacer

	mu       sync.Mutex
	progress Progress
	flying   map[int]Suspect
	next     int
	dead     []Suspect
}

var (
	errServerEnded = errors.New("the server ended, or the connection to it")
	errOutOfTime   = errors.New("the time for the whole probe was over")
)

// Run sends the plans and judges the answers. It never fails: what could not be sent
// says so in the Result. Cancelling ctx cancels what is under way and ends the run;
// Run returns when nothing of it is left.
func Run(ctx context.Context, c Caller, plans []*Plan, opt RunOptions) *Result {
	opt = opt.withDefaults()
	started := time.Now()
	timed, end := context.WithTimeoutCause(ctx, opt.Total, errOutOfTime)
	defer end()
	r := &run{caller: c, opt: opt, slots: make(chan struct{}, opt.InFlight), flying: map[int]Suspect{}}
	r.ctx, r.stop = context.WithCancelCause(timed)
	defer r.stop(nil)
	r.pace.gap = time.Duration(float64(time.Second) / opt.Rate)

	result := &Result{Started: started, Classes: map[Class]int{}, Protocol: opt.Protocol}
	var together, alone []*toolRun
	for _, p := range plans {
		t := r.tool(p)
		result.Tools = append(result.Tools, t.result)
		switch {
		case t.result.Skipped != "":
		case p.ReadOnly:
			together = append(together, t)
		default:
			alone = append(alone, t)
		}
	}
	r.all(together, alone)
	result.Took = time.Since(started)
	r.finish(result)
	return result
}

func (o RunOptions) withDefaults() RunOptions {
	if o.InFlight <= 0 {
		o.InFlight = DefaultInFlight
	}
	if o.Rate <= 0 {
		o.Rate = DefaultRate
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Total <= 0 {
		o.Total = DefaultTotal
	}
	if o.Compile == nil {
		o.Compile = validate.Compile
	}
	return o
}

// all runs the tools that change nothing side by side, and the others one after the
// other, so that what one changes does not confuse the answers of another.
func (r *run) all(together, alone []*toolRun) {
	queue := make(chan *toolRun)
	var workers sync.WaitGroup
	for range min(r.opt.InFlight, len(together)) {
		workers.Go(func() {
			for t := range queue {
				t.work(r.opt.InFlight)
			}
		})
	}
	for _, t := range together {
		queue <- t
	}
	close(queue)
	workers.Wait()
	for _, t := range alone {
		t.work(1)
	}
}

func (r *run) finish(result *Result) {
	if err := context.Cause(r.ctx); err != nil {
		result.Ended = err.Error()
		if errors.Is(err, context.Canceled) {
			result.Ended = "it was cancelled"
		}
	}
	result.Sent, result.Ending = r.progress.Sent, r.dead
	for _, t := range result.Tools {
		for _, trial := range t.Trials {
			result.Classes[trial.Class]++
		}
	}
	r.blameEnd(result)
}

// send makes one call when its turn has come. The error says why it was not made.
func (r *run) send(t *tool.Tool, s Step) (*wire.Answer, error) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-r.ctx.Done():
		return nil, context.Cause(r.ctx)
	}
	if err := r.pace.wait(r.ctx); err != nil {
		return nil, context.Cause(r.ctx)
	}
	id := r.begin(Suspect{t, s})
	a, err := r.caller.Do(r.ctx, wire.Call{Name: t.Name, Arguments: s.Arguments, Idle: r.opt.Timeout, Total: r.opt.Timeout})
	gone := err == nil && a.Outcome == wire.OutcomeServerGone
	r.end(id, gone)
	if err != nil {
		if wire.KindOf(err) != wire.KindUsage { // the connection takes no calls any more
			r.stop(errServerEnded)
		}
		return nil, err
	}
	return a, nil
}

func (r *run) begin(s Suspect) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next++
	r.flying[r.next] = s
	r.progress.InFlight = len(r.flying)
	r.progress.Tool = s.Tool.Label()
	return r.next
}

// end notes that a call is over. When the server is gone, all that was under way is
// under suspicion.
func (r *run) end(id int, gone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if gone && r.dead == nil {
		for i := 1; i <= r.next; i++ {
			if s, there := r.flying[i]; there {
				r.dead = append(r.dead, s)
			}
		}
		r.stop(errServerEnded)
	}
	delete(r.flying, id)
	r.progress.Sent++
	r.progress.InFlight = len(r.flying)
	r.report()
}

// report tells the caller; r.mu is held.
func (r *run) report() {
	if r.opt.Progress != nil {
		r.opt.Progress(r.progress)
	}
}

// expectMore adds calls to the total; what is not sent after all is taken back.
func (r *run) expectMore(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Total += n
}

// pacer keeps calls apart.
type pacer struct {
	gap  time.Duration
	mu   sync.Mutex
	next time.Time
}

// slack is how far calls may bunch up, since sleeping is never exact.
const slack = 20 * time.Millisecond

func (p *pacer) wait(ctx context.Context) error {
	p.mu.Lock()
	now := time.Now()
	if floor := now.Add(-slack); p.next.Before(floor) {
		p.next = floor
	}
	at := p.next
	p.next = p.next.Add(p.gap)
	p.mu.Unlock()
	if !at.After(now) {
		return ctx.Err()
	}
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
