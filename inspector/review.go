package inspector

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Review is what is wrong or doubtful in the tools of one snapshot. It is made
// in the background; whoever asks waits for it. What clients make of a tool is
// judged when it is asked for, and kept.
type Review struct {
	snapshot *tool.Snapshot
	done     chan struct{}
	found    [][]tool.Finding // by the index of the tool; to be read after done

	survey func() (*profile.Survey, error)
	mu     sync.Mutex
	merged map[string]*merge // by the key of the targets
}

// merge is the findings with what some targets make of the tools.
type merge struct {
	once sync.Once
	all  [][]tool.Finding
	err  error
}

// Targets are the clients that somebody cares about.
type Targets struct {
	Key  string // names them, in one order: the text they were read from
	List []profile.Target
}

// All returns the findings of every tool, by its index, the worst first: those
// of the tool alone, and what the targets make of it. It waits for both.
func (r *Review) All(ctx context.Context, targets Targets) ([][]tool.Finding, error) {
	select {
	case <-r.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r.mu.Lock()
	m := r.merged[targets.Key]
	if m == nil {
		m = &merge{}
		r.merged[targets.Key] = m
	}
	r.mu.Unlock()
	m.once.Do(func() { m.all, m.err = r.merge(context.WithoutCancel(ctx), targets.List) })
	return m.all, m.err
}

// merge adds what the targets make of each tool. A client's finding that the
// tool's own findings make already is not said twice.
func (r *Review) merge(ctx context.Context, targets []profile.Target) ([][]tool.Finding, error) {
	survey, err := r.survey()
	if err != nil {
		return nil, err
	}
	all := make([][]tool.Finding, len(r.found))
	for i, own := range r.found {
		clients, err := survey.Findings(ctx, r.snapshot.Tools[i], targets)
		if err != nil {
			return nil, err
		}
		list := append([]tool.Finding(nil), own...)
		for _, f := range clients {
			if slices.ContainsFunc(own, func(o tool.Finding) bool { return o.Rule == f.Rule && o.Pointer == f.Pointer }) {
				continue
			}
			if !f.Holds() { // under a condition that is not known: no more than a warning, which its caveat explains
				f.Level = tool.LevelWarn
			}
			list = append(list, f.Finding)
		}
		slices.SortStableFunc(list, worseFirst)
		all[i] = list
	}
	return all, nil
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

// Verdicts returns what the targets make of a tool, the worst first.
func (r *Review) Verdicts(ctx context.Context, t *tool.Tool, targets []profile.Target) ([]profile.Verdict, error) {
	survey, err := r.survey()
	if err != nil {
		return nil, err
	}
	return survey.Judge(ctx, t, targets)
}

// Findings returns the findings of the tool at an index, the worst first. It
// waits until the review is made; nil where ctx ends before.
func (r *Review) Findings(ctx context.Context, index int) []tool.Finding {
	select {
	case <-r.done:
	case <-ctx.Done():
		return nil
	}
	if index < 0 || index >= len(r.found) {
		return nil
	}
	return r.found[index]
}

// review starts to look over a snapshot.
func (a *App) review(snap *tool.Snapshot) *Review {
	r := &Review{snapshot: snap, done: make(chan struct{}), found: make([][]tool.Finding, len(snap.Tools)), merged: map[string]*merge{}}
	r.survey = sync.OnceValues(func() (*profile.Survey, error) {
		catalog, err := a.Catalog()
		if err != nil {
			return nil, err
		}
		return catalog.Survey(snap), nil
	})
	a.tasks.Add(1)
	go func() {
		defer a.tasks.Done()
		defer close(r.done)
		r.run(a.ctx, &a.findings)
	}()
	return r
}

// run looks at every tool, several at once, and then at the list as a whole.
func (r *Review) run(ctx context.Context, cache *findingCache) {
	opt := lint.Options{ProtocolVersion: r.snapshot.Server.ProtocolVersion}
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				r.found[i] = cache.lint(ctx, r.snapshot.Tools[i], opt)
			}
		})
	}
	for i := range r.snapshot.Tools {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
	for i, more := range lint.List(ctx, r.snapshot.Tools, opt) {
		// What the reader of the list found depends on the tool's place in it.
		all := append(append(append([]tool.Finding(nil), r.snapshot.Tools[i].Findings...), r.found[i]...), more...)
		tool.SortFindings(all)
		r.found[i] = all
	}
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
