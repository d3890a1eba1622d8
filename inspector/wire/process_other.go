//go:build !unix

package wire

import (
	"os"
	"syscall"
)

// Without process groups only the server itself is ended. Windows wants a job object here.

func sysProcAttr() *syscall.SysProcAttr { return nil }

func awaitExit(int) {}

func sweep(string) {}

func awaitGroup(int) {}

func signalGroup(pid int, sig syscall.Signal) {
	if p, err := os.FindProcess(pid); err == nil && sig == syscall.SIGKILL {
		_ = p.Kill()
	}
}

func signalName(*os.ProcessState) string { return "" }

type guard struct{}

func startGuard(string) *guard { return nil }

func (*guard) add(int)    {}
func (*guard) remove(int) {}
func (*guard) close()     {}
