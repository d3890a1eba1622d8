package refusal

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// A shape is an object that stands for one problem. Members are named; a shape
// fits an object that has all that are needed, each of its kind.
type shape struct {
	validator string
	need      map[string]jsondoc.Kind
	path      string // the member with the path
	style     style  // for a path that is a string; an array is a path as it is
	message   string
	code      string            // the member that names the kind of problem
	kinds     map[string]string // by the value of code
	expect    []string          // the first of these members that is there
	got       []string
	names     []string // members with names below the path: a string or an array
	within    string   // only inside such a member, where the shape alone says too little
	never     []string // members that show it is something else
	union     string   // the member with the branches, each a list or an object with issues
}

var (
	ajvKinds = map[string]string{
		"required": KindMissing, "dependentRequired": KindMissing, "additionalProperties": KindUnexpected, "unevaluatedProperties": KindUnexpected,
		"type": KindType, "enum": KindEnum, "const": KindEnum,
		"minimum": KindRange, "maximum": KindRange, "exclusiveMinimum": KindRange, "exclusiveMaximum": KindRange, "multipleOf": KindRange,
		"minLength": KindLength, "maxLength": KindLength, "minItems": KindLength, "maxItems": KindLength,
		"format": KindFormat, "pattern": KindFormat, "anyOf": KindUnion, "oneOf": KindUnion,
	}
	zodKinds = map[string]string{
		"invalid_type": KindType, "unrecognized_keys": KindUnexpected, "invalid_enum_value": KindEnum, "invalid_value": KindEnum, "invalid_literal": KindEnum,
		"invalid_union": KindUnion, "invalid_union_discriminator": KindEnum, "invalid_string": KindFormat, "invalid_format": KindFormat,
		"too_small": KindRange, "too_big": KindRange, "not_multiple_of": KindRange, "invalid_date": KindType,
	}
	joiKinds = map[string]string{"any.required": KindMissing, "object.unknown": KindUnexpected, "any.only": KindEnum, "alternatives.types": KindUnion, "alternatives.match": KindUnion}
	arkKinds = map[string]string{"required": KindMissing, "domain": KindType, "unit": KindEnum, "proto": KindType}
)

// shapeTable is tried in order: the shape that needs more comes first.
func shapeTable() []shape {
	const str, arr, obj = jsondoc.String, jsondoc.Array, jsondoc.Object
	type need = map[string]jsondoc.Kind
	return []shape{
		{validator: "arktype", need: need{"code": str, "path": arr, "problem": str, "message": str}, path: "path", message: "problem", code: "code", kinds: arkKinds, expect: []string{"expected"}, got: []string{"actual"}},
		{validator: "zod", need: need{"code": str, "path": arr, "message": str}, path: "path", message: "message", code: "code", kinds: zodKinds,
			expect: []string{"expected", "values", "options", "format"}, got: []string{"received"}, names: []string{"keys"}, union: "unionErrors|errors"},
		{validator: "effect", need: need{"_tag": str, "path": arr, "message": str}, path: "path", message: "message"},
		{validator: "valibot", need: need{"kind": str, "type": str, "message": str, "path": arr}, path: "path", message: "message", expect: []string{"expected"}, got: []string{"received"}},
		{validator: "joi", need: need{"message": str, "path": arr, "type": str, "context": obj}, path: "path", message: "message", code: "type", kinds: joiKinds},
		{validator: "jsonschema (npm)", need: need{"path": arr, "property": str, "message": str, "name": str}, path: "path", message: "message", code: "name", kinds: ajvKinds},
		{validator: "superstruct", need: need{"path": arr, "branch": arr, "message": str}, path: "path", message: "message"},
		{validator: "pydantic 2", need: need{"type": str, "loc": arr, "msg": str}, path: "loc", message: "msg", code: "type", got: []string{"input"}},
		{validator: "pydantic 1", need: need{"type": str, "loc": str, "msg": str}, path: "loc", style: arrows, message: "msg", code: "type"},
		{validator: "ajv", need: need{"instancePath": str, "keyword": str, "message": str}, path: "instancePath", style: slashed, message: "message", code: "keyword", kinds: ajvKinds, names: []string{"params.missingProperty", "params.additionalProperty", "params.unevaluatedProperty"}},
		{validator: "ajv", need: need{"dataPath": str, "keyword": str, "message": str}, path: "dataPath", style: ajvPath, message: "message", code: "keyword", kinds: ajvKinds, names: []string{"params.missingProperty", "params.additionalProperty"}},
		{validator: "typebox", need: need{"path": str, "message": str, "schema": obj}, path: "path", style: slashed, message: "message"},
		{validator: "opis/json-schema", need: need{"pointer": str, "keyword": str, "message": str}, path: "pointer", style: slashed, message: "message", code: "keyword", kinds: ajvKinds},
		{validator: "networknt", need: need{"instanceLocation": str, "message": str}, path: "instanceLocation", style: anyPath, message: "message", code: "type", kinds: ajvKinds, names: []string{"property"}},
		{validator: "", need: need{"instanceLocation": str, "keywordLocation": str, "error": str}, path: "instanceLocation", style: slashed, message: "error"},
		{validator: "networknt", need: need{"path": str, "type": str, "code": str, "message": str}, path: "path", style: anyPath, message: "message", code: "type", kinds: ajvKinds},
		{validator: "express-validator", need: need{"msg": str, "path": str, "location": str}, path: "path", style: dotted, message: "msg"},
		{validator: "express-validator", need: need{"msg": str, "param": str}, path: "param", style: dotted, message: "msg"},
		{validator: "yup", need: need{"path": str, "message": str, "params": obj}, path: "path", style: dotted, message: "message"},
		{validator: "JSON:API", need: need{"source": obj, "detail": str}, path: "source.pointer", style: slashed, message: "detail"},
		// Any validator that follows https://standardschema.dev, or a server's own.
		// An error of GraphQL has a path too, into the answer.
		{need: need{"message": str, "path": arr}, never: []string{"locations", "extensions"}, path: "path", message: "message", expect: []string{"expected"}, got: []string{"received"}},
		{need: need{"message": str, "path": str}, within: "list", path: "path", style: fieldPath, message: "message", expect: []string{"expected"}, got: []string{"received"}},
		{need: need{"message": str, "pointer": str}, path: "pointer", style: slashed, message: "message"},
		{need: need{"message": str, "field": str}, path: "field", style: fieldPath, message: "message"},
		{need: need{"message": str, "property": str}, path: "property", style: fieldPath, message: "message"},
		{need: need{"message": str, "parameter": str}, path: "parameter", style: fieldPath, message: "message"},
		{need: need{"message": str, "param": str}, path: "param", style: fieldPath, message: "message"},
		{need: need{"message": str, "argument": str}, path: "argument", style: fieldPath, message: "message"},
		{need: need{"defaultMessage": str, "field": str}, path: "field", style: fieldPath, message: "defaultMessage", validator: "Spring"},
		{need: need{"error": str, "field": str}, path: "field", style: fieldPath, message: "error"},
		{need: need{"error": str, "path": str}, within: "list", path: "path", style: fieldPath, message: "error"},
		{need: need{"reason": str, "field": str}, path: "field", style: fieldPath, message: "reason"},
		{need: need{"code": str, "field": str}, within: "list", path: "field", style: fieldPath, message: "code"},
		{need: need{"msg": str, "field": str}, path: "field", style: fieldPath, message: "msg"},
		{need: need{"error": str, "parameter": str}, path: "parameter", style: fieldPath, message: "error"},
		{need: need{"error": str, "param": str}, path: "param", style: fieldPath, message: "error"},
	}
}

