package profile

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// metadata finds the members of a tool, beside its schemas, that have another
// JSON type than the protocol gives them.
func metadata(x *exam, _ []*view, found func(hit)) {
	root := x.tool.Doc.Root()
	wrong := func(at jsondoc.Pointer, n jsondoc.Node, want jsondoc.Kind) {
		if n.Exists() && n.Kind() != want {
			found(hit{at: at, value: n, word: at.Last(), text: want.String()})
		}
	}
	wrong("/title", root.Get("title"), jsondoc.String)
	wrong("/description", root.Get("description"), jsondoc.String)
	wrong("/_meta", root.Get("_meta"), jsondoc.Object)
	notes := root.Get("annotations")
	wrong("/annotations", notes, jsondoc.Object)
	wrong("/annotations/title", notes.Get("title"), jsondoc.String)
	for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		wrong(jsondoc.Pointer("/annotations").Join(hint), notes.Get(hint), jsondoc.Bool)
	}
}

// entry finds an entry of the list that is no object, or has no name that is a
// string. It is the only function that is asked about entries that are no object.
func entry(x *exam, _ []*view, found func(hit)) {
	root := x.tool.Doc.Root()
	name := root.Get("name")
	switch {
	case root.Kind() != jsondoc.Object:
		found(hit{value: root, text: "The entry of the list is " + valueShort(root) + ", and must be an object."})
	case !name.Exists():
		found(hit{at: "/name", text: "The tool has no name."})
	case name.Kind() != jsondoc.String:
		found(hit{at: "/name", value: name, text: "The name of the tool is " + valueShort(name) + ", and must be a string."})
	}
}

// headers finds the x-mcp-header that a client of protocol 2026-07-28 leaves a
// tool out for (SEP-2243): not a token of RFC 9110, not unique whatever the
// case, on a property that is no plain string, integer or boolean, or where
// properties alone do not lead.
func headers(_ *exam, views []*view, found func(hit)) {
	for _, v := range views {
		if !v.seen.has(kwHeader) {
			continue
		}
		taken := map[string]bool{}
		for i := range v.pos {
			name := v.value(int32(i), kwHeader)
			if !name.Exists() {
				continue
			}
			fault := v.headerFault(int32(i), name)
			folded := strings.ToLower(text(name))
			if fault == "" && taken[folded] {
				fault = "another property has the same header name"
			}
			taken[folded] = true
			if fault != "" {
				found(hit{at: v.place(int32(i)).Join("x-mcp-header"), value: name, word: "x-mcp-header", text: fault})
			}
		}
	}
}

func (v *view) headerFault(i int32, name jsondoc.Node) string {
	p := &v.pos[i]
	switch {
	case name.Kind() != jsondoc.String || !isToken(text(name)):
		return "the name is not a token of RFC 9110"
	case i == 0 || !p.path.within(setOf(kwProperties)):
		return "the property cannot be reached through properties alone"
	case p.form != formOne || p.types&(typeString|typeInteger|typeBoolean) == 0:
		return "the type of the property is not string, integer or boolean"
	default:
		return ""
	}
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		if !isWordByte(c) && !strings.ContainsRune("!#$%&'*+-.^`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}
