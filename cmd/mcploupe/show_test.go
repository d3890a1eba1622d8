package main

import (
	"strings"
	"testing"
)

// Ensure that what show prints can be read: no blank headings, no quoting of Go's, a word
// where there is nothing.
func TestShowText(t *testing.T) {
	for _, tt := range []struct{ name, in, want, not string }{
		{"an empty list", `{"tools": []}`, "no tools: the list is empty", ""},
		{"a blank name", `{"tools": [{"name": " ", "inputSchema": {"type": "object"}}]}`, "(a tool whose name is empty)", ""},
		{"an empty name", `{"tools": [{"name": "", "inputSchema": {"type": "object"}}]}`, "(a tool whose name is empty)", ""},
		{"a pointer", `{"tools": [{"name": "a", "inputSchema": {"type": "object", "properties": {"\"q": 5}}}]}`, ` at /inputSchema/properties/"q: `, `at "/`},
		{"the root", `{"tools": [{"name": "a", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}}]}`, "1. /$schema → /$schema:", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out, stderr strings.Builder
			code := run(t.Context(), []string{"show", "-"}, streams{strings.NewReader(tt.in), &out, &stderr})
			got := ran{code, out.String(), stderr.String()}
			if got.code != exitOK || !strings.Contains(got.out, tt.want) || tt.not != "" && strings.Contains(got.out, tt.not) {
				t.Errorf("exit %d, want %q in\n%s%s", got.code, tt.want, got.out, got.stderr)
			}
		})
	}
}
