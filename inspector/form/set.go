package form

import (
	"iter"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// part is one schema of those that apply to the same value, and how it came to.
type part struct {
	node   jsondoc.Node
	kind   types  // a type array narrowed to one of its types; 0 is no narrowing
	mute   bool   // beside a $ref up to draft-07: only annotations count
	when   bool   // by a condition that holds now: then, else, dependentSchemas
	branch string // pointer of the chosen anyOf or oneOf branch
	orNull bool   // the one branch besides null of an anyOf or oneOf
}

// set is every schema that applies to one value, outermost first, so that the
// first one with an annotation is the one nearest to the property.
type set []part

// maxParts bounds the schemas that are merged for one value.
const maxParts = 200

// annotations are the keywords that still say something beside a $ref where
// validation ignores them.
var annotations = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "example": true,
	"deprecated": true, "readOnly": true, "writeOnly": true, "$comment": true,
}

// get returns a keyword of the part's schema.
func (p part) get(keyword string) jsondoc.Node {
	if p.mute && !annotations[keyword] {
		return jsondoc.Node{}
	}
	return p.node.Get(keyword)
}

// all yields every occurrence of a keyword in the set.
func (s set) all(keyword string) iter.Seq2[part, jsondoc.Node] {
	return func(yield func(part, jsondoc.Node) bool) {
		for _, p := range s {
			if n := p.get(keyword); n.Exists() && !yield(p, n) {
				return
			}
		}
	}
}

// first returns the outermost occurrence of a keyword.
func (s set) first(keyword string) jsondoc.Node {
	for _, n := range s.all(keyword) {
		return n
	}
	return jsondoc.Node{}
}

// text returns the outermost occurrence that is a string, decoded.
func (s set) text(keyword string) string {
	for _, n := range s.all(keyword) {
		if n.Kind() == jsondoc.String {
			return n.Text()
		}
	}
	return ""
}

// flag reports whether a keyword is true anywhere.
func (s set) flag(keyword string) bool {
	for _, n := range s.all(keyword) {
		if n.IsTrue() {
			return true
		}
	}
	return false
}

// never reports whether the schema false is in the set.
func (s set) never() bool {
	return slices.ContainsFunc(s, func(p part) bool { return p.node.IsFalse() })
}

// types is a set of JSON Schema types.
type types uint8

const (
	isNull types = 1 << iota
	isBoolean
	isInteger
	isFraction // a number that is no integer
	isString
	isArray
	isObject
	isNumber = isInteger | isFraction
	anyType  = isNull | isBoolean | isNumber | isString | isArray | isObject
)

// typeNames in the order in which people read them. "any" is draft-03's.
var typeNames = []struct {
	name string
	bits types
}{
	{"string", isString}, {"number", isNumber}, {"integer", isInteger}, {"boolean", isBoolean},
	{"array", isArray}, {"object", isObject}, {"null", isNull}, {"any", anyType},
}

func typeNamed(name string) types {
	for _, t := range typeNames {
		if t.name == name {
			return t.bits
		}
	}
	return 0
}

// declared reads the keyword "type". Names that are no types count for nothing.
func declared(n jsondoc.Node) types {
	if n.Kind() == jsondoc.String {
		return typeNamed(n.Text())
	}
	var bits types
	for _, e := range n.Elems() {
		bits |= typeNamed(e.Text())
	}
	return bits
}

// types is what all declarations of the set allow together.
func (s set) types() types {
	bits := anyType
	for _, p := range s {
		if d := declared(p.get("type")); d != 0 {
			if p.orNull {
				d |= isNull
			}
			bits &= d
		}
		if p.kind != 0 {
			bits &= p.kind
		}
	}
	return bits
}

// String names the types for people: "string | null".
func (t types) String() string {
	if t == anyType {
		return "any"
	}
	var names []string
	for _, n := range typeNames {
		if n.bits == anyType || n.bits == isInteger && t&isNumber == isNumber {
			continue
		}
		if t&n.bits == n.bits {
			names = append(names, n.name)
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " | ")
}

// expand gathers every schema that applies wherever n does: n itself, the
// targets of its $refs, its allOf, and an anyOf or oneOf that leaves one branch
// besides null.
func (s *source) expand(n jsondoc.Node, via part) set {
	var out set
	via.node = n
	s.expandInto(&out, via)
	return out
}

func (s *source) expandInto(out *set, p part) {
	if !p.node.Exists() || len(*out) >= maxParts || out.has(p.node) {
		return
	}
	if s.work--; s.work < 0 {
		*out = append(*out, p)
		return
	}
	target, refers := s.target(p)
	if refers {
		p.mute = p.mute || s.refHidesSiblings() && p.node.Get("$ref").Exists()
	}
	*out = append(*out, p)
	below := part{when: p.when, branch: p.branch, orNull: p.orNull}
	if refers && target.Exists() {
		below.node = target
		s.expandInto(out, below)
	}
	for _, e := range p.get("allOf").Elems() {
		below.node = e
		s.expandInto(out, below)
	}
	for _, k := range alternativeKeywords {
		if rest := s.withoutNull(p.get(k)); len(rest) == 1 {
			below.node, below.orNull = rest[0], p.orNull || len(rest) < p.get(k).Len()
			s.expandInto(out, below)
		}
	}
}

func (s set) has(n jsondoc.Node) bool {
	return slices.ContainsFunc(s, func(p part) bool { return p.node == n })
}

// target finds what a part refers to. $dynamicRef and $recursiveRef are taken
// for their static targets: a form of one document has no dynamic scope worth
// the name.
func (s *source) target(p part) (jsondoc.Node, bool) {
	if p.mute {
		return jsondoc.Node{}, false
	}
	for _, k := range [...]string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref := p.node.Get(k); ref.Kind() == jsondoc.String {
			return s.resolve(p.node, ref.Text()), true
		}
	}
	return jsondoc.Node{}, false
}

var alternativeKeywords = [...]string{"anyOf", "oneOf"}

// withoutNull returns the branches that are not just null.
func (s *source) withoutNull(branches jsondoc.Node) []jsondoc.Node {
	var rest []jsondoc.Node
	for _, b := range branches.Elems() {
		if !s.onlyNull(b) {
			rest = append(rest, b)
		}
	}
	return rest
}

// onlyNull reports whether a schema takes nothing but null.
func (s *source) onlyNull(n jsondoc.Node) bool {
	if target, refers := s.target(part{node: n}); refers {
		n = target
	}
	if n.Get("const").Kind() == jsondoc.Null || declared(n.Get("type")) == isNull {
		return true
	}
	e := n.Get("enum")
	return e.Len() == 1 && e.Elem(0).Kind() == jsondoc.Null
}

// branches returns the first group of alternatives that leaves a choice, without
// the null branches.
func (s *source) branches(of set) []jsondoc.Node {
	for _, k := range alternativeKeywords {
		for _, group := range of.all(k) {
			if rest := s.withoutNull(group); len(rest) > 1 && !slices.ContainsFunc(rest, of.has) {
				return rest
			}
		}
	}
	return nil
}
