package wire

import (
	"sync"
	"time"
)

// byteRing keeps the last max bytes written to it.
type byteRing struct {
	mu      sync.Mutex
	buf     []byte
	max     int
	dropped int64
}

// Write appends p and drops what is beyond the limit from the front. It never fails.
func (r *byteRing) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(p)
	if n > r.max {
		r.dropped += int64(n - r.max)
		p = p[n-r.max:]
	}
	if over := len(r.buf) + len(p) - r.max; over > 0 {
		r.dropped += int64(over)
		r.buf = append(r.buf[:0], r.buf[over:]...)
	}
	r.buf = append(r.buf, p...)
	return n, nil
}

// snapshot returns a copy of the kept bytes and how many were dropped before them.
func (r *byteRing) snapshot() ([]byte, int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]byte(nil), r.buf...), r.dropped
}

// tail returns at most n bytes from the end, beginning after a line break where one is cut.
func (r *byteRing) tail(n int) string {
	b, _ := r.snapshot()
	if len(b) > n {
		b = b[len(b)-n:]
		for i, c := range b {
			if c == '\n' {
				b = b[i+1:]
				break
			}
		}
	}
	return snippet(b, n)
}

// Noise is something on a server's standard output (or in its event stream) that is no
// JSON-RPC message. The specification forbids it on stdio; the session goes on.
type Noise struct {
	Time time.Time
	Text []byte // at most 4 KiB of it
	Size int    // bytes in full
	Why  string // what is wrong with it
}

const (
	noiseText  = 4 << 10
	noiseLines = 200
)

// noiseLog keeps the first and counts all: the first lines tell what the server prints.
type noiseLog struct {
	mu    sync.Mutex
	items []Noise
	count int

	redact *redactor
}

func (l *noiseLog) add(text []byte, size int, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	if len(l.items) < noiseLines {
		kept := append([]byte(nil), l.redact.head(text, noiseText)...)
		l.items = append(l.items, Noise{Time: time.Now(), Text: kept, Size: size, Why: l.redact.text(why)})
	}
}

func (l *noiseLog) all() ([]Noise, int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Noise(nil), l.items...), l.count
}
