package validate

import (
	"strings"
	"testing"
)

func TestUnreadablePatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		`(`:                                "missing closing )",
		`[z-a]`:                            "reverse order",
		`a**`:                              "nested repetition",
		`(?P<n>a)`:                         "unrecognized grouping",
		strings.Repeat("a", MaxPattern+1):  "at most 8192 are read",
		strings.Repeat("(", MaxPattern/2):  "missing closing )",
		`\`:                                "\\",
		`^[a-z`:                            "[]",
		strings.Repeat("(?=", 1000) + "\\": "\\",
	} {
		p := compilePattern(pattern)
		if p.unread == nil || !strings.Contains(p.unread.Error(), want) {
			t.Errorf("%.40s: got %v, want %q", pattern, p.unread, want)
		}
	}
}
