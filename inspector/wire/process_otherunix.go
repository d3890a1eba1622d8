//go:build unix && !linux

package wire

import "syscall"

func sysProcAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// awaitExit has no portable form that leaves the process unreaped: Wait follows.
func awaitExit(int) {}

// sweep needs /proc; elsewhere the process group has to do.
func sweep(string) {}
