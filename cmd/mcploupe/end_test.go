package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// lockedBuffer is a buffer that a process writes while the test reads.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func within(t *testing.T, what string, d time.Duration, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(d); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", d, what)
		}
	}
}

// Ensure that the end of the program says what it waits for, and that a second
// Ctrl-C is the end at once, with nothing left behind.
func TestSecondInterrupt(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cmd/mcploupe", "testdata/faultserver"} {
		if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, filepath.Base(name)), "mcploupe/"+name).CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", name, err, out)
		}
	}
	mark := "stubborn-" + filepath.Base(filepath.Dir(dir))
	cmd := exec.Command(filepath.Join(dir, "mcploupe"), "--addr", "127.0.0.1:0", "--no-open", "--", filepath.Join(dir, "faultserver"), "ignore-sigterm", mark)
	stderr := &lockedBuffer{}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	within(t, "the server runs", 10*time.Second, func() bool { return runs(mark) })
	time.Sleep(300 * time.Millisecond) // it ignores SIGTERM by now
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	within(t, "a word about the end", 5*time.Second, func() bool { return strings.Contains(stderr.String(), "Ctrl-C again") })
	began := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if took := time.Since(began); took > time.Second {
		t.Errorf("the second Ctrl-C took %s", took)
	}
	within(t, "the server is gone", 5*time.Second, func() bool { return !runs(mark) })
}

// runs reports whether a process has an argument.
func runs(arg string) bool {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(text), "\x00"+arg+"\x00") && !strings.Contains(string(text), "--no-open") {
			return true
		}
	}
	return false
}
