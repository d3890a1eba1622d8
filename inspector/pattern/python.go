package pattern

import (
	"errors"
	"fmt"
	"strings"
)

// Python says why re.compile(source) fails in Python 3.11 and later, nil where it
// does not, in the words of Python. A look-behind of varying width is not
// recognised. The error is [ErrDeep] where the bound on depth was reached.
func Python(source string) error {
	p := &python{reader: reader{in: source}, names: groupNames(source, "(?P<"), groups: countGroups(source, "(?P<")}
	err := p.alternatives(0)
	if err == nil && !p.done() {
		err = errors.New("unbalanced parenthesis")
	}
	return err
}

// python parses a pattern as Python's re does.
type python struct {
	reader
	names  map[string]bool
	groups int
}

func (p *python) alternatives(depth int) error {
	if depth > maxDepth {
		return ErrDeep
	}
	for !p.done() && p.peek() != ')' {
		if p.take("|") {
			continue
		}
		if err := p.item(depth); err != nil {
			return err
		}
	}
	return nil
}

func (p *python) item(depth int) error {
	repeatable := true
	switch c := p.peek(); c {
	case '(':
		var err error
		if repeatable, err = p.group(depth); err != nil {
			return err
		}
	case '[':
		if err := p.class(); err != nil {
			return err
		}
	case '\\':
		p.next()
		if p.done() {
			return errors.New("bad escape (end of pattern)")
		}
		repeatable = strings.IndexByte("AZbB", p.in[p.pos]) < 0
		if _, _, err := p.escape("AZbBdDsSwW", true); err != nil {
			return err
		}
	case '*', '+', '?':
		return errors.New("nothing to repeat")
	case '^', '$':
		p.next()
		repeatable = false
	case '{':
		if _, ok := p.braces(); ok {
			return errors.New("nothing to repeat")
		}
		p.next()
	default:
		p.next()
	}
	return p.repeat(repeatable)
}

func (p *python) repeat(allowed bool) error {
	if p.done() {
		return nil
	}
	switch p.peek() {
	case '*', '+', '?':
		p.next()
	case '{':
		inOrder, ok := p.braces()
		if !ok {
			return nil // a brace that is no quantifier stands for itself
		}
		if !inOrder {
			return errors.New("min repeat greater than max repeat")
		}
	default:
		return nil
	}
	if !allowed {
		return errors.New("nothing to repeat")
	}
	if !p.take("?") {
		p.take("+") // possessive, since 3.11
	}
	again := !p.done() && strings.ContainsRune("*+?", p.peek())
	if !again && !p.done() && p.peek() == '{' {
		_, again = p.braces()
	}
	if again {
		return errors.New("multiple repeat")
	}
	return nil
}

// group takes a group and tells whether it can be repeated.
func (p *python) group(depth int) (repeatable bool, err error) {
	p.next()
	repeatable = true
	switch {
	case !p.take("?"):
	case p.take(":") || p.take(">") || p.take("=") || p.take("!") || p.take("<=") || p.take("<!"):
	case p.take("#"):
		end := strings.IndexByte(p.rest(), ')')
		if end < 0 {
			return false, errors.New("missing ), unterminated comment")
		}
		p.pos += end + 1
		return false, nil
	case p.take("P"):
		done, err := p.named()
		if err != nil || done {
			return true, err
		}
	case p.take("("): // (?(id)yes|no)
		p.pos += max(0, strings.IndexByte(p.rest(), ')')+1)
	default:
		global, err := p.flags()
		if err != nil || global {
			return false, err
		}
	}
	if err := p.alternatives(depth + 1); err != nil {
		return false, err
	}
	if !p.take(")") {
		return false, errors.New("missing ), unterminated subpattern")
	}
	return repeatable, nil
}

// named takes what follows (?P; done says that the whole group was taken.
func (p *python) named() (done bool, err error) {
	switch {
	case p.take("<"):
		end := strings.IndexByte(p.rest(), '>')
		if end <= 0 || !isIdentifier(p.in[p.pos:p.pos+end]) {
			return false, errors.New("bad group name")
		}
		p.pos += end + 1
		return false, nil
	case p.take("="):
		end := strings.IndexByte(p.rest(), ')')
		if end <= 0 || !p.names[p.in[p.pos:p.pos+end]] {
			return false, errors.New("unknown group name")
		}
		p.pos += end + 1
		return true, nil
	default:
		return false, fmt.Errorf("unknown extension ?P%.1s", p.rest())
	}
}

