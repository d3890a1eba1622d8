package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Token is the secret of one launch: whoever opens the dashboard must have seen
// the address that mcploupe printed.
type Token string

// NewToken returns 192 random bits in URL-safe text.
func NewToken() Token {
	var b [24]byte
	// crypto/rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(b[:])
	return Token(base64.RawURLEncoding.EncodeToString(b[:]))
}

// cookie is the value that stands for the token in the browser. It is derived,
// so that a cookie that leaked does not give the address away.
func (t Token) cookie() string {
	sum := sha256.Sum256([]byte("mcploupe cookie\x00" + string(t)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Guard lets a request through when it was made by this machine's own browser
// from the dashboard itself, or by a program that knows the token.
//
// Each check answers an attack: the Host list stops DNS rebinding, which makes a
// foreign page same-origin in the browser's eyes; Origin and Sec-Fetch-Site stop
// requests that other pages cause, those on other ports of this machine
// included; the token stops other users of this machine.
type Guard struct {
	hosts []string // the values of Host that are ours, with port
	token Token
	name  string // of the cookie; it carries the port since cookies do not
}

// NewGuard makes a guard for a server that listens on addr, a loopback address
// with its port.
func NewGuard(addr net.Addr, token Token) *Guard {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		port = ""
	}
	g := &Guard{token: token, name: "mcploupe_" + port}
	for _, host := range []string{"127.0.0.1", "localhost", "::1"} {
		g.hosts = append(g.hosts, net.JoinHostPort(host, port))
		if port == "80" {
			g.hosts = append(g.hosts, host)
		}
	}
	return g
}

// denial is why a request was turned away.
type denial struct {
	status int
	title  string
	text   string
}

// Wrap returns next behind the guard. Files below /static hold nothing secret
// and need no token.
func (g *Guard) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		harden(w.Header())
		if ref := g.foreign(r); ref != nil {
			refuse(w, r, ref)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/static/") {
			next.ServeHTTP(w, r)
			return
		}
		if g.exchange(w, r) {
			return
		}
		if ref := g.stranger(r); ref != nil {
			refuse(w, r, ref)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// contentSecurityPolicy allows what the pages are made of and nothing else:
// no inline script or style, no frame, no other host.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types fragment"

func harden(h http.Header) {
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	// Not no-referrer: under that a form without a script is sent with Origin: null
	// (https://fetch.spec.whatwg.org/#append-a-request-origin-header), as from a stranger.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// foreign turns away what another page or another name sent here.
func (g *Guard) foreign(r *http.Request) *denial {
	if !slices.Contains(g.hosts, strings.ToLower(r.Host)) {
		return &denial{http.StatusForbidden, "Unknown host name",
			"This dashboard answers only to 127.0.0.1, localhost and [::1] with its own port. Another name may be an attempt to reach it from a web page (DNS rebinding)."}
	}
	if origin, ok := r.Header["Origin"]; ok && (len(origin) != 1 || !g.ours(origin[0])) {
		return &denial{http.StatusForbidden, "Request from another page", "The Origin of this request is not this dashboard."}
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case site == "" || site == "same-origin" || site == "none":
	case opensPage(r):
		// A link in an issue, say. It has no effect and no cookie: the cookie is SameSite=Strict.
	default:
		return &denial{http.StatusForbidden, "Request from another page", "Another page caused this request (Sec-Fetch-Site: " + site + ")."}
	}
	return nil
}

func (g *Guard) ours(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && slices.Contains(g.hosts, strings.ToLower(u.Host))
}

// opensPage reports whether the browser opens a page in a tab of its own.
func opensPage(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// exchange turns the token of the printed address into a cookie and takes it out
// of the address, so that it stands in no screenshot and no history entry that
// is used again.
func (g *Guard) exchange(w http.ResponseWriter, r *http.Request) bool {
	q := r.URL.Query()
	if r.Method != http.MethodGet || !q.Has("token") {
		return false
	}
	given := q.Get("token")
	if !same(given, string(g.token)) {
		refuse(w, r, &denial{http.StatusUnauthorized, "This token is not the one of this launch",
			"mcploupe makes a new token each time it starts. Open the address that it printed last."})
		return true
	}
	http.SetCookie(w, &http.Cookie{Name: g.name, Value: g.token.cookie(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	q.Del("token")
	to := url.URL{Path: r.URL.Path, RawQuery: q.Encode()}
	if !strings.HasPrefix(to.Path, "/") || strings.HasPrefix(to.Path, "//") {
		to.Path = "/"
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
	return true
}

// stranger turns away who does not know the token. A program shows it as a
// bearer token; a browser has the cookie, and for anything that has an effect it
// must also say that the dashboard itself asked.
func (g *Guard) stranger(r *http.Request) *denial {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && same(bearer, string(g.token)) {
		return nil
	}
	c, err := r.Cookie(g.name)
	if err != nil || !same(c.Value, g.token.cookie()) {
		if opensPage(r) && r.Header.Get("Sec-Fetch-Site") != "none" {
			return &denial{http.StatusUnauthorized, "Opened from another page",
				"Your browser keeps this dashboard's cookie back when another page leads here. Follow the link below, or open the address that mcploupe printed."}
		}
		return &denial{http.StatusUnauthorized, "The token is missing",
			"Open the whole address that mcploupe printed when it started; it ends with ?token=…"}
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead &&
		r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		return &denial{http.StatusForbidden, "Where does this request come from?", "A request with an effect must carry an Origin or the token as Authorization: Bearer."}
	}
	return nil
}
