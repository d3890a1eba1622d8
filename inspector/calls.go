package inspector

import (
	"slices"
	"sync"
	"time"

	"mcploupe/inspector/wire"
)

// Bounds of the calls of a server that are remembered, the oldest of which go
// first.
const (
	maxCalls     = 100
	maxCallBytes = 64 << 20 // of requests and answers together
)

// Calls returns the calls of this session, the newest first: those that have
// ended, and those on their way. The last hundred are kept, in memory only.
func (s *Server) Calls() []*Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := slices.Clone(s.calls)
	slices.Reverse(calls)
	return calls
}

// FindCall returns the newest remembered call with an ID; nil where there is
// none.
func (s *Server) FindCall(id string) *Call {
	for _, c := range s.Calls() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Ended reports whether the call is over, which is when its Answer may be
// looked at.
func (c *Call) Ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// weight is what a call keeps in memory, in bytes.
func (c *Call) weight() int {
	n := len(c.Arguments)
	if c.Ended() && c.Answer != nil {
		n += len(c.Answer.Sent) + len(c.Answer.Received)
	}
	return n
}

// remember takes a call into the list.
func (s *Server) remember(c *Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, c)
	s.forgetOld()
}

// settle marks a call as ended.
func (s *Server) settle(c *Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(c.done)
	s.forgetOld()
}

// progressLog keeps what a server said last of a call on its way.
type progressLog struct {
	mu   sync.Mutex
	now  wire.Progress
	any  bool
	told time.Time
}

// progressPause is the least time between two events about the progress of one
// call: a server may send thousands in a second, and a page that cannot keep up
// would miss the end.
const progressPause = 100 * time.Millisecond

// add takes a notification and reports whether it is time to tell of it.
func (l *progressLog) add(p wire.Progress) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.any = p, true
	if time.Since(l.told) < progressPause {
		return false
	}
	l.told = time.Now()
	return true
}

func (l *progressLog) last() (wire.Progress, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now, l.any
}

// forgetOld keeps the list within its bounds. The newest call stays, whatever
// its size.
func (s *Server) forgetOld() {
	kept, bytes := 0, 0
	for i := len(s.calls) - 1; i >= 0 && kept < maxCalls; i-- {
		if bytes += s.calls[i].weight(); kept > 0 && bytes > maxCallBytes {
			break
		}
		kept++
	}
	s.calls = slices.Delete(s.calls, 0, len(s.calls)-kept)
}
