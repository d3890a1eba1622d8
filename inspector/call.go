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

// Call is one tools/call. It runs on its own: whoever began it need not wait.
type Call struct {
	ID        string
	Server    string
	Tool      *tool.Tool
	Arguments []byte // exactly as given; nil where the member was left out
	Started   time.Time

	cancel   context.CancelFunc
	done     chan struct{}
	progress progressLog

	// Set when done is closed.
	Answer *wire.Answer // nil where nothing was sent
	Output *OutputView  // nil where nothing was sent
	Err    error        // why nothing was sent
}

// Done is closed when the call has ended.
func (c *Call) Done() <-chan struct{} { return c.done }

// Cancel gives the call up in the way its transport wants.
func (c *Call) Cancel() { c.cancel() }

// Progress is what the server said last of a call on its way; ok is false where
// it has said nothing.
func (c *Call) Progress() (p wire.Progress, ok bool) { return c.progress.last() }

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
	Timeout time.Duration // without an answer or progress; 0 is that of [Settings], which also bounds the whole call
}

// Why a call is not sent.
var (
	ErrNotReady = errors.New("the server is not connected")
	ErrNoName   = errors.New("the tool has no name that tools/call could name it by")
)

// CallName is the name of a tool as its server wrote it, to the byte, which is
// what tools/call sends. The error is an [ErrNoName] and says what stands there.
func CallName(t *tool.Tool) ([]byte, error) {
	if t.Doc == nil { // not from a list
		return jsondoc.AppendQuote(nil, t.Name), nil
	}
	if t.HasName {
		return t.Doc.Root().Get("name").Raw(), nil
	}
	root := t.Doc.Root()
	switch name := root.Get("name"); {
	case root.Kind() != jsondoc.Object:
		return nil, fmt.Errorf("%w: the entry is %s, not an object", ErrNoName, short(root))
	case name.Exists():
		return nil, fmt.Errorf("%w: its `name` is %s, not a string", ErrNoName, short(name))
	}
	return nil, fmt.Errorf("%w: it has no member `name`", ErrNoName)
}

// short is a value for a message.
func short(n jsondoc.Node) string {
	const most = 40 // bytes
	text := string(n.Compact())
	if n.Exists() && len(text) <= most {
		return "`" + text + "`"
	}
	return n.Kind().String()
}

// Begin sends one tools/call and returns at once: the call goes on until it is
// answered, given up, too late, or the application ends. The arguments go out
// byte for byte; nil leaves the member out. Each thing that becomes of it is an
// [EventCall]. The error says why nothing is sent.
func (s *Server) Begin(t *tool.Tool, args []byte, opt CallOptions) (*Call, error) {
	name, err := CallName(t)
	if err != nil {
		return nil, err
	}
	if args != nil {
		if _, err := jsondoc.Parse(args); err != nil {
			return nil, fmt.Errorf("call %s: the arguments are not JSON: %w", t.Label(), err)
		}
	}
	st := s.Status()
	if st.State != StateReady || st.Conn == nil || s.app.ctx.Err() != nil {
		return nil, fmt.Errorf("call %s: %w", t.Label(), ErrNotReady)
	}
	ctx, stop := context.WithCancel(s.app.ctx)
	c := s.startCall(t, args, opt)
	c.cancel = stop
	s.remember(c)
	s.app.tasks.Add(1)
	go func() {
		defer s.app.tasks.Done()
		defer stop()
		s.perform(ctx, st.Conn, c, wire.Call{Name: t.Name, NameJSON: name, Arguments: args, Idle: opt.Timeout})
	}()
	s.tell(c)
	return c, nil
}

// perform is the life of a call.
func (s *Server) perform(ctx context.Context, conn *wire.Conn, c *Call, what wire.Call) {
	what.OnProgress = func(p wire.Progress) {
		if c.progress.add(p) {
			s.tell(c)
		}
	}
	answer, err := conn.Do(ctx, what)
	if err != nil {
		c.Err = fmt.Errorf("call %s: %w", c.Tool.Label(), err)
	} else {
		c.Output = s.app.CheckOutput(s.app.ctx, c.Tool, answer, dialect.Unknown, dialect.Draft2020)
		c.Answer = answer
	}
	s.settle(c)
	s.tell(c)
	s.keepCall(c)
}

// tell says that something became of a call.
func (s *Server) tell(c *Call) {
	e := Event{Kind: EventCall, Server: s.ID, Call: c.ID, Ended: c.Ended()}
	if p, ok := c.Progress(); ok {
		e.Progress = ProgressText(p)
	}
	s.app.hub.publish(e)
}

// Call is [Server.Begin] with the wait for the end. The end of ctx gives the call
// up. The error says only why nothing was sent: what became of a call that was
// sent is in its Answer.
func (s *Server) Call(ctx context.Context, t *tool.Tool, args []byte, opt CallOptions) (*Call, error) {
	c, err := s.Begin(t, args, opt)
	if err != nil {
		return nil, err
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		c.Cancel()
		<-c.done
	}
	if c.Err != nil {
		return nil, c.Err
	}
	return c, nil
}

// ProgressText is a progress notification for people: "2 of 5: step 2 of 5".
func ProgressText(p wire.Progress) string {
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
	return &Call{ID: opt.ID, Server: s.ID, Tool: t, Arguments: args, Started: time.Now(), done: make(chan struct{})}
}

// CancelCall gives up the running calls with the given ID and reports whether
// there was one.
func (s *Server) CancelCall(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := false
	for _, c := range s.calls {
		if c.ID == id && !c.Ended() {
			c.Cancel()
			found = true
		}
	}
	return found
}

// CheckOutput holds the result of a call against the tool's output schema and its
// conversion. from is what the schema is read as; Unknown recognises it.
func (a *App) CheckOutput(ctx context.Context, t *tool.Tool, answer *wire.Answer, from, to dialect.Dialect) *OutputView {
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
	view := a.Schema(t.Output, from, to)
	if view == nil || !out.Present {
		return out
	}
	if view.Schema == nil {
		out.Err = view.CompileErr
		return out
	}
	out.Verdict = view.Schema.Validate(ctx, out.Structured)
	if view.Target != nil {
		out.Target = view.Target.Validate(ctx, out.Structured)
	}
	return out
}

// CheckArguments holds arguments against the tool's input schema, read as from;
// Unknown recognises what it is. The error says why the schema cannot be used;
// then the verdict says nothing.
func (a *App) CheckArguments(ctx context.Context, t *tool.Tool, args *jsondoc.Document, from dialect.Dialect) (validate.Verdict, error) {
	view := a.Schema(t.Input, from, dialect.Draft2020)
	if view == nil {
		return validate.Verdict{}, errors.New("the tool has no input schema")
	}
	if view.Schema == nil {
		return validate.Verdict{}, view.CompileErr
	}
	return view.Schema.Validate(ctx, args), nil
}
