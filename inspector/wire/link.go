package wire

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// link is the lower end of one attempt to connect: a process with its pipes, or an HTTP
// client.
type link interface {
	transport() mcp.Transport
	// send writes a frame of ours; see send.go.
	send(ctx context.Context, frame []byte, extra http.Header) error
	// close ends it by force after grace, or when ctx ends, and returns when all is gone.
	close(ctx context.Context, grace time.Duration)
	// exit tells how the process ended, after waiting at most d for it; nil where there is
	// no process or it still runs.
	exit(d time.Duration) *ExitInfo
	// oddity tells what came in since a time that could explain a missing answer, as sentences.
	oddity(since time.Time) string
}

// stdioLink is a server started here.
type stdioLink struct {
	proc       *process
	pipe       *pipeConn
	stderrDone chan struct{}
}

// openStdio finds and starts the endpoint's command.
func (c *Conn) openStdio(t *tap) (link, *Error) {
	t.lines = true
	if c.ep.stream != nil {
		in, out := c.ep.stream()
		return &streamLink{in: in, pipe: newPipeConn(t, in, out, c.opt.Limits.Message)}, nil
	}
	const op = "start the server"
	env := serverEnv(os.Environ(), c.ep.Env, "")
	path, failure := findCommand(c.ep.Command, c.ep.Dir, env)
	if failure == nil {
		proc, err := c.opt.Spawner.start(command{path: path, args: c.ep.Args, env: env, dir: c.ep.Dir})
		if err == nil {
			return c.attach(t, proc), nil
		}
		failure = asError(err, KindStart, op, "")
	}
	failure.Op, failure.Where = op, c.ep.where()
	return nil, failure
}

// attach begins to read a started process. Both goroutines end with its output.
func (c *Conn) attach(t *tap, proc *process) *stdioLink {
	l := &stdioLink{proc: proc, stderrDone: make(chan struct{})}
	l.pipe = newPipeConn(t, proc.stdout, proc.stdin, c.opt.Limits.Message)
	go func() {
		defer close(l.stderrDone)
		c.readStderr(proc.stderr)
	}()
	go func() {
		<-l.pipe.eof
		close(proc.drained)
	}()
	return l
}

// readStderr keeps the end of a server's standard error.
func (c *Conn) readStderr(r io.Reader) {
	out := redactingWriter{r: c.redact, w: stderrWriter{c}}
	defer out.flush()
	_, _ = io.Copy(&out, r) // its end is the process's
}

// stderrWriter is where standard error goes.
type stderrWriter struct{ c *Conn }

// Write never fails.
func (w stderrWriter) Write(p []byte) (int, error) {
	_, _ = w.c.stderr.Write(p)
	if w.c.opt.OnStderr != nil && len(p) > 0 {
		w.c.opt.OnStderr(p)
	}
	return len(p), nil
}

func (l *stdioLink) transport() mcp.Transport { return l.pipe }

func (l *stdioLink) close(ctx context.Context, grace time.Duration) {
	_ = l.pipe.Close()
	l.proc.stop(ctx, grace)
	// The pipes end with the process; one that could not be killed must not hold us.
	l.pipe.waitEOF(time.Second)
	waitFor(l.stderrDone, time.Second)
	l.proc.closeFiles()
}

func (l *stdioLink) exit(d time.Duration) *ExitInfo {
	if !waitFor(l.proc.exited, d) {
		return nil
	}
	waitFor(l.stderrDone, 200*time.Millisecond) // its last words
	return &l.proc.exit
}

func (l *stdioLink) oddity(since time.Time) string {
	s := l.pipe.tap.oddity(since)
	if start, n := l.pipe.lines.unfinished(); n > 0 {
		s = sentence(s) + " A line without an end is waiting: " + start
	}
	return s
}

// streamLink is a server at the other end of two streams in this process.
type streamLink struct {
	in   io.Closer
	pipe *pipeConn
}

func (l *streamLink) transport() mcp.Transport { return l.pipe }

func (l *streamLink) close(context.Context, time.Duration) {
	_ = l.pipe.Close()
	_ = l.pipe.out.Close()
	_ = l.in.Close()
	l.pipe.waitEOF(time.Second)
}

func (l *streamLink) exit(time.Duration) *ExitInfo  { return nil }
func (l *streamLink) oddity(since time.Time) string { return l.pipe.tap.oddity(since) }

// httpLink is a server somewhere else.
type httpLink struct {
	trip   *tripper
	client *http.Client
	sdk    mcp.Transport
	cut    context.CancelFunc
}

// openHTTP prepares the HTTP client; nothing is sent yet.
func (c *Conn) openHTTP(t *tap, transport string) (link, *Error) {
	if transport != TransportHTTP && transport != TransportSSE {
		return nil, &Error{Kind: KindUsage, Op: "connect", Where: c.ep.where(),
			Detail: fmt.Sprintf("There is no transport %q here.", transport), Next: "Use stdio, http or sse."}
	}
	u, err := url.Parse(c.ep.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &Error{Kind: KindUsage, Op: "connect", Where: c.ep.where(), Err: err,
			Detail: "The configured URL is no http or https address.", Next: `Correct "url" in the configuration.`}
	}
	life, cut := context.WithCancel(context.Background())
	if c.base == nil {
		c.base = http.DefaultTransport.(*http.Transport).Clone()
	}
	l := &httpLink{cut: cut, trip: &tripper{
		base: c.base, tap: t, origin: u, header: canonical(c.ep.Header), limit: c.opt.Limits.Message,
		life: life, redact: c.redact, sse: transport == TransportSSE, auth: c.opt.Authorizer, signInStep: c.signInStep,
	}}
	if c.opt.Authorizer != nil {
		if err := c.opt.Authorizer.bind(u); err != nil {
			cut()
			return nil, &Error{Kind: KindUsage, Op: "connect", Where: c.ep.where(), Detail: sentence(err.Error()), Err: err,
				Next: "Give each server an Authorizer of its own."}
		}
	}
	l.client = &http.Client{Transport: l.trip}
	if transport == TransportSSE {
		l.sdk = &mcp.SSEClientTransport{Endpoint: c.ep.URL, HTTPClient: l.client, MaxEventSize: -1}
	} else {
		l.sdk = &mcp.StreamableClientTransport{Endpoint: c.ep.URL, HTTPClient: l.client, MaxEventSize: -1}
	}
	return l, nil
}

func canonical(h http.Header) http.Header {
	out := make(http.Header, len(h))
	for name, values := range h {
		out[http.CanonicalHeaderKey(name)] = values
	}
	return out
}

func (l *httpLink) transport() mcp.Transport { return l.sdk }

func (l *httpLink) close(context.Context, time.Duration) {
	l.cut()
	l.trip.base.CloseIdleConnections()
}

func (l *httpLink) exit(time.Duration) *ExitInfo  { return nil }
func (l *httpLink) oddity(since time.Time) string { return l.trip.tap.oddity(since) }

// waitFor waits for ch, at most d.
func waitFor(ch <-chan struct{}, d time.Duration) bool {
	if closed(ch) {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ch:
		return true
	case <-t.C:
		return false
	}
}
