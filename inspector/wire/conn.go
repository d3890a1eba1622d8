package wire

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Conn is one connection to one server, from the first attempt to the end of the process.
// All methods can be called from any goroutine at any time.
type Conn struct {
	ep  Endpoint
	opt Options
	own *Spawner // made here, to be ended here

	redact *redactor
	log    *messageLog
	noise  *noiseLog
	stderr *byteRing

	closing chan struct{}      // Close was called
	hard    context.Context    // its end stops all patience
	hurry   context.CancelFunc // ends hard
	settled chan struct{}      // the phase has left starting
	gone    chan struct{}      // the session is over and state says why
	done    chan struct{}      // nothing of the connection is left
	changed chan struct{}      // the tool list has changed
	work    sync.WaitGroup     // goroutines inside the SDK
	base    *http.Transport    // of all HTTP attempts; nil for stdio. Of run's goroutine
	barren  int                // sessions in a row that were lost before they answered anything. Of run's goroutine

	mu        sync.Mutex
	state     State
	info      Info
	steps     []Step
	exit      *ExitInfo
	live      *live
	renewing  chan struct{} // closed when a new session has taken the place of a lost one; nil = none is lost
	restarted string        // why a second process was started while connecting
	tokens    int
	ids       int                      // of requests of ours
	people    int                      // sign-ins under way
	tools     map[string][]paramHeader // x-mcp-header of the last list, by tool name

	closeOnce sync.Once
}

// Open begins to connect and returns at once; State, Ready and OnState tell how it goes. ctx
// bounds the connecting only. Close must be called in the end, also after a failure.
func Open(ctx context.Context, ep Endpoint, opt Options) *Conn {
	opt = opt.withDefaults()
	redact := newRedactor(&ep)
	c := &Conn{
		ep: ep, opt: opt, redact: redact,
		log:     &messageLog{maxCount: opt.Limits.Messages, maxBytes: opt.Limits.MessageBytes, notify: opt.OnMessage, redact: redact},
		noise:   &noiseLog{redact: redact},
		stderr:  &byteRing{max: opt.Limits.Stderr},
		closing: make(chan struct{}), settled: make(chan struct{}), gone: make(chan struct{}), done: make(chan struct{}),
		changed: make(chan struct{}, 1),
	}
	if opt.Spawner == nil {
		c.own = NewSpawner()
		c.opt.Spawner = c.own
	}
	c.hard, c.hurry = context.WithCancel(context.Background())
	c.setState(PhaseStarting, nil)
	go c.run(ctx)
	return c
}

// Dial is Open and Ready in one. On failure the connection is closed and its error returned;
// it comes back all the same, for its Stderr, Noise and Messages.
func Dial(ctx context.Context, ep Endpoint, opt Options) (*Conn, error) {
	c := Open(ctx, ep, opt)
	if err := c.Ready(ctx); err != nil {
		_ = c.Close(context.Background())
		return c, err
	}
	return c, nil
}

// run owns the connection from beginning to end.
func (c *Conn) run(ctx context.Context) {
	defer close(c.done)
	dctx, release := c.untilClosing(ctx)
	l, failure := c.dial(dctx)
	release()
	if failure != nil {
		c.over(failure)
	} else {
		c.serve(l)
	}
	c.hurry()
	c.settleWork()
	if c.base != nil {
		c.base.CloseIdleConnections()
	}
	if c.own != nil {
		c.own.KillAll(0)
	}
}

// untilClosing is ctx, ended by Close too.
func (c *Conn) untilClosing(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		select {
		case <-c.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(); <-stop }
}

// serve keeps an open session until either side ends it, then takes it down. A session that
// the server has forgotten is followed by another.
func (c *Conn) serve(l *live) {
	listeners := make(chan struct{})
	go func() {
		defer close(listeners)
		c.tellChanges()
	}()
	for {
		c.begin(l)
		failure := c.watch(l)
		if c.isClosing() {
			failure = nil
		}
		if !c.renewable(l, failure) {
			c.over(failure)
			c.takeDown(l)
			break
		}
		next, err := c.renew(l, failure)
		if err != nil {
			c.over(err)
			break
		}
		l = next
	}
	<-listeners
}

