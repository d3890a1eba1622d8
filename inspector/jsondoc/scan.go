package jsondoc

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// str reads the string at pos into a new node.
func (p *parser) str() string {
	start, i := p.pos, p.pos+1
	escaped, high := false, false
	src := p.src
	for {
		// Eight bytes at a time while nothing needs a look.
		for i+8 <= len(src) {
			w := binary.LittleEndian.Uint64(src[i:])
			if m := special(w); m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i >= len(src) {
			p.pos = i
			return "unexpected end of the text, the string is not closed"
		}
		switch c := src[i]; {
		case c == '"':
			p.add(String, start, i+1)
			e := &p.nodes[len(p.nodes)-1]
			e.escaped, e.nonASCII = escaped, high
			p.pos = i + 1
			return ""
		case c == '\\':
			escaped = true
			n := escapeLen(src[i:])
			if n == 0 {
				p.pos = i
				return "not an escape that JSON knows"
			}
			i += n
		case c < 0x20:
			p.pos = i
			return "a control character must be written as an escape such as \\n"
		case c >= 0x80:
			high = true
			i++
		default:
			i++
		}
	}
}

// special marks, in the top bit of each byte, the bytes of w that are a quote, a
// backslash, a control character or not ASCII.
func special(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	q := w ^ (ones * '"')
	b := w ^ (ones * '\\')
	return (w | (w - ones*0x20) | (q - ones) | (b - ones)) & tops
}

// escapeLen returns the length of the escape that b starts with, 0 if it is none.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) < 6 {
			return 0
		}
		for _, c := range b[2:6] {
			if unhex(c) < 0 {
				return 0
			}
		}
		return 6
	}
	return 0
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// number reads the number at pos by the grammar of RFC 8259 section 6.
func (p *parser) number() string {
	start, i, src := p.pos, p.pos, p.src
	if src[i] == '-' {
		i++
	}
	switch {
	case i < len(src) && src[i] == '0':
		i++
		if i < len(src) && isDigit(src[i]) {
			return "a number must not start with a zero"
		}
	case i < len(src) && isDigit(src[i]):
		i = digits(src, i)
	default:
		return "a digit must follow the minus sign"
	}
	if i < len(src) && src[i] == '.' {
		j := digits(src, i+1)
		if j == i+1 {
			p.pos = i
			return "a digit must follow the decimal point"
		}
		i = j
	}
	if i < len(src) && (src[i] == 'e' || src[i] == 'E') {
		j := i + 1
		if j < len(src) && (src[j] == '+' || src[j] == '-') {
			j++
		}
		k := digits(src, j)
		if k == j {
			p.pos = i
			return "a digit must follow the exponent sign"
		}
		i = k
	}
	p.add(Number, start, i)
	p.pos = i
	return ""
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func digits(src []byte, i int) int {
	for i < len(src) && isDigit(src[i]) {
		i++
	}
	return i
}

// show quotes the first character of b for an error message.
func show(b []byte) string {
	r, n := utf8.DecodeRune(b)
	switch {
	case r == utf8.RuneError && n <= 1:
		return "byte " + string("0123456789abcdef"[b[0]>>4]) + string("0123456789abcdef"[b[0]&15]) + " (hex)"
	case r < 0x20 || r == 0x7f:
		return "control character"
	}
	return "'" + string(r) + "'"
}

// failure makes the error for the place at pos.
func (p *parser) failure(msg string) *SyntaxError {
	line, col := LineColumn(p.src, p.pos)
	return &SyntaxError{Offset: p.pos, Line: line, Column: col, Pointer: p.place(), Msg: msg, TooDeep: p.deep}
}

// place is the pointer of the value being read, from the open containers.
func (p *parser) place() Pointer {
	d := &Document{src: p.src, nodes: p.nodes}
	var tokens []string
	last := int32(len(p.nodes) - 1)
	for at := p.parent; at >= 0; at = p.nodes[at].parent {
		e := &p.nodes[at]
		if e.kind == Array {
			tokens = append(tokens, itoa(int(e.count)))
		} else if k := lastName(p.nodes, at, last); k >= 0 {
			tokens = append(tokens, Node{d, k}.Text())
		}
		last = at
	}
	slices.Reverse(tokens)
	return Pointer("").Join(tokens...) // at once: a text may be a million levels deep
}

// lastName finds the newest name of the open object at index at.
func lastName(nodes []node, at, last int32) int32 {
	for i := last; i > at; i-- {
		if nodes[i].parent == at && nodes[i].count == keyMark && nodes[i].kind == String {
			return i
		}
	}
	return -1
}

// LineColumn turns a byte offset of src into a line and a column, both from 1.
// The column counts bytes.
func LineColumn(src []byte, offset int) (line, column int) {
	offset = min(offset, len(src))
	line, column = 1, offset+1
	for i := range offset {
		if src[i] == '\n' {
			line, column = line+1, offset-i
		}
	}
	return line, column
}
