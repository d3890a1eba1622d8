//go:build unix

package wire

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// guard is the watcher process. It reads "+ PGID" and "- PGID" lines and, when its input
// ends because this program is gone, kills the groups that are left, then (where there is
// a /proc) whatever still carries the mark. A kill -9 of this program closes the pipe too.
//
// The shell runs this fixed text; nothing of a configuration or of a server gets into it.
type guard struct {
	cmd  *exec.Cmd
	in   *os.File
	once sync.Once
}

const guardScript = `
trap '' HUP INT TERM QUIT PIPE
list=' '
while read -r op id; do
	case $op in
	+) list="$list$id " ;;
	-) list="${list%% $id *} ${list#* $id }" ;;
	esac
done
for id in $list; do kill -s KILL -- "-$id"; done
[ "$list" = ' ' ] || for file in $(grep -l -s -a -F -e "$1" /proc/[0-9]*/environ); do
	pid=${file#/proc/}
	kill -s KILL "${pid%/environ}"
done
`

// startGuard starts the watcher; nil where there is no shell, in which case only the end by
// kill -9 is left to Pdeathsig and to the servers' own reaction to a closed standard input.
func startGuard(mark string) *guard {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	cmd := &exec.Cmd{
		Path: "/bin/sh", Args: []string{"mcploupe-guard", "-c", guardScript, "mcploupe-guard", mark},
		Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/", Stdin: r,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil
	}
	return &guard{cmd: cmd, in: w}
}

func (g *guard) add(pgid int)    { g.say("+", pgid) }
func (g *guard) remove(pgid int) { g.say("-", pgid) }

func (g *guard) say(op string, pgid int) {
	if g != nil {
		_, _ = fmt.Fprintf(g.in, "%s %d\n", op, pgid) // far below PIPE_BUF: whole or not at all
	}
}

// close lets the watcher end, after it has killed what was never removed.
func (g *guard) close() {
	if g != nil {
		g.once.Do(func() {
			_ = g.in.Close()
			_ = g.cmd.Wait()
		})
	}
}
