package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
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
		ID: call.ID, At: call.Started.Format("15:04:05"), Args: "no arguments", Outcome: callOutcome(call), Broken: breaksSchema(call),
		Current: call == c.answer || call == c.opened,
	}
	if call.Arguments != nil {
		v.Args = shortJSON(call.Arguments, maxArgsText)
	}
	if call.Ended() && call.Answer != nil {
		v.Took = took(call.Answer.Duration)
	} else if p, ok := call.Progress(); ok && !call.Ended() {
		v.Took = inspector.ProgressText(p)
	}
	at := c.place.Where
	if !sameTool(call.Tool, c.place.tool) {
		v.Tool = call.Tool.Label()
		at = at.AtItem(call.Tool.Index, call.Tool.Name)
	}
	v.Href = at.URL() + "&call=" + url.QueryEscape(call.ID)
	if now := cmp.Or(c.opened, c.answer); now != nil && !v.Current {
		q := "&call=" + url.QueryEscape(now.ID) + "&with=" + url.QueryEscape(call.ID)
		v.Beside = &views.Link{Name: "compare", Href: c.place.Where.AtTab(views.TabBeside).URL() + q}
	}
	return v
}

// callOutcome is how a call ended, or that it has not.
func callOutcome(call *inspector.Call) views.Outcome {
	switch {
	case !call.Ended():
		return views.OutcomeRunning
	case call.Answer == nil:
		return views.OutcomeNotSent
	}
	return outcome(call.Answer.Outcome)
}

// breaksSchema reports whether a call that went well gave what its output schema
// forbids.
func breaksSchema(call *inspector.Call) bool {
	if !call.Ended() || call.Answer == nil || call.Answer.Outcome != wire.OutcomeOK {
		return false
	}
	o := call.Output
	return o.HasSchema && (!o.Present || o.Verdict.State == validate.Invalid)
}

// shortJSON is the beginning of a JSON text in one line.
func shortJSON(text []byte, most int) string {
	const maxRead = 64 << 10 // enough for a beginning
	if len(text) <= maxRead {
		text = jsondoc.AppendCompact(nil, text)
	}
	s := string(text)
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
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
	if call == nil || !call.Ended() || call.Answer == nil {
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
