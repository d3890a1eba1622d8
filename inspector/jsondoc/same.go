package jsondoc

import (
	"strconv"
	"strings"
)

// Difference finds the first place where two values are not the same JSON value:
// the order of members, white space and spelling do not count, so 1.0 is 1 and
// "\u0061" is "a". Of duplicate names the last one counts, as in [Node.Get]. The
// pointer leads to where the values differ, in the one that has something there.
func Difference(a, b Node) (at Pointer, differ bool) {
	if a.Kind() != b.Kind() {
		return "", true
	}
	switch a.Kind() {
	case Array:
		return elementDifference(a, b)
	case Object:
		return memberDifference(a, b)
	case Number:
		return "", !sameNumber(string(a.Raw()), string(b.Raw()))
	case String:
		if a.Equal(b) {
			return "", false
		}
		text := a.Text()
		// U+FFFD may stand for what cannot be decoded: then nothing is known.
		return "", text != b.Text() || strings.Contains(text, "\ufffd")
	}
	return "", !a.Equal(b)
}

func elementDifference(a, b Node) (Pointer, bool) {
	longer, other := a, b
	if b.Len() > a.Len() {
		longer, other = b, a
	}
	var rest []Node
	for _, e := range other.Elems() {
		rest = append(rest, e)
	}
	for i, e := range longer.Elems() {
		if i >= len(rest) {
			return Pointer("").Index(i), true
		}
		if at, differ := Difference(e, rest[i]); differ {
			return Pointer("").Index(i) + at, true
		}
	}
	return "", false
}

func memberDifference(a, b Node) (Pointer, bool) {
	left, right := byName(a), byName(b)
	for k := range a.Members() {
		name := k.Text()
		at := Pointer("").Join(name)
		if !right[name].Exists() {
			return at, true
		}
		if below, differ := Difference(left[name], right[name]); differ {
			return at + below, true
		}
	}
	for k := range b.Members() {
		if name := k.Text(); !left[name].Exists() {
			return Pointer("").Join(name), true
		}
	}
	return "", false
}

func byName(n Node) map[string]Node {
	m := make(map[string]Node, n.Len())
	for k, v := range n.Members() {
		m[k.Text()] = v
	}
	return m
}

// sameNumber compares two numbers of any size by their digits.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := decimalOf(a)
	y, okY := decimalOf(b)
	return okX && okY && x == y
}

// decimal is a number as 0.DIGITS × 10^exp, without zeros at the ends.
type decimal struct {
	negative bool
	digits   string
	exp      int64
}

// decimalOf reads a JSON number; ok is false where the exponent is beyond int64.
func decimalOf(s string) (d decimal, ok bool) {
	rest, negative := strings.CutPrefix(s, "-")
	mantissa, exponent := rest, "0"
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, exponent = rest[:i], rest[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exp, err := strconv.ParseInt(exponent, 10, 63)
	if err != nil {
		return decimal{}, false
	}
	digits := whole + fraction
	exp += int64(len(whole))
	short := strings.TrimLeft(digits, "0")
	exp -= int64(len(digits) - len(short))
	short = strings.TrimRight(short, "0")
	if short == "" {
		return decimal{}, true // -0 is 0
	}
	return decimal{negative, short, exp}, true
}
