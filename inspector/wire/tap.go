package wire

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// tap sits between the SDK and the wire of one session. It records every frame, gives
// each answer's exact bytes to the exchange that waits for it, and hands the SDK only
// what the SDK can always decode.
type tap struct {
	log   *messageLog
	noise *noiseLog
	era   string // the endpoint's setting: EraModern forbids initialize
	lines bool   // a message is one line (stdio); else it is an HTTP body

	toolsChanged func()
	lost         func(*Error, func()) // the session cannot go on; see Conn.lose
	policy       askPolicy            // what becomes of the server's own requests

	mu        sync.Mutex
	open      map[string]*exchange // by the JSON text of the id
	abandoned map[string]abandoned // by id: requests for which nobody waits any more
	lastID    int64                // highest id sent; the SDK counts up from 1
	theirs    map[string]theirs    // the server's requests that the SDK has yet to answer, by our id for them
	asks      map[string]*pending  // those that a person has yet to answer, by the server's id
	theirSeq  int                  // numbers our ids for them
	discover  *exchange            // the probe, once it was sent
	init      *exchange            // initialize, once it was sent
	probed    chan struct{}        // closed when the probe has its answer, or initialize is sent
	over      chan struct{}        // closed when nothing more is expected of the session
	useful    bool                 // a request after the opening ones was answered
	version   string               // protocol version of initialize's answer that the SDK doesn't know
	stray     string               // the last oddity seen that could explain a missing answer
	strayAt   time.Time
}

// theirs is a request of the server that the SDK answers at once.
type theirs struct {
	id     string // the server's
	method string
	body   string // our words in place of the SDK's: a result or an error member; "" = the SDK's own
}

// abandoned is a request that was given up.
type abandoned struct{ why, method string }

// Bounds for what a server can pile up by itself.
const (
	maxTheirs    = 64   // requests of the server waiting for an answer
	maxAbandoned = 1000 // ids remembered to recognise late answers
)

func newTap(log *messageLog, noise *noiseLog) *tap {
	return &tap{
		log: log, noise: noise, toolsChanged: func() {}, lost: func(_ *Error, settle func()) { settle() },
		open: map[string]*exchange{}, abandoned: map[string]abandoned{}, theirs: map[string]theirs{}, asks: map[string]*pending{},
		probed: make(chan struct{}), over: make(chan struct{}),
	}
}

// outgoing takes a frame from the SDK. It returns what must go on the wire (nil: nothing),
// the exchange it begins (nil for notifications and answers), and frames for the SDK which
// take the server's place.
func (t *tap) outgoing(ctx context.Context, frame []byte, meta *HTTPMeta) (wire []byte, x *exchange, local [][]byte) {
	env, err := parseEnvelope(frame)
	if err != nil {
		return frame, nil, nil // cannot be: the SDK encodes valid JSON
	}
	m := Message{Time: time.Now(), Direction: Sent, ID: string(env.id), HTTP: meta}
	m.Method, _ = text(env.method)
	switch env.kind() {
	case frameRequest:
		m.Kind = MessageRequest
		if m.Method == "initialize" && t.era == EraModern {
			// The SDK would fall back to initialize; this server is pinned to 2026-07-28.
			return nil, nil, [][]byte{errorFrame(env.id, -32601, "pinned to "+versionModern)}
		}
		frame, x = t.begin(ctx, frame, &env, m.Method)
		m.Note, m.Tool = x.note, x.tool
	case frameNotification:
		m.Kind = MessageNotification
		if m.Method == "notifications/cancelled" {
			if frame = t.cancelling(frame, env.params); frame == nil {
				return nil, nil, nil
			}
		}
	case frameResponse:
		m.Kind = MessageResponse
		if o, ours := ownFrom(ctx); ours {
			m.Method = o.method
			break
		}
		frame, m.ID, m.Method = t.ourAnswer(frame, m.ID)
	}
	if t.lines && bytes.ContainsAny(frame, "\r\n") {
		frame = dropLineBreaks(frame)
		m.Note = joinNotes(m.Note, noteOneLine)
		t.noteSent(x, frame)
	}
	m.Raw = frame
	t.log.add(m)
	return frame, x, nil
}

