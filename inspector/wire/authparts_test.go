package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCallback takes one answer, of the sign-in that is under way.
func TestCallback(t *testing.T) {
	noLeaks(t)
	back, err := newCallback(0)
	if err != nil {
		t.Fatal(err)
	}
	defer back.close()
	base := fmt.Sprintf("http://127.0.0.1:%d", back.port)
	status := func(method, address, host string) int {
		req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, _ := io.ReadAll(resp.Body); bytes.Contains(body, []byte("secret")) {
			t.Errorf("the page prints what it was sent: %s", body)
		}
		return resp.StatusCode
	}
	if s := status("GET", base+"/callback?code=1&state=", ""); s != 404 {
		t.Errorf("an answer before any sign-in: %d", s)
	}
	code, err := back.fetch(t.Context(), "https://as.example/authorize?state=s%2B1", func(context.Context, string) error {
		for _, bad := range []struct{ method, path, host string }{
			{"GET", "/callback?code=secret&state=other", ""}, {"GET", "/callback?code=secret", ""}, {"POST", "/callback?code=secret&state=s%2B1", ""},
			{"GET", "/elsewhere?code=secret&state=s%2B1", ""}, {"GET", "/callback?code=secret&state=s%2B1", "evil.example"},
		} {
			if s := status(bad.method, base+bad.path, bad.host); s != 404 {
				t.Errorf("%+v: %d", bad, s)
			}
		}
		if s := status("GET", base+"/callback?code=secret-code&state=s%2B1&iss=i", ""); s != 200 {
			t.Errorf("the answer: %d", s)
		}
		if s := status("GET", base+"/callback?code=again&state=s%2B1", ""); s != 404 {
			t.Errorf("a second answer: %d", s)
		}
		return nil
	})
	if err != nil || code.Code != "secret-code" || code.State != "s+1" || code.Iss != "i" {
		t.Errorf("code = %+v, %v", code, err)
	}
	for _, page := range []string{"http://as.example/authorize", "javascript:alert(1)", "file:///etc/passwd", "::", "/authorize"} {
		if _, err := back.fetch(t.Context(), page, func(context.Context, string) error { t.Errorf("%q was opened", page); return nil }); err == nil {
			t.Errorf("%q was taken", page)
		}
	}
}

// TestReach has what servers may send this program to.
func TestReach(t *testing.T) {
	addresses := map[string]reach{
		"127.0.0.1": reachLoopback, "127.8.8.8": reachLoopback, "::1": reachLoopback, "::ffff:127.0.0.1": reachLoopback,
		"10.1.2.3": reachPrivate, "192.168.0.1": reachPrivate, "172.16.0.1": reachPrivate, "100.64.0.1": reachPrivate, "fd00::1": reachPrivate, "::ffff:10.0.0.1": reachPrivate,
		"169.254.169.254": reachNever, "fe80::1": reachNever, "0.0.0.0": reachNever, "::": reachNever, "224.0.0.1": reachNever,
		"93.184.216.34": reachPublic, "2606:2800::1": reachPublic,
	}
	for address, want := range addresses {
		ip := netip.MustParseAddr(address)
		if got := reachOf(ip); got != want {
			t.Errorf("reach of %s = %d, want %d", address, got, want)
		}
		for _, server := range []string{"127.0.0.1", "localhost", "[::1]", "10.0.0.9", "93.184.216.34", "no-such-host.invalid"} {
			u := &url.URL{Scheme: "http", Host: server}
			d := &authDialer{server: u, nearest: nearestAllowed(t.Context(), u.Hostname())}
			allowed := want == reachPublic || want == reachPrivate && (isLoopbackHost(u.Hostname()) || server == "10.0.0.9") || want == reachLoopback && isLoopbackHost(u.Hostname())
			if err := d.allow(netip.AddrPortFrom(ip, 443).String()); (err == nil) != allowed {
				t.Errorf("a server at %s points to %s: %v", server, address, err)
			}
		}
	}
}

