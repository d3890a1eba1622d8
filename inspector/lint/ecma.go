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
