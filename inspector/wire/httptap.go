package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// tripper is the tap on HTTP: the RoundTripper beneath the SDK's Streamable HTTP and SSE
// transports. (Wrapping mcp.Connection instead would lose the SDK's unexported
// sessionUpdated, and with it the version header and the GET stream.)
//
// It speaks to one origin only. A redirect elsewhere, or an SSE endpoint event that names
// another host, is refused, so neither headers nor arguments can go there.
type tripper struct {
	base   *http.Transport
	tap    *tap
	redact *redactor
	origin *url.URL
	header http.Header     // configured headers
	limit  int             // bytes of one body or event
	life   context.Context // its end breaks everything off
	sse    bool            // HTTP+SSE (2024-11-05): answers come on the GET stream only

	auth       *Authorizer // nil = nobody signs in
	signInStep func() func(*Error)

	mu        sync.Mutex
	failed    *Error // the last failure of a request which belongs to no exchange (GET)
	messages  string // where messages are posted: the last such address
	sessionID string // of a legacy session
	version   string // negotiated protocol version, for frames of ours

	refusedSignIn *Error // a sign-in that came to nothing
}

// errorBody is how much of an error page is read.
const errorBody = 64 << 10

// RoundTrip implements http.RoundTripper.
func (t *tripper) RoundTrip(req *http.Request) (*http.Response, error) {
	if !sameOrigin(t.origin, req.URL) {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, t.otherOrigin(req)
	}
	req = req.Clone(req.Context())
	for name, values := range t.header {
		req.Header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
	}
	switch {
	case req.Method == http.MethodPost:
		return t.post(req)
	case req.Method == http.MethodGet && !t.sse && req.Header.Get("Last-Event-ID") == "":
		return t.standalone(req), nil
	case req.Method == http.MethodGet:
		return t.stream(req)
	}
	return t.bare(req)
}

// otherOrigin refuses a request that would leave the configured origin.
func (t *tripper) otherOrigin(req *http.Request) error {
	e := &Error{Kind: KindRedirect, Op: "follow the server to another address", Where: maskURL(t.origin),
		Detail: fmt.Sprintf("The server points to %s, which is another origin. Nothing was sent there.", maskURL(req.URL)),
		Next:   "If that is where the server lives, put this address into the configuration."}
	t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Note: e.Detail,
		HTTP: &HTTPMeta{Method: req.Method, URL: maskURL(req.URL)}})
	if x := t.tap.latest(req.Context()); x != nil {
		t.tap.fail(x, e)
	}
	t.remember(e)
	return e
}

// meta describes one side of an HTTP exchange for the message log.
func (t *tripper) meta(req *http.Request, resp *http.Response) *HTTPMeta {
	m := &HTTPMeta{Method: req.Method, URL: maskURL(req.URL), Header: maskHeader(req.Header, t.header)}
	if resp != nil {
		m.Status, m.Header = resp.StatusCode, maskHeader(resp.Header, t.header)
	}
	return m
}

// negotiated is the protocol version for frames of ours.
func (t *tripper) negotiated(version string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.version = version
}

// session tells what a frame of ours needs: the address, the session id and the version.
func (t *tripper) session() (to, id, version string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.messages == "" {
		return t.origin.String(), t.sessionID, t.version
	}
	return t.messages, t.sessionID, t.version
}

// post sends one message.
func (t *tripper) post(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	t.fixHeaders(req)
	t.mu.Lock()
	t.messages = req.URL.String()
	t.mu.Unlock()
	t.addToken(req)
	frame, x, local := t.tap.outgoing(req.Context(), body, t.meta(req, nil))
	switch {
	case len(local) > 0:
		return jsonResponse(req, local[0], nil), nil
	case frame == nil:
		return emptyResponse(req), nil
	}
	req.ContentLength = int64(len(frame))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(frame)), nil }
	req.Body, _ = req.GetBody()
	resp, err := t.sendAuthorized(req, x)
	if err != nil {
		if x != nil {
			t.tap.fail(x, networkError(req, err))
		}
		return nil, err
	}
	return t.posted(req, x, resp)
}

