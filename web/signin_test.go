package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
)

const hiddenToken = "hidden-access-token"

// guardedServer is an MCP server that wants a token of the authorization server beside it.
func guardedServer(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	s := mcp.NewServer(&mcp.Implementation{Name: "guarded", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "inside", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{}, nil
	})
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+hiddenToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="the vault", resource_metadata="`+srv.URL+`/.well-known/oauth-protected-resource/mcp"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	})
	answer := func(path, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if path == "/register" {
				w.WriteHeader(http.StatusCreated)
			}
			fmt.Fprint(w, strings.ReplaceAll(text, "HERE", srv.URL))
		})
	}
	answer("/.well-known/oauth-protected-resource/mcp", `{"resource":"HERE/mcp","authorization_servers":["HERE"]}`)
	answer("/.well-known/oauth-authorization-server", `{"issuer":"HERE","authorization_endpoint":"HERE/authorize","token_endpoint":"HERE/token","registration_endpoint":"HERE/register","code_challenge_methods_supported":["S256"],"response_types_supported":["code"]}`)
	answer("/register", `{"client_id":"dynamic"}`)
	answer("/token", `{"access_token":"`+hiddenToken+`","token_type":"Bearer","expires_in":3600}`)
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		http.Redirect(w, r, q.Get("redirect_uri")+"?code=hidden-code&state="+url.QueryEscape(q.Get("state")), http.StatusFound)
	})
	return srv
}

// Ensure that a refusal says what the server said and offers to sign in, that the link on the
// page is enough where no browser can be opened, and that afterwards the tools are there and
// the token is nowhere.
func TestSignIn(t *testing.T) {
	srv := guardedServer(t)
	opened := make(chan string, 4)
	f := newFaultSite(t, inspector.Options{Version: "test", OpenBrowser: func(_ context.Context, address string) { opened <- address }})
	c, err := config.FromURL(srv.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	c.Name = "guarded"
	s := f.app.AddConfigured(c)
	s.Connect()
	f.settle(s)
	_, page := f.get("/?server=guarded")
	for _, want := range []string{"HTTP 401", "the vault", `value="sign-in"`, "kept in memory only"} {
		if !strings.Contains(read(page)+page, want) {
			t.Errorf("the refusal lacks %q", want)
		}
	}
	if status, body := f.post("/server", url.Values{"server": {"guarded"}, "action": {"sign-in"}}); status != http.StatusOK {
		t.Fatalf("%d %.300s", status, body)
	}
	address := <-opened
	f.eventually("the link is on the page", func() bool {
		_, page := f.get("/?server=guarded")
		return strings.Contains(page, `href="`+strings.ReplaceAll(address, "&", "&amp;")+`"`)
	})
	res, err := http.Get(address) // where the browser goes
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	f.settle(s)
	if st := s.Status(); st.State != inspector.StateReady || len(st.Snapshot.Tools) != 1 {
		t.Fatalf("%s: %v", st.State, st.Err)
	}
	for _, path := range []string{"/?server=guarded&tab=server", "/?server=guarded&tab=wire", "/wire?server=guarded"} {
		if _, page := f.get(path); strings.Contains(page, hiddenToken) || strings.Contains(page, "hidden-code") {
			t.Errorf("%s shows a credential", path)
		}
	}
	if err := s.Restart(t.Context()); err != nil { // needs no new sign-in
		t.Fatal(err)
	}
	f.settle(s)
	if st := s.Status(); st.State != inspector.StateReady || len(opened) > 0 {
		t.Errorf("after a restart: %s, %d more sign-ins", st.State, len(opened))
	}
	if status, _ := f.post("/server", url.Values{"server": {"guarded"}, "action": {"sign-out"}}); status != http.StatusOK {
		t.Error(status)
	}
	f.settle(s)
	if st := s.Status(); st.State != inspector.StateFailed {
		t.Errorf("after signing out: %s", st.State)
	}
}
