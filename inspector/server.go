package inspector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"mcploupe/inspector/config"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

// State is where a server stands.
type State string

// The states of a server.
const (
	StateIdle     State = "idle"     // configured, never connected
	StateStarting State = "starting" // connecting, or listing its tools
	StateReady    State = "ready"    // its tools are known and it takes calls
	StateFailed   State = "failed"   // it could not be connected to, or ended by itself
	StateClosed   State = "closed"   // disconnected on request
	StateFile     State = "file"     // a saved answer
)

// Server is one source of tools.
type Server struct {
	ID     string // unique in the application; used in addresses
	Name   string // from the configuration or the file
	Path   string // of a saved answer
	Config *config.Server
	Case   *report.Case // opened from a file; nil for every other source
	Found  bool         // Config comes from a file that nobody named: it waits for a click

	app *App

	mu       sync.Mutex
	state    State
	err      error
	conn     *wire.Conn
	snapshot *tool.Snapshot
	review   *Review // of snapshot
	started  time.Time
	took     time.Duration
	stop     context.CancelFunc // ends the running connection
	ended    chan struct{}      // closed when it has ended
	calls    []*Call            // newest last
	nextCall int

	settings  Settings
	asks      []*Ask // open ones, the oldest first
	nextAsk   int
	auth      *wire.Authorizer // nil until the person wants to sign in
	signInURL string
	listing   *wire.Listing // of snapshot
	change    *Change
	twice     *Change

	probes    []*Probe // newest last
	nextProbe int
}

// Status is a consistent look at a server.
type Status struct {
	State    State
	Err      error // why it failed
	Conn     *wire.Conn
	Snapshot *tool.Snapshot // the last list; it stays when the server ends
	Review   *Review        // of Snapshot; nil where that is
	Started  time.Time
	Took     time.Duration // from the start of connecting to the list

	Excluded []wire.Exclusion // tools that a client has to leave out (SEP-2243)
	Change   *Change          // between the last two lists; nil where there was one, or nothing changed
	Twice    *Change          // of the last comparison that was asked for; nil where none was
}

// Change is how a list differs from the one before it.
type Change struct {
	wire.ListChange
	At time.Time
}

// Mark tells what became of a tool: "added", "changed" or "". It goes by name.
func (c *Change) Mark(t *tool.Tool) string {
	switch {
	case c == nil:
		return ""
	case slices.Contains(c.Added, t.Label()):
		return "added"
	case slices.Contains(c.Changed, t.Label()):
		return "changed"
	}
	return ""
}

// Status returns how the server stands now.
func (s *Server) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Status{State: s.state, Err: s.err, Conn: s.conn, Snapshot: s.snapshot, Review: s.review, Started: s.started, Took: s.took, Change: s.change, Twice: s.twice}
	if s.listing != nil {
		st.Excluded = s.listing.Excluded
	}
	return st
}

// Live reports whether the server is one that can be connected to.
func (s *Server) Live() bool { return s.Config != nil }

// Connect starts connecting unless that is done or under way, or the server's
// entry in the configuration is wrong. It returns at once; the state tells the
// rest.
func (s *Server) Connect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Config == nil || s.stop != nil || s.app.ctx.Err() != nil || configError(s.Config) != nil {
		return
	}
	ctx, stop := context.WithCancel(s.app.ctx)
	s.stop, s.ended = stop, make(chan struct{})
	s.state, s.err, s.started, s.took = StateStarting, nil, time.Now(), 0
	s.app.tasks.Add(1)
	go func() {
		defer s.app.tasks.Done()
		s.run(ctx)
	}()
	s.app.hub.publish(Event{Kind: EventServers, Server: s.ID})
}

// Disconnect ends the connection and waits until nothing of it is left, or until
// ctx is done.
func (s *Server) Disconnect(ctx context.Context) error {
	s.mu.Lock()
	stop, ended := s.stop, s.ended
	s.mu.Unlock()
	if stop == nil {
		return nil
	}
	stop()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Restart disconnects and connects again.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.Disconnect(ctx); err != nil {
		return err
	}
	s.Connect()
	return nil
}

// run is the life of one connection. It owns the connection.
func (s *Server) run(ctx context.Context) {
	changed := make(chan struct{}, 1)
	opt := s.app.opt.Wire
	opt.ClientVersion = s.app.opt.Version
	opt.Spawner = s.app.spawner
	set := s.Settings()
	set.into(&opt)
	if set.Capabilities.Any() {
		opt.OnAsk = s.asked
	}
	s.mu.Lock()
	opt.Authorizer = s.auth
	s.mu.Unlock()
	opt.OnToolsChanged = func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	ep := endpoint(s.Config)
	ep.Era = set.Era
	conn := wire.Open(ctx, ep, opt)
	s.update(func() { s.conn = conn })
	err := conn.Ready(ctx)
	if err == nil {
		err = s.refresh(ctx, conn)
	}
	for err == nil {
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-conn.Done():
			err = errEnded
			if failure := conn.State().Err; failure != nil {
				err = failure
			}
		case <-changed:
			s.refreshAgain(ctx, conn)
		}
	}
	s.finish(ctx, conn, err)
}

