package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/partstest"
	"mcploupe/inspector/tool"
)

// offsetOf is the byte that a position names, found the slow way: by counting.
func offsetOf(t *testing.T, text []byte, p position) int {
	t.Helper()
	lines := bytes.SplitAfter(text, []byte("\n"))
	offset := 0
	for _, l := range lines[:p.line-1] {
		offset += len(l)
	}
	line := []rune(string(lines[p.line-1]))
	before := string(line[:p.column-1])
	if units := len(utf16.Encode([]rune(before))) + 1; units != p.unit {
		t.Errorf("line %d, column %d is unit %d, got %d", p.line, p.column, units, p.unit)
	}
	return offset + len(before)
}

// TestLocator finds values in every shape of saved answer.
func TestLocator(t *testing.T) {
	const a, b = `{"name":"a","inputSchema":{"type":"object","properties":{"😀":{"type":"string"}}}}`, `{"name":"b","inputSchema":{"type":"object"}}`
	for _, c := range []struct {
		name, text string
		index      int // -1: the list
		at         jsondoc.Pointer
		want       string // what stands there; "" is no place
	}{
		{"result", "{\n \"tools\": [" + a + ",\n  " + b + "]}", 1, "/inputSchema/type", `"object"`},
		{"beyond the basic plane", `{"tools":[` + a + `]}`, 0, "/inputSchema/properties/😀/type", `"string"`},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + a + "," + b + `]}}`, 1, "/name", `"b"`},
		{"two pages", `{"id":1,"jsonrpc":"2.0","result":{"tools":[` + a + `],"nextCursor":"x"}}` + "\n" + `{"id":2,"jsonrpc":"2.0","result":{"tools":[` + b + `]}}`, 1, "/name", `"b"`},
		{"the same twice", `[` + a + `,` + a + `,` + b + `]`, 1, "/name", `"a"`},
		{"array", "[" + a + ",\n" + b + "]", 1, "/inputSchema", `{"type":"object"}`},
		{"one tool", "\n\n" + b, 0, "/name", `"b"`},
		{"object of tools", `{"tools":{"x":` + a + `,"y":` + b + `}}`, 1, "/name", `"b"`},
		{"schema", "\n" + `{"type":"object","properties":{"x":{"default":1}}}`, 0, "/inputSchema/properties/x/default", "1"},
		{"name of a schema", "\n" + `{"type":"object","properties":{"x":{"default":1}}}`, 0, "/name", `{"type":"object","properties":{"x":{"default":1}}}`},
		{"noise before", "listening\n" + `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + b + `]}}`, 0, "/name", `"b"`},
		{"missing member", `[` + b + `]`, 0, "/inputSchema/required/0", `{"type":"object"}`},
		{"member missing from the tool", `[` + b + `]`, 0, "/description", b},
		{"list", `{"id":1,"result":{"tools":[` + b + `],"nextCursor":null}}`, -1, "/nextCursor", "null"},
		{"no tools in it", `{"jsonrpc":"2.0","id":1,"result":{"tools":7}}`, -1, "/tools", "7"},
		{"not UTF-8", "\xff\xfe" + utf16LE(`[`+b+`]`), 0, "/name", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			snap, err := tool.Open("x.json", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			f := &checkFinding{Finding: tool.Finding{Pointer: c.at}}
			if c.index >= 0 {
				f.of = snap.Tools[c.index]
			}
			start, end := newLocator([]byte(c.text), snap).find(f)
			if c.want == "" {
				if start.line != 0 {
					t.Errorf("found at %+v", start)
				}
				return
			}
			if start.line == 0 {
				t.Fatal("not found")
			}
			from := offsetOf(t, []byte(c.text), start)
			if !strings.HasPrefix(c.text[from:], c.want) {
				t.Errorf("at %+v stands %.40s, want %s", start, c.text[from:], c.want)
			}
			if to := offsetOf(t, []byte(c.text), end); to != from+len(c.want) {
				t.Errorf("it ends at %+v", end)
			}
		})
	}
}

func utf16LE(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// TestLocatorLongLine: columns are right beyond the blocks that are counted
// ahead, wherever characters are cut by them.
func TestLocatorLongLine(t *testing.T) {
	for shift := range 4 {
		text := "\n[" + strings.Repeat(" ", shift) + `{"name":"a","description":"` + strings.Repeat("😀", 3*block/4) + `ä","inputSchema":{"type":"object"}}]`
		snap, err := tool.Open("x.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		start, _ := newLocator([]byte(text), snap).find(&checkFinding{Finding: tool.Finding{Pointer: "/inputSchema/type"}, of: snap.Tools[0]})
		if from := offsetOf(t, []byte(text), start); !strings.HasPrefix(text[from:], `"object"`) {
			t.Errorf("shift %d: at %+v stands %.20s", shift, start, text[from:])
		}
	}
}

// TestLocatorCorpus: every tool of every recorded answer is found, byte for byte.
func TestLocatorCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := tool.Open(file, text)
		if err != nil {
			t.Fatal(err)
		}
		l := newLocator(text, snap)
		for _, one := range snap.Tools {
			at, ok := l.places[one]
			if !ok || !bytes.HasPrefix(text[at:], one.Raw) {
				t.Errorf("%s: %s is not found", filepath.Base(file), one.Label())
			}
		}
	}
}

// TestChangedFile: a file that changed after it was read has no lines to show.
func TestChangedFile(t *testing.T) {
	snap, err := tool.Open("x.json", []byte(`[{"name":"a","inputSchema":{"type":"object"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	start, _ := newLocator([]byte(`{}`), snap).find(&checkFinding{of: snap.Tools[0]})
	if start.line != 0 {
		t.Errorf("found at %+v", start)
	}
}
