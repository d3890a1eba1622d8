package repair

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

// maxMerge bounds how deep choices within choices are merged.
const maxMerge = 8

// mergeInto adds the keywords of a part to a schema. all says that both must hold
// at once; otherwise the part is one of several and what it requires is left to
// the caller. It fails where two keywords cannot both stand.
func mergeInto(v, part *val, all bool) bool {
	if !part.isObject() {
		return part.isTrue()
	}
	for _, m := range slices.Clone(part.fields()) {
		have := v.get(m.name)
		switch {
		case m.name == "required":
			if all {
				mergeRequired(v, m.v)
			}
		case m.name == "properties":
			if !mergeProperties(v, m.v, all) {
				return false
			}
		case m.name == "additionalProperties" || m.name == "unevaluatedProperties":
			// One part closes its object for the names of the others too: the merged
			// object is as open as it was.
		case have == nil:
			v.set(m.name, m.v.clone())
		case slices.Contains(annotations, m.name) || sameVal(have, m.v):
		case m.name == "type" && isMember(have, m.v):
		default:
			return false
		}
	}
	return true
}

// isMember reports whether a list of types holds a type.
func isMember(list, typ *val) bool {
	return list.is(jsondoc.String) && typ.is(jsondoc.Array) && containsVal(typ.list(), list)
}

func mergeRequired(v, names *val) {
	for _, e := range names.list() {
		if e.is(jsondoc.String) {
			require(v, e.text())
		}
	}
}

func mergeProperties(v, props *val, all bool) bool {
	if !props.isObject() {
		return false
	}
	into := v.get("properties")
	if into == nil {
		into = obj()
		v.putAfter("properties", into, "type")
	}
	if !into.isObject() {
		return false
	}
	for _, m := range props.fields() {
		have := into.get(m.name)
		switch {
		case have == nil:
			into.set(m.name, m.v.clone())
		case sameVal(have, m.v):
		case all:
			into.set(m.name, obj().with("allOf", arr(have, m.v.clone())))
		default:
			into.set(m.name, eitherOf(have, m.v.clone()))
		}
	}
	return true
}

// eitherOf is a schema for what fits one of two: an enum where both are
// constants, as the property that tells the branches of a choice is.
func eitherOf(a, b *val) *val {
	values := arr()
	if addConstants(values, a) && addConstants(values, b) {
		values.remove(repeats())
		e := obj()
		if typ := commonType(values.elems); typ != nil {
			e.with("type", typ)
		}
		e.with("enum", values)
		for _, from := range []*val{a, b} {
			if d := from.get("description"); d != nil && !e.has("description") {
				e.with("description", d)
			}
		}
		return e
	}
	if list := a.get("anyOf"); list.is(jsondoc.Array) && a.size() == 1 {
		if !containsVal(list.list(), b) {
			list.add(b)
		}
		return a
	}
	return obj().with("anyOf", arr(a, b))
}

// branches are the keywords of a schema that combine others for the same value.
var branches = []string{"anyOf", "oneOf", "allOf"}

// flatten merges the choices of an object schema into one object with the
// properties of all; of what the branches require, only what all of them do
// stays required.
func (s *site) flatten(v *val, depth int) bool {
	if depth > maxMerge {
		return false
	}
	for _, name := range branches {
		list := v.get(name)
		if list == nil {
			continue
		}
		if !list.is(jsondoc.Array) {
			return false
		}
		parts := make([]*val, 0, list.size())
		for _, b := range list.list() {
			to := s.followed(b)
			if to == nil || !objectLike(to) || !s.flatten(to, depth+1) {
				return false
			}
			parts = append(parts, to)
		}
		v.drop(name)
		for _, p := range parts {
			p.drop("title", "description", "$comment", "not", "if", "then", "else")
			if !mergeInto(v, p, name == "allOf") {
				return false
			}
		}
		if name != "allOf" {
			requireCommon(v, parts)
		}
	}
	s.flattenIf(v)
	return true
}

// flattenIf keeps the properties that the branches of a condition declare.
func (s *site) flattenIf(v *val) {
	for _, name := range []string{"then", "else"} {
		if b := v.get(name); b.isObject() && v.has("if") {
			if props := b.get("properties"); props.isObject() {
				for _, m := range props.fields() {
					if !v.get("properties").has(m.name) {
						mergeProperties(v, obj().with(m.name, m.v), false)
					}
				}
			}
		}
	}
}

// objectLike reports whether a schema is about objects, or says nothing.
func objectLike(v *val) bool {
	types := typesOf(v)
	return v.isObject() && (len(types) == 0 || slices.Contains(types, "object"))
}

// requireCommon requires what every branch of a choice does.
func requireCommon(v *val, parts []*val) {
	if len(parts) == 0 {
		return
	}
	for _, e := range parts[0].get("required").list() {
		in := !slices.ContainsFunc(parts[1:], func(p *val) bool { return !requires(p, e.text()) })
		if in && e.is(jsondoc.String) {
			require(v, e.text())
		}
	}
}
