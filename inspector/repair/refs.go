package repair

import (
	"net/url"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// refMends are about references and definitions.
func refMends() []mend {
	return []mend{
		{
			name: "inline-ref", title: "Write the definition in place", effect: Keeps, do: onSchema(inlineHere),
			explain: "The definition is copied to where it is used, and goes from $defs where nothing uses it any more.",
		},
		{
			name: "inline-all", title: "Write all definitions in place", effect: Keeps, do: onSchema(func(s *site, _ *val) bool { return s.inlineAll(s.sideRoot()) }),
			explain: "Every definition is copied to where it is used.",
		},
		{
			name: "unroll", title: "Write one level of the recursion out", effect: Wider, do: onSchema(unroll),
			explain: "One level is written out; below it any object is accepted, and the handler checks it.",
		},
		{
			name: "definitions-to-defs", title: "Write $defs for definitions", effect: Keeps, do: onSchema(definitionsToDefs),
			explain: "$defs is the name since 2019-09; every reference is written with it.",
		},
		{
			name: "hoist-ref", title: "Make what is referred to a definition", effect: Keeps, do: onSchema(hoist),
			explain: "What stands in the middle of the schema moves to $defs, and both places refer to it there.",
		},
		{
			name: "find-definition", title: "Refer to where the definition is", effect: Other, do: onSchema(findDefinition),
			explain: "References count from the root of the schema: the definition moves there, or is copied from the other schema.",
		},
		{
			name: "open-ref", title: "Accept anything in its place", effect: Wider, guess: true, do: onSchema(openRef),
			explain: "What the reference should lead to is not known here: put the definition there instead.",
		},
		{
			name: "string-ref", title: "Accept a string in its place", effect: Other, guess: true, do: onSchema(stringRef),
			explain: "What the reference should lead to is not known here: put its real type there.",
		},
		{
			name: "drop-siblings", title: "Leave out what stands beside $ref", effect: Keeps, do: onSchema(dropSiblings),
			explain: "Beside $ref stand only a description and a default.",
		},
		{
			name: "ref-to-allof", title: "Put $ref into an allOf", effect: Narrower, do: onSchema(refToAllOf),
			explain: "Within an allOf both the reference and what stands beside it count, in every dialect.",
		},
		{
			name: "drop-unused", title: "Take the unused definition out", effect: Keeps, do: dropUnused,
			explain: "Nothing refers to the definition.",
		},
		{
			name: "plain-ref", title: "Write $ref for $dynamicRef", effect: Keeps, do: onSchema(plainRef),
			explain: "Where no other schema extends this one, $dynamicRef leads where $ref does.",
		},
	}
}

// follow finds what a reference within a side of the tool leads to, with its
// place in it: a pointer or an anchor. Nothing is fetched.
func (s *site) follow(ref string) (*val, jsondoc.Pointer) {
	root := s.sideRoot()
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok || root == nil {
		return nil, ""
	}
	if fragment == "" {
		return root, ""
	}
	if text, err := url.PathUnescape(fragment); err == nil {
		fragment = text
	}
	if !strings.HasPrefix(fragment, "/") {
		return s.anchor(fragment)
	}
	v := root
	for _, t := range jsondoc.Pointer(fragment).Tokens() {
		if v = child(v, t); v == nil {
			return nil, ""
		}
	}
	if !isSchema(v) {
		return nil, ""
	}
	return v, jsondoc.Pointer(fragment)
}

func (s *site) anchor(name string) (*val, jsondoc.Pointer) {
	for _, under := range []string{"$defs", "definitions"} {
		for _, m := range s.sideRoot().get(under).fields() {
			if m.v.get("$anchor").isText(name) || m.v.get("$dynamicAnchor").isText(name) || m.v.get("$id").isText("#"+name) {
				return m.v, jsondoc.Pointer("").Join(under, m.name)
			}
		}
	}
	return nil, ""
}

// ownBase reports whether a schema below the root has an $id of its own, so that
// references in it do not count from the root.
func (s *site) ownBase() bool {
	found := false
	eachSchema(s.sideRoot(), func(v *val, under string) bool {
		id := v.get("$id").text()
		found = found || under != "" && id != "" && !strings.HasPrefix(id, "#")
		return !found
	})
	return found
}

// followed is a schema, or a copy of the definition where it is nothing but a
// reference; nil where that leads nowhere or round in a circle.
func (s *site) followed(v *val) *val {
	for range 16 {
		ref := v.get("$ref")
		if ref == nil {
			return v.clone()
		}
		to, _ := s.follow(ref.text())
		if to == nil || !to.isObject() || s.reaches(to, to) {
			return nil
		}
		v = to
	}
	return nil
}

// maxFollowed bounds the definitions that one chain of references is followed
// through.
const maxFollowed = 200

// reaches reports whether references lead from a schema to another.
func (s *site) reaches(from, to *val) bool {
	seen := map[*val]bool{}
	queue := []*val{from}
	for len(queue) > 0 {
		if len(seen) > maxFollowed {
			return true // too entangled to tell
		}
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		found := false
		eachSchema(at, func(v *val, _ string) bool {
			if ref := v.get("$ref"); ref != nil {
				next, _ := s.follow(ref.text())
				if next != nil && (next == to || contains(next, to)) {
					found = true
				}
				if next != nil {
					queue = append(queue, next)
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// contains reports whether one schema stands within another.
func contains(outer, inner *val) bool {
	found := false
	eachSchema(outer, func(v *val, _ string) bool {
		found = found || v == inner
		return !found
	})
	return found
}

func openRef(_ *site, v *val) bool { return v.drop("$ref", "$dynamicRef", "$recursiveRef") }

func stringRef(_ *site, v *val) bool {
	if !v.drop("$ref") {
		return false
	}
	if !v.has("type") {
		v.putFirst("type", str("string"))
	}
	return true
}

func dropSiblings(_ *site, v *val) bool {
	if !v.has("$ref") {
		return false
	}
	done := false
	for _, m := range slices.Clone(v.fields()) {
		if !slices.Contains([]string{"$ref", "description", "default", "$defs", "definitions", "$schema", "$id"}, m.name) {
			done = v.drop(m.name) || done
		}
	}
	return done
}

func refToAllOf(_ *site, v *val) bool {
	ref := v.get("$ref")
	if ref == nil || v.has("allOf") || !v.rename("$ref", "allOf") {
		return false
	}
	v.set("allOf", arr(obj().with("$ref", ref)))
	return true
}

// dropUnused takes a definition out, with those that only it refers to.
func dropUnused(s *site) bool {
	in, name, v := s.member()
	if v == nil || !in.isObject() || len(s.chain) != 2 {
		return false
	}
	unused := s.unused()
	doomed := []jsondoc.Pointer{jsondoc.Pointer("").Join(s.last().under, name)}
	for i := 0; i < len(doomed); i++ {
		at := s.sideRoot().get(doomed[i].Tokens()[0]).get(doomed[i].Tokens()[1])
		eachSchema(at, func(v *val, _ string) bool {
			_, to := s.follow(v.get("$ref").text())
			if unused[to] && !slices.Contains(doomed, to) {
				doomed = append(doomed, to)
			}
			return true
		})
	}
	for _, at := range doomed {
		defs := s.sideRoot().get(at.Tokens()[0])
		defs.drop(at.Tokens()[1])
		if defs.size() == 0 {
			s.sideRoot().drop(at.Tokens()[0])
		}
	}
	return true
}

func plainRef(s *site, v *val) bool {
	ref := v.get("$dynamicRef")
	to, at := s.follow(ref.text())
	if to == nil || at == "" {
		return false
	}
	name := to.get("$dynamicAnchor").text()
	v.rename("$dynamicRef", "$ref")
	v.set("$ref", str(fragment(at)))
	still := false
	eachSchema(s.sideRoot(), func(o *val, _ string) bool {
		still = still || o.get("$dynamicRef").isText("#"+name) || o.get("$ref").isText("#"+name)
		return !still
	})
	if !still {
		to.drop("$dynamicAnchor")
	}
	return true
}

// referredByName reports whether a reference of the schema uses an address or an
// anchor, which $id and $anchor give.
func (s *site) referredByName() bool {
	found := false
	eachSchema(s.sideRoot(), func(v *val, _ string) bool {
		ref := v.get("$ref").text()
		found = found || ref != "" && ref != "#" && !strings.HasPrefix(ref, "#/")
		return !found
	})
	return found
}
