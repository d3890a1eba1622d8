package profile

import "mcploupe/inspector/jsondoc"

// admitsNull tells whether null fits the schema at a position, as far as its
// types, enums and alternatives tell. OpenAPI's nullable is not looked at: no
// dialect of JSON Schema knows it.
func (v *view) admitsNull(i int32) bool {
	if v.admits == nil {
		v.admits = make([]int8, len(v.pos))
	}
	if v.admits[i] == 0 {
		v.admits[i] = 1 // what refers to itself without saying more admits everything
		if !v.decideNull(i) {
			v.admits[i] = -1
		}
	}
	return v.admits[i] > 0
}

func (v *view) decideNull(i int32) bool {
	p := &v.pos[i]
	if p.node.Kind() != jsondoc.Object {
		return !p.node.IsFalse()
	}
	if p.form != formMissing && p.types&typeNull == 0 {
		return false
	}
	if p.has.has(kwConst) && v.value(i, kwConst).Kind() != jsondoc.Null {
		return false
	}
	if list := v.value(i, kwEnum); list.Kind() == jsondoc.Array && !holdsNull(list) {
		return false
	}
	for _, k := range []keyword{kwAnyOf, kwOneOf} {
		if some, any := v.someAdmits(i, k); any && !some {
			return false
		}
	}
	for c := range v.under(i, kwAllOf) {
		if !v.admitsNull(c) {
			return false
		}
	}
	if p.has.has(kwRef) {
		if l := v.linkOf(i); l.target >= 0 {
			return v.admitsNull(l.target)
		}
	}
	return true
}

func (v *view) someAdmits(i int32, k keyword) (some, any bool) {
	for c := range v.under(i, k) {
		any = true
		some = some || v.admitsNull(c)
	}
	return some, any
}

func holdsNull(list jsondoc.Node) bool {
	for _, e := range list.Elems() {
		if e.Kind() == jsondoc.Null {
			return true
		}
	}
	return false
}
