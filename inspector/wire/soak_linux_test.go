package wire

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// soakServer is one of the ten: what to connect to, and how each turn goes.
type soakServer struct {
	name  string
	ep    Endpoint
	calls int
}

// soakServers has ten servers with ten different troubles, nine of them processes.
func soakServers(t *testing.T) []soakServer {
	sdk := sdkServer()
	stream := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return sdk }, &mcp.StreamableHTTPOptions{Stateless: true})
	return []soakServer{
		{"legacy", fault("ok"), 5},
		{"modern, asking in rounds", fault("rounds", "2"), 3},
		{"noise on standard output", fault("banner"), 3},
		{"a flood of notifications", fault("flood", "2000"), 2},
		{"a list of a megabyte", fault("big-list", "1"), 1},
		{"asks a person", fault("ask"), 3},
		{"subscriptions that end", fault("listen", "end"), 2},
		{"ends in a call", fault("call-exit"), 1},
		{"leaves a grandchild that ignores SIGTERM", fault("grandchild-setsid"), 1},
		{"HTTP", Endpoint{URL: serve(t, stream).URL}, 5},
	}
}

// turn is one connect, list, call and end.
func (s *soakServer) turn(t *testing.T, opt Options) {
	c := Open(t.Context(), s.ep, opt)
	defer closeConn(t, c)
	if err := c.Ready(t.Context()); err != nil {
		t.Errorf("%s: connect: %v", s.name, err)
		return
	}
	if _, err := c.ListTools(t.Context()); err != nil {
		t.Errorf("%s: list: %v", s.name, err)
	}
	for range s.calls {
		a, err := c.Call(t.Context(), "greet", []byte(`{}`), nil)
		if err != nil {
			t.Errorf("%s: call: %v", s.name, err)
			return
		}
		want := OutcomeOK
		if s.ep.Command != "" && s.ep.Args[0] == "call-exit" {
			want = OutcomeServerGone
		}
		if a.Outcome != want {
			t.Errorf("%s: %s, want %s: %v", s.name, a.Outcome, want, a.Failure)
		}
	}
}

// usage is what this program holds on to.
type usage struct {
	heap, resident         int // bytes
	goroutines, fds, procs int
}

func (u usage) String() string {
	return fmt.Sprintf("heap %d KiB, resident %d KiB, %d goroutines, %d files, %d processes", u.heap>>10, u.resident>>10, u.goroutines, u.fds, u.procs)
}

// measure waits for what is ending by itself, and counts.
func measure(t *testing.T, s *Spawner) usage {
	t.Helper()
	time.Sleep(linger + 200*time.Millisecond) // the contexts of answered requests
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{heap: int(m.HeapAlloc), goroutines: runtime.NumGoroutine(), procs: s.Running() + len(marked(markName+"="+s.launch+"."))}
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			pages, _ := strconv.Atoi(fields[1])
			u.resident = pages * os.Getpagesize()
		}
	}
	if dir, err := os.ReadDir("/proc/self/fd"); err == nil {
		u.fds = len(dir) - 1 // the folder itself
	}
	return u
}

// TestSoak connects, lists, calls and ends, again and again against ten servers at once, and
// holds on to nothing. It runs for a few seconds; `make soak` sets MCPLOUPE_SOAK to minutes.
func TestSoak(t *testing.T) {
	length := 4 * time.Second
	if text := os.Getenv("MCPLOUPE_SOAK"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatalf("MCPLOUPE_SOAK: %v", err)
		}
	}
	noLeaks(t)
	spawner := NewSpawner()
	t.Cleanup(func() { spawner.KillAll(0) })
	opt := quick()
	opt.Spawner, opt.Capabilities, opt.OnAsk = spawner, everything, person(t)
	servers := soakServers(t)
	round := func() {
		var wg sync.WaitGroup
		for _, s := range servers {
			wg.Go(func() { s.turn(t, opt) })
		}
		wg.Wait()
	}
	for range 3 { // what grows once: pools, stacks, the watcher process
		round()
	}
	first := measure(t, spawner)
	t.Logf("after warming up: %s", first)
	start, rounds, last := time.Now(), 0, first
	for report := start; time.Since(start) < length && !t.Failed(); rounds++ {
		round()
		if time.Since(report) > max(length/10, 2*time.Second) {
			report = time.Now()
			last = measure(t, spawner)
			t.Logf("after %s, %d rounds: %s", time.Since(start).Round(time.Second), rounds+1, last)
			checkUsage(t, first, last)
		}
	}
	last = measure(t, spawner)
	t.Logf("at the end, %d rounds of %d servers: %s", rounds, len(servers), last)
	checkUsage(t, first, last)
}

// checkUsage allows for the noise of a garbage collector, and for nothing that grows.
func checkUsage(t *testing.T, first, now usage) {
	t.Helper()
	const noise, resident = 2 << 20, 48 << 20
	if now.heap > first.heap+noise {
		t.Errorf("the heap has grown from %d to %d KiB", first.heap>>10, now.heap>>10)
	}
	if now.resident > first.resident+resident {
		t.Errorf("resident memory has grown from %d to %d KiB", first.resident>>10, now.resident>>10)
	}
	if now.goroutines > first.goroutines+2 {
		var stacks bytes.Buffer
		buf := make([]byte, 1<<20)
		stacks.Write(buf[:runtime.Stack(buf, true)])
		t.Errorf("%d goroutines, %d at first\n%s", now.goroutines, first.goroutines, stacks.String())
	}
	if now.fds > first.fds+2 {
		t.Errorf("%d files open, %d at first", now.fds, first.fds)
	}
	if now.procs > 0 {
		t.Errorf("%d processes are left", now.procs)
	}
}
