package wire

import (
	"context"
	"time"
)

// Request is one request of any method, for what listing and calling tools do not cover:
// resources, prompts, completion.
type Request struct {
	Method string
	// Params is the exact JSON object to send; nil = none. In a modern session it gets the
	// _meta that each request must have (2026-07-28, basic), unless it has its own.
	Params []byte
	Idle   time.Duration // 0 = Options.CallIdle
	Total  time.Duration // 0 = Options.CallTotal
}

// Request sends a request and waits for its answer, as Call does for a tool.
func (c *Conn) Request(ctx context.Context, r Request) (*Answer, error) {
	if r.Params != nil && eachMember(r.Params, func(string, []byte, []byte) bool { return true }) != nil {
		return nil, &Error{Kind: KindUsage, Op: opOf(r.Method), Where: c.ep.where(), Detail: "The parameters are not a JSON object."}
	}
	a, err := c.requestOnce(ctx, r)
	if err != nil && err.lostSession || err == nil && c.again(ctx, a) != "" {
		a, err = c.requestOnce(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (c *Conn) requestOnce(ctx context.Context, r Request) (*Answer, *Error) {
	l, failure := c.current(ctx, opOf(r.Method))
	if failure != nil {
		return nil, failure
	}
	id := c.ownID()
	x := newExchange(r.Method)
	x.own = true
	frame := l.composeRequest(id, r.Method, r.Params)
	header := l.ownHeader(r.Method, r.Params)
	a := &Answer{}
	c.fulfil(ctx, l, x, a, c.patience(r.Idle, r.Total), func(ctx context.Context) error {
		return l.ownRequest(ctx, x, frame, header)
	})
	if a.Outcome == OutcomeTimedOut || a.Outcome == OutcomeCancelled {
		c.cancelOwn(l, id, a.Failure.Detail)
	}
	if a.Sent == nil && a.Outcome == OutcomeServerGone {
		return nil, a.Failure
	}
	return a, nil
}
