package wire

import (
	"bytes"
	"io"
	"sync"
)

// lineReader splits a server's standard output into lines of at most max bytes. It keeps
// no buffer between lines beyond one read's worth.
type lineReader struct {
	src  io.Reader
	max  int
	line func(line []byte)                 // a whole line, without its end; the slice is the callee's
	long func(head, tail []byte, size int) // a line beyond max
	last func(rest []byte)                 // what stood after the last line end when the stream ended

	mu      sync.Mutex
	partial []byte // the beginning of an unfinished line, for the error text
	waiting int    // its length so far
}

// readSize is one read from a pipe. Linux pipes hold 64 KiB by default.
const readSize = 32 << 10

// run reads until the stream ends and returns its error (nil for EOF).
func (r *lineReader) run() error {
	buf := make([]byte, readSize)
	var acc lineBuffer
	acc.max = r.max
	for {
		n, err := r.src.Read(buf)
		chunk := buf[:n]
		for {
			i := bytes.IndexByte(chunk, '\n')
			if i < 0 {
				break
			}
			acc.add(chunk[:i])
			chunk = chunk[i+1:]
			r.emit(&acc)
		}
		acc.add(chunk)
		r.note(&acc)
		if err != nil {
			if acc.size > 0 {
				r.last(acc.take())
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
	}
}

func (r *lineReader) emit(acc *lineBuffer) {
	size, tail, over := acc.size, acc.tail, acc.over
	line := bytes.TrimSuffix(acc.take(), []byte{'\r'})
	switch {
	case over:
		r.long(line, tail, size)
	case len(bytes.TrimSpace(line)) > 0:
		r.line(line)
	}
}

func (r *lineReader) note(acc *lineBuffer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = acc.size
	r.partial = r.partial[:0]
	if len(acc.chunks) > 0 {
		r.partial = append(r.partial, acc.chunks[0][:min(len(acc.chunks[0]), 200)]...)
	}
}

// unfinished returns the beginning and the length of a line whose end has not come yet.
func (r *lineReader) unfinished() (string, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return snippet(r.partial, 120), r.waiting
}

// lineBuffer collects one line in chunks of growing size, so that a line of 20 MB is
// copied twice and not once per doubling.
type lineBuffer struct {
	chunks [][]byte
	size   int
	max    int
	over   bool
	tail   []byte // the last bytes of a line beyond max, where its id may stand
}

const tailSize = 300

func (b *lineBuffer) add(p []byte) {
	if len(p) == 0 {
		return
	}
	b.size += len(p)
	if b.over || b.size > b.max {
		b.over = true
		if len(b.chunks) > 1 || len(b.chunks) == 1 && len(b.chunks[0]) > noiseText {
			b.chunks = [][]byte{bytes.Clone(b.chunks[0][:min(len(b.chunks[0]), noiseText)])}
		}
		b.tail = append(b.tail, p[max(0, len(p)-tailSize):]...)
		b.tail = append([]byte(nil), b.tail[max(0, len(b.tail)-tailSize):]...)
		return
	}
	for len(p) > 0 {
		last := len(b.chunks) - 1
		if last < 0 || len(b.chunks[last]) == cap(b.chunks[last]) {
			// A first chunk of exactly the needed size: most messages arrive in one read.
			size := len(p)
			if last >= 0 {
				size = max(size, min(b.size, 1<<20))
			}
			b.chunks = append(b.chunks, make([]byte, 0, size))
			last++
		}
		n := min(len(p), cap(b.chunks[last])-len(b.chunks[last]))
		b.chunks[last] = append(b.chunks[last], p[:n]...)
		p = p[n:]
	}
}

// take returns the collected line and starts the next one.
func (b *lineBuffer) take() []byte {
	var line []byte
	switch len(b.chunks) {
	case 0:
	case 1:
		line = b.chunks[0]
	default:
		line = bytes.Join(b.chunks, nil)
	}
	*b = lineBuffer{max: b.max}
	return line
}
