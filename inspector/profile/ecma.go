package profile

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ecmaFault says why `new RegExp(pattern, "u")` throws, "" where it does not
// (ECMA-262, section 22.2.1, with the flag u, which JSON Schema recommends and
// Ajv sets). Modifiers such as (?i:…) pass, since recent engines know them.
func ecmaFault(pattern string) string {
	p := &ecma{reader: reader{in: pattern}, named: groupNames(pattern, "(?<"), groups: countGroups(pattern)}
	switch err := p.disjunction(0); {
	case err == errDeep:
		return ""
	case err != nil:
		return err.Error()
	}
	if !p.done() {
		return "unmatched )"
	}
	return ""
}

// maxPatternDepth bounds the groups within groups that are looked into.
const maxPatternDepth = 500

// errDeep ends the reading of a pattern that passes maxPatternDepth; nothing is
// said about such a one.
var errDeep = errors.New("too many groups within groups")

// reader goes through a pattern.
type reader struct {
	in  string
	pos int
}

func (r *reader) done() bool   { return r.pos >= len(r.in) }
func (r *reader) rest() string { return r.in[r.pos:] }

func (r *reader) peek() rune {
	c, _ := utf8.DecodeRuneInString(r.rest())
	return c
}

func (r *reader) next() rune {
	c, n := utf8.DecodeRuneInString(r.rest())
	r.pos += n
	return c
}

func (r *reader) take(s string) bool {
	if strings.HasPrefix(r.rest(), s) {
		r.pos += len(s)
		return true
	}
	return false
}

// digits takes decimal digits and gives their value, at most 1<<30.
func (r *reader) digits() (n int, ok bool) {
	for !r.done() && r.in[r.pos] >= '0' && r.in[r.pos] <= '9' {
		n, ok = min(n*10+int(r.in[r.pos]-'0'), 1<<30), true
		r.pos++
	}
	return n, ok
}

// hex takes exactly n hexadecimal digits.
func (r *reader) hex(n int) (rune, bool) {
	v := rune(0)
	for i := range n {
		if r.pos+i >= len(r.in) {
			return 0, false
		}
		d := strings.IndexByte("0123456789abcdef", r.in[r.pos+i]|0x20)
		if d < 0 || r.in[r.pos+i] < '0' {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	r.pos += n
	return v, true
}

// braces takes {n}, {n,} or {n,m}; ok is false where something else stands.
func (r *reader) braces() (inOrder, ok bool) {
	start := r.pos
	r.pos++
	lo, some := r.digits()
	hi := lo
	if some && r.take(",") {
		var bounded bool
		if hi, bounded = r.digits(); !bounded {
			hi = 1 << 30
		}
	}
	if !some || !r.take("}") {
		r.pos = start
		return false, false
	}
	return lo <= hi, true
}

// ecma parses a pattern as the grammar with the flag u does.
type ecma struct {
	reader
	named  map[string]bool
	groups int
}

func (p *ecma) disjunction(depth int) error {
	if depth > maxPatternDepth {
		return errDeep
	}
	for !p.done() && p.peek() != ')' {
		if p.take("|") {
			continue
		}
		if err := p.term(depth); err != nil {
			return err
		}
	}
	return nil
}

// term takes one assertion or atom with its quantifier.
func (p *ecma) term(depth int) error {
	quantified := true
	switch c := p.peek(); c {
	case '^', '$':
		p.next()
		quantified = false
	case '(':
		assertion, err := p.group(depth)
		if err != nil {
			return err
		}
		quantified = !assertion
	case '[':
		if err := p.class(); err != nil {
			return err
		}
	case '\\':
		boundary, err := p.escape()
		if err != nil {
			return err
		}
		quantified = !boundary
	case '*', '+', '?':
		return fmt.Errorf("nothing to repeat before %c", c)
	case '{', '}', ']':
		return fmt.Errorf("a lone %c", c)
	default:
		p.next()
	}
	return p.quantifier(quantified)
}

func (p *ecma) quantifier(allowed bool) error {
	if p.done() {
		return nil
	}
	switch p.peek() {
	case '*', '+', '?':
		p.next()
	case '{':
		inOrder, ok := p.braces()
		if !ok {
			return fmt.Errorf("a lone {")
		}
		if !inOrder {
			return fmt.Errorf("a quantifier with its numbers out of order")
		}
	default:
		return nil
	}
	if !allowed {
		return fmt.Errorf("nothing to repeat")
	}
	p.take("?")
	return nil
}

// group takes a group and tells whether it is an assertion.
func (p *ecma) group(depth int) (assertion bool, err error) {
	p.next()
	switch {
	case p.take("?=") || p.take("?!") || p.take("?<=") || p.take("?<!"):
		assertion = true
	case p.take("?<"):
		if _, ok := p.name('>'); !ok {
			return false, fmt.Errorf("a group with a name that is none")
		}
	case p.take("?:"):
	case p.take("?"):
		if err := p.modifiers(); err != nil {
			return false, err
		}
	}
	if err := p.disjunction(depth + 1); err != nil {
		return false, err
	}
	if !p.take(")") {
		return false, fmt.Errorf("unterminated group")
	}
	return assertion, nil
}

// modifiers takes "i:", "i-s:" and the like, after "(?".
func (p *ecma) modifiers() error {
	start := p.pos
	for !p.done() && strings.IndexByte("ims-", p.in[p.pos]) >= 0 {
		p.pos++
	}
	if p.pos > start && p.take(":") {
		return nil
	}
	return fmt.Errorf("an invalid group: (?%.8s", p.in[start:])
}

// name takes an identifier up to a closing character.
func (p *ecma) name(end rune) (string, bool) {
	i := strings.IndexRune(p.rest(), end)
	if i <= 0 {
		return "", false
	}
	name := p.in[p.pos : p.pos+i]
	p.pos += i + 1
	for k, c := range name {
		if c != '_' && c != '$' && !unicode.IsLetter(c) && (k == 0 || !unicode.IsDigit(c)) {
			return "", false
		}
	}
	return name, true
}

// class takes a class in brackets.
func (p *ecma) class() error {
	p.next()
	p.take("^")
	for !p.done() && p.peek() != ']' {
		low, single, err := p.member()
		if err != nil {
			return err
		}
		if !strings.HasPrefix(p.rest(), "-") || strings.HasPrefix(p.rest(), "-]") {
			continue
		}
		p.next()
		if p.done() {
			break
		}
		high, also, err := p.member()
		switch {
		case err != nil:
			return err
		case !single || !also:
			return fmt.Errorf("a range from or to a class escape")
		case low > high:
			return fmt.Errorf("a range out of order in a class")
		}
	}
	if !p.take("]") {
		return fmt.Errorf("an unterminated class")
	}
	return nil
}

// member takes one element of a class and tells whether it is one character.
func (p *ecma) member() (c rune, single bool, err error) {
	if p.peek() != '\\' {
		return p.next(), true, nil
	}
	p.next()
	if p.done() {
		return 0, false, fmt.Errorf("\\ at the end")
	}
	switch c := p.peek(); c {
	case 'b':
		p.next()
		return '\b', true, nil
	case '-':
		p.next()
		return '-', true, nil
	case 'B', 'k':
		return 0, false, fmt.Errorf("an invalid escape in a class: \\%c", c)
	}
	return p.character(true)
}
