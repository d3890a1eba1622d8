package inspector

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"sync"
	"time"

	"mcploupe/inspector/probe"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

// ProbeChoice says what to probe, and how.
type ProbeChoice struct {
	Tools    []string          // by name; empty for all tools of the server
	Only     []*tool.Tool      // of the present list, in the place of Tools; nil where Tools counts
	Bases    map[string][]byte // base calls by tool; else the last call that went well, else one from the schema
	Seed     uint64
	Steps    int             // of one tool; 0 means the default
	Consent  map[string]bool // tools that do not claim to be read-only and may be called
	InFlight int
	Rate     float64 // calls a second; 0 means 500 for a server on this machine and 20 for any other
	Timeout  time.Duration
	Total    time.Duration
}

// remoteRate is how many calls a second a server on another machine gets.
const remoteRate = 20

// Probe is a probe of one server, under way or over.
type Probe struct {
	ID      string
	Server  string
	Plans   []*probe.Plan
	Choice  ProbeChoice
	Started time.Time

	cancel context.CancelFunc
	done   chan struct{}

	mu       sync.Mutex
	progress probe.Progress
	result   *probe.Result // once done is closed
}

// ErrUnknownTool says that a server has no tool of a name.
var ErrUnknownTool = errors.New("there is no such tool")

// PlanProbe plans the probe of a server whose tools are known. It sends nothing.
func (s *Server) PlanProbe(ctx context.Context, choice ProbeChoice) ([]*probe.Plan, error) {
	snap := s.Status().Snapshot
	if snap == nil {
		return nil, fmt.Errorf("plan a probe of %s: %w", s.Name, ErrNotReady)
	}
	chosen, err := choice.Only, error(nil)
	if chosen == nil {
		chosen, err = chooseTools(snap, choice.Tools)
	}
	if err != nil {
		return nil, err
	}
	plans := make([]*probe.Plan, len(chosen))
	parallel(len(chosen), func(i int) {
		t := chosen[i]
		opt := probe.Options{Base: choice.Bases[t.Name], Seed: choice.Seed, Steps: choice.Steps, Compile: s.app.schemas.Compile}
		if opt.Base == nil {
			opt.Base = s.lastGood(t)
		}
		plans[i] = probe.New(ctx, t, opt)
	})
	return plans, ctx.Err()
}

// ReplayProbe makes plans of the calls in a file that [probe.Save] wrote. gone names
// the tools that the server does not have any more.
func (s *Server) ReplayProbe(ctx context.Context, data []byte, choice ProbeChoice) (plans []*probe.Plan, gone []string, err error) {
	snap := s.Status().Snapshot
	if snap == nil {
		return nil, nil, fmt.Errorf("probe %s: %w", s.Name, ErrNotReady)
	}
	tools, err := chooseTools(snap, choice.Tools)
	if err != nil {
		return nil, nil, err
	}
	return probe.Replay(ctx, tools, data, probe.Options{Seed: choice.Seed, Compile: s.app.schemas.Compile})
}

func chooseTools(snap *tool.Snapshot, names []string) ([]*tool.Tool, error) {
	if len(names) == 0 {
		return snap.Tools, nil
	}
	var chosen []*tool.Tool
	for _, name := range names {
		i := slices.IndexFunc(snap.Tools, func(t *tool.Tool) bool { return t.HasName && t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrUnknownTool)
		}
		if !slices.Contains(chosen, snap.Tools[i]) {
			chosen = append(chosen, snap.Tools[i])
		}
	}
	return chosen, nil
}

// lastGood is the arguments of the newest call of a tool that went well; nil where
// there is none. A call that works makes the best base.
func (s *Server) lastGood(t *tool.Tool) []byte {
	for _, c := range s.Calls() {
		if c.Tool.Name == t.Name && c.Ended() && c.Answer != nil && c.Answer.Outcome == wire.OutcomeOK && c.Arguments != nil {
			return c.Arguments
		}
	}
	return nil
}

// HasGoodCall reports whether a test call of the tool went well in this session.
func (s *Server) HasGoodCall(t *tool.Tool) bool { return s.lastGood(t) != nil }

// Covers reports whether the probe has a plan of a tool.
func (p *Probe) Covers(t *tool.Tool) bool {
	return slices.ContainsFunc(p.Plans, func(plan *probe.Plan) bool { return plan.Tool.Name == t.Name })
}

// StartProbe sends plans in the background; Done tells when that is over. It ends
// with the application, with Cancel, and with the server.
func (s *Server) StartProbe(plans []*probe.Plan, choice ProbeChoice) (*Probe, error) {
	st := s.Status()
	if st.State != StateReady || st.Conn == nil {
		return nil, fmt.Errorf("probe %s: %w", s.Name, ErrNotReady)
	}
	ctx, stop := context.WithCancel(s.app.ctx)
	p := &Probe{Server: s.ID, Plans: plans, Choice: choice, Started: time.Now(), cancel: stop, done: make(chan struct{})}
	if err := s.keepProbe(p); err != nil {
		stop()
		return nil, err
	}
	opt := probe.RunOptions{
		Consent: choice.Consent, InFlight: choice.InFlight, Rate: choice.Rate, Timeout: choice.Timeout, Total: choice.Total,
		Protocol: st.Conn.Info().ProtocolVersion, Compile: s.app.schemas.Compile,
		Progress: s.probeProgress(p),
	}
	if opt.Rate <= 0 && s.remote() {
		opt.Rate = remoteRate
	}
	s.app.tasks.Add(1)
	go func() {
		defer s.app.tasks.Done()
		defer stop()
		result := probe.Run(ctx, st.Conn, plans, opt)
		p.mu.Lock()
		p.result = result
		p.mu.Unlock()
		close(p.done)
		s.app.hub.publish(Event{Kind: EventProbe, Server: s.ID, Call: p.ID, Ended: true})
	}()
	return p, nil
}

