package form

import (
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// matcher tells whether a value fits a schema well enough to pick a branch or
// to follow a condition. It looks at the keywords of the table and takes any
// other for satisfied; package validate has the last word on a value.
type matcher struct {
	*source
	table map[string]check
	depth int
	steps *int // schemas that may still be looked into
}

// Bounds of one look: the nesting of schemas, and how many are looked into.
// Beyond them a value fits.
const (
	maxFit   = 64
	maxSteps = 20_000
)

// check is the meaning of one keyword. in is the schema that it stands in.
type check func(m matcher, keyword, in, value jsondoc.Node) bool

// checks has the keywords that the matcher knows.
var checks = map[string]check{
	"type": func(_ matcher, k, _, v jsondoc.Node) bool {
		d := declared(k)
		return d == 0 || d&kindTypes(v) != 0
	},
	"const": func(_ matcher, k, _, v jsondoc.Node) bool { return same(k, v) },
	"enum": func(_ matcher, k, _, v jsondoc.Node) bool {
		return k.Kind() != jsondoc.Array || anyElem(k, func(e jsondoc.Node) bool { return same(e, v) })
	},
	"allOf": func(m matcher, k, _, v jsondoc.Node) bool { return m.count(k, v) == k.Len() },
	"anyOf": func(m matcher, k, _, v jsondoc.Node) bool { return k.Len() == 0 || m.count(k, v) > 0 },
	"oneOf": func(m matcher, k, _, v jsondoc.Node) bool { return k.Len() == 0 || m.count(k, v) == 1 },
	"not":   func(m matcher, k, _, v jsondoc.Node) bool { return !m.fits(k, v) },
	"if": func(m matcher, k, in, v jsondoc.Node) bool {
		if m.fits(k, v) {
			return m.fits(in.Get("then"), v)
		}
		return m.fits(in.Get("else"), v)
	},

	"properties":           checkProperties,
	"additionalProperties": checkAdditional,
	"patternProperties":    checkPatterns,
	"propertyNames": func(m matcher, k, _, v jsondoc.Node) bool {
		for name := range v.Members() {
			if !m.fits(k, name) {
				return false
			}
		}
		return true
	},
	"required":          checkRequired,
	"dependentRequired": checkDependencies,
	"dependentSchemas":  checkDependencies,
	"dependencies":      checkDependencies,
	"minProperties":     atLeast(jsondoc.Object, jsondoc.Node.Len),
	"maxProperties":     atMost(jsondoc.Object, jsondoc.Node.Len),

	"items":       checkItems,
	"prefixItems": checkItems,
	"contains": func(m matcher, k, in, v jsondoc.Node) bool {
		least, bounded := smallInt(in.Get("minContains"))
		if v.Kind() != jsondoc.Array || bounded && least == 0 {
			return true
		}
		return anyElem(v, func(e jsondoc.Node) bool { return m.fits(k, e) })
	},
	"uniqueItems": func(_ matcher, k, _, v jsondoc.Node) bool {
		return !k.IsTrue() || v.Len() > maxUnique || !hasTwins(v)
	},
	"minItems": atLeast(jsondoc.Array, jsondoc.Node.Len),
	"maxItems": atMost(jsondoc.Array, jsondoc.Node.Len),

	"minLength": atLeast(jsondoc.String, runes),
	"maxLength": atMost(jsondoc.String, runes),
	"pattern": func(m matcher, k, _, v jsondoc.Node) bool {
		if v.Kind() != jsondoc.String || k.Kind() != jsondoc.String {
			return true
		}
		matched, known := m.match(k.Text(), v.Text())
		return matched || !known
	},

	"minimum": func(_ matcher, k, in, v jsondoc.Node) bool {
		c, ok := compareNumbers(v, k)
		return !ok || c > 0 || c == 0 && !in.Get("exclusiveMinimum").IsTrue() // draft-04's boolean
	},
	"maximum": func(_ matcher, k, in, v jsondoc.Node) bool {
		c, ok := compareNumbers(v, k)
		return !ok || c < 0 || c == 0 && !in.Get("exclusiveMaximum").IsTrue()
	},
	"exclusiveMinimum": func(_ matcher, k, _, v jsondoc.Node) bool {
		c, ok := compareNumbers(v, k)
		return !ok || c > 0
	},
	"exclusiveMaximum": func(_ matcher, k, _, v jsondoc.Node) bool {
		c, ok := compareNumbers(v, k)
		return !ok || c < 0
	},
	"multipleOf": func(_ matcher, k, _, v jsondoc.Node) bool {
		if v.Kind() != jsondoc.Number || k.Kind() != jsondoc.Number {
			return true
		}
		a, ok := number(string(v.Raw())).rat()
		b, ok2 := number(string(k.Raw())).rat()
		return !ok || !ok2 || b.Sign() == 0 || a.Quo(a, b).IsInt()
	},
}

// fits reports whether a value fits one schema.
func (s *source) fits(schema, value jsondoc.Node) bool {
	steps := maxSteps
	return matcher{source: s, table: checks, steps: &steps}.fits(schema, value)
}

// fitsAll reports whether a value fits every schema of a set. The schemas that
// the set was expanded to are looked at with those that they came from.
func (s *source) fitsAll(of set, value jsondoc.Node) bool {
	for _, p := range of {
		if p.mute || p.orNull && value.Kind() == jsondoc.Null {
			continue
		}
		if p.kind != 0 && p.kind&kindTypes(value) == 0 || !s.fits(p.node, value) {
			return false
		}
	}
	return true
}

// takesNull reports whether the schemas of a set take null.
func (s *source) takesNull(of set) bool {
	doc, err := jsondoc.Parse([]byte("null"))
	return err == nil && s.fitsAll(of, doc.Root())
}

func (m matcher) fits(schema, value jsondoc.Node) bool {
	m.depth++
	*m.steps--
	if schema.Kind() != jsondoc.Object || m.depth > maxFit || *m.steps < 0 {
		return !schema.IsFalse()
	}
	if target, refers := m.target(part{node: schema}); refers {
		if target.Exists() && !m.fits(target, value) {
			return false
		}
		if m.refHidesSiblings() {
			return true
		}
	}
	for k, keyword := range schema.Members() {
		if check := m.table[k.Text()]; check != nil && !check(m, keyword, schema, value) {
			return false
		}
	}
	return true
}

// count returns how many schemas of a list the value fits.
func (m matcher) count(list, value jsondoc.Node) int {
	n := 0
	for _, e := range list.Elems() {
		if m.fits(e, value) {
			n++
		}
	}
	return n
}

func checkProperties(m matcher, k, _, v jsondoc.Node) bool {
	for name, value := range v.Members() {
		if schema := m.member(k, name.Text()); schema.Exists() && !m.fits(schema, value) {
			return false
		}
	}
	return true
}

func checkPatterns(m matcher, k, _, v jsondoc.Node) bool {
	for pattern, schema := range k.Members() {
		for name, value := range v.Members() {
			if matched, _ := m.match(pattern.Text(), name.Text()); matched && !m.fits(schema, value) {
				return false
			}
		}
	}
	return true
}

// maxUnique bounds the elements that are compared with each other.
const maxUnique = 200

func hasTwins(list jsondoc.Node) bool {
	for i, a := range list.Elems() {
		for j, b := range list.Elems() {
			if j > i && same(a, b) {
				return true
			}
		}
	}
	return false
}

func anyElem(list jsondoc.Node, is func(jsondoc.Node) bool) bool {
	for _, e := range list.Elems() {
		if is(e) {
			return true
		}
	}
	return false
}

func checkAdditional(m matcher, k, in, v jsondoc.Node) bool {
	if k.IsTrue() {
		return true
	}
	for name, value := range v.Members() {
		text := name.Text()
		if m.member(in.Get("properties"), text).Exists() || m.matchesAny(in.Get("patternProperties"), text) {
			continue
		}
		if !m.fits(k, value) {
			return false
		}
	}
	return true
}

func (s *source) matchesAny(patterns jsondoc.Node, text string) bool {
	for p := range patterns.Members() {
		if matched, known := s.match(p.Text(), text); matched || !known {
			return true
		}
	}
	return false
}

func checkRequired(_ matcher, k, _, v jsondoc.Node) bool {
	if v.Kind() != jsondoc.Object {
		return true
	}
	for _, name := range k.Elems() {
		if name.Kind() == jsondoc.String && !v.Get(name.Text()).Exists() {
			return false
		}
	}
	return true
}

func checkDependencies(m matcher, k, _, v jsondoc.Node) bool {
	for name, demand := range k.Members() {
		if !v.Get(name.Text()).Exists() {
			continue
		}
		if demand.Kind() == jsondoc.Array && !checkRequired(m, demand, demand, v) || !m.fits(demand, v) {
			return false
		}
	}
	return true
}

// checkItems holds elements against "items" as a schema and as the tuple of the
// older dialects, which makes "additionalItems" the schema of the rest.
func checkItems(m matcher, k, in, v jsondoc.Node) bool {
	from := 0
	if k.Kind() != jsondoc.Array {
		from = in.Get("prefixItems").Len()
	}
	rest := in.Get("additionalItems")
	for i, e := range v.Elems() {
		schema := k
		if k.Kind() == jsondoc.Array {
			if schema = rest; i < k.Len() {
				schema = k.Elem(i)
			}
		}
		if i >= from && schema.Exists() && !m.fits(schema, e) {
			return false
		}
	}
	return true
}

func runes(n jsondoc.Node) int { return utf8.RuneCountInString(n.Text()) }

func atLeast(kind jsondoc.Kind, measure func(jsondoc.Node) int) check {
	return limit(kind, measure, func(c int) bool { return c >= 0 })
}

func atMost(kind jsondoc.Kind, measure func(jsondoc.Node) int) check {
	return limit(kind, measure, func(c int) bool { return c <= 0 })
}

// limit compares a size of values of one kind with the keyword's number.
func limit(kind jsondoc.Kind, measure func(jsondoc.Node) int, holds func(int) bool) check {
	return func(_ matcher, k, _, v jsondoc.Node) bool {
		if v.Kind() != kind || k.Kind() != jsondoc.Number {
			return true
		}
		return holds(number(itoa(measure(v))).compare(number(string(k.Raw()))))
	}
}

func compareNumbers(a, b jsondoc.Node) (int, bool) {
	if a.Kind() != jsondoc.Number || b.Kind() != jsondoc.Number {
		return 0, false
	}
	return number(string(a.Raw())).compare(number(string(b.Raw()))), true
}
