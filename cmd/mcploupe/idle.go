package main

import (
	"context"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// quiet is how long nobody may have asked for anything before the program is idle.
const quiet = 5 * time.Second

// idler hands memory back while nobody looks at the dashboard, which stays open all
// day: the heap that is free, and the pages of the program's file that only a start
// or a rare task needed. The system brings those back when they are used again.
type idler struct {
	requests atomic.Int64
	cancel   context.CancelFunc
	ended    chan struct{}
}

func startIdler(ctx context.Context) *idler {
	ctx, cancel := context.WithCancel(ctx)
	i := &idler{cancel: cancel, ended: make(chan struct{})}
	go i.run(ctx)
	return i
}

// stop ends the idler and waits for its end.
func (i *idler) stop() {
	i.cancel()
	<-i.ended
}

// watch counts the requests.
func (i *idler) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.requests.Add(1)
		next.ServeHTTP(w, r)
	})
}

// run hands memory back once after each run of requests, until ctx ends.
func (i *idler) run(ctx context.Context) {
	defer close(i.ended)
	ticker := time.NewTicker(quiet)
	defer ticker.Stop()
	seen, handed := int64(0), int64(-1) // requests at the last tick, and when memory was handed back last
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := i.requests.Load()
		if now == seen && now != handed {
			debug.FreeOSMemory()
			releaseProgram()
			handed = now
		}
		seen = now
	}
}
