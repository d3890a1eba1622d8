package pattern

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	errEnd     = errors.New("the pattern ends with a backslash")
	errNoGroup = errors.New(`\k refers to a group that is not there`)
)

// escape takes an escape outside of a class and tells whether it is \b or \B,
// which cannot be repeated.
func (p *ecma) escape() (boundary bool, err error) {
	p.next()
	switch {
	case p.done():
		return false, errEnd
	case p.take("b") || p.take("B"):
		return true, nil
	case p.take("k"):
		return false, p.backName()
	}
	if c := p.peek(); c >= '1' && c <= '9' {
		n, _ := p.digits()
		if n > p.groups {
			return false, fmt.Errorf(`\%d refers to a group that is not there`, n)
		}
		p.traits.Back = true
		return false, nil
	}
	_, _, err = p.character()
	return false, err
}

func (p *ecma) backName() error {
	if !p.take("<") {
		return errNoGroup
	}
	if name, ok := p.name(); !ok || !p.names[name] {
		return errNoGroup
	}
	p.traits.Back = true
	return nil
}

// character takes what can follow a backslash inside and outside of a class.
func (p *ecma) character() (c rune, single bool, err error) {
	fail := func(text string) (rune, bool, error) { return 0, false, errors.New(text) }
	switch c := p.next(); c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		p.traits.Class = true
		return 0, false, nil
	case 'f', 'n', 'r', 't', 'v':
		return controls[c], true, nil
	case 'c':
		if letter := p.peek(); letter|0x20 >= 'a' && letter|0x20 <= 'z' && letter < utf8.RuneSelf {
			return p.next() & 31, true, nil
		}
		return fail(`\c without a letter`)
	case '0':
		if d := p.peek(); d >= '0' && d <= '9' && !p.done() {
			return fail("an octal escape, which the flag u forbids")
		}
		return 0, true, nil
	case 'x':
		if v, ok := p.hex(2); ok {
			return v, true, nil
		}
		return fail(`\x without its two digits`)
	case 'u':
		return p.codePoint()
	case 'p', 'P':
		p.traits.Property = true
		return 0, false, p.property()
	default:
		if strings.ContainsRune(`^$\.*+?()[]{}|/`, c) {
			return c, true, nil
		}
		return fail(fmt.Sprintf(`the escape \%c, which the flag u forbids%s`, c, notes[c]))
	}
}

var controls = map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// notes say what other engines mean by an escape.
var notes = map[rune]string{
	'A': " (Python and Go mean the start of the text: write ^)",
	'Z': " (Python means the end of the text: write $)",
	'z': " (Go means the end of the text: write $)",
	'h': " (PCRE means a horizontal space)",
	'Q': " (Java and PCRE quote with it)",
	'-': " outside of a class",
}

// codePoint takes what follows \u: four digits, or one to six in braces.
func (p *ecma) codePoint() (rune, bool, error) {
	if !p.take("{") {
		if v, ok := p.hex(4); ok {
			return v, true, nil
		}
		return 0, false, errors.New(`\u without its four digits`)
	}
	end := strings.IndexByte(p.rest(), '}')
	if end > 0 && end <= 16 {
		if v, ok := p.hex(end); ok && v <= unicode.MaxRune && p.take("}") {
			return v, true, nil
		}
	}
	return 0, false, errors.New(`\u{…} without a code point`)
}

// property takes what follows \p: a name of a category, a script or a binary
// property, in braces.
func (p *ecma) property() error {
	body, _, closed := strings.Cut(p.rest(), "}")
	text, opened := strings.CutPrefix(body, "{")
	if !opened || !closed || text == "" {
		return errors.New(`\p without a property in braces`)
	}
	p.pos += len(body) + 1
	if !knownProperty(text) {
		return fmt.Errorf(`\p{%.40s}, a property that ECMA-262 does not know`, text)
	}
	return nil
}

func knownProperty(text string) bool {
	name, value, pair := strings.Cut(text, "=")
	switch {
	case !pair:
		return isCategory(text) || binaryProperties[text]
	case name == "General_Category" || name == "gc":
		return isCategory(value)
	case name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx":
		// The short names of scripts are not listed in the standard library.
		return unicode.Scripts[value] != nil || len(value) == 4
	default:
		return false
	}
}
