package web

import (
	"net/http"
	"net/url"

	"mcploupe/inspector"
	"mcploupe/views"
)

// Bounds of the list of calls.
const (
	maxListed   = 20
	maxArgsText = 120 // bytes
)

// listCalls lists the calls of the session, the newest first.
func (c *callForm) listCalls(out *views.Call) {
	calls := c.place.server.Calls()
	for _, call := range calls[:min(len(calls), maxListed)] {
		out.Calls = append(out.Calls, c.pastCall(call))
	}
	out.MoreCalls = max(0, len(calls)-maxListed)
}

func (c *callForm) pastCall(call *inspector.Call) views.PastCall {
	v := views.PastCall{
		ID: call.ID, At: call.Started.Format("15:04:05"), Args: "no arguments", Outcome: views.OutcomeRunning,
		Current: call == c.answer || call == c.opened,
	}
	if call.Arguments != nil {
		v.Args = string(call.Arguments)
		if len(v.Args) > maxArgsText {
			v.Args = v.Args[:maxArgsText] + "…"
		}
	}
	if call.Ended() {
		v.Outcome, v.Took = outcome(call.Answer.Outcome), took(call.Answer.Duration)
	}
	at := c.place.Where
	if call.Tool.Name != c.place.tool.Name {
		v.Tool = call.Tool.Name
		at = at.AtItem(call.Tool.Index, call.Tool.Name)
	}
	v.Href = at.URL() + "&call=" + url.QueryEscape(call.ID)
	return v
}

// copies are the addresses of a call as text for other programs.
func (c *callForm) copies(call *inspector.Call) []views.Link {
	var out []views.Link
	for _, k := range copyKinds {
		if k.fits(c.place.server) {
			q := url.Values{"server": {c.place.server.ID}, "call": {call.ID}, "as": {k.name}}
			out = append(out, views.Link{Name: k.title, Href: "/copy?" + q.Encode()})
		}
	}
	return out
}

// copyCall hands out a call of the session as text for another program.
func (s *Site) copyCall(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	srv, ok := s.app.Server(q.Get("server"))
	if !ok {
		return errNoServer(q.Get("server"))
	}
	call := srv.FindCall(q.Get("call"))
	if call == nil || !call.Ended() {
		return &httpError{status: http.StatusNotFound, what: "This call is not remembered any more", next: "Send it again."}
	}
	for _, k := range copyKinds {
		if k.name == q.Get("as") && k.fits(srv) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte(k.text(srv, call))) // the browser went away: nothing to do
			return nil
		}
	}
	return &httpError{status: http.StatusNotFound, what: "A call cannot be copied as that", next: "as is " + copyNames() + "."}
}
