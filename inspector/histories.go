package inspector

import (
	"context"
	"time"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/history"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
)

// historyTime bounds one access to the history.
const historyTime = 5 * time.Second

// Keep makes the application write lists and calls to a history from now on. It
// is to be called before servers are added, and the store is closed by the caller
// after [App.Close]. failed is told why something could not be kept.
func (a *App) Keep(store *history.Store, failed func(error)) {
	a.history, a.historyFailed = store, failed
}

// HasHistory reports whether lists and calls are kept.
func (a *App) HasHistory() bool { return a.history != nil }

// secretMask takes out of texts what must not be kept: the values of environment
// variables and headers, and what looks like a token.
func (s *Server) secretMask() *report.Mask {
	m := &report.Mask{Kinds: []report.MaskKind{report.Secrets}}
	if s.Config != nil {
		m.Known = s.Config.Known()
	}
	return m
}

// keep runs one write of the history in the background, before the end of the
// application.
func (a *App) keep(write func(context.Context) error) {
	if a.history == nil {
		return
	}
	a.tasks.Add(1)
	go func() {
		defer a.tasks.Done()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), historyTime)
		defer cancel()
		if err := write(ctx); err != nil && a.historyFailed != nil {
			a.historyFailed(err)
		}
	}()
}

// keepSnapshot keeps what a live server said.
func (s *Server) keepSnapshot(snap *tool.Snapshot) {
	s.app.keep(func(ctx context.Context) error {
		mask := s.secretMask()
		list := history.Snapshot{Server: s.ID, Name: snap.Server.Name, Version: snap.Server.Version, Proto: snap.Server.ProtocolVersion, Taken: snap.Taken}
		for _, t := range snap.Tools {
			list.Tools = append(list.Tools, history.Tool{Name: t.Name, Hash: t.Hash, Raw: mask.Tool(t.Raw)})
		}
		return s.app.history.AddSnapshot(ctx, list)
	})
}

// keepCall keeps a call that has ended.
func (s *Server) keepCall(c *Call) {
	r := recorded(c)
	if r == nil {
		return
	}
	s.app.keep(func(ctx context.Context) error {
		mask := s.secretMask()
		return s.app.history.AddCall(ctx, history.Call{
			ID: c.ID, Server: s.ID, Tool: c.Tool.Name, ToolHash: c.Tool.Hash, Started: r.Started, Took: r.Took, Outcome: r.Outcome,
			Failure: mask.Text(r.Failure), Arguments: mask.Values(r.Arguments), Answer: mask.Values(r.Answer),
		})
	})
}

// Bounds of what is shown of a tool's history.
const (
	maxForms     = 50
	maxPastCalls = 100
)

// Past is what the history has of a tool.
type Past struct {
	Forms []history.Form // the one seen last first
	Calls []history.Call // the newest first
}

// Past returns what the history has of a tool; nothing where none is kept.
func (a *App) Past(ctx context.Context, s *Server, t *tool.Tool) (p Past, err error) {
	if a.history == nil {
		return p, nil
	}
	ctx, cancel := context.WithTimeout(ctx, historyTime)
	defer cancel()
	if p.Forms, err = a.history.Forms(ctx, s.ID, t.Name, maxForms); err != nil {
		return p, err
	}
	p.Calls, err = a.history.Calls(ctx, s.ID, t.Name, maxPastCalls)
	return p, err
}

// CompareForms puts an earlier form of a tool beside a later one.
func CompareForms(before, after []byte) *diff.Result {
	left, err := jsondoc.Parse(before)
	if err != nil {
		return nil
	}
	right, err := jsondoc.Parse(after)
	if err != nil {
		return nil
	}
	return diff.Compare(left, right, nil)
}

// PastCall finds a call of this session, or of an earlier one in the history, as
// far as the tool is known by the same name; nil where there is none.
func (a *App) PastCall(ctx context.Context, s *Server, t *tool.Tool, id string) *Call {
	if c := s.FindCall(id); c != nil || a.history == nil || id == "" {
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, historyTime)
	defer cancel()
	h, err := a.history.Call(ctx, s.ID, id)
	if err != nil || h == nil || h.Tool != t.Name {
		return nil
	}
	return a.reopened(&report.Call{ID: h.ID, Arguments: h.Arguments, Answer: h.Answer, Outcome: h.Outcome, Failure: h.Failure, Started: h.Started, Took: h.Took}, t)
}

// OpenHistory opens the history of this user. note is what a person should know;
// empty for nothing.
func OpenHistory(ctx context.Context) (store *history.Store, note string, err error) {
	path, err := history.Path()
	if err != nil {
		return nil, "", err
	}
	store, aside, err := history.Open(ctx, path, 0)
	if err != nil {
		return nil, "", err
	}
	if aside != "" {
		note = "the history was damaged; it is kept at " + aside + ", and a new one was begun"
	}
	return store, note, nil
}