var errEnded = errors.New("the connection ended")

// closeGrace is how long a server may take to end before it is killed.
const closeGrace = 8 * time.Second

func (s *Server) finish(ctx context.Context, conn *wire.Conn, err error) {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeGrace)
	defer cancel()
	// The connection is gone either way; what matters of its end is in err.
	_ = conn.Close(closing)
	s.update(func() {
		s.state, s.err = StateFailed, err
		if ctx.Err() != nil {
			s.state, s.err = StateClosed, nil
		}
		s.stop()
		s.stop = nil
		close(s.ended)
	})
}

// refresh asks for the tools and keeps the answer.
func (s *Server) refresh(ctx context.Context, conn *wire.Conn) error {
	listing, err := conn.ListTools(ctx)
	if err != nil {
		return err
	}
	info := conn.Info()
	snap := tool.Read(listing.Pages, info.ProtocolVersion)
	snap.Taken = time.Now()
	snap.Server = tool.ServerInfo{
		Name: info.Name, Title: info.Title, Version: info.Version, ProtocolVersion: info.ProtocolVersion,
		Era: info.Era, Instructions: info.Instructions, Capabilities: info.Capabilities,
	}
	snap.Notes = append(append(snap.Notes, info.Warnings...), listing.Warnings...)
	for _, x := range listing.Excluded {
		snap.Notes = append(snap.Notes, fmt.Sprintf("Over Streamable HTTP clients have to leave out the tool %s (number %d): %s (SEP-2243).", x.Name, x.Index+1, x.Reason))
	}
	review := s.app.review(s, snap)
	s.update(func() {
		if s.state == StateStarting {
			s.took = time.Since(s.started)
		}
		s.state, s.snapshot, s.review = StateReady, snap, review
		s.signInURL = ""
		if s.listing != nil {
			if d := s.listing.Compare(listing); !d.Same() {
				s.change = &Change{ListChange: d, At: snap.Taken}
			}
		}
		s.listing = listing
	})
	s.app.hub.publish(Event{Kind: EventList, Server: s.ID})
	s.keepSnapshot(snap)
	return nil
}

// refreshAgain asks for the tools because the server said that they changed. A
// list that fails leaves the old one, with a note: the connection may be fine.
func (s *Server) refreshAgain(ctx context.Context, conn *wire.Conn) {
	err := s.refresh(ctx, conn)
	if err == nil || ctx.Err() != nil {
		return
	}
	s.update(func() {
		old := *s.snapshot
		old.Notes = append(slices.Clone(old.Notes), "The server said that its tools changed, and asking again failed: "+err.Error())
		s.snapshot = &old
	})
}

// Refresh asks a ready server for its tools again.
func (s *Server) Refresh(ctx context.Context) error {
	st := s.Status()
	if st.State != StateReady {
		return nil
	}
	return s.refresh(ctx, st.Conn)
}

// CompareLists asks a ready server for its tools twice in a row and keeps how the
// two lists differ: in 2026-07-28 a list must not depend on what was asked before,
// and its order should be the same each time.
func (s *Server) CompareLists(ctx context.Context) error {
	st := s.Status()
	if st.State != StateReady {
		return ErrNotReady
	}
	first, err := st.Conn.ListTools(ctx)
	if err != nil {
		return err
	}
	second, err := st.Conn.ListTools(ctx)
	if err != nil {
		return err
	}
	s.update(func() { s.twice = &Change{ListChange: first.Compare(second), At: time.Now()} })
	return s.refresh(ctx, st.Conn)
}

// update changes the state and tells the pages.
func (s *Server) update(change func()) {
	s.mu.Lock()
	change()
	s.mu.Unlock()
	s.app.hub.publish(Event{Kind: EventServers, Server: s.ID})
}

// endpoint turns a configured server into what package wire connects to.
func endpoint(c *config.Server) wire.Endpoint {
	e := wire.Endpoint{Command: c.Command, Args: c.Args, Dir: c.Cwd, URL: c.URL, Transport: string(c.Transport), Secrets: c.Secrets()}
	for _, v := range c.Env {
		e.Env = append(e.Env, v.Name+"="+v.Value)
	}
	if len(c.Headers) > 0 {
		e.Header = http.Header{}
	}
	for _, h := range c.Headers {
		e.Header.Add(h.Name, h.Value)
	}
	return e
}

// Await waits until the server's tools are known, or says why they cannot be.
func (s *Server) Await(ctx context.Context) error {
	events, end := s.app.Subscribe()
	defer end()
	for {
		switch st := s.Status(); st.State {
		case StateReady, StateFile:
			return nil
		case StateFailed:
			return st.Err
		case StateClosed, StateIdle:
			return ErrNotReady
		}
		select {
		case <-events:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
