package inspector_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector"
)

// Ensure that the calls of a session are remembered, newest first and within
// bounds, and that one that was never sent is not among them.
func TestRememberedCalls(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "ok")
	s.Connect()
	await(t, s)
	echo := s.Status().Snapshot.Tools[0]
	if _, err := s.Call(t.Context(), echo, []byte(`{"a":`), inspector.CallOptions{ID: "not JSON"}); err == nil {
		t.Fatal("arguments that are not JSON were sent")
	}
	if n := len(s.Calls()); n != 0 {
		t.Errorf("%d calls are remembered, though none was sent", n)
	}
	for i := range 103 {
		if _, err := s.Call(t.Context(), echo, []byte(fmt.Sprintf(`{"n":%d}`, i)), inspector.CallOptions{ID: fmt.Sprint("c", i%102)}); err != nil {
			t.Fatal(err)
		}
	}
	calls := s.Calls()
	if len(calls) != 100 || string(calls[0].Arguments) != `{"n":102}` || string(calls[99].Arguments) != `{"n":3}` {
		t.Errorf("%d calls, the newest with %s", len(calls), calls[0].Arguments)
	}
	if c := s.FindCall("c0"); c == nil || string(c.Arguments) != `{"n":102}` {
		t.Errorf("c0 is %v, want the newest of that name", c)
	}
	if c := s.FindCall("c2"); c != nil {
		t.Errorf("a forgotten call is found: %s", c.Arguments)
	}
	large := `{"text":"` + strings.Repeat("x", 15<<20) + `"}`
	for range 4 {
		if _, err := s.Call(t.Context(), echo, []byte(large), inspector.CallOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.Calls()); n < 1 || n > 3 {
		t.Errorf("%d calls of 15 MiB each are remembered", n)
	}
}

// Ensure that a call on its way is listed and says that it has not ended.
func TestRunningCall(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "call-hang")
	s.Connect()
	await(t, s)
	ended := make(chan error, 1)
	go func() {
		_, err := s.Call(t.Context(), s.Status().Snapshot.Tools[0], nil, inspector.CallOptions{ID: "mine"})
		ended <- err
	}()
	for s.FindCall("mine") == nil {
		time.Sleep(time.Millisecond)
	}
	c := s.FindCall("mine")
	if c.Ended() {
		t.Error("the call has ended before it was cancelled")
	}
	for !s.CancelCall("mine") {
		time.Sleep(time.Millisecond)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !c.Ended() || c.Answer == nil {
		t.Error("the call has no answer after its end")
	}
}
