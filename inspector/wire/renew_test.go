package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// forgetful is a legacy server over HTTP which knows its sessions only until forget is called.
type forgetful struct {
	mu       sync.Mutex
	sessions int    // begun so far
	known    string // the one it knows; "" = none
	deleted  []string
	fickle   bool // forgets each session as soon as it is begun
	slow     int  // calls of the tool "slow", each of which ends when release is closed
	release  chan struct{}
}

func (f *forgetful) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = ""
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	session := r.Header.Get("Mcp-Session-Id")
	if r.Method == http.MethodDelete {
		f.deleted = append(f.deleted, session)
	}
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, _ := io.ReadAll(r.Body)
	method, _ := text(member(body, "method"))
	id := string(member(body, "id"))
	result := ""
	switch {
	case method == "server/discover":
		http.Error(w, "no session", http.StatusBadRequest)
		return
	case method == "initialize":
		if session != "" {
			http.Error(w, "initialize with a session id", http.StatusTeapot)
			return
		}
		f.sessions++
		f.known = fmt.Sprintf("s%d", f.sessions)
		w.Header().Set("Mcp-Session-Id", f.known)
		result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
		if f.fickle {
			f.known = "nobody's"
		}
	case id == "":
		w.WriteHeader(http.StatusAccepted)
		return
	case session != f.known:
		if f.sessions%2 == 0 {
			http.Error(w, "Session not found", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json") // as the TypeScript SDK says it
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`)
		return
	case method == "un/heard":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":%s}`, id)
		return
	case bytes.Contains(body, []byte(`"slow"`)):
		f.slow++
		f.mu.Unlock()
		<-f.release
		f.mu.Lock()
		result = `{"content":[]}`
	case method == "tools/list":
		result = fmt.Sprintf(`{"tools":[{"name":"of %s"}]}`, session)
	default:
		result = fmt.Sprintf(`{"content":[],"structuredContent":%q}`, session)
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

// TestForgottenSession: the call that finds out is sent again in a new session.
func TestForgottenSession(t *testing.T) {
	f := &forgetful{}
	opt := quick()
	var changes atomic.Int32
	var states recorder[Phase]
	opt.OnToolsChanged = func() { changes.Add(1) }
	opt.OnState = func(s State) { states.add(s.Phase) }
	c := ready(t, Endpoint{URL: serve(t, f).URL}, opt)
	listTools(t, c)
	f.forget()
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeOK || string(member(a.Result, "structuredContent")) != `"s2"` {
		t.Fatalf("answer = %+v", a)
	}
	wantContains(t, "note", a.Note, "no longer knew the session", "sent again")
	eventually(t, "the list counts as changed", func() bool { return changes.Load() == 1 })
	f.forget()
	list := listTools(t, c)
	if len(list.Pages) != 1 || !bytes.Contains(list.Pages[0], []byte("of s3")) || len(list.Warnings) != 1 {
		t.Errorf("pages %q, warnings %q", pages(list), list.Warnings)
	}
	if p := c.State().Phase; p != PhaseReady || len(states.all()) != 2 {
		t.Errorf("phase %s after %v", p, states.all())
	}
	var steps []string
	for _, s := range c.Info().Steps {
		steps = append(steps, s.Name+": "+s.Outcome)
	}
	wantContains(t, "steps", strings.Join(steps, "\n"), "keep the session: The server no longer knows the session (HTTP 404)")
	closeConn(t, c)
	f.mu.Lock()
	defer f.mu.Unlock()
	if got := strings.Join(f.deleted, " "); got != "s3" {
		t.Errorf("sessions deleted: %q; what a server has forgotten needs no DELETE", got)
	}
}

// TestForgottenByMany has several calls find out at once: one new session is begun for all.
func TestForgottenByMany(t *testing.T) {
	f := &forgetful{}
	c := ready(t, Endpoint{URL: serve(t, f).URL}, quick())
	listTools(t, c)
	f.forget()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
				t.Errorf("answer = %+v", a)
			}
		})
	}
	wg.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sessions != 2 {
		t.Errorf("%d sessions, want 2", f.sessions)
	}
}

// TestForgottenDuringACall: what is under way when the session is lost goes on to its end, and
// is not made again.
func TestForgottenDuringACall(t *testing.T) {
	f := &forgetful{release: make(chan struct{})}
	c := ready(t, Endpoint{URL: serve(t, f).URL}, quick())
	listTools(t, c)
	done := make(chan *Answer, 1)
	go func() {
		a, err := c.Call(t.Context(), "slow", []byte(`{}`), nil)
		if err != nil {
			t.Error(err)
		}
		done <- a
	}()
	eventually(t, "the slow call is out", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return f.slow == 1 })
	f.forget()
	if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK || string(member(a.Result, "structuredContent")) != `"s2"` {
		t.Errorf("answer = %+v", a)
	}
	close(f.release)
	if a := <-done; a.Outcome != OutcomeOK {
		t.Errorf("the slow call: %+v", a)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.slow != 1 {
		t.Errorf("the slow call was made %d times", f.slow)
	}
}

