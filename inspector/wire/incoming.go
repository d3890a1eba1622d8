package wire

import (
	"fmt"
	"regexp"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// arrival is what a transport knows about a frame beside its bytes.
type arrival struct {
	hint *exchange // the exchange it must belong to (the POST it answers); nil where unknown
	sole bool      // it is the whole answer to hint: nothing else will come
	meta *HTTPMeta
	note string
}

// incoming takes a frame from the server and returns the frames for the SDK.
func (t *tap) incoming(frame []byte, from arrival) [][]byte {
	env, err := parseEnvelope(frame)
	if err != nil {
		t.notJSON(frame, from, err)
		return nil
	}
	m := Message{Time: time.Now(), Direction: Received, ID: string(env.id), Raw: frame, HTTP: from.meta, Note: from.note}
	if env.kind() != frameBatch {
		return t.dispatch(&env, frame, from.hint, m)
	}
	m.Kind = MessageBatch
	m.Note = joinNotes(m.Note, fmt.Sprintf("a JSON-RPC batch of %d (only 2025-03-26 has batches)", len(env.batch)))
	t.log.add(m)
	var out [][]byte
	for _, element := range env.batch {
		inner, err := parseEnvelope(element)
		if err != nil || inner.kind() == frameBatch {
			t.noise.add(element, len(element), "a batch element that is no JSON-RPC message")
			continue
		}
		m := m
		m.ID, m.Raw, m.Note = string(inner.id), element, "an element of a JSON-RPC batch"
		out = append(out, t.dispatch(&inner, element, from.hint, m)...)
	}
	return out
}

// dispatch records one message and acts on it.
func (t *tap) dispatch(env *envelope, frame []byte, hint *exchange, m Message) [][]byte {
	m.Method, _ = text(env.method)
	if v, _ := text(env.version); v != "2.0" {
		m.Note = joinNotes(m.Note, `"jsonrpc" is not "2.0"`)
	}
	var forward [][]byte
	switch env.kind() {
	case frameResponse:
		m.Kind = MessageResponse
		x := t.match(env, hint, &m)
		m.Failed = env.err != nil || string(member(env.result, "isError")) == "true"
		t.log.add(m) // before anybody is told that the answer is there
		if x != nil {
			forward = t.deliver(x, env, frame, &m)
		}
	case frameRequest:
		m.Kind = MessageRequest
		var ask *pending
		forward, ask = t.theirRequest(env, hint, &m)
		t.log.add(m)
		if ask != nil {
			t.policy.ask(ask)
		}
	case frameNotification:
		m.Kind = MessageNotification
		m.Note = joinNotes(m.Note, t.subscriptionNote(m.Method, env.params))
		t.log.add(m)
		forward = t.notification(env, m.Method)
	default:
		m.Kind = MessageNoise
		m.Note = joinNotes(m.Note, "JSON, but no JSON-RPC message: neither method, result nor error")
		t.log.add(m)
		t.noise.add(frame, len(frame), "JSON, but no JSON-RPC message")
	}
	for _, f := range forward {
		if _, err := jsonrpc.DecodeMessage(f); err != nil {
			return nil // the SDK would end the session over it
		}
	}
	return forward
}

// deliver settles the exchange of an answer and returns the SDK's stand-in for it.
func (t *tap) deliver(x *exchange, env *envelope, frame []byte, m *Message) [][]byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := &answer{frame: frame, result: env.result, at: m.Time, note: m.Note}
	if env.err != nil && !isNull(env.err) {
		a.err = parseRPCError(env.err)
		if env.result != nil {
			a.note = joinNotes(a.note, "the answer has both a result and an error; JSON-RPC allows one of them")
		}
	}
	var failure *Error
	if a.err == nil && a.result == nil {
		failure = &Error{Kind: KindProtocol, Op: x.method, Detail: "The answer has neither a result nor an error.",
			Next: "A JSON-RPC response must have one of them."}
	}
	if x == t.init {
		t.version = oddVersion(a.result)
	}
	t.useful = t.useful || x != t.init && x != t.discover
	t.settle(x, a, failure)
	if x.own {
		return nil
	}
	return [][]byte{standIn(x, a)}
}

// match finds the open exchange of an answer and notes in m what is odd about it.
func (t *tap) match(env *envelope, hint *exchange, m *Message) *exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	x, note := t.find(env, hint)
	m.Note = joinNotes(m.Note, note)
	switch late, ok := t.abandoned[m.ID]; {
	case x != nil:
		m.Method, m.Tool = x.method, x.tool
		return x
	case ok: // it says nothing of the requests that are open
		m.Method = late.method
		return nil
	}
	t.noteStray(fmt.Sprintf("an answer came with the id %s, which no open request has (%s)", orNone(env.id), note))
	return nil
}