// fieldPath reads a path that could also be the name of a file: no slashes
// but a leading one, nothing that isn't a name.
func fieldPath(s string) ([]string, bool) {
	if strings.ContainsAny(s, " \t\n\\:") || strings.HasPrefix(s, ".") {
		return nil, false
	}
	tokens, ok := anyPath(s)
	return tokens, ok && len(tokens) > 0
}

func (s *shape) fits(n jsondoc.Node, in string) bool {
	for name, kind := range s.need {
		if n.Get(name).Kind() != kind {
			return false
		}
	}
	for _, name := range s.never {
		if n.Get(name).Exists() {
			return false
		}
	}
	return s.within == "" || listNames[in]
}

// get follows a name with dots.
func get(n jsondoc.Node, path string) jsondoc.Node {
	for name := range strings.SplitSeq(path, ".") {
		n = n.Get(name)
	}
	return n
}

// first returns the first of some members as words.
func first(n jsondoc.Node, names []string) string {
	for _, name := range names {
		switch v := n.Get(name); v.Kind() {
		case jsondoc.Absent, jsondoc.Null:
		case jsondoc.String:
			return v.Text()
		case jsondoc.Array:
			var all []string
			for _, elem := range v.Elems() {
				all = append(all, string(elem.Compact()))
			}
			return strings.Join(all, " | ")
		default:
			return string(v.Compact())
		}
	}
	return ""
}

// read makes a complaint of an object that fits.
func (s *shape) read(n jsondoc.Node, in string) (raw, bool) {
	tokens, ok := s.tokens(get(n, s.path), in)
	if !ok {
		return raw{}, false
	}
	w := at(tokens, get(n, s.message).Text())
	w.Kind = s.kinds[get(n, s.code).Text()]
	w.Expected, w.Received = first(n, s.expect), first(n, s.got)
	if s.code == "type" && s.kinds == nil {
		w.Kind = pydanticKind(get(n, s.code).Text())
	}
	if s.got != nil && s.got[0] == "input" && w.Kind == KindMissing {
		w.Received = "" // the input is the object that lacks it
	}
	if w.Kind == KindType && w.Received == "undefined" {
		w.Kind = KindMissing
	}
	for _, name := range s.names {
		switch v := get(n, name); v.Kind() {
		case jsondoc.String:
			w.names = append(w.names, v.Text())
		case jsondoc.Array:
			for _, elem := range v.Elems() {
				w.names = append(w.names, elem.Text())
			}
		}
	}
	return w, true
}

// tokens reads a path: a string in the shape's style, or an array of names,
// positions, and objects with a key (Standard Schema, valibot).
func (s *shape) tokens(n jsondoc.Node, in string) ([]string, bool) {
	switch n.Kind() {
	case jsondoc.String:
		return s.style(n.Text())
	case jsondoc.Array:
	default:
		return nil, s.validator == "JSON:API"
	}
	var tokens []string
	for _, elem := range n.Elems() {
		if elem.Kind() == jsondoc.Object {
			elem = elem.Get("key")
		}
		switch elem.Kind() {
		case jsondoc.String:
			tokens = append(tokens, elem.Text())
		case jsondoc.Number:
			tokens = append(tokens, string(elem.Raw()))
		default:
			return nil, false
		}
	}
	if in == "detail" && len(tokens) > 1 && requestParts[tokens[0]] {
		if _, err := strconv.Atoi(tokens[1]); err != nil {
			tokens = tokens[1:]
		}
	}
	return tokens, true
}

// requestParts is where FastAPI says a value was: https://fastapi.tiangolo.com/tutorial/handling-errors/.
var requestParts = map[string]bool{"body": true, "query": true, "path": true, "header": true, "cookie": true}
