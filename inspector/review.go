package inspector

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Review is what is wrong or doubtful in the tools of one snapshot, and what
// clients make of them. Nothing is looked at before somebody asks; what takes
// long goes on in the background, see [Review.Opinion] for one tool and
// [Review.Look] for the whole list.
type Review struct {
	app      *App
	server   *Server
	snapshot *tool.Snapshot
	opt      lint.Options
	list     func() [][]tool.Finding // what only a comparison of the tools can tell, by index
	survey   func() (*profile.Survey, error)

	mu       sync.Mutex
	opinions []*Opinion // the ones asked for last, the newest at the end
	looks    []*Look    // the same
}

// Targets are the clients that somebody cares about.
type Targets struct {
	Key  string // names them, in one order: the text they were read from
	List []profile.Target
}

// review prepares to look over the snapshot of a server.
func (a *App) review(s *Server, snap *tool.Snapshot) *Review {
	r := &Review{app: a, server: s, snapshot: snap, opt: lint.Options{ProtocolVersion: snap.Server.ProtocolVersion}}
	r.list = sync.OnceValue(func() [][]tool.Finding { return lint.List(a.ctx, snap.Tools, r.opt) })
	r.survey = sync.OnceValues(func() (*profile.Survey, error) {
		catalog, err := a.Catalog()
		if err != nil {
			return nil, err
		}
		return catalog.Survey(snap), nil
	})
	return r
}

// Findings returns what is wrong with the tool at an index in itself, the worst
// first. It is worked out while the caller waits, and kept; where ctx ends before,
// the answer is nil.
func (r *Review) Findings(ctx context.Context, index int) []tool.Finding {
	if index < 0 || index >= len(r.snapshot.Tools) {
		return nil
	}
	t := r.snapshot.Tools[index]
	own := r.app.findings.lint(ctx, t, r.opt)
	if ctx.Err() != nil {
		return nil
	}
	// What the reader of the list found depends on the tool's place in it.
	all := slices.Concat(t.Findings, own, r.list()[index])
	tool.SortFindings(all)
	return all
}

// Opinion is everything found in one tool for some targets.
type Opinion struct {
	key   opinionKey
	ready chan struct{}

	// To be read after ready is closed.
	Findings []tool.Finding    // of the tool alone, and of the targets, the worst first
	Verdicts []profile.Verdict // of each target, the worst first
	Err      error             // the application ends
}

type opinionKey struct {
	index   int
	targets string
}

// maxOpinions bounds the opinions that are kept.
const maxOpinions = 32

// Opinion is what is found in the tool at an index. The first who asks starts the
// work, which goes on when ctx ends; ok is false where that was before the end of
// it, and an [EventReview] will tell of that.
func (r *Review) Opinion(ctx context.Context, index int, targets Targets) (o *Opinion, ok bool) {
	if index < 0 || index >= len(r.snapshot.Tools) {
		return nil, false
	}
	o = r.opinion(opinionKey{index, targets.Key}, targets)
	select {
	case <-o.ready:
		return o, true
	default:
	}
	select {
	case <-o.ready:
		return o, true
	case <-ctx.Done():
		return o, false
	}
}

// opinion finds what is kept, or starts the work.
func (r *Review) opinion(key opinionKey, targets Targets) *Opinion {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.opinions, func(o *Opinion) bool { return o.key == key }); i >= 0 {
		o := r.opinions[i]
		r.opinions = append(slices.Delete(r.opinions, i, i+1), o)
		return o
	}
	o := &Opinion{key: key, ready: make(chan struct{})}
	r.opinions = append(r.opinions, o)
	if len(r.opinions) > maxOpinions {
		r.opinions = slices.Delete(r.opinions, 0, 1)
	}
	r.app.tasks.Go(func() {
		o.Findings, o.Verdicts, o.Err = r.examine(r.app.ctx, key.index, targets.List)
		close(o.ready)
		r.app.hub.publish(Event{Kind: EventReview, Server: r.server.ID})
	})
	return o
}

// examine looks at one tool with all rules. The only errors are that of the
// context and that of the catalog.
func (r *Review) examine(ctx context.Context, index int, targets []profile.Target) ([]tool.Finding, []profile.Verdict, error) {
	own := r.Findings(ctx, index)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	survey, err := r.survey()
	if err != nil {
		return own, nil, err
	}
	verdicts, err := survey.Judge(ctx, r.snapshot.Tools[index], targets)
	if err != nil {
		return own, nil, err
	}
	return withClients(own, profile.Merge(verdicts)), verdicts, nil
}

// withClients adds what clients make of a tool to its own findings. What those
// make already is not said twice.
func withClients(own []tool.Finding, clients []profile.Finding) []tool.Finding {
	type place struct {
		rule string
		at   jsondoc.Pointer
	}
	said := make(map[place]bool, len(own))
	for _, f := range own {
		said[place{f.Rule, f.Pointer}] = true
	}
	list := make([]tool.Finding, 0, len(own)+len(clients))
	list = append(list, own...)
	for _, f := range clients {
		if said[place{f.Rule, f.Pointer}] {
			continue
		}
		if !f.Holds() { // under a condition that is not known: no more than a warning, which its caveat explains
			f.Level = tool.LevelWarn
		}
		list = append(list, f.Finding)
	}
	slices.SortStableFunc(list, worseFirst)
	return list
}

// foremost are the rules that come first among their level: what the author can
// see with their own eyes, and what a client stumbles over because of it.
var foremost = []string{"lint/default-invalid"}

// worseFirst orders findings by level. Of one level, what is wrong with the tool
// in itself comes before what single clients make of it.
func worseFirst(a, b tool.Finding) int {
	group := func(f tool.Finding) int {
		switch {
		case slices.Contains(foremost, f.Rule):
			return 0
		case f.Target == "":
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(a.Level.Rank(), b.Level.Rank()), cmp.Compare(group(a), group(b)), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Pointer, b.Pointer))
}

// findingCache keeps the findings of tools under the hash of their bytes, so
// that a list that comes again costs nothing.
type findingCache struct {
	mu   sync.Mutex
	kept map[findingKey][]tool.Finding
}

type findingKey struct{ hash, version string }

// maxFindings is how many tools' findings are kept.
const maxFindings = 20_000

func (c *findingCache) lint(ctx context.Context, t *tool.Tool, opt lint.Options) []tool.Finding {
	key := findingKey{t.Hash, opt.ProtocolVersion}
	c.mu.Lock()
	found, ok := c.kept[key]
	c.mu.Unlock()
	if ok {
		return found
	}
	found = lint.Run(ctx, t, opt)
	if ctx.Err() != nil {
		return found // cut short: not to be kept
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= maxFindings {
		c.kept = map[findingKey][]tool.Finding{}
	}
	c.kept[key] = found
	return found
}
