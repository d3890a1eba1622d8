package repair

import (
	"mcploupe/inspector/jsondoc"
	"net/url"
	"slices"
	"strings"
)

// repoint writes every reference to a place, or below it, anew.
func (s *site) repoint(from, to jsondoc.Pointer) {
	eachSchema(s.sideRoot(), func(v *val, _ string) bool {
		ref := v.get("$ref")
		p, ok := strings.CutPrefix(ref.text(), "#")
		if !ok {
			return true
		}
		if text, err := url.PathUnescape(p); err == nil {
			p = text
		}
		if jsondoc.Pointer(p).Within(from) && (p != "" || from == "") {
			v.set("$ref", str(fragment(to+jsondoc.Pointer(p)[len(from):])))
		}
		return true
	})
}

// fragment writes a pointer as a reference: what an address cannot hold is
// escaped (RFC 6901 section 6).
func fragment(p jsondoc.Pointer) string {
	return "#" + strings.NewReplacer("%", "%25", " ", "%20", "\"", "%22", "<", "%3C", ">", "%3E", "\\", "%5C", "^", "%5E", "`", "%60", "{", "%7B", "|", "%7C", "}", "%7D", "[", "%5B", "]", "%5D").Replace(string(p))
}

func definitionsToDefs(s *site, _ *val) bool {
	root := s.sideRoot()
	if !root.isObject() || s.ownBase() || !root.rename("definitions", "$defs") {
		return false
	}
	s.repoint("/definitions", "/$defs")
	return true
}

// hoist makes a definition of what a reference into the middle of a schema leads
// to.
func hoist(s *site, v *val) bool {
	ref := v.get("$ref").text()
	to, at := s.follow(ref)
	tokens := at.Tokens()
	if to == nil || len(tokens) < 2 || tokens[0] == "$defs" && len(tokens) == 2 || s.ownBase() || contains(to, v) {
		return false
	}
	if tokens[0] == "definitions" && len(tokens) == 2 {
		return definitionsToDefs(s, v)
	}
	root := s.sideRoot()
	defs := root.get("$defs")
	if defs == nil {
		defs = obj()
		root.set("$defs", defs)
	}
	if !defs.isObject() {
		return false
	}
	name := defName(defs, tokens)
	holder := s.locate(sidePointer(s.side, "#"+string(at)))
	if len(holder.chain) < 2 || holder.keyword != "" || contains(to, v) {
		return false
	}
	holder.put(obj().with("$ref", str(fragment(jsondoc.Pointer("").Join("$defs", name)))))
	defs.set(name, to)
	s.repoint(at, jsondoc.Pointer("").Join("$defs", name))
	return true
}

// defName makes the name of a definition from the last word of a pointer to what
// it holds.
func defName(defs *val, tokens []string) string {
	name := ""
	for _, t := range slices.Backward(tokens) {
		if holders[t] == 0 && strings.Trim(t, "0123456789") != "" {
			name = t
			break
		}
	}
	if name == "" {
		name = "Item"
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	base := name
	for i := 2; defs.has(name); i++ {
		name = base + strings.Repeat("_", i-1)
	}
	return name
}

// findDefinition looks for a definition of the name that a dangling reference
// asks for: further down in this schema, or in the tool's other schema.
func findDefinition(s *site, v *val) bool {
	ref := v.get("$ref").text()
	tokens := jsondoc.Pointer(strings.TrimPrefix(ref, "#")).Tokens()
	if len(tokens) != 2 || tokens[0] != "$defs" && tokens[0] != "definitions" {
		return false
	}
	found := definitionIn(s.sideRoot(), tokens[1], true)
	if found == nil {
		other := "outputSchema"
		if s.side == other {
			other = "inputSchema"
		}
		found = definitionIn(s.root.get(other), tokens[1], false)
	}
	if found == nil {
		return false
	}
	root := s.sideRoot()
	defs := root.get(tokens[0])
	if defs == nil {
		defs = obj()
		root.set(tokens[0], defs)
	}
	if !defs.isObject() || defs.has(tokens[1]) {
		return false
	}
	defs.set(tokens[1], found)
	return true
}

// definitionIn finds a definition by its name, and takes it out where it is to
// move.
func definitionIn(root *val, name string, move bool) *val {
	var found *val
	eachSchema(root, func(v *val, _ string) bool {
		for _, under := range []string{"$defs", "definitions"} {
			defs := v.get(under)
			for _, m := range defs.fields() {
				if m.name != name && !strings.EqualFold(m.name, name) || found != nil {
					continue
				}
				found = m.v.clone()
				if move && v != root {
					defs.drop(m.name)
					if defs.size() == 0 {
						v.drop(under)
					}
				}
			}
		}
		return found == nil
	})
	return found
}
