package wire

import (
	"context"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A legacy HTTP server answers 404 to a session id that it doesn't know (any more). Then "the
// client MUST start a new session by sending a new InitializeRequest without a session ID
// attached" (2025-03-26 to 2025-11-25, transports, session management).

// lose is the tap's word that its session cannot go on.
func (c *Conn) lose(t *tap, lost chan<- *Error, e *Error) {
	e.Where = c.ep.where()
	c.mu.Lock()
	if e.lostSession && c.live != nil && c.live.tap == t && c.renewing == nil && c.state.Phase == PhaseReady {
		c.renewing = make(chan struct{}) // from now on requests wait for the next session
	}
	c.mu.Unlock()
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

// renew opens a new session with the version and the transport that worked before. The old
// one is taken down, and whatever still waits in it fails with the reason.
func (c *Conn) renew(l *live, lost *Error) (*live, *Error) {
	c.step("keep the session")(lost)
	version := l.sess.InitializeResult().ProtocolVersion
	if !slices.Contains(mcp.SupportedProtocolVersions(), version) {
		version = versionLegacy
	}
	l.tap.failAll(lost)
	c.takeDown(l)
	ctx, release := c.untilClosing(context.Background())
	defer release()
	return c.try(ctx, attempt{transport: l.transport, version: version})
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

// failAll fails what still waits in a session that is lost.
func (t *tap) failAll(e *Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.open {
		failure := *e
		t.settle(x, nil, &failure)
	}
}

// wasUseful reports whether the session has answered a request after those that opened it.
func (t *tap) wasUseful() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.useful
}
