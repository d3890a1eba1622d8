package tool

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

const (
	toolA  = `{"name":"a","description":"d","inputSchema":{"type":"object"}}`
	toolB  = `{"name":"b","inputSchema":{"type":"object","properties":{"x":{"default":1.0}}}}`
	listAB = `{"tools":[` + toolA + `,` + toolB + `]}`
	initIt = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","title":"S","version":"1.2"},"instructions":"Be kind."}}`
)

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name, text string
		tools      []string
		note       string // part of a note; "" wants none
		finding    string // rule of a finding of the snapshot
	}{
		{name: "result", text: listAB, tools: []string{"a", "b"}},
		{name: "result with a BOM", text: "\ufeff" + listAB, tools: []string{"a", "b"}},
		{name: "response", text: `{"jsonrpc":"2.0","id":2,"result":` + listAB + `}`, tools: []string{"a", "b"}},
		{name: "response without jsonrpc", text: `{"id":2,"result":` + listAB + `}`, tools: []string{"a", "b"}},
		{name: "wrapped result", text: `{"result":` + listAB + `}`, tools: []string{"a", "b"}},
		{name: "wrapped twice", text: `{"time":"now","message":{"jsonrpc":"2.0","id":0,"result":` + listAB + `}}`, tools: []string{"a", "b"}},
		{name: "pages, one a line", text: `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + toolA + `],"nextCursor":"2"}}` + "\n" + `{"jsonrpc":"2.0","id":2,"result":{"tools":[` + toolB + `]}}` + "\n", tools: []string{"a", "b"}},
		{name: "pages in a batch", text: `[{"jsonrpc":"2.0","id":1,"result":{"tools":[` + toolA + `],"nextCursor":"2"}},{"jsonrpc":"2.0","id":2,"result":{"tools":[` + toolB + `]}}]`, tools: []string{"a", "b"}},
		{name: "pretty, one after the other", text: "{\n \"tools\": [\n  " + toolA + "\n ]\n}\n{\n \"tools\": [" + toolB + "]\n}", tools: []string{"a", "b"}},
		{name: "bare array", text: `[` + toolA + `,null,` + toolB + `]`, tools: []string{"a", "", "b"}},
		{name: "empty array", text: `[]`, tools: nil},
		{name: "one tool", text: toolA, tools: []string{"a"}},
		{name: "tools, one a line", text: toolA + "\n" + toolB, tools: []string{"a", "b"}},
		{name: "one broken tool", text: `{"name":"a","description":"d"}`, tools: []string{"a"}},
		{name: "a case file", text: `{"source":"x","what":"y","tool":` + toolA + `,"expected":[]}`, tools: []string{"a"}},
		{name: "dir/my.schema.json", text: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"tools":{"type":"array"}}}`, tools: []string{"my.schema"}, note: "one schema"},
		{name: "dir/empty.json", text: `{}`, tools: []string{"empty"}, note: "one schema"},
		{name: "whole session", text: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n" + initIt + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":2,"result":` + listAB + `}`, tools: []string{"a", "b"}, note: "2 other messages"},
		{name: "banner", text: "Server v1 ready\n" + initIt + "\n" + `{"jsonrpc":"2.0","id":2,"result":` + listAB + `}` + "\n", tools: []string{"a", "b"}, finding: ruleListLine},
		{name: "garbage behind", text: "{\n\"tools\":[" + toolA + "]\n}\nbye", tools: []string{"a"}, finding: ruleListLine},
		{name: "event stream", text: "event: message\nid: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + listAB + "}\n\n", tools: []string{"a", "b"}},
		{name: "error beside a list", text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}` + "\n" + `{"jsonrpc":"2.0","id":2,"result":` + listAB + `}`, tools: []string{"a", "b"}, note: "1 other message", finding: ruleListError},
		{name: "listed twice", text: listAB + "\n" + listAB, tools: []string{"a", "b"}, note: "more than one listing"},
		{name: "two servers", text: `{"tools":[` + toolA + `]}` + "\n" + `{"tools":[` + toolB + `]}`, tools: []string{"a", "b"}},
		{name: "page missing", text: `{"tools":[` + toolA + `],"nextCursor":"2"}`, tools: []string{"a"}, note: "next page"},
		{name: "list with wrong tools", text: `{"jsonrpc":"2.0","id":1,"result":{"tools":null}}`, finding: ruleListTools},
		{name: "UTF-16", text: utf16Text(listAB), tools: []string{"a", "b"}, note: "UTF-16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Open(c.name, []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for i, tl := range s.Tools {
				names = append(names, tl.Name)
				if tl.Index != i {
					t.Errorf("tool %d has index %d", i, tl.Index)
				}
			}
			if diff := cmp.Diff(c.tools, names); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if notes := strings.Join(s.Notes, "\n"); (c.note == "") != (notes == "") || !strings.Contains(notes, c.note) {
				t.Errorf("notes = %q, want %q", notes, c.note)
			}
			rule := ""
			for _, f := range s.Findings {
				rule = f.Rule
			}
			if rule != c.finding {
				t.Errorf("findings = %+v, want %q", s.Findings, c.finding)
			}
		})
	}
}

