package wire

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"runtime"
	"sync"
	"time"
)

// Spawner starts server processes and owns every one of them until it is gone. A program
// makes one, gives it to all its connections, and calls KillAll before it ends, also on
// SIGINT and SIGTERM.
//
// What it does so that nothing stays behind:
//   - each server is the leader of its own process group, and signals go to the group;
//   - each server carries a mark in its environment, by which descendants that left the
//     group are found in /proc (Linux);
//   - a small watcher process (a POSIX shell reading a pipe) kills the groups when this
//     program dies without a word, by SIGKILL too;
//   - on Linux the kernel kills a server when the thread that started it dies (Pdeathsig),
//     which is why all are started on one thread that lives as long as the Spawner.
type Spawner struct {
	launch string // the mark's common part, unguessable

	mu     sync.Mutex
	live   map[*process]struct{}
	seq    int
	closed bool
	jobs   chan func()   // to the starting thread; nil until the first start
	quit   chan struct{} // ends the starting thread
	guard  *guard
}

// markName is the environment variable that marks a server and its descendants.
const markName = "MCPLOUPE_SPAWN"

// NewSpawner returns a Spawner that has started nothing yet.
func NewSpawner() *Spawner {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, since Go 1.24)
	return &Spawner{launch: hex.EncodeToString(b[:]), live: map[*process]struct{}{}, quit: make(chan struct{})}
}

// command is a process to start; env is complete.
type command struct {
	path string
	args []string
	env  []string
	dir  string
}

// start runs a command with pipes on its three streams.
func (s *Spawner) start(c command) (*process, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, endingError()
	}
	if s.jobs == nil {
		s.jobs = make(chan func())
		go startingThread(s.jobs, s.quit)
	}
	jobs := s.jobs
	s.seq++
	p := &process{spawner: s, mark: fmt.Sprintf("%s=%s.%d.", markName, s.launch, s.seq),
		drained: make(chan struct{}), exited: make(chan struct{})}
	s.mu.Unlock()

	done := make(chan error, 1)
	c.env = serverEnv(nil, c.env, p.mark)
	select {
	case jobs <- func() { done <- p.start(c) }:
	case <-s.quit:
		return nil, endingError()
	}
	if err := <-done; err != nil {
		return nil, err
	}
	if !s.adopt(p) { // KillAll came in between
		p.kill()
		<-p.exited
		return nil, endingError()
	}
	return p, nil
}

func endingError() *Error {
	return &Error{Kind: KindClosed, Op: "start the server", Detail: "This program is ending."}
}

// startingThread runs jobs on one operating system thread.
func startingThread(jobs <-chan func(), quit <-chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread() // or the thread would end with the goroutine
	for {
		select {
		case job := <-jobs:
			job()
		case <-quit:
			return
		}
	}
}

// adopt registers a started process and tells the watcher about it.
func (s *Spawner) adopt(p *process) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	go p.reap()
	if s.closed {
		return false
	}
	s.live[p] = struct{}{}
	if s.guard == nil {
		s.guard = startGuard(markName + "=" + s.launch + ".")
	}
	s.guard.add(p.pid)
	return true
}

func (s *Spawner) forget(p *process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.live[p]; ok {
		delete(s.live, p)
		s.guard.remove(p.pid)
	}
}

// Running returns how many server processes are alive.
func (s *Spawner) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.live)
}

// KillAll ends every process, grandchildren included: standard input closed and SIGTERM to
// each group at once, after grace SIGKILL. It returns when all are gone, at the latest two
// seconds after grace. Nothing can be started afterwards. It can be called again.
func (s *Spawner) KillAll(grace time.Duration) {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.quit)
	}
	var all []*process
	for p := range s.live {
		all = append(all, p)
	}
	g := s.guard
	s.mu.Unlock()

	var wg sync.WaitGroup
	for _, p := range all {
		wg.Go(func() { p.end(grace) })
	}
	wg.Wait()
	g.close()
}
