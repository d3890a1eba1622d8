package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
)

// alsoRequired are scenarios that came after a revision's set was frozen, and which are about
// what this program is for.
var alsoRequired = map[string][]string{
	"2025-11-25": {"json-schema-2020-12-preservation"},
	"2026-07-28": {"json-schema-2020-12-preservation", "json-schema-ref-no-deref"},
}

// TestConformance runs the official client conformance suite: every scenario that a revision
// requires must pass, once with that revision's version asked for and once with the era left
// to be found. The suite runs its scenarios side by side; it takes a few seconds.
func TestConformance(t *testing.T) {
	node, suite := partstest.Conformance(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "mcploupe")
	build := exec.Command("go", "build", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for revision, also := range alsoRequired {
		for name, prefix := range map[string]string{"pinned": "", "auto": "env MCP_CONFORMANCE_PROTOCOL_VERSION= "} {
			t.Run(revision+" "+name, func(t *testing.T) {
				want := append(requiredScenarios(t, suite, revision), also...)
				out := filepath.Join(dir, revision+name)
				c := exec.CommandContext(t.Context(), node, filepath.Join(suite, "dist", "index.js"), "client",
					"--command", prefix+program+" conformance", "--requirements", revision, "-o", out)
				c.Dir = dir
				report, err := c.CombinedOutput()
				if err != nil {
					t.Errorf("the suite: %v", err)
				}
				got := passedScenarios(report)
				for _, scenario := range want {
					if !got[scenario] {
						t.Errorf("scenario %q did not pass\n%s", scenario, clientSaid(out, scenario))
					}
				}
				if t.Failed() {
					_, summary, _ := bytes.Cut(report, []byte("=== SUITE SUMMARY ==="))
					t.Logf("summary:%s", summary)
				}
			})
		}
	}
}

// requiredScenarios reads the list "client" of a frozen requirement set.
func requiredScenarios(t *testing.T, suite, revision string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(suite, "requirements", revision+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var names []string
	section := ""
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if item, ok := strings.CutPrefix(line, "  - "); ok && section == "client:" {
			names = append(names, item)
		} else if line != "" && line[0] != ' ' && line[0] != '#' {
			section = line
		}
	}
	if len(names) < 15 {
		t.Fatalf("only %d scenarios are required by %s: the file is not what this test expects", len(names), revision)
	}
	return names
}

// passedLine is a scenario that passed with at least one check.
var passedLine = regexp.MustCompile(`(?m)^✓ (\S+): [1-9]\d* passed, 0 failed`)

func passedScenarios(report []byte) map[string]bool {
	passed := map[string]bool{}
	for _, m := range passedLine.FindAllSubmatch(report, -1) {
		passed[string(m[1])] = true
	}
	return passed
}

// clientSaid is what the program printed in a scenario, with the checks that failed.
func clientSaid(out, scenario string) string {
	var b strings.Builder
	for _, file := range []string{"stderr.txt", "checks.json"} {
		paths, _ := filepath.Glob(filepath.Join(out, filepath.FromSlash(scenario)+"-*", file))
		for _, path := range paths {
			text, _ := os.ReadFile(path)
			for line := range strings.Lines(string(text)) {
				if file == "stderr.txt" || strings.Contains(line, "errorMessage") {
					fmt.Fprintf(&b, "  %s", line)
				}
			}
		}
	}
	return b.String()
}