// fixHeaders corrects what the SDK gets wrong and adds what it cannot know.
func (t *tripper) fixHeaders(req *http.Request) {
	if name := req.Header.Get("Mcp-Name"); name != "" {
		// SEP-2243: unsafe values go in base64; the SDK sends them as they are (go-sdk #1243).
		req.Header.Set("Mcp-Name", headerValue(name))
	}
	if x := exchangeFrom(req.Context()); x != nil {
		for name, values := range x.header {
			req.Header[name] = values
		}
	}
	if v := t.tap.trueVersion(); v != "" && req.Header.Get("Mcp-Protocol-Version") != "" {
		req.Header.Set("Mcp-Protocol-Version", v)
	}
}

// send passes the request on; its response's body ends with the connection's life.
func (t *tripper) send(req *http.Request) (*http.Response, error) {
	if t.life.Err() != nil {
		return nil, t.life.Err() // before it could open a connection that nobody closes
	}
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(t.life, cancel)
	release := func() { stop(); cancel() }
	resp, err := t.base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		release()
		return nil, err
	}
	resp.Request = req
	resp.Body = &boundBody{ReadCloser: resp.Body, release: release}
	return resp, nil
}

// posted reads the response to a POST and gives the SDK what it can digest. Whatever the
// server did, the SDK sees a well-formed 2xx: an HTTP error is the business of the one
// request that got it and must not end the session.
func (t *tripper) posted(req *http.Request, x *exchange, resp *http.Response) (*http.Response, error) {
	meta := t.meta(req, resp)
	if x == nil || x.method != "initialize" {
		// A session id is given by initialize only; the SDK ends the session over another.
		resp.Header.Del("Mcp-Session-Id")
	} else {
		t.mu.Lock()
		t.sessionID = resp.Header.Get("Mcp-Session-Id")
		t.mu.Unlock()
		t.redact.add(resp.Header.Get("Mcp-Session-Id")) // who has it can speak in the session
	}
	ok := resp.StatusCode >= 200 && resp.StatusCode < 300
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case resp.StatusCode == http.StatusTemporaryRedirect || resp.StatusCode == http.StatusPermanentRedirect:
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, HTTP: meta, Note: "redirect"})
		return resp, nil // the HTTP client follows, and comes back to RoundTrip
	case x == nil || t.sse && ok:
		body, _ := t.readBody(resp, errorBody)
		note := ""
		if !ok {
			note = "the server refused this message; the session goes on"
		}
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Raw: body, HTTP: meta, Note: note})
		return emptyResponse(req), nil
	case !ok:
		return t.refused(req, x, resp, meta), nil
	case kind == "text/event-stream":
		resp.Body = newEventFilter(resp.Body, t.tap, x, meta, t.limit)
		resp.ContentLength = -1
		resp.Header.Del("Content-Length")
		return resp, nil
	case kind == "application/json":
		return t.jsonBody(req, x, resp, meta), nil
	}
	body, _ := t.readBody(resp, errorBody)
	t.tap.unusable(unusable{head: body, size: len(body), why: fmt.Sprintf("HTTP %d with the content type %q", resp.StatusCode, kind),
		failure: wrongContent(req, resp, kind, body)}, arrival{hint: x, sole: true, meta: meta})
	return jsonResponse(req, errorFrame([]byte(x.id), -32603, "no JSON"), resp), nil
}

// jsonBody reads an answer in one piece.
func (t *tripper) jsonBody(req *http.Request, x *exchange, resp *http.Response, meta *HTTPMeta) *http.Response {
	body, err := t.readBody(resp, t.limit)
	from := arrival{hint: x, sole: true, meta: meta}
	var frames [][]byte
	switch {
	case err == errTooLarge:
		t.tap.unusable(unusable{head: body[:min(len(body), noiseText)], size: len(body), why: "a body beyond the limit", failure: &Error{
			Kind: KindTooLarge, Where: maskURL(req.URL), Detail: fmt.Sprintf("The answer is larger than the limit of %d bytes.", t.limit),
			Next: "It was not read to its end; raise the limit if the server is right to send so much."}}, from)
	case err != nil:
		t.tap.fail(x, networkError(req, err))
	default:
		frames = t.tap.incoming(body, from)
	}
	t.tap.fail(x, &Error{Kind: KindProtocol, Op: x.method, Where: maskURL(req.URL), Status: resp.StatusCode,
		Detail: "The HTTP answer holds no answer to the request: " + snippet(body, 200), Next: "Look at it on the wire tab."})
	switch len(frames) {
	case 0:
		return jsonResponse(req, errorFrame([]byte(x.id), -32603, "no answer"), resp)
	case 1:
		return jsonResponse(req, frames[0], resp)
	}
	var events bytes.Buffer
	for _, f := range frames { // a batch: the SDK takes several messages as events only
		writeEvent(&events, "", f)
	}
	r := jsonResponse(req, events.Bytes(), resp)
	r.Header.Set("Content-Type", "text/event-stream")
	return r
}

