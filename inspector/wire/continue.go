package wire

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// InputRequest is one entry of an input_required result (2026-07-28, multi round-trip
// requests). Method and Params are the server's own and may be anything.
type InputRequest struct {
	Key    string
	Method string // "" where it is no string
	Params []byte // exactly; nil = absent
}

// InputRequests are what a server asks for before it answers, in the order in which it
// wrote them; none for an answer with another outcome.
func (a *Answer) InputRequests() []InputRequest {
	if a.Outcome != OutcomeInputRequired {
		return nil
	}
	return a.inputs
}

func readInputRequests(result []byte) []InputRequest {
	var out []InputRequest
	_ = eachMember(member(result, "inputRequests"), func(key string, _, value []byte) bool {
		r := InputRequest{Key: key, Params: member(value, "params")}
		r.Method, _ = text(member(value, "method"))
		out = append(out, r)
		return true
	})
	return out
}

// Continue makes the call of a once more, with the person's answers to what the server asked
// for (multi round-trip requests): the same method and parameters, a new id, the responses
// under the server's keys, and its requestState to the letter where it gave one. A response
// is the exact JSON text of a result, such as {"action":"accept","content":{}}. The server
// keeps nothing between the rounds, so the person can take any time, or none.
//
// The error has the kind usage where a asks for nothing, a response is missing or not JSON.
func (c *Conn) Continue(ctx context.Context, a *Answer, responses map[string][]byte) (*Answer, error) {
	call, failure := a.next(responses)
	if failure != nil {
		return nil, failure
	}
	return c.attempt(ctx, call)
}

// next is the call with which a goes on.
func (a *Answer) next(responses map[string][]byte) (Call, *Error) {
	e := &Error{Kind: KindUsage, Op: "go on with the call"}
	if a.Outcome != OutcomeInputRequired {
		e.Detail = "The server asked for nothing."
		return Call{}, e
	}
	call := a.call
	call.extra = nil
	var entries, missing []string
	for _, r := range a.InputRequests() {
		response, ok := responses[r.Key]
		if !ok {
			missing = append(missing, r.Key)
			continue
		}
		if err := validJSON(response); err != nil {
			e.Detail, e.Err = sentence(fmt.Sprintf("The response %q is not JSON: %v", r.Key, err)), err
			return Call{}, e
		}
		entries = append(entries, string(quote(r.Key))+":"+string(response))
	}
	if len(missing) > 0 { // "the client MUST construct the requested inputs before retrying"
		slices.Sort(missing)
		e.Detail = fmt.Sprintf("The server also asked for %s.", strings.Join(missing, ", "))
		e.Next = "Each of its requests needs a response before the call can go on."
		return Call{}, e
	}
	if len(entries) > 0 {
		call.extra = append(call.extra, extraMember{"inputResponses", []byte("{" + strings.Join(entries, ",") + "}")})
	}
	if state := member(a.raw, "requestState"); state != nil {
		call.extra = append(call.extra, extraMember{"requestState", state})
	}
	return call, nil
}

// maxRounds bounds how often one call is continued by itself; the Go SDK has the same bound.
const maxRounds = 10

// inputs lets the person answer what the server asks for, as long as it asks only for what
// was declared, and goes on with the call. What cannot be answered here stays as it is, for
// [Conn.Continue].
func (c *Conn) inputs(ctx context.Context, a *Answer) *Answer {
	var rounds []*Answer
	for a.Outcome == OutcomeInputRequired && c.opt.OnAsk != nil {
		if len(rounds) >= maxRounds {
			a.Note = joinNotes(a.Note, fmt.Sprintf("the server asked for input %d times: the call was not continued any further", maxRounds+1))
			break
		}
		responses, why := c.askAll(ctx, a)
		if why != "" {
			a.Note = joinNotes(a.Note, why)
			break
		}
		next, err := c.Continue(ctx, a, responses)
		if err != nil {
			a.Note = joinNotes(a.Note, "the call could not be continued: "+err.Error())
			break
		}
		rounds = append(rounds, a)
		a = next
	}
	a.Rounds = rounds
	return a
}

// askAll shows every request of an input_required result to the person and waits for all.
// The reason comes back where there is nothing to go on with.
func (c *Conn) askAll(ctx context.Context, a *Answer) (map[string][]byte, string) {
	requests := a.InputRequests()
	for _, r := range requests {
		rule, known := askRules[r.Method]
		if !known || !rule.declared(c.opt.Capabilities, elicitationMode(r.Params)) {
			return nil, fmt.Sprintf("the server asks for %s, which this client did not declare", snippet([]byte(r.Method), 60))
		}
	}
	asks := make([]*Ask, len(requests))
	for i, r := range requests {
		ask := newAsk(askRules[r.Method], r.Method, r.Params, c.opt.AskTimeout)
		ask.Key, ask.Tool = r.Key, a.call.Name
		c.redact.ask(ask)
		asks[i] = ask
		if !c.start(func() { c.opt.OnAsk(ask) }) {
			ask.settle(AskMoot, "")
		}
	}
	responses := map[string][]byte{}
	for _, ask := range asks {
		state, body := c.awaitInput(ctx, ask)
		result, ok := strings.CutPrefix(body, `"result":`)
		if !ok { // there is no such result: the call ends here, which needs no word to the server
			endAll(asks)
			return nil, fmt.Sprintf("the request %q of the server was not answered (%s)", ask.Key, state)
		}
		responses[ask.Key] = []byte(result)
	}
	return responses, ""
}

func endAll(asks []*Ask) {
	for _, ask := range asks {
		ask.settle(AskMoot, "")
	}
}

// awaitInput waits for one answer of the person.
func (c *Conn) awaitInput(ctx context.Context, ask *Ask) (AskState, string) {
	timer := time.NewTimer(time.Until(ask.Deadline))
	defer timer.Stop()
	select {
	case <-ask.done:
	case <-timer.C:
		ask.settle(AskExpired, "")
	case <-ctx.Done():
		ask.settle(AskMoot, "")
	case <-c.gone:
		ask.settle(AskMoot, "")
	}
	return ask.reply()
}
