package wire

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// ExitInfo is how a server's process ended.
type ExitInfo struct {
	Time   time.Time
	Code   int    // exit status; -1 where a signal ended it
	Signal string // "killed", "segmentation fault", …; "" where none did
	ByUs   bool   // this program asked for it: by closing standard input, or a signal
}

// String gives "exit status 3" or "signal: killed".
func (e *ExitInfo) String() string {
	if e.Signal != "" {
		return "signal: " + e.Signal
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// process is one started server. It is the leader of a process group of the same number.
type process struct {
	spawner *Spawner
	cmd     *exec.Cmd
	pid     int
	mark    string // in the environment of it and its descendants

	stdin  *os.File
	stdout *os.File
	stderr *os.File

	drained chan struct{} // closed by the owner when stdout has been read to its end
	exited  chan struct{} // closed when the process has been reaped and its group killed
	exit    ExitInfo      // to be read after exited
	byUs    atomic.Bool
}

// drainTime is how long after a server's exit its output is still read, before whatever
// keeps the pipe open (a grandchild) is killed.
const drainTime = 300 * time.Millisecond

// start runs the command; it is called on the starting thread.
func (p *process) start(c command) (err error) {
	var child [3]*os.File
	defer func() {
		for _, f := range child {
			if f != nil {
				_ = f.Close()
			}
		}
		if err != nil {
			p.closeFiles()
		}
	}()
	if child[0], p.stdin, err = os.Pipe(); err != nil {
		return err
	}
	if p.stdout, child[1], err = os.Pipe(); err != nil {
		return err
	}
	if p.stderr, child[2], err = os.Pipe(); err != nil {
		return err
	}
	p.cmd = &exec.Cmd{
		Path: c.path, Args: append([]string{c.path}, c.args...), Env: c.env, Dir: c.dir,
		Stdin: child[0], Stdout: child[1], Stderr: child[2], SysProcAttr: sysProcAttr(),
	}
	if err = p.cmd.Start(); err != nil {
		return startError(c, err)
	}
	p.pid = p.cmd.Process.Pid
	return nil
}

// startError explains why the system refused to run a file that looked right.
func startError(c command, err error) *Error {
	e := &Error{Kind: KindStart, Detail: sentence(err.Error()), Err: err, Next: "Try the same command in a terminal."}
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		e.Kind = KindNotExecutable
		e.Detail = fmt.Sprintf("The system cannot run %q: it is no program for this machine, or a script without a first line such as #!/usr/bin/env node.", c.path)
		e.Next = `Run it by its interpreter: the interpreter as "command", the file in "args".`
	case errors.Is(err, fs.ErrPermission):
		e.Kind = KindNotExecutable
		e.Next = "Check the permissions of the file and its folders."
	case errors.Is(err, fs.ErrNotExist):
		e.Kind = KindNotExecutable
		e.Detail = fmt.Sprintf("The system cannot run %q: the interpreter that its first line names does not exist.", c.path)
		e.Next = "Install the interpreter, or correct the first line of the script."
	}
	return e
}

// reap waits for the process, then kills what is left of its group and of its descendants.
// The group's number stays reserved until then, since the leader is reaped last (Linux).
func (p *process) reap() {
	awaitExit(p.pid)
	select {
	case <-p.drained:
	case <-time.After(drainTime):
	}
	signalGroup(p.pid, syscall.SIGKILL)
	sweep(p.mark)
	err := p.cmd.Wait()
	awaitGroup(p.pid)
	p.exit = ExitInfo{Time: time.Now(), Code: -1, ByUs: p.byUs.Load()}
	if state := p.cmd.ProcessState; state != nil {
		p.exit.Code = state.ExitCode()
		p.exit.Signal = signalName(state)
	} else if err != nil {
		p.exit.Signal = err.Error()
	}
	p.spawner.forget(p)
	close(p.exited)
}

// stop ends the process as the specification asks for (lifecycle, shutdown of stdio): close
// standard input, wait, SIGTERM, wait, SIGKILL. The end of ctx takes the short way.
func (p *process) stop(ctx context.Context, grace time.Duration) {
	p.byUs.Store(true)
	_ = p.stdin.Close()
	if p.wait(ctx, grace) {
		return
	}
	signalGroup(p.pid, syscall.SIGTERM)
	if p.wait(ctx, grace) {
		return
	}
	p.kill()
	p.wait(context.Background(), 2*time.Second)
}

// end is stop for a program that is ending itself: SIGTERM comes at once.
func (p *process) end(grace time.Duration) {
	p.byUs.Store(true)
	_ = p.stdin.Close()
	signalGroup(p.pid, syscall.SIGTERM)
	if p.wait(context.Background(), grace) {
		return
	}
	p.kill()
	p.wait(context.Background(), 2*time.Second)
}

// kill ends the group and all marked descendants by SIGKILL, without waiting.
func (p *process) kill() {
	p.byUs.Store(true)
	select {
	case <-p.exited: // the number may belong to somebody else by now
	default:
		signalGroup(p.pid, syscall.SIGKILL)
		sweep(p.mark)
	}
}

func (p *process) wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-ctx.Done():
	case <-t.C:
	}
	return false
}

func (p *process) closeFiles() {
	for _, f := range []*os.File{p.stdin, p.stdout, p.stderr} {
		if f != nil {
			_ = f.Close()
		}
	}
}
