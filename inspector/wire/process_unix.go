//go:build unix

package wire

import (
	"os"
	"syscall"
	"time"
)

// signalGroup sends a signal to every process of a group. Errors don't matter: what cannot
// be signalled is gone.
func signalGroup(pgid int, sig syscall.Signal) {
	if pgid > 1 {
		_ = syscall.Kill(-pgid, sig)
	}
}

func signalName(state *os.ProcessState) string {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return ws.Signal().String()
	}
	return ""
}

// dyingTime bounds the wait for processes that have been killed to be gone. Where nothing
// reaps orphans (a container without an init) they stay as zombies, and it is waited in full.
const dyingTime = 200 * time.Millisecond

// awaitGroup waits until no process of a killed group is left.
func awaitGroup(pgid int) {
	awaitGone(func() bool { return syscall.Kill(-pgid, 0) == syscall.ESRCH })
}

func awaitGone(gone func() bool) {
	for end := time.Now().Add(dyingTime); !gone() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}
