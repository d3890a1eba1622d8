package lint

import (
	"math/big"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// same reports whether two values are equal as JSON Schema has it (core
// section 4.2.2): numbers by value, objects whatever the order of their members.
func same(a, b jsondoc.Node) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case jsondoc.String:
		return a.Equal(b) || a.Text() == b.Text()
	case jsondoc.Number:
		return a.Equal(b) || compare(a, b) == 0
	case jsondoc.Bool:
		return a.IsTrue() == b.IsTrue()
	case jsondoc.Array:
		others := make([]jsondoc.Node, 0, b.Len())
		for _, e := range b.Elems() {
			others = append(others, e)
		}
		for i, e := range a.Elems() {
			if !same(e, others[i]) {
				return false
			}
		}
	case jsondoc.Object:
		others := make(map[string]jsondoc.Node, b.Len())
		for k, v := range b.Members() {
			others[k.Text()] = v
		}
		for k, v := range a.Members() {
			if other, there := others[k.Text()]; !there || !same(v, other) {
				return false
			}
		}
	}
	return true
}

// canonical is a text that equal scalars have in common, for looking them up.
// It is empty for what has to be compared member by member.
func canonical(n jsondoc.Node) string {
	switch n.Kind() {
	case jsondoc.String:
		return "s" + n.Text()
	case jsondoc.Number:
		if r := number(n); r != nil {
			return "n" + r.RatString()
		}
		return "n" + string(n.Raw())
	case jsondoc.Null, jsondoc.Bool:
		return string(n.Raw())
	}
	return ""
}

// maxDigits bounds the numbers that are taken at their exact value: digits and
// decimal exponent. Beyond it arithmetic takes long and nobody means them.
const maxDigits = 400

// number is the exact value of a JSON number, nil for anything else and for
// what is out of bounds.
func number(n jsondoc.Node) *big.Rat {
	if n.Kind() != jsondoc.Number {
		return nil
	}
	text := string(n.Raw())
	if len(text) > maxDigits {
		return nil
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if exp, err := strconv.Atoi(text[i+1:]); err != nil || exp > maxDigits || exp < -maxDigits {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}

// compare orders two numbers: -1, 0 or 1; 2 where one of them is none.
func compare(a, b jsondoc.Node) int {
	x, y := number(a), number(b)
	if x == nil || y == nil {
		return 2
	}
	return x.Cmp(y)
}

// isInteger reports whether a number has no fraction: 1.0 is an integer (since
// draft-06).
func isInteger(n jsondoc.Node) bool {
	r := number(n)
	return r != nil && r.IsInt()
}
