package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/views"
)

// callForm is a test call being written: the form and the JSON text of the same
// arguments, of which one counts.
type callForm struct {
	site    *Site
	place   place
	form    *form.Form
	mode    views.Mode
	text    string // what stands in the JSON editor
	timeout string
	id      string

	shown   map[*form.Field]bool     // fields that were on the page, and those that are asked for
	notes   map[*form.Field][]string // what an action could not do
	focus   *form.Field              // what the last action was about
	opened  *inspector.Call          // the call that was put back into the form
	exact   bool                     // opened is sent again as it was
	args    *jsondoc.Document        // what would be sent; nil where it cannot be read
	readErr error                    // why args is nil

	problems []form.Problem  // texts in the form that are not JSON
	pressed  bool            // Send was pressed
	answer   *inspector.Call // the call whose answer is shown; it may be on its way
	patience time.Duration   // how long Send waits for the answer
	sendErr  error           // why nothing was sent
}

// defaultTimeout of a call, as it stands in the form.
const defaultTimeout = "60s"

// newCallForm is the form of a tool with nothing filled in.
func (s *Site) newCallForm(p place) *callForm {
	c := &callForm{site: s, place: p, mode: views.ModeForm, timeout: defaultTimeout}
	if p.Where.Mode == views.ModeJSON {
		c.mode = views.ModeJSON
	}
	c.reset()
	if c.form.Whole {
		c.mode = views.ModeJSON
	}
	return c
}

// reset empties the form.
func (c *callForm) reset() {
	c.shown, c.notes = map[*form.Field]bool{}, map[*form.Field][]string{}
	c.form = form.New(nil, dialect.Unknown)
	if view := c.site.app.Schema(c.place.tool.Input, c.place.readAs(views.TabInput), dialect.Draft2020); view != nil {
		c.form = form.New(view.Original, view.Detection.Used)
	}
	c.fromForm()
}

// callFor is the form for an address: empty, or with a call of the session.
func (s *Site) callFor(r *http.Request, p place) *callForm {
	c := s.newCallForm(p)
	q := r.URL.Query()
	if call := s.app.PastCall(r.Context(), p.server, p.tool, q.Get("call")); call != nil && sameTool(call.Tool, p.tool) {
		c.open(call)
	} else if q.Has("args") { // an address fills the form in, and sends nothing
		c.fromText(q.Get("args"))
	}
	return c
}

// sameTool reports whether two entries of lists are called by the same name.
func sameTool(a, b *tool.Tool) bool {
	x, errA := inspector.CallName(a)
	y, errB := inspector.CallName(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

// newestCall is the last call of the tool; nil where there was none.
func (p place) newestCall() *inspector.Call {
	for _, call := range p.server.Calls() {
		if sameTool(call.Tool, p.tool) {
			return call
		}
	}
	return nil
}

// open puts a call of the session back into the form, with its answer.
func (c *callForm) open(call *inspector.Call) {
	c.opened, c.answer = call, call
	c.text, c.problems = string(call.Arguments), nil
	c.args, c.readErr = nil, nil
	if call.Arguments != nil {
		c.args, c.readErr = jsondoc.Parse(call.Arguments)
	}
	c.load()
}

// readCall reads what a page posted.
func (s *Site) readCall(r *http.Request) (*callForm, error) {
	if err := r.ParseForm(); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, &httpError{status: http.StatusRequestEntityTooLarge, what: fmt.Sprintf("The form has more than %d MiB and was not read", tooLarge.Limit>>20),
				next: "Nothing was sent. Make the arguments shorter, or send them with `mcploupe call`."}
		}
		return nil, &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	p, err := s.find(views.ParseWhere(r.PostForm))
	if err != nil {
		return nil, err
	}
	if p.tool == nil {
		return nil, &httpError{status: http.StatusNotFound, what: "The tool is not in the list any more", next: "Choose another tool. What you filled in is still on the page you came from."}
	}
	c := s.newCallForm(p)
	c.id = r.PostForm.Get("call")
	if t := r.PostForm.Get("timeout"); t != "" {
		c.timeout = t
	}
	c.form.Decode(r.PostForm)
	c.lookAt(r.PostForm)
	if r.PostForm.Get("mode") == string(views.ModeJSON) {
		c.mode = views.ModeJSON
	} else if !c.form.Whole {
		c.mode = views.ModeForm
	}
	if c.mode == views.ModeJSON && (r.PostForm.Has("json") || c.form.Whole) {
		c.fromText(strings.ReplaceAll(r.PostForm.Get("json"), "\r\n", "\n"))
	} else {
		c.fromForm()
	}
	return c, nil
}

// fromForm makes the JSON text from the form.
func (c *callForm) fromForm() {
	var text []byte
	text, c.problems = c.form.JSON()
	c.args, c.readErr = nil, nil
	if text == nil {
		c.text = ""
		return
	}
	c.args, c.readErr = jsondoc.Parse(text)
	c.text = string(text)
	if c.args != nil {
		c.text = c.args.Root().Pretty()
	}
}

// fromText makes the form from the JSON text, which stays as it was typed. A
// text that is not JSON leaves the form as it was; a blank one leaves the
// arguments out.
func (c *callForm) fromText(text string) {
	c.text, c.problems = text, nil
	c.args, c.readErr = nil, nil
	if strings.TrimSpace(text) != "" {
		c.args, c.readErr = jsondoc.Parse([]byte(text))
	}
	if c.readErr == nil {
		c.load()
	}
}

// load takes what would be sent into the form. What it holds as JSON text for
// want of a control is no problem yet: the schema says what it thinks of it.
func (c *callForm) load() {
	c.form.Load(c.args)
	c.fold(c.form.Root)
	if c.form.Whole {
		c.mode = views.ModeJSON
	}
	if c.mode == views.ModeForm {
		c.fromForm()
	}
}

// arguments are the bytes to send. Nil with no error leaves the member out.
func (c *callForm) arguments() ([]byte, error) {
	switch {
	case c.exact:
		return c.opened.Arguments, nil
	case c.readErr != nil:
		return nil, c.readErr
	case c.mode == views.ModeForm && len(c.problems) > 0:
		return nil, errors.New(string(c.problems[0].Pointer) + ": " + c.problems[0].Message)
	}
	return c.wouldSend(), nil
}

// wouldSend are the bytes of the arguments as they would go out now.
func (c *callForm) wouldSend() []byte {
	if c.args == nil {
		return nil
	}
	return c.args.Source()
}

// newCallID names the next call of a page, so that it can be cancelled.
func newCallID() string { return "c" + rand.Text() }

// wait is how long the call may take.
func (c *callForm) wait() (time.Duration, error) {
	d, err := time.ParseDuration(c.timeout)
	if seconds, ferr := strconv.ParseFloat(c.timeout, 64); ferr == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return 0, errors.New("the timeout " + strconv.Quote(c.timeout) + " is no duration; write 30s or 2m")
	}
	return d, nil
}

