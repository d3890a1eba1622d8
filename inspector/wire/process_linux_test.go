package wire

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var grandchildPID = regexp.MustCompile(`grandchild (\d+)`)

// grandchild waits for the number that the fault server prints.
func grandchild(t *testing.T, c *Conn) int {
	t.Helper()
	var pid int
	eventually(t, "the grandchild is there", func() bool {
		m := grandchildPID.FindSubmatch(c.Stderr())
		if m == nil {
			return false
		}
		pid, _ = strconv.Atoi(string(m[1]))
		return true
	})
	return pid
}

func TestNothingIsLeft(t *testing.T) {
	for _, mode := range []string{"ok", "ignore-eof", "ignore-sigterm", "grandchild", "grandchild-pipes", "grandchild-setsid", "daemon"} {
		t.Run(mode, func(t *testing.T) {
			opt := quick()
			opt.ExitGrace = 200 * time.Millisecond
			opt.Spawner = NewSpawner()
			defer opt.Spawner.KillAll(0)
			c := ready(t, fault(mode), opt)
			l, _ := c.session("test")
			proc := l.link.(*stdioLink).proc
			pids := []int{proc.pid}
			if strings.HasPrefix(mode, "grandchild") {
				pids = append(pids, grandchild(t, c))
			}
			pids = append(pids, marked(proc.mark)...)
			start := time.Now()
			closeConn(t, c)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("close took %s", took)
			}
			for _, pid := range pids {
				if runs(pid) {
					t.Errorf("process %d of %v still runs", pid, pids)
				}
			}
			if n := opt.Spawner.Running(); n != 0 {
				t.Errorf("%d processes registered", n)
			}
		})
	}
}

// TestGrandchildHoldsPipes has the server exit while a grandchild keeps its streams open:
// the end must be noticed all the same, with the exit status.
func TestGrandchildHoldsPipes(t *testing.T) {
	c := ready(t, fault("grandchild-pipes"), quick())
	pid := grandchild(t, c)
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeServerGone || a.Failure.Exit == nil || a.Failure.Exit.Code != 5 {
		t.Fatalf("answer = %+v", a)
	}
	<-c.Done()
	if runs(pid) {
		t.Error("the grandchild still runs")
	}
}

func TestCloseInAHurry(t *testing.T) {
	opt := quick()
	opt.ExitGrace = 30 * time.Second
	c := ready(t, fault("ignore-sigterm"), opt)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := c.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("close took %s", took)
	}
}

// TestDeafServer has a server which stops reading: its standard input fills up, and the SDK
// blocks in the middle of a write.
func TestDeafServer(t *testing.T) {
	opt := quick()
	opt.ExitGrace = 200 * time.Millisecond
	c := ready(t, fault("deaf"), opt)
	big := []byte(`{"a":"` + strings.Repeat("x", 1<<20) + `"}`)
	for range 2 {
		a, err := c.Do(t.Context(), Call{Name: "x", Arguments: big, Idle: 300 * time.Millisecond})
		if err != nil || a.Outcome != OutcomeTimedOut || a.Duration > 10*time.Second {
			t.Fatalf("answer = %+v, %v", a, err)
		}
	}
	start := time.Now()
	closeConn(t, c)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("close took %s", took)
	}
}

func TestStdoutClosed(t *testing.T) {
	c := ready(t, fault("close-stdout"), quick())
	a := call(t, c, "x", `{}`)
	if a.Outcome != OutcomeServerGone {
		t.Fatalf("answer = %+v", a)
	}
	wantContains(t, "failure", a.Failure.Error(), "standard output")
	<-c.Done()
}

func TestKillAll(t *testing.T) {
	noLeaks(t)
	s := NewSpawner()
	var conns []*Conn
	for _, mode := range []string{"ok", "ignore-sigterm", "grandchild", "silent"} {
		opt := quick()
		opt.Spawner = s
		c := Open(t.Context(), fault(mode), opt)
		conns = append(conns, c)
	}
	for _, c := range conns[:3] {
		if err := c.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	pid := grandchild(t, conns[2])
	start := time.Now()
	s.KillAll(200 * time.Millisecond)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
	if runs(pid) || s.Running() != 0 {
		t.Errorf("grandchild alive: %v, %d registered", runs(pid), s.Running())
	}
	for _, c := range conns {
		<-c.Done()
		closeConn(t, c)
	}
	c := Open(t.Context(), fault("ok"), Options{Spawner: s})
	if e := failed(t, c); e.Kind != KindClosed {
		t.Errorf("a start after KillAll: %v", e)
	}
	closeConn(t, c)
}

// TestKilledWithoutAWord kills a program that uses this package by SIGKILL, as the
// out-of-memory killer would: its server and a stubborn grandchild must go too.
func TestKilledWithoutAWord(t *testing.T) {
	for _, mode := range []string{"ignore-sigterm", "grandchild", "grandchild-setsid"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			tag := filepath.Join(t.TempDir(), "server") // a name of its own, to find the processes by
			if err := os.Symlink(faultserver, tag); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "WIRE_TEST_HELPER="+tag+" "+mode)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			line, _ := bufio.NewReader(out).ReadString('\n')
			if line != "connected <nil>\n" {
				t.Fatalf("helper: %q", line)
			}
			family := descendants(cmd.Process.Pid)
			if len(family) < 2 { // the server and the watcher at least
				t.Fatalf("descendants: %v", family)
			}
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			eventually(t, "all are gone", func() bool {
				for _, pid := range family {
					if runs(pid) {
						return false
					}
				}
				return true
			})
		})
	}
}

// descendants lists the processes below pid.
func descendants(pid int) []int {
	parents := map[int]int{}
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		n, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		if _, rest, ok := strings.Cut(string(stat), ") "); ok {
			fields := strings.Fields(rest)
			parents[n], _ = strconv.Atoi(fields[1])
		}
	}
	var out []int
	for n := range parents {
		for p := parents[n]; p > 1; p = parents[p] {
			if p == pid {
				out = append(out, n)
				break
			}
		}
	}
	return out
}
