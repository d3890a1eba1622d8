package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// rootMends are about the root of an input or output schema.
func rootMends() []mend {
	return []mend{
		{
			name: "root-type", title: "Put \"type\": \"object\" at the root", effect: Keeps, do: rootType,
			explain: "Arguments and structured results are objects; the schema says so at its root.",
		},
		{
			name: "root-schema", title: "Send an empty object schema", effect: Keeps, do: rootSchema,
			explain: "{\"type\": \"object\", \"properties\": {}} is what every client takes for a tool without parameters.",
		},
		{
			name: "root-from-text", title: "Send the schema itself", effect: Keeps, do: rootFromText,
			explain: "The schema was sent as a text of JSON; it is sent as JSON.",
		},
		{
			name: "root-from-names", title: "Write the names as properties", effect: Narrower, do: rootFromNames,
			explain: "The parameters are listed by name and type; a schema lists them under properties.",
		},
		{
			name: "merge-root", title: "Merge the alternatives into one object", effect: Wider, do: mergeRoot,
			explain: "The object has the properties of all alternatives and requires what all of them do. Say in the description which go together; the handler checks it.",
		},
		{
			name: "drop-root-keyword", title: "Leave the condition out", effect: Wider, do: dropRootKeyword,
			explain: "The condition is not in the schema any more: say it in the description, and check it in the handler.",
		},
		{
			name: "wrap-output", title: "Wrap the result in an object", effect: Other, do: wrapRoot("outputSchema", "result"),
			explain: "structuredContent becomes {\"result\": …}; the handler returns it so.",
		},
		{
			name: "wrap-input", title: "Put the value into a property", effect: Other, guess: true, do: wrapRoot("inputSchema", "value"),
			explain: "The arguments of a tool are always an object; the value becomes its property \"value\", and the handler reads it there.",
		},
		{
			name: "drop-output", title: "Leave the output schema out", effect: Wider, do: dropOutput,
			explain: "Without an output schema nobody checks the result, and nobody knows its form: a last resort.",
		},
		{
			name: "core-root-keys", title: "Keep type, properties and required at the root", effect: Wider, do: coreRootKeys,
			explain: "Definitions are written where they are used, and everything else at the root goes.",
		},
	}
}

func rootType(s *site) bool {
	v := s.sideRoot()
	if !v.isObject() || v.get("type").isText("object") {
		return false
	}
	if t := v.get("type"); t.is(jsondoc.String) && !strings.EqualFold(t.text(), "object") {
		return false // an array or a string: no object can be made of it here
	}
	if v.size() == 0 || v.size() == 1 && (v.has("$schema") || v.has("type")) || v.get("properties").size() == 0 && !hasBranches(v) {
		setType(v, str("object"))
		if !v.has("properties") {
			v.putAfter("properties", obj(), "type")
		}
		return true
	}
	if v.has("$schema") && !v.has("type") {
		v.putAfter("type", str("object"), "$schema")
		return true
	}
	setType(v, str("object"))
	return true
}

func hasBranches(v *val) bool {
	return slices.ContainsFunc(append([]string{"$ref", "patternProperties"}, branches...), v.has)
}

func rootSchema(s *site) bool {
	if s.side == "" || s.sideRoot().isObject() && (s.side != "inputSchema" || s.sideRoot().size() > 1) {
		return false
	}
	empty := typed("object").with("properties", obj())
	if s.root.has(s.side) {
		s.root.set(s.side, empty)
	} else {
		s.root.putAfter(s.side, empty, "description", "title", "name")
	}
	return true
}

func rootFromText(s *site) bool {
	v := s.sideRoot()
	to := made(v.text())
	if !v.is(jsondoc.String) || !to.isObject() {
		return false
	}
	s.root.set(s.side, to)
	return true
}

// rootFromNames mends {"city": "String"}: names and types where a schema belongs.
func rootFromNames(s *site) bool {
	v := s.sideRoot()
	if !v.isObject() || v.size() == 0 || v.has("type") || v.has("properties") || hasBranches(v) {
		return false
	}
	props := obj()
	for _, m := range v.fields() {
		right := rightType(m.v.text())
		switch {
		case m.v.isObject() && m.v.has("type"):
			props.members = append(props.members, m)
		case right != "":
			props.with(m.name, typed(right))
		default:
			return false
		}
	}
	v.members = nil
	v.with("type", str("object")).with("properties", props)
	return true
}

func mergeRoot(s *site) bool {
	v := s.sideRoot()
	if !v.isObject() || !slices.ContainsFunc(branches, v.has) {
		return false
	}
	if !s.flatten(v, 0) {
		return false
	}
	if !v.get("type").isText("object") {
		setType(v, str("object"))
	}
	if !v.has("properties") {
		v.putAfter("properties", obj(), "type")
	}
	s.prune()
	return true
}

func dropRootKeyword(s *site) bool {
	v := s.sideRoot()
	if !v.isObject() || !s.atRoot() || s.keyword == "" {
		return false
	}
	switch s.keyword {
	case "if", "then", "else":
		s.flattenIf(v)
		return v.drop("if", "then", "else")
	case "oneOf", "anyOf", "allOf":
		for _, b := range v.get(s.keyword).list() {
			if b.has("properties") || b.has("$ref") {
				return false // more is lost than a condition
			}
		}
	case "not", "enum", "const", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties", "propertyNames",
		"minProperties", "maxProperties", "unevaluatedProperties":
	default:
		return false
	}
	return v.drop(s.keyword)
}

// wrapRoot makes a schema that is no object the property of one; FastMCP calls
// that of a result "result". What is said once for a whole document stays at the
// root.
func wrapRoot(side, property string) func(*site) bool {
	return func(s *site) bool {
		v := s.root.get(side)
		if s.side != side || !v.isObject() || v.size() == 0 || objectLike(v) && len(typesOf(v)) > 0 || s.rootRelative(v) {
			return false
		}
		inner, outer := obj(), obj()
		for _, m := range v.fields() {
			if slices.Contains([]string{"$schema", "$id", "$defs", "definitions"}, m.name) {
				outer.members = append(outer.members, m)
			} else {
				inner.members = append(inner.members, m)
			}
		}
		outer.with("type", str("object")).with("properties", obj().with(property, inner)).with("required", texts(property))
		s.root.set(side, outer)
		return true
	}
}

// rootRelative reports whether a reference of a schema would lead elsewhere if
// the schema were put into a property.
func (s *site) rootRelative(v *val) bool {
	found := false
	eachSchema(v, func(at *val, _ string) bool {
		ref := at.get("$ref").text()
		if ref == "#" || strings.HasPrefix(ref, "#/") && !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/") {
			found = true
		}
		return !found
	})
	return found
}

func dropOutput(s *site) bool { return s.root.drop("outputSchema") }

func coreRootKeys(s *site) bool {
	v := s.sideRoot()
	if !v.isObject() || slices.ContainsFunc(branches, v.has) || !s.inlineAll(v) {
		return false
	}
	for _, m := range slices.Clone(v.fields()) {
		if !slices.Contains([]string{"type", "properties", "required"}, m.name) {
			v.drop(m.name)
		}
	}
	return true
}
