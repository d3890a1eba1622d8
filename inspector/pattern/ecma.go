package pattern

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Traits are what a pattern makes use of that not every engine knows or reads
// alike.
type Traits struct {
	Look      bool // look-ahead or look-behind
	Back      bool // a back-reference
	Property  bool // \p{…}
	Named     bool // (?<name>…)
	Class     bool // \d \w \s and their opposites
	Modifiers bool // (?i:…), since ECMAScript 2025
}

// ECMA says why `new RegExp(source, "u")` throws, nil where it does not (ECMA-262,
// section 22.2.1, with the flag u, which JSON Schema recommends and Ajv sets).
// Modifiers such as (?i:…) pass, since recent engines know them. The error is
// [ErrDeep] where the bound on depth was reached.
func ECMA(source string) (Traits, error) {
	p := &ecma{reader: reader{in: source}, names: groupNames(source, "(?<"), groups: countGroups(source, "(?<")}
	err := p.disjunction(0)
	if err == nil && !p.done() {
		err = errors.New("a closing parenthesis without an opening one")
	}
	return p.traits, err
}

// ecma parses a pattern as the grammar with the flag u does.
type ecma struct {
	reader
	names  map[string]bool
	groups int
	traits Traits
}

func (p *ecma) disjunction(depth int) error {
	if depth > maxDepth {
		return ErrDeep
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
	repeatable := true
	switch c := p.peek(); c {
	case '^', '$':
		p.next()
		repeatable = false
	case '(':
		assertion, err := p.group(depth)
		if err != nil {
			return err
		}
		repeatable = !assertion
	case '[':
		if err := p.class(); err != nil {
			return err
		}
	case '\\':
		boundary, err := p.escape()
		if err != nil {
			return err
		}
		repeatable = !boundary
	case '*', '+', '?':
		return fmt.Errorf("%q has nothing to repeat", string(c))
	case '{', '}', ']':
		return lone(c)
	default:
		p.next()
	}
	return p.quantifier(repeatable)
}

func lone(c rune) error {
	return fmt.Errorf("%q stands alone and must be escaped", string(c))
}

func (p *ecma) quantifier(allowed bool) error {
	if p.done() {
		return nil
	}
	c := p.peek()
	switch c {
	case '*', '+', '?':
		p.next()
	case '{':
		start := p.pos
		switch inOrder, ok := p.braces(); {
		case !ok:
			return lone('{')
		case !inOrder:
			return fmt.Errorf("the numbers of %s are out of order", p.in[start:p.pos])
		}
	default:
		return nil
	}
	if !allowed {
		return fmt.Errorf("%q has nothing to repeat", string(c))
	}
	p.take("?")
	return nil
}

// group takes a group and tells whether it is an assertion.
func (p *ecma) group(depth int) (assertion bool, err error) {
	p.next()
	switch {
	case p.take("?=") || p.take("?!") || p.take("?<=") || p.take("?<!"):
		p.traits.Look, assertion = true, true
	case p.take("?<"):
		p.traits.Named = true
		if _, ok := p.name(); !ok {
			return false, errors.New("the name of a group is not well-formed")
		}
	case p.take("?:"):
	case p.take("?P"):
		return false, errors.New("(?P…) is how Python and Go write it; ECMA-262 writes (?<name>…)")
	case p.take("?"):
		if err := p.modifiers(); err != nil {
			return false, err
		}
	}
	if err := p.disjunction(depth + 1); err != nil {
		return false, err
	}
	if !p.take(")") {
		return false, errors.New("a group is not closed")
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
		p.traits.Modifiers = true
		return nil
	}
	p.pos = start
	first := ""
	if !p.done() {
		first = string(p.peek())
	}
	return fmt.Errorf("a group begins with (?%s, which ECMA-262 does not know", first)
}

// name takes the name of a group with the > that ends it.
func (p *ecma) name() (string, bool) {
	name, _, ok := strings.Cut(p.rest(), ">")
	if !ok {
		return "", false
	}
	p.pos += len(name) + 1
	for i, c := range name {
		if c != '_' && c != '$' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c) && !unicode.Is(unicode.Mn, c)) {
			return "", false
		}
	}
	return name, name != ""
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
			return errors.New(`a range in a class begins or ends with a class such as \w; the dash must be escaped`)
		case low > high:
			return errors.New("a range in a class is out of order")
		}
	}
	if !p.take("]") {
		return errors.New("a class is not closed")
	}
	return nil
}

// member takes one element of a class and tells whether it is one character.
func (p *ecma) member() (c rune, single bool, err error) {
	if p.peek() != '\\' {
		return p.next(), true, nil
	}
	p.next()
	switch {
	case p.done():
		return 0, false, errEnd
	case p.take("b"):
		return '\b', true, nil
	case p.take("-"):
		return '-', true, nil
	}
	return p.character()
}
