package repair

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// patternMends are about regular expressions.
func patternMends() []mend {
	return []mend{
		{
			name: "pattern-ecma", title: "Write the pattern as ECMA-262 has it", effect: Keeps, do: onPattern(ecmaPattern),
			explain: "The pattern matches the same texts, written with what JavaScript's engine knows.",
		},
		{
			name: "pattern-classes", title: "Write the classes out", effect: Keeps, do: onPattern(plainClasses),
			explain: "[0-9] for \\d, [A-Za-z0-9_] for \\w: the same in every engine.",
		},
		{
			name: "pattern-ascii", title: "Write letters and digits as ASCII", effect: Narrower, guess: true, do: onPattern(asciiClasses),
			explain: "\\p{L} becomes [A-Za-z]: letters of other scripts are refused.",
		},
		{
			name: "pattern-anchor", title: "Anchor the pattern", effect: Narrower, guess: true, do: onPattern(anchored),
			explain: "With ^ and $ the whole text must match, which is how models and most authors read a pattern.",
		},
		{
			name: "pattern-without-nul", title: "Leave \\0 out of the pattern", effect: Keeps, do: onPattern(withoutNul),
			explain: "No argument holds U+0000, so that nothing changes.",
		},
		{
			name: "pattern-to-length", title: "Say it with minLength", effect: Wider, do: onSchema(patternToLength),
			explain: "The pattern only wants something to be there; minLength says so. Text of nothing but spaces passes: the handler refuses it.",
		},
		{
			name: "drop-pattern", title: "Leave the pattern out", effect: Wider, do: onSchema(func(_ *site, v *val) bool { return v.drop("pattern") }),
			explain: "The pattern is not said any more; the handler checks it. Say it in the description in words.",
		},
	}
}

// maxPattern bounds the patterns that are rewritten, in bytes.
const maxPattern = 2000

// onPattern rewrites the pattern of a schema, or the name of a patternProperties
// that the finding points to.
func onPattern(f func(string) (string, bool)) func(*site) bool {
	return onSchema(func(s *site, v *val) bool {
		if in, name, member := s.member(); member != nil && s.up() != nil && s.up().get("patternProperties") == in {
			to, ok := f(name)
			return ok && to != name && in.rename(name, to)
		}
		p := v.get("pattern")
		if !p.is(jsondoc.String) || len(p.text()) > maxPattern {
			return false
		}
		to, ok := f(p.text())
		if !ok || to == p.text() {
			return false
		}
		v.set("pattern", str(to))
		return true
	})
}

// piece is a part of a pattern: an escape, a bracket, a character.
type piece struct {
	text  string
	class bool // inside of [ ]
}

// pieces takes a pattern apart; ok is false where it ends in the middle of
// something.
func pieces(pattern string) (out []piece, ok bool) {
	class := false
	for i := 0; i < len(pattern); {
		n := 1
		c := pattern[i]
		switch {
		case c == '\\':
			if n = escapeLength(pattern[i:]); n == 0 {
				return nil, false
			}
		case class && c == ']':
			class = false
			out = append(out, piece{text: "]"})
			i++
			continue
		case !class && c == '[':
			class = true
			if strings.HasPrefix(pattern[i:], "[^") {
				n = 2
			}
			out = append(out, piece{text: pattern[i : i+n]})
			i += n
			continue
		case !class && c == '(':
			n = groupLength(pattern[i:])
		}
		out = append(out, piece{pattern[i : i+n], class})
		i += n
	}
	return out, !class
}

// escapeLength is the length of an escape with what belongs to it.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case 'p', 'P':
		if end := strings.IndexByte(s, '}'); len(s) > 2 && s[2] == '{' && end > 0 {
			return end + 1
		}
	case 'x':
		return min(4, len(s))
	case 'u':
		return min(6, len(s))
	}
	if s[1] >= 0x80 {
		return 1 + len(string([]rune(s[1:])[:1]))
	}
	return 2
}

