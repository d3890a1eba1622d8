package inspector

import (
	"context"
	"runtime"
	"sync"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/tool"
)

// Review is what is wrong or doubtful in the tools of one snapshot. It is made
// in the background; whoever asks waits for it.
type Review struct {
	snapshot *tool.Snapshot
	done     chan struct{}
	found    [][]tool.Finding // by the index of the tool; to be read after done
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
	r := &Review{snapshot: snap, done: make(chan struct{}), found: make([][]tool.Finding, len(snap.Tools))}
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
