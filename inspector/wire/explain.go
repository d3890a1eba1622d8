package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

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
	if odd := l.link.oddity(time.Time{}); odd != "" {
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
	if odd := l.oddity(time.Time{}); odd != "" {
		e.Detail += " " + odd
	}
	if last := lastWords(e.Stderr); last != "" {
		e.Next = "Its last line on standard error: " + snippet([]byte(last), 300)
	}
	return e
}

// ownNote begins a line among what the server wrote that is mcploupe's.
const ownNote = "[mcploupe: "

// lastWords is the last line that the server itself wrote.
func lastWords(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, line := range slices.Backward(lines) {
		if !strings.HasPrefix(line, ownNote) {
			return line
		}
	}
	return ""
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
	if odd := l.link.oddity(time.Time{}); odd != "" {
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