func utf16Text(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

func TestOpenServerInfo(t *testing.T) {
	s, err := Open("x", []byte(initIt+"\n"+listAB))
	if err != nil {
		t.Fatal(err)
	}
	want := ServerInfo{Name: "s", Title: "S", Version: "1.2", ProtocolVersion: "2025-06-18", Era: "legacy", Instructions: "Be kind.", Capabilities: []byte(`{"tools":{"listChanged":true}}`)}
	if diff := cmp.Diff(want, s.Server); diff != "" {
		t.Errorf("server (-want +got):\n%s", diff)
	}
	const discover = `{"jsonrpc":"2.0","id":0,"result":{"supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}}}`
	s, err = Open("x", []byte(discover+"\n"+listAB))
	if err != nil {
		t.Fatal(err)
	}
	want = ServerInfo{Name: "m", Version: "2", ProtocolVersion: "2026-07-28", Era: "modern", Capabilities: []byte(`{}`)}
	if diff := cmp.Diff(want, s.Server); diff != "" {
		t.Errorf("server (-want +got):\n%s", diff)
	}
	if len(s.Findings) != 2 { // ttlMs and cacheScope: the version of a later or earlier line counts
		t.Errorf("findings = %+v", s.Findings)
	}
}

func TestOpenErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		kind   OpenKind
		line   int
		column int
		part   string
	}{
		{"", OpenEmpty, 0, 0, "nothing in it"},
		{" \n\t", OpenEmpty, 0, 0, "nothing in it"},
		{"\ufeff", OpenEmpty, 0, 0, "nothing in it"},
		{`hello`, OpenSyntax, 1, 1, "not JSON"},
		{"<html>\n", OpenSyntax, 1, 1, "HTML"},
		{"{\n  \"tools\": [\n    {\"name\": \"a\",}\n  ]\n}", OpenSyntax, 3, 18, "comma"},
		{"{\"tools\": [", OpenSyntax, 1, 12, "too early"},
		{"{\"a\":1}\n{\"b\":tru}", OpenSyntax, 2, 6, "true"},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, OpenRPCError, 1, 1, `"Method not found" (code -32601)`},
		{"\n\n" + `{"jsonrpc":"2.0","id":1,"error":"boom"}`, OpenRPCError, 3, 1, "boom"},
		{`{"mcpServers":{"a":{"command":"x"}}}`, OpenNotSource, 1, 1, "--config"},
		{`{"servers":{"a":{"command":"x"}}}`, OpenNotSource, 1, 1, "--config"},
		{`[{"type":"function","function":{"name":"a","parameters":{}}}]`, OpenNotSource, 1, 1, "provider"},
		{`{"name":"a","input_schema":{"type":"object"}}`, OpenNotSource, 1, 1, "provider"},
		{`7`, OpenNoTools, 1, 1, "number 7"},
		{`null`, OpenNoTools, 1, 1, "null"},
		{`[1,2]`, OpenNoTools, 1, 1, "an array"},
		{`{"version":1,"items_":[]}`, OpenNoTools, 1, 1, `"version", "items_"`},
		{initIt, OpenNoTools, 0, 0, "no answer to tools/list"},
		{`{"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}}`, OpenNoTools, 0, 0, "no answer to tools/list"},
		{`{"jsonrpc":"2.0","id":3,"result":{}}`, OpenNoTools, 0, 0, "no answer to tools/list"},
	} {
		_, err := Open("saved.json", []byte(c.text))
		var oe *OpenError
		if !errors.As(err, &oe) {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if oe.Kind != c.kind || oe.Line != c.line || oe.Column != c.column || oe.Next == "" {
			t.Errorf("%q: kind %s line %d column %d next %q", c.text, oe.Kind, oe.Line, oe.Column, oe.Next)
		}
		if text := err.Error(); !strings.Contains(text, c.part) || !strings.HasPrefix(text, "saved.json:") {
			t.Errorf("%q: %s", c.text, text)
		}
	}
}

// TestOpenCorpus opens every real answer: all tools are there, byte for byte.
func TestOpenCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "corpus"), "*.jsonl"))
	if len(files) < 60 {
		t.Fatalf("%d files", len(files))
	}
	total := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(file, data)
		if err != nil {
			t.Error(err)
			continue
		}
		total += len(s.Tools)
		for _, tl := range s.Tools {
			if tl.Broken || !tl.HasName || tl.Input.Doc == nil {
				t.Errorf("%s: %s is broken: %+v", filepath.Base(file), tl.Label(), tl.Findings)
			}
			if !strings.Contains(string(data), string(tl.Raw)) {
				t.Errorf("%s: %s: the bytes changed", filepath.Base(file), tl.Label())
			}
		}
	}
	if total != 2236 {
		t.Errorf("%d tools, want 2236", total)
	}
}

func FuzzOpen(f *testing.F) {
	for _, seed := range []string{listAB, initIt, toolA, "data: " + listAB, "x\n" + listAB, `[null,{"name":1}]`, `{"tools":{"a":null}}`, utf16Text(listAB), `{"error":1,"id":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Open("f", data)
		if err != nil {
			var oe *OpenError
			if !errors.As(err, &oe) || oe.Detail == "" || oe.Next == "" {
				t.Fatalf("error without a place and a next step: %v", err)
			}
			return
		}
		for i, tl := range s.Tools {
			if tl.Index != i || tl.Hash == "" || tl.Doc == nil {
				t.Fatalf("tool %d: %+v", i, tl)
			}
			for _, fd := range tl.Findings {
				if fd.Next == "" || !fd.Level.Valid() {
					t.Fatalf("finding %+v", fd)
				}
			}
		}
	})
}
