package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/views"
)

// How long Send waits for an answer before the page is shown with the call on its
// way. A page with a script hears of the end by an event, and must not hold a
// connection meanwhile: a browser has six of them.
const (
	scriptPatience = 300 * time.Millisecond
	plainPatience  = 10 * time.Second
)

// sendCall sends a test call, or does without sending what another button of the
// form says. A page that asks with X-Fragment gets the right column alone.
func (s *Site) sendCall(w http.ResponseWriter, r *http.Request) error {
	c, err := s.readCall(r)
	if err != nil {
		return err
	}
	c.patience = plainPatience
	if r.Header.Get("X-Fragment") == "call" {
		c.patience = scriptPatience
	}
	if err := c.act(r.Context(), r.PostForm.Get("action")); err != nil {
		return err
	}
	view := c.panel(r.Context())
	if r.Header.Get("X-Fragment") == "call" {
		render(r.Context(), w, http.StatusOK, views.CallPanel(c.place.Where, *view))
		return nil
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.page(r, c.place, view)))
	return nil
}

// showCall is the right column alone: with the call that the address names, or with
// the newest one of the tool.
func (s *Site) showCall(w http.ResponseWriter, r *http.Request) error {
	p, err := s.find(views.ParseWhere(r.URL.Query()))
	switch {
	case err != nil:
		return err
	case p.tool == nil || !p.server.HasForm():
		return &httpError{status: http.StatusNotFound, what: "There is no such tool to call", next: "Choose one from the list."}
	}
	c := s.callFor(r, p)
	if id := r.URL.Query().Get("call"); id != "" && c.opened == nil {
		return errForgotten
	}
	render(r.Context(), w, http.StatusOK, views.CallPanel(p.Where, *c.panel(r.Context())))
	return nil
}

var errForgotten = &httpError{status: http.StatusNotFound, what: "This call is not remembered any more", next: "Fill the form in and send it."}

// send makes the call, and waits a while for its end. Whatever comes of it stands
// in the form afterwards.
func (c *callForm) send(ctx context.Context) {
	c.pressed = true
	timeout, err := c.wait()
	if err != nil {
		c.sendErr = err
		return
	}
	args, err := c.arguments()
	if err != nil {
		c.sendErr = err
		return
	}
	call, err := c.place.server.Begin(c.place.tool, args, inspector.CallOptions{ID: c.id, Timeout: timeout})
	if err != nil {
		c.sendErr = err
		return
	}
	c.answer = call
	select {
	case <-call.Done():
	case <-time.After(c.patience):
	case <-ctx.Done(): // the page went away; the call goes on
	}
	c.place.status = c.place.server.Status()
}

// again sends a call of the session once more, to the byte.
func (c *callForm) again(ctx context.Context, id string) error {
	call := c.place.server.FindCall(id)
	if call == nil || !sameTool(call.Tool, c.place.tool) {
		return errForgotten
	}
	c.reset()
	c.open(call)
	c.answer, c.exact = nil, true
	c.send(ctx)
	c.opened = c.answer
	return nil
}

// check is the answer to what is typed. Pointers of fields are written as a page
// posts them.
type check struct {
	JSON     string              `json:"json"`
	Sends    string              `json:"sends"` // what would go out, to the byte, or that nothing would
	Mode     views.Mode          `json:"mode"`
	Shape    string              `json:"shape"` // other than the page's: its fields are to be fetched anew
	Verdict  checkVerdict        `json:"verdict"`
	Unread   map[string][]string `json:"unread"`   // why what is typed cannot be sent, by the pointer of the field
	Others   map[string]string   `json:"others"`   // what it could be sent as all the same
	Errors   map[string][]string `json:"errors"`   // by the pointer of the field; "" is the whole arguments
	Warned   map[string][]string `json:"warned"`   // formats that only annotate
	States   map[string]string   `json:"states"`   // omit, null or value of each field
	Problems []checkProblem      `json:"problems"` // all errors in one list
	NotJSON  string              `json:"notJSON"`  // why the JSON text cannot be read
}

type checkVerdict struct {
	State string `json:"state"`
	Text  string `json:"text"`
}

type checkProblem struct {
	Field string `json:"field"`
	At    string `json:"at"`
	Place string `json:"place"` // with line and column, where the JSON text is written
	From  int    `json:"from"`  // in it, as a text area counts
	To    int    `json:"to"`
	Text  string `json:"text"`
}

// checkCall says what the schema makes of the arguments as they stand.
func (s *Site) checkCall(w http.ResponseWriter, r *http.Request) error {
	c, err := s.readCall(r)
	if err != nil {
		return err
	}
	v := c.view(r.Context())
	out := check{
		JSON: v.JSON, Sends: views.Plain(views.PreviewText(*v)), Mode: v.Mode, Shape: v.Shape, Verdict: checkVerdict{v.Verdict.State, v.Verdict.Text}, NotJSON: views.Plain(v.JSONError),
		Unread: map[string][]string{}, Others: map[string]string{}, Errors: map[string][]string{}, Warned: map[string][]string{}, States: map[string]string{}, Problems: []checkProblem{},
	}
	out.add(v.Fields)
	if len(v.Errors) > 0 {
		out.Errors[""] = shown(v.Errors)
	}
	for _, p := range v.Problems {
		out.Problems = append(out.Problems, checkProblem{posted(p.Field), views.PointerName(p.At), views.PlaceText(p), p.From, p.To, views.Plain(p.Message)})
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	return json.NewEncoder(w).Encode(out)
}

// add says what is wrong with fields and those inside them.
func (out *check) add(fields []views.Field) {
	for _, f := range fields {
		at := posted(f.Pointer)
		out.States[at] = string(f.State)
		if len(f.Unread) > 0 {
			out.Unread[at] = shown(f.Unread)
			out.Others[at] = views.Plain(f.Otherwise)
		}
		if len(f.Errors) > 0 {
			out.Errors[at] = shown(f.Errors)
		}
		if len(f.Warnings) > 0 {
			out.Warned[at] = shown(f.Warnings)
		}
		out.add(f.Fields)
	}
}

// shown names what cannot be seen in messages that quote a server.
func shown(messages []string) []string {
	out := make([]string, len(messages))
	for i, m := range messages {
		out[i] = views.Plain(m)
	}
	return out
}

// changeForm does what a button of the form says and answers with the form's
// parts.
func (s *Site) changeForm(w http.ResponseWriter, r *http.Request) error {
	c, err := s.readCall(r)
	if err != nil {
		return err
	}
	action := r.PostForm.Get("action")
	if action == "send" || strings.HasPrefix(action, "again:") {
		return &httpError{status: http.StatusBadRequest, what: "Calls are sent by another address", next: "Post to /call."}
	}
	if err := c.act(r.Context(), action); err != nil {
		return err
	}
	render(r.Context(), w, http.StatusOK, views.FormParts(*c.view(r.Context())))
	return nil
}

// cancelCall gives up a running call, and shows the page again where a browser
// without a script asked.
func (s *Site) cancelCall(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	srv, ok := s.app.Server(r.PostForm.Get("server"))
	if !ok {
		return errNoServer(r.PostForm.Get("server"))
	}
	id := r.PostForm.Get("cancel")
	srv.CancelCall(id)
	if r.Header.Get("X-Fragment") != "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if call := srv.FindCall(id); call != nil {
		select {
		case <-call.Done():
		case <-time.After(scriptPatience):
		case <-r.Context().Done():
		}
	}
	http.Redirect(w, r, views.ParseWhere(r.PostForm).URL()+"&call="+url.QueryEscape(id), http.StatusSeeOther)
	return nil
}
