package wire

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestContinue goes on by hand.
func TestContinue(t *testing.T) {
	c := ready(t, fault("rounds"), quick())
	a := call(t, c, "x", `{"n":1e400}`)
	if a.Outcome != OutcomeInputRequired {
		t.Fatalf("answer = %+v", a)
	}
	var keys []string
	for _, r := range a.InputRequests() {
		keys = append(keys, r.Key+" "+r.Method)
	}
	if diff := cmp.Diff([]string{"b elicitation/create", "a roots/list"}, keys); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	for name, responses := range map[string]map[string][]byte{
		"missing":  {"b": []byte(`{"action":"cancel"}`)},
		"not JSON": {"b": []byte(`{"action":"cancel"}`), "a": []byte(`{`)},
	} {
		if _, err := c.Continue(t.Context(), a, responses); KindOf(err) != KindUsage {
			t.Errorf("%s: %v, want kind usage", name, err)
		}
	}
	next, err := c.Continue(t.Context(), a, map[string][]byte{"a": []byte(`{"roots":[ ]}`), "b": []byte(`{"action":"accept","content":{"sure":true}}`)})
	if err != nil || next.Outcome != OutcomeOK {
		t.Fatalf("answer = %+v, %v", next, err)
	}
	got, _ := text(member(next.Result, "structuredContent"))
	want := `"name":"x","arguments":{"n":1e400},"inputResponses":{"b":{"action":"accept","content":{"sure":true}},"a":{"roots":[ ]}},"requestState":"\u0072ound 1"}`
	if !strings.Contains(got, want) {
		t.Errorf("the server got %s\nwant %s", got, want)
	}
	if string(member(next.Sent, "id")) == string(member(a.Sent, "id")) {
		t.Error("the retry has the same id")
	}
	if b := call(t, c, "x", `{}`); bytes.Contains(b.Sent, []byte("requestState")) {
		t.Errorf("another call got the state: %s", b.Sent)
	}
	if _, err := c.Continue(t.Context(), next, nil); KindOf(err) != KindUsage {
		t.Errorf("nothing to go on with: %v", err)
	}
}

// TestContinueWithNothing has a result that asks for nothing and has no state.
func TestContinueWithNothing(t *testing.T) {
	c := ready(t, fault("rounds-empty"), quick())
	a := call(t, c, "x", `{}`)
	next, err := c.Continue(t.Context(), a, nil)
	if err != nil || next.Outcome != OutcomeInputRequired {
		t.Fatalf("answer = %+v, %v", next, err)
	}
	if bytes.Contains(next.Sent, []byte("requestState")) || bytes.Contains(next.Sent, []byte("inputResponses")) {
		t.Errorf("sent %s", next.Sent)
	}
}

// TestRounds has a person answer on the way.
func TestRounds(t *testing.T) {
	yes := func(a *Ask) error {
		if a.Kind == AskRoots {
			return a.Accept([]byte(`[]`))
		}
		return a.Accept(a.Defaults())
	}
	const sampling = `{"s":{"method":"sampling/createMessage","params":{}}}`
	tests := []struct {
		name    string
		args    []string
		caps    Capabilities
		answer  func(*Ask) error
		outcome Outcome
		rounds  int
		note    string
	}{
		{"one round", nil, everything, yes, OutcomeOK, 1, ""},
		{"three rounds", []string{"3"}, everything, yes, OutcomeOK, 3, ""},
		{"declined is an answer", nil, everything, (*Ask).Decline, OutcomeOK, 1, ""},
		{"no end", []string{"99"}, everything, yes, OutcomeInputRequired, maxRounds, "asked for input 11 times"},
		{"not declared", nil, Capabilities{Elicitation: true}, yes, OutcomeInputRequired, 0, "roots/list, which this client did not declare"},
		{"unknown", []string{"1", `{"u":{"method":"un/heard"}}`}, everything, yes, OutcomeInputRequired, 0, "un/heard"},
		{"no such result", []string{"1", sampling}, everything, (*Ask).Decline, OutcomeInputRequired, 0, `"s" of the server was not answered (declined)`},
		{"state alone", []string{"1", "{}"}, everything, yes, OutcomeOK, 1, ""},
		{"nobody answers", nil, everything, func(*Ask) error { return nil }, OutcomeInputRequired, 0, "was not answered (expired)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := quick()
			opt.Capabilities = tt.caps
			if tt.name == "nobody answers" {
				opt.AskTimeout = 200 * time.Millisecond
			}
			opt.OnAsk = func(a *Ask) {
				if a.Key == "" || a.Tool != "x" {
					t.Errorf("ask = %+v", a)
				}
				if err := tt.answer(a); err != nil {
					t.Error(err)
				}
			}
			c := ready(t, fault("rounds", tt.args...), opt)
			a := call(t, c, "x", `{}`)
			if a.Outcome != tt.outcome || len(a.Rounds) != tt.rounds || !strings.Contains(a.Note, tt.note) {
				t.Errorf("outcome %s after %d rounds, note %q; want %s, %d, %q", a.Outcome, len(a.Rounds), a.Note, tt.outcome, tt.rounds, tt.note)
			}
		})
	}
}

// TestRoundsCancelled has the call given up while the person thinks.
func TestRoundsCancelled(t *testing.T) {
	opt := quick()
	opt.Capabilities = everything
	asks := make(chan *Ask, 2)
	opt.OnAsk = func(a *Ask) { asks <- a }
	c := ready(t, fault("rounds"), opt)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan *Answer, 1)
	go func() {
		a, _ := c.Call(ctx, "x", []byte(`{}`), nil)
		done <- a
	}()
	first, second := <-asks, <-asks
	cancel()
	if a := <-done; a.Outcome != OutcomeInputRequired || len(a.Rounds) != 0 {
		t.Errorf("answer = %+v", a)
	}
	for _, a := range []*Ask{first, second} {
		<-a.Done()
		if a.State() != AskMoot {
			t.Errorf("state = %s", a.State())
		}
	}
}
