package web

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const testToken = Token("s3cret-s3cret-s3cret-s3cret-s3cr")

func testGuard(reached *bool) http.Handler {
	g := NewGuard(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6280}, testToken)
	return g.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { *reached = true }))
}

// Ensure that only the dashboard's own pages, and programs with the token, get
// through, whatever the request looks like.
func TestGuard(t *testing.T) {
	cookie := "mcploupe_6280=" + testToken.cookie()
	for _, test := range []struct {
		name, method, host, path string
		header                   string // "Name: value" lines
		status                   int
	}{
		{"own page", "GET", "127.0.0.1:6280", "/", "Cookie: " + cookie, 200},
		{"localhost", "GET", "localhost:6280", "/", "Cookie: " + cookie, 200},
		{"IPv6", "GET", "[::1]:6280", "/", "Cookie: " + cookie, 200},
		{"bearer", "POST", "127.0.0.1:6280", "/call", "Authorization: Bearer " + string(testToken), 200},
		{"own form", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nOrigin: http://127.0.0.1:6280", 200},
		{"own fetch", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nSec-Fetch-Site: same-origin", 200},
		{"static needs no token", "GET", "127.0.0.1:6280", "/static/app.css", "", 200},

		{"no token", "GET", "127.0.0.1:6280", "/", "", 401},
		{"wrong cookie", "GET", "127.0.0.1:6280", "/", "Cookie: mcploupe_6280=x", 401},
		{"the token itself is no cookie", "GET", "127.0.0.1:6280", "/", "Cookie: mcploupe_6280=" + string(testToken), 401},
		{"wrong bearer", "GET", "127.0.0.1:6280", "/", "Authorization: Bearer x", 401},
		{"wrong token in the address", "GET", "127.0.0.1:6280", "/?token=x", "", 401},
		{"token in a POST is not exchanged", "POST", "127.0.0.1:6280", "/?token=" + string(testToken), "", 401},
		{"DNS rebinding", "GET", "evil.example:6280", "/", "Cookie: " + cookie, 403},
		{"DNS rebinding to static", "GET", "evil.example:6280", "/static/app.css", "", 403},
		{"host without port", "GET", "127.0.0.1", "/", "Cookie: " + cookie, 403},
		{"other port", "GET", "127.0.0.1:6281", "/", "Cookie: " + cookie, 403},
		{"0.0.0.0 (CVE-2025-49596)", "POST", "0.0.0.0:6280", "/server", "Cookie: " + cookie + "\nOrigin: http://0.0.0.0:6280", 403},
		{"foreign origin", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nOrigin: https://evil.example", 403},
		{"origin null", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nOrigin: null", 403},
		{"origin of another port", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nOrigin: http://127.0.0.1:9999", 403},
		{"https origin", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nOrigin: https://127.0.0.1:6280", 403},
		{"foreign origin with the bearer", "POST", "127.0.0.1:6280", "/call", "Authorization: Bearer " + string(testToken) + "\nOrigin: https://evil.example", 403},
		{"image of another page", "GET", "127.0.0.1:6280", "/raw", "Cookie: " + cookie + "\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: image", 403},
		{"script of another page", "GET", "127.0.0.1:6280", "/static/app.js", "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: script", 403},
		{"frame of another port", "GET", "127.0.0.1:6280", "/", "Cookie: " + cookie + "\nSec-Fetch-Site: same-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: iframe", 403},
		{"form of another page, no Origin", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie + "\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document", 403},
		{"effect without an origin", "POST", "127.0.0.1:6280", "/call", "Cookie: " + cookie, 403},
		{"link from an issue, without the cookie", "GET", "127.0.0.1:6280", "/?tool=a", "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document", 401},
		{"web socket", "GET", "127.0.0.1:6280", "/events", "Cookie: " + cookie + "\nOrigin: https://evil.example\nConnection: Upgrade\nUpgrade: websocket", 403},
	} {
		t.Run(test.name, func(t *testing.T) {
			reached := false
			r := httptest.NewRequest(test.method, test.path, nil)
			r.Host = test.host
			for line := range strings.Lines(test.header) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
				r.Header.Add(name, value)
			}
			w := httptest.NewRecorder()
			testGuard(&reached).ServeHTTP(w, r)
			if w.Code != test.status || reached != (test.status == 200) {
				t.Errorf("status %d, reached %v; want %d", w.Code, reached, test.status)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Error("a CORS header was sent")
			}
			if csp := w.Header().Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") {
				t.Errorf("policy %q", csp)
			}
		})
	}
}

// Ensure that the token leaves the address at once, and that its way back does
// not lead elsewhere.
func TestTokenExchange(t *testing.T) {
	for _, test := range []struct{ path, location string }{
		{"/?token=" + string(testToken), "/"},
		{"/?server=a+b&token=" + string(testToken) + "&tool=x%2Fy", "/?server=a+b&tool=x%2Fy"},
		{"//evil.example/?token=" + string(testToken), "/"},
	} {
		reached := false
		r := httptest.NewRequest("GET", test.path, nil)
		r.Host = "127.0.0.1:6280"
		w := httptest.NewRecorder()
		testGuard(&reached).ServeHTTP(w, r)
		if w.Code != 303 || w.Header().Get("Location") != test.location || reached {
			t.Errorf("%s: %d to %q, want 303 to %q", test.path, w.Code, w.Header().Get("Location"), test.location)
		}
		c := w.Result().Cookies()
		if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || strings.Contains(c[0].Value, string(testToken)) {
			t.Errorf("cookie %v", c)
		}
	}
}

func TestNewToken(t *testing.T) {
	a, b := NewToken(), NewToken()
	if len(a) != 32 || a == b {
		t.Errorf("tokens %q and %q", a, b)
	}
}

// Ensure that the policy lets a form of ours say where it comes from: under
// no-referrer a browser without a script sends Origin: null, which is refused.
func TestReferrerPolicy(t *testing.T) {
	h := http.Header{}
	harden(h)
	if got := h.Get("Referrer-Policy"); got != "same-origin" {
		t.Errorf("Referrer-Policy: %s", got)
	}
}