// verdict holds the arguments against the input schema.
func (c *callForm) verdict(ctx context.Context) (validate.Verdict, error) {
	if c.readErr != nil || c.args == nil {
		return validate.Verdict{}, errNothingToCheck
	}
	return c.site.app.CheckArguments(ctx, c.place.tool, c.args, c.place.readAs(views.TabInput))
}

var errNothingToCheck = errors.New("there is nothing to check")

// view is the form as it stands, with how far the last call is.
func (c *callForm) view(ctx context.Context) *views.Call {
	out := &views.Call{
		ID: newCallID(), Sends: string(c.wouldSend()), Mode: c.mode, JSON: c.text, Timeout: c.timeout, Memo: c.form.Memo(), Risk: risk(c.place), Disabled: notCallable(c.place),
	}
	if c.opened != nil {
		out.Opened = c.opened.ID
	}
	out.NoForm = c.noForm()
	if c.readErr != nil {
		out.JSONError = "This is not JSON, so it cannot be sent. An empty text leaves the arguments out."
	}
	if !c.form.Whole {
		c.layOut(out)
	}
	c.placeProblems(ctx, out)
	if c.sendErr != nil {
		out.NotSent = c.sendErr.Error()
	}
	if c.answer == nil {
		c.answer = c.place.newestCall()
	}
	if c.answer != nil {
		last := c.pastCall(c.answer)
		out.Last = &last
		if !c.answer.Ended() {
			out.Running = running(c.answer)
		}
	}
	return out
}

// panel is the right column with the last answer and the calls of the session.
func (c *callForm) panel(ctx context.Context) *views.Call {
	out := c.view(ctx)
	if c.answer != nil && out.Running == nil {
		out.Answer = c.answerView(ctx, out)
	}
	c.listCalls(out)
	return out
}

// noForm says why there are no fields; empty where there are.
func (c *callForm) noForm() string {
	schema := c.place.tool.Input
	root := c.form.Root
	switch {
	case c.form.Whole && root.Native != form.JSON:
		return "These arguments are no object that a form can show, so they are written as JSON."
	case c.form.Whole:
		return "The input schema describes no object, so the arguments are written as JSON."
	case len(c.form.Fields) > 0:
		return ""
	case schema.Doc == nil:
		return "The tool has no input schema, so nothing is known of its arguments."
	case schema.Node.Kind() != jsondoc.Object && schema.Node.Kind() != jsondoc.Bool:
		return "The input schema is " + schema.Node.Kind().String() + ", which is no schema, so nothing is known of the arguments."
	case root.Sealed:
		return "This tool takes no arguments."
	}
	return "The input schema names no arguments, and allows any."
}

// risk warns of a tool that does not claim to be read-only.
func risk(p place) string {
	a := p.tool.Annotations
	switch {
	case a.ReadOnly.Present && a.ReadOnly.Value:
		return ""
	case a.ReadOnly.Present && a.Destructive.Present && !a.Destructive.Value:
		return "The server says that this tool has effects, and that they add to what is there."
	case a.ReadOnly.Present:
		return "The server says that this tool has effects, and that they may be destructive."
	}
	return "The server does not say that this tool is read-only: a call may have effects."
}
