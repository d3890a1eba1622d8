package lint

import (
	"fmt"
	"math/big"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// boundRules are about numbers that limit other numbers.
func boundRules() []Rule {
	return []Rule{
		{
			Name: "lint/bounds-inverted", Level: tool.LevelCall, onNode: boundsInverted,
			Doc:      "A least bound above the greatest leaves no value that can be sent.",
			Next:     "Exchange the two, or mend one.",
			Evidence: valid2020 + "#name-validation-keywords-for-num",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":5,"maximum":1}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":5}}}}`,
		},
		{
			Name: "lint/draft4-exclusive", Level: tool.LevelCall, onNode: draft4Exclusive,
			Doc:      "exclusiveMinimum and exclusiveMaximum are numbers since draft-06. The boolean is how draft-04 and OpenAPI 3.0 write it; a schema with one does not compile.",
			Next:     "Write the number there and take minimum or maximum away.",
			Evidence: "https://json-schema.org/draft-06/json-schema-release-notes#backwards-incompatible-changes",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":0,"exclusiveMinimum":true}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","exclusiveMinimum":0}}}}`,
		},
		{
			Name: "lint/number-not-portable", Level: tool.LevelMangle, onNode: numberNotPortable,
			Doc:      "Integers beyond ±(2^53−1) and numbers beyond the range of a double are rounded by JavaScript and by most JSON decoders: the client sees another number than the server sent.",
			Next:     "Stay within ±9007199254740991, or leave the bound out.",
			Evidence: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","maximum":18446744073709551615}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","maximum":9007199254740991}}}}`,
		},
	}
}

// pairs are bounds of which the first must not be above the second; strict ones
// must be below it.
var pairs = []struct {
	low, high string
	strict    bool
}{
	{"minimum", "maximum", false},
	{"exclusiveMinimum", "maximum", true},
	{"minimum", "exclusiveMaximum", true},
	{"exclusiveMinimum", "exclusiveMaximum", true},
	{"minLength", "maxLength", false},
	{"minItems", "maxItems", false},
	{"minProperties", "maxProperties", false},
	{"minContains", "maxContains", false},
}

func boundsInverted(p *pass, s *schema, n *node) {
	for _, pair := range pairs {
		low, high := n.Get(pair.low), n.Get(pair.high)
		if !low.Exists() || !high.Exists() {
			continue
		}
		c := compare(low, high)
		if c == 2 || c < 0 || c == 0 && !pair.strict {
			continue
		}
		p.report(s.pointer(n, pair.low), fmt.Sprintf("%s has %s %s and %s %s: no value is both.", capital(s.label(n)), pair.low, show(low), pair.high, show(high)))
		return
	}
	if low, ok := emptyRange(n); ok {
		p.report(s.pointer(n, low), fmt.Sprintf("%s is an integer, and no integer is within its bounds.", capital(s.label(n))))
		return
	}
	items, tuple := n.Get("items"), n.Get("prefixItems")
	if items.Kind() == jsondoc.Array {
		items, tuple = n.Get("additionalItems"), items
	}
	least := number(n.Get("minItems"))
	if least != nil && items.IsFalse() && tuple.Kind() == jsondoc.Array && least.Cmp(big.NewRat(int64(tuple.Len()), 1)) > 0 {
		p.report(s.pointer(n, "minItems"), fmt.Sprintf("%s wants %s items at least and allows no more than %d.", capital(s.label(n)), show(n.Get("minItems")), tuple.Len()))
	}
}

// emptyRange looks for an integer between the bounds of an integer.
func emptyRange(n *node) (low string, empty bool) {
	if set, ok := declared(n.Node); !ok || set != isInt {
		return "", false
	}
	low = "minimum"
	from, to := number(n.Get("minimum")), number(n.Get("maximum"))
	if x := number(n.Get("exclusiveMinimum")); x != nil {
		low, from = "exclusiveMinimum", x
	}
	if from == nil {
		return "", false
	}
	first := new(big.Int).Div(from.Num(), from.Denom()) // rounded down
	if !from.IsInt() || low == "exclusiveMinimum" {
		first.Add(first, big.NewInt(1))
	}
	least := new(big.Rat).SetInt(first)
	if x := number(n.Get("exclusiveMaximum")); x != nil && least.Cmp(x) >= 0 {
		return low, true
	}
	return low, to != nil && least.Cmp(to) > 0
}

func draft4Exclusive(p *pass, s *schema, n *node) {
	if s.detection.HasDeclared && s.detection.Known && s.used <= dialect.Draft04 {
		return
	}
	for _, pair := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		v := n.Get(pair[0])
		if v.Kind() != jsondoc.Bool {
			continue
		}
		next := ""
		if bound := n.Get(pair[1]); v.IsTrue() && bound.Kind() == jsondoc.Number {
			next = fmt.Sprintf("Write \"%s\": %s and take %s away.", pair[0], show(bound), pair[1])
		} else if v.IsFalse() {
			next = fmt.Sprintf("Take %s away: false says nothing.", pair[0])
		}
		p.report(s.pointer(n, pair[0]), fmt.Sprintf("The %s of %s is %s; it must be a number.", pair[0], s.label(n), show(v)), next)
	}
}

// numeric are the keywords with a number that a client reads.
var numeric = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default", "const"}

func numberNotPortable(p *pass, s *schema, n *node) {
	for _, name := range numeric {
		if v := n.Get(name); v.Kind() == jsondoc.Number && !portable(v) {
			p.report(s.pointer(n, name), fmt.Sprintf("The %s of %s is %s, which clients round.", name, s.label(n), show(v)))
		}
	}
	for i, v := range n.Get("enum").Elems() {
		if v.Kind() == jsondoc.Number && !p.full() && !portable(v) {
			p.report(s.pointer(n, "enum").Index(i), fmt.Sprintf("The enum of %s has %s, which clients round.", s.label(n), show(v)))
		}
	}
}

var (
	maxSafe   = new(big.Rat).SetInt64(1<<53 - 1)
	maxDouble = new(big.Rat).SetFloat64(1.7976931348623157e308)
)

// portable reports whether a number keeps its value as a double: an integer in
// the range of exact ones, a fraction in the range of a double. A fraction that
// is merely rounded in its last digits is portable.
func portable(n jsondoc.Node) bool {
	r := number(n)
	if r == nil {
		return false
	}
	r.Abs(r)
	if r.IsInt() && written(n) {
		return r.Cmp(maxSafe) <= 0
	}
	return r.Cmp(maxDouble) <= 0
}

// written reports whether a number is written in digits alone. 1e300 is meant as
// "very large", and survives.
func written(n jsondoc.Node) bool {
	for _, c := range n.Raw() {
		if c == 'e' || c == 'E' || c == '.' {
			return false
		}
	}
	return true
}
