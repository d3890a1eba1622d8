package wire

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkServer is a server made with the SDK, whose tool "greet" answers and whose tool "grow"
// adds a tool.
func sdkServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "3"}, nil)
	schema := map[string]any{"type": "object", "properties": map[string]any{
		"region": map[string]any{"type": []string{"string", "null"}, "x-mcp-header": "Region"},
		"count":  map[string]any{"type": "integer", "x-mcp-header": "Count"},
	}}
	s.AddTool(&mcp.Tool{Name: "greet", InputSchema: schema}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if token := r.Params.GetProgressToken(); token != nil {
			_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 1, Message: "half way"})
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "grow", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.AddTool(&mcp.Tool{Name: "new", InputSchema: schema}, nil)
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "wait", InputSchema: schema}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Second):
		}
		return nil, errors.New("waited")
	})
	return s
}

// sdkEndpoint is sdkServer behind one of the HTTP transports; its resources and prompts are empty.
func sdkEndpoint(t *testing.T, transport string) Endpoint {
	server := sdkServer()
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "x://{a}", Name: "x"}, nil)
	server.AddPrompt(&mcp.Prompt{Name: "p"}, nil)
	get := func(*http.Request) *mcp.Server { return server }
	if transport == TransportSSE {
		return Endpoint{URL: serve(t, mcp.NewSSEHandler(get, nil)).URL, Transport: transport}
	}
	return Endpoint{URL: serve(t, mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true})).URL, Transport: transport}
}

// serve starts an HTTP server for one test; its goroutines end before noLeaks looks.
func serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	noLeaks(t)
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

func TestHTTPWithSDKServer(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		for _, json := range []bool{false, true} {
			for _, era := range []string{EraAuto, EraLegacy} {
				t.Run(fmt.Sprintf("stateless=%v json=%v %s", stateless, json, era), func(t *testing.T) {
					var calls recorder[http.Header]
					server := sdkServer()
					handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
						&mcp.StreamableHTTPOptions{Stateless: stateless, JSONResponse: json})
					srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						body, _ := io.ReadAll(r.Body)
						r.Body = io.NopCloser(bytes.NewReader(body))
						if bytes.Contains(body, []byte(`"tools/call"`)) {
							calls.add(r.Header.Clone())
						}
						handler.ServeHTTP(w, r)
					}))
					c := ready(t, Endpoint{URL: srv.URL + "/mcp?key=hidden", Era: era, Header: http.Header{"X-Api-Key": {"hidden too"}}}, quick())
					info := c.Info()
					if info.Name != "sdk" || info.Version != "3" || info.Transport != TransportHTTP {
						t.Errorf("info = %+v", info)
					}
					list := listTools(t, c)
					if len(list.Pages) != 1 || !bytes.Contains(list.Pages[0], []byte(`"x-mcp-header":"Region"`)) {
						t.Errorf("pages = %q", pages(list))
					}
					args := "{ \"region\":null,\n\"count\": 42, \"big\":12345678901234567890}"
					a := call(t, c, "greet", args)
					if a.Outcome != OutcomeOK || string(a.Arguments) != args || a.Note != "" {
						t.Errorf("answer = %+v", a)
					}
					if got, _ := text(member(firstElement(member(a.Result, "content")), "text")); !strings.Contains(got, "12345678901234567890") {
						t.Errorf("result = %s", a.Result)
					}
					header := calls.all()[0]
					if got := header.Get("X-Api-Key"); got != "hidden too" {
						t.Errorf("configured header = %q", got)
					}
					modern := info.Era == EraModern
					if got := header.Get("Mcp-Param-Count") + header.Get("Mcp-Param-Region"); modern && got != "42" || !modern && got != "" {
						t.Errorf("parameter headers = %q", got)
					}
					checkHTTPMessages(t, c)
				})
			}
		}
	}
}

func firstElement(array []byte) (first []byte) {
	_ = eachElement(array, func(v []byte) bool { first = v; return false })
	return first
}

