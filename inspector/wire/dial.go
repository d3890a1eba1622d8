package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// attempt is one way to try to connect.
type attempt struct {
	transport string
	version   string // protocol version to ask for first
	probe     bool   // under Era auto: server/discover may fail, and ProbeTimeout applies to it
}

// live is an open session.
type live struct {
	sess   *mcp.ClientSession
	tap    *tap
	link   link
	cancel context.CancelFunc // of the context that the session was opened with
}

// firstAttempt follows the endpoint's settings.
func (c *Conn) firstAttempt() attempt {
	a := attempt{transport: c.ep.transport(), version: versionModern}
	switch c.ep.Era {
	case "", EraAuto:
		a.probe = true
	case EraModern:
	case EraLegacy:
		a.version = versionLegacy
	default:
		a.version = c.ep.Era
	}
	if a.transport == TransportSSE { // 2024-11-05's transport has no modern era
		a.probe = false
		if a.version == versionModern {
			a.version = versionLegacy
		}
	}
	return a
}

// nextAttempt says what to try after a failure (mcp-spec, negotiation of a dual-era client):
//   - stdio: a server which exits, stays silent or talks nonsense on the probe gets a fresh
//     process and initialize at once. (An error to the probe never comes here: the SDK goes
//     on with initialize in the same process.)
//   - HTTP: silence to the probe gets initialize; an address that takes neither gets a GET,
//     as the older HTTP+SSE transport wants it.
func (c *Conn) nextAttempt(a attempt, err *Error) (attempt, bool) {
	switch err.Kind {
	case KindClosed, KindCancelled, KindCommandNotFound, KindNotExecutable, KindBadDirectory, KindStart, KindUsage:
		return a, false
	}
	switch {
	case a.transport == TransportStdio && a.probe:
		return attempt{transport: TransportStdio, version: versionLegacy}, true
	case a.transport == TransportHTTP && a.probe && err.Kind == KindSilent:
		return attempt{transport: TransportHTTP, version: versionLegacy}, true
	case a.transport == TransportHTTP && c.ep.Era != EraModern && (err.Status == 400 || err.Status == 404 || err.Status == 405 || err.Status == 406):
		return attempt{transport: TransportSSE, version: versionLegacy}, true
	}
	return a, false
}

// dial tries until one attempt works or none is left. The error is that of the attempt
// which says most: a failed HTTP+SSE fall-back doesn't hide what the configured way said.
func (c *Conn) dial(ctx context.Context) (*live, *Error) {
	a := c.firstAttempt()
	var first *Error
	for {
		l, err := c.try(ctx, a)
		if err == nil {
			return l, nil
		}
		if first == nil || a.transport != TransportSSE {
			first = err
		}
		next, ok := c.nextAttempt(a, err)
		if !ok || ctx.Err() != nil {
			return nil, first
		}
		a = next
	}
}

// try makes one attempt and leaves nothing behind when it fails.
func (c *Conn) try(ctx context.Context, a attempt) (*live, *Error) {
	t := newTap(c.log, c.noise)
	t.toolsChanged, t.lost = c.toolsChanged, c.lose
	if a.version == versionModern && !a.probe {
		t.era = EraModern
	}
	step := c.step("start the server")
	var l link
	var failure *Error
	if a.transport == TransportStdio {
		l, failure = c.openStdio(t)
	} else {
		step = c.step("open " + a.transport)
		l, failure = c.openHTTP(t, a.transport)
	}
	step(failure)
	if failure != nil {
		return nil, failure
	}
	sctx, cancel := context.WithCancel(context.Background())
	out := &live{tap: t, link: l, cancel: cancel}
	failure = c.handshake(ctx, sctx, a, out)
	if failure != nil {
		cancel()
		l.close(ctx, quickGrace)
		return nil, failure
	}
	return out, nil
}

// quickGrace is the patience with a process whose attempt has failed.
const quickGrace = 200 * time.Millisecond

// handshake lets the SDK open the session, under the time limits of the probe and of
// connecting.
func (c *Conn) handshake(ctx, sctx context.Context, a attempt, l *live) *Error {
	type result struct {
		sess *mcp.ClientSession
		err  error
	}
	connected := make(chan result, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: clientName, Version: c.opt.ClientVersion}, c.clientOptions())
	c.work.Go(func() {
		sess, err := client.Connect(sctx, l.link.transport(), &mcp.ClientSessionOptions{ProtocolVersion: a.version})
		connected <- result{sess, err}
	})
	abandon := func(e *Error) *Error {
		c.work.Go(func() { // the link is about to be closed, which ends Connect
			if r := <-connected; r.sess != nil {
				_ = r.sess.Close()
			}
		})
		return e
	}
	probed, wait, op := l.tap.probed, c.opt.ConnectTimeout, "initialize"
	if a.version == versionModern {
		op = "probe (server/discover)"
		if a.probe {
			wait = c.opt.ProbeTimeout
		}
	} else {
		probed = nil
	}
	step := c.step(op)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-probed:
			probed = nil
			if a.probe {
				step(l.tap.probeFailure())
				if l.tap.initializing() {
					op = "initialize"
					step = c.step(op)
				}
				timer.Reset(c.opt.ConnectTimeout)
			}
		case r := <-connected:
			if r.err != nil {
				e := c.connectError(op, l, r.err)
				step(e)
				return e
			}
			step(nil)
			l.sess = r.sess
			return nil
		case <-timer.C:
			e := c.silentError(op, l, wait)
			step(e)
			return abandon(e)
		case <-ctx.Done():
			e := &Error{Kind: KindClosed, Op: op, Where: c.ep.where(), Detail: "The connection was closed while it was being made.", Err: ctx.Err()}
			if !c.isClosing() {
				e.Kind, e.Detail = KindCancelled, sentence("Connecting was broken off: "+context.Cause(ctx).Error())
			}
			step(e)
			return abandon(e)
		}
	}
}

