package pattern

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the groups within groups that are looked into.
const maxDepth = 500

// ErrDeep says that a pattern has groups within groups beyond the bound of 500;
// whether an engine takes it is not known.
var ErrDeep = errors.New("groups are nested more than 500 deep")

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
