package validate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector/jsondoc"
)

// Bounds of compiling. The largest schema within them takes some 4 s on two cores
// of 2024, one of 1,000 subschemas 40 ms. The library's compile time grows with the square of the
// number of subschemas and faster with their depth, and cannot be cancelled
// (https://github.com/santhosh-tekuri/jsonschema/issues/266).
const (
	CompileTime   = 5 * time.Second // from the call to a [CompileError] of kind [TooSlow]
	MaxSubschemas = 20_000          // schemas within a schema, itself included
	MaxDepth      = 128             // schemas nested in schemas
	MaxPathBytes  = 4 << 20         // length of the pointers of all subschemas together
	MaxPathWork   = 200_000_000     // and each length times its tokens, which is what a nested subschema costs
	MaxIDs        = 1_000           // embedded $id, each of which every subschema is held against
	MaxStrayWork  = 4_000_000       // subschemas × references to places where no schema is expected
	MaxFanOut     = 200_000         // subschemas that one value is held against through $ref and allOf alone
	MaxPattern    = 8_192           // bytes of one regular expression
)

// Bounds of one validation.
const (
	ValidateTime = time.Second
	PatternTime  = 100 * time.Millisecond // one match of a pattern that needs backtracking
	MaxValues    = 500_000                // values and names of an instance
	MaxSteps     = 2_000_000              // times that a value is held against a subschema
	MaxRefusals  = 300_000                // times that a value has the wrong type or is not in an enum
	MaxFrames    = 20_000                 // levels of an instance × subschemas one within the other at one level
	MaxProblems  = 100                    // problems and warnings listed, each
	MaxCauses    = 25                     // causes listed for one problem
)

// MaxDigits bounds the digits of a number and its decimal exponent: with
// millions of either the library's arithmetic takes seconds or panics
// (https://github.com/santhosh-tekuri/jsonschema/issues/261).
const MaxDigits = 1_000

// maxFaults bounds [CompileError.Also].
const maxFaults = 20

// decimal is the value of a JSON number: ±digits × 10^exp, digits without
// leading and trailing zeros, so that equal numbers are equal decimals however
// they are spelled. The zero value is 0.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// parseDecimal reads the text of a JSON number. An exponent beyond what an int
// holds becomes the largest or smallest one.
func parseDecimal(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		exp, err := strconv.Atoi(strings.TrimPrefix(text[i+1:], "+"))
		if err != nil {
			exp = math.MaxInt32
			if text[i+1] == '-' {
				exp = math.MinInt32
			}
		}
		d.exp = max(math.MinInt32, min(exp, math.MaxInt32))
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exp -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.digits = strings.TrimRight(digits, "0")
	d.exp += len(digits) - len(d.digits)
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// isInteger reports whether the number has no fraction: 1.0 and 1e3 have none
// (JSON Schema draft-06, section 6.25; for draft-04 the library agrees).
func (d decimal) isInteger() bool { return d.exp >= 0 }

func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + strconv.Itoa(d.exp)
}

// outOfReach says why a number cannot be calculated with; "" where it can.
func outOfReach(number string) string {
	if len(number) <= 20 && !strings.ContainsAny(number, "eE") {
		return ""
	}
	d := parseDecimal(number)
	if len(d.digits) > MaxDigits {
		return fmt.Sprintf("the number has %d digits; at most %d are calculated with", len(d.digits), MaxDigits)
	}
	if d.exp > MaxDigits || d.exp < -MaxDigits {
		return fmt.Sprintf("the number %s is out of reach; exponents up to %d are calculated with", cut(number, 40), MaxDigits)
	}
	// The library reads the spelling as it is, so the zeros of 0e9999999 count too.
	if i := strings.IndexAny(number, "eE"); len(number) > 4*MaxDigits || i >= 0 && len(number)-i > 8 {
		return fmt.Sprintf("the number %s is spelled too long to calculate with", cut(number, 40))
	}
	return ""
}

// unfit says why an instance is beyond the bounds; "" where it is within.
// height is the number of subschemas one within the other at one level.
func unfit(instance *jsondoc.Document, height int) string {
	if instance == nil || !instance.Root().Exists() {
		return "there is no value to check"
	}
	if n := instance.Len(); n > MaxValues {
		return fmt.Sprintf("the value holds %d values and names; at most %d are checked", n, MaxValues)
	}
	if depth := nesting(instance.Root()); (depth+1)*height > MaxFrames {
		return fmt.Sprintf("the value is nested %d levels deep, which is too deep for a schema with %d subschemas one within the other", depth, height)
	}
	for i := range instance.Len() {
		n := instance.Node(i)
		if n.Kind() != jsondoc.Number {
			continue
		}
		if why := outOfReach(string(n.Raw())); why != "" {
			return fmt.Sprintf("at %s: %s", place(n.Pointer()), why)
		}
	}
	return ""
}

// nesting returns how many containers stand around the deepest value.
func nesting(n jsondoc.Node) int {
	d, depth, deepest := n.Document(), 0, 0
	var open []int // ends of the containers around the node
	for i := n.ID(); i < n.EndID(); i++ {
		for depth > 0 && i >= open[depth-1] {
			depth--
			open = open[:depth]
		}
		if c := d.Node(i); c.Kind() == jsondoc.Object || c.Kind() == jsondoc.Array {
			open = append(open, c.EndID())
			depth++
			deepest = max(deepest, depth)
		}
	}
	return deepest
}
