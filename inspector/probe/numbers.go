package probe

import (
	"math/big"
	"strconv"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// maxNumber bounds the spelling of a number to calculate with, in bytes.
const maxNumber = 40

// rational reads a number for arithmetic.
func rational(n jsondoc.Node) (*big.Rat, bool) {
	text := string(n.Raw())
	if n.Kind() != jsondoc.Number || len(text) > maxNumber {
		return nil, false
	}
	if _, exp, found := strings.Cut(strings.ToLower(text), "e"); found {
		if e, err := strconv.Atoi(exp); err != nil || e > 400 || e < -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// whole reads a number that is an integer from 0 on.
func whole(n jsondoc.Node) (int, bool) {
	r, ok := rational(n)
	if !ok || !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// spell writes a number as JSON.
func spell(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	text := strings.TrimRight(r.FloatString(20), "0")
	return strings.TrimSuffix(text, ".")
}

// byNumber tries numbers on, inside and outside each bound, multiples, and where
// integers end.
func (m *maker) byNumber(f *form.Field, r rules, at spot) {
	integer := m.takes(f, r, "integer")
	if !integer && !m.takes(f, r, "number") || r.listed() {
		return
	}
	step := big.NewRat(1, 1)
	for _, n := range r.all("multipleOf") {
		if q, ok := rational(n); ok && q.Sign() > 0 {
			step = q
			half := new(big.Rat).Quo(q, big.NewRat(2, 1))
			m.outside(at, n, new(big.Rat).Add(q, half))
		}
	}
	for _, b := range [...]struct {
		keyword string
		out     int64
		on      Kind // what a value on the bound is
	}{{"minimum", -1, Bound}, {"maximum", 1, Bound}, {"exclusiveMinimum", -1, Outside}, {"exclusiveMaximum", 1, Outside}} {
		for _, n := range r.all(b.keyword) {
			q, ok := rational(n)
			if !ok {
				continue // draft-04's boolean, or a number beyond measure
			}
			move := func(dir int64) *big.Rat {
				return new(big.Rat).Add(q, new(big.Rat).Mul(step, big.NewRat(dir, 1)))
			}
			if b.on == Outside || m.isForbidden(at, spell(q)) {
				m.outside(at, n, q)
			} else {
				m.tryNumber(Bound, at, n, q)
			}
			m.tryNumber(Inside, at, n, move(-b.out))
			m.outside(at, n, move(b.out))
		}
	}
	if integer {
		m.integerEdges(f, at)
	}
}

func (m *maker) tryNumber(kind Kind, at spot, bound jsondoc.Node, q *big.Rat) {
	m.change(kind, at, bound.Pointer(), spell(q), spell(q)+", "+bound.Key().Text()+" is "+string(bound.Raw()))
}

// outside tries a number that must be forbidden, and is left out where it is not: a
// second alternative may allow it.
func (m *maker) outside(at spot, bound jsondoc.Node, q *big.Rat) {
	if m.isForbidden(at, spell(q)) {
		m.tryNumber(Outside, at, bound, q)
	}
}

// edges are where the integers of common languages end. Beyond 2^53-1 a reader in
// JavaScript loses digits, so a refusal there would be no surprise.
var edges = [...]string{"0", "-1", "2147483648", "-2147483649", "9007199254740991"}

func (m *maker) integerEdges(f *form.Field, at spot) {
	for _, e := range edges {
		if !m.isForbidden(at, e) {
			m.change(IntegerEdge, at, f.Schema, e, e)
		}
	}
	// An integer by JSON Schema (2020-12 core, section 4.2.3), however it is written.
	if !m.isForbidden(at, "1.0") {
		m.change(IntegerEdge, at, f.Schema, "1.0", "1.0, which is an integer")
	}
}
