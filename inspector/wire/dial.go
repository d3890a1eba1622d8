package wire

import (
	"context"
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
	sess      *mcp.ClientSession
	tap       *tap
	link      link
	transport string
	lost      chan *Error        // the tap's word that the session cannot go on
	cancel    context.CancelFunc // of the context that the session was opened with
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
	again := "" // why the server was started a second time
	for {
		l, err := c.try(ctx, a)
		if err == nil {
			return l, nil
		}
		err.Detail = strings.TrimSpace(err.Detail + " " + again)
		if first == nil || a.transport != TransportSSE {
			first = err
		}
		next, ok := c.nextAttempt(a, err)
		if !ok || ctx.Err() != nil {
			return nil, first
		}
		if a.transport == TransportStdio {
			again = c.startAgain(err)
		}
		a = next
	}
}

// startAgain tells, on the page and in the standard error that both processes write to, that
// a server which did not bear the probe is started a second time.
func (c *Conn) startAgain(err *Error) string {
	how := "did not answer"
	switch err.Kind {
	case KindExited:
		how = fmt.Sprintf("ended (%s)", err.Exit)
	case KindNotJSON, KindProtocol:
		how = "gave no usable answer"
	}
	how += " when it was asked server/discover"
	_, _ = fmt.Fprintf(c.stderr, ownNote+"the server %s; it is started afresh, without that request]\n", how)
	note := "The server " + how + ": it was started a second time, without that request."
	c.mu.Lock()
	c.restarted = note
	c.mu.Unlock()
	return note
}

// try makes one attempt and leaves nothing behind when it fails.
func (c *Conn) try(ctx context.Context, a attempt) (*live, *Error) {
	t := newTap(c.log, c.noise)
	lost := make(chan *Error, 1)
	t.toolsChanged, t.lost = c.toolsChanged, func(e *Error, settle func()) { c.lose(t, lost, e, settle) }
	t.policy = askPolicy{caps: c.opt.Capabilities, patience: c.opt.AskTimeout}
	if c.opt.OnAsk != nil {
		t.policy.ask = c.askPerson
	}
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
	out := &live{tap: t, link: l, transport: a.transport, lost: lost, cancel: cancel}
	if failure = c.handshake(ctx, sctx, a, out); failure != nil {
		cancel()
		l.close(c.hard, quickGrace)
		return nil, failure
	}
	return out, nil
}

// quickGrace is the patience with a process whose attempt has failed.
const quickGrace = 200 * time.Millisecond
