package wire

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// faultserver is the path of the built testdata/faultserver.
var faultserver string

func TestMain(m *testing.M) {
	if mode := os.Getenv("WIRE_TEST_HELPER"); mode != "" {
		helper(mode)
		return
	}
	dir, err := os.MkdirTemp("", "wire")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	faultserver = filepath.Join(dir, "faultserver")
	build := exec.Command("go", "build", "-o", faultserver, "mcploupe/testdata/faultserver")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build faultserver:", err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// watched are the tests that noLeaks looks after already.
var watched sync.Map

// noLeaks fails the test when goroutines are left at its end, after all its cleanups: the
// first call in a test counts.
func noLeaks(t *testing.T) {
	t.Helper()
	if _, again := watched.LoadOrStore(t, true); again {
		return
	}
	options := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, options) })
}

// quick are time limits into which nothing should run by accident on a busy machine; the
// tests that want to see one shorten it.
func quick() Options {
	return Options{ProbeTimeout: 5 * time.Second, ConnectTimeout: 20 * time.Second, ListTimeout: 20 * time.Second,
		CallIdle: 20 * time.Second, CallTotal: 30 * time.Second, ExitGrace: 500 * time.Millisecond}
}

func fault(mode string, args ...string) Endpoint {
	return Endpoint{Command: faultserver, Args: append([]string{mode}, args...)}
}

// open connects to a mode of the fault server and closes at the end of the test.
func open(t *testing.T, ep Endpoint, opt Options) *Conn {
	t.Helper()
	noLeaks(t)
	c := Open(t.Context(), ep, opt)
	t.Cleanup(func() { closeConn(t, c) })
	return c
}

func closeConn(t *testing.T, c *Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := c.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}

// ready is open for a server which must become ready.
func ready(t *testing.T, ep Endpoint, opt Options) *Conn {
	t.Helper()
	c := open(t, ep, opt)
	if err := c.Ready(t.Context()); err != nil {
		t.Fatalf("connect: %v\nsteps: %+v\nstderr: %s", err, c.Info().Steps, c.Stderr())
	}
	return c
}

func listTools(t *testing.T, c *Conn) *Listing {
	t.Helper()
	list, err := c.ListTools(t.Context())
	if err != nil {
		t.Fatalf("list: %v", err)
	}
	return list
}

func call(t *testing.T, c *Conn, name, args string) *Answer {
	t.Helper()
	var raw []byte
	if args != "" {
		raw = []byte(args)
	}
	a, err := c.Call(t.Context(), name, raw, nil)
	if err != nil {
		t.Fatalf("call: %v", err)
	}
	return a
}

// failed waits for a connection that must fail and returns why.
func failed(t *testing.T, c *Conn) *Error {
	t.Helper()
	err := c.Ready(t.Context())
	if err == nil {
		t.Fatal("the connection became ready")
	}
	if s := c.State(); s.Phase != PhaseFailed || s.Err == nil {
		t.Fatalf("state %+v, want failed with an error", s)
	}
	return c.State().Err
}

func wantContains(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s = %q\nwant it to contain %q", what, got, w)
		}
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("did not come true: %s", what)
}

// recorder collects what callbacks report.
type recorder[T any] struct {
	mu    sync.Mutex
	items []T
}

func (r *recorder[T]) add(v T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, v)
}

func (r *recorder[T]) all() []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]T(nil), r.items...)
}
