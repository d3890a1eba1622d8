package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// sendCall sends a test call, or puts the default of a field in without sending.
// A page that asks with X-Fragment gets the right column alone.
func (s *Site) sendCall(w http.ResponseWriter, r *http.Request) error {
	c, err := s.readCall(r)
	if err != nil {
		return err
	}
	if err := c.act(r.Context(), r.PostForm.Get("action")); err != nil {
		return err
	}
	view := c.view(r.Context())
	if r.Header.Get("X-Fragment") == "call" {
		render(r.Context(), w, http.StatusOK, views.CallPanel(c.place.Where, *view))
		return nil
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.page(r, c.place, view)))
	return nil
}

// act does what the pressed button says. Only send has an effect.
func (c *callForm) act(ctx context.Context, action string) error {
	switch action {
	case "send":
		c.send(ctx)
		return nil
	case "check", "":
		return nil
	case string(views.ModeForm):
		if c.readErr == nil && !c.form.Whole {
			c.mode = views.ModeForm
		}
		return nil
	case string(views.ModeJSON):
		c.mode = views.ModeJSON
		return nil
	}
	pointer, ok := strings.CutPrefix(action, "default:")
	if !ok {
		return &httpError{status: http.StatusBadRequest, what: "There is no action “" + action + "”", next: "There are send, check, form, json and default."}
	}
	if err := c.form.SetDefault(jsondoc.Pointer(pointer)); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "There is no default to put in", err: err}
	}
	c.fromForm()
	return nil
}

// send makes the call. Whatever comes of it stands in the form afterwards.
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
	c.answer, c.sendErr = c.place.server.Call(ctx, c.place.tool, args, inspector.CallOptions{ID: c.id, Timeout: timeout})
	c.place.status = c.place.server.Status()
}

// check is the answer to what is typed.
type check struct {
	JSON    string              `json:"json"`
	Sends   string              `json:"sends"` // what would go out, to the byte
	Mode    views.Mode          `json:"mode"`
	Verdict checkVerdict        `json:"verdict"`
	Errors  map[string][]string `json:"errors"`  // by the pointer of the field; "" is the whole arguments
	Warned  map[string][]string `json:"warned"`  // formats that only annotate
	States  map[string]string   `json:"states"`  // omit, null or value of each field
	NotJSON string              `json:"notJSON"` // why the JSON text cannot be read
}

type checkVerdict struct {
	State string `json:"state"`
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
		JSON: v.JSON, Sends: views.Plain(string(c.wouldSend())), Mode: v.Mode, Verdict: checkVerdict{v.Verdict.State, v.Verdict.Text}, NotJSON: v.JSONError,
		Errors: map[string][]string{}, Warned: map[string][]string{}, States: map[string]string{},
	}
	for _, f := range v.Fields {
		out.States[string(f.Pointer)] = string(f.State)
		if len(f.Errors) > 0 {
			out.Errors[string(f.Pointer)] = f.Errors
		}
		if len(f.Warnings) > 0 {
			out.Warned[string(f.Pointer)] = f.Warnings
		}
	}
	if len(v.Errors) > 0 {
		out.Errors[""] = v.Errors
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	return json.NewEncoder(w).Encode(out)
}

// fillForm answers with the fields for a JSON text.
func (s *Site) fillForm(w http.ResponseWriter, r *http.Request) error {
	c, err := s.readCall(r)
	if err != nil {
		return err
	}
	render(r.Context(), w, http.StatusOK, views.Fields(*c.view(r.Context())))
	return nil
}

// cancelCall gives up a running call.
func (s *Site) cancelCall(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	srv, ok := s.app.Server(r.PostForm.Get("server"))
	if !ok {
		return errNoServer(r.PostForm.Get("server"))
	}
	srv.CancelCall(r.PostForm.Get("call"))
	w.WriteHeader(http.StatusNoContent)
	return nil
}