// begin makes l the session that requests go to.
func (c *Conn) begin(l *live) {
	info := readInfo(l.tap, l.sess.InitializeResult().ProtocolVersion)
	info.Transport = c.transportOf(l)
	c.mu.Lock()
	if c.restarted != "" {
		info.Warnings = append(info.Warnings, c.restarted)
	}
	c.mu.Unlock()
	if h, ok := l.link.(*httpLink); ok {
		h.trip.negotiated(info.ProtocolVersion)
	}
	c.mu.Lock()
	c.live, c.info = l, c.redact.info(info)
	first := c.state.Phase == PhaseStarting
	c.mu.Unlock()
	if first {
		c.setState(PhaseReady, nil)
		close(c.settled)
	} else {
		c.renewed()
		c.toolsChanged() // what was listed came from the lost session
	}
	if l.tap.subscribable() {
		c.start(func() { c.listen(l) })
	}
}

// watch returns when the session is over, with the reason; nil when this side closes it.
func (c *Conn) watch(l *live) *Error {
	ended := make(chan error, 1)
	c.work.Go(func() { ended <- l.sess.Wait() })
	select {
	case <-c.closing:
		return nil
	case failure := <-l.lost:
		return failure
	case err := <-ended:
		return c.endError(l, err)
	}
}

func (c *Conn) transportOf(l *live) string {
	if h, ok := l.link.(*httpLink); ok {
		if h.trip.sse {
			return TransportSSE
		}
		return TransportHTTP
	}
	return TransportStdio
}

// endError explains why a session ended by itself.
func (c *Conn) endError(l *live, err error) *Error {
	const op = "keep the session"
	if info := l.link.exit(exitPatience(l.link)); info != nil {
		c.mu.Lock()
		c.exit = info
		c.mu.Unlock()
		e := c.exitError(op, l.link, info)
		e.Next += " Connect again to go on."
		return e
	}
	if _, ok := l.link.(*httpLink); !ok {
		return &Error{Kind: KindStream, Op: op, Where: c.ep.where(), Detail: "The server closed its standard output.",
			Next: "Connect again to go on.", Stderr: c.stderr.tail(2 << 10), Err: err}
	}
	e := c.connectError(op, l, errOr(err, "the session ended"))
	e.Next = "Connect again to go on."
	return e
}

func errOr(err error, s string) error {
	if err == nil {
		return streamError(s)
	}
	return err
}

// over records the end; from here on requests fail at once.
func (c *Conn) over(failure *Error) {
	phase := PhaseFailed
	if failure == nil || c.isClosing() && failure.Kind == KindClosed {
		phase, failure = PhaseClosed, nil
	}
	c.setState(phase, failure)
	select {
	case <-c.settled:
	default:
		close(c.settled)
	}
	close(c.gone)
	c.renewed()
}

// takeDown ends the session and everything below it. The SDK's own Close is not to be
// trusted with time: it blocks as long as one of its handlers does.
func (c *Conn) takeDown(l *live) {
	close(l.tap.over)
	closed := make(chan struct{})
	c.work.Go(func() {
		defer close(closed)
		_ = l.sess.Close()
	})
	if _, ok := l.link.(*httpLink); ok { // a legacy session is ended by DELETE
		select {
		case <-closed:
		case <-c.hard.Done():
		case <-time.After(c.opt.ExitGrace):
		}
	}
	l.link.close(c.hard, c.opt.ExitGrace)
	l.cancel()
	if info := l.link.exit(0); info != nil {
		c.mu.Lock()
		c.exit = info
		c.mu.Unlock()
	}
}

// settleWork waits for the goroutines inside the SDK, which end with what is below them.
func (c *Conn) settleWork() {
	all := make(chan struct{})
	go func() {
		defer close(all)
		c.work.Wait()
	}()
	waitFor(all, 2*time.Second)
}

// tellChanges calls OnToolsChanged, one call for all notifications that came during the last.
func (c *Conn) tellChanges() {
	for {
		select {
		case <-c.gone:
			return
		case <-c.changed:
			if c.opt.OnToolsChanged != nil {
				c.opt.OnToolsChanged()
			}
		}
	}
}

func (c *Conn) toolsChanged() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

func (c *Conn) isClosing() bool { return closed(c.closing) }

// Close ends the connection and everything it started: in-flight requests are cancelled, a
// legacy HTTP session is deleted, a process gets its standard input closed, then SIGTERM,
// then SIGKILL (group and descendants). When ctx ends, it goes straight to SIGKILL. Close
// returns when nothing is left, or ctx's error when even that took more than three seconds.
func (c *Conn) Close(ctx context.Context) error {
	c.closeOnce.Do(func() { close(c.closing) })
	select {
	case <-c.done:
		return nil
	case <-ctx.Done():
	}
	c.hurry()
	if waitFor(c.done, 3*time.Second) {
		return nil
	}
	return ctx.Err()
}
