package wire

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestArgumentsAreExact sends texts which a decoder would change, and asks the server what came.
func TestArgumentsAreExact(t *testing.T) {
	c := ready(t, fault("ok"), quick())
	tests := []struct{ name, args, want, note string }{
		{"object", `{"title":null,"n":1.0}`, "", ""},
		{"spaces", "{ \"a\" :\t1 , \"b\": [ ] }", "", ""},
		{"no number of any machine", `{"n":1e400,"m":-0,"k":9223372036854775808123}`, "", ""},
		{"repeated names", `{"a":1,"a":2}`, "", ""},
		{"array", `[1,2]`, "", ""},
		{"null", `null`, "", ""},
		{"string", `"x"`, "", ""},
		{"escapes", `{"s":"\u00e9\/\u2028é<&>\ud800"}`, "", ""},
		{"invalid UTF-8", "{\"s\":\"a\xffb\"}", "", ""},
		{"left out", ``, "", ""},
		{"name in it", `{"arguments":{"name":1}}`, "", ""},
		{"line breaks", "{\n  \"a\": [\r\n 1,\n 2 ]\n}\n", `{  "a": [ 1, 2 ]}`, "one line"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want == "" {
				want = tt.args
			}
			a := call(t, c, "echo", tt.args)
			if a.Outcome != OutcomeOK {
				t.Fatalf("answer = %+v", a)
			}
			if got := string(a.Arguments); got != want {
				t.Errorf("Arguments = %s, want %s", got, want)
			}
			if tt.args == "" && a.Arguments != nil {
				t.Error("Arguments is there although left out")
			}
			// What the server says it got is what Sent says went out.
			var first string
			_ = eachElement(member(a.Result, "content"), func(v []byte) bool { first, _ = text(member(v, "text")); return false })
			if sent := strings.ToValidUTF8(string(a.Sent), "\uFFFD"); sent != strings.ReplaceAll(first, "\uFFFD\uFFFD", "\uFFFD") {
				t.Errorf("sent\n%s\nthe server got\n%s", sent, first)
			}
			if tt.args != "" && !bytes.Contains(a.Sent, []byte(`"arguments":`+want)) {
				t.Errorf("sent %s", a.Sent)
			}
			if !strings.Contains(a.Note, tt.note) || tt.note == "" && a.Note != "" {
				t.Errorf("note = %q, want %q", a.Note, tt.note)
			}
		})
	}
}

func TestNameIsExact(t *testing.T) {
	c := ready(t, fault("ok"), quick())
	a, err := c.Do(t.Context(), Call{Name: "odd", NameJSON: []byte(`"\ud800\/<b>"`)})
	if err != nil || a.Outcome != OutcomeOK || !bytes.Contains(a.Sent, []byte(`"name":"\ud800\/<b>"`)) {
		t.Errorf("answer = %+v, %v", a, err)
	}
	if _, err := c.Do(t.Context(), Call{Name: "odd", NameJSON: []byte(`7`)}); KindOf(err) != KindUsage {
		t.Errorf("err = %v, want kind usage", err)
	}
}

func TestArgumentsNotJSON(t *testing.T) {
	c := ready(t, fault("ok"), quick())
	for _, args := range []string{"", " ", "{", `{"a":}`, `{} {}`, "NaN", `{"a":1},"name":"other"`} {
		before := len(c.Messages())
		a, err := c.Call(t.Context(), "x", []byte(args), nil)
		if KindOf(err) != KindUsage || a != nil {
			t.Errorf("%q: %+v, %v; want kind usage", args, a, err)
		}
		if len(c.Messages()) != before {
			t.Errorf("%q: something was sent", args)
		}
	}
}

