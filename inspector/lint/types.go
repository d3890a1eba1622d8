package lint

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// typeSet is a set of the names that the keyword type knows.
type typeSet uint8

const (
	isNull typeSet = 1 << iota
	isBoolean
	isInt
	isFraction // a number that is no integer
	isString
	isArray
	isObject
	anyType = isNull | isBoolean | isInt | isFraction | isString | isArray | isObject
)

var typeNames = map[string]typeSet{
	"null": isNull, "boolean": isBoolean, "integer": isInt, "number": isInt | isFraction,
	"string": isString, "array": isArray, "object": isObject,
}

// declared is what the keyword type allows; ok is false where it is absent, of
// the wrong kind, or names something that is no type.
func declared(n jsondoc.Node) (set typeSet, ok bool) {
	t := n.Get("type")
	switch t.Kind() {
	case jsondoc.String:
		set, ok = typeNames[t.Text()]
		return set, ok
	case jsondoc.Array:
		for _, e := range t.Elems() {
			one, known := typeNames[e.Text()]
			if !known {
				return 0, false
			}
			set |= one
		}
		return set, t.Len() > 0
	}
	return 0, false
}

// typeOf is the type of an instance.
func typeOf(n jsondoc.Node) typeSet {
	switch n.Kind() {
	case jsondoc.Null:
		return isNull
	case jsondoc.Bool:
		return isBoolean
	case jsondoc.Number:
		if isInteger(n) {
			return isInt
		}
		return isFraction
	case jsondoc.String:
		return isString
	case jsondoc.Array:
		return isArray
	case jsondoc.Object:
		return isObject
	}
	return 0
}

// String lists the names of a set, "string or null".
func (t typeSet) String() string {
	var names []string
	for _, one := range []struct {
		set  typeSet
		name string
	}{
		{isObject, "object"}, {isArray, "array"}, {isString, "string"}, {isInt | isFraction, "number"},
		{isInt, "integer"}, {isBoolean, "boolean"}, {isNull, "null"},
	} {
		if one.set&t == one.set {
			names = append(names, one.name)
			t &^= one.set
		}
	}
	return strings.Join(names, " or ")
}

// about is what a keyword with the given reach looks at.
func (a applies) types() typeSet {
	switch a {
	case toNumber:
		return isInt | isFraction
	case toString:
		return isString
	case toArray:
		return isArray
	case toObject:
		return isObject
	}
	return anyType
}

// admits is the set of types that a subschema lets through, as far as type,
// enum, const, branches and references tell. It errs to the side of letting
// through.
func (s *schema) admits(n *node) typeSet {
	left := maxVisits
	return s.admitsWithin(n, maxAdmit, &left)
}

// These bound how deep references and branches are followed, and how many
// schemas are visited: branches that refer to branches multiply.
const (
	maxAdmit  = 8
	maxVisits = 500
)

func (s *schema) admitsWithin(n *node, depth int, left *int) typeSet {
	*left--
	if n == nil || depth == 0 || *left < 0 || n.IsTrue() {
		return anyType
	}
	if n.IsFalse() {
		return 0
	}
	set := anyType
	if t, ok := declared(n.Node); ok {
		set = t
	}
	set &= valuesOf(n.Node)
	if n.Get("$ref").Kind() == jsondoc.String {
		set &= s.admitsWithin(s.next(n), depth-1, left)
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		branches := n.Get(name)
		if branches.Kind() != jsondoc.Array || branches.Len() == 0 {
			continue
		}
		var union typeSet
		for _, b := range branches.Elems() {
			union |= s.admitsWithin(s.nodeAt(b), depth-1, left)
		}
		set &= union
	}
	for _, b := range n.Get("allOf").Elems() {
		set &= s.admitsWithin(s.nodeAt(b), depth-1, left)
	}
	return set
}

// valuesOf is the types of the values that enum and const allow.
func valuesOf(n jsondoc.Node) typeSet {
	set := anyType
	if e := n.Get("enum"); e.Kind() == jsondoc.Array {
		var union typeSet
		for _, v := range e.Elems() {
			union |= typeOf(v)
		}
		set = union
	}
	if c := n.Get("const"); c.Exists() {
		set &= typeOf(c)
	}
	return set
}