// TestUnknownMethodInASession: a 404 that says what it means ends no session.
func TestUnknownMethodInASession(t *testing.T) {
	f := &forgetful{}
	c := ready(t, Endpoint{URL: serve(t, f).URL}, quick())
	a, err := c.Request(t.Context(), Request{Method: "un/heard"})
	if err != nil || a.Outcome != OutcomeProtocolError || a.Error == nil || a.Error.Code != -32601 {
		t.Errorf("answer = %+v, %v", a, err)
	}
	f.forget()
	if a, err = c.Request(t.Context(), Request{Method: "any"}); err != nil || a.Outcome != OutcomeOK {
		t.Errorf("answer = %+v, %v", a, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sessions != 2 {
		t.Errorf("%d sessions, want 2", f.sessions)
	}
}

// TestFickleServer has a server that never keeps a session: it must not be asked for ever.
func TestFickleServer(t *testing.T) {
	f := &forgetful{fickle: true}
	c := ready(t, Endpoint{URL: serve(t, f).URL}, quick())
	_, err := c.ListTools(t.Context())
	if KindOf(err) != KindHTTPStatus {
		t.Errorf("err = %v", err)
	}
	<-c.Done()
	if s := c.State(); s.Phase != PhaseFailed || !strings.Contains(s.Err.Error(), "no longer knows the session") {
		t.Errorf("state = %+v", s)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sessions != maxBarren {
		t.Errorf("%d sessions, want %d", f.sessions, maxBarren)
	}
}

// TestRenewalFails has the server gone when the new session is opened.
func TestRenewalFails(t *testing.T) {
	f := &forgetful{}
	var gone atomic.Bool
	c := ready(t, Endpoint{URL: serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() && r.Header.Get("Mcp-Session-Id") == "" {
			http.Error(w, "down for repair", http.StatusServiceUnavailable)
			return
		}
		f.ServeHTTP(w, r)
	})).URL}, quick())
	listTools(t, c)
	gone.Store(true)
	f.forget()
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeProtocolError || a.Failure == nil || a.Failure.Status != 404 {
		t.Errorf("answer = %+v", a)
	}
	<-c.Done()
	if s := c.State(); s.Phase != PhaseFailed || !strings.Contains(s.Err.Error(), "down for repair") {
		t.Errorf("state = %+v", s)
	}
}

// TestListening has subscriptions over stdio: their ids differ, an error is final, an end is
// not, and each beginning but the first counts as a change.
func TestListening(t *testing.T) {
	tests := []struct {
		what    string
		listens int // at least
		final   bool
		changes bool
	}{
		{"keep", 1, true, true},
		{"error", 1, true, false},
		{"end", 2, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			opt := quick()
			var changes atomic.Int32
			opt.OnToolsChanged = func() { changes.Add(1) }
			c := ready(t, fault("listen", tt.what), opt)
			listens := func() []string {
				var ids []string
				for line := range strings.Lines(string(c.Stderr())) {
					if id, ok := strings.CutPrefix(strings.TrimSpace(line), "listen "); ok {
						ids = append(ids, id)
					}
				}
				return ids
			}
			eventually(t, "subscriptions", func() bool { return len(listens()) >= tt.listens && (changes.Load() > 0) == tt.changes })
			if tt.final {
				time.Sleep(firstDelay + 300*time.Millisecond)
				if n := len(listens()); n != tt.listens {
					t.Errorf("%d subscriptions, want %d", n, tt.listens)
				}
			} else if ids := listens(); ids[0] == ids[1] {
				t.Errorf("the id %s came twice", ids[0])
			}
			if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
				t.Errorf("answer = %+v", a)
			}
		})
	}
}

