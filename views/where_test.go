package views

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/jsondoc"
)

func TestWhereRoundTrip(t *testing.T) {
	tests := []Where{
		{},
		{Server: "a"},
		{Server: "a", N: 0, HasN: true},
		{Server: "a b&c", Tool: "x/../%41?#" + "\u202e", N: 7, HasN: true, Tab: TabOutput, Query: "ä+ b", Level: "error", Mode: ModeJSON,
			Target: "draft-07", From: 3, Unfold: 4, First: 250, At: "l/properties/%20", As: "draft-04"},
	}
	for _, w := range tests {
		u, err := url.Parse(w.URL())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, ParseWhere(u.Query())); diff != "" {
			t.Errorf("%s: %s", w.URL(), diff)
		}
	}
}

// The dialect that was chosen for a schema stays with it and with no other one.
func TestReadAsStaysWithItsSchema(t *testing.T) {
	w := Where{Server: "a", Tool: "x", N: 1, HasN: true}.ReadAs("draft-07")
	input := w
	input.Tab = TabInput
	for name, got := range map[string]Where{"the same tab": w.AtTab(TabInput), "a line": input.AtTab(""), "another target": withTarget(w, "draft-04"), "a list": w.AtList("q", "")} {
		if got.As != "draft-07" {
			t.Errorf("%s: read as %q", name, got.As)
		}
	}
	for name, got := range map[string]Where{"another tab": w.AtTab(TabOutput), "another tool": w.AtItem(2, "y"), "the server": w.Overview(), "another server": w.AtServer("b")} {
		if got.As != "" {
			t.Errorf("%s: read as %q", name, got.As)
		}
	}
	if got := rawURL(w, "input-converted"); got != "/raw?what=input-converted&server=a&n=1&as=draft-07" {
		t.Error(got)
	}
}

func TestParseWhereIsLenient(t *testing.T) {
	got := ParseWhere(url.Values{"n": {"-1"}, "from": {"x"}, "unfold": {"-3"}, "first": {"1e9"}})
	if diff := cmp.Diff(Where{}, got); diff != "" {
		t.Error(diff)
	}
}

func TestLineID(t *testing.T) {
	tests := []struct {
		pointer jsondoc.Pointer
		want    string
	}{
		{"", "l"},
		{"/properties/title/type", "l/properties/title/type"},
		{"/a~1b/~0/$defs", "l/a~1b/~0/$defs"},
		{"/a b/%/é/:", "l/a%20b/%25/%C3%A9/%3A"},
	}
	for _, tt := range tests {
		if got := LineID(false, tt.pointer); got != tt.want {
			t.Errorf("LineID(%q) = %q, want %q", tt.pointer, got, tt.want)
		}
		if back, right, ok := linePointer(tt.want); back != tt.pointer || right || !ok {
			t.Errorf("%q is read back as %q, %v, %v", tt.want, back, right, ok)
		}
	}
	// The fragment of an address is the id as it stands: a browser looks for it first.
	link := Where{Server: "a"}.Line(Output, true, "/a b")
	if !strings.HasSuffix(link, "#r/a%20b") || !strings.Contains(link, "tab=output") || !strings.Contains(link, "at="+url.QueryEscape("r/a%20b")) {
		t.Error(link)
	}
}
