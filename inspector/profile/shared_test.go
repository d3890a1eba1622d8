package profile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/partstest"
)

// researchRule is a rule as it was researched, independently of the data here.
type researchRule struct {
	ID       string          `json:"id"`
	Severity string          `json:"severity"`
	Trigger  json.RawMessage `json:"trigger"`
	Fix      json.RawMessage `json:"fix"`
	Evidence []string        `json:"evidence"`
	Verified bool            `json:"verified_predicate"`
}

func research(t testing.TB) []researchRule {
	t.Helper()
	data, err := os.ReadFile(partstest.Shared(t, "research/client-rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules []researchRule `json:"rules"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Rules
}

// Every researched rule is here under its name, at its level, and every trigger
// trips it at a place that exists or could; every fix is clean of it.
func TestResearch(t *testing.T) {
	c := catalog(t)
	decided := 0
	for _, rr := range research(t) {
		t.Run(rr.ID, func(t *testing.T) {
			r, ok := c.Rule(rr.ID)
			if !ok {
				t.Fatal("there is no such rule")
			}
			if string(r.Level) != rr.Severity {
				t.Errorf("level %s, researched as %s", r.Level, rr.Severity)
			}
			if !r.FromList() || rr.Trigger[0] == '"' {
				return // decided by an answer, or described in words
			}
			decided++
			found := trips(t, c, r, rr.Trigger)
			if len(found) == 0 {
				t.Errorf("not tripped by %s", rr.Trigger)
			}
			for _, f := range found {
				sensible(t, f.Pointer, rr.Trigger)
			}
			if rr.Fix[0] == '{' {
				if found := trips(t, c, r, rr.Fix); len(found) > 0 {
					t.Errorf("the fix trips it at %s: %s", found[0].Pointer, rr.Fix)
				}
			}
		})
	}
	if decided < 160 {
		t.Errorf("only %d rules are decided from the list", decided)
	}
}

// sensible demands that a pointer leads to something, or to a member that an
// object could have.
func sensible(t *testing.T, p jsondoc.Pointer, raw []byte) {
	t.Helper()
	e, err := ReadExample(raw)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Tool.Doc.At(p); err == nil {
		return
	}
	parent, err := e.Tool.Doc.At(p.Parent())
	for err != nil && p != "" { // /annotations/title where there are no annotations
		p = p.Parent()
		parent, err = e.Tool.Doc.At(p.Parent())
	}
	if parent.Kind() != jsondoc.Object {
		t.Errorf("the pointer %s leads nowhere in %s", p, raw)
	}
}

// publicCase is a public bug report, reduced to a tool.
type publicCase struct {
	Tool     json.RawMessage `json:"tool"`
	Expected []struct {
		Rule     string          `json:"rule"`
		Pointer  json.RawMessage `json:"pointer"`
		Severity string          `json:"severity"`
	} `json:"expected"`
}

// Every expected finding of a client rule that needs no call is found, at its
// pointer and level.
func TestCases(t *testing.T) {
	c := catalog(t)
	dir := partstest.Shared(t, "cases")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	checked := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var one publicCase
			if err := json.Unmarshal(data, &one); err != nil {
				t.Fatal(err)
			}
			for _, want := range one.Expected {
				r, ok := c.Rule(want.Rule)
				if !ok || !r.FromList() {
					continue
				}
				checked++
				found := map[string]bool{}
				for _, f := range trips(t, c, r, one.Tool) {
					found[string(f.Pointer)] = true
				}
				for _, p := range pointers(t, want.Pointer) {
					if !found[p] {
						t.Errorf("%s not found at %s but at %v", want.Rule, p, found)
					}
				}
				if string(r.Level) != want.Severity {
					t.Errorf("%s has level %s, expected %s", r.ID, r.Level, want.Severity)
				}
			}
		})
	}
	if checked < 130 {
		t.Errorf("only %d expectations checked", checked)
	}
}

func pointers(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	var list []string
	if raw[0] != '[' {
		raw = append(append(json.RawMessage("["), raw...), ']')
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
