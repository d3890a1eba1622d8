package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// Bounds of what a page shows of a server's own output.
const (
	maxStderrLines = 200
	maxNoiseLines  = 100
	maxMessages    = 200
	maxMessageText = 16 << 10 // bytes of one message
	maxWorst       = 8
)

// serverPanel is everything about one server.
func (s *Site) serverPanel(ctx context.Context, p place) *views.ServerPanel {
	srv, st := p.server, p.status
	v := &views.ServerPanel{
		ID: srv.ID, Name: srv.Name, State: viewState(st.State), Transport: transportName(srv, st.Conn), Source: srv.Path,
		Started: st.Started, Took: st.Took,
		CanConnect: srv.Live() && (st.State == inspector.StateIdle || st.State == inspector.StateFailed || st.State == inspector.StateClosed),
		CanRestart: srv.Live() && (st.State == inspector.StateReady || st.State == inspector.StateStarting),
		CanStop:    srv.Live() && (st.State == inspector.StateReady || st.State == inspector.StateStarting),
	}
	switch {
	case st.Err != nil:
		v.Problem = serverProblem(st.Err)
	case st.State == inspector.StateIdle:
		v.Problem = waiting(srv)
	}
	if c := srv.Config; c != nil {
		configured(v, c)
		v.Settings, v.SignIn = settingsView(srv.Settings()), signInView(srv, st)
	}
	v.Change, v.Twice = changeWords(st.Change), changeWords(st.Twice)
	if st.Conn != nil {
		observed(v, st.Conn, p.Tab, p.find)
	}
	if st.Snapshot != nil {
		s.reported(ctx, v, p)
	}
	return v
}

// waiting says why a server was not started: what it waits for, and which file
// names it.
func waiting(srv *inspector.Server) *views.Problem {
	p := &views.Problem{What: "This server has not been started", Next: "Connect starts it."}
	if srv.Config == nil {
		return p
	}
	if srv.Config.Place.File != "" {
		p.Where = srv.Config.Place.String()
	}
	switch {
	case srv.Config.Disabled:
		p.What = "This server is switched off by `disabled` in its file"
		p.Next = "Connect starts it this once. Take `disabled` out of the file to have it started with the others."
	case srv.Found:
		p.What = "This server waits for your click"
		p.Next = "Nobody named its file: mcploupe found it in this folder, and whoever wrote it chose the command. Look at that on the Server tab, then press Connect."
	}
	return p
}

// serverProblem words the reason why a server failed.
func serverProblem(err error) *views.Problem {
	var we *wire.Error
	if errors.As(err, &we) {
		return &views.Problem{What: upper(we.Detail), Where: strings.TrimSpace(we.Op + " " + we.Where), Next: we.Next}
	}
	var cp *config.Problem
	if errors.As(err, &cp) {
		return &views.Problem{What: cp.Message, Where: cp.Place.String(), Next: cp.Next}
	}
	return &views.Problem{What: upper(err.Error())}
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return strings.ToUpper(string(r)) + s[n:]
}

// configured shows what the configuration says, without its secrets.
func configured(v *views.ServerPanel, c *config.Server) {
	if c.Command != "" {
		v.Command = c.CommandParts()
	}
	v.Dir, v.URL = c.Cwd, c.SafeURL()
	if c.Place.File != "" {
		v.Source = c.Place.String()
	}
	for _, e := range c.Env {
		v.Env = append(v.Env, e.Name)
	}
}

// observed shows what the connection saw.
func observed(v *views.ServerPanel, conn *wire.Conn, tab views.Tab, find string) {
	if exit := conn.Exit(); exit != nil {
		v.Exit = exit.String()
	}
	v.Stderr, v.StderrMore = lastLines(string(conn.Stderr()), maxStderrLines)
	noise := conn.Noise()
	for _, n := range noise[max(0, len(noise)-maxNoiseLines):] {
		v.Noise = append(v.Noise, string(n.Text))
	}
	v.NoiseMore = max(0, conn.NoiseCount()-len(v.Noise))
	info := conn.Info()
	v.Declared = prettyJSON(info.Declared)
	for _, st := range info.Steps {
		v.Steps = append(v.Steps, views.Step{Name: st.Name, Took: st.Duration, Outcome: st.Outcome, Failed: st.Outcome != "ok"})
	}
	if tab == views.TabWire {
		v.Wire = wireView(conn, v.ID, find)
	}
}

func lastLines(text string, n int) (lines []string, more int) {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return nil, 0
	}
	lines = strings.Split(text, "\n")
	more = max(0, len(lines)-n)
	return lines[more:], more
}

