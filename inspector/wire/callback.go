package wire

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// callback is the page on this machine to which the authorization server sends the browser
// back (RFC 8252, section 7.3). It listens on 127.0.0.1 for the time of one sign-in and takes
// only the answer that carries this sign-in's state, so that no other page can end it.
type callback struct {
	port   int
	server *http.Server
	served chan struct{}

	mu     sync.Mutex
	state  string // of the sign-in under way; "" = none
	result chan outcomeOfSignIn
}

// outcomeOfSignIn is what the browser brought back.
type outcomeOfSignIn struct {
	code *auth.AuthorizationResult
	err  error
}

const callbackPath = "/callback"

func newCallback(port int) (*callback, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	c := &callback{port: listener.Addr().(*net.TCPAddr).Port, served: make(chan struct{}), result: make(chan outcomeOfSignIn, 1)}
	c.server = &http.Server{Handler: c, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10, ErrorLog: log.New(io.Discard, "", 0)}
	c.server.SetKeepAlivesEnabled(false)
	go func() {
		defer close(c.served)
		_ = c.server.Serve(listener) // ends with close
	}()
	return c, nil
}

// close ends the listening. The browser may still be reading its page.
func (c *callback) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if c.server.Shutdown(ctx) != nil {
		_ = c.server.Close()
	}
	<-c.served
}

// fetch brings the person to the authorization page and waits for what comes back.
func (c *callback) fetch(ctx context.Context, page string, open func(context.Context, string) error) (*auth.AuthorizationResult, error) {
	u, err := url.Parse(page)
	if err != nil {
		return nil, errors.New("the authorization page has no valid address")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !isLoopbackHost(u.Hostname())) {
		return nil, fmt.Errorf("the authorization page %s is neither https nor on this machine", maskURL(u))
	}
	c.mu.Lock()
	c.state = u.Query().Get("state")
	c.mu.Unlock()
	if err := open(ctx, u.String()); err != nil {
		return nil, fmt.Errorf("open the browser: %s", maskText(err.Error(), u))
	}
	select {
	case r := <-c.result:
		return r.code, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// errorCode is what an OAuth error code can look like (RFC 6749, section 4.1.2.1).
var errorCode = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,60}$`)

// ServeHTTP takes the browser's answer. Nothing of the request is printed on the page. An
// error's description is left out: whether it comes from the right issuer is not known yet
// (RFC 9207, section 2.4).
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	q := r.URL.Query()
	if r.Method != http.MethodGet || r.URL.Path != callbackPath || !c.ownHost(r.Host) || !c.take(q.Get("state")) {
		http.NotFound(w, r)
		return
	}
	out := outcomeOfSignIn{code: &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}}
	words := "You are signed in. This page can be closed."
	if code := q.Get("error"); code != "" || q.Get("code") == "" {
		if !errorCode.MatchString(code) {
			code = "no code and no valid error"
		}
		out = outcomeOfSignIn{err: fmt.Errorf("the authorization server refused: %s", code)}
		words = "The authorization server refused. This page can be closed."
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>mcploupe</title><body style="font:1.1rem system-ui;margin:3rem;color-scheme:light dark"><p>`+words+`</p></body></html>`)
	c.result <- out
}

// take reports whether state is that of the sign-in under way, whose answer counts once.
func (c *callback) take(state string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == "" || subtle.ConstantTimeCompare([]byte(state), []byte(c.state)) != 1 {
		return false
	}
	c.state = ""
	return true
}

// ownHost refuses a name that somebody else has made to point here (DNS rebinding).
func (c *callback) ownHost(host string) bool {
	name, port, err := net.SplitHostPort(host)
	return err == nil && port == strconv.Itoa(c.port) && (name == "127.0.0.1" || name == "localhost")
}
