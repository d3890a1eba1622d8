package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// sendAuthorized is send, with the access token of the sign-in where there is one, and with a
// sign-in where the server wants one: once for each message, as the SDK's OAuthHandler asks
// for. A refused sign-in counts for the rest of the connection, so that nobody is asked again
// for each message.
func (t *tripper) sendAuthorized(req *http.Request, x *exchange) (*http.Response, error) {
	used := t.addToken(req)
	resp, err := t.send(req)
	if err != nil || !t.wantsSignIn(resp) {
		return resp, err
	}
	t.mu.Lock()
	refused := t.refusedSignIn
	t.mu.Unlock()
	if refused != nil {
		_ = resp.Body.Close()
		again := *refused
		return nil, &again
	}
	// In a bounded way: the SDK's handler would read to the end of it.
	body, _ := t.readBody(resp, errorBody)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	failure := httpError(req, resp, body)
	t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Raw: body, HTTP: t.meta(req, resp), Note: "the server wants a sign-in"})
	if err := t.signIn(req, resp, used); err != nil {
		failure.Op = "sign in"
		failure.Detail += " Signing in failed: " + sentence(t.auth.mask(err.Error()))
		failure.Next = "Connect again to sign in once more, or put a token into \"headers\" of the configuration."
		failure.Err = err
		t.mu.Lock()
		t.refusedSignIn = failure
		t.mu.Unlock()
		if x != nil {
			t.tap.fail(x, failure)
		}
		return nil, failure
	}
	if req.GetBody != nil {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	t.addToken(req)
	return t.send(req)
}

// addToken puts the access token into a request and returns it. Credentials of the
// configuration go first.
func (t *tripper) addToken(req *http.Request) string {
	if t.auth == nil || t.header.Get("Authorization") != "" {
		return ""
	}
	token := t.auth.token(req.Context())
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
		t.redact.add(token)
	}
	return token
}

// wantsSignIn reports whether a response is one that a sign-in can mend.
func (t *tripper) wantsSignIn(resp *http.Response) bool {
	if t.auth == nil || t.header.Get("Authorization") != "" {
		return false
	}
	if resp.StatusCode == http.StatusForbidden {
		c := readChallenge(resp.Header)
		return c != nil && c.Code == "insufficient_scope"
	}
	return resp.StatusCode == http.StatusUnauthorized
}

// signIn lets the person sign in, as a step of connecting (or later, of the connection).
func (t *tripper) signIn(req *http.Request, resp *http.Response, used string) error {
	done := t.signInStep()
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(t.life, cancel)()
	err := t.auth.authorize(ctx, used, req, resp, t.seen)
	if err != nil && ctx.Err() != nil {
		err = errors.New("it was broken off")
	}
	if err != nil {
		done(&Error{Detail: sentence(t.auth.mask(err.Error()))})
		return err
	}
	done(nil)
	return nil
}

// seen records an exchange with an authorization server: that it happened, not what was in
// it, but for what the metadata says.
func (t *tripper) seen(req *http.Request, resp *http.Response, err error) {
	m := Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Note: "sign-in (OAuth)"}
	m.HTTP = &HTTPMeta{Method: req.Method, URL: maskURL(req.URL)}
	if err != nil {
		m.Note = joinNotes(m.Note, maskText(err.Error(), req.URL))
		t.tap.log.add(m)
		return
	}
	m.HTTP.Status, m.HTTP.Header = resp.StatusCode, maskHeader(resp.Header, nil)
	if req.Method == http.MethodGet {
		body, rerr := t.readBody(resp, maxMetadata)
		if rerr != nil {
			m.Note = joinNotes(m.Note, fmt.Sprintf("the body could not be read: %v", rerr))
		}
		m.Raw = body
		resp.Body = io.NopCloser(newReplay(body, rerr))
	}
	t.tap.log.add(m)
}

// maxMetadata bounds the metadata of an authorization server; the SDK has the same bound.
const maxMetadata = 1 << 20

// replay gives a body that has been read once more, and then the error it ended with.
type replay struct {
	rest []byte
	err  error
}

func newReplay(body []byte, err error) *replay {
	if err == nil {
		err = io.EOF
	}
	return &replay{body, err}
}

// Read implements io.Reader.
func (r *replay) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// signInStep begins the step of a sign-in; while it lasts, no time limit of the connection or
// of a request counts.
func (c *Conn) signInStep() func(*Error) {
	c.mu.Lock()
	c.people++
	c.mu.Unlock()
	done := c.step(stepSignIn)
	return func(e *Error) {
		c.mu.Lock()
		c.people--
		c.mu.Unlock()
		done(e)
	}
}

// signingIn reports whether a person is signing in.
func (c *Conn) signingIn() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.people > 0
}
