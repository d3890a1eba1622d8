package wire

import (
	"sync"
	"time"
)

// Ask is something that a server wants of a person: a request of its own while a call runs
// (up to 2025-11-25), or an entry of an input_required result (2026-07-28). Exactly one of
// Accept, Decline and Cancel counts; where none comes in time, or the call ends before, the
// ask is over by itself and they say so. All strings are untrusted text of the server.
//
// What a page owes the person (specification, client/elicitation): it names the server, has
// a decline and a cancel, shows what will be sent before it is sent, never opens URL without
// consent and shows its host.
type Ask struct {
	Kind     AskKind
	Method   string // "elicitation/create", "sampling/createMessage", "roots/list"
	Key      string // the entry of inputRequests; "" for a request of the server's own
	Tool     string // the tool whose call it belongs to; "" where that cannot be told
	Mode     string // of an elicitation: "form", "url", or what else the server wrote
	Message  string // of an elicitation
	URL      string // of an elicitation by address
	Schema   []byte // requestedSchema of a form, exactly; nil = absent
	Params   []byte // all of it, exactly; nil = absent
	Time     time.Time
	Deadline time.Time // when it is given up

	mu    sync.Mutex
	state AskState
	body  string // the answer: a result or an error member; "" = nothing is to be sent
	done  chan struct{}
}

// AskState is where an ask stands.
type AskState string

// The states of an ask. All but the first are final.
const (
	AskOpen      AskState = "open"
	AskAccepted  AskState = "accepted"
	AskDeclined  AskState = "declined"
	AskCancelled AskState = "cancelled" // by the person
	AskExpired   AskState = "expired"   // nobody answered until the deadline
	AskWithdrawn AskState = "withdrawn" // by the server
	AskMoot      AskState = "moot"      // the call or the session ended before
)

func newAsk(rule askRule, method string, params []byte, patience time.Duration) *Ask {
	now := time.Now()
	a := &Ask{Kind: rule.kind, Method: method, Params: params, Time: now, Deadline: now.Add(patience),
		state: AskOpen, done: make(chan struct{})}
	if rule.kind == AskElicitation {
		a.Mode = elicitationMode(params)
		a.Message, _ = text(member(params, "message"))
		a.URL, _ = text(member(params, "url"))
		a.Schema = member(params, "requestedSchema")
	}
	return a
}

// elicitationMode is the mode of an elicitation; one without it is a form.
func elicitationMode(params []byte) string {
	if mode, ok := text(member(params, "mode")); ok {
		return mode
	}
	return "form"
}

// State tells where the ask stands.
func (a *Ask) State() AskState {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state
}

// Done is closed when the ask is over, by an answer or by itself.
func (a *Ask) Done() <-chan struct{} { return a.done }

// Accept answers with content, a JSON text that goes out as it is:
//   - elicitation by form: the object of values (what breaks the schema can be sent on purpose);
//   - elicitation by address: nil;
//   - sampling: the whole result object, or a string, which becomes the text of one;
//   - roots: the array of roots, or the whole result object.
//
// The *Error has the kind usage where content is not JSON, or the ask is over.
func (a *Ask) Accept(content []byte) error {
	if content != nil {
		if err := validJSON(content); err != nil {
			return &Error{Kind: KindUsage, Op: "answer the server", Detail: sentence("The content is not JSON: " + err.Error()), Err: err,
				Next: "A message with it could not be read by any server."}
		}
	}
	return a.answer(AskAccepted, `"result":`+acceptance(a.Kind, content))
}

// acceptance makes the result of an accepted ask.
func acceptance(kind AskKind, content []byte) string {
	switch {
	case kind == AskElicitation && content == nil:
		return `{"action":"accept"}`
	case kind == AskElicitation:
		return `{"action":"accept","content":` + string(content) + `}`
	case kind == AskSampling && len(content) > 0 && content[0] == '"':
		return `{"role":"assistant","content":{"type":"text","text":` + string(content) + `},"model":"a person at ` + clientName + `","stopReason":"endTurn"}`
	case kind == AskRoots && content == nil:
		return `{"roots":[]}`
	case kind == AskRoots && content[0] == '[':
		return `{"roots":` + string(content) + `}`
	case content == nil:
		return `{}`
	}
	return string(content)
}

// Decline answers that the person said no. The error is that of Accept.
func (a *Ask) Decline() error { return a.answer(AskDeclined, askRules[a.Method].decline) }

// Cancel answers that the person decided nothing. The error is that of Accept.
func (a *Ask) Cancel() error { return a.answer(AskCancelled, askRules[a.Method].cancel) }

func (a *Ask) answer(state AskState, body string) error {
	if !a.settle(state, body) {
		return &Error{Kind: KindUsage, Op: "answer the server", Detail: sentence("The server no longer waits for it: the request is " + string(a.State())),
			Next: "Call the tool again."}
	}
	return nil
}

// settle ends the ask; the first one counts.
func (a *Ask) settle(state AskState, body string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state != AskOpen {
		return false
	}
	a.state, a.body = state, body
	close(a.done)
	return true
}

// reply is the answer of an ask that is over.
func (a *Ask) reply() (AskState, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state, a.body
}

// Defaults is the object of those values that the form's schema gives a default for, each
// exactly as it stands there, null included (SEP-1034); "{}" where there are none. A page
// fills its form with them before the person sees it.
func (a *Ask) Defaults() []byte {
	out := []byte{'{'}
	_ = eachMember(member(a.Schema, "properties"), func(_ string, nameRaw, property []byte) bool {
		value := member(property, "default")
		if value == nil {
			return true
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, nameRaw...), ':'), value...)
		return true
	})
	return append(out, '}')
}
