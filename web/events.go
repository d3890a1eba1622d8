package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"mcploupe/inspector"
	"mcploupe/views"
)

// keepAlive is how often an idle event stream is written to, so that a
// connection that is gone is noticed.
const keepAlive = 20 * time.Second

// serverEvent is one server of a servers event.
type serverEvent struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Sub   string `json:"sub"`
}

// listEvent says that the tools of a server are to be looked at again.
type listEvent struct {
	Server string `json:"server"`
}

// callEvent is what became of a call.
type callEvent struct {
	Server   string  `json:"server"`
	Call     string  `json:"call"`
	Tool     string  `json:"tool"`
	Progress string  `json:"progress"`
	Done     float64 `json:"done"`    // as the server counts
	Total    float64 `json:"total"`   // 0 where the server does not tell
	Outcome  string  `json:"outcome"` // for people; empty while it is on its way
}

// events sends what changes as server-sent events until the page goes away or
// the program ends.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	ch, end := s.app.Subscribe()
	defer end()
	out := http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	if s.sendServers(w) != nil || out.Flush() != nil {
		return
	}
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-s.app.Done():
			return
		case e := <-ch:
			err = s.sendEvent(w, e)
		case <-tick.C:
			_, err = fmt.Fprint(w, ": still here\n\n")
		}
		if err != nil || out.Flush() != nil {
			return
		}
	}
}

func (s *Site) sendEvent(w http.ResponseWriter, e inspector.Event) error {
	switch e.Kind {
	case inspector.EventList:
		return sendJSON(w, "list", listEvent{Server: e.Server})
	case inspector.EventAsk:
		return sendJSON(w, "ask", listEvent{Server: e.Server})
	case inspector.EventReview:
		return sendJSON(w, "review", listEvent{Server: e.Server})
	case inspector.EventProbe:
		return sendJSON(w, "probe", s.probeEvent(e))
	case inspector.EventCall:
		return sendJSON(w, "call", s.callEvent(e))
	}
	return s.sendServers(w)
}

// callEvent looks up how a call stands now, which may be further than when the
// event was made.
func (s *Site) callEvent(e inspector.Event) callEvent {
	out := callEvent{Server: e.Server, Call: e.Call, Progress: views.Plain(e.Progress)}
	srv, ok := s.app.Server(e.Server)
	if !ok {
		return out
	}
	call := srv.FindCall(e.Call)
	if call == nil {
		return out
	}
	out.Tool = views.Plain(call.Tool.Label())
	if p, ok := call.Progress(); ok {
		out.Progress, out.Done, out.Total = views.Plain(inspector.ProgressText(p)), p.Progress, p.Total
	}
	if call.Ended() {
		out.Outcome = views.OutcomeTitle(callOutcome(call))
	}
	return out
}

// probeEvent is how far a probe has come.
type probeEvent struct {
	Server string `json:"server"`
	Probe  string `json:"probe"`
	Sent   int    `json:"sent"`
	Total  int    `json:"total"`
	Found  int    `json:"found"`
	Ended  bool   `json:"ended"`
}

func (s *Site) probeEvent(e inspector.Event) probeEvent {
	out := probeEvent{Server: e.Server, Probe: e.Call, Ended: e.Ended}
	if srv, ok := s.app.Server(e.Server); ok {
		if one := srv.FindProbe(e.Call); one != nil {
			now := one.Progress()
			out.Sent, out.Total, out.Found = now.Sent, now.Total, now.Findings
		}
	}
	return out
}

func (s *Site) sendServers(w http.ResponseWriter) error {
	all := []serverEvent{}
	for _, srv := range s.app.Servers() {
		p := pill(srv)
		all = append(all, serverEvent{ID: p.ID, State: string(p.State), Sub: views.Plain(p.Sub)})
	}
	return sendJSON(w, "servers", all)
}

func sendJSON(w http.ResponseWriter, event string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode a %s event: %w", event, err)
	}
	_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data)
	return err
}
