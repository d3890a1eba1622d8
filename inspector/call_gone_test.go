package inspector_test

import (
	"context"
	"testing"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/wire"
)

// Ensure that a call which is under way when its server is restarted ends as one whose
// server has gone, and that the next one works.
func TestRestartDuringCall(t *testing.T) {
	app := newApp(t)
	s := add(t, app, "call-hang")
	s.Connect()
	await(t, s)
	done := make(chan *inspector.Call, 1)
	go func() {
		c, _ := s.Call(context.Background(), s.Status().Snapshot.Tools[0], []byte(`{}`), inspector.CallOptions{})
		done <- c
	}()
	for deadline := time.Now().Add(5 * time.Second); len(s.Calls()) == 0 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // the call is on its way
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c := <-done; c == nil || c.Answer.Outcome != wire.OutcomeServerGone {
		t.Errorf("call %+v", c)
	}
	await(t, s)
}
