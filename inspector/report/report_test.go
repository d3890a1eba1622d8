package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/report"
)

// sample is a case with everything in it that is hard to keep.
func sample() *report.Case {
	return &report.Case{
		Made: time.Date(2026, 11, 30, 21, 4, 5, 0, time.UTC), MadeBy: "test", Index: 3, Tools: 5, Target: "2020-12",
		Server:  report.Server{ID: "articles", Name: "Ärtikel \"x\"", Version: "1.0", ProtocolVersion: "2025-06-18", Era: "legacy", SDK: "mcp (Python)"},
		Tool:    []byte("{\"name\": \"x\",\n \"inputSchema\": {\"b\": 1.0, \"a\": 1e400, \"b\": \"\\ud800\"}}"),
		Finding: report.Focus{Rule: "lint/default-invalid", Pointer: "/inputSchema/b"},
		Call:    &report.Call{ID: "c1", Arguments: []byte(`{"id" : 1.0, "id": null}`), Answer: []byte{'{', 0xff, '}'}, Outcome: "protocol error", Started: time.Date(2026, 11, 30, 21, 4, 4, 123000, time.UTC), Took: 1800 * time.Microsecond},
		Parts:   report.AllParts(),
		Masked:  []report.Masked{{Kind: report.Hosts, As: "host1.invalid", Times: 2}},
	}
}

// Ensure that a case opens as what it was, to the byte, whatever its bytes are.
func TestCaseOpensAgain(t *testing.T) {
	first := sample().JSON()
	if !report.Is(first) {
		t.Fatal("a case is not known as one")
	}
	c, err := report.Open(first)
	if err != nil {
		t.Fatal(err)
	}
	if second := c.JSON(); !bytes.Equal(first, second) {
		t.Errorf("open and save changed the case:\n%s\n%s", first, second)
	}
	want := sample()
	if !bytes.Equal(c.Tool, want.Tool) || !bytes.Equal(c.Call.Arguments, want.Call.Arguments) || !bytes.Equal(c.Call.Answer, want.Call.Answer) || c.Call.Took != want.Call.Took {
		t.Errorf("the bytes changed: %+v %+v", c, c.Call)
	}
}

// Ensure that what is no case is refused with its place and what to do.
func TestOpenRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"mcploupeCase": 99}`:                          "newer mcploupe",
		`{"mcploupeCase": "x"}`:                         "no number",
		`{"mcploupeCase": 1}`:                           "no tool",
		`{"mcploupeCase": 1, "tool": {}, "made": "x"}`:  "/made",
		`{"mcploupeCase": 1, "tool": {}, "index": -1}`:  "/index",
		`{"mcploupeCase": 1, "toolBase64": "*"}`:        "/toolBase64",
		`{"mcploupeCase": 1, "tool": {}, "index": 1e9}`: "/index",
	} {
		if _, err := report.Open([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(sample().JSON())
	f.Add([]byte(`{"mcploupeCase":1,"tool":[1],"call":{"arguments":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := report.Open(data)
		if err != nil {
			return
		}
		first := c.JSON()
		again, err := report.Open(first)
		if err != nil {
			t.Fatalf("what was saved does not open: %v\n%s", err, first)
		}
		if second := again.JSON(); !bytes.Equal(first, second) {
			t.Fatalf("open and save changed it:\n%s\n%s", first, second)
		}
	})
}

// Ensure that secrets, home folders and host names are masked by form and by name,
// that equal things get equal names, and that what everybody knows stays.
func TestMask(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"path": "/home/anna/notes", "other": "/home/anna/x", "b": "/Users/bob/y"}`, `{"path": "/home/user/notes", "other": "/home/user/x", "b": "/Users/user2/y"}`},
		{`{"p": "C:\\Users\\Anna\\x"}`, `{"p": "C:\\Users\\user\\x"}`},
		{`{"url": "https://db7.corp.acme.io:8443/x?y=1", "same": "db7.corp.acme.io", "again": "https://db7.corp.acme.io:8443/"}`, `{"url": "https://host1.invalid:8443/x?y=1", "same": "host1.invalid", "again": "https://host1.invalid:8443/"}`},
		{`{"url": "https://example.com/", "s": "http://json-schema.org/draft-07/schema#"}`, `{"url": "https://example.com/", "s": "http://json-schema.org/draft-07/schema#"}`},
		{`{"apiKey": "abc", "token": "t", "n": {"password": 5}}`, `{"apiKey": "•••", "token": "•••2", "n": {"password": 5}}`},
		{`{"h": "Authorization: Bearer abcdefgh12345678"}`, `{"h": "Authorization: Bearer •••"}`},
		{`{"t": "use ghp_0123456789abcdefghij0123456789abcdef now"}`, `{"t": "use ••• now"}`},
		{`{"text": "{\"secret\": \"hush\"}"}`, `{"text": "{\"secret\": \"•••\"}"}`},
		{`{"id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "words": "the key: value"}`, `{"id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "words": "the key: value"}`},
		{`{"ip": "10.1.2.3", "v": "known-value here"}`, `{"ip": "192.0.2.1", "v": "••• here"}`},
	} {
		m := &report.Mask{Kinds: report.MaskKinds(), Known: []string{"known-value"}}
		if got := string(m.Values([]byte(c.in))); got != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.in, got, c.want)
		}
	}
	m := &report.Mask{Kinds: report.MaskKinds()}
	tool := `{"inputSchema": {"$id": "https://schemas.acme.io/x", "properties": {"token": {"type": "string", "description": "see https://wiki.acme.io/a"}}, "required": ["token"]}}`
	if got, want := string(m.Tool([]byte(tool))), strings.Replace(tool, "wiki.acme.io", "host1.invalid", 1); got != want {
		t.Errorf("a tool: %s", got)
	}
	if f := m.Found(); len(f) != 1 || f[0].Was != "wiki.acme.io" || f[0].Times != 1 {
		t.Errorf("found %+v", f)
	}
}

// Ensure that a mask leaves alone what it is not asked for.
func TestMaskNothing(t *testing.T) {
	in := []byte(`{ "path":"/home/anna", "apiKey":"x" }`)
	if got := (&report.Mask{}).Values(in); !bytes.Equal(got, in) {
		t.Errorf("changed to %s", got)
	}
}
