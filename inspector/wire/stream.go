package wire

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// stream passes a GET for events through: the one stream of HTTP+SSE, or a POST's stream
// that the SDK resumes by Last-Event-ID.
func (t *tripper) stream(req *http.Request) (*http.Response, error) {
	t.tap.log.add(Message{Time: time.Now(), Direction: Sent, Kind: MessageHTTP, HTTP: t.meta(req, nil)})
	resp, err := t.sendAuthorized(req, nil)
	if err != nil {
		t.remember(networkError(req, err))
		return nil, err
	}
	if isEventStream(resp) {
		resp.Body = newEventFilter(resp.Body, t.tap, exchangeFrom(req.Context()), t.meta(req, resp), t.limit)
		resp.ContentLength = -1
		return resp, nil
	}
	t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, HTTP: t.meta(req, resp)})
	if resp.StatusCode < 300 || resp.StatusCode >= 400 {
		body, _ := t.readBody(resp, errorBody)
		if resp.StatusCode < 300 {
			t.remember(wrongContent(req, resp, resp.Header.Get("Content-Type"), body))
		} else {
			t.remember(httpError(req, resp, body))
		}
		resp.Body = http.NoBody
	}
	return resp, nil
}

func isEventStream(resp *http.Response) bool {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return resp.StatusCode == http.StatusOK && kind == "text/event-stream"
}

// remember keeps a failure that no exchange can carry.
func (t *tripper) remember(e *Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = e
}

func (t *tripper) failure() *Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// standalone answers the SDK's GET for the optional stream of a legacy session at once, with
// a body that opens the true stream when it is read. The SDK waits for this response before
// its Connect returns, and some servers send no header until they have an event to send.
// The body also reconnects by itself: the SDK ends the whole session after five attempts.
func (t *tripper) standalone(req *http.Request) *http.Response {
	s := &lazyStream{ctx: req.Context()}
	s.open = func(lastID string) (*eventFilter, error) {
		again := req.Clone(s.ctx)
		if lastID != "" {
			again.Header.Set("Last-Event-ID", lastID)
		}
		t.addToken(again)
		t.tap.log.add(Message{Time: time.Now(), Direction: Sent, Kind: MessageHTTP, HTTP: t.meta(again, nil)})
		resp, err := t.send(again)
		if err != nil {
			return nil, nil // the network: try again later
		}
		if isEventStream(resp) {
			return newEventFilter(resp.Body, t.tap, nil, t.meta(again, resp), t.limit), nil
		}
		note := "no stream of the server's own: list changes will not be noticed"
		t.tap.log.add(Message{Time: time.Now(), Direction: Received, Kind: MessageHTTP, HTTP: t.meta(again, resp), Note: note})
		_ = resp.Body.Close()
		if resp.StatusCode >= 500 {
			return nil, nil
		}
		return nil, errNoStream // 405 by the specification, anything in practice (go-sdk #393, #610, #736)
	}
	return s.response(req)
}

// lazyStream is an event stream that is opened by its first Read. Where there is none, Read
// waits for the end of the session: an end of file would make the SDK give up on it.
type lazyStream struct {
	ctx  context.Context
	open func(lastID string) (*eventFilter, error) // nil, nil = try again; errNoStream = never

	cur    *eventFilter
	lastID string
	delay  time.Duration
	over   bool
}

type streamError string

func (e streamError) Error() string { return string(e) }

const errNoStream = streamError("the server offers no stream")

const (
	firstDelay = time.Second
	maxDelay   = 30 * time.Second
)

// Read gives the next bytes; it is called by the one goroutine of the SDK that owns the stream.
func (s *lazyStream) Read(p []byte) (int, error) {
	for {
		if s.ctx.Err() != nil {
			return 0, s.ctx.Err()
		}
		if s.over {
			<-s.ctx.Done()
			return 0, s.ctx.Err()
		}
		if s.cur == nil && !s.connect() {
			continue
		}
		n, err := s.cur.Read(p)
		if n > 0 {
			s.delay = 0
			return n, nil
		}
		if err != nil {
			s.disconnect()
		}
	}
}

// connect opens the stream, after the delay that the last end of it asks for.
func (s *lazyStream) connect() bool {
	if s.delay > 0 {
		t := time.NewTimer(s.delay)
		defer t.Stop()
		select {
		case <-s.ctx.Done():
			return false
		case <-t.C:
		}
	}
	cur, err := s.open(s.lastID)
	s.cur = cur
	if err != nil {
		s.over = true
	}
	if cur == nil {
		s.delay = min(max(2*s.delay, firstDelay), maxDelay)
	}
	return cur != nil
}

// disconnect puts the ended stream away.
func (s *lazyStream) disconnect() {
	if s.cur.lastID != "" {
		s.lastID = s.cur.lastID
	}
	s.delay = min(max(2*s.delay, firstDelay), maxDelay)
	if ms, err := strconv.Atoi(s.cur.retry); err == nil && ms > 0 {
		s.delay = min(time.Duration(ms)*time.Millisecond, maxDelay)
	}
	_ = s.cur.Close()
	s.cur = nil
}

// Close closes the stream that is open now.
func (s *lazyStream) Close() error {
	if s.cur != nil {
		return s.cur.Close()
	}
	return nil
}

func (s *lazyStream) response(req *http.Request) *http.Response {
	r := jsonResponse(req, nil, nil)
	r.Header = http.Header{"Content-Type": {"text/event-stream"}}
	r.Body, r.ContentLength = s, -1
	return r
}

var _ io.ReadCloser = (*lazyStream)(nil)
