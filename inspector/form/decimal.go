package form

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// decimal is a JSON number of any size and precision: sign, digits without
// zeros at either end, and the power of ten of the first digit. Zero has no
// digits.
type decimal struct {
	negative bool
	digits   string
	exponent int // value = 0.digits × 10^exponent
}

// maxExponent bounds the exponents that are compared; larger ones are cut to it,
// which keeps the order of all numbers that anybody writes.
const maxExponent = 1 << 30

// number reads a JSON number token.
func number(token string) decimal {
	token, negative := strings.CutPrefix(token, "-")
	mantissa, exp := token, 0
	if i := strings.IndexAny(token, "eE"); i >= 0 {
		mantissa = token[:i]
		exp = exponent(token[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	trimmed := strings.TrimLeft(digits, "0")
	exp += len(whole) - (len(digits) - len(trimmed))
	trimmed = strings.TrimRight(trimmed, "0")
	if trimmed == "" {
		return decimal{}
	}
	return decimal{negative: negative, digits: trimmed, exponent: exp}
}

func exponent(s string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "+"))
	switch {
	case err == nil && n > -maxExponent && n < maxExponent:
		return n
	case strings.HasPrefix(s, "-"):
		return -maxExponent
	}
	return maxExponent
}

// integer reports whether the number has no fraction; 1.0 is an integer from
// draft-06 on.
func (d decimal) integer() bool { return len(d.digits) <= d.exponent || d.digits == "" }

func (d decimal) compare(o decimal) int {
	if d.negative != o.negative || d.digits == "" || o.digits == "" {
		return cmp.Compare(d.sign(), o.sign())
	}
	c := cmp.Or(cmp.Compare(d.exponent, o.exponent), cmp.Compare(d.digits, o.digits))
	if d.negative {
		return -c
	}
	return c
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// maxRat bounds the digits of numbers that are calculated with.
const maxRat = 400

// rat returns the number for arithmetic; false when it would be too long.
func (d decimal) rat() (*big.Rat, bool) {
	if d.exponent > maxRat || d.exponent < -maxRat || len(d.digits) > maxRat {
		return nil, false
	}
	text := "0." + d.digits + "e" + strconv.Itoa(d.exponent)
	r, ok := new(big.Rat).SetString(text)
	if ok && d.negative {
		r.Neg(r)
	}
	return r, ok
}

// same reports whether two values are equal as JSON Schema means it: numbers by
// their value, objects whatever the order of their members (2020-12 core 4.2.2).
func same(a, b jsondoc.Node) bool {
	if a.Kind() != b.Kind() || a.Kind() >= jsondoc.Array && a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case jsondoc.Number:
		return number(string(a.Raw())).compare(number(string(b.Raw()))) == 0
	case jsondoc.String:
		return a.Text() == b.Text()
	case jsondoc.Bool:
		return a.IsTrue() == b.IsTrue()
	case jsondoc.Array:
		for i, e := range a.Elems() {
			if !same(e, b.Elem(i)) {
				return false
			}
		}
	case jsondoc.Object:
		for k, v := range a.Members() {
			if !same(v, b.Get(k.Text())) {
				return false
			}
		}
	}
	return true
}