func checkHTTPMessages(t *testing.T, c *Conn) {
	t.Helper()
	statuses := 0
	for _, m := range c.Messages() {
		if s := fmt.Sprintf("%+v %s", m.HTTP, m.Raw); strings.Contains(s, "hidden") {
			t.Errorf("a credential in message %d: %s", m.Seq, s)
		}
		if m.HTTP != nil && m.HTTP.Status == 200 {
			statuses++
		}
	}
	if statuses < 3 {
		t.Errorf("only %d messages with a status", statuses)
	}
}

func TestHTTPProgressAndChanges(t *testing.T) {
	for _, era := range []string{EraModern, EraLegacy} {
		t.Run(era, func(t *testing.T) {
			server := sdkServer()
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
				&mcp.StreamableHTTPOptions{Stateless: era == EraModern, PropagateRequestCancellation: true})
			srv := serve(t, handler)
			opt := quick()
			changed := make(chan struct{}, 10)
			opt.OnToolsChanged = func() { changed <- struct{}{} }
			c := ready(t, Endpoint{URL: srv.URL, Era: era}, opt)
			a := call(t, c, "greet", `{}`)
			if a.Outcome != OutcomeOK || len(a.Progress) != 1 || a.Progress[0].Message != "half way" {
				t.Errorf("answer = %+v", a)
			}
			// The stream of the server's own opens a moment after the session.
			eventually(t, "a change is noticed", func() bool {
				call(t, c, "grow", `{}`)
				select {
				case <-changed:
					return true
				case <-time.After(50 * time.Millisecond):
					return false
				}
			})
		})
	}
}

func TestHTTPCancel(t *testing.T) {
	for _, era := range []string{EraModern, EraLegacy} {
		t.Run(era, func(t *testing.T) {
			server := sdkServer()
			srv := serve(t, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
				&mcp.StreamableHTTPOptions{Stateless: era == EraModern, PropagateRequestCancellation: true}))
			c := ready(t, Endpoint{URL: srv.URL, Era: era}, quick())
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			a, err := c.Call(ctx, "wait", []byte(`{}`), nil)
			if err != nil || a.Outcome != OutcomeCancelled {
				t.Fatalf("answer = %+v, %v", a, err)
			}
			told := func() bool { return sentMethod(c, "notifications/cancelled") }
			if era == EraLegacy {
				eventually(t, "notifications/cancelled is sent", told)
			} else if time.Sleep(50 * time.Millisecond); told() {
				t.Error("2026-07-28 cancels over HTTP by closing the stream, not by a notification")
			}
			if a := call(t, c, "greet", `{}`); a.Outcome != OutcomeOK {
				t.Errorf("the next call: %+v", a)
			}
		})
	}
}

func TestSSETransport(t *testing.T) {
	for _, transport := range []string{TransportSSE, ""} { // asked for, and found by falling back
		t.Run("transport "+transport, func(t *testing.T) {
			server := sdkServer()
			srv := serve(t, mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil))
			c := ready(t, Endpoint{URL: srv.URL + "/sse", Transport: transport}, quick())
			if info := c.Info(); info.Transport != TransportSSE || info.Era != EraLegacy || info.Name != "sdk" {
				t.Errorf("info = %+v", info)
			}
			if len(listTools(t, c).Pages) != 1 {
				t.Error("no list")
			}
			if a := call(t, c, "greet", `{"a":1.0}`); a.Outcome != OutcomeOK || !bytes.Contains(a.Result, []byte(`1.0`)) {
				t.Errorf("answer = %+v", a)
			}
		})
	}
}

// scripted is an HTTP server of the legacy era whose tools/call does as the test says.
func scripted(onCall http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, _ := io.ReadAll(r.Body)
		id := string(member(body, "id"))
		r.Header.Set("Test-Id", id)
		w.Header().Set("Content-Type", "application/json")
		switch method, _ := text(member(body, "method")); method {
		case "initialize":
			w.Header().Set("Mcp-Session-Id", "session-1")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}`, id)
		case "tools/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}`, id)
		case "tools/call":
			w.Header().Del("Content-Type")
			onCall(w, r)
		case "server/discover":
			w.Header().Set("Content-Type", "text/plain")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, "no valid session")
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	})
}