func (s *Site) reported(ctx context.Context, v *views.ServerPanel, p place) {
	snap := p.status.Snapshot
	v.LastRefresh = snap.Taken
	v.Reported = views.Reported{
		Name: snap.Server.Name, Title: snap.Server.Title, Version: snap.Server.Version, Protocol: snap.Server.ProtocolVersion,
		Era: snap.Server.Era, Instructions: snap.Server.Instructions, Capabilities: prettyJSON(snap.Server.Capabilities),
	}
	for _, f := range snap.Findings {
		v.Findings = append(v.Findings, views.Finding{Finding: f})
	}
	for _, note := range snap.Notes {
		v.Findings = append(v.Findings, views.Finding{Finding: tool.Finding{Rule: "note", Level: tool.LevelWarn, Message: note}})
	}
	v.Overview = s.overview(ctx, p)
}

// prettyJSON prints JSON text canonically, or as it is where it cannot be read.
func prettyJSON(text []byte) string {
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return string(text)
	}
	return doc.Root().Pretty()
}

func (s *Site) overview(ctx context.Context, p place) views.Overview {
	snap := p.status.Snapshot
	o := views.Overview{Pages: len(snap.Pages)}
	for _, page := range snap.Pages {
		o.Bytes += len(page)
	}
	dialects := map[string]int{}
	said := map[string]int{} // the index in Worst of what is found in several tools
	look := p.look(ctx)
	for n, t := range snap.Tools {
		sum := look.Summary(n)
		it := item(n, t, sum)
		countItem(&o.Counts, it)
		for _, sc := range []tool.Schema{t.Input, t.Output} {
			if sc.Present && sc.Doc != nil {
				dialects[dialectName(sc.Doc)]++
			}
		}
		if sum.HasWorst {
			worst := sum.Worst
			worst.Message = s.withTarget(worst)
			key := worst.Rule + "\n" + worst.Message
			i, ok := said[key]
			if !ok {
				i, said[key] = len(o.Worst), len(o.Worst)
				o.Worst = append(o.Worst, views.ToolFinding{Finding: views.Finding{Finding: worst}})
			}
			o.Worst[i].Add(it)
		}
	}
	slices.SortStableFunc(o.Worst, func(a, b views.ToolFinding) int { return a.Finding.Level.Rank() - b.Finding.Level.Rank() })
	o.Worst = o.Worst[:min(len(o.Worst), maxWorst)]
	for name, n := range dialects {
		o.Dialects = append(o.Dialects, views.DialectCount{Name: name, Count: n})
	}
	slices.SortFunc(o.Dialects, func(a, b views.DialectCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Name, b.Name)
	})
	return o
}

func dialectName(doc *jsondoc.Document) string {
	d := dialect.Detect(doc, dialect.Draft2020)
	if !d.HasDeclared {
		return "none declared"
	}
	if !d.Known {
		return "unknown"
	}
	return d.Used.String()
}

// controlServer connects, restarts or disconnects a configured server.
func (s *Site) controlServer(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	id := r.PostForm.Get("server")
	srv, ok := s.app.Server(id)
	if !ok {
		return errNoServer(id)
	}
	if !srv.Live() {
		return &httpError{status: http.StatusConflict, what: "A saved answer has no server to connect to"}
	}
	ctx, cancel := context.WithTimeout(r.Context(), 15*time.Second)
	defer cancel()
	var err error
	switch action := r.PostForm.Get("action"); action {
	case "connect":
		srv.Connect()
	case "restart":
		err = srv.Restart(ctx)
	case "disconnect":
		err = srv.Disconnect(ctx)
	case "refresh":
		err = srv.Refresh(ctx)
	case "compare":
		err = srv.CompareLists(ctx)
	case "sign-in":
		err = srv.SignIn(ctx)
	case "sign-out":
		err = srv.SignOut(ctx)
	case "apply":
		set, wrong := readSettings(r.PostForm)
		if wrong != nil {
			return &httpError{status: http.StatusUnprocessableEntity, what: "The settings were not changed", err: wrong, next: "Go back: what you typed is still there."}
		}
		err = srv.Apply(ctx, set)
	default:
		return &httpError{status: http.StatusBadRequest, what: "There is no action “" + action + "”", next: "There are connect, restart, disconnect, refresh, compare, apply, sign-in and sign-out."}
	}
	if err != nil {
		return &httpError{status: http.StatusBadGateway, what: "The server did not do it", err: err, next: "Look at its state and its stderr on the Server tab."}
	}
	back := views.ParseWhere(r.PostForm)
	back.Server = id
	http.Redirect(w, r, back.URL(), http.StatusSeeOther)
	return nil
}

// httpLine is the HTTP side of a message: "POST /mcp", "200 text/event-stream".
func httpLine(h *wire.HTTPMeta) string {
	if h.Status == 0 {
		return h.Method + " " + h.URL
	}
	return strings.TrimSpace(strconv.Itoa(h.Status) + " " + h.Header.Get("Content-Type"))
}
