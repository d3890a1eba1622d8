package repair

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

func listToAnyOf(_ *site, v *val) bool {
	t := v.get("type")
	if !t.is(jsondoc.Array) || t.size() < 2 || v.has("anyOf") || v.has("const") {
		return false
	}
	list := arr()
	for _, e := range t.list() {
		if !e.is(jsondoc.String) {
			return false
		}
		list.add(branchOf(v, e))
	}
	var outside []member
	at := -1
	for _, m := range v.fields() {
		if m.name == "type" {
			at = len(outside)
		} else if slices.Contains(annotations, m.name) || appliesTo[m.name] == "" && m.name != "enum" && m.name != "format" {
			outside = append(outside, m)
		}
	}
	v.members = slices.Insert(outside, at, member{name: "anyOf", v: list})
	return true
}

// branchOf is the part of a schema that is about one of its types.
func branchOf(v, typ *val) *val {
	b := obj().with("type", typ)
	name := typ.text()
	about := name
	if about == "integer" {
		about = "number"
	}
	for _, m := range v.fields() {
		switch {
		case m.name == "enum":
			part := arr()
			for _, e := range m.v.list() {
				if fits(name, e) {
					part.add(e)
				}
			}
			if name != "null" {
				b.with("enum", part)
			}
		case m.name == "format" && about != "null" && about != "object" && about != "array" && about != "boolean",
			appliesTo[m.name] == about:
			b.with(m.name, m.v)
		}
	}
	return b
}

func anyOfToList(_ *site, v *val) bool {
	list := v.get("anyOf")
	if !list.is(jsondoc.Array) || list.size() < 2 || v.has("type") {
		return false
	}
	types := arr()
	for _, b := range list.list() {
		names := typesOf(b)
		if len(names) != 1 || b.size() != 1 {
			if !mergeBeside(v, b, list) {
				return false
			}
		}
		for _, name := range names {
			if !containsVal(types.elems, str(name)) {
				types.add(str(name))
			}
		}
	}
	if types.size() < 2 {
		return false
	}
	v.rename("anyOf", "type")
	v.set("type", types)
	return true
}

// mergeBeside moves the keywords of a branch beside the list of types, where no
// other branch is of a type that they are about.
func mergeBeside(v, b, list *val) bool {
	types := typesOf(b)
	if len(types) != 1 || !b.isObject() {
		return false
	}
	for _, m := range b.fields() {
		if m.name == "type" {
			continue
		}
		about := appliesTo[m.name]
		if about == "" || v.has(m.name) {
			return false
		}
		for _, other := range list.list() {
			if other != b && slices.Contains(typesOf(other), about) {
				return false
			}
		}
		v.set(m.name, m.v)
	}
	return true
}