// TestHTTPFaults has calls that go wrong on the way; each must be explained and leave the
// session usable.
func TestHTTPFaults(t *testing.T) {
	reply := func(status int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			fmt.Fprint(w, strings.ReplaceAll(body, "$ID", r.Header.Get("Test-Id")))
		}
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range 16 {
		_, _ = z.Write(make([]byte, 1<<20))
	}
	_ = z.Close()
	tests := []struct {
		name    string
		onCall  http.HandlerFunc
		outcome Outcome
		kind    Kind // "" = the server's own word
		want    []string
	}{
		{"HTML with 200", reply(200, "text/html", "<html><title>Welcome page</title>"), OutcomeProtocolError, KindNotJSON, []string{"text/html", "Welcome page"}},
		{"500", reply(500, "text/plain", "stack trace"), OutcomeProtocolError, KindHTTPStatus, []string{"HTTP 500", "stack trace"}},
		{"503 page", reply(503, "text/html", "<title>Busy</title>"), OutcomeProtocolError, KindHTTPStatus, []string{"503", "Busy"}},
		{"400 with a JSON-RPC error", reply(400, "application/json", `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32020,"message":"HeaderMismatch"}}`), OutcomeProtocolError, "", []string{"HeaderMismatch"}},
		{"not JSON", reply(200, "application/json", `{"jsonrpc":"2.0",`), OutcomeProtocolError, KindNotJSON, []string{"not valid JSON"}},
		{"empty", reply(200, "application/json", ``), OutcomeProtocolError, KindNotJSON, nil},
		{"202", reply(202, "", ``), OutcomeProtocolError, KindNotJSON, []string{"HTTP 202"}},
		{"another message", reply(200, "application/json", `{"jsonrpc":"2.0","method":"notifications/message"}`), OutcomeProtocolError, KindProtocol, []string{"no answer to the request"}},
		{"wrong id", reply(200, "application/json", `{"jsonrpc":"2.0","id":77,"result":{"content":[]}}`), OutcomeOK, "", []string{"id is 77"}},
		{"batch", reply(200, "application/json", `[{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}]`), OutcomeOK, "", nil},
		{"events end early", reply(200, "text/event-stream", ": hello\n\n"), OutcomeServerGone, KindStream, []string{"ended before the answer"}},
		{"broken event", reply(200, "text/event-stream", "data: not json\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[]}}\n\n"), OutcomeOK, "", nil},
		{"odd events", reply(200, "text/event-stream", "\xef\xbb\xbfretry\nevent: ping\ndata: x\n\ndata: {\"jsonrpc\":\"2.0\",\r\ndata:\"id\":$ID,\"result\":{\"content\":[]}}\r\n\r\n"), OutcomeOK, "", nil},
		{"event without an end", reply(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[]}}"), OutcomeOK, "", nil},
		{"event not JSON at all", reply(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":NaN}\n\n"), OutcomeProtocolError, KindNotJSON, []string{"not valid JSON"}},
		{"too large", reply(200, "application/json", `{"jsonrpc":"2.0","id":$ID,"result":"`+strings.Repeat("x", 1<<20)+`"}`), OutcomeProtocolError, KindTooLarge, []string{"limit of 1048576"}},
		{"too large event", reply(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":\""+strings.Repeat("x", 1<<20)+"\"}\n\n"), OutcomeProtocolError, KindTooLarge, []string{"limit of 1048576"}},
		{"gzip bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		}, OutcomeProtocolError, KindTooLarge, []string{"limit of 1048576"}},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"jsonrpc"`)
		}, OutcomeServerGone, KindStream, []string{"in the middle"}},
		{"redirect by GET", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
			OutcomeProtocolError, KindRedirect, []string{"/elsewhere", "HTTP 302"}},
		{"401", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://as.example"`)
			w.WriteHeader(401)
		}, OutcomeProtocolError, KindAuth, []string{"HTTP 401", "as.example", "headers"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := quick()
			opt.Limits.Message = 1 << 20
			c := ready(t, Endpoint{URL: serve(t, scripted(tt.onCall)).URL}, opt)
			a := call(t, c, "x", `{}`)
			said := a.Note
			if a.Failure != nil {
				said += a.Failure.Error()
			}
			if a.Error != nil {
				said += a.Error.Error()
			}
			if a.Outcome != tt.outcome || a.Failure != nil && a.Failure.Kind != tt.kind || a.Failure == nil && tt.kind != "" {
				t.Errorf("outcome %q, kind of %+v; want %q, %q\n%s", a.Outcome, a.Failure, tt.outcome, tt.kind, said)
			}
			wantContains(t, "the explanation", said, tt.want...)
			if len(listTools(t, c).Pages) != 1 {
				t.Error("the session did not go on")
			}
		})
	}
}

