//go:build !unix

package main

import (
	"os"
	"syscall"
)

func sysProcAttr(bool) *syscall.SysProcAttr { return nil }

func crash() { os.Exit(2) }