// TestOutcomes has the ways in which a server can answer a call.
func TestOutcomes(t *testing.T) {
	tests := []struct {
		mode    string
		outcome Outcome
		result  string
		note    string
	}{
		{"tool-error", OutcomeToolError, `{"content":[{"type":"text","text":"title: none is not an allowed value"}],"isError":true}`, ""},
		{"odd-content", OutcomeOK, `{"content":[{"type":"hologram","n":9223372036854775807},7],"structuredContent":null,"x":1.0}`, ""},
		{"input-required", OutcomeInputRequired, `{"resultType":"input_required","requestState":"s"}`, "asks for input"},
		{"odd-type", OutcomeProtocolError, `{"resultType":"task","taskId":"1"}`, `"task"`},
		{"call-string", OutcomeProtocolError, `"done"`, "no object"},
		{"string-id", OutcomeOK, `{"content":[]}`, "the string"},
		{"no-version", OutcomeOK, `{"content":[]}`, `"jsonrpc" is not "2.0"`},
		{"batch", OutcomeOK, `{"content":[]}`, "batch"},
		{"both", OutcomeProtocolError, `{"content":[]}`, "both a result and an error"},
		{"neither", OutcomeProtocolError, ``, ""},
		{"null-id", OutcomeProtocolError, ``, "without an id"},
		{"odd-error", OutcomeProtocolError, ``, ""},
		{"ask-flood", OutcomeOK, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			c := ready(t, fault(tt.mode), quick())
			a := call(t, c, "x", `{}`)
			if a.Outcome != tt.outcome {
				t.Errorf("outcome = %q, want %q: %+v", a.Outcome, tt.outcome, a)
			}
			if tt.result != "" && string(a.Result) != tt.result {
				t.Errorf("result = %s\nwant %s", a.Result, tt.result)
			}
			if !strings.Contains(a.Note, tt.note) || tt.note == "" && a.Note != "" {
				t.Errorf("note = %q, want %q", a.Note, tt.note)
			}
			if a.Received == nil || a.Sent == nil || a.Duration <= 0 || a.Duration > 10*time.Second {
				t.Errorf("answer = %+v", a)
			}
			if len(listTools(t, c).Pages) != 1 {
				t.Error("the session did not go on")
			}
		})
	}
}

func TestErrorKeepsBytes(t *testing.T) {
	c := ready(t, fault("odd-error"), quick())
	a := call(t, c, "x", `{}`)
	want := &RPCError{Raw: []byte(`{"code":"E1","message":["no"],"data":{"n":1e400}}`), Data: []byte(`{"n":1e400}`)}
	if diff := cmp.Diff(want, a.Error); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestDuplicateAnswer(t *testing.T) {
	c := ready(t, fault("duplicate"), quick())
	if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
		t.Fatalf("answer = %+v", a)
	}
	eventually(t, "the second answer is marked", func() bool { return noted(c, "second answer") })
	if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
		t.Errorf("the next call: %+v", a)
	}
}

func sentMethod(c *Conn, method string) bool {
	for _, m := range c.Messages() {
		if m.Direction == Sent && m.Method == method {
			return true
		}
	}
	return false
}

func noted(c *Conn, note string) bool {
	for _, m := range c.Messages() {
		if m.Direction == Received && strings.Contains(m.Note, note) {
			return true
		}
	}
	return false
}

func TestWrongID(t *testing.T) {
	c := ready(t, fault("wrong-id"), quick())
	a, err := c.Do(t.Context(), Call{Name: "x", Arguments: []byte("{}"), Idle: 200 * time.Millisecond})
	if err != nil || a.Outcome != OutcomeTimedOut {
		t.Fatalf("answer = %+v, %v", a, err)
	}
	wantContains(t, "failure", a.Failure.Error(), "within 200ms", "id 99")
}

func TestCallTimeouts(t *testing.T) {
	c := ready(t, fault("progress", "50", "20"), quick())
	a, err := c.Do(t.Context(), Call{Name: "x", Idle: 500 * time.Millisecond, Total: 400 * time.Millisecond})
	if err != nil || a.Outcome != OutcomeTimedOut || len(a.Progress) < 2 {
		t.Fatalf("progress must not lengthen the total time: %+v, %v", a, err)
	}
	wantContains(t, "failure", a.Failure.Error(), "within 400ms")

	c = ready(t, fault("progress", "8", "150"), quick())
	a, err = c.Do(t.Context(), Call{Name: "x", Idle: 900 * time.Millisecond})
	if err != nil || a.Outcome != OutcomeOK || len(a.Progress) != 8 {
		t.Errorf("progress must lengthen the idle time: %+v, %v", a, err)
	}
}

func TestProgress(t *testing.T) {
	c := ready(t, fault("progress"), quick())
	var seen recorder[float64]
	a, err := c.Call(t.Context(), "x", []byte(`{}`), func(p Progress) { seen.add(p.Progress) })
	if err != nil || a.Outcome != OutcomeOK {
		t.Fatalf("answer = %+v, %v", a, err)
	}
	if diff := cmp.Diff([]float64{1, 2, 3}, seen.all()); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if p := a.Progress[2]; p.Total != 3 || p.Message != "step" || !bytes.Contains(p.Raw, []byte(`"progress":3`)) {
		t.Errorf("progress = %+v", p)
	}
}