// TestListeningOverHTTP has a proxy that cuts the stream of a subscription: the next one is
// opened, and a change that is told in it is noticed.
func TestListeningOverHTTP(t *testing.T) {
	var listens recorder[string]
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := member(body, "id")
		switch method, _ := text(member(body, "method")); method {
		case "server/discover":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}}`, id)
		case "subscriptions/listen":
			listens.add(r.Header.Get("Mcp-Method") + " " + r.Header.Get("Mcp-Protocol-Version") + " " + string(id))
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}\n\n")
			w.(http.Flusher).Flush()
			if len(listens.all()) > 1 {
				<-r.Context().Done()
			}
		}
	}))
	opt := quick()
	changes := make(chan struct{}, 10)
	opt.OnToolsChanged = func() { changes <- struct{}{} }
	c := ready(t, Endpoint{URL: srv.URL, Era: EraModern}, opt)
	<-changes
	eventually(t, "a second subscription", func() bool { return len(listens.all()) == 2 })
	<-changes
	got := listens.all()
	if !strings.HasPrefix(got[0], "subscriptions/listen 2026-07-28 ") || got[0] == got[1] {
		t.Errorf("subscriptions = %q", got)
	}
	if !noted(c, "names no subscription") {
		t.Error("a change without the id of its subscription is not marked")
	}
}

// TestRequest sends other methods than those of tools.
func TestRequest(t *testing.T) {
	c := ready(t, fault("any"), quick())
	for _, params := range []string{"", "{}", `{ "n":1e400,"uri":"\u00e9" }`} {
		r := Request{Method: "resources/read"}
		if params != "" {
			r.Params = []byte(params)
		}
		a, err := c.Request(t.Context(), r)
		if err != nil || a.Outcome != OutcomeOK {
			t.Fatalf("answer = %+v, %v", a, err)
		}
		line, _ := text(member(a.Result, "line"))
		if line != string(a.Sent) || params == "" && strings.Contains(line, "params") {
			t.Errorf("the server got %s, sent %s", line, a.Sent)
		}
		if want := strings.TrimSpace(strings.Trim(params, "{ }")); !strings.Contains(line, want) {
			t.Errorf("the server got %s without %s", line, want)
		}
	}
	if _, err := c.Request(t.Context(), Request{Method: "x", Params: []byte("[1]")}); KindOf(err) != KindUsage {
		t.Errorf("err = %v, want kind usage", err)
	}
	a, err := c.Request(t.Context(), Request{Method: "hang", Idle: 100 * time.Millisecond})
	if err != nil || a.Outcome != OutcomeTimedOut {
		t.Fatalf("answer = %+v, %v", a, err)
	}
	id := string(member(a.Sent, "id"))
	eventually(t, "the server is told", func() bool {
		return strings.Contains(string(c.Stderr()), `told {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if a, err = c.Request(ctx, Request{Method: "hang"}); err != nil || a.Outcome != OutcomeCancelled {
		t.Errorf("answer = %+v, %v", a, err)
	}
}

func TestRequestOverHTTP(t *testing.T) {
	for _, transport := range []string{TransportHTTP, TransportSSE} {
		t.Run(transport, func(t *testing.T) { requestOverHTTP(t, transport) })
	}
}

// requestOverHTTP asks the SDK's server for something that has no method of its own here.
func requestOverHTTP(t *testing.T, transport string) {
	ep := sdkEndpoint(t, transport)
	c := ready(t, ep, quick())
	a, err := c.Request(t.Context(), Request{Method: "resources/list", Params: []byte(`{}`)})
	if err != nil || a.Outcome != OutcomeOK || string(member(a.Result, "resources")) != "[]" {
		t.Fatalf("answer = %+v, %v", a, err)
	}
	a, err = c.Request(t.Context(), Request{Method: "prompts/get", Params: []byte(`{"name":"no such prompt"}`)})
	if err != nil || a.Outcome != OutcomeProtocolError || a.Error == nil || strings.Contains(a.Error.Message, "eader") {
		t.Errorf("answer = %+v (%v), %v", a, a.Error, err)
	}
}

// TestOwnHeaders has what 2026-07-28 wants in the headers of a request of ours, unsafe values
// in base64 once (the Go SDK's server doesn't decode them: go-sdk #1243).
func TestOwnHeaders(t *testing.T) {
	var got recorder[http.Header]
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got.add(r.Header.Clone())
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}`, member(body, "id"))
	}))
	c := ready(t, Endpoint{URL: srv.URL, Era: EraModern}, quick())
	for _, params := range []string{`{"uri":"file:///a b"}`, `{"uri":"größe\n"}`, `{"uri":7}`} {
		if _, err := c.Request(t.Context(), Request{Method: "resources/read", Params: []byte(params)}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"file:///a b", "=?base64?Z3LDtsOfZQo=?=", ""} {
		h := got.all()[i+1]
		if h.Get("Mcp-Method") != "resources/read" || h.Get("Mcp-Name") != want || h.Get("Mcp-Protocol-Version") != "2026-07-28" {
			t.Errorf("headers of request %d: %v", i, h)
		}
	}
}
