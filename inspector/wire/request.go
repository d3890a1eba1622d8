package wire

import (
	"context"
	"fmt"
	"time"
)

// ending is how a request ended.
type ending int

const (
	endAnswered  ending = iota // the exchange is settled: an answer, or a failure that the tap saw
	endTimedOut                // idle or total time is over
	endCancelled               // the caller's context ended
	endGone                    // the session is over, or the SDK could not send
)

// patience bounds a request.
type patience struct {
	idle  time.Duration // since the request or the last progress
	total time.Duration
}

// linger is how long the context of an answered request lives on: cancelling it at once
// would cut the HTTP connection on which the end of the answer is still coming.
const linger = 500 * time.Millisecond

// perform sends a request through the SDK and waits for what the tap sees of it. The SDK's
// own result is of no interest, only the error of a request which it could not send.
func (c *Conn) perform(ctx context.Context, l *live, x *exchange, p patience, send func(context.Context) error, onProgress func(Progress)) (ending, error) {
	// Not the caller's own end: the SDK may cancel only after the tap knows why.
	rctx, cancel := context.WithCancel(withExchange(context.WithoutCancel(ctx), x))
	sent := make(chan error, 1)
	if !c.start(func() { sent <- send(rctx) }) {
		cancel()
		return endGone, nil
	}
	gone := c.gone
	idle, total := time.NewTimer(p.idle), time.NewTimer(p.total)
	defer idle.Stop()
	defer total.Stop()
	// why is also the reason in notifications/cancelled.
	quit := func(end ending, why string, err error) (ending, error) {
		l.tap.abandon(x, why)
		cancel() // the SDK sends notifications/cancelled, or closes the stream
		return end, err
	}
	for {
		select {
		case <-x.done:
			drainProgress(x, onProgress)
			time.AfterFunc(linger, cancel)
			return endAnswered, nil
		case pr := <-x.progress:
			onProgress(pr)
			idle.Reset(p.idle)
		case err := <-sent:
			sent = nil
			if !l.tap.isSettled(x) {
				return quit(endGone, "given up", err)
			}
		case <-idle.C:
			if l.tap.asked(x) || c.signingIn() { // a person is busy, not the server
				idle.Reset(p.idle)
				continue
			}
			return quit(endTimedOut, fmt.Sprintf("timed out after %s without an answer", p.idle), nil)
		case <-total.C:
			if c.signingIn() {
				total.Reset(p.total)
				continue
			}
			return quit(endTimedOut, fmt.Sprintf("timed out after %s in all", p.total), nil)
		case <-ctx.Done():
			return quit(endCancelled, "cancelled by the user", context.Cause(ctx))
		case <-gone:
			if l.tap.isSettled(x) { // by what ended the session
				gone = nil
				continue
			}
			return quit(endGone, "the session ended", nil)
		}
	}
}

// start runs f as long as the session lives; its end waits for f.
func (c *Conn) start(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state.Phase != PhaseReady {
		return false
	}
	c.work.Go(f)
	return true
}

// drainProgress delivers what came before the answer.
func drainProgress(x *exchange, onProgress func(Progress)) {
	for {
		select {
		case p := <-x.progress:
			onProgress(p)
		default:
			return
		}
	}
}

// goneError explains a request that ended with the session. A server that exits takes its
// connection with it a moment later, with a better reason than the SDK's.
func (c *Conn) goneError(op string, cause error) *Error {
	waitFor(c.gone, 1500*time.Millisecond)
	_, err := c.session(op)
	if err == nil { // the session lives on: only this request failed
		if cause == nil {
			cause = streamError("the request could not be sent")
		}
		return &Error{Kind: KindStream, Op: op, Where: c.ep.where(), Detail: sentence(maskEndpoint(c.ep, cause.Error())), Err: cause}
	}
	e := *err
	e.Op = op
	return &e
}