// progressEvery is how often pages hear of a probe's progress.
const progressEvery = 100 * time.Millisecond

// probeProgress keeps the progress and tells the pages now and then.
func (s *Server) probeProgress(p *Probe) func(probe.Progress) {
	var last time.Time
	return func(now probe.Progress) {
		p.mu.Lock()
		p.progress = now
		p.mu.Unlock()
		if time.Since(last) < progressEvery && now.Sent < now.Total {
			return
		}
		last = time.Now()
		s.app.hub.publish(Event{Kind: EventProbe, Server: s.ID, Call: p.ID, Progress: fmt.Sprintf("%d of %d", now.Sent, now.Total)})
	}
}

// remote reports whether the server is reached over a network.
func (s *Server) remote() bool {
	if s.Config == nil || s.Config.URL == "" {
		return false
	}
	u, err := url.Parse(s.Config.URL)
	if err != nil {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
}

// maxProbes is how many probes of a server are kept, in memory.
const maxProbes = 10

// ErrProbeRunning says that a server is being probed already.
var ErrProbeRunning = errors.New("the server is being probed already; wait for the end of that probe, or cancel it")

func (s *Server) keepProbe(p *Probe) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.probes); n > 0 && !s.probes[n-1].Ended() {
		return ErrProbeRunning
	}
	s.nextProbe++
	p.ID = fmt.Sprintf("%s-probe-%d", s.ID, s.nextProbe)
	s.probes = append(s.probes, p)
	if len(s.probes) > maxProbes {
		s.probes = slices.Delete(s.probes, 0, len(s.probes)-maxProbes)
	}
	return nil
}

// Probes returns the probes of this session, the newest first. The last ten are kept,
// in memory only.
func (s *Server) Probes() []*Probe {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.probes)
	slices.Reverse(list)
	return list
}

// FindProbe returns a kept probe; nil where there is none with the ID.
func (s *Server) FindProbe(id string) *Probe {
	for _, p := range s.Probes() {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Done is closed when the probe is over.
func (p *Probe) Done() <-chan struct{} { return p.done }

// Ended reports whether the probe is over.
func (p *Probe) Ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Cancel gives up what is under way and sends nothing more.
func (p *Probe) Cancel() { p.cancel() }

// Progress tells how far the probe has come.
func (p *Probe) Progress() probe.Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.progress
}

// Result is what the probe found; nil until it is over.
func (p *Probe) Result() *probe.Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.result
}

// ProbeChange is how the findings of a probe differ from those of earlier ones.
type ProbeChange struct {
	Compared bool // an earlier one probed one of its tools
	Fixed    []probe.Finding
	New      []probe.Finding
}

// ProbeChange compares a probe that is over with earlier ones, each tool with the
// newest one that probed it whole.
func (s *Server) ProbeChange(p *Probe) ProbeChange {
	var c ProbeChange
	now := p.Result()
	if now == nil {
		return c
	}
	kept := s.Probes()
	earlier := kept[slices.Index(kept, p)+1:] // of a forgotten one, all: they are not older, but there is nothing better
	for _, t := range now.Tools {
		if !whole(now, t) {
			continue
		}
		for _, e := range earlier {
			if then := resultOf(e, t.Plan.Tool.Name); then != nil {
				c.Compared = true
				c.New = append(c.New, missingFrom(t, then)...)
				c.Fixed = append(c.Fixed, missingFrom(then, t)...)
				break
			}
		}
	}
	return c
}

func whole(r *probe.Result, t *probe.ToolResult) bool { return r.Ended == "" && t.Skipped == "" }

// resultOf is what a probe made of a tool; nil where it did not probe it whole.
func resultOf(p *Probe, name string) *probe.ToolResult {
	r := p.Result()
	if r == nil {
		return nil
	}
	for _, t := range r.Tools {
		if t.Plan.Tool.Name == name && whole(r, t) {
			return t
		}
	}
	return nil
}

// missingFrom lists the findings of a that b has not.
func missingFrom(a, b *probe.ToolResult) []probe.Finding {
	var list []probe.Finding
	for _, f := range a.Findings {
		if !slices.ContainsFunc(b.Findings, func(o probe.Finding) bool { return o.Rule == f.Rule && o.Pointer == f.Pointer }) {
			list = append(list, f)
		}
	}
	return list
}

// defaultInvalid is the rule about a default that its own schema forbids, which a
// probe that finds the default refused has shown to matter.
const defaultInvalid = "lint/default-invalid"

// MendProbe gives the ways to mend what a probe found: those for the finding about the
// schema alone that is behind it. There are none where the schema in itself is well.
func (s *Server) MendProbe(ctx context.Context, f probe.Finding) ([]repair.Repair, error) {
	st := s.Status()
	if st.Review == nil || f.Kind != probe.DefaultRefused {
		return nil, nil
	}
	for _, own := range st.Review.Findings(ctx, f.Tool.Index) {
		if own.Rule == defaultInvalid && own.Pointer == f.Pointer {
			return repair.For(ctx, f.Tool, own, repair.Options{Snapshot: st.Snapshot})
		}
	}
	return nil, nil
}

// parallel calls do for 0 to n-1, on as many goroutines as there are processors, and
// returns when all are done.
func parallel(n int, do func(int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
