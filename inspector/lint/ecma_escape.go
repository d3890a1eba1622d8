package lint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
