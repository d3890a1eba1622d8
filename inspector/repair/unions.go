package repair

import (
	"slices"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// unionMends are about anyOf, oneOf, allOf and not below the root.
func unionMends() []mend {
	return []mend{
		{
			name: "oneof-to-anyof", title: "Write oneOf as anyOf", effect: Wider, do: onSchema(oneOfToAnyOf),
			explain: "anyOf takes a value that fits several branches, where oneOf refuses it; clients understand it better.",
		},
		{
			name: "unwrap", title: "Write the single branch in place", effect: Keeps, do: onSchema(unwrap),
			explain: "A choice of one, or all of one, is that one.",
		},
		{
			name: "merge-allof", title: "Write the parts of allOf in place", effect: Keeps, do: onSchema(mergeAllOf),
			explain: "What all parts demand is demanded by one schema with all their keywords.",
		},
		{
			name: "drop-branch", title: "Take the branch out", effect: Other, do: onSchema(dropBranch),
			explain: "The branch can never match, or contradicts the others.",
		},
		{
			name: "describe-branches", title: "Move what stands beside anyOf into its branches", effect: Keeps, do: onSchema(describeBranches),
			explain: "anyOf stands alone; each branch carries the description.",
		},
		{
			name: "object-branches", title: "Say that it is an object", effect: Narrower, do: onSchema(sayObject),
			explain: "properties and required are about objects; the type says so.",
		},
		{
			name: "drop-empty-list", title: "Leave the empty list out", effect: Wider, do: onSchema(dropEmptyList),
			explain: "A choice of nothing accepts nothing; without it any value is accepted.",
		},
		{
			name: "forbid-not", title: "Leave the impossible condition out", effect: Wider, do: onSchema(func(s *site, v *val) bool { return s.keyword == "not" && v.drop("not") }),
			explain: "What is not anything is nothing; without the condition the rest of the schema counts.",
		},
	}
}

// plainOptional takes null out of a schema: from the type, the enum, the branches
// and the default. What must be sent and could be null need not be sent any more.
func plainOptional(s *site, v *val) bool {
	if !withoutNull(v) {
		return false
	}
	if d := v.get("default"); d.is(jsondoc.Null) {
		v.drop("default")
	}
	if name, ok := s.property(); ok {
		unrequire(s.up(), name)
	}
	return true
}

func withoutNull(v *val) bool {
	done := v.get("default").is(jsondoc.Null)
	isNull := func(e *val) bool { return e.is(jsondoc.Null) || e.isText("null") }
	if t := v.get("type"); t.is(jsondoc.Array) && t.size() > 1 {
		done = t.remove(isNull) || done
		if t.size() == 1 {
			v.set("type", t.elems[0])
		}
	}
	if list := v.get("enum"); list.is(jsondoc.Array) && list.size() > 1 {
		done = list.remove(func(e *val) bool { return e.is(jsondoc.Null) }) || done
	}
	for _, name := range unions {
		list := v.get(name)
		if list.is(jsondoc.Array) && list.size() > 1 && list.remove(func(b *val) bool { return b.get("type").isText("null") || b.get("const").is(jsondoc.Null) }) {
			done = true
			lift(v, name)
		}
	}
	return done
}

// lift writes the single branch of a union in place of it. The schema's own
// keywords win over those of the branch that only describe; where others clash it
// is left alone.
func lift(v *val, name string) bool {
	list := v.get(name)
	if !list.is(jsondoc.Array) || list.size() != 1 {
		return false
	}
	b := list.list()[0]
	if !b.isObject() {
		if b.isTrue() {
			return v.drop(name)
		}
		return false
	}
	for _, m := range b.fields() {
		if have := v.get(m.name); have != nil && !slices.Contains(annotations, m.name) && !sameVal(have, m.v) {
			return false
		}
	}
	at := v.index(name)
	var in []member
	for _, m := range b.fields() {
		if !v.has(m.name) {
			in = append(in, m)
		}
	}
	v.members = slices.Replace(v.members, at, at+1, in...)
	v.names = nameIndex{}
	return true
}

func unwrap(s *site, v *val) bool {
	for _, name := range []string{s.keyword, "allOf", "anyOf", "oneOf"} {
		if name != "" && lift(v, name) {
			return true
		}
	}
	return false
}

func oneOfToAnyOf(_ *site, v *val) bool { return v.rename("oneOf", "anyOf") }

// oneType keeps one of several types or branches.
func oneType(s *site, v *val) bool {
	null := withoutNull(v)
	t := v.get("type")
	switch {
	case t.is(jsondoc.Array) && t.size() > 1:
		keep := t.list()[0]
		for _, e := range t.list() {
			if e.isText("string") {
				keep = e
			}
		}
		v.set("type", keep)
		narrowTo(v, keep.text())
	case t == nil && (v.get("anyOf").size() > 1 || v.get("oneOf").size() > 1):
		if !keepBranch(v) {
			return false
		}
	case !null:
		return false
	}
	if name, ok := s.property(); ok && null {
		unrequire(s.up(), name)
	}
	if d := v.get("default"); d.is(jsondoc.Null) {
		v.drop("default")
	}
	return true
}

// narrowTo takes away what is not about the type that was kept.
func narrowTo(v *val, typ string) {
	dropForeign(v, typ)
	if list := v.get("enum"); list.is(jsondoc.Array) {
		list.remove(func(e *val) bool { return !fits(typ, e) })
		if list.size() == 0 {
			v.drop("enum")
		}
	}
	if d := v.get("default"); d != nil && !fits(typ, d) {
		if to := coerce(d, typ); to != nil {
			v.set("default", to)
		} else {
			v.drop("default")
		}
	}
}

func keepBranch(v *val) bool {
	for _, name := range unions {
		list := v.get(name)
		if !list.is(jsondoc.Array) || list.size() < 2 {
			continue
		}
		keep := list.list()[0]
		for _, b := range list.list() {
			if b.get("type").isText("string") {
				keep = b
				break
			}
		}
		list.elems = []*val{keep}
		if !lift(v, name) {
			return false
		}
		if typ := v.get("type").text(); typ != "" {
			narrowTo(v, typ)
		}
		return true
	}
	return false
}

// mergeAllOf writes the parts of an allOf into the schema, where no two of them
// say different things by one keyword.
func mergeAllOf(s *site, v *val) bool {
	list := v.get("allOf")
	if !list.is(jsondoc.Array) || list.size() == 0 {
		return false
	}
	parts := slices.Clone(list.list())
	v.drop("allOf")
	for _, p := range parts {
		if p.isTrue() {
			continue
		}
		if to := s.followed(p); to == nil || !mergeInto(v, to, true) {
			return false
		}
	}
	return true
}

// dropBranch takes the branch or part out that the finding points to.
func dropBranch(s *site, v *val) bool {
	name, pos := s.keyword, ""
	if len(s.rest) > 0 {
		pos = s.rest[0]
	}
	list := v.get(name)
	i, err := strconv.Atoi(pos)
	if err != nil || !list.is(jsondoc.Array) || i < 0 || i >= list.size() || list.size() < 2 {
		return false
	}
	list.list()
	list.elems = slices.Delete(list.elems, i, i+1)
	lift(v, name)
	return true
}

// describeBranches moves what describes a choice into its branches, so that
// anyOf stands alone.
func describeBranches(_ *site, v *val) bool {
	list := v.get("anyOf")
	if !list.is(jsondoc.Array) || list.size() == 0 {
		return false
	}
	for _, b := range list.list() {
		if !b.isObject() || b.has("$ref") {
			return false
		}
	}
	for _, m := range slices.Clone(v.fields()) {
		switch m.name {
		case "anyOf":
			continue
		case "description":
			for i, b := range list.list() {
				if !b.has("description") && !b.get("type").isText("null") {
					b.putAfter("description", copyIf(m.v, i), "type")
				}
			}
		case "type":
			for i, b := range list.list() {
				if !b.has("type") {
					b.putFirst("type", copyIf(m.v, i))
				}
			}
		case "default":
			placeDefault(list, m.v)
		case "title", "examples":
		default:
			return false
		}
		v.drop(m.name)
	}
	return true
}

// copyIf is the value itself for the first use, and a copy for others.
func copyIf(v *val, i int) *val {
	if i == 0 {
		return v
	}
	return v.clone()
}

func placeDefault(list, d *val) {
	for _, b := range list.list() {
		types := typesOf(b)
		if len(types) == 1 && fits(types[0], d) && !d.is(jsondoc.Null) {
			b.set("default", d)
			return
		}
	}
}

func sayObject(_ *site, v *val) bool {
	if v.has("type") {
		return false
	}
	v.putFirst("type", str("object"))
	return true
}

func dropEmptyList(s *site, v *val) bool {
	list := v.get(s.keyword)
	return list.is(jsondoc.Array) && list.size() == 0 && v.drop(s.keyword)
}
