package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// filePages are the pages of files that are in memory for this process.
func filePages(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm") // size, resident, shared …: proc(5)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.Fields(string(text))[2])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Ensure that pages of the program are handed back, and that the program goes on.
func TestReleaseProgram(t *testing.T) {
	before := filePages(t)
	releaseProgram()
	if after := filePages(t); after >= before {
		t.Errorf("%d pages of files before, %d after", before, after)
	}
}
