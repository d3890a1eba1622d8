package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// guarded is a legacy MCP server that takes only the last token of its authorization server.
type guarded struct {
	mcp, as *httptest.Server

	mu      sync.Mutex
	tokens  int    // given out
	valid   string // the one that is good
	refuse  string // query of the answer instead of a code
	scope   string // asked for by 403 as long as it is not in the token's
	granted string
	seen    url.Values // of the last authorization request
	forms   []url.Values
}

func guard1(t *testing.T) *guarded {
	g := &guarded{}
	inner := scripted(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, r.Header.Get("Test-Id"))
	})
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if status, ask := g.check(r); status != 0 {
			w.Header().Set("WWW-Authenticate", ask)
			http.Error(w, "who are you?", status)
			return
		}
		inner.ServeHTTP(w, r)
	})
	mux.HandleFunc("/.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"resource":"%s/mcp","authorization_servers":["%s"],"scopes_supported":["basic"]}`, g.mcp.URL, g.as.URL)
	})
	g.mcp = serve(t, mux)
	as := http.NewServeMux()
	as.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"issuer":%[1]q,"authorization_endpoint":"%[2]s/authorize","token_endpoint":"%[2]s/token","registration_endpoint":"%[2]s/register","code_challenge_methods_supported":["S256"],"response_types_supported":["code"]}`, g.as.URL, g.as.URL)
	})
	as.HandleFunc("/register", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"client_id":"dynamic","client_secret":"hidden-secret","token_endpoint_auth_method":"client_secret_post"}`)
	})
	as.HandleFunc("/authorize", g.authorize)
	as.HandleFunc("/token", g.token)
	g.as = serve(t, as)
	return g
}

// check says why a request is refused; 0 = it is not.
func (g *guarded) check(r *http.Request) (int, string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.valid == "" || r.Header.Get("Authorization") != "Bearer "+g.valid:
		return 401, `Bearer resource_metadata="` + g.mcp.URL + `/.well-known/oauth-protected-resource/mcp"`
	case !strings.Contains(g.granted, g.scope):
		return 403, `Bearer error="insufficient_scope", scope="` + g.scope + `"`
	}
	return 0, ""
}

func (g *guarded) revoke() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.valid = ""
}

func (g *guarded) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tokens
}

func (g *guarded) authorize(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen = r.URL.Query()
	back := "code=hidden-code"
	if g.refuse != "" {
		back = g.refuse
	}
	http.Redirect(w, r, g.seen.Get("redirect_uri")+"?"+back+"&state="+url.QueryEscape(g.seen.Get("state")), http.StatusFound)
}

func (g *guarded) token(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forms = append(g.forms, r.PostForm)
	g.tokens++
	g.valid, g.granted = fmt.Sprintf("hidden-token-%d", g.tokens), g.seen.Get("scope")
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, g.valid)
}

// browse goes where a browser would go.
func browse(ctx context.Context, page string) error {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 200 || !bytes.Contains(body, []byte("can be closed")) {
		return fmt.Errorf("the page after the sign-in: %s %s", resp.Status, body)
	}
	return nil
}