// clientOptions declares no capability and keeps the SDK from answering in the user's place.
func (c *Conn) clientOptions() *mcp.ClientOptions {
	return &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		// With a handler the SDK opens subscriptions/listen in a modern session; the tap
		// acts on the notifications themselves.
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {},
	}
}

// connectError explains why the SDK could not open the session, from what the tap saw.
func (c *Conn) connectError(op string, l *live, err error) *Error {
	if e := l.tap.handshakeFailure(); e != nil {
		e.Op, e.Where = op, c.ep.where()
		return e
	}
	if info := l.link.exit(exitPatience(l.link)); info != nil {
		return c.exitError(op, l.link, info)
	}
	if h, ok := l.link.(*httpLink); ok {
		if e := h.trip.failure(); e != nil {
			e.Op = op
			return e
		}
		err = errors.New(maskText(err.Error(), h.trip.origin))
	}
	e := asError(err, KindProtocol, op, c.ep.where())
	if odd := l.link.oddity(); odd != "" {
		e.Detail = strings.TrimSpace(e.Detail + " " + odd)
	}
	return e
}

// exitPatience is how long to wait for the exit of a process whose output has ended. The end
// of its input can be noticed (by a failed write) a moment before that of its output.
func exitPatience(l link) time.Duration {
	if s, ok := l.(*stdioLink); ok && s.pipe.waitEOF(300*time.Millisecond) {
		return time.Second
	}
	return 0
}

// exitError explains that the server's process is gone.
func (c *Conn) exitError(op string, l link, info *ExitInfo) *Error {
	e := &Error{Kind: KindExited, Op: op, Where: c.ep.where(), Exit: info, Stderr: c.stderr.tail(2 << 10),
		Detail: fmt.Sprintf("The server ended (%s).", info),
		Next:   "It wrote nothing to standard error. Run the same command in a terminal to see why."}
	if odd := l.oddity(); odd != "" {
		e.Detail += " " + odd
	}
	if e.Stderr != "" {
		lines := strings.Split(strings.TrimSpace(e.Stderr), "\n")
		e.Next = "Its last line on standard error: " + snippet([]byte(lines[len(lines)-1]), 300)
	}
	return e
}

// silentError explains that nothing came in time.
func (c *Conn) silentError(op string, l *live, wait time.Duration) *Error {
	if info := l.link.exit(0); info != nil {
		return c.exitError(op, l.link, info)
	}
	e := &Error{Kind: KindSilent, Op: op, Where: c.ep.where(), Stderr: c.stderr.tail(2 << 10),
		Detail: fmt.Sprintf("The server gave no answer within %s.", wait),
		Next:   "Check that this is an MCP server and that it is started in the right mode, and look at its standard error."}
	if _, ok := l.link.(*httpLink); ok {
		e.Next = "Check that this is the address of an MCP server, and look at its log."
	}
	if odd := l.link.oddity(); odd != "" {
		e.Detail += " " + odd
	}
	return e
}

// initializing reports whether initialize has been sent.
func (t *tap) initializing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.init != nil || t.discover != nil && t.discover.settled && (t.discover.failure != nil || t.discover.answer.err != nil)
}

// probeFailure tells how the probe ended, nil where the server speaks 2026-07-28.
func (t *tap) probeFailure() *Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.discover.problem("server/discover")
}

// handshakeFailure tells what became of the request that had to open the session.
func (t *tap) handshakeFailure() *Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.init != nil {
		return t.init.problem("initialize")
	}
	return t.discover.problem("server/discover")
}

// problem is the failure of a handshake request. The tap's lock is held.
func (x *exchange) problem(method string) *Error {
	switch {
	case x == nil || !x.settled:
		return nil
	case x.failure != nil:
		e := *x.failure
		return &e
	case x.answer.err != nil:
		return &Error{Kind: KindProtocol, RPC: x.answer.err, Err: x.answer.err,
			Detail: fmt.Sprintf("The server refused %s: %s.", method, snippet([]byte(x.answer.err.Error()), 300)),
			Next:   "The reason is the server's own; its log or standard error may say more."}
	case method == "initialize" && !isObject(x.answer.result):
		return &Error{Kind: KindProtocol, Detail: "The result of initialize is not an object: " + snippet(x.answer.result, 120),
			Next: "Look at it on the wire tab."}
	case method == "server/discover" && member(x.answer.result, "supportedVersions") == nil:
		return &Error{Kind: KindProtocol, Detail: "The result of server/discover has no supportedVersions: " + snippet(x.answer.result, 120),
			Next: "Look at it on the wire tab."}
	}
	return nil
}
