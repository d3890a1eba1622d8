package inspector

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// Call is one tools/call.
type Call struct {
	ID        string
	Server    string
	Tool      *tool.Tool
	Arguments []byte // exactly as given; nil where the member was left out
	Started   time.Time

	cancel context.CancelFunc
	done   chan struct{}

	// Set when done is closed.
	Answer *wire.Answer
	Output *OutputView
}

// Done is closed when the call has ended.
func (c *Call) Done() <-chan struct{} { return c.done }

// Cancel gives the call up in the way its transport wants.
func (c *Call) Cancel() { c.cancel() }

// OutputView is a result held against the tool's output schema.
type OutputView struct {
	HasSchema  bool
	Present    bool // structuredContent is there; it may be null
	Structured *jsondoc.Document
	Verdict    validate.Verdict // by the original schema under its own dialect
	Target     validate.Verdict // by the converted one
	Err        error            // why the schema cannot be used
}

// CallOptions of one call.
type CallOptions struct {
	ID      string        // names the call for [Server.CancelCall]; empty makes one
	Timeout time.Duration // for the whole call; 0 is the default of [Options]
}

// ErrNotReady says that a server takes no calls now.
var ErrNotReady = errors.New("the server is not connected")

// Call sends one tools/call and waits for its end. The arguments go out byte for
// byte; nil leaves the member out. The error says only why nothing was sent:
// what became of a call that was sent is in its Answer.
func (s *Server) Call(ctx context.Context, t *tool.Tool, args []byte, opt CallOptions) (*Call, error) {
	st := s.Status()
	if st.State != StateReady || st.Conn == nil {
		return nil, fmt.Errorf("call %s: %w", t.Label(), ErrNotReady)
	}
	c := s.startCall(t, args, opt)
	defer s.settle(c)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c.cancel = stop
	s.remember(c)
	answer, err := st.Conn.Do(ctx, wire.Call{
		Name: t.Name, Arguments: args, Idle: opt.Timeout, Total: opt.Timeout,
		OnProgress: func(p wire.Progress) {
			s.app.hub.publish(Event{Kind: EventCall, Server: s.ID, Call: c.ID, Progress: progressText(p)})
		},
	})
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", t.Label(), err)
	}
	c.Output = s.app.checkOutput(t, answer)
	c.Answer = answer
	return c, nil
}

// progressText is a progress notification for people: "2 of 5: step 2 of 5".
func progressText(p wire.Progress) string {
	text := strconv.FormatFloat(p.Progress, 'g', -1, 64)
	if p.Total > 0 {
		text += " of " + strconv.FormatFloat(p.Total, 'g', -1, 64)
	}
	if p.Message != "" {
		text += ": " + p.Message
	}
	return text
}

func (s *Server) startCall(t *tool.Tool, args []byte, opt CallOptions) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextCall++
	if opt.ID == "" {
		opt.ID = fmt.Sprintf("%s-%d", s.ID, s.nextCall)
	}
	return &Call{ID: opt.ID, Server: s.ID, Tool: t, Arguments: args, Started: time.Now(), done: make(chan struct{}), cancel: func() {}}
}

// CancelCall gives up the running calls with the given ID and reports whether
// there was one.
func (s *Server) CancelCall(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := false
	for _, c := range s.calls {
		select {
		case <-c.done:
			continue
		default:
		}
		if c.ID == id {
			c.cancel()
			found = true
		}
	}
	return found
}

// checkOutput holds the result of a call against the tool's output schema.
func (a *App) checkOutput(t *tool.Tool, answer *wire.Answer) *OutputView {
	out := &OutputView{HasSchema: t.Output.Present}
	result, err := jsondoc.Parse(answer.Result)
	if err != nil {
		return out
	}
	if content := result.Root().Get("structuredContent"); content.Exists() {
		out.Present = true
		if out.Structured, out.Err = jsondoc.Parse(content.Raw()); out.Err != nil {
			return out
		}
	}
	view := a.Schema(t.Output, dialect.Unknown, dialect.Draft2020)
	if view == nil || !out.Present {
		return out
	}
	if view.Schema == nil {
		out.Err = view.CompileErr
		return out
	}
	out.Verdict = view.Schema.Validate(a.ctx, out.Structured)
	if view.Target != nil {
		out.Target = view.Target.Validate(a.ctx, out.Structured)
	}
	return out
}

// CheckArguments holds arguments against the tool's input schema. The error
// says why the schema cannot be used; then the verdict says nothing.
func (a *App) CheckArguments(ctx context.Context, t *tool.Tool, args *jsondoc.Document) (validate.Verdict, error) {
	view := a.Schema(t.Input, dialect.Unknown, dialect.Draft2020)
	if view == nil {
		return validate.Verdict{}, errors.New("the tool has no input schema")
	}
	if view.Schema == nil {
		return validate.Verdict{}, view.CompileErr
	}
	return view.Schema.Validate(ctx, args), nil
}
