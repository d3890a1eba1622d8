package wire

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"
)

var errTooLarge = errors.New("larger than the limit")

// boundBody releases the context of its request when it is closed.
type boundBody struct {
	io.ReadCloser
	release func()
}

// Close closes the body, then lets go of the request.
func (b *boundBody) Close() error {
	err := b.ReadCloser.Close()
	b.release()
	return err
}

// jsonResponse is the response that the SDK gets in place of the server's. A session id of
// the true response is kept: the SDK has to repeat it.
func jsonResponse(req *http.Request, body []byte, from *http.Response) *http.Response {
	r := &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Request: req,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	return keepSession(r, from)
}

func emptyResponse(req *http.Request) *http.Response {
	r := jsonResponse(req, nil, nil)
	r.Status, r.StatusCode = "202 Accepted", http.StatusAccepted
	r.Header = http.Header{}
	return r
}

func keepSession(r, from *http.Response) *http.Response {
	if from != nil {
		if id := from.Header.Get("Mcp-Session-Id"); id != "" {
			r.Header.Set("Mcp-Session-Id", id)
		}
	}
	return r
}

// statusAdvice says what to do about an HTTP status.
var statusAdvice = map[int]string{
	http.StatusUnauthorized:       `Put the server's credentials into "headers" of the configuration, for example Authorization: Bearer …`,
	http.StatusForbidden:          "The server knows who asks and refuses. Check what the token may do, and whether the server accepts requests from this host.",
	http.StatusNotFound:           "Check the path of the URL; many servers listen on /mcp, older ones on /sse.",
	http.StatusMethodNotAllowed:   "This address does not take MCP messages. Check the path of the URL; many servers listen on /mcp.",
	http.StatusTooManyRequests:    "The server asks for a pause. Try again later.",
	http.StatusServiceUnavailable: "The server or the proxy before it is not ready. Try again later, and look at its log.",
}

var htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// httpError explains a status outside 2xx with what the server said about it.
func httpError(req *http.Request, resp *http.Response, body []byte) *Error {
	e := &Error{Kind: KindHTTPStatus, Where: maskURL(req.URL), Status: resp.StatusCode,
		Detail: fmt.Sprintf("The server answered HTTP %d %s.", resp.StatusCode, http.StatusText(resp.StatusCode)),
		Next:   statusAdvice[resp.StatusCode]}
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden {
		e.Kind, e.Challenge = KindAuth, readChallenge(resp.Header)
		if e.Challenge != nil {
			e.Detail += e.Challenge.words()
		}
		e.Next = e.Challenge.advice(resp.StatusCode, req.Header.Get("Authorization") != "")
	}
	if to, err := resp.Location(); err == nil {
		e.Kind, e.Next = KindRedirect, "If that is where the server lives, put this address into the configuration."
		e.Detail = fmt.Sprintf("The server answered HTTP %d, a redirect to %s, which would turn the message into a GET.", resp.StatusCode, maskURL(to))
	} else if said := bodyWords(body); said != "" {
		e.Detail += " It says: " + said
	}
	if e.Next == "" {
		e.Next = "The fault is in the server or in what stands before it; look at its log."
	}
	return e
}

// bodyWords shortens an error page to what a person wants to read.
func bodyWords(body []byte) string {
	if m := htmlTitle.FindSubmatch(body); m != nil {
		return sentence(snippet(m[1], 200)) + " (a page in HTML)"
	}
	if message, ok := text(member(member(body, "error"), "message")); ok {
		return sentence(snippet([]byte(message), 300))
	}
	return sentence(snippet(body, 300))
}

// wrongContent explains a 2xx whose body is neither JSON nor events.
func wrongContent(req *http.Request, resp *http.Response, kind string, body []byte) *Error {
	e := &Error{Kind: KindNotJSON, Where: maskURL(req.URL), Status: resp.StatusCode,
		Detail: fmt.Sprintf("The server answered HTTP %d with the content type %q; MCP needs application/json or text/event-stream.", resp.StatusCode, kind),
		Next:   "Check the path of the URL: this looks like another page of the same host."}
	if said := bodyWords(body); said != "" {
		e.Detail += " It begins: " + said
	}
	return e
}

// networkError explains why no response came.
func networkError(req *http.Request, err error) *Error {
	e := &Error{Kind: KindRefused, Op: "reach the server", Where: maskURL(req.URL), Err: err,
		Detail: sentence(maskText(err.Error(), req.URL)), Next: "Check that the server is running and that the address is right."}
	var own *Error
	var dns *net.DNSError
	var unknownCA x509.UnknownAuthorityError
	var wrongHost x509.HostnameError
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.Detail, e.Next = KindCancelled, "The request was broken off.", ""
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Detail = fmt.Sprintf("Nothing listens at %s (connection refused).", req.URL.Host)
	case errors.As(err, &dns):
		e.Detail = fmt.Sprintf("The host name %q cannot be resolved.", dns.Name)
	case errors.As(err, &unknownCA), errors.As(err, &wrongHost):
		e.Next = "The server's certificate is not trusted for this name; check the address, or install its authority."
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		e.Kind, e.Detail = KindStream, "The server closed the connection in the middle of its answer."
		e.Next = "Look at the server's log; it may have crashed."
	}
	return e
}

// headerValue encodes a header value as SEP-2243 asks: as it is where safe, else in base64
// between sentinels.
func headerValue(s string) string {
	safe := s == strings.TrimSpace(s) && !strings.HasPrefix(s, "=?base64?")
	for i := 0; safe && i < len(s); i++ {
		safe = s[i] >= 0x20 && s[i] < 0x7f
	}
	if safe {
		return s
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}
