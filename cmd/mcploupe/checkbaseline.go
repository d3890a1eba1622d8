package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// defaultBaseline is the file that --write-baseline writes where none is named.
const defaultBaseline = ".mcploupe-baseline.json"

// baselineVersion is the version of the file's format.
const baselineVersion = 1

// baselineFile is a file of known findings.
type baselineFile struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

// baselineEntry is one known finding, and how often it may stand. Message and
// line are no part of it: wording changes, and lines move.
type baselineEntry struct {
	Rule    string   `json:"rule"`
	Tool    string   `json:"tool,omitempty"` // empty for the list as a whole
	Pointer string   `json:"pointer"`
	Targets []string `json:"targets,omitempty"` // empty where no client is meant
	Count   int      `json:"count"`
}

// String says what the entry is about, for a message.
func (e baselineEntry) String() string {
	text := fmt.Sprintf("%s at %q", e.Rule, e.Pointer)
	if e.Tool != "" {
		text += " of " + e.Tool
	}
	if len(e.Targets) > 0 {
		text += " for " + strings.Join(e.Targets, ", ")
	}
	if e.Count > 1 {
		text += fmt.Sprintf(" (%d times)", e.Count)
	}
	return text
}

// fingerprint is a finding for one target; "" where no client is meant. A
// finding for several targets has one for each, so that choosing fewer targets
// makes nothing new.
type fingerprint struct{ rule, tool, pointer, target string }

func fingerprints(f *checkFinding) []fingerprint {
	targets := f.targetList()
	if targets == nil {
		targets = []string{""}
	}
	list := make([]fingerprint, 0, len(targets))
	for _, t := range targets {
		list = append(list, fingerprint{f.Rule, f.toolName(), string(f.Pointer), t})
	}
	return list
}

// baseline is how often each finding may stand.
type baseline map[fingerprint]int

// readBaseline reads a file of known findings.
func readBaseline(path string) (baseline, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the baseline %s is not there; --write-baseline makes it", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	var file baselineFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("the baseline %s cannot be read: %w; write it again with --write-baseline", path, err)
	}
	if file.Version != baselineVersion {
		return nil, fmt.Errorf("the baseline %s has version %d, and this program reads version %d; write it again with --write-baseline", path, file.Version, baselineVersion)
	}
	known := baseline{}
	for _, e := range file.Findings {
		targets := e.Targets
		if len(targets) == 0 {
			targets = []string{""}
		}
		for _, t := range targets {
			known[fingerprint{e.Rule, e.Tool, e.Pointer, t}] += e.Count
		}
	}
	return known, nil
}

// mark marks the findings that are known, and returns what is known and was not
// found: stale entries. A finding is known where each of its targets is.
// Entries about targets that are not looked for now are not stale.
func (b baseline) mark(r *checkReport) (stale []baselineEntry) {
	left := baseline{}
	for print, n := range b {
		left[print] = n
	}
	for _, s := range r.sources {
		for i := range s.findings {
			f := &s.findings[i]
			f.known = true
			for _, print := range fingerprints(f) {
				if left[print]--; left[print] < 0 {
					f.known = false
				}
			}
		}
	}
	unseen := baseline{}
	for print, n := range left {
		if n > 0 && (print.target == "" || slices.Contains(r.targets, print.target)) {
			unseen[print] = n
		}
	}
	return unseen.entries()
}

// entries folds fingerprints that differ by their target alone, and sorts them.
func (b baseline) entries() []baselineEntry {
	type key struct {
		rule, tool, pointer string
		client              bool
		count               int
	}
	folded := map[key][]string{}
	for print, n := range b {
		k := key{print.rule, print.tool, print.pointer, print.target != "", n}
		if folded[k] == nil {
			folded[k] = []string{}
		}
		if print.target != "" {
			folded[k] = append(folded[k], print.target)
		}
	}
	entries := make([]baselineEntry, 0, len(folded))
	for k, targets := range folded {
		slices.Sort(targets)
		entries = append(entries, baselineEntry{k.rule, k.tool, k.pointer, targets, k.count})
	}
	slices.SortFunc(entries, func(a, b baselineEntry) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Pointer, b.Pointer),
			slices.Compare(a.Targets, b.Targets), cmp.Compare(a.Count, b.Count))
	})
	return entries
}

// writeBaseline writes what fails now as known, one finding a line, so that a
// change reads well in a review. Under the limit never, that is everything.
func writeBaseline(stderr io.Writer, path string, r *checkReport) error {
	now := baseline{}
	n := 0
	for _, s := range r.sources {
		for i := range s.findings {
			if f := &s.findings[i]; r.limit == limitNever || r.fails(f) {
				n++
				for _, print := range fingerprints(f) {
					now[print]++
				}
			}
		}
	}
	if err := writeWhole(path, baselineText(now.entries())); err != nil {
		return &exitError{exitUsage, fmt.Errorf("write the baseline: %w", err)}
	}
	_, _ = fmt.Fprintf(stderr, "mcploupe: %s are written to %s\n", count(n, "known finding", "known findings"), path)
	return nil
}

func baselineText(entries []baselineEntry) []byte {
	text := []byte(fmt.Sprintf("{\n  \"version\": %d,\n  \"findings\": [", baselineVersion))
	for i, e := range entries {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, "\n    "...), compactJSON(e)...)
	}
	if len(entries) > 0 {
		text = append(text, "\n  "...)
	}
	return append(text, "]\n}\n"...)
}

// writeWhole writes a file so that a reader finds the old text or the new one.
func writeWhole(path string, text []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(text); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
