package wire

import (
	"context"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A legacy HTTP server answers 404 to a session id that it doesn't know (any more). Then "the
// client MUST start a new session by sending a new InitializeRequest without a session ID
// attached" (2025-03-26 to 2025-11-25, transports, session management).

// lose is the tap's word that its session cannot go on. From then on requests wait for the
// next session; only then settle lets go of the request that has found out.
func (c *Conn) lose(t *tap, lost chan<- *Error, e *Error, settle func()) {
	e.Where = c.ep.where()
	c.mu.Lock()
	if e.lostSession && c.live != nil && c.live.tap == t && c.renewing == nil && c.state.Phase == PhaseReady {
		c.renewing = make(chan struct{})
	}
	c.mu.Unlock()
	settle()
	select {
	case lost <- e:
	default:
	}
}

// maxBarren is how many sessions in a row may be lost before they answered a single request.
const maxBarren = 2

// renewable reports whether a new session is to take the place of l.
func (c *Conn) renewable(l *live, failure *Error) bool {
	if failure == nil || !failure.lostSession {
		return false
	}
	c.barren++
	if l.tap.wasUseful() {
		c.barren = 0
	}
	return c.barren < maxBarren
}

// renew opens a new session with the version and the transport that worked before. Over HTTP
// the requests that still wait in the old one are exchanges of their own: they go on to
// their end, and are not made again, since the server may have done what they ask for.
func (c *Conn) renew(l *live, lost *Error) (*live, *Error) {
	c.step("keep the session")(lost)
	version := l.sess.InitializeResult().ProtocolVersion
	if !slices.Contains(mcp.SupportedProtocolVersions(), version) {
		version = versionLegacy
	}
	ctx, release := c.untilClosing(context.Background())
	defer release()
	next, failure := c.try(ctx, attempt{transport: l.transport, version: version})
	c.work.Go(func() { c.retire(l) })
	return next, failure
}

// retire takes a lost session down when nothing waits in it any more.
func (c *Conn) retire(l *live) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for l.tap.waiting() {
		select {
		case <-tick.C:
		case <-c.gone:
			c.takeDown(l)
			return
		}
	}
	c.takeDown(l)
}

// waiting reports whether a request has no answer yet.
func (t *tap) waiting() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.open) > 0
}

// renewed lets the requests go on that waited for a new session.
func (c *Conn) renewed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.renewing != nil {
		close(c.renewing)
		c.renewing = nil
	}
}

// current is session, after waiting for a new one where one is being opened.
func (c *Conn) current(ctx context.Context, op string) (*live, *Error) {
	for {
		c.mu.Lock()
		wait := c.renewing
		c.mu.Unlock()
		if wait == nil {
			return c.session(op)
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, &Error{Kind: KindCancelled, Op: op, Where: c.ep.where(), Err: ctx.Err(),
				Detail: sentence("It was broken off while a new session was being opened: " + context.Cause(ctx).Error())}
		}
	}
}

// unsent explains a request that came too late for a session which is retired: it can be made
// in the next one. nil where that is not the case.
func (c *Conn) unsent(l *live, x *exchange) *Error {
	if l.tap.view(x).sent != nil || !closed(l.tap.over) || closed(c.gone) {
		return nil
	}
	return &Error{Kind: KindStream, Detail: "The session was replaced before the request went out.", lostSession: true}
}

// wasUseful reports whether the session has answered a request after those that opened it.
func (t *tap) wasUseful() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.useful
}