func isIdentifier(name string) bool {
	for i, c := range []byte(name) {
		digit := c >= '0' && c <= '9'
		if c < 0x80 && c != '_' && !digit && !(c|0x20 >= 'a' && c|0x20 <= 'z') || i == 0 && digit {
			return false
		}
	}
	return name != ""
}

// flags takes the flags after (?; global says that the group is only they.
func (p *python) flags() (global bool, err error) {
	start := p.pos
	for !p.done() && strings.IndexByte("aiLmsux-", p.in[p.pos]) >= 0 {
		p.pos++
	}
	switch {
	case p.pos > start && p.take(":"):
		return false, nil
	case p.pos > start && p.take(")"):
		if start != len("(?") {
			return false, errors.New("global flags not at the start of the expression")
		}
		return true, nil
	default:
		return false, fmt.Errorf("unknown extension ?%.2s", p.in[start:])
	}
}

// class takes a class in brackets; a ] that comes first stands for itself.
func (p *python) class() error {
	p.next()
	p.take("^")
	for first := true; ; first = false {
		if p.done() {
			return errors.New("unterminated character set")
		}
		if p.peek() == ']' && !first {
			p.next()
			return nil
		}
		low, single, err := p.member()
		if err != nil {
			return err
		}
		if !strings.HasPrefix(p.rest(), "-") || strings.HasPrefix(p.rest(), "-]") || p.rest() == "-" {
			continue
		}
		p.next()
		high, also, err := p.member()
		switch {
		case err != nil:
			return err
		case !single || !also || low > high:
			return errors.New("bad character range")
		}
	}
}

func (p *python) member() (rune, bool, error) {
	if p.peek() != '\\' {
		return p.next(), true, nil
	}
	p.next()
	if p.done() {
		return 0, false, errors.New("unterminated character set")
	}
	return p.escape("dDsSwW", false)
}

// escape takes what follows a backslash; categories are the letters that stand
// for more than one character or for a place.
func (p *python) escape(categories string, outside bool) (c rune, single bool, err error) {
	start := p.pos
	c = p.next()
	switch {
	case strings.ContainsRune(categories, c):
		return 0, false, nil
	case strings.ContainsRune("afnrtv", c), c == 'b' && !outside:
		return c, true, nil
	case c == 'x' || c == 'u' || c == 'U':
		v, ok := p.hex(map[rune]int{'x': 2, 'u': 4, 'U': 8}[c])
		if !ok {
			return 0, false, fmt.Errorf("incomplete escape \\%c", c)
		}
		return v, true, nil
	case c == 'N' && p.take("{"):
		p.pos += max(0, strings.IndexByte(p.rest(), '}')+1)
		return 0, false, nil
	case c >= '1' && c <= '9' && outside:
		p.pos = start
		if n, _ := p.digits(); n > p.groups && !isOctal(p.in[start:p.pos]) {
			return 0, false, fmt.Errorf("invalid group reference %d", n)
		}
		return 0, false, nil
	case c >= '0' && c <= '7':
		p.pos = start
		return p.octal(), true, nil
	case c == '8' || c == '9':
		return 0, false, fmt.Errorf("bad escape \\%c", c)
	case c|0x20 >= 'a' && c|0x20 <= 'z' && c < 0x80:
		p.pos = start
		return 0, false, fmt.Errorf("bad escape \\%c", c)
	default:
		return c, true, nil
	}
}

// octal takes up to three octal digits.
func (p *python) octal() rune {
	v := rune(0)
	for n := 0; n < 3 && !p.done() && p.in[p.pos] >= '0' && p.in[p.pos] <= '7'; n++ {
		v = v<<3 | rune(p.in[p.pos]-'0')
		p.pos++
	}
	return v
}

// isOctal reports digits that Python reads as the code of a character.
func isOctal(digits string) bool {
	return len(digits) >= 3 && strings.Trim(digits[:3], "01234567") == ""
}
