package lint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// traits are what a pattern makes use of that not every engine knows.
type traits struct {
	look      bool // look-ahead or look-behind
	back      bool // a back-reference
	property  bool // \p{…}
	named     bool // (?<name>…)
	class     bool // \d \w \s and their opposites
	modifiers bool // (?i:…), since ECMAScript 2025
}

// ecma checks a pattern against the grammar of ECMA-262 with the flag u, which
// is how JSON Schema reads patterns (2020-12 core section 6.4). It returns what
// is wrong in plain words, or "".
func ecma(pattern string) (t traits, fault string) {
	e := &ecmaReader{text: pattern}
	e.count()
	e.alternatives()
	if e.fault == "" && e.pos < len(e.text) {
		e.fail("a closing parenthesis without an opening one")
	}
	return e.traits, e.fault
}

// ecmaReader reads a pattern once, with its own depth of groups.
type ecmaReader struct {
	traits
	text   string
	pos    int
	depth  int
	groups int
	names  map[string]bool
	fault  string
}

// maxGroups bounds the nesting of groups.
const maxGroups = 500

func (e *ecmaReader) fail(format string, args ...any) {
	if e.fault == "" {
		e.fault = fmt.Sprintf(format, args...)
	}
}

func (e *ecmaReader) more() bool { return e.fault == "" && e.pos < len(e.text) }

func (e *ecmaReader) next(prefix string) bool {
	if strings.HasPrefix(e.text[e.pos:], prefix) {
		e.pos += len(prefix)
		return true
	}
	return false
}

// count finds the capturing groups, which references may name before they come.
func (e *ecmaReader) count() {
	e.names = map[string]bool{}
	inClass := false
	for i := 0; i < len(e.text); i++ {
		switch e.text[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			rest := e.text[i+1:]
			name, isNamed := strings.CutPrefix(rest, "?<")
			isNamed = isNamed && !strings.HasPrefix(name, "=") && !strings.HasPrefix(name, "!")
			if inClass || strings.HasPrefix(rest, "?") && !isNamed {
				continue
			}
			e.groups++
			if end := strings.IndexByte(name, '>'); isNamed && end > 0 {
				e.names[name[:end]] = true
			}
		}
	}
}

func (e *ecmaReader) alternatives() {
	if e.depth++; e.depth > maxGroups {
		e.fail("groups are nested more than %d deep", maxGroups)
	}
	for e.more() {
		switch e.text[e.pos] {
		case ')':
			e.depth--
			return
		case '|':
			e.pos++
		default:
			e.term()
		}
	}
	e.depth--
}

// term reads an assertion, or an atom with its quantifier.
func (e *ecmaReader) term() {
	switch c := e.text[e.pos]; c {
	case '^', '$':
		e.pos++
		return
	case '*', '+', '?':
		e.fail("%q has nothing to repeat", string(c))
		return
	case '{', '}', ']':
		e.fail("%q stands alone and must be escaped", string(c))
		return
	case '(':
		if !e.group() {
			return
		}
	case '[':
		e.pos++
		e.class0()
	case '\\':
		e.pos++
		if !e.escape(false) {
			return // \b and \B repeat nothing
		}
	default:
		_, n := utf8.DecodeRuneInString(e.text[e.pos:])
		e.pos += n
	}
	e.quantifier()
}

func (e *ecmaReader) quantifier() {
	if !e.more() {
		return
	}
	switch e.text[e.pos] {
	case '*', '+', '?':
		e.pos++
	case '{':
		if !e.braces() {
			return
		}
	default:
		return
	}
	e.next("?")
}

// braces reads {n}, {n,} or {n,m}.
func (e *ecmaReader) braces() bool {
	body, _, ok := strings.Cut(e.text[e.pos+1:], "}")
	low, high, two := strings.Cut(body, ",")
	if !ok || !digits(low) || two && high != "" && !digits(high) {
		e.fail("%q stands alone and must be escaped", "{")
		return false
	}
	if two && high != "" && larger(low, high) {
		e.fail("the numbers of {%s} are out of order", body)
		return false
	}
	e.pos += len(body) + 2
	return true
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// larger compares two texts of digits.
func larger(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return len(a) > len(b) || len(a) == len(b) && a > b
}

// group reads a group of any kind and reports whether it may be repeated.
func (e *ecmaReader) group() (repeats bool) {
	e.pos++
	repeats = true
	switch {
	case e.next("?:"):
	case e.next("?="), e.next("?!"), e.next("?<="), e.next("?<!"):
		e.look, repeats = true, false
	case e.next("?<"):
		e.named = true
		name, _, ok := strings.Cut(e.text[e.pos:], ">")
		if !ok || !groupName(name) {
			e.fail("the name of a group is not well-formed")
			return false
		}
		e.pos += len(name) + 1
	case e.next("?P"):
		e.fail("(?P…) is how Python and Go write it; ECMA-262 writes (?<name>…)")
	case e.next("?"):
		e.modify()
	}
	e.alternatives()
	if e.fault == "" && !e.next(")") {
		e.fail("a group is not closed")
	}
	return repeats && e.fault == ""
}

// modify reads the flags of (?ims-ims:…).
func (e *ecmaReader) modify() {
	flags, _, ok := strings.Cut(e.text[e.pos:], ":")
	if close := strings.IndexByte(e.text[e.pos:], ')'); !ok || close >= 0 && close < len(flags) || flags == "" || strings.Trim(flags, "ims-") != "" {
		e.fail("a group begins with (?%s, which ECMA-262 does not know", cut(firstRune(e.text[e.pos:])))
		return
	}
	e.modifiers = true
	e.pos += len(flags) + 1
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func groupName(s string) bool {
	for i, r := range s {
		if r != '$' && r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)) {
			return false
		}
	}
	return s != ""
}

