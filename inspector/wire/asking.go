package wire

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// askPolicy says what becomes of a server's own requests. The zero value refuses all.
type askPolicy struct {
	caps     Capabilities
	patience time.Duration  // with a person
	ask      func(*pending) // nil = nobody to ask
}

// pending is a request of the server which waits for a person.
type pending struct {
	ask   *Ask
	id    string        // the JSON text of the server's id
	calls []*exchange   // the calls that it can belong to; under the tap's lock
	ended chan struct{} // closed when the last of them has ended
	tap   *tap          // of the session that it came in
	rule  askRule
}

// theirRequest decides what happens to a request of the server: it goes to a person (the
// pending is returned), or is answered at once. The SDK is the one who writes an answer at
// once, so that a server which does not read cannot stop the reading here; what it writes
// is put in its place by ourAnswer. It also gets an id of ours, since it would round one
// beyond 2^53 or with a fraction.
func (t *tap) theirRequest(env *envelope, hint *exchange, m *Message) ([][]byte, *pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.modern():
		m.Note = joinNotes(m.Note, "not answered: 2026-07-28 has no requests from a server (its stdio transport forbids a client to write responses)")
		t.noteStray("the server sent a request of its own (" + m.Method + "), which 2026-07-28 does not allow")
		return nil, nil
	case len(t.theirs)+len(t.asks) >= maxTheirs:
		m.Note = joinNotes(m.Note, fmt.Sprintf("not answered: %d requests of the server are waiting already", maxTheirs))
		return nil, nil
	}
	rule, known := askRules[m.Method]
	body, method, params := "", env.method, env.params
	if known {
		declared := rule.declared(t.policy.caps, elicitationMode(env.params))
		if _, twice := t.asks[m.ID]; declared && t.policy.ask != nil && !twice {
			return nil, t.pend(rule, env, hint, m)
		}
		body, method, params = rule.decline, []byte(`"ping"`), nil
		m.Note = joinNotes(m.Note, "declined at once: there is nobody to ask")
		if !declared {
			body, m.Note = rule.refusal, joinNotes(m.Note, "refused at once: this was not declared")
		}
	}
	return t.standInRequest(theirs{id: m.ID, method: m.Method, body: body}, method, params, m), nil
}

// standInRequest gives the SDK a request in the place of the server's. t.mu is held.
func (t *tap) standInRequest(their theirs, method, params []byte, m *Message) [][]byte {
	t.theirSeq++
	ours := fmt.Sprintf(`"server-%d"`, t.theirSeq)
	frame := requestFrame([]byte(ours), method, params)
	if _, err := jsonrpc.DecodeMessage(frame); err != nil { // method is no string, params are too deep
		m.Note = joinNotes(m.Note, "not answered: "+err.Error())
		return nil
	}
	t.theirs[ours] = their
	return [][]byte{frame}
}

// pend makes the ask of a request and ties it to the calls which it can belong to: the one
// in whose stream it came, else all that are open. t.mu is held.
func (t *tap) pend(rule askRule, env *envelope, hint *exchange, m *Message) *pending {
	p := &pending{ask: newAsk(rule, m.Method, env.params, t.policy.patience), id: m.ID, ended: make(chan struct{}), tap: t, rule: rule}
	if hint != nil && !hint.settled {
		p.calls = []*exchange{hint}
	} else {
		for _, x := range t.open {
			if x.method == "tools/call" {
				p.calls = append(p.calls, x)
			}
		}
	}
	if len(p.calls) == 1 {
		p.ask.Tool = p.calls[0].tool
	}
	t.asks[p.id] = p
	m.Note = joinNotes(m.Note, "waits for a person")
	return p
}

// endAsks lets go of the asks that belonged to x alone. t.mu is held.
func (t *tap) endAsks(x *exchange) {
	for _, p := range t.asks {
		for i, call := range p.calls {
			if call != x {
				continue
			}
			p.calls = append(p.calls[:i], p.calls[i+1:]...)
			if len(p.calls) == 0 {
				close(p.ended)
			}
			break
		}
	}
}

// withdraw ends the ask of a request that the server has cancelled. t.mu is held.
func (t *tap) withdraw(id string) {
	if p := t.asks[id]; p != nil {
		p.ask.settle(AskWithdrawn, "")
	}
}

// asked reports whether a person is being asked on behalf of x.
func (t *tap) asked(x *exchange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.asks {
		for _, call := range p.calls {
			if call == x {
				return true
			}
		}
	}
	return false
}

// ourAnswer puts the server's own id, and our own words where there are some, into the
// SDK's answer to a request of the server. It returns the frame, its id and the method.
func (t *tap) ourAnswer(frame []byte, ours string) (answer []byte, id, method string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	their, ok := t.theirs[ours]
	if !ok {
		return frame, ours, ""
	}
	delete(t.theirs, ours)
	if their.body != "" {
		return responseFrame(their.id, their.body), their.id, their.method
	}
	return []byte(strings.Replace(string(frame), `"id":`+ours, `"id":`+their.id, 1)), their.id, their.method
}

func responseFrame(id, body string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + id + `,` + body + `}`)
}

// askPerson shows a request of the server to the person on a goroutine of its own and sends
// what becomes of it.
func (c *Conn) askPerson(p *pending) {
	c.redact.ask(p.ask)
	ok := c.start(func() {
		c.opt.OnAsk(p.ask)
		c.awaitAsk(p)
	})
	if !ok { // the session ends
		p.ask.settle(AskMoot, "")
		p.tap.forget(p)
	}
}

// awaitAsk waits for the end of an ask. The end of the call ends it too, and so does the end
// of the connection: an ask must hold neither.
func (c *Conn) awaitAsk(p *pending) {
	timer := time.NewTimer(time.Until(p.ask.Deadline))
	defer timer.Stop()
	select {
	case <-p.ask.done:
	case <-timer.C:
		p.ask.settle(AskExpired, p.rule.cancel)
	case <-p.ended:
		p.ask.settle(AskMoot, p.rule.cancel)
	case <-p.tap.over:
		p.ask.settle(AskMoot, "")
	case <-c.gone:
		p.ask.settle(AskMoot, "")
	}
	p.tap.forget(p)
	_, body := p.ask.reply()
	l, failure := c.session("answer the server")
	if body == "" || failure != nil || l.tap != p.tap {
		return
	}
	ctx, cancel := context.WithTimeout(withOwn(c.hard, p.ask.Method), answerTime)
	defer cancel()
	_ = l.link.send(ctx, responseFrame(p.id, body), nil) // the tap has recorded it; a broken session says so itself
}

func (t *tap) forget(p *pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.asks, p.id)
}
