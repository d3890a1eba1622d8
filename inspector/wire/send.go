package wire

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Most frames are the SDK's. Those here are this package's own: answers that a person gives
// to a server's request, subscriptions, and requests of any method. They pass the same tap.

// own marks the context of such a frame; method is what the frame is about.
type own struct{ method string }

type ownKey struct{}

func withOwn(ctx context.Context, method string) context.Context {
	return context.WithValue(ctx, ownKey{}, own{method})
}

func ownFrom(ctx context.Context) (own, bool) {
	o, ok := ctx.Value(ownKey{}).(own)
	return o, ok
}

// send writes one frame as one line and returns when it is written.
func (l *stdioLink) send(ctx context.Context, frame []byte, _ http.Header) error {
	return l.pipe.send(ctx, frame)
}

// send writes one frame as one line and returns when it is written.
func (l *streamLink) send(ctx context.Context, frame []byte, _ http.Header) error {
	return l.pipe.send(ctx, frame)
}

// send posts one frame and returns when the server's answer has been read to its end, an
// event stream included.
func (l *httpLink) send(ctx context.Context, frame []byte, extra http.Header) error {
	to, session, version := l.trip.session()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(frame))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	if version != "" && !l.trip.sse {
		req.Header.Set("Mcp-Protocol-Version", version)
	}
	for name, values := range extra {
		req.Header[name] = values
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// ownID makes the id of a request of ours. The SDK counts from 1, so a string cannot meet
// one of its ids.
func (c *Conn) ownID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	return strconv.Quote(clientName + "-" + strconv.Itoa(c.ids))
}

// ownRequest sends a request of ours and returns when it is settled, or its context ends.
func (l *live) ownRequest(ctx context.Context, x *exchange, frame []byte, header http.Header) error {
	err := l.link.send(withOwn(withExchange(ctx, x), x.method), frame, header)
	if _, isHTTP := l.link.(*httpLink); err != nil || isHTTP && !l.sse() {
		return err
	}
	select {
	case <-x.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *live) sse() bool {
	h, ok := l.link.(*httpLink)
	return ok && h.trip.sse
}

// cancelOwn tells the server that nobody waits for x any more. (What the SDK sent, the SDK
// cancels.) Over HTTP in the modern era the stream has been closed, which says the same.
func (c *Conn) cancelOwn(l *live, id, why string) {
	frame := []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":` + string(quote(why)) + `}}`)
	const method = "notifications/cancelled"
	c.start(func() {
		ctx, cancel := context.WithTimeout(withOwn(c.hard, method), answerTime)
		defer cancel()
		_ = l.link.send(ctx, frame, nil) // nobody waits for it
	})
}

// answerTime bounds the sending of a frame which nobody waits for.
const answerTime = 10 * time.Second

// composeRequest makes the frame of a request. In a modern session it gets the _meta which
// each request must have, as the SDK wrote it for server/discover, unless params has its own.
func (l *live) composeRequest(id, method string, params []byte) []byte {
	members := []byte{}
	add := func(name, value []byte) {
		if len(members) > 0 {
			members = append(members, ',')
		}
		members = append(append(append(members, name...), ':'), value...)
	}
	hasMeta := false
	_ = eachMember(params, func(name string, nameRaw, value []byte) bool {
		hasMeta = hasMeta || name == "_meta"
		add(nameRaw, value)
		return true
	})
	if meta := l.tap.requestMeta(); meta != nil && !hasMeta {
		add([]byte(`"_meta"`), meta)
	}
	out := []byte(`{"jsonrpc":"2.0","id":` + id + `,"method":` + string(quote(method)))
	if params != nil || len(members) > 0 {
		out = append(append(append(out, `,"params":{`...), members...), '}')
	}
	return append(out, '}')
}

// nameOf tells which member of params goes into the header Mcp-Name (SEP-2243).
var nameOf = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

// ownHeader makes the headers which 2026-07-28 wants with a request over Streamable HTTP.
func (l *live) ownHeader(method string, params []byte) http.Header {
	if !l.tap.isModern() {
		return nil
	}
	h := http.Header{"Mcp-Method": {method}}
	if name, ok := text(member(params, nameOf[method])); ok && nameOf[method] != "" {
		h.Set("Mcp-Name", name) // encoded by the tripper, as the SDK's
	}
	return h
}

// requestMeta is the _meta of the last server/discover; nil in a legacy session.
func (t *tap) requestMeta() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.modern() || t.discover == nil {
		return nil
	}
	return member(member(t.discover.sent, "params"), "_meta")
}