// find returns the open exchange of an answer, and what is odd about it. t.mu is held.
func (t *tap) find(env *envelope, hint *exchange) (*exchange, string) {
	if x := t.open[string(env.id)]; x != nil {
		return x, ""
	}
	if late, ok := t.abandoned[string(env.id)]; ok {
		return nil, "late: the request was " + late.why
	}
	if s, ok := text(env.id); ok && t.open[s] != nil {
		return t.open[s], fmt.Sprintf("the answer's id is the string %q, the request's was a number: most clients will not match them", s)
	}
	if hint != nil && !hint.settled {
		return hint, fmt.Sprintf("the answer's id is %s, the request's was %s: most clients will not match them", orNone(env.id), hint.id)
	}
	if !hasID(env.id) && env.err != nil && len(t.open) == 1 {
		for _, x := range t.open {
			return x, "an error without an id, taken for the only open request: most clients will not match them"
		}
	}
	if n, ok := wholeNumber(env.id); ok && n >= 1 && n <= t.lastID {
		return nil, "a second answer to a request that has had one"
	}
	return nil, "no request has this id"
}

func orNone(id []byte) string {
	if id == nil {
		return "(none)"
	}
	return snippet(id, 60)
}

// trueVersion is the protocol version to name in HTTP headers where the SDK was told another.
func (t *tap) trueVersion() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.version
}

// modern reports whether the session runs by 2026-07-28. t.mu is held.
func (t *tap) modern() bool { return t.discover != nil && t.discover.settled && t.init == nil }

// notification acts on the notifications which matter here. The SDK gets only
// notifications/cancelled: it queues what it gets without a bound.
func (t *tap) notification(env *envelope, method string) [][]byte {
	switch method {
	case "notifications/progress":
		t.progress(env.params)
	case "notifications/tools/list_changed":
		t.toolsChanged()
	case "notifications/cancelled":
		t.mu.Lock()
		defer t.mu.Unlock()
		id := string(member(env.params, "requestId"))
		t.withdraw(id)
		for ours, their := range t.theirs {
			if their.id == id {
				return [][]byte{requestFrame(nil, env.method, []byte(`{"requestId":`+ours+`}`))}
			}
		}
	}
	return nil
}

func (t *tap) progress(params []byte) {
	p := Progress{Time: time.Now(), Raw: params}
	var token string
	_ = eachMember(params, func(name string, _, value []byte) bool {
		switch name {
		case "progressToken":
			token, _ = text(value)
		case "progress":
			p.Progress = number(value)
		case "total":
			p.Total = number(value)
		case "message":
			p.Message, _ = text(value)
		}
		return true
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.open {
		if x.token == "" || x.token != token || x.progress == nil {
			continue
		}
		select {
		case x.progress <- p:
		default:
			x.missed++
		}
	}
}

// notJSON records a frame that cannot be parsed.
func (t *tap) notJSON(frame []byte, from arrival, cause error) {
	why := "not JSON: " + cause.Error()
	if cause == errNotContainer {
		why = "a bare JSON value, no message"
	}
	t.unusable(unusable{head: frame, size: len(frame), why: why, failure: &Error{
		Kind: KindNotJSON, Detail: sentence("The answer is not valid JSON: " + cause.Error()), Err: cause,
		Next: "Look at the message on the wire tab; the fault is in how the server writes its answers.",
	}}, from)
}

// unusable is something on the wire that is no message.
type unusable struct {
	head    []byte // its beginning, or all of it
	tail    []byte // its end, where head isn't all
	size    int
	why     string
	failure *Error // what becomes of the request that it answers; nil = it answers none
}

// idAtEnd finds the id of a frame that cannot be parsed: peers write it first or last.
var idAtEnd = regexp.MustCompile(`"id"\s*:\s*("[^"\\]{0,60}"|[0-9]{1,18})`)

// unusable records it. Where it is plainly the broken answer to an open request, that
// request ends now instead of waiting for its time-out.
func (t *tap) unusable(u unusable, from arrival) {
	t.noise.add(u.head, u.size, u.why)
	t.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageNoise, Raw: u.head, Size: u.size, HTTP: from.meta, Note: u.why})
	t.mu.Lock()
	defer t.mu.Unlock()
	var x *exchange
	if from.sole {
		x = from.hint
	}
	if x == nil && u.failure != nil && len(u.head) > 0 && u.head[0] == '{' {
		if u.tail == nil {
			u.tail = u.head[max(0, len(u.head)-tailSize):]
		}
		ends := append(append([]byte(nil), u.head[:min(len(u.head), tailSize)]...), u.tail...)
		for _, found := range idAtEnd.FindAllSubmatch(ends, -1) {
			if x = t.open[string(found[1])]; x != nil {
				break
			}
		}
	}
	if x == nil || u.failure == nil {
		t.noteStray(fmt.Sprintf("the server wrote something that is no message (%s): %s", u.why, snippet(u.head, 120)))
		return
	}
	u.failure.Op = x.method
	t.settle(x, &answer{frame: u.head, at: time.Now()}, u.failure)
}
