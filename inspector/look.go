package inspector

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Look is what some targets make of all tools of a list, in short. It fills up in
// the background, tool by tool in the order of the list; a page takes what is
// there. Of a list of 5,000 tools it holds a few megabytes.
type Look struct {
	Targets Targets

	review *Review
	next   atomic.Int64 // the tool to be taken up next
	done   atomic.Int64 // tools summed up
	ready  chan struct{}

	mu   sync.RWMutex
	sums []Summary
	told time.Time // when an event was published last
}

// Summary is what was found in one tool, in numbers.
type Summary struct {
	Known    bool // the tool has been looked at
	Errors   int  // findings of the levels session, server, tool and call
	Warnings int  // findings of the other levels
	Worst    tool.Finding
	HasWorst bool
	Cells    []Cell   // what each target makes of it, in the order of the targets
	Rules    []string // every rule that found something, the worst first, each once
}

// Cell is a verdict in short.
type Cell struct {
	State profile.State
	Level tool.Level // how far the damage reaches, or may reach where State is Depends; else empty
}

// maxLooks bounds the looks of one review: a change of the targets makes a new one.
const maxLooks = 4

// Look returns what the targets make of the whole list. The first who asks starts
// the work.
func (r *Review) Look(targets Targets) *Look {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.looks, func(l *Look) bool { return l.Targets.Key == targets.Key }); i >= 0 {
		l := r.looks[i]
		r.looks = append(slices.Delete(r.looks, i, i+1), l)
		return l
	}
	l := &Look{Targets: targets, review: r, ready: make(chan struct{}), sums: make([]Summary, len(r.snapshot.Tools))}
	r.looks = append(r.looks, l)
	if len(r.looks) > maxLooks {
		r.looks = slices.Delete(r.looks, 0, 1)
	}
	r.app.tasks.Go(func() { l.run(r.app.ctx) })
	return l
}

// Summary returns what is known of the tool at an index by now. It never waits.
func (l *Look) Summary(index int) Summary {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if index < 0 || index >= len(l.sums) {
		return Summary{}
	}
	return l.sums[index]
}

// Progress returns how many tools have been looked at, and how many there are.
func (l *Look) Progress() (done, total int) { return int(l.done.Load()), len(l.sums) }

// Wait waits until every tool has been looked at; false where ctx ends before.
func (l *Look) Wait(ctx context.Context) bool {
	select {
	case <-l.ready:
		return true
	case <-ctx.Done():
		return false
	}
}

// run looks at every tool, several at once. One processor is left for whoever
// waits for a page meanwhile.
func (l *Look) run(ctx context.Context) {
	var workers sync.WaitGroup
	for range max(1, min(len(l.sums), runtime.GOMAXPROCS(0)-1)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(l.next.Add(1)) - 1
				if i >= len(l.sums) {
					return
				}
				l.sum(ctx, i)
			}
		})
	}
	workers.Wait()
	if ctx.Err() == nil {
		close(l.ready)
		l.tell(true)
	}
}

// sum looks at one tool.
func (l *Look) sum(ctx context.Context, i int) {
	found, verdicts, err := l.review.examine(ctx, i, l.Targets.List)
	if ctx.Err() != nil || err != nil && verdicts == nil && found == nil {
		return
	}
	s := summarise(found, verdicts, l.Targets.List)
	l.mu.Lock()
	l.sums[i] = s
	l.mu.Unlock()
	l.done.Add(1)
	l.tell(false)
}

// tellEvery is how often pages are told that more is known.
const tellEvery = time.Second

// tell says that more is known: now and then, and at the end.
func (l *Look) tell(last bool) {
	l.mu.Lock()
	due := last || time.Since(l.told) >= tellEvery
	if due {
		l.told = time.Now()
	}
	l.mu.Unlock()
	if due {
		l.review.app.hub.publish(Event{Kind: EventReview, Server: l.review.server.ID})
	}
}

// summarise counts findings, which come the worst first.
func summarise(found []tool.Finding, verdicts []profile.Verdict, targets []profile.Target) Summary {
	s := Summary{Known: true, Cells: make([]Cell, len(targets))}
	for _, f := range found {
		if f.Level.Error() {
			s.Errors++
		} else {
			s.Warnings++
		}
		if !slices.Contains(s.Rules, f.Rule) {
			s.Rules = append(s.Rules, f.Rule)
		}
	}
	if len(found) > 0 {
		s.Worst, s.HasWorst = found[0], true
	}
	for _, v := range verdicts {
		i := slices.IndexFunc(targets, func(t profile.Target) bool { return t.Profile == v.Profile })
		if i < 0 {
			continue
		}
		s.Cells[i] = Cell{State: v.State, Level: v.Level}
		if v.State == profile.Depends {
			s.Cells[i].Level = v.Possible
		}
	}
	return s
}
