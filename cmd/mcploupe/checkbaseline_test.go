package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	twoFaults = `[` + nullDefault + `,{"name":"load","description":"Loads.","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":"5","description":"How many."}}}}]`
	oneFault  = `[` + nullDefault + `]`
	mended    = `[{"name":"save","description":"Saves.","inputSchema":{"type":"object","properties":{"title":{"type":["string","null"],"default":null,"description":"Of it."}}}}]`
)

// TestBaseline: what is known fails nothing, what is new does, and what is gone
// is said.
func TestBaseline(t *testing.T) {
	checkFolder(t)
	args := []string{"-", "--target", "none", "--baseline", "known.json"}
	if got := runCheckIn(t, oneFault, append(args, "--write-baseline")...); got.code != exitOK || !strings.Contains(got.stderr, "1 known finding") {
		t.Fatalf("writing: exit code %d: %s", got.code, got.stderr)
	}
	want := `{
  "version": 1,
  "findings": [
    {"rule":"lint/default-invalid","tool":"save","pointer":"/inputSchema/properties/title/default","count":1}
  ]
}
`
	if diff := cmp.Diff(want, readFile(t, "known.json")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := runCheckIn(t, oneFault, args...); got.code != exitOK || !strings.Contains(got.out, "1 known") || got.stderr != "" {
		t.Errorf("known: exit code %d: %s%s", got.code, got.out, got.stderr)
	}
	got := runCheckIn(t, twoFaults, append(args, "--format", "json")...)
	j := readChecked(t, got)
	if got.code != exitFindings || j.Summary.Failing != 1 || j.Summary.Known != 1 {
		t.Errorf("new: exit code %d: %+v", got.code, j.Summary)
	}
	for _, f := range j.Findings {
		if f.Level == "call" && f.Known != (*f.Tool == "save") {
			t.Errorf("%+v", f)
		}
	}
	got = runCheckIn(t, mended, append(args, "--format", "json")...)
	if got.code != exitOK || !strings.Contains(got.stderr, `known.json: 1 known finding is no longer found`) || !strings.Contains(got.stderr, `lint/default-invalid at "/inputSchema/properties/title/default" of save`) {
		t.Errorf("gone: exit code %d: %s", got.code, got.stderr)
	}
	if stale := readChecked(t, got).Stale; len(stale) != 1 || stale[0].Tool != "save" {
		t.Errorf("stale: %+v", stale)
	}
	if got = runCheckIn(t, mended, append(args, "--write-baseline")...); got.code != exitOK || !strings.Contains(readFile(t, "known.json"), `"findings": []`) {
		t.Errorf("written again: exit code %d: %s", got.code, readFile(t, "known.json"))
	}
}

// TestBaselineCounts: the same fault in two servers is two findings; a third one
// is new.
func TestBaselineCounts(t *testing.T) {
	checkFolder(t)
	for _, name := range []string{"a.json", "b.json", "c.json"} {
		write(t, name, oneFault)
	}
	args := []string{"--target", "none", "--baseline", "known.json"}
	if got := runCheckIn(t, "", append(args, "a.json", "b.json", "--write-baseline")...); got.code != exitOK {
		t.Fatal(got.stderr)
	}
	if text := readFile(t, "known.json"); !strings.Contains(text, `"count":2`) {
		t.Error(text)
	}
	for n, want := range map[int]int{1: exitOK, 2: exitOK, 3: exitFindings} {
		got := runCheckIn(t, "", append(args, []string{"a.json", "b.json", "c.json"}[:n]...)...)
		if got.code != want {
			t.Errorf("%d servers: exit code %d: %s", n, got.code, got.stderr)
		}
		if said := strings.Contains(got.stderr, "no longer found"); said != (n == 1) {
			t.Errorf("%d servers: %q", n, got.stderr)
		}
	}
}

// TestBaselineTargets: fewer targets make nothing new and nothing stale; more
// targets make what they add new.
func TestBaselineTargets(t *testing.T) {
	checkFolder(t)
	const draft7 = `[{"name":"find","description":"Finds.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}}]`
	args := []string{"-", "--fail-on", "tool", "--baseline", "known.json"}
	if got := runCheckIn(t, draft7, append(args, "--target", "claude-code,claude-desktop", "--write-baseline")...); got.code != exitOK {
		t.Fatal(got.stderr)
	}
	if text := readFile(t, "known.json"); !strings.Contains(text, `"rule":"ts-client/dialect-2020-only","tool":"find","pointer":"/outputSchema/$schema","targets":["claude-code","claude-desktop"],"count":1}`) {
		t.Error(text)
	}
	for targets, want := range map[string]int{
		"claude-code": exitOK, "claude-desktop,claude-code": exitOK, "none": exitOK,
		"claude-code,claude-cowork": exitFindings,
	} {
		got := runCheckIn(t, draft7, append(args, "--target", targets)...)
		if got.code != want || strings.Contains(got.stderr, "no longer found") {
			t.Errorf("%s: exit code %d, want %d: %s%s", targets, got.code, want, got.out, got.stderr)
		}
	}
}

// TestBaselineNotWritten: a run that could not check everything writes nothing,
// since it would forget what it did not see.
func TestBaselineNotWritten(t *testing.T) {
	checkFolder(t)
	write(t, "known.json", `{"version":1,"findings":[]}`)
	got := runCheckIn(t, oneFault, "-", deadURL, "--baseline", "known.json", "--write-baseline")
	if got.code != exitUnreachable || readFile(t, "known.json") != `{"version":1,"findings":[]}` {
		t.Errorf("exit code %d: %s", got.code, readFile(t, "known.json"))
	}
}

// TestBaselineDefault: without a name it is the file in the working folder, and
// under the limit never it knows everything.
func TestBaselineDefault(t *testing.T) {
	checkFolder(t)
	const undescribed = `[{"name":"save","inputSchema":{"type":"object"}}]`
	if got := runCheckIn(t, undescribed, "-", "--target", "none", "--fail-on", "never", "--write-baseline"); got.code != exitOK {
		t.Fatal(got.stderr)
	}
	if text := readFile(t, defaultBaseline); !strings.Contains(text, "lint/description-missing") {
		t.Error(text)
	}
	if got := runCheckIn(t, undescribed, "-", "--target", "none", "--fail-on", "warn", "--baseline", defaultBaseline); got.code != exitOK {
		t.Errorf("exit code %d: %s", got.code, got.out)
	}
}

// TestBaselineBroken names what is wrong with the file.
func TestBaselineBroken(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                             "cannot be read",
		`{"version":1,"findigns":[]}`:   "findigns",
		`{"version":2,"findings":[]}`:   "has version 2",
		`[]`:                            "cannot be read",
		`{"version":1,"findings":[{}]}`: "",
	} {
		checkFolder(t)
		write(t, "known.json", text)
		got := runCheckIn(t, mended, "-", "--target", "none", "--baseline", "known.json")
		code := exitUsage
		if want == "" {
			code = exitOK
		}
		if got.code != code || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d: %s", text, got.code, got.stderr)
		}
	}
}
