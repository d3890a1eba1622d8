package wire

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHeaderFaults has the annotations that make a tool invalid over Streamable HTTP.
func TestHeaderFaults(t *testing.T) {
	tests := []struct{ properties, want string }{
		{`"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"object","properties":{"c":{"type":"boolean","x-mcp-header":"Deep"}}}`, ""},
		{`"a":{"type":"integer","x-mcp-header":"!#$%&'*+-.^_|~0"}`, ""},
		{`"a":{"default":{"x-mcp-header":""},"enum":[{"x-mcp-header":7}]}`, ""},
		{`"a":{"type":"string","x-mcp-header":""}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":"two words"}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":"a:b"}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":"größe"}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":"a\u0000"}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":null}`, "not a token"},
		{`"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}`, "another property"},
		{`"a":{"type":"number","x-mcp-header":"A"}`, "not string, integer or boolean"},
		{`"a":{"type":["string","null"],"x-mcp-header":"A"}`, "not string, integer or boolean"},
		{`"a":{"x-mcp-header":"A"}`, "not string, integer or boolean"},
		{`"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}`, "properties alone"},
		{`"a":{"oneOf":[{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}]}`, "properties alone"},
		{`"a":{"$defs":{"d":{"type":"string","x-mcp-header":"A"}}}`, "properties alone"},
		{`"a":{"additionalProperties":{"type":"string","x-mcp-header":"A"}}`, "properties alone"},
	}
	for _, tt := range tests {
		got := readHeaders([]byte(`{"name":"t","inputSchema":{"type":"object","properties":{`+tt.properties+`}}}`), map[string][]paramHeader{})
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.properties, got, tt.want)
		}
	}
	if got := readHeaders([]byte(`{"name":"t","inputSchema":{"type":"string","x-mcp-header":"A"}}`), map[string][]paramHeader{}); !strings.Contains(got, "properties alone") {
		t.Errorf("on the root: %q", got)
	}
}

// headerServer is a modern server whose tools are those of pages[0]; when a call comes without
// the header Mcp-Param-New it says so, and lists the tools of pages[1] from then on.
func headerServer(t *testing.T, pages ...string) string {
	page := pages[0]
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := member(body, "id")
		w.Header().Set("Content-Type", "application/json")
		answer := func(what string) { fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, id, what) }
		switch method, _ := text(member(body, "method")); method {
		case "server/discover":
			answer(`"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`)
		case "tools/list":
			answer(`"result":` + page)
		case "tools/call":
			if r.Header.Get("Mcp-Param-New") == "" {
				page = pages[len(pages)-1]
				w.WriteHeader(http.StatusBadRequest)
				answer(`"error":{"code":-32020,"message":"header mismatch"}`)
				return
			}
			answer(`"result":{"resultType":"complete","content":[]}`)
		}
	})).URL
}

func TestExcludedTools(t *testing.T) {
	const list = `{"tools":[{"name":"good","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}},null,
		{"name":"bad","inputSchema":{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}}]}`
	c := ready(t, Endpoint{URL: headerServer(t, list), Era: EraModern}, quick())
	got := listTools(t, c).Excluded
	want := []Exclusion{{Page: 0, Index: 2, Name: "bad", Reason: `its x-mcp-header "A" is on a property whose type is not string, integer or boolean`}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("excluded (-want +got):\n%s", diff)
	}
	stdio := ready(t, fault("modern"), quick())
	if got := listTools(t, stdio).Excluded; got != nil {
		t.Errorf("excluded over stdio: %v", got)
	}
}

// TestHeaderMismatch has a server whose annotations changed after they were listed.
func TestHeaderMismatch(t *testing.T) {
	const old = `{"tools":[{"name":"x","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"Old"}}}}]}`
	next := strings.Replace(old, "Old", "New", 1)
	c := ready(t, Endpoint{URL: headerServer(t, old, next), Era: EraModern}, quick())
	listTools(t, c)
	a := call(t, c, "x", `{"a":"v"}`)
	if a.Outcome != OutcomeOK {
		t.Errorf("answer = %+v", a)
	}
	wantContains(t, "note", a.Note, "wrong parameter headers", "listed again")

	c = ready(t, Endpoint{URL: headerServer(t, old), Era: EraModern}, quick()) // nothing changes: one call is enough
	listTools(t, c)
	a = call(t, c, "x", `{"a":"v"}`)
	if a.Outcome != OutcomeProtocolError || a.Error == nil || a.Error.Code != codeHeaderMismatch {
		t.Errorf("answer = %+v", a)
	}
	calls := 0
	for _, m := range c.Messages() {
		if m.Direction == Sent && m.Method == "tools/call" {
			calls++
		}
	}
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}

func TestListLimits(t *testing.T) {
	opt := quick()
	opt.Limits.ListTools = 3
	c := ready(t, fault("endless-cursor"), opt)
	list := listTools(t, c)
	if len(list.Pages) != 3 || len(list.Warnings) != 1 || !strings.Contains(list.Warnings[0], "more than 3 tools") {
		t.Errorf("%d pages, warnings %q", len(list.Pages), list.Warnings)
	}
}