func TestHTTPConnectFails(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	status := func(code int, body string) string {
		return serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		})).URL
	}
	hang := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server doesn't notice that the client leaves
		<-r.Context().Done()
	})).URL
	tests := []struct {
		name string
		url  string
		kind Kind
		want []string
	}{
		{"nothing listens", gone.URL, KindRefused, []string{"Nothing listens", "connection refused"}},
		{"unknown host", "http://no-such-host.invalid/mcp?token=hidden", KindRefused, []string{"no-such-host.invalid", "/mcp?…"}},
		{"401", status(401, "who are you"), KindAuth, []string{"HTTP 401", "invalid_token", "who are you", "Authorization"}},
		{"403", status(403, "not you"), KindAuth, []string{"HTTP 403", "not you"}},
		{"404", status(404, "<title>Not here</title>"), KindHTTPStatus, []string{"HTTP 404", "Not here", "/mcp"}},
		{"500", status(500, "oops"), KindHTTPStatus, []string{"HTTP 500", "oops"}},
		{"a web page", serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "<html><title>Home</title></html>")
		})).URL, KindNotJSON, []string{"text/html", "Home"}},
		{"silent", hang, KindSilent, []string{"no answer within"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := quick()
			if tt.kind == KindSilent {
				opt.ProbeTimeout, opt.ConnectTimeout = 200*time.Millisecond, 300*time.Millisecond
			}
			c := open(t, Endpoint{URL: tt.url}, opt)
			e := failed(t, c)
			if e.Kind != tt.kind {
				t.Errorf("kind = %q, want %q", e.Kind, tt.kind)
			}
			wantContains(t, "error", e.Error(), tt.want...)
			if strings.Contains(e.Error(), "hidden") {
				t.Errorf("a credential in the error: %v", e)
			}
			if e.Next == "" || e.Where == "" {
				t.Errorf("the error lacks where or what to do: %+v", e)
			}
		})
	}
}

// TestRedirects follows within the origin, and carries nothing to another one.
func TestRedirects(t *testing.T) {
	var reached atomic.Int32
	other := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	inner := scripted(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, r.Header.Get("Test-Id"))
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp/", inner)
	mux.Handle("/mcp", http.RedirectHandler("/mcp/", http.StatusTemporaryRedirect))
	mux.Handle("/away", http.RedirectHandler(other.URL+"/mcp?secret=1", http.StatusPermanentRedirect))
	srv := serve(t, mux)

	c := ready(t, Endpoint{URL: srv.URL + "/mcp", Header: http.Header{"Authorization": {"Bearer hidden"}}}, quick())
	if a := call(t, c, "x", `{"n":1e400}`); a.Outcome != OutcomeOK || string(a.Arguments) != `{"n":1e400}` {
		t.Errorf("answer = %+v", a)
	}

	e := failed(t, open(t, Endpoint{URL: srv.URL + "/away", Header: http.Header{"Authorization": {"Bearer hidden"}}}, quick()))
	if e.Kind != KindRedirect || reached.Load() != 0 {
		t.Errorf("error %v; the other origin got %d requests", e, reached.Load())
	}
	wantContains(t, "error", e.Error(), other.URL, "another origin")
}

