package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Outcome is how a call ended.
type Outcome string

// The outcomes.
const (
	OutcomeOK            Outcome = "ok"
	OutcomeToolError     Outcome = "tool error"     // a result with isError: true
	OutcomeProtocolError Outcome = "protocol error" // a JSON-RPC error, or an answer that is none
	OutcomeInputRequired Outcome = "input required" // 2026-07-28: the server asks for more before it answers
	OutcomeTimedOut      Outcome = "timed out"
	OutcomeCancelled     Outcome = "cancelled"
	OutcomeServerGone    Outcome = "server gone"
)

// Call is one tools/call to make.
type Call struct {
	Name string
	// NameJSON is the exact JSON text of the name, for a name which a Go string cannot
	// hold (a lone surrogate, invalid UTF-8); nil = Name's own encoding.
	NameJSON []byte
	// Arguments is the exact JSON text to send; nil leaves the member out, which is not
	// the same as null or {}. It needs to be valid JSON and nothing more: 1e400, repeated
	// names, an array, values that break the schema all go out as they are. On stdio line
	// breaks between the values are left out, since a message is one line there.
	Arguments  []byte
	Idle       time.Duration  // 0 = Options.CallIdle
	Total      time.Duration  // 0 = Options.CallTotal
	OnProgress func(Progress) // on the caller's own goroutine, before Call returns; may be nil

	extra []extraMember // of a continued call
}

// Answer is what became of a call. Its bytes are those of the wire and must not be written to.
type Answer struct {
	Outcome    Outcome
	Sent       []byte // the request as it went out, without a line end; nil = it never did
	Arguments  []byte // arguments within Sent; nil = left out
	Received   []byte // the answer as it came; nil = none came
	Result     []byte // its result member; nil = absent
	ResultType string // 2026-07-28's resultType, "" where absent
	Error      *RPCError
	Failure    *Error // why there is no usable answer, where it isn't the server's own word
	Start      time.Time
	Duration   time.Duration
	Progress   []Progress
	Note       string      // anything odd about the exchange
	Headers    http.Header // parameter headers that went with the call (Mcp-Param-*, SEP-2243); nil for none
	Rounds     []*Answer   // the answers before this one, in each of which the server asked for input

	raw    []byte         // Result as it came, for what has to be repeated to the server
	inputs []InputRequest // of OutcomeInputRequired
	call   Call           // what was asked for
	header http.Header    // parameter headers that went with it
}

// Call calls a tool and waits for the answer; cancelling ctx cancels the call as the
// transport wants it (notifications/cancelled, or closing the stream).
//
// An error is returned only when nothing was sent: the connection isn't ready, or arguments
// are not JSON. Everything after that is an outcome.
func (c *Conn) Call(ctx context.Context, name string, args []byte, onProgress func(Progress)) (*Answer, error) {
	return c.Do(ctx, Call{Name: name, Arguments: args, OnProgress: onProgress})
}

// Do is Call with time limits of its own. With Options.OnAsk the person answers what the
// server asks for on the way, also between the rounds of a multi round-trip request.
func (c *Conn) Do(ctx context.Context, call Call) (*Answer, error) {
	call.extra = nil
	a, err := c.attempt(ctx, call)
	if err != nil {
		return nil, err
	}
	return c.inputs(ctx, a), nil
}

// attempt makes a call, and makes it once more where the server has refused it unread for a
// reason that is mended by then (see again).
func (c *Conn) attempt(ctx context.Context, call Call) (*Answer, error) {
	if failure := call.check(); failure != nil {
		return nil, failure
	}
	a, err := c.once(ctx, call)
	if e := (*Error)(nil); errors.As(err, &e) && e.lostSession {
		a, err = c.once(ctx, call)
	}
	if err != nil {
		return nil, err
	}
	why := c.again(ctx, a)
	if why == "" {
		return a, nil
	}
	second, err := c.once(ctx, call)
	if err != nil {
		return a, nil // what the first one says is worth more
	}
	second.Note = joinNotes(why, second.Note)
	return second, nil
}

// once makes a call and waits for its end.
func (c *Conn) once(ctx context.Context, call Call) (*Answer, error) {
	l, failure := c.current(ctx, "call "+call.Name)
	if failure != nil {
		return nil, failure
	}
	x := c.newCall(l, call)
	a := &Answer{call: call, header: x.header, Headers: x.header}
	c.fulfil(ctx, l, x, a, c.patience(call.Idle, call.Total), func(ctx context.Context) error {
		params := &mcp.CallToolParams{Name: call.Name, Arguments: placeholder{}}
		params.SetProgressToken(x.token)
		_, err := l.sess.CallTool(ctx, params)
		return err
	})
	if a.Sent == nil && a.Outcome == OutcomeServerGone {
		return nil, a.Failure
	}
	return a, nil
}

func (c *Conn) patience(idle, total time.Duration) patience {
	p := patience{idle, total}
	if p.idle <= 0 {
		p.idle = c.opt.CallIdle
	}
	if p.total <= 0 {
		p.total = c.opt.CallTotal
	}
	return p
}

// fulfil performs one request and fills in its answer.
func (c *Conn) fulfil(ctx context.Context, l *live, x *exchange, a *Answer, p patience, send func(context.Context) error) {
	a.Start = time.Now()
	dropped := 0
	end, err := c.perform(ctx, l, x, p, send, func(pr Progress) {
		if len(a.Progress) < c.opt.Limits.Progress {
			a.Progress = append(a.Progress, pr)
		} else {
			dropped++
		}
		if a.call.OnProgress != nil {
			a.call.OnProgress(c.redact.progress(pr))
		}
	})
	c.fill(a, l, x, end, err, p, dropped)
	c.redact.answer(a)
}