// groupLength is the length of what opens a group: "(", "(?:", "(?P<name>".
func groupLength(s string) int {
	if !strings.HasPrefix(s, "(?") {
		return 1
	}
	for _, lead := range []string{"(?:", "(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(s, lead) {
			return len(lead)
		}
	}
	end := strings.IndexAny(s, ">:)")
	if end < 0 {
		return 1
	}
	return end + 1
}

// syntax are the characters that an escape makes plain, in ECMA-262 with the flag u.
const syntax = `^$\.*+?()[]{}|/`

// ecmaPattern writes what Python, PCRE and Go know beside ECMA-262 in its words.
func ecmaPattern(pattern string) (string, bool) {
	flags, rest := leadingFlags(pattern)
	if strings.Trim(flags, "isu") != "" {
		return "", false
	}
	list, ok := pieces(rest)
	if !ok {
		return "", false
	}
	anyCase, dotAll := strings.Contains(flags, "i"), strings.Contains(flags, "s")
	var b strings.Builder
	for i, p := range list {
		text, ok := ecmaPiece(p)
		switch {
		case !ok:
			return "", false
		case dotAll && p.text == "." && !p.class:
			text = `[\s\S]`
		case !p.class && p.text == "+" && i > 0 && isQuantifier(list[i-1].text):
			continue // possessive
		case p.class && p.text == "-" && i > 0 && i+1 < len(list) && (isClassEscape(list[i-1].text) || isClassEscape(list[i+1].text)) && list[i+1].text != "]":
			text = `\-`
		case anyCase:
			text = bothCases(p, text, list, i)
		}
		b.WriteString(text)
	}
	return b.String(), true
}

func leadingFlags(pattern string) (flags, rest string) {
	if !strings.HasPrefix(pattern, "(?") {
		return "", pattern
	}
	end := strings.IndexByte(pattern, ')')
	if end < 0 || strings.Trim(pattern[2:end], "imsxuaL") != "" {
		return "", pattern
	}
	return pattern[2:end], pattern[end+1:]
}