// begin registers the exchange of an outgoing request and puts its exact bytes in.
func (t *tap) begin(ctx context.Context, frame []byte, env *envelope, method string) ([]byte, *exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := exchangeFrom(ctx)
	if x == nil || x.method != method || x.sent != nil && x.id != string(env.id) {
		x = newExchange(method)
	}
	if len(x.params)+len(x.extra) > 0 {
		frame = rewriteParams(frame, env.params, x.params, x.extra)
	}
	x.id, x.sent, x.sentAt = string(env.id), frame, time.Now()
	t.open[x.id] = x
	if n, ok := wholeNumber(env.id); ok {
		t.lastID = max(t.lastID, n)
	}
	switch method {
	case "initialize":
		t.init = x
		t.probeOver()
	case "server/discover":
		t.discover = x
	}
	return frame, x
}

const noteOneLine = "line breaks between the values were left out: on stdio a message is one line"

// noteSent corrects what is kept of a request that had to become one line.
func (t *tap) noteSent(x *exchange, frame []byte) {
	if x == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	x.sent, x.note = frame, joinNotes(x.note, noteOneLine)
}

// dropLineBreaks removes the line breaks of valid JSON. Inside strings they are always
// escaped, and between two values there is always punctuation, so the meaning is the same.
func dropLineBreaks(frame []byte) []byte {
	out := make([]byte, 0, len(frame))
	for _, c := range frame {
		if c != '\n' && c != '\r' {
			out = append(out, c)
		}
	}
	return out
}

// latest returns the exchange which a request of the SDK is about.
func (t *tap) latest(ctx context.Context) *exchange {
	if x := exchangeFrom(ctx); x != nil {
		return x
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.init != nil {
		return t.init
	}
	return t.discover
}

// view is what can be read of an exchange while the wire may still touch it.
type view struct {
	sent   []byte
	sentAt time.Time
	note   string
	missed int
}

func (t *tap) view(x *exchange) view {
	t.mu.Lock()
	defer t.mu.Unlock()
	return view{x.sent, x.sentAt, x.note, x.missed}
}

func (t *tap) isModern() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.modern()
}

// answerOf returns the answer of a settled exchange, nil where it has none.
func (t *tap) answerOf(x *exchange) *answer {
	t.mu.Lock()
	defer t.mu.Unlock()
	return x.answer
}

func (t *tap) isSettled(x *exchange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return x.settled
}

// cancelling puts our own reason into the SDK's notifications/cancelled (its words are
// "context canceled"). It returns nil where the notification must not go out: over HTTP,
// 2026-07-28 cancels by closing the stream, which the SDK does too; and initialize MUST NOT
// be cancelled (2025-11-25 cancellation).
func (t *tap) cancelling(frame, params []byte) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := string(member(params, "requestId"))
	if !t.lines && t.modern() || t.init != nil && id == t.init.id {
		return nil
	}
	if gone, ok := t.abandoned[id]; ok {
		return rewriteParams(frame, params, map[string][]byte{"reason": quote(gone.why)}, nil)
	}
	return frame
}

// abandon says that nobody waits for x any more, so that an answer is known as late.
func (t *tap) abandon(x *exchange, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if x.id == "" || x.settled {
		return
	}
	delete(t.open, x.id)
	t.endAsks(x)
	if len(t.abandoned) >= maxAbandoned {
		clear(t.abandoned)
	}
	t.abandoned[x.id] = abandoned{why: why, method: x.method}
}

// fail settles x without an answer.
func (t *tap) fail(x *exchange, err *Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle(x, nil, err)
}

// settle hands the outcome to whoever waits; the first one counts. t.mu is held.
func (t *tap) settle(x *exchange, a *answer, err *Error) bool {
	if x == nil || x.settled {
		return false
	}
	x.settled, x.answer, x.failure = true, a, err
	delete(t.open, x.id)
	t.endAsks(x)
	close(x.done)
	if x == t.discover {
		t.probeOver()
	}
	return true
}

// probeOver closes probed once. t.mu is held.
func (t *tap) probeOver() {
	select {
	case <-t.probed:
	default:
		close(t.probed)
	}
}

// noteStray keeps what could explain a missing answer. t.mu is held.
func (t *tap) noteStray(what string) { t.stray, t.strayAt = what, time.Now() }

// oddity returns what was last seen since a time that could explain a missing answer, as a
// sentence.
func (t *tap) oddity(since time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stray == "" || t.strayAt.Before(since) {
		return ""
	}
	return sentence("Meanwhile " + t.stray)
}
