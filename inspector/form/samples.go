package form

import (
	"iter"
	"math/big"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// maxSample bounds the length of a text that is made, in characters.
const maxSample = 10_000

// maxVariants is how many further texts and numbers are offered where the first
// do not fit or must differ.
const maxVariants = 120

// stringSamples yields JSON strings: of the format, of the encoding, of the
// pattern, plain words, and all of them stretched or cut to the length wanted.
func stringSamples(of set) iter.Seq[string] {
	return func(yield func(string) bool) {
		least, most := lengths(of)
		offer := func(s string) bool {
			return yield(jsondoc.Quote(fit(s, least, most)))
		}
		for s := range plainSamples(of, least) {
			if n := utf8.RuneCountInString(s); n >= least && n <= most && !yield(jsondoc.Quote(s)) {
				return
			}
			if !offer(s) {
				return
			}
		}
		for i := range maxVariants {
			if !offer(itoa(i+1)) || !offer("text"+itoa(i+1)) {
				return
			}
		}
	}
}

// plainSamples yields texts whatever their length.
func plainSamples(of set, least int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range of.all("format") {
			if s, ok := formatSamples[f.Text()]; ok && !yield(s) {
				return
			}
		}
		if s, ok := encodingSamples[of.text("contentEncoding")]; ok && !yield(s) {
			return
		}
		if s, ok := mediaSamples[of.text("contentMediaType")]; ok && !yield(s) {
			return
		}
		for _, p := range of.all("pattern") {
			for s := range patternSamples(p.Text(), least) {
				if !yield(s) {
					return
				}
			}
		}
		for _, s := range [...]string{"text", "a", "1", "A", "2026-01-31", "https://example.com/"} {
			if !yield(s) {
				return
			}
		}
	}
}

var encodingSamples = map[string]string{"base64": "dGV4dA==", "base64url": "dGV4dA", "base16": "74657874", "base32": "ORSXQ5A="}

var mediaSamples = map[string]string{"application/json": "{}", "text/html": "<p>text</p>", "application/xml": "<a/>"}

// lengths returns the bounds of a text's length.
func lengths(of set) (least, most int) {
	most = maxSample
	for _, n := range of.all("minLength") {
		if k, ok := smallInt(n); ok {
			least = max(least, k)
		}
	}
	for _, n := range of.all("maxLength") {
		if k, ok := smallInt(n); ok {
			most = min(most, k)
		}
	}
	return least, most
}

// fit stretches or cuts a text.
func fit(s string, least, most int) string {
	r := []rune(s)
	for len(r) < least {
		r = append(r, 'a')
	}
	return string(r[:min(len(r), most)])
}

// numberSamples yields JSON numbers: small ones, the bounds and what is beside
// them, and multiples.
func numberSamples(of set) iter.Seq[string] {
	return func(yield func(string) bool) {
		low, high := numberBounds(of)
		step := numberStep(of)
		starts := []*big.Rat{big.NewRat(1, 1), new(big.Rat)}
		if low != nil {
			starts = append(starts, up(low, step))
		}
		if high != nil {
			starts = append(starts, down(high, step))
		}
		if low != nil && high != nil {
			middle := new(big.Rat).Add(low, high)
			starts = append(starts, middle.Quo(middle, big.NewRat(2, 1)))
		}
		for _, r := range starts {
			if !yield(ratText(r)) {
				return
			}
		}
		for i := range maxVariants {
			for _, r := range starts {
				far := new(big.Rat).Mul(step, big.NewRat(int64(i+1), 1))
				if !yield(ratText(new(big.Rat).Add(r, far))) || !yield(ratText(new(big.Rat).Sub(r, far))) {
					return
				}
			}
		}
	}
}

// numberBounds returns the tightest bounds, nil where there is none. Whether they
// belong to the range is left to the check of the candidates.
func numberBounds(of set) (low, high *big.Rat) {
	for _, k := range [...]string{"minimum", "exclusiveMinimum"} {
		for _, n := range of.all(k) {
			if r := ratOf(n); r != nil && (low == nil || r.Cmp(low) > 0) {
				low = r
			}
		}
	}
	for _, k := range [...]string{"maximum", "exclusiveMaximum"} {
		for _, n := range of.all(k) {
			if r := ratOf(n); r != nil && (high == nil || r.Cmp(high) < 0) {
				high = r
			}
		}
	}
	return low, high
}

func numberStep(of set) *big.Rat {
	for _, n := range of.all("multipleOf") {
		if r := ratOf(n); r != nil && r.Sign() > 0 {
			return r
		}
	}
	return big.NewRat(1, 1)
}

// ratOf reads a number for arithmetic; nil for any other value and for numbers
// that are too long to calculate with.
func ratOf(n jsondoc.Node) *big.Rat {
	if n.Kind() != jsondoc.Number {
		return nil
	}
	r, ok := number(string(n.Raw())).rat()
	if !ok {
		return nil
	}
	return r
}

// up returns the first multiple of step from r on.
func up(r, step *big.Rat) *big.Rat {
	n := steps(r, step)
	at := new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
	if at.Cmp(r) < 0 {
		at.Add(at, step)
	}
	return at
}

// down returns the last multiple of step up to r.
func down(r, step *big.Rat) *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).SetInt(steps(r, step)), step)
}

// steps is how many whole steps lie below r.
func steps(r, step *big.Rat) *big.Int {
	q := new(big.Rat).Quo(r, step)
	return new(big.Int).Div(q.Num(), q.Denom())
}

// maxPlaces bounds the decimal places of a number that is made.
const maxPlaces = 30

// ratText writes a number as JSON.
func ratText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(maxPlaces), "0")
}
