package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// place is a [views.Where] with what it names.
type place struct {
	views.Where
	server  *inspector.Server // nil where none is configured
	status  inspector.Status
	tool    *tool.Tool // nil for the overview of the server
	target  dialect.Dialect
	from    dialect.Dialect // to read the schema of the tab as; Unknown recognises it
	clients inspector.Targets
	ask     *probeAsk // what was typed into the probe tab; nil where nothing was
	find    string    // only messages with this text
}

// errNoServer answers an address of a server that is not there.
func errNoServer(id string) error {
	return &httpError{status: http.StatusNotFound, what: "No server is called “" + id + "”", next: "It may be named in another configuration: start mcploupe with that one. The servers of this one are on the dashboard."}
}

// find looks up what an address names. A tool is found by its position, and by
// its name where the position holds another one: an address survives a change
// of the list.
func (s *Site) find(w views.Where) (place, error) {
	p := place{Where: w, clients: s.clients()}
	p.from, p.target = dialects(&p.Where)
	servers := s.app.Servers()
	switch {
	case w.Server != "":
		srv, ok := s.app.Server(w.Server)
		if !ok {
			return p, errNoServer(w.Server)
		}
		p.server = srv
	case len(servers) > 0:
		p.server = servers[0]
		p.Where.Server = servers[0].ID
	default:
		return p, nil
	}
	p.status = p.server.Status()
	if snap := p.status.Snapshot; snap != nil && (w.HasN || w.Tool != "") {
		p.tool = findTool(snap, w)
		if p.tool != nil { // where it stands now
			p.N, p.HasN = p.tool.Index, true
		}
	}
	return p, nil
}

// findTool compares names by what a browser leaves of them: a page posts U+FFFD for
// NUL, and CR LF for a line feed.
func findTool(snap *tool.Snapshot, w views.Where) *tool.Tool {
	if w.HasN && w.N < len(snap.Tools) && (w.Tool == "" || throughBrowser.Replace(snap.Tools[w.N].Name) == throughBrowser.Replace(w.Tool)) {
		return snap.Tools[w.N]
	}
	i := slices.IndexFunc(snap.Tools, func(t *tool.Tool) bool { return w.Tool != "" && t.Name == w.Tool })
	if i < 0 {
		return nil
	}
	return snap.Tools[i]
}

func (s *Site) showPage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.find(views.ParseWhere(r.URL.Query()))
	if err != nil {
		return err
	}
	p.find = r.URL.Query().Get("find")
	var call *views.Call
	if p.tool != nil && p.server.HasForm() {
		call = s.callFor(r, p).panel(r.Context())
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.page(r, p, call)))
	return nil
}

// page fills a whole page. call is the test call as it stands.
func (s *Site) page(r *http.Request, p place, call *views.Call) views.Page {
	page := views.Page{Where: p.Where, Version: s.app.Version(), Targets: s.targetMenu()}
	for _, srv := range s.app.Servers() {
		page.Servers = append(page.Servers, pill(srv))
	}
	page.Asks = s.asks()
	if p.server == nil {
		return page
	}
	page.List = s.list(r.Context(), &p)
	page.Where.First = p.First
	if p.tool == nil || p.Tab == views.TabServer || p.Tab == views.TabWire {
		page.Server = s.serverPanel(r.Context(), p)
		page.Server.Tour = tour(p)
	}
	if p.tool != nil {
		page.Tool = s.toolView(r.Context(), p)
		if p.Tab == views.TabBeside {
			page.Tool.Beside = s.beside(r, p)
		}
	} else if p.HasN || p.Tool() != "" {
		if p.status.Snapshot != nil {
			page.Notice = &views.Problem{What: "This server has no tool `" + p.Tool() + "` now", Next: "Choose one from the list."}
		}
	}
	switch {
	case p.tool == nil:
	case call != nil:
		page.Call = call
	default:
		page.NoCall = "This is a saved answer: there is no server to call. Start mcploupe with the server itself to send a test call."
	}
	if p.Tab == views.TabProbe && p.server.Live() {
		view := s.probeView(r.Context(), p)
		switch {
		case page.Tool != nil:
			page.Tool.Probe = view
		case page.Server != nil:
			page.Server.Probe = view
		}
	}
	return page
}

// readAs is what a schema of the tool is read as: the dialect that was chosen, for
// the schema on whose tab that was.
func (p place) readAs(side views.Tab) dialect.Dialect {
	if cmp.Or(p.Tab, views.TabInput) == side {
		return p.from
	}
	return dialect.Unknown
}

// Tool is the name in the address.
func (p place) Tool() string { return p.Where.Tool }

// notCallable says why no call can be sent now; empty where one can.
func notCallable(p place) string {
	if _, err := inspector.CallName(p.tool); err != nil {
		return "This cannot be called: " + strings.TrimPrefix(err.Error(), "the tool has no name that tools/call could name it by: ") + "."
	}
	switch p.status.State {
	case inspector.StateReady:
		return ""
	case inspector.StateStarting:
		return "The server is starting."
	}
	return "The server is not connected. Connect it first."
}

// pill is a server in the top bar.
func pill(srv *inspector.Server) views.Server {
	st := srv.Status()
	return views.Server{ID: srv.ID, Name: srv.Name, State: viewState(st.State), Sub: pillText(srv, st)}
}

// viewStates are the states as the pages know them.
var viewStates = map[inspector.State]views.State{
	inspector.StateIdle: views.StateClosed, inspector.StateStarting: views.StateStarting, inspector.StateReady: views.StateReady,
	inspector.StateFailed: views.StateFailed, inspector.StateClosed: views.StateClosed, inspector.StateFile: views.StateFile,
}

func viewState(s inspector.State) views.State { return viewStates[s] }

func pillText(srv *inspector.Server, st inspector.Status) string {
	switch st.State {
	case inspector.StateIdle:
		if srv.Config != nil && srv.Config.Disabled {
			return "disabled"
		}
		return "not started"
	case inspector.StateStarting:
		return "starting"
	case inspector.StateClosed:
		return "closed"
	case inspector.StateFailed:
		if st.Conn != nil {
			if exit := st.Conn.Exit(); exit != nil {
				return exit.String() + " · see stderr"
			}
		}
		return "failed"
	}
	text := count(len(st.Snapshot.Tools), "tool")
	if srv.Live() {
		return text + " · " + transportName(srv, st.Conn)
	}
	return text + " · file"
}

// transportNames are the transports in words.
var transportNames = map[string]string{wire.TransportStdio: "stdio", wire.TransportHTTP: "Streamable HTTP", wire.TransportSSE: "HTTP+SSE"}

// transportName is the transport that worked, or where nothing has worked yet the
// one that is configured.
func transportName(srv *inspector.Server, conn *wire.Conn) string {
	if srv.Config == nil {
		return "file"
	}
	used := string(srv.Config.Transport)
	if conn != nil {
		used = cmp.Or(conn.Info().Transport, used)
	}
	return cmp.Or(transportNames[used], used)
}
