package web_test

import (
	"html"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/wire"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// read is the text of a page as a person reads it.
func read(page string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(page, " "))), " ")
}

// faults are the modes of the fault server: how the server stands after connecting, and
// what the page of the server or of the answer to a call says.
var faults = []struct {
	mode  string
	state inspector.State
	says  []string // on the page of the server
	tools int
	call  wire.Outcome // of a call of the first tool; empty makes none
	words string       // in what became of the call
}{
	{mode: "exit-start", state: "failed", says: []string{"exit status 3", "cannot find the settings file", "started a second time"}},
	{mode: "exit-probe", state: "ready", says: []string{"was started a second time", "ExpectedInitializeRequest"}, tools: 2, call: "ok"},
	{mode: "crash", state: "failed", says: []string{"The server ended"}},
	{mode: "silent", state: "failed", says: []string{"gave no answer within"}},
	{mode: "silent-probe", state: "ready", tools: 2, call: "ok"},
	{mode: "no-read", state: "failed", says: []string{"gave no answer within"}},
	{mode: "not-json", state: "failed", says: []string{"no answer", "I do not speak JSON"}},
	{mode: "nonsense-probe", state: "ready", tools: 2, call: "ok"},
	{mode: "init-error", state: "failed", says: []string{"licence expired"}},
	{mode: "init-string", state: "failed", says: []string{"result of initialize is not an object"}},
	{mode: "odd-version", state: "ready", says: []string{"2031-01-01", "no released specification"}, tools: 2, call: "ok"},
	{mode: "odd-info", state: "ready", says: []string{"serverInfo.name has the wrong type"}, tools: 2, call: "ok"},
	{mode: "stderr", state: "ready", says: []string{"log line 3999"}, tools: 2, call: "ok"},
	{mode: "banner", state: "ready", says: []string{"Welcome to the server", "Lines on standard output that are no message"}, tools: 2, call: "ok"},
	{mode: "crlf", state: "ready", tools: 2, call: "ok"},
	{mode: "bom", state: "ready", tools: 2, call: "ok"},
	{mode: "pretty", state: "ready", tools: 2, call: "ok"},
	{mode: "partial-exit", state: "failed", says: []string{"The server ended"}},
	{mode: "partial-hang", state: "failed", says: []string{"gave no answer within", "A line without an end is waiting"}},
	{mode: "slow-bytes", state: "ready", says: []string{"lists no tools"}},
	{mode: "nan", state: "failed", says: []string{"not valid JSON"}},
	{mode: "invalid-utf8", state: "ready", tools: 1},
	{mode: "deep", state: "ready", tools: 1},
	{mode: "long-line", state: "ready", tools: 1},
	{mode: "null-tool", state: "ready", tools: 5},
	{mode: "wrong-types", state: "ready", tools: 2},
	{mode: "tools-null", state: "ready", says: []string{"tools is null"}},
	{mode: "tools-object", state: "ready", says: []string{"tools is an object"}, tools: 1},
	{mode: "list-error", state: "failed", says: []string{"database is down"}},
	{mode: "list-exit", state: "failed", says: []string{"exit status 4", "panic: nil map"}},
	{mode: "list-hang", state: "failed", says: []string{"gave no answer within"}},
	{mode: "pages", state: "ready", tools: 3},
	{mode: "endless-cursor", state: "ready", says: []string{"more than 5 pages"}, tools: 5},
	{mode: "repeated-cursor", state: "ready", says: []string{"for the second time"}, tools: 2},
	{mode: "empty-cursor", state: "ready", says: []string{"is read as the end"}, tools: 1},
	{mode: "number-cursor", state: "ready", says: []string{"is no string"}, tools: 1},
	{mode: "duplicate", state: "ready", tools: 2, call: "ok"},
	{mode: "wrong-id", state: "ready", tools: 2, call: "timed out", words: "no open request has"},
	{mode: "string-id", state: "ready", tools: 2, call: "ok", words: "most clients will not match them"},
	{mode: "null-id", state: "ready", tools: 2, call: "protocol error", words: "Parse error"},
	{mode: "both", state: "ready", tools: 2, call: "protocol error", words: "both a result and an error"},
	{mode: "neither", state: "ready", tools: 2, call: "protocol error", words: "neither a result nor an error"},
	{mode: "no-version", state: "ready", tools: 2, call: "ok", words: `"jsonrpc" is not "2.0"`},
	{mode: "batch", state: "ready", tools: 2, call: "ok", words: "JSON-RPC batch"},
	{mode: "odd-error", state: "ready", tools: 2, call: "protocol error"},
	{mode: "tool-error", state: "ready", tools: 2, call: "tool error", words: "none is not an allowed value"},
	{mode: "odd-content", state: "ready", tools: 2, call: "ok", words: "hologram"},
	{mode: "odd-type", state: "ready", tools: 2, call: "protocol error", words: "not one that 2026-07-28 defines"},
	{mode: "call-string", state: "ready", tools: 2, call: "protocol error", words: "is no object"},
	{mode: "call-hang", state: "ready", tools: 2, call: "timed out", words: "No answer came within"},
	{mode: "call-exit", state: "ready", tools: 2, call: "server gone", words: "out of paper"},
	{mode: "close-stdout", state: "ready", tools: 2, call: "server gone", words: "closed its standard output"},
	{mode: "progress", state: "ready", tools: 2, call: "ok"},
	{mode: "flood", state: "ready", tools: 2, call: "ok"},
	{mode: "asks", state: "ready", tools: 2, call: "ok"},
	{mode: "ask-flood", state: "ready", tools: 2, call: "ok"},
	{mode: "ask-exit", state: "ready", tools: 2, call: "server gone", words: "gone while asking"},
	{mode: "rounds", state: "ready", tools: 2, call: "input required", words: "asks for input"},
	{mode: "ignore-eof", state: "ready", tools: 2, call: "ok"},
	{mode: "ignore-sigterm", state: "ready", tools: 2, call: "ok"},
	{mode: "grandchild", state: "ready", tools: 2, call: "ok"},
}