// ecmaPiece writes one part; false where ECMA-262 has nothing for it.
func ecmaPiece(p piece) (string, bool) {
	text := p.text
	switch {
	case p.class && text == "[":
		return `\[`, true
	case strings.HasPrefix(text, "(?P<"):
		return "(?<" + text[4:], true
	case strings.HasPrefix(text, "(?P") || strings.HasPrefix(text, "(?>") || strings.HasPrefix(text, "(?#"):
		return "", false
	case strings.HasPrefix(text, "(?") && (strings.HasSuffix(text, ")") || strings.HasSuffix(text, ":") && text != "(?:"):
		return "", false
	case !strings.HasPrefix(text, `\`):
		return text, true
	}
	switch c := text[1]; {
	case !p.class && c == 'A':
		return "^", true
	case !p.class && (c == 'Z' || c == 'z'):
		return "$", true
	case c == 'h':
		return inClass(p, ` \t`), true
	case c == 'R':
		return `(?:\r\n|\n|\r)`, !p.class
	case c == 'a':
		return `\x07`, true
	case c == 'e':
		return `\x1b`, true
	case strings.IndexByte(syntax, c) >= 0, p.class && c == '-', strings.IndexByte("dDwWsStnrvfbBpPxu0ck", c) >= 0, c >= '1' && c <= '9':
		return text, true
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return "", false
	}
	return text[1:], true // an escape that ECMA-262 does not allow and nobody needs
}

// inClass writes the members of a class: as they are inside of one.
func inClass(p piece, members string) string {
	if p.class {
		return members
	}
	return "[" + members + "]"
}

func isQuantifier(text string) bool {
	return text == "*" || text == "+" || text == "?" || text == "}"
}

func isClassEscape(text string) bool {
	return len(text) == 2 && text[0] == '\\' && strings.IndexByte("dDwWsS", text[1]) >= 0
}

// bothCases writes a letter in both cases.
func bothCases(p piece, text string, list []piece, i int) string {
	if len(p.text) != 1 || !isLetter(p.text[0]) || text != p.text {
		return text
	}
	both := strings.ToLower(text) + strings.ToUpper(text)
	if !p.class {
		return "[" + both + "]"
	}
	before := i > 0 && list[i-1].text == "-" && list[i-1].class
	after := i+1 < len(list) && list[i+1].text == "-" && list[i+1].class
	switch {
	case before: // the end of a range: its start was written before
		if i > 1 && len(list[i-2].text) == 1 && isLetter(list[i-2].text[0]) {
			low, high := list[i-2].text, text
			return text + swapCase(low) + "-" + swapCase(high)
		}
	case after:
		return text
	default:
		return both
	}
	return text
}

func swapCase(s string) string {
	if strings.ToLower(s) == s {
		return strings.ToUpper(s)
	}
	return strings.ToLower(s)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// classes are the members of the classes that have a short name.
var classes = map[byte]string{'d': "0-9", 'w': "A-Za-z0-9_", 's': ` \t\n\r\f\v`}

func plainClasses(pattern string) (string, bool) {
	list, ok := pieces(pattern)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for _, p := range list {
		if !isClassEscape(p.text) {
			b.WriteString(p.text)
			continue
		}
		c := p.text[1]
		members, negated := classes[c|0x20], c < 'a'
		switch {
		case negated && p.class:
			return "", false
		case negated:
			b.WriteString("[^" + members + "]")
		default:
			b.WriteString(inClass(p, members))
		}
	}
	return b.String(), true
}

// scripts are the ASCII members of Unicode's general categories.
var scripts = map[string]string{
	"L": "A-Za-z", "Letter": "A-Za-z", "Lu": "A-Z", "Ll": "a-z", "N": "0-9", "Nd": "0-9", "Alphabetic": "A-Za-z", "Alpha": "A-Za-z",
}

func asciiClasses(pattern string) (string, bool) {
	list, ok := pieces(pattern)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for _, p := range list {
		if !strings.HasPrefix(p.text, `\p{`) {
			b.WriteString(p.text)
			continue
		}
		members := scripts[strings.Trim(p.text[2:], "{}")]
		if members == "" {
			return "", false
		}
		b.WriteString(inClass(p, members))
	}
	return b.String(), true
}

func anchored(pattern string) (string, bool) {
	list, ok := pieces(pattern)
	if !ok || len(list) == 0 {
		return "", false
	}
	depth := 0
	for _, p := range list {
		switch {
		case p.class:
		case strings.HasPrefix(p.text, "("):
			depth++
		case p.text == ")":
			depth--
		case p.text == "|" && depth == 0:
			return "^(?:" + pattern + ")$", true
		}
	}
	if list[0].text != "^" {
		pattern = "^" + pattern
	}
	if list[len(list)-1].text != "$" {
		pattern += "$"
	}
	return pattern, true
}

func withoutNul(pattern string) (string, bool) {
	list, ok := pieces(pattern)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i, p := range list {
		if p.text == `\0` || p.text == `\x00` || p.text == `\u0000` {
			alone := !p.class || list[i-1].text == "[" && list[i+1].text == "]" || list[i+1].text == "-" || list[i-1].text == "-"
			if alone {
				return "", false
			}
			continue
		}
		b.WriteString(p.text)
	}
	return b.String(), true
}

// something are patterns that want a text to have something in it.
var something = map[string]bool{`\S`: true, `\S+`: true, `.`: true, `.+`: true, `^.+$`: true, `^.+`: true, `.*\S.*`: true, `^.*\S.*$`: true, `[^\s]`: true}

func patternToLength(_ *site, v *val) bool {
	if !something[v.get("pattern").text()] {
		return false
	}
	if v.has("minLength") {
		return v.drop("pattern")
	}
	v.rename("pattern", "minLength")
	v.set("minLength", made("1"))
	return true
}
