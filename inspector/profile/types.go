package profile

import "mcploupe/inspector/jsondoc"

// typeSet is a set of the names that `type` may hold.
type typeSet uint8

const (
	typeNull typeSet = 1 << iota
	typeBoolean
	typeObject
	typeArray
	typeNumber
	typeString
	typeInteger
	typeUnknown // a name that is none of JSON Schema's, or no string
)

var typeNames = map[string]typeSet{
	"null": typeNull, "boolean": typeBoolean, "object": typeObject, "array": typeArray,
	"number": typeNumber, "string": typeString, "integer": typeInteger,
}

// typeForm is how `type` is written.
type typeForm uint8

const (
	formMissing typeForm = iota // no type
	formOne                     // a string
	formList                    // an array
	formOther                   // something else
)

var formNames = map[string]typeForm{
	"missing": formMissing, "one": formOne, "list": formList, "other": formOther,
}

// readTypes reads the value of `type`.
func readTypes(n jsondoc.Node) (typeForm, typeSet) {
	switch n.Kind() {
	case jsondoc.Absent:
		return formMissing, 0
	case jsondoc.String:
		return formOne, typeOf(n)
	case jsondoc.Array:
		var all typeSet
		for _, e := range n.Elems() {
			all |= typeOf(e)
		}
		return formList, all
	default:
		return formOther, typeUnknown
	}
}

func typeOf(n jsondoc.Node) typeSet {
	if n.Kind() == jsondoc.String {
		if t, ok := typeNames[text(n)]; ok {
			return t
		}
	}
	return typeUnknown
}
