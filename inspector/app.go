package inspector

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"mcploupe/inspector/config"
	"mcploupe/inspector/history"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// Options of an [App].
type Options struct {
	Version string       // of mcploupe, told to servers
	Wire    wire.Options // timeouts and limits; its callbacks and spawner are set by the App

	// OpenBrowser brings the person to a page to sign in, without a shell, and returns
	// at once; nil leaves that to the link on the dashboard.
	OpenBrowser func(ctx context.Context, url string)
}

// App is the running application: all servers of one launch.
type App struct {
	opt      Options
	spawner  *wire.Spawner
	ctx      context.Context // ends with Close
	stop     context.CancelFunc
	tasks    sync.WaitGroup // every goroutine of every server
	hub      hub
	schemas  *validate.Cache
	cache    viewCache
	findings findingCache
	catalog  func() (*profile.Catalog, error)

	history       *history.Store // nil where nothing is kept
	historyFailed func(error)
	settings      Settings // of servers that are added; set by Open

	mu      sync.Mutex
	servers []*Server
	byID    map[string]*Server
}

// New makes an application without servers. Close must be called.
func New(opt Options) *App {
	ctx, stop := context.WithCancel(context.Background())
	return &App{opt: opt, spawner: wire.NewSpawner(), schemas: validate.NewCache(maxCompiled), ctx: ctx, stop: stop, byID: map[string]*Server{}, catalog: sync.OnceValues(profile.Load)}
}

// AddConfigured adds a server that can be connected to. Nothing is started until
// [Server.Connect]. One whose entry is wrong has failed already, with the reason.
func (a *App) AddConfigured(c config.Server) *Server {
	s := &Server{Name: c.Label(), Config: &c, state: StateIdle, settings: a.settings}
	if s.settings.Era == "" {
		s.settings.Era = c.ProtocolEra
	}
	if s.err = configError(&c); s.err != nil {
		s.state = StateFailed
	}
	return a.add(s)
}

// AddSnapshot adds a saved answer. It is ready at once and takes no calls.
func (a *App) AddSnapshot(name, path string, s *tool.Snapshot) *Server {
	srv := &Server{Name: name, Path: path, state: StateFile, snapshot: s}
	srv.review = a.review(srv, s)
	return a.add(srv)
}

// AddBroken adds a source that could not be read, so that the page shows it
// beside the others.
func (a *App) AddBroken(name, path string, err error) *Server {
	return a.add(&Server{Name: name, Path: path, state: StateFailed, err: err})
}

func (a *App) add(s *Server) *Server {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.app = a
	base := s.Name
	if s.Config != nil {
		base = s.Config.Name // without the line, which changes as the file does
	}
	if strings.TrimSpace(base) == "" {
		base = "unnamed"
	}
	s.ID = base
	for n := 2; a.byID[s.ID] != nil; n++ {
		s.ID = fmt.Sprintf("%s-%d", base, n)
	}
	a.byID[s.ID] = s
	a.servers = append(a.servers, s)
	return s
}

// Servers returns all servers in the order they were added.
func (a *App) Servers() []*Server {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]*Server(nil), a.servers...)
}

// Server finds a server by its ID.
func (a *App) Server(id string) (*Server, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.byID[id]
	return s, ok
}

// Subscribe returns a channel of changes and the function that ends it.
func (a *App) Subscribe() (<-chan Event, func()) { return a.hub.subscribe() }

// Done is closed when the application ends.
func (a *App) Done() <-chan struct{} { return a.ctx.Done() }

// Catalog returns what is known of clients and providers. It is read when it is
// first asked for.
func (a *App) Catalog() (*profile.Catalog, error) { return a.catalog() }

// Version returns the version of mcploupe.
func (a *App) Version() string { return a.opt.Version }

// killGrace is how long a process may take to end after SIGTERM.
const killGrace = time.Second

// Close ends all calls and servers and returns when nothing of them runs any
// more, or when ctx is done: then whatever is left is killed.
func (a *App) Close(ctx context.Context) error {
	a.stop()
	done := make(chan struct{})
	go func() {
		a.tasks.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	a.spawner.KillAll(killGrace)
	<-done
	return ctx.Err()
}