// check refuses what would break the message that it stands in.
func (call *Call) check() *Error {
	e := &Error{Kind: KindUsage, Op: "call " + call.Name, Next: "A message with them in it could not be read by any server."}
	if call.Arguments != nil {
		if e.Err = validJSON(call.Arguments); e.Err != nil {
			e.Detail = sentence("The arguments are not JSON: " + e.Err.Error())
			return e
		}
	}
	if call.NameJSON != nil && (validJSON(call.NameJSON) != nil || call.NameJSON[0] != '"') {
		e.Detail, e.Next = "The name is not a JSON string.", ""
		return e
	}
	return nil
}

// placeholder stands for the arguments until the tap puts the exact bytes in.
type placeholder struct{}

// newCall makes the exchange of a call.
func (c *Conn) newCall(l *live, call Call) *exchange {
	x := newExchange("tools/call")
	x.params = map[string][]byte{"arguments": call.Arguments}
	x.extra, x.tool = call.extra, call.Name
	if call.NameJSON != nil {
		x.params["name"] = call.NameJSON
	}
	x.token = c.nextToken()
	x.progress = make(chan Progress, progressRoom)
	if c.headersWanted(l) {
		x.header = c.paramHeaders(call.Name, call.Arguments)
	}
	return x
}

// fill turns the end of an exchange into an answer.
func (c *Conn) fill(a *Answer, l *live, x *exchange, end ending, err error, p patience, dropped int) {
	v := l.tap.view(x)
	a.Sent, a.Note = v.sent, v.note
	if v.sent != nil {
		a.Start = v.sentAt
		a.Arguments = member(member(v.sent, "params"), "arguments")
	}
	a.Duration = time.Since(a.Start)
	if dropped += v.missed; dropped > 0 {
		a.Note = joinNotes(a.Note, fmt.Sprintf("%d more progress notifications were not kept", dropped))
	}
	switch end {
	case endAnswered:
		a.answered(x)
		return
	case endTimedOut:
		a.Outcome = OutcomeTimedOut
		waited := p.idle
		if a.Duration+10*time.Millisecond >= p.total {
			waited = p.total
		}
		a.Failure = &Error{Kind: KindTimeout, Detail: fmt.Sprintf("No answer came within %s.", waited),
			Next: "The server was asked to stop; it may still be working. Raise the time limit if it needs longer."}
		if odd := l.link.oddity(a.Start); odd != "" {
			a.Failure.Detail += " " + odd
		}
	case endCancelled:
		a.Outcome = OutcomeCancelled
		a.Failure = &Error{Kind: KindCancelled, Detail: "The call was cancelled.", Err: err,
			Next: "The server was asked to stop; it may have done its work already."}
	case endGone:
		a.Outcome = OutcomeServerGone
		if a.Failure = c.unsent(l, x); a.Failure != nil {
			break
		}
		if a.Failure = c.goneError(opOf(x.method), err); a.Failure.Kind == KindClosed {
			a.Failure.Detail = "The connection was closed before the answer came: the server was restarted or disconnected."
			a.Failure.Next = "Whether the server has done its work is not known. Call again."
		}
	}
	a.Failure.Op, a.Failure.Where = opOf(x.method), c.ep.where()
}

// opOf names what a request was for, in an error.
func opOf(method string) string {
	if method == "tools/call" {
		return "call the tool"
	}
	return "ask for " + method
}

// answered reads a settled exchange.
func (a *Answer) answered(x *exchange) {
	if x.answer != nil {
		a.Received, a.Result, a.Error = x.answer.frame, x.answer.result, x.answer.err
		a.Duration = x.answer.at.Sub(a.Start)
		a.Note = joinNotes(a.Note, x.answer.note)
	}
	a.Failure = x.failure
	var resultType, isError []byte
	_ = eachMember(a.Result, func(name string, _, value []byte) bool {
		switch name {
		case "resultType":
			resultType = value
		case "isError":
			isError = value
		}
		return true
	})
	a.ResultType, _ = text(resultType)
	switch {
	case a.Failure != nil && (a.Failure.Kind == KindRefused || a.Failure.Kind == KindStream):
		a.Outcome = OutcomeServerGone
	case a.Failure != nil || a.Error != nil:
		a.Outcome = OutcomeProtocolError
	case !isObject(a.Result):
		a.Outcome = OutcomeProtocolError
		a.Note = joinNotes(a.Note, "the result of "+x.method+" is no object")
	case a.ResultType == "input_required":
		a.Outcome = OutcomeInputRequired
		a.Note = joinNotes(a.Note, "the server asks for input before it answers (2026-07-28, multi round-trip requests)")
	case resultType != nil && a.ResultType != "complete":
		// "an unrecognised resultType MUST be considered invalid" (2026-07-28, results)
		a.Outcome = OutcomeProtocolError
		a.Note = joinNotes(a.Note, "the resultType "+snippet(resultType, 60)+" is not one that 2026-07-28 defines")
	case string(isError) == "true":
		a.Outcome = OutcomeToolError
	default:
		a.Outcome = OutcomeOK
	}
}

// nextToken makes a progress token that is unique among this connection's requests.
func (c *Conn) nextToken() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tokens++
	return fmt.Sprintf("call-%d", c.tokens)
}