func authorizer(t *testing.T, cfg AuthConfig) *Authorizer {
	t.Helper()
	if cfg.OpenBrowser == nil {
		cfg.OpenBrowser = browse
	}
	a, err := NewAuthorizer(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func steps(c *Conn) string {
	var out []string
	for _, s := range c.Info().Steps {
		out = append(out, s.Name+": "+s.Outcome)
	}
	return strings.Join(out, "\n")
}

func TestSignIn(t *testing.T) {
	g := guard1(t)
	opt := quick()
	opt.Authorizer = authorizer(t, AuthConfig{})
	ep := Endpoint{URL: g.mcp.URL + "/mcp?key=hidden-key"}
	c := ready(t, ep, opt)
	listTools(t, c)
	if n := g.count(); n != 1 {
		t.Errorf("%d sign-ins, want 1", n)
	}
	wantContains(t, "steps", steps(c), stepSignIn+": ok")
	if got := g.seen.Get("resource"); got != g.mcp.URL+"/mcp" {
		t.Errorf("resource = %q; the query of the address is the person's own", got)
	}
	if g.seen.Get("code_challenge_method") != "S256" || g.seen.Get("scope") != "basic" || !strings.HasPrefix(g.seen.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("authorization request = %v", g.seen)
	}
	g.revoke()
	if a := call(t, c, "x", `{"n":1e400}`); a.Outcome != OutcomeOK || string(a.Arguments) != `{"n":1e400}` {
		t.Errorf("a call after the token was revoked: %+v", a)
	}
	if n := g.count(); n != 2 {
		t.Errorf("%d sign-ins, want 2", n)
	}
	exchanges := 0
	for _, m := range c.Messages() {
		if s := fmt.Sprintf("%+v %+v %s", m, m.HTTP, m.Raw); strings.Contains(s, "hidden") {
			t.Errorf("a secret in message %d: %s", m.Seq, s)
		}
		if strings.Contains(m.Note, "sign-in (OAuth)") {
			exchanges++
		}
	}
	if exchanges < 4 {
		t.Errorf("%d exchanges of the sign-in in the messages", exchanges)
	}
	closeConn(t, c)

	c = ready(t, ep, opt) // the same Authorizer: the token is still good
	listTools(t, c)
	if n := g.count(); n != 2 {
		t.Errorf("%d sign-ins after connecting again, want 2", n)
	}
	closeConn(t, c)
	opt.Authorizer.Forget()
	ready(t, ep, opt)
	if n := g.count(); n != 3 {
		t.Errorf("%d sign-ins after forgetting, want 3", n)
	}
	e := failed(t, open(t, Endpoint{URL: g.as.URL}, opt))
	if e.Kind != KindUsage || !strings.Contains(e.Detail, "another server") {
		t.Errorf("the tokens for another server: %v", e)
	}
}

// TestSignInOnce has several calls refused at once.
func TestSignInOnce(t *testing.T) {
	g := guard1(t)
	opt := quick()
	opt.Authorizer = authorizer(t, AuthConfig{ClientID: "known", ClientSecret: "hidden-secret"})
	c := ready(t, Endpoint{URL: g.mcp.URL + "/mcp", Era: EraLegacy}, opt)
	g.revoke()
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
				t.Errorf("answer = %+v, %v", a, a.Failure)
			}
		})
	}
	wg.Wait()
	if n := g.count(); n != 2 {
		t.Errorf("%d sign-ins, want 2", n)
	}
	if g.seen.Get("client_id") != "known" {
		t.Errorf("authorization request = %v", g.seen)
	}
}

// TestStepUp has a server that wants more scope for a call.
func TestStepUp(t *testing.T) {
	g := guard1(t)
	opt := quick()
	opt.Authorizer = authorizer(t, AuthConfig{})
	c := ready(t, Endpoint{URL: g.mcp.URL + "/mcp"}, opt)
	g.mu.Lock()
	g.scope = "write"
	g.mu.Unlock()
	if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
		t.Errorf("answer = %+v, %v", a, a.Failure)
	}
	got := strings.Fields(g.seen.Get("scope")) // the SDK keeps them in a map
	if slices.Sort(got); !slices.Equal(got, []string{"basic", "write"}) {
		t.Errorf("scope = %q, want what was granted and what is asked for", got)
	}
}

