package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// TestTriggers: each rule of the collected data is tripped by its trigger, and
// the mended form has nothing at an error level.
func TestTriggers(t *testing.T) {
	data, err := os.ReadFile(shared(t, "research", "client-rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Lints []struct {
			ID, Severity string
			Trigger, Fix json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &rules); err != nil {
		t.Fatal(err)
	}
	if len(rules.Lints) < 47 {
		t.Fatalf("%d lints", len(rules.Lints))
	}
	levels := map[string]tool.Level{}
	for _, r := range Rules() {
		levels[r.Name] = r.Level
	}
	for _, r := range tool.Breaches() {
		levels[r.Rule] = r.Level
	}
	for _, l := range rules.Lints {
		if levels[l.ID] == "" {
			t.Errorf("%s is no rule here", l.ID)
			continue
		}
		if len(of(l.ID, findings(t, string(l.Trigger)))) == 0 {
			t.Errorf("%s: its trigger does not trip it", l.ID)
		}
		for _, f := range findings(t, string(l.Fix)) {
			if f.Rule == l.ID {
				t.Errorf("%s: its mended form trips it: %s %s", l.ID, f.Pointer, f.Message)
			}
			if f.Level.Rank() <= tool.LevelCall.Rank() {
				t.Errorf("%s: its mended form has %s at %s: %s", l.ID, f.Rule, f.Pointer, f.Message)
			}
		}
	}
}

// TestCases: what public reports show is found at its place.
func TestCases(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "cases"), "*.json"))
	if len(files) < 100 {
		t.Fatalf("%d files", len(files))
	}
	checked := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Tool     json.RawMessage
			Expected []struct {
				Rule    string
				Pointer any
			}
		}
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.Expected {
			if !strings.HasPrefix(want.Rule, "lint/") && !strings.HasPrefix(want.Rule, "spec/") {
				continue
			}
			checked++
			var places []string
			for _, f := range of(want.Rule, findings(t, string(c.Tool))) {
				places = append(places, string(f.Pointer))
			}
			if !slices.ContainsFunc(pointers(want.Pointer), func(p string) bool { return slices.Contains(places, p) }) {
				t.Errorf("%s: %s at %v: found at %v", filepath.Base(file), want.Rule, want.Pointer, places)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d expectations checked", checked)
	}
}

func pointers(v any) []string {
	if s, ok := v.(string); ok {
		return []string{s}
	}
	var out []string
	list, _ := v.([]any)
	for _, e := range list {
		out = append(out, fmt.Sprint(e))
	}
	return out
}

// TestCorpus looks at every real answer. Each finding has a place that exists,
// or that of a key that is missing; the whole takes its time, which is logged.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "corpus"), "*.jsonl"))
	counts := map[string]int{}
	start := time.Now()
	tools := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := tool.Open(file, data)
		if err != nil {
			t.Fatal(err)
		}
		tools += len(s.Tools)
		lists := List(context.Background(), s.Tools, Options{})
		for i, tl := range s.Tools {
			for _, f := range append(Run(context.Background(), tl, Options{}), lists[i]...) {
				counts[f.Rule]++
				place(t, file, tl, f)
			}
		}
	}
	t.Logf("%d tools in %v", tools, time.Since(start))
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%5d %s", counts[name], name)
	}
}

func place(t *testing.T, file string, tl *tool.Tool, f tool.Finding) {
	t.Helper()
	_, err := tl.Doc.At(f.Pointer)
	if _, up := tl.Doc.At(f.Pointer.Parent()); err != nil && up != nil {
		t.Errorf("%s: %s: %s at %s: %v", filepath.Base(file), tl.Label(), f.Rule, f.Pointer, err)
	}
	if want := os.Getenv("LINT_SHOW"); want != "" && strings.Contains(f.Rule, want) {
		fmt.Printf("%s %s %s [%s] %s\n   %s\n   %.300s\n", filepath.Base(file), tl.Label(), f.Rule, f.Level, f.Pointer, f.Message, at(tl, f.Pointer))
	}
}

func at(tl *tool.Tool, p jsondoc.Pointer) string {
	n, err := tl.Doc.At(p.Parent())
	if err != nil {
		return ""
	}
	return string(n.Compact())
}
