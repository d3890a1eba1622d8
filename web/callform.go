package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
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

	args     *jsondoc.Document // what would be sent; nil where it cannot be read
	readErr  error             // why args is nil
	problems []form.Problem    // texts in the form that are not JSON
	pressed  bool              // Send was pressed
	answer   *inspector.Call
	sendErr  error // why nothing was sent
}

// defaultTimeout of a call, as it stands in the form.
const defaultTimeout = "60s"

// newCallForm is the form of a tool with nothing filled in.
func (s *Site) newCallForm(_ context.Context, p place) *callForm {
	c := &callForm{site: s, place: p, mode: views.ModeForm, timeout: defaultTimeout}
	if p.Where.Mode == views.ModeJSON {
		c.mode = views.ModeJSON
	}
	view := s.app.Schema(p.tool.Input, dialect.Unknown, dialect.Draft2020)
	if view == nil {
		c.form = form.New(nil, dialect.Unknown)
	} else {
		c.form = form.New(view.Original, view.Detection.Used)
	}
	if c.form.Whole {
		c.mode = views.ModeJSON
	}
	c.fromForm()
	return c
}

// readCall reads what a page posted.
func (s *Site) readCall(r *http.Request) (*callForm, error) {
	if err := r.ParseForm(); err != nil {
		return nil, &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	p, err := s.find(views.ParseWhere(r.PostForm))
	if err != nil {
		return nil, err
	}
	if p.tool == nil {
		return nil, &httpError{status: http.StatusNotFound, what: "The tool is not in the list any more", next: "Choose another tool. What you filled in is still on the page you came from."}
	}
	c := s.newCallForm(r.Context(), p)
	c.id = r.PostForm.Get("call")
	if t := r.PostForm.Get("timeout"); t != "" {
		c.timeout = t
	}
	c.form.Decode(r.PostForm)
	if r.PostForm.Get("mode") == string(views.ModeJSON) {
		c.mode = views.ModeJSON
	} else if !c.form.Whole {
		c.mode = views.ModeForm
	}
	if c.mode == views.ModeJSON && (r.PostForm.Has("json") || c.form.Whole) {
		c.fromText(r.PostForm)
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
// text that is not JSON leaves the form as it was.
func (c *callForm) fromText(values url.Values) {
	c.text, c.problems = values.Get("json"), nil
	c.args, c.readErr = jsondoc.Parse([]byte(c.text))
	if c.args != nil {
		c.problems = c.form.Load(c.args)
	}
}

// arguments are the bytes to send. Nil with no error leaves the member out.
func (c *callForm) arguments() ([]byte, error) {
	if c.readErr != nil {
		return nil, c.readErr
	}
	if c.mode == views.ModeForm && len(c.problems) > 0 {
		return nil, errors.New(string(c.problems[0].Pointer) + ": " + c.problems[0].Message)
	}
	if c.args == nil {
		return nil, nil
	}
	return c.args.Source(), nil
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
	return c.site.app.CheckArguments(ctx, c.place.tool, c.args)
}

var errNothingToCheck = errors.New("there is nothing to check")

// view fills the right column.
func (c *callForm) view(ctx context.Context) *views.Call {
	out := &views.Call{
		ID: newCallID(), Sends: string(c.wouldSend()), Mode: c.mode, JSON: c.text, Timeout: c.timeout, Memo: c.form.Memo(), Risk: risk(c.place), Disabled: notCallable(c.place.status.State),
	}
	if c.form.Whole {
		out.NoForm = "The input schema describes no object, so the arguments are written as JSON."
	} else if len(c.form.Fields) == 0 {
		out.NoForm = "This tool takes no arguments."
	}
	if c.readErr != nil {
		out.JSONError = c.readErr.Error()
	}
	if !c.form.Whole {
		out.Fields = make([]views.Field, len(c.form.Fields))
		for i, f := range c.form.Fields {
			out.Fields[i] = field(f)
		}
	}
	c.placeProblems(ctx, out)
	if c.answer != nil {
		out.Answer = c.answerView(out)
	} else if c.sendErr != nil {
		out.Answer = &views.Answer{Outcome: views.OutcomeNotSent, Words: c.sendErr.Error(), Next: "Nothing was sent. Your input is kept."}
	}
	return out
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

// controls are the controls of the form as the pages know them.
var controls = map[form.Control]views.Control{
	form.Text: views.ControlText, form.Number: views.ControlNumber, form.Integer: views.ControlNumber,
	form.Boolean: views.ControlSelect, form.Enum: views.ControlSelect, form.JSON: views.ControlJSON,
}

func field(f *form.Field) views.Field {
	v := views.Field{
		Pointer: f.Pointer, Name: f.Name, Type: f.Type, Required: f.Required, HasDefault: f.HasDefault, Default: f.Default,
		Description: f.Description, State: views.FieldState(f.State), Value: f.Text, Placeholder: f.Placeholder,
	}
	v.Control = views.ControlJSON
	if control, ok := controls[f.Control]; ok {
		v.Control = control
	}
	if f.Control == form.Text && f.Multiline {
		v.Control = views.ControlArea
	}
	for _, o := range f.Options {
		v.Options = append(v.Options, views.Option{Value: o.Value, Label: o.Label})
	}
	return v
}
