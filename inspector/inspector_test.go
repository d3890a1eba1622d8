package inspector_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
	"go.uber.org/goleak"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// faultserver is a real server over stdio, with a fault for each mode.
var faultserver string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "inspector")
	if err != nil {
		panic(err)
	}
	faultserver = filepath.Join(dir, "faultserver")
	if out, err := exec.Command("go", "build", "-o", faultserver, "mcploupe/testdata/faultserver").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the fault server: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// newApp makes an application that must be gone with everything it started when
// the test ends.
func newApp(t *testing.T) *inspector.App {
	t.Helper()
	before := goleak.IgnoreCurrent()
	app := inspector.New(inspector.Options{Version: "test", Wire: wire.Options{ProbeTimeout: time.Second, ListTimeout: 2 * time.Second, ExitGrace: 300 * time.Millisecond}})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := app.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
		regexp2.StopTimeoutClock()
		goleak.VerifyNone(t, before)
	})
	return app
}

// add adds the fault server in a mode.
func add(t *testing.T, app *inspector.App, mode string) *inspector.Server {
	t.Helper()
	c, err := config.FromCommand([]string{faultserver, mode})
	if err != nil {
		t.Fatal(err)
	}
	c.Name = mode
	return app.AddConfigured(c)
}

func await(t *testing.T, s *inspector.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := s.Await(ctx); err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
}

// Ensure that a server passes through its states, and that its tools stay in
// sight when it ends.
func TestStates(t *testing.T) {
	s := add(t, newApp(t), "ok")
	if st := s.Status().State; st != inspector.StateIdle {
		t.Errorf("a server starts as %s", st)
	}
	s.Connect()
	s.Connect() // a second press changes nothing
	await(t, s)
	first := s.Status().Conn
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, s)
	if s.Status().Conn == first {
		t.Error("restart kept the connection")
	}
	if err := s.Disconnect(t.Context()); err != nil {
		t.Fatal(err)
	}
	st := s.Status()
	if st.State != inspector.StateClosed || st.Err != nil || st.Snapshot == nil || len(st.Snapshot.Tools) == 0 {
		t.Errorf("after disconnect: %s, %v, tools kept: %v", st.State, st.Err, st.Snapshot != nil)
	}
	if err := s.Disconnect(t.Context()); err != nil {
		t.Errorf("a second disconnect: %v", err)
	}
}

// Ensure that servers that fail say why, each for itself.
func TestFailures(t *testing.T) {
	app := newApp(t)
	good := add(t, app, "ok")
	want := map[string]string{"exit-start": "exit status 3", "list-error": "database is down", "list-exit": "exit", "no-such-mode": ""}
	var bad []*inspector.Server
	for mode := range want {
		bad = append(bad, add(t, app, mode))
	}
	for _, s := range append(bad, good) {
		s.Connect()
	}
	await(t, good)
	for _, s := range bad {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		err := s.Await(ctx)
		cancel()
		if err == nil || !strings.Contains(err.Error(), want[s.Name]) || s.Status().State != inspector.StateFailed {
			t.Errorf("%s: %s, %v; want %q", s.Name, s.Status().State, err, want[s.Name])
		}
	}
	if good.Status().State != inspector.StateReady {
		t.Error("the good server was disturbed")
	}
}

// Ensure that a call goes out as given, and that its end is told from its
// failure.
func TestCalls(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "ok")
	if _, err := s.Call(t.Context(), &tool.Tool{Name: "echo"}, nil, inspector.CallOptions{}); !errors.Is(err, inspector.ErrNotReady) {
		t.Errorf("a call before connecting: %v", err)
	}
	s.Connect()
	await(t, s)
	echo := s.Status().Snapshot.Tools[0]
	const args = `{"b":1.0,"a":[1e400],"b":null}`
	call, err := s.Call(t.Context(), echo, []byte(args), inspector.CallOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if call.Answer.Outcome != wire.OutcomeOK || string(call.Answer.Arguments) != args {
		t.Errorf("%s, sent %s", call.Answer.Outcome, call.Answer.Arguments)
	}

	slow := add(t, app, "call-hang")
	slow.Connect()
	await(t, slow)
	call, err = slow.Call(t.Context(), echo, nil, inspector.CallOptions{Timeout: 50 * time.Millisecond})
	if err != nil || call.Answer.Outcome != wire.OutcomeTimedOut {
		t.Errorf("a call that takes too long: %v", err)
	}
	ended := make(chan *inspector.Call, 1)
	go func() {
		c, err := slow.Call(t.Context(), echo, nil, inspector.CallOptions{ID: "mine"})
		if err != nil {
			t.Error(err)
		}
		ended <- c
	}()
	for !slow.CancelCall("mine") {
		time.Sleep(5 * time.Millisecond)
	}
	if c := <-ended; c == nil || c.Answer.Outcome != wire.OutcomeCancelled {
		t.Errorf("a cancelled call: %+v", c)
	}
	if slow.CancelCall("mine") {
		t.Error("a call that has ended was cancelled again")
	}
}

// Ensure that structured content is held against the output schema, and that
// null is content.
func TestOutput(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "odd-content")
	s.Connect()
	await(t, s)
	saved, err := tool.Open("saved", []byte(`[{"name":"echo","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	call, err := s.Call(t.Context(), saved.Tools[0], []byte(`{}`), inspector.CallOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := call.Output
	if !out.Present || string(out.Structured.Root().Raw()) != "null" {
		t.Errorf("structuredContent null: present %v", out.Present)
	}
	if !out.HasSchema || out.Verdict.State != validate.Invalid || out.Target.State != validate.Invalid {
		t.Errorf("null by a schema of an object: %v, converted %v, %v", out.Verdict.State, out.Target.State, out.Err)
	}
}

// Ensure that a list that changes is asked for again, and that the pages are
// told.
func TestListChanged(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "list-changed")
	s.Connect()
	await(t, s)
	first := s.Status().Snapshot
	events, end := app.Subscribe()
	defer end()
	if _, err := s.Call(t.Context(), first.Tools[0], nil, inspector.CallOptions{}); err != nil {
		t.Fatal(err)
	}
	timeout := time.After(10 * time.Second)
	for {
		select {
		case e := <-events:
			if e.Kind == inspector.EventList && s.Status().Snapshot != first {
				return
			}
		case <-timeout:
			t.Fatal("the list was not asked for again")
		}
	}
}

// Ensure that the findings of all tools are made, also while pages wait.
func TestReview(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "wrong-types")
	s.Connect()
	await(t, s)
	st := s.Status()
	for _, entry := range st.Snapshot.Tools {
		if found := st.Review.Findings(t.Context(), entry.Index); entry.Broken && len(found) == 0 {
			t.Errorf("tool %d is broken and has no finding", entry.Index)
		}
	}
	if found := st.Review.Findings(t.Context(), 99); found != nil {
		t.Errorf("a tool that is not there has findings: %v", found)
	}
}