// TestSignInFails has the sign-ins that come to nothing. Nobody is asked twice in one
// connection, also where two requests (the probe and initialize) would want it.
func TestSignInFails(t *testing.T) {
	tests := []struct {
		name   string
		refuse string
		cfg    AuthConfig
		want   []string
	}{
		{"refused", "error=access_denied&error_description=%3Cscript%3E", AuthConfig{}, []string{"access_denied"}},
		{"no code", "code=", AuthConfig{}, []string{"no code and no valid error"}},
		{"an error to print", "error=%1b%5b31m", AuthConfig{}, []string{"no code and no valid error"}},
		{"no browser", "", AuthConfig{OpenBrowser: func(context.Context, string) error { return errors.New("there is no screen") }}, []string{"open the browser", "no screen"}},
		{"nobody", "", AuthConfig{OpenBrowser: func(context.Context, string) error { return nil }, Timeout: time.Second}, []string{"nobody signed in within 1s"}},
		{"another issuer", "code=1&iss=https%3A%2F%2Fevil.example", AuthConfig{}, []string{"issuer"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := guard1(t)
			g.refuse = tt.refuse
			opened := 0
			if tt.cfg.OpenBrowser == nil {
				tt.cfg.OpenBrowser = func(ctx context.Context, page string) error { opened++; return browse(ctx, page) }
			} else {
				open := tt.cfg.OpenBrowser
				tt.cfg.OpenBrowser = func(ctx context.Context, page string) error { opened++; return open(ctx, page) }
			}
			opt := quick()
			opt.Authorizer = authorizer(t, tt.cfg)
			e := failed(t, open(t, Endpoint{URL: g.mcp.URL + "/mcp"}, opt))
			if e.Kind != KindAuth || e.Status != 401 || e.Challenge == nil || e.Challenge.Scheme != "bearer" {
				t.Errorf("error = %+v", e)
			}
			wantContains(t, "error", e.Error(), append(tt.want, "HTTP 401", "Signing in failed", "Connect again")...)
			if strings.Contains(e.Error(), "script") {
				t.Errorf("the description of an error whose sender is not known: %v", e)
			}
			if opened != 1 {
				t.Errorf("the person was asked %d times", opened)
			}
		})
	}
}

// TestSlowPerson takes longer to sign in than any time limit of a server.
func TestSlowPerson(t *testing.T) {
	g := guard1(t)
	opt := quick()
	opt.ProbeTimeout, opt.ConnectTimeout, opt.CallIdle, opt.CallTotal = 700*time.Millisecond, 700*time.Millisecond, 700*time.Millisecond, 700*time.Millisecond
	opt.Authorizer = authorizer(t, AuthConfig{OpenBrowser: func(ctx context.Context, page string) error {
		time.Sleep(1200 * time.Millisecond)
		return browse(ctx, page)
	}})
	c := ready(t, Endpoint{URL: g.mcp.URL + "/mcp"}, opt)
	g.revoke()
	if a := call(t, c, "x", `{}`); a.Outcome != OutcomeOK {
		t.Errorf("answer = %+v, %v", a, a.Failure)
	}
}

// TestCloseDuringSignIn must not wait for the person.
func TestCloseDuringSignIn(t *testing.T) {
	g := guard1(t)
	opened := make(chan struct{})
	opt := quick()
	opt.Authorizer = authorizer(t, AuthConfig{OpenBrowser: func(context.Context, string) error { close(opened); return nil }})
	c := open(t, Endpoint{URL: g.mcp.URL + "/mcp"}, opt)
	select {
	case <-opened:
	case <-c.Done():
		t.Fatalf("the connection ended: %v", c.State().Err)
	}
	start := time.Now()
	closeConn(t, c)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("close took %s", took)
	}
	if s := c.State(); s.Phase != PhaseClosed {
		t.Errorf("state = %+v", s)
	}
}

// TestConfiguredTokenGoesFirst: credentials of the configuration are not replaced.
func TestConfiguredTokenGoesFirst(t *testing.T) {
	g := guard1(t)
	opt := quick()
	opt.Authorizer = authorizer(t, AuthConfig{OpenBrowser: func(context.Context, string) error {
		t.Error("a browser was opened")
		return nil
	}})
	e := failed(t, open(t, Endpoint{URL: g.mcp.URL + "/mcp", Header: http.Header{"authorization": {"Bearer hidden"}}}, opt))
	if e.Kind != KindAuth || strings.Contains(e.Error(), "hidden") {
		t.Errorf("error = %v", e)
	}
}
