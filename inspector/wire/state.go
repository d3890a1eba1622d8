package wire

import (
	"context"
	"time"
)

// Phase is where a connection stands.
type Phase string

// The phases, in the order in which they can come.
const (
	PhaseStarting Phase = "starting"
	PhaseReady    Phase = "ready"
	PhaseFailed   Phase = "failed" // never became ready, or the server ended by itself
	PhaseClosed   Phase = "closed" // by Close
)

// State is the phase with its reason.
type State struct {
	Phase Phase
	Since time.Time
	Err   *Error // why it failed; nil in every other phase
}

// Ready waits until the connection is ready (nil) or has failed (its *Error).
func (c *Conn) Ready(ctx context.Context) error {
	select {
	case <-c.settled:
	case <-ctx.Done():
		return &Error{Kind: KindCancelled, Op: "connect", Where: c.ep.where(), Detail: sentence(context.Cause(ctx).Error()), Err: ctx.Err()}
	}
	_, err := c.session("connect")
	if err != nil {
		return err
	}
	return nil
}

// session returns the live session, or why there is none.
func (c *Conn) session(op string) (*live, *Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.state.Phase {
	case PhaseReady:
		return c.live, nil
	case PhaseFailed:
		return nil, c.state.Err
	case PhaseStarting:
		return nil, &Error{Kind: KindUsage, Op: op, Where: c.ep.where(), Detail: "The connection is still being made.", Next: "Wait until the server is ready."}
	}
	return nil, &Error{Kind: KindClosed, Op: op, Where: c.ep.where(), Detail: "The connection is closed.", Next: "Connect again."}
}

// State returns the phase and its reason.
func (c *Conn) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Done is closed when nothing of the connection is left.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Info returns what the server said about itself; only Steps before the connection is ready.
func (c *Conn) Info() Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	info := c.info
	info.Steps = append([]Step(nil), c.steps...)
	return info
}

// Exit tells how the server's process ended; nil while it runs, and where there is none.
func (c *Conn) Exit() *ExitInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.exit == nil && c.state.Err != nil {
		return c.state.Err.Exit
	}
	return c.exit
}

// Messages returns the kept messages, oldest first. See also Dropped.
func (c *Conn) Messages() []Message {
	m, _ := c.log.all()
	return m
}

// Dropped tells how many messages and how many bytes of standard error were dropped because
// of the limits.
func (c *Conn) Dropped() (messages uint64, stderr int64) {
	_, messages = c.log.all()
	_, stderr = c.stderr.snapshot()
	return messages, stderr
}

// Stderr returns the end of the server's standard error, over all attempts to connect.
func (c *Conn) Stderr() []byte {
	b, _ := c.stderr.snapshot()
	return b
}

// Noise returns the first things on the wire that are no messages.
func (c *Conn) Noise() []Noise {
	n, _ := c.noise.all()
	return n
}

// NoiseCount returns how many there were in all.
func (c *Conn) NoiseCount() int {
	_, n := c.noise.all()
	return n
}

func (c *Conn) setState(p Phase, e *Error) {
	s := State{Phase: p, Since: time.Now(), Err: c.redact.fail(e)}
	c.mu.Lock()
	c.state = s
	c.mu.Unlock()
	if c.opt.OnState != nil {
		c.opt.OnState(s)
	}
}

// step begins a step of connecting; the returned function ends it.
func (c *Conn) step(name string) func(*Error) {
	start := time.Now()
	return func(e *Error) {
		s := Step{Name: name, Start: start, Duration: time.Since(start), Outcome: "ok"}
		if e != nil {
			s.Outcome = c.redact.text(e.Detail)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.steps = append(c.steps, s)
	}
}
