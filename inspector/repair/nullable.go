package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// admitsNull reports whether a schema says that it takes null.
func admitsNull(v *val) bool {
	if slices.Contains(typesOf(v), "null") {
		return true
	}
	for _, name := range unions {
		for _, b := range v.get(name).list() {
			if slices.Contains(typesOf(b), "null") {
				return true
			}
		}
	}
	return v.get("const").is(jsondoc.Null) || containsVal(v.get("enum").list(), made("null")) && !v.has("type")
}

func nullType() *val { return typed("null") }

// allowNullList lets a schema take null: in the list of types, or as a branch
// where there are branches.
func allowNullList(v *val) bool {
	if v.has("const") || v.has("$ref") || v.has("allOf") {
		return allowNullAnyOf(v)
	}
	t := v.get("type")
	for _, name := range unions {
		if list := v.get(name); list.is(jsondoc.Array) {
			if t != nil && !nullInType(v, t) {
				return false
			}
			if !slices.ContainsFunc(list.list(), func(b *val) bool { return slices.Contains(typesOf(b), "null") }) {
				list.add(nullType())
			}
			return true
		}
	}
	if list := v.get("enum"); list.is(jsondoc.Array) && !containsVal(list.list(), made("null")) {
		list.add(made("null"))
		if t == nil {
			return true
		}
	}
	return t != nil && nullInType(v, t)
}

func nullInType(v, t *val) bool {
	switch {
	case t.isText("null"):
		return true
	case t.is(jsondoc.String):
		v.set("type", arr(t, str("null")))
	case t.is(jsondoc.Array) && t.size() > 0:
		if !containsVal(t.list(), str("null")) {
			t.add(str("null"))
		}
	default:
		return false
	}
	return true
}

// allowNullAnyOf lets a schema take null with anyOf: what checks moves into a
// branch, what describes stays outside.
func allowNullAnyOf(v *val) bool {
	if list := v.get("anyOf"); list.is(jsondoc.Array) && !v.has("type") {
		if admitsNull(v) {
			return false
		}
		list.add(nullType())
		return true
	}
	if admitsNull(v) && !v.has("const") || v.has("$defs") || v.has("definitions") || v.has("$id") {
		return false
	}
	branch := obj()
	at := -1
	var outside []member
	for _, m := range v.fields() {
		if slices.Contains(annotations, m.name) || strings.HasPrefix(m.name, "x-") {
			outside = append(outside, m)
			continue
		}
		if at < 0 {
			at = len(outside)
		}
		branch.members = append(branch.members, m)
	}
	if at < 0 {
		return false
	}
	v.members = slices.Insert(outside, at, member{name: "anyOf", v: arr(branch, nullType())})
	return true
}

func nullableTo(allow func(*val) bool) func(*site, *val) bool {
	return func(_ *site, v *val) bool {
		n := v.get("nullable")
		if n == nil {
			return false
		}
		v.drop("nullable")
		if n.isTrue() || n.isText("true") {
			return admitsNull(v) || allow(v)
		}
		return true
	}
}