func TestCancelAndLateAnswer(t *testing.T) {
	c := ready(t, fault("late"), quick())
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for !sentMethod(c, "tools/call") {
			time.Sleep(5 * time.Millisecond)
		}
		cancel(errors.New("pressed Cancel"))
	}()
	a, err := c.Call(ctx, "x", []byte(`{}`), nil)
	if err != nil || a.Outcome != OutcomeCancelled || a.Received != nil {
		t.Fatalf("answer = %+v, %v", a, err)
	}
	id := string(member(a.Sent, "id"))
	eventually(t, "the reason is sent", func() bool {
		for _, m := range c.Messages() {
			if m.Method == "notifications/cancelled" && bytes.Contains(m.Raw, []byte(`"reason":"cancelled by the user"`)) {
				return true
			}
		}
		return false
	})
	eventually(t, "the server was told", func() bool { return strings.Contains(string(c.Stderr()), "cancelled "+id) })
	eventually(t, "the late answer is marked", func() bool { return noted(c, "late: the request was cancelled by the user") })
	second, err := c.Do(t.Context(), Call{Name: "x", Idle: 200 * time.Millisecond})
	if err != nil || second.Outcome != OutcomeTimedOut || strings.Contains(second.Failure.Error(), "no open request") {
		t.Errorf("the late answer of another call explains nothing: %+v, %v", second, err)
	}
	if c.State().Phase != PhaseReady {
		t.Errorf("state = %+v", c.State())
	}
}

func TestServerGoneDuringCall(t *testing.T) {
	c := ready(t, fault("call-exit"), quick())
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeServerGone || a.Failure == nil || a.Failure.Exit == nil || a.Failure.Exit.Code != 7 {
		t.Fatalf("answer = %+v", a)
	}
	wantContains(t, "failure", a.Failure.Error(), "exit status 7", "out of paper")
	<-c.Done()
	if s := c.State(); s.Phase != PhaseFailed || c.Exit() == nil || c.Exit().Code != 7 || c.Exit().ByUs {
		t.Errorf("state = %+v, exit %+v", s, c.Exit())
	}
}

func TestCloseDuringCall(t *testing.T) {
	c := ready(t, fault("call-hang"), quick())
	done := make(chan *Answer, 1)
	go func() {
		a, _ := c.Call(context.Background(), "x", []byte(`{}`), nil)
		done <- a
	}()
	eventually(t, "the call is out", func() bool { return sentMethod(c, "tools/call") })
	closeConn(t, c)
	a := <-done
	if a == nil || a.Outcome != OutcomeServerGone || a.Failure.Kind != KindClosed {
		t.Fatalf("answer = %+v", a)
	}
	wantContains(t, "failure", a.Failure.Error(), "restarted or disconnected")
}

func TestParallelCalls(t *testing.T) {
	c := ready(t, fault("ok"), quick())
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			args := []byte(`{"i":` + strings.Repeat("1", i+1) + `}`)
			a, err := c.Call(t.Context(), "x", args, nil)
			if err != nil || a.Outcome != OutcomeOK || !bytes.Contains(a.Received, args[5:]) || !bytes.Equal(a.Arguments, args) {
				t.Errorf("call %d: %+v, %v", i, a, err)
			}
		})
	}
	wg.Wait()
}

func TestNotificationFlood(t *testing.T) {
	c := ready(t, fault("flood", "20000"), quick())
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeOK {
		t.Fatalf("answer = %+v", a)
	}
	messages, _ := c.Dropped()
	if n := len(c.Messages()); n != 5000 || messages < 15000 {
		t.Errorf("%d messages kept, %d dropped", n, messages)
	}
}

// TestServerAsks has a server ask for things that were never declared: all are answered at
// once, each under the exact id it came with.
func TestServerAsks(t *testing.T) {
	c := ready(t, fault("asks"), quick())
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeOK {
		t.Fatalf("answer = %+v", a)
	}
	got := string(a.Result)
	wantContains(t, "answers", got, `\"id\":9007199254740993,\"result\":{}`, `\"id\":\"e\",\"error\":`, `\"id\":1.5,\"error\":`, `\"id\":\"u\",\"error\":`, `-32601`)
	asked := 0
	for _, m := range c.Messages() {
		if m.Direction == Received && m.Kind == MessageRequest {
			asked++
		}
	}
	if asked != 4 {
		t.Errorf("%d requests of the server in the messages, want 4", asked)
	}
}
