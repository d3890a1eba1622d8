package pattern

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// What some ECMA-262 classes hold, in the syntax of RE2.
const (
	spaceClass = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notNewline = `[^\n\r\x{2028}\x{2029}]`
)

// toRE2 rewrites an ECMA-262 pattern for RE2 where each part means the same
// there or can be spelled so that it does. It reports false for anything else.
func toRE2(source string) (string, bool) {
	t := translator{in: source}
	for t.pos < len(t.in) && !t.failed {
		t.next()
	}
	return t.out.String(), !t.failed && !t.inClass
}

type translator struct {
	in      string
	pos     int
	out     strings.Builder
	inClass bool
	failed  bool
}

func (t *translator) rest() string { return t.in[t.pos:] }

// put writes a replacement for the next n bytes.
func (t *translator) put(n int, s string) {
	t.pos += n
	t.out.WriteString(s)
}

var quantifier = regexp.MustCompile(`^\{(0|[1-9][0-9]{0,3})(,(0|[1-9][0-9]{0,3})?)?\}`)

func (t *translator) next() {
	rest := t.rest()
	switch c := rest[0]; {
	case c == '\\':
		t.escape(rest)
	case t.inClass:
		t.classMember(c)
	case c == '.':
		t.put(1, notNewline)
	case c == '[':
		if strings.HasPrefix(rest, "[]") || strings.HasPrefix(rest, "[^]") {
			t.failed = true // empty in ECMA-262, a literal ] in RE2
			return
		}
		n := 1
		if strings.HasPrefix(rest, "[^") {
			n = 2
		}
		t.put(n, rest[:n])
		t.inClass = true
	case c == '(' && strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:"):
		t.failed = true
	case c == '{':
		q := quantifier.FindString(rest)
		t.failed = q == ""
		t.put(max(len(q), 1), q)
	case c == '}' || c == ']':
		t.put(1, `\`+string(c))
	default:
		t.put(1, rest[:1])
	}
}

func (t *translator) classMember(c byte) {
	switch c {
	case ']':
		t.inClass = false
		t.put(1, "]")
	case '[', '^':
		t.put(1, `\`+string(c))
	default:
		t.put(1, string([]byte{c}))
	}
}

// escape rewrites the escape that rest starts with.
func (t *translator) escape(rest string) {
	if len(rest) < 2 {
		t.failed = true
		return
	}
	switch c := rest[1]; {
	case strings.IndexByte("dDwWnrtfv", c) >= 0:
		t.put(2, rest[:2])
	case c == 's' && t.inClass:
		t.put(2, spaceClass)
	case c == 's':
		t.put(2, "["+spaceClass+"]")
	case c == 'S' && !t.inClass:
		t.put(2, "[^"+spaceClass+"]")
	case c == 'b' && t.inClass:
		t.put(2, `\x08`)
	case (c == 'b' || c == 'B') && !t.inClass:
		t.put(2, rest[:2])
	case c == 'u' || c == 'x':
		r, n := codePoint(rest)
		t.failed = n == 0
		t.put(n, fmt.Sprintf(`\x{%x}`, r))
	case identity(c):
		t.put(2, `\`+string(c))
	default:
		t.failed = true
	}
}

var (
	hexEscape = regexp.MustCompile(`^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})`)
	lowEscape = regexp.MustCompile(`^\\u([dD][c-fC-F][0-9a-fA-F]{2})`)
)

// codePoint reads \xHH, \uHHHH (or a surrogate pair of them) or \u{H…}. A lone
// surrogate has no counterpart in RE2: n is 0 then.
func codePoint(s string) (r rune, n int) {
	m := hexEscape.FindStringSubmatch(s)
	if m == nil {
		return 0, 0
	}
	r, n = hexValue(m[1]+m[2]+m[3]), len(m[0])
	if low := lowEscape.FindStringSubmatch(s[n:]); low != nil && m[2] != "" && utf16.IsSurrogate(r) {
		if r = utf16.DecodeRune(r, hexValue(low[1])); r != utf8.RuneError {
			return r, n + len(low[0])
		}
		return 0, 0
	}
	if !utf8.ValidRune(r) {
		return 0, 0
	}
	return r, n
}

func hexValue(digits string) rune {
	v, _ := strconv.ParseUint(digits, 16, 32) // the caller's expression admits hexadecimal digits only
	return rune(v)
}

// identity reports whether a backslash before c stands for c itself. The u flag
// allows it before syntax characters only, but people write \@ and \_ too, and
// those can mean nothing else.
func identity(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
}