// class0 reads a class after its opening bracket.
func (e *ecmaReader) class0() {
	e.next("^")
	for e.more() {
		if e.next("]") {
			return
		}
		low, single := e.classAtom()
		if !e.more() || e.text[e.pos] != '-' || strings.HasPrefix(e.text[e.pos:], "-]") {
			continue
		}
		e.pos++
		if !e.more() {
			break
		}
		high, single2 := e.classAtom()
		switch {
		case !single || !single2:
			e.fail("a range in a class begins or ends with a class such as \\w; the dash must be escaped")
		case low > high:
			e.fail("a range in a class is out of order")
		}
	}
	e.fail("a class is not closed")
}

// classAtom reads one member of a class; single says that it is one character.
func (e *ecmaReader) classAtom() (r rune, single bool) {
	if e.text[e.pos] != '\\' {
		r, n := utf8.DecodeRuneInString(e.text[e.pos:])
		e.pos += n
		return r, true
	}
	start := e.pos
	e.pos++
	e.escape(true)
	return escaped(e.text[start:e.pos])
}

// escaped is the character of an escape, where it is one.
func escaped(text string) (r rune, single bool) {
	switch text[min(1, len(text)-1)] {
	case 'd', 'D', 'w', 'W', 's', 'S', 'p', 'P':
		return 0, false
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'v':
		return '\v', true
	case 'f':
		return '\f', true
	case 'b':
		return '\b', true
	case '0':
		return 0, true
	case 'x', 'u':
		hex := strings.Trim(text[2:], "{}")
		_, err := fmt.Sscanf(hex, "%x", &r)
		return r, err == nil
	case 'c':
		return rune(text[len(text)-1] & 31), true
	}
	r, _ = utf8.DecodeLastRuneInString(text)
	return r, true
}

// escape reads what follows a backslash and reports whether it may be repeated.
func (e *ecmaReader) escape(inClass bool) bool {
	if !e.more() {
		e.fail("the pattern ends with a backslash")
		return false
	}
	r, n := utf8.DecodeRuneInString(e.text[e.pos:])
	e.pos += n
	switch {
	case strings.ContainsRune("dDwWsS", r):
		e.class = true
	case strings.ContainsRune("nrtvf", r) || strings.ContainsRune(`^$\.*+?()[]{}|/`, r):
	case r == 'b' && inClass, r == '-' && inClass:
	case (r == 'b' || r == 'B') && !inClass:
		return false
	case r == '0':
		if e.more() && e.text[e.pos] >= '0' && e.text[e.pos] <= '9' {
			e.fail("an octal escape, which the flag u forbids")
		}
	case r >= '1' && r <= '9':
		e.backNumber(r, inClass)
	case r == 'k' && !inClass:
		e.backName()
	case r == 'c':
		if !e.more() || !unicode.IsLetter(rune(e.text[e.pos])) || e.text[e.pos] > 'z' {
			e.fail("\\c without a letter")
			return false
		}
		e.pos++
	case r == 'x':
		e.hex(2)
	case r == 'u':
		if !e.next("{") {
			e.hex(4)
			break
		}
		body, _, ok := strings.Cut(e.text[e.pos:], "}")
		if !ok || body == "" || strings.Trim(body, "0123456789abcdefABCDEF") != "" || len(strings.TrimLeft(body, "0")) > 6 {
			e.fail("\\u{…} without a code point")
			return false
		}
		e.pos += len(body) + 1
	case r == 'p' || r == 'P':
		e.unicodeProperty()
	default:
		e.fail("the escape \\%s, which the flag u forbids%s", string(r), notes[r])
	}
	return true
}

// notes say what other engines mean by an escape.
var notes = map[rune]string{
	'A': " (Python and Go mean the start of the text: write ^)",
	'Z': " (Python means the end of the text: write $)",
	'z': " (Go means the end of the text: write $)",
	'h': " (PCRE means a horizontal space)",
	'Q': " (Java and PCRE quote with it)",
	'-': " outside of a class",
}

func (e *ecmaReader) hex(n int) {
	if len(e.text)-e.pos < n || strings.Trim(e.text[e.pos:e.pos+n], "0123456789abcdefABCDEF") != "" {
		e.fail("\\x or \\u without its digits")
		return
	}
	e.pos += n
}

func (e *ecmaReader) backNumber(first rune, inClass bool) {
	number := int(first - '0')
	for e.more() && e.text[e.pos] >= '0' && e.text[e.pos] <= '9' && number < 10_000 {
		number = number*10 + int(e.text[e.pos]-'0')
		e.pos++
	}
	if inClass || number > e.groups {
		e.fail("\\%d refers to a group that is not there", number)
		return
	}
	e.back = true
}

func (e *ecmaReader) backName() {
	if !e.next("<") {
		e.fail("\\k without a name")
		return
	}
	name, _, ok := strings.Cut(e.text[e.pos:], ">")
	if !ok || !e.names[name] {
		e.fail("\\k refers to a group that is not there")
		return
	}
	e.pos += len(name) + 1
	e.back = true
}

func (e *ecmaReader) unicodeProperty() {
	e.property = true
	if !e.next("{") {
		e.fail("\\p without a property in braces")
		return
	}
	body, _, ok := strings.Cut(e.text[e.pos:], "}")
	if !ok || strings.Trim(body, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=") != "" || body == "" {
		e.fail("\\p without a property in braces")
		return
	}
	e.pos += len(body) + 1
}