// TestGuardedClient has an authorization server's client keep to its rules.
func TestGuardedClient(t *testing.T) {
	var reached recorder[string]
	inner := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { reached.add(r.Method + " " + r.URL.Path) }))
	srv := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL+"/inner", http.StatusTemporaryRedirect)
	}))
	var seen recorder[int]
	client := func(server string) *http.Client {
		u, _ := url.Parse(server)
		return newAuthClient(u, func(_ *http.Request, resp *http.Response, err error) {
			if err == nil {
				seen.add(resp.StatusCode)
			}
		})
	}
	status := func(resp *http.Response, err error) int {
		if err != nil {
			t.Error(err)
			return 0
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	near := client("http://localhost")
	if s := status(near.Get(srv.URL)); s != 200 {
		t.Errorf("a GET of a server on this machine: %d", s)
	}
	if s := status(near.Post(srv.URL, "text/plain", strings.NewReader("secret"))); s != http.StatusTemporaryRedirect {
		t.Errorf("a POST was redirected: %d", s)
	}
	if _, err := client("http://93.184.216.34").Get(srv.URL); err == nil || !strings.Contains(err.Error(), "not public") {
		t.Errorf("a public server led to this machine: %v", err)
	}
	if diff := cmp.Diff([]string{"GET /inner"}, reached.all()); diff != "" {
		t.Errorf("reached (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{307, 200, 307}, seen.all()); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
}

func TestAuthConfig(t *testing.T) {
	open := func(context.Context, string) error { return nil }
	for name, cfg := range map[string]AuthConfig{
		"no browser":        {},
		"secret without id": {OpenBrowser: open, ClientSecret: "x"},
		"metadata by http":  {OpenBrowser: open, ClientMetadataURL: "http://x/y"},
		"metadata at root":  {OpenBrowser: open, ClientMetadataURL: "https://x"},
	} {
		if a, err := NewAuthorizer(cfg); a != nil || KindOf(err) != KindUsage {
			t.Errorf("%s: %v, want kind usage", name, err)
		}
	}
}

func TestChallenge(t *testing.T) {
	tests := []struct {
		header []string
		status int
		config bool
		want   *Challenge
		words  []string
		advice string
	}{
		{nil, 401, false, nil, nil, "headers"},
		{[]string{`Bearer`}, 401, false, &Challenge{Scheme: "bearer"}, []string{"asks for bearer credentials."}, "headers"},
		{[]string{`Basic realm="files"`}, 401, false, &Challenge{Scheme: "basic", Realm: "files"}, []string{`realm "files"`}, "headers"},
		{[]string{`Basic realm="a"`, `Bearer error="invalid_token", error_description="it has expired", resource_metadata="https://m"`}, 401, true,
			&Challenge{Scheme: "bearer", Code: "invalid_token", Description: "it has expired", ResourceMetadata: "https://m"},
			[]string{"invalid_token: it has expired.", "https://m"}, "has expired, or is meant for another"},
		{[]string{`Bearer error="insufficient_scope", scope="a b"`}, 403, false, &Challenge{Scheme: "bearer", Code: "insufficient_scope", Scope: "a b"}, []string{`scope "a b"`}, "allow too little"},
		{[]string{`Bearer resource_metadata="https://m"`}, 401, false, &Challenge{Scheme: "bearer", ResourceMetadata: "https://m"}, []string{"https://m"}, "Sign in (OAuth)"},
		{[]string{`"what`}, 401, false, &Challenge{}, []string{`"what`}, "headers"},
	}
	for _, tt := range tests {
		got := readChallenge(http.Header{"Www-Authenticate": tt.header})
		if tt.want != nil {
			tt.want.Raw = tt.header
			wantContains(t, "words", got.words(), tt.words...)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.header, diff)
		}
		wantContains(t, "advice", got.advice(tt.status, tt.config), tt.advice)
	}
}