// Ensure that each fault gives a clear state and words on the page, that a good server stays
// usable beside it, and that goroutines go back to what they were.
func TestFaultPages(t *testing.T) {
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	good := f.add("ok", inspector.Settings{})
	<-f.call(good, `{}`).Done()
	before := runtime.NumGoroutine()
	for _, tt := range faults {
		t.Run(tt.mode, func(t *testing.T) {
			s := f.add(tt.mode, inspector.Settings{Idle: 500 * time.Millisecond})
			defer func() { _ = s.Disconnect(t.Context()) }()
			st := s.Status()
			if st.State != tt.state {
				t.Fatalf("the server is %s: %v", st.State, st.Err)
			}
			tools := 0
			if st.Snapshot != nil {
				tools = len(st.Snapshot.Tools)
			}
			if tools != tt.tools {
				t.Errorf("%d tools", tools)
			}
			place := "/?server=" + url.QueryEscape(s.ID)
			status, overview := f.get(place)
			_, details := f.get(place + "&tab=server")
			text := read(overview) + read(details)
			for _, want := range tt.says {
				if !strings.Contains(text, want) {
					t.Errorf("the page lacks %q in %.1500s", want, text)
				}
			}
			if wireStatus, wirePage := f.get(place + "&tab=wire"); status != 200 || wireStatus != 200 || !strings.Contains(wirePage, "</html>") {
				t.Errorf("pages %d and %d", status, wireStatus)
			}
			if tt.call != "" {
				c := f.call(s, `{}`)
				<-c.Done()
				if c.Answer == nil || c.Answer.Outcome != tt.call {
					t.Fatalf("the call: %+v, %v", c.Answer, c.Err)
				}
				_, page := f.get(place + "&n=0&call=" + url.QueryEscape(c.ID))
				if text := read(page); !strings.Contains(text, tt.words) {
					t.Errorf("the answer lacks %q in %s", tt.words, text[max(0, len(text)-2500):])
				}
			}
			c := f.call(good, `{}`)
			<-c.Done()
			if c.Answer == nil || c.Answer.Outcome != wire.OutcomeOK {
				t.Errorf("the good server beside it: %+v", c.Answer)
			}
		})
	}
	f.eventually("goroutines are what they were", func() bool { return runtime.NumGoroutine() <= before+3 })
}

// Ensure that a secret which a server repeats is on none of its pages and in no file.
func TestSecretIsOnNoPage(t *testing.T) {
	const secret = "s3cr3t-value-of-mine"
	t.Setenv("API_TOKEN", "") // of the test itself
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	bin, err := buildFault()
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/mcp.json"
	if err := os.WriteFile(path, []byte(`{"mcpServers": {"leak": {"command": "`+bin+`", "args": ["leak"], "env": {"API_TOKEN": "`+secret+`"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.app.Open(inspector.Sources{Configs: []string{path}}); err != nil {
		t.Fatal(err)
	}
	s := f.app.Servers()[0]
	f.settle(s)
	c := f.call(s, `{}`)
	<-c.Done()
	for _, page := range []string{"/?server=leak", "/?server=leak&tab=server", "/?server=leak&tab=wire", "/?server=leak&n=1&call=" + c.ID, "/wire?server=leak", "/raw?server=leak&n=1&what=tool"} {
		status, body := f.get(page)
		if i := strings.Index(body, secret); i >= 0 || status != 200 {
			t.Errorf("%s: %d …%s", page, status, body[max(0, i-100):max(0, i)])
		}
	}
	if _, page := f.get("/raw?server=leak&n=1&what=x"); !strings.Contains(page, "There is no part") {
		t.Error("the words for a part that is none")
	}
}
