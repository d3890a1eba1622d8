package wire

import (
	"context"
	"time"
)

const methodListen = "subscriptions/listen"

// longStream is how long a subscription must have lasted for its end to be an ordinary one,
// after which the next is opened without much delay.
const longStream = 10 * time.Second

// subscribable reports whether the session is one whose list changes come by subscription:
// 2026-07-28 and capabilities.tools.listChanged.
func (t *tap) subscribable() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.modern() && t.discover.answer != nil && listChanged(t.discover.answer.result)
}

// listen keeps a subscription to list changes open for as long as the session lives. When its
// stream ends (a restart of the server, a proxy's time limit) it is asked for again, under a
// new id, and the list counts as changed: what was said in between is lost. A server that
// answers with an error is not asked again.
func (c *Conn) listen(l *live) {
	ctx, cancel := context.WithCancel(c.hard)
	defer cancel()
	go func() {
		select {
		case <-l.tap.over:
		case <-c.gone:
		case <-ctx.Done():
		}
		cancel()
	}()
	delay := firstDelay
	for again := false; ctx.Err() == nil; again = true {
		start := time.Now()
		if again {
			c.toolsChanged()
		}
		if !c.subscribe(ctx, l) {
			return
		}
		if time.Since(start) > longStream {
			delay = firstDelay
		}
		pause := time.NewTimer(delay)
		select {
		case <-ctx.Done():
			pause.Stop()
			return
		case <-pause.C:
		}
		delay = min(2*delay, maxDelay)
	}
}

// subscribe opens one subscription and returns at its end; false where it is the last.
func (c *Conn) subscribe(ctx context.Context, l *live) bool {
	x := newExchange(methodListen)
	x.own = true
	frame := l.composeRequest(c.ownID(), methodListen, []byte(`{"notifications":{"toolsListChanged":true}}`))
	err := l.ownRequest(ctx, x, frame, l.ownHeader(methodListen, nil))
	if ctx.Err() != nil {
		return false
	}
	if a := l.tap.answerOf(x); a != nil && a.err != nil {
		return false // refused: the message log has the reason
	}
	if f := l.tap.failureOf(x); f != nil {
		return f.Kind != KindAuth && (f.Kind != KindHTTPStatus || f.Status >= 500)
	}
	return err == nil
}

// subscriptionNote says what is wrong with a list change that came by no subscription: in
// 2026-07-28 each notification has the id of its subscription in _meta.
func (t *tap) subscriptionNote(method string, params []byte) string {
	if method != "notifications/tools/list_changed" {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	id := member(member(params, "_meta"), "io.modelcontextprotocol/subscriptionId")
	if x := t.open[string(id)]; !t.modern() || x != nil && x.method == methodListen {
		return ""
	}
	return "it names no subscription that is open; 2026-07-28 wants the id in _meta"
}

// failureOf returns why a settled exchange has no answer.
func (t *tap) failureOf(x *exchange) *Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return x.failure
}
