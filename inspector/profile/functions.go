package profile

import (
	"encoding/json"
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/pattern"
)

// schemaFunc finds hits in the schemas that a rule names.
type schemaFunc func(x *exam, views []*view, found func(hit))

// functions are what "func" can name: what no condition on a single place can
// say. Each reads its own args.
var functions = map[string]func(args json.RawMessage) (schemaFunc, error){
	"metaschema":     metaschemaFunc,
	"ajv":            ajvFunc,
	"required-cycle": plainFunc(requiredCycles),
	"limits":         limitsFunc,
	"header":         plainFunc(headers),
	"metadata":       plainFunc(metadata),
	"entry":          plainFunc(entry),
	"dynamic-ref":    plainFunc(dynamicRefs),
	"optional-count": optionalFunc,
}

// plainFunc wraps a function without args.
func plainFunc(f schemaFunc) func(json.RawMessage) (schemaFunc, error) {
	return func(args json.RawMessage) (schemaFunc, error) { return f, decode(args, &struct{}{}) }
}

// placeTests are what "is" can name in a condition on a place.
var placeTests = map[string]test{
	// required names something that properties of the same place does not have
	"required-undeclared": requiresUndeclared,
	// the schema says nothing about the type of its values
	"untyped": func(v *view, i int32) bool {
		return !v.pos[i].has.meets(setOf(kwType, kwAnyOf, kwOneOf, kwAllOf, kwRef, kwEnum, kwConst, kwProperties, kwItems))
	},
	// an array, or a value that may be one, without a usable items
	"no-items": func(v *view, i int32) bool {
		items := v.value(i, kwItems)
		return !items.Exists() || items.IsFalse() || items.Kind() == jsondoc.Null
	},
	// the name of the property, as the model sees it, is "claudeKey"
	"claude-key": func(v *view, i int32) bool { return claudeKey(text(v.pos[i].node.Key())) },
}

// valueTests are what "is" can name in a condition on a value.
var valueTests = map[string]valueTest{
	"lookaround":    onPattern(pattern.Lookaround),
	"class-escape":  onPattern(func(s string) bool { return pattern.Escapes(s, "dDsSwWbB") }),
	"nul-escape":    onPattern(func(s string) bool { return pattern.Escapes(s, "0") }),
	"anchored":      onPattern(pattern.Anchored),
	"coercible":     coercible,
	"not-null-enum": func(n jsondoc.Node) bool { return n.Kind() == jsondoc.Array && n.Len() > 0 && !onlyNulls(n) },
}

func onPattern(holds func(string) bool) valueTest {
	return func(n jsondoc.Node) bool { return n.Kind() == jsondoc.String && holds(text(n)) }
}

func onlyNulls(list jsondoc.Node) bool {
	for _, e := range list.Elems() {
		if e.Kind() != jsondoc.Null {
			return false
		}
	}
	return true
}

// coercible tells a value that Ajv's coerceTypes turns into a number: a text
// of digits, true or false.
func coercible(n jsondoc.Node) bool {
	if n.Kind() == jsondoc.Bool {
		return true
	}
	s := text(n)
	return n.Kind() == jsondoc.String && s != "" && strings.Trim(s, "0123456789") == ""
}

// claudeKey is the form the Claude API demands of the names of parameters:
// ^[a-zA-Z0-9_.-]{1,64}$.
func claudeKey(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, c := range []byte(name) {
		if !isWordByte(c) && c != '.' && c != '-' {
			return false
		}
	}
	return true
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// requiresUndeclared reports a required name without a property, cheap for wide
// objects too.
func requiresUndeclared(v *view, i int32) bool {
	list := v.value(i, kwRequired)
	if list.Len() == 0 || list.Kind() != jsondoc.Array {
		return false
	}
	declared := map[string]bool{}
	for key := range v.value(i, kwProperties).Members() {
		declared[text(key)] = true
	}
	for _, e := range list.Elems() {
		if e.Kind() == jsondoc.String && !declared[text(e)] {
			return true
		}
	}
	return false
}

// requiredCycles finds the $ref of cycles that no value can leave: each step of
// them must be there.
func requiredCycles(_ *exam, views []*view, found func(hit)) {
	for _, v := range views {
		if len(v.refs()) == 0 {
			continue
		}
		for _, i := range v.cyclesThrough(v.mustBeThere) {
			found(hit{at: v.place(i).Join("$ref"), value: v.value(i, kwRef), word: text(v.value(i, kwRef))})
		}
	}
}

// mustBeThere tells whether a value of the place above always holds one of this
// place.
func (v *view) mustBeThere(i int32) bool {
	p := &v.pos[i]
	switch p.via {
	case kwProperties:
		return !p.optional
	case kwItems:
		n, ok := number(v.value(p.parent, kwMinItems))
		return ok && n >= 1
	case kwAllOf:
		return true
	case kwAnyOf, kwOneOf:
		return v.value(p.parent, p.via).Len() == 1
	default:
		return false
	}
}

// dynamicRefs finds the $dynamicRef that Ajv resolves to the root although its
// anchor stands elsewhere (measured: Ajv 2020 without an $id).
func dynamicRefs(_ *exam, views []*view, found func(hit)) {
	for _, v := range views {
		if !v.seen.has(kwDynamicRef) || v.pos[0].has.has(kwID) {
			continue
		}
		top := text(v.value(0, kwDynamicAnchor))
		for i := range v.pos {
			ref := v.value(int32(i), kwDynamicRef)
			name, ok := strings.CutPrefix(text(ref), "#")
			if ok && name != "" && name[0] != '/' && name != top {
				found(hit{at: v.place(int32(i)).Join("$dynamicRef"), value: ref, word: text(ref)})
			}
		}
	}
}

// optionalFunc finds more optional properties in one schema than args allow.
func optionalFunc(args json.RawMessage) (schemaFunc, error) {
	var a struct {
		Max int `json:"max"`
	}
	err := decode(args, &a)
	return func(_ *exam, views []*view, found func(hit)) {
		for _, v := range views {
			if n := countOptional(v); n > a.Max {
				found(hit{at: v.base.Join("properties"), word: "properties", n: n, limit: a.Max, text: fmt.Sprintf("%d optional properties", n)})
			}
		}
	}, err
}
