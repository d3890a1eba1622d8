package wire

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func pages(l *Listing) []string {
	var out []string
	for _, p := range l.Pages {
		out = append(out, string(p))
	}
	return out
}

// TestListKeepsBytes has lists which the SDK would refuse as a whole, or change.
func TestListKeepsBytes(t *testing.T) {
	tests := []struct {
		mode string
		want string // the page's exact bytes
	}{
		{"null-tool", `{"tools":[null,{"name":"good","inputSchema":{"type":"object"}},7,"x",[]]}`},
		{"wrong-types", `{"tools":[{"name":5,"description":{},"inputSchema":true,"annotations":"no","icons":7,"_meta":[],"outputSchema":"x"},{"name":"good","inputSchema":{"type":"object","maximum":1e400}}]}`},
		{"tools-null", `{"tools":null}`},
		{"tools-object", `{"tools":{"a":1}}`},
		{"invalid-utf8", "{\"tools\":[{\"name\":\"a\xff\xfeb\"}]}"},
		{"slow-bytes", `{"tools":[]}`},
		{"crlf", twoTools},
		{"bom", twoTools},
		{"banner", twoTools},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			c := ready(t, fault(tt.mode), quick())
			list := listTools(t, c)
			if diff := cmp.Diff([]string{tt.want}, pages(list)); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if len(list.Warnings) > 0 {
				t.Errorf("warnings = %q", list.Warnings)
			}
			if a := call(t, c, "echo", `{}`); a.Outcome != OutcomeOK {
				t.Errorf("a call after the list: %+v", a)
			}
		})
	}
}

const twoTools = `{"tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}},` +
	`{"name":"echo","inputSchema":{"type":"object"}}]}`

func TestNoise(t *testing.T) {
	c := ready(t, fault("banner"), quick())
	listTools(t, c)
	var got []string
	for _, n := range c.Noise() {
		got = append(got, string(n.Text))
	}
	want := []string{"Welcome to the server", "[INFO] listening", "{ not: json }", "42", "listing now"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("noise (-want +got):\n%s", diff)
	}
	if c.NoiseCount() != len(want) {
		t.Errorf("count = %d", c.NoiseCount())
	}
}

func TestListSpreadOverLines(t *testing.T) {
	c := ready(t, fault("pretty"), quick())
	list := listTools(t, c)
	if len(list.Pages) != 1 || !strings.Contains(string(list.Pages[0]), "\n  ") || !strings.Contains(string(list.Pages[0]), `"echo"`) {
		t.Errorf("pages = %q", pages(list))
	}
	if c.NoiseCount() != 0 {
		t.Errorf("noise = %v", c.Noise())
	}
}

func TestListPages(t *testing.T) {
	tests := []struct {
		mode    string
		pages   int
		warning string
	}{
		{"pages", 3, ""}, // its cursors only match when they come back to the letter
		{"repeated-cursor", 2, "for the second time"},
		{"endless-cursor", 7, "more than 7 pages"},
		{"empty-cursor", 1, "read as the end"},
		{"number-cursor", 1, "no string"},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			opt := quick()
			opt.Limits.ListPages = 7
			c := ready(t, fault(tt.mode), opt)
			list := listTools(t, c)
			if len(list.Pages) != tt.pages {
				t.Errorf("%d pages, want %d: %q", len(list.Pages), tt.pages, pages(list))
			}
			if got := strings.Join(list.Warnings, "\n"); tt.warning == "" && got != "" || !strings.Contains(got, tt.warning) {
				t.Errorf("warnings = %q, want %q", got, tt.warning)
			}
		})
	}
}

// TestListFails has lists that cannot be had; the time-out is 5 s, so those that end by
// themselves must be much faster.
func TestListFails(t *testing.T) {
	tests := []struct {
		mode  string
		kind  Kind
		want  []string
		alive bool // the session goes on
	}{
		{"list-error", KindProtocol, []string{"database is down", "-32603"}, true},
		{"list-exit", KindExited, []string{"exit status 4", "panic: nil map"}, false},
		{"partial-exit", KindExited, []string{"exit status 0", "middle of a line"}, false},
		{"nan", KindNotJSON, []string{"not valid JSON"}, true},
		{"list-hang", KindTimeout, []string{"no answer within"}, true},
		{"partial-hang", KindTimeout, []string{"no answer within", "line without an end", `"resu`}, true},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			t.Parallel()
			opt := quick()
			if tt.kind == KindTimeout {
				opt.ListTimeout = 300 * time.Millisecond
			}
			c := Open(t.Context(), fault(tt.mode), opt)
			defer closeConn(t, c)
			if err := c.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			_, err := c.ListTools(t.Context())
			if KindOf(err) != tt.kind {
				t.Fatalf("err = %v, want kind %s", err, tt.kind)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			wantContains(t, "error", err.Error(), tt.want...)
			if tt.alive != (c.State().Phase == PhaseReady) {
				t.Errorf("state = %+v, want alive %v", c.State(), tt.alive)
			}
			if tt.alive && tt.mode != "partial-hang" {
				if a, err := c.Call(t.Context(), "x", []byte("{}"), nil); err != nil || a.Outcome != OutcomeOK {
					t.Errorf("a call afterwards: %+v, %v", a, err)
				}
			}
		})
	}
}

func TestListBig(t *testing.T) {
	c := ready(t, fault("big-list", "20"), quick())
	list := listTools(t, c)
	if n := len(list.Pages[0]); n < 20<<20 {
		t.Errorf("%d bytes", n)
	}
	if member(list.Pages[0], "tools") == nil {
		t.Error("no tools")
	}
	t.Logf("20 MB list in %s", list.Duration)
}

func TestListDeep(t *testing.T) {
	c := ready(t, fault("deep"), quick())
	if n := len(listTools(t, c).Pages[0]); n < 30000 {
		t.Errorf("%d bytes", n)
	}
}

func TestMessageTooLarge(t *testing.T) {
	opt := quick()
	opt.Limits.Message = 1 << 20
	c := ready(t, fault("endless-line", "32"), opt)
	a := call(t, c, "x", "{}")
	if a.Outcome != OutcomeProtocolError || a.Failure == nil || a.Failure.Kind != KindTooLarge {
		t.Fatalf("answer = %+v", a)
	}
	wantContains(t, "failure", a.Failure.Error(), "2097", "limit of 1048576")
	if len(listTools(t, c).Pages) != 1 {
		t.Error("the session did not go on")
	}
}

func TestToolsChanged(t *testing.T) {
	opt := quick()
	changed := make(chan struct{}, 10)
	opt.OnToolsChanged = func() { changed <- struct{}{} }
	c := ready(t, fault("list-changed"), opt)
	call(t, c, "x", "{}")
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Error("OnToolsChanged was not called")
	}
}
