package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pipeConn is the SDK's connection to a server over two byte streams (stdio, or a pair of
// pipes). It takes the place of mcp.IOTransport, which ends the session on the first line
// that is not JSON and gives its writer no context.
type pipeConn struct {
	tap    *tap
	out    io.WriteCloser
	lines  *lineReader
	inbox  chan []byte
	closed chan struct{} // Close was called
	eof    chan struct{} // the server's output has ended
	once   sync.Once
	write  chan struct{} // holds one token while a frame is written

	// Of the reader goroutine alone.
	started bool   // a line has come
	held    []byte // the lines so far of a message spread over several
}

// newPipeConn starts reading from in; the reader goroutine ends with the stream.
func newPipeConn(t *tap, in io.Reader, out io.WriteCloser, maxLine int) *pipeConn {
	c := &pipeConn{
		tap: t, out: out,
		inbox: make(chan []byte, 16), closed: make(chan struct{}), eof: make(chan struct{}),
		write: make(chan struct{}, 1),
	}
	c.lines = &lineReader{src: in, max: maxLine, line: c.take, long: c.tooLong, last: c.takeLast}
	go func() {
		defer close(c.eof)
		_ = c.lines.run()
		c.flushHeld()
	}()
	return c
}

// Connect lets the connection be its own transport.
func (c *pipeConn) Connect(context.Context) (mcp.Connection, error) { return c, nil }

// take receives one line on the reader goroutine.
func (c *pipeConn) take(line []byte) {
	if !c.started {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // a byte order mark, once
		c.started = true
	}
	if !c.hold(line) {
		c.push(c.tap.incoming(line, arrival{}))
	}
}

// hold collects a message which a server prints over several lines ("{" alone, then the
// members, then "}" alone, as pretty printers do). Each message must be one line
// (2025-11-25 transports, stdio), but the SDK's own reader accepts it, so it is worth
// showing with a note. It reports whether it took the line.
func (c *pipeConn) hold(line []byte) bool {
	bare := string(bytes.TrimRight(line, " \t"))
	switch {
	case c.held == nil && (bare == "{" || bare == "["):
		c.held = append([]byte(nil), line...)
		return true
	case c.held == nil:
		return false
	case len(c.held)+len(line) > c.lines.max:
		c.flushHeld()
		return false
	case line[0] == '{' && validJSON(line) == nil: // a message by itself: the held lines were something else
		c.flushHeld()
		return false
	}
	c.held = append(append(c.held, '\n'), line...)
	if (bare == "}" || bare == "]") && validJSON(c.held) == nil {
		frame := c.held
		c.held = nil
		c.push(c.tap.incoming(frame, arrival{note: "spread over several lines; the specification asks for one line a message"}))
	}
	return true
}

// flushHeld gives up on the held lines.
func (c *pipeConn) flushHeld() {
	if c.held == nil {
		return
	}
	held := c.held
	c.held = nil
	c.push(c.tap.incoming(held, arrival{}))
}

// takeLast receives what stood after the last line end when the output ended.
func (c *pipeConn) takeLast(rest []byte) {
	if validJSON(rest) == nil {
		c.take(rest)
		return
	}
	c.tap.unusable(unusable{head: rest, size: len(rest), why: "the output ended in the middle of a line"}, arrival{})
}

func (c *pipeConn) tooLong(head, tail []byte, size int) {
	c.tap.unusable(unusable{
		head: head, tail: tail, size: size,
		why: fmt.Sprintf("a line of %d bytes, more than the limit of %d", size, c.lines.max),
		failure: &Error{Kind: KindTooLarge, Detail: fmt.Sprintf("The answer has %d bytes, more than the limit of %d.", size, c.lines.max),
			Next: "It was not read; raise the limit if the server is right to send so much."},
	}, arrival{})
}

// push hands frames to the SDK. It blocks only as long as the SDK is busy with the frame
// before, and never after Close.
func (c *pipeConn) push(frames [][]byte) {
	for _, f := range frames {
		select {
		case c.inbox <- f:
		case <-c.closed:
			return
		}
	}
}

// Read returns the next frame for the SDK, or io.EOF when the server's output has ended.
func (c *pipeConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case f := <-c.inbox:
			if msg, err := jsonrpc.DecodeMessage(f); err == nil {
				return msg, nil
			}
		case <-c.eof:
			select {
			case f := <-c.inbox: // what came before the end
				if msg, err := jsonrpc.DecodeMessage(f); err == nil {
					return msg, nil
				}
			default:
				return nil, io.EOF
			}
		}
	}
}

// Write sends one frame as one line. A server which does not read its input can block it
// until the process is killed; those that wait behind it give up with their context.
func (c *pipeConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	return c.send(ctx, data)
}

// send is Write for an encoded frame.
func (c *pipeConn) send(ctx context.Context, data []byte) error {
	select {
	case c.write <- struct{}{}:
		defer func() { <-c.write }()
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closed:
		return io.ErrClosedPipe
	}
	frame, _, local := c.tap.outgoing(ctx, data, nil)
	if len(local) > 0 {
		go c.push(local) // not here: the SDK's reader may be waiting for this very write
	}
	if frame == nil {
		return nil
	}
	_, err := c.out.Write(append(frame[:len(frame):len(frame)], '\n'))
	return err
}

// Close ends the connection for the SDK. The link closes the streams: a server which has
// closed its output only shall not be told to exit before that has been noticed.
func (c *pipeConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID is for the SDK; a pipe has none.
func (c *pipeConn) SessionID() string { return "" }

// waitEOF waits until the server's output has been read to its end.
func (c *pipeConn) waitEOF(d time.Duration) bool { return waitFor(c.eof, d) }
