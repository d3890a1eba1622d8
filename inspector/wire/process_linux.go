package wire

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// awaitExit waits for a process to end without reaping it, so that its number (and its
// group's) cannot be given to another process meanwhile.
func awaitExit(pid int) {
	for {
		if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != unix.EINTR {
			return
		}
	}
}

// sweep kills every process that carries the mark in its environment, also those that left
// the group (setsid, double fork). It looks again until it finds none, since a process can
// fork while it is being looked at.
func sweep(mark string) {
	for range 8 {
		found := marked(mark)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range found {
			awaitGone(func() bool { return !runs(pid) })
		}
	}
}

// runs reports whether a process exists and is no zombie.
func runs(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	i := bytes.LastIndex(stat, []byte(") ")) // the name before it can hold anything
	return i >= 0 && len(stat) > i+2 && stat[i+2] != 'Z' && stat[i+2] != 'X'
}

// marked lists the living processes with the mark. Only those of the same user can be read.
func marked(mark string) []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var found []int
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile("/proc/" + name + "/environ") // empty for a zombie
		if err != nil || !hasMark(env, mark) {
			continue
		}
		found = append(found, pid)
	}
	return found
}

func hasMark(env []byte, mark string) bool {
	for kv := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.HasPrefix(kv, []byte(mark)) {
			return true
		}
	}
	return false
}