// refused handles a status outside 2xx.
func (t *tripper) refused(req *http.Request, x *exchange, resp *http.Response, meta *HTTPMeta) *http.Response {
	body, _ := t.readBody(resp, errorBody)
	failure := httpError(req, resp, body)
	env, err := parseEnvelope(body)
	isError := err == nil && env.kind() == frameResponse && isObject(env.err)
	unknownMethod := isError && parseRPCError(env.err).Code == jsonrpc.CodeMethodNotFound
	if resp.StatusCode == http.StatusNotFound && req.Header.Get("Mcp-Session-Id") != "" && !unknownMethod {
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Method: x.method, ID: x.id,
			Raw: body, HTTP: meta, Note: "the server no longer knows the session"})
		t.forgotten(x, failure)
	} else if isError {
		// A JSON-RPC error with an HTTP status of its own is an answer like any other.
		t.tap.incoming(body, arrival{hint: x, sole: true, meta: meta, note: fmt.Sprintf("HTTP %d", resp.StatusCode)})
	} else {
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, Method: x.method, ID: x.id,
			Raw: body, HTTP: meta, Note: "not an MCP message"})
		failure.Op = x.method
		t.tap.fail(x, failure)
	}
	if a := t.tap.answerOf(x); a != nil {
		return jsonResponse(req, standIn(x, a), nil)
	}
	return jsonResponse(req, errorFrame([]byte(x.id), -32601, resp.Status), nil)
}

// forgotten says that the server no longer knows the session (see renew.go).
func (t *tripper) forgotten(x *exchange, failure *Error) {
	t.mu.Lock()
	t.sessionID = "" // nothing is left to DELETE
	t.mu.Unlock()
	failure.Op, failure.lostSession = x.method, true
	e := *failure
	e.Op, e.Detail = "keep the session", "The server no longer knows the session (HTTP 404). "+failure.Detail
	e.Next = "Connect again."
	t.tap.lost(&e, func() { t.tap.fail(x, failure) })
}

// bare passes a request without a message through (DELETE ends a legacy session).
func (t *tripper) bare(req *http.Request) (*http.Response, error) {
	if _, session, _ := t.session(); req.Method == http.MethodDelete && session == "" {
		return emptyResponse(req), nil // the server has forgotten the session already
	}
	t.tap.log.add(Message{Time: time.Now(), Direction: Sent, Kind: MessageHTTP, HTTP: t.meta(req, nil)})
	t.addToken(req)
	resp, err := t.send(req)
	if err == nil {
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, HTTP: t.meta(req, resp)})
	}
	return resp, err
}

// readBody reads at most limit bytes and closes the body; errTooLarge comes with what was read.
func (t *tripper) readBody(resp *http.Response, limit int) ([]byte, error) {
	defer resp.Body.Close()
	var buf bytes.Buffer
	if n := resp.ContentLength; n > 0 && n <= int64(limit) {
		buf.Grow(int(n) + bytes.MinRead) // memory that a lying server never fills is never touched
	}
	_, err := buf.ReadFrom(io.LimitReader(resp.Body, int64(limit)+1))
	switch body := buf.Bytes(); {
	case len(body) > limit:
		return body[:limit], errTooLarge
	case cap(body) > len(body)+len(body)/4+bytes.MinRead:
		return bytes.Clone(body), err // grown by doubling, and kept for long
	default:
		return body, err
	}
}
