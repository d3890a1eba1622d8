package wire

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The names of the handshake's steps.
const (
	stepProbe      = "probe (server/discover)"
	stepInitialize = "initialize"
	stepSignIn     = "sign in (OAuth)"
)

// handshake is the opening of one session under the time limits of the probe and of
// connecting. It belongs to one goroutine.
type handshake struct {
	c       *Conn
	a       attempt
	l       *live
	op      string
	step    func(*Error)
	wait    time.Duration
	timer   *time.Timer
	probed  <-chan struct{} // nil when there is no probe, or when it is over
	connect chan connected
}

// connected is what the SDK's Connect returned.
type connected struct {
	sess *mcp.ClientSession
	err  error
}

// handshake lets the SDK open the session. sctx lives as long as the session; ctx is the
// caller's patience.
func (c *Conn) handshake(ctx, sctx context.Context, a attempt, l *live) *Error {
	h := &handshake{c: c, a: a, l: l, op: stepInitialize, wait: c.opt.ConnectTimeout, connect: make(chan connected, 1)}
	if a.version == versionModern {
		h.op, h.probed = stepProbe, l.tap.probed
	}
	if a.probe {
		h.wait = c.opt.ProbeTimeout
	}
	client := mcp.NewClient(&mcp.Implementation{Name: clientName, Version: c.opt.ClientVersion}, clientOptions(c.opt.Capabilities))
	c.work.Go(func() {
		sess, err := client.Connect(sctx, l.link.transport(), &mcp.ClientSessionOptions{ProtocolVersion: a.version})
		h.connect <- connected{sess, err}
	})
	h.step = c.step(h.op)
	h.timer = time.NewTimer(h.wait)
	defer h.timer.Stop()
	return h.await(ctx)
}

// await waits for the end of the handshake, whichever comes first.
func (h *handshake) await(ctx context.Context) *Error {
	for {
		select {
		case <-h.probed:
			h.probeOver()
		case r := <-h.connect:
			if closed(h.probed) {
				h.probeOver()
			}
			if r.err != nil {
				e := h.c.connectError(h.op, h.l, r.err)
				h.step(e)
				return e
			}
			h.step(nil)
			h.l.sess = r.sess
			return nil
		case <-h.timer.C:
			if h.c.signingIn() { // a person takes longer than any server
				h.timer.Reset(h.wait)
				continue
			}
			return h.giveUp(h.c.silentError(h.op, h.l, h.wait))
		case <-ctx.Done():
			e := &Error{Kind: KindClosed, Op: h.op, Where: h.c.ep.where(), Detail: "The connection was closed while it was being made.", Err: ctx.Err()}
			if !h.c.isClosing() {
				e.Kind, e.Detail = KindCancelled, sentence("Connecting was broken off: "+context.Cause(ctx).Error())
			}
			return h.giveUp(e)
		}
	}
}

// probeOver ends the step of the probe. What is waited for next is initialize, or (in a
// modern session) nothing that a server could delay.
func (h *handshake) probeOver() {
	h.probed = nil
	if !h.a.probe {
		return
	}
	h.step(h.l.tap.probeFailure())
	h.step = func(*Error) {}
	if h.l.tap.initializing() {
		h.op = stepInitialize
		h.step = h.c.step(h.op)
	}
	h.wait = h.c.opt.ConnectTimeout
	h.timer.Reset(h.wait)
}

// giveUp leaves Connect to its end, which comes when the link is closed.
func (h *handshake) giveUp(e *Error) *Error {
	h.step(e)
	h.c.work.Go(func() {
		if r := <-h.connect; r.sess != nil {
			_ = r.sess.Close()
		}
	})
	return e
}

// closed reports whether ch is closed; a nil channel is not.
func closed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}

// clientOptions declares what the person chose and keeps the SDK from answering in the
// person's place. It has no handlers: the tap acts on what the server sends.
func clientOptions(caps Capabilities) *mcp.ClientOptions {
	return &mcp.ClientOptions{
		Capabilities:   caps.forSDK(),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	}
}