// TestSSEEndpointElsewhere has an SSE server send its client to another host.
func TestSSEEndpointElsewhere(t *testing.T) {
	var reached atomic.Int32
	other := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: endpoint\ndata: %s/messages\n\n", other.URL)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	e := failed(t, open(t, Endpoint{URL: srv.URL, Transport: TransportSSE, Header: http.Header{"Authorization": {"x"}}}, quick()))
	if e.Kind != KindRedirect || reached.Load() != 0 {
		t.Errorf("error %v; the other origin got %d requests", e, reached.Load())
	}
}

func TestSessionLost(t *testing.T) {
	c := ready(t, Endpoint{URL: serve(t, scripted(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "Session not found")
	})).URL}, quick())
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeProtocolError || a.Failure.Status != 404 {
		t.Errorf("answer = %+v", a)
	}
	<-c.Done()
	if s := c.State(); s.Phase != PhaseFailed || !strings.Contains(s.Err.Error(), "no longer knows the session") {
		t.Errorf("state = %+v", s)
	}
}

// TestStreamThatNeverBegins has a server which sends no header on the GET stream: connecting
// must not wait for it.
func TestStreamThatNeverBegins(t *testing.T) {
	inner := scripted(nil)
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			<-r.Context().Done()
			return
		}
		inner.ServeHTTP(w, r)
	}))
	start := time.Now()
	c := ready(t, Endpoint{URL: srv.URL}, quick())
	listTools(t, c)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
}

// TestStreamIsReopened has a server which ends the GET stream again and again; the SDK by
// itself would end the session after five times.
func TestStreamIsReopened(t *testing.T) {
	var opened atomic.Int32
	var ids recorder[string]
	inner := scripted(nil)
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			inner.ServeHTTP(w, r)
			return
		}
		ids.add(r.Header.Get("Last-Event-ID"))
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "id: e%d\nretry: 5\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n", opened.Add(1))
	}))
	opt := quick()
	var changes atomic.Int32
	opt.OnToolsChanged = func() { changes.Add(1) }
	c := ready(t, Endpoint{URL: srv.URL, Era: EraLegacy}, opt)
	eventually(t, "eight streams", func() bool { return opened.Load() >= 8 && changes.Load() >= 2 })
	if c.State().Phase != PhaseReady {
		t.Errorf("state = %+v", c.State())
	}
	if diff := cmp.Diff([]string{"", "e1", "e2"}, ids.all()[:3]); diff != "" {
		t.Errorf("Last-Event-ID (-want +got):\n%s", diff)
	}
}

// TestSlowDelete has a server that never answers the DELETE at the end of a session.
func TestSlowDelete(t *testing.T) {
	inner := scripted(nil)
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			<-r.Context().Done()
			return
		}
		inner.ServeHTTP(w, r)
	}))
	c := ready(t, Endpoint{URL: srv.URL}, quick())
	start := time.Now()
	closeConn(t, c)
	if took := time.Since(start); took > 4*time.Second {
		t.Errorf("close took %s", took)
	}
}

func TestSlowHTTPCallTimesOut(t *testing.T) {
	release := make(chan struct{})
	c := ready(t, Endpoint{URL: serve(t, scripted(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": waiting\n\n")
		w.(http.Flusher).Flush()
		<-release
	})).URL}, quick())
	defer close(release)
	a, err := c.Do(t.Context(), Call{Name: "x", Idle: 200 * time.Millisecond})
	if err != nil || a.Outcome != OutcomeTimedOut || a.Duration > 10*time.Second {
		t.Errorf("answer = %+v, %v", a, err)
	}
}

// TestTLSError has a certificate that nobody trusts.
func TestTLSError(t *testing.T) {
	noLeaks(t)
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	e := failed(t, open(t, Endpoint{URL: srv.URL}, quick()))
	if e.Kind != KindRefused {
		t.Errorf("error = %v", e)
	}
	wantContains(t, "error", e.Error(), "certificate")
}
