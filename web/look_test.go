package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// Ensure that a tool beyond the first part of a long list is shown and marked in
// it, also where the address says nothing of parts.
func TestLongListShowsTheTool(t *testing.T) {
	var tools []string
	for n := range 600 {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","inputSchema":{"type":"object"}}`, n))
	}
	srv := startFile(t, "["+strings.Join(tools, ",")+"]")
	_, _, body := get(t, srv.URL+"/?server=saved&tool=tool_555")
	list := body[strings.Index(body, `id="list-body"`):strings.Index(body, "<main")]
	if at := strings.Index(list, `aria-current="page"`); at < 0 || !strings.Contains(list[at:min(len(list), at+80)], "tool_555") {
		t.Error("the tool shown is not marked in the list")
	}
	_, _, body = get(t, srv.URL+"/?server=saved&first=9999")
	if !strings.Contains(body, "tool_0") {
		t.Error("a part that is not there shows nothing")
	}
}

// Ensure that no page holds a raw NUL, which HTML cannot have.
func TestNoNULInPages(t *testing.T) {
	srv := startFile(t, `[{"name":"a\u0000b","inputSchema":{"type":"object"}}]`)
	for _, path := range []string{"/?q=%00", "/?server=saved&tool=a%00b&n=0", "/?server=saved&n=0&tab=findings&q=a%00"} {
		if _, _, body := get(t, srv.URL+path); strings.Contains(body, "\x00") {
			at := strings.Index(body, "\x00")
			t.Errorf("%s: a NUL at %q", path, body[max(0, at-60):at])
		}
	}
}

// Ensure that a name of 100 kB leaves room for the rest of the page.
func TestLongNameIsCut(t *testing.T) {
	srv := startFile(t, `[{"name":"`+strings.Repeat("n", 100_000)+`","inputSchema":{"type":"object"}}]`)
	_, _, body := get(t, srv.URL+"/?server=saved&n=0&tab=findings")
	if h1 := body[strings.Index(body, "<h1"):strings.Index(body, "</h1>")]; len(h1) > 2_000 || !strings.Contains(h1, "100 kB") {
		t.Errorf("the heading has %d bytes: %.200s", len(h1), h1)
	}
}
