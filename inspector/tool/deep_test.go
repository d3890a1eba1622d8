package tool_test

import (
	"strings"
	"testing"

	"mcploupe/inspector/tool"
)

// deepTool is a tool whose schema has objects in objects.
func deepTool(name string, levels int) string {
	return `{"name": "` + name + `", "title": "T", "description": "D", "inputSchema": ` +
		strings.Repeat(`{"type": "object", "properties": {"a": `, levels) + `{}` + strings.Repeat(`}}`, levels) + `}`
}

// Ensure that a tool that is nested too deep is shown as broken, with its name,
// and that it hides no other, in whatever form a list comes.
func TestDeepTool(t *testing.T) {
	page := `{"tools": [{"name": "before", "inputSchema": {"type": "object"}}, ` + deepTool("deep", 5000) + `, {"name": "after", "inputSchema": {"type": "object"}}]}`
	check := func(how string, snap *tool.Snapshot) {
		t.Helper()
		if len(snap.Tools) != 3 {
			t.Errorf("%s: %d tools, %v", how, len(snap.Tools), snap.Findings)
			return
		}
		for i, name := range []string{"before", "deep", "after"} {
			if got := snap.Tools[i]; got.Name != name || got.Broken != (name == "deep") {
				t.Errorf("%s: tool %d is %q, broken %v", how, i, got.Name, got.Broken)
			}
		}
		d := snap.Tools[1]
		if string(d.Raw) != deepTool("deep", 5000) || d.Title != "T" || d.Description != "D" || len(d.Findings) == 0 {
			t.Errorf("%s: the deep tool is %q %q, %d bytes", how, d.Title, d.Description, len(d.Raw))
		}
		for _, f := range d.Findings {
			if f.Rule == "protocol/tool-not-object" && f.Level == tool.LevelServer {
				return
			}
		}
		t.Errorf("%s: findings %v", how, d.Findings)
	}
	check("wire", tool.Read([][]byte{[]byte(page)}, ""))
	for how, text := range map[string]string{
		"result": page, "response": `{"jsonrpc": "2.0", "id": 1, "result": ` + page + `}`,
		"array": page[len(`{"tools": `) : len(page)-1], "lines": `{"jsonrpc": "2.0", "id": 1, "result": ` + page + "}\nnoise\n",
	} {
		snap, err := tool.Open("x.json", []byte(text))
		if err != nil {
			t.Errorf("%s: %.300s", how, err)
			continue
		}
		check(how, snap)
	}
}

// Ensure that an entry which no client can use as a tool says so.
func TestUnusable(t *testing.T) {
	page := `{"tools": [null, 7, "x", [], {"inputSchema": {"type": "object"}}, {"name": null, "inputSchema": {"type": "object"}},
		{"name": 5, "inputSchema": {"type": "object"}}, {"name": "", "inputSchema": {"type": "object"}}, {"name": "ok", "inputSchema": {"type": "object"}}]}`
	snap := tool.Read([][]byte{[]byte(page)}, "2025-11-25")
	for i, got := range snap.Tools {
		if want := i < 8; got.Broken != want || (got.Unusable() != "") != want {
			t.Errorf("%s: broken %v, %q", got.Raw, got.Broken, got.Unusable())
		}
	}
}
