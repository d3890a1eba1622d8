package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// objectMends are about properties and what else an object may have.
func objectMends() []mend {
	return []mend{
		{
			name: "boolean-to-object", title: "Write {} for true", effect: Keeps, do: booleanTo(func() *val { return obj() }),
			explain: "{} accepts what true accepts, and {\"not\": {}} what false does; clients that read properties as objects can read both.",
		},
		{
			name: "boolean-to-any", title: "Write true as a list of every type", effect: Keeps, do: booleanTo(func() *val {
				return obj().with("type", texts("string", "number", "boolean", "object", "array", "null")).with("items", obj())
			}),
			explain: "A list of all types accepts what true accepts, and says so.",
		},
		{
			name: "boolean-to-type-object", title: "Make it an object", effect: Narrower, guess: true, do: booleanTo(func() *val { return typed("object") }),
			explain: "An object stands here for the type that only you know: put the real one.",
		},
		{
			name: "boolean-to-type-string", title: "Make it a string", effect: Narrower, guess: true, do: booleanTo(func() *val { return typed("string") }),
			explain: "A string stands here for the type that only you know: put the real one.",
		},
		{
			name: "drop-false-property", title: "Leave the forbidden property out", effect: Wider, do: dropFalseProperty,
			explain: "A property that must not be there need not be declared.",
		},
		{
			name: "lift-keyword", title: "Move the keyword up", effect: Keeps, do: liftKeyword,
			explain: "The keyword stood one level too deep, among the properties; it belongs beside them.",
		},
		{
			name: "schema-from-name", title: "Write the type as a schema", effect: Narrower, do: schemaFromName,
			explain: "A property is described by a schema: {\"type\": \"string\"} for \"string\".",
		},
		{
			name: "schema-string", title: "Declare it as a string", effect: Narrower, guess: true, do: replaceMember(func() *val { return typed("string") }),
			explain: "A string stands here for the schema that only you know: put the real one.",
		},
		{
			name: "schema-any", title: "Declare it as anything", effect: Wider, do: replaceMember(func() *val { return obj() }),
			explain: "{} stands where no schema stood: it accepts anything.",
		},
		{
			name: "properties-object", title: "Write properties as an object", effect: Keeps, do: propertiesObject,
			explain: "properties is an object, {} where there are none.",
		},
		{
			name: "add-properties", title: "Add \"properties\": {}", effect: Keeps, do: onSchema(addProperties),
			explain: "An object without properties says the same with \"properties\": {}, and clients that look for the key find it.",
		},
		{
			name: "close-object", title: "Close the object", effect: Narrower, do: onSchema(closeObject),
			explain: "\"additionalProperties\": false refuses parameters that are not declared; the handler must not need others.",
		},
		{
			name: "open-object", title: "Leave additionalProperties out", effect: Wider, do: onSchema(openObject),
			explain: "Other parameters are not refused by the schema any more; the handler ignores them.",
		},
		{
			name: "additional-true", title: "Write true for the schema of other properties", effect: Wider, do: onSchema(additionalTrue),
			explain: "Any value is accepted for other properties; the handler checks them.",
		},
		{
			name: "map-to-property", title: "Put the free part into a property of its own", effect: Other, guess: true, do: onSchema(mapToProperty),
			explain: "The free parameters move into the property \"values\"; the handler reads them there.",
		},
		{
			name: "patterns-to-additional", title: "Write patternProperties as additionalProperties", effect: Wider, do: onSchema(patternsToAdditional),
			explain: "The names are not checked by the schema any more; the handler checks them.",
		},
		{
			name: "rename-property", title: "Give the parameter a plain name", effect: Other, guess: true, do: renameProperty,
			explain: "Letters, digits, \"_\", \".\" and \"-\" are safe everywhere; the handler maps the new name to the old one.",
		},
	}
}

// booleanTo writes an object for a boolean schema, and {"not": {}} for false.
func booleanTo(make func() *val) func(*site) bool {
	return func(s *site) bool {
		if len(s.chain) < 2 {
			return false
		}
		v := s.last().v
		switch {
		case v.isTrue():
			s.put(make())
		case v.isFalse():
			s.put(obj().with("not", obj()))
		default:
			return false
		}
		return true
	}
}

func dropFalseProperty(s *site) bool {
	name, ok := s.property()
	if !ok || !s.last().v.isFalse() {
		return false
	}
	unrequire(s.up(), name)
	return s.up().get("properties").drop(name)
}

// member gives what a finding points to among the members of properties and the
// like: the container, the name and the value.
func (s *site) member() (in *val, name string, v *val) {
	if holder := s.schema(); holder != nil && holders[s.keyword] == named && len(s.rest) == 1 {
		in = holder.get(s.keyword)
		return in, s.rest[0], in.get(s.rest[0])
	}
	if len(s.chain) > 1 && holders[s.last().under] == named {
		return s.up().get(s.last().under), s.last().name, s.last().v
	}
	return nil, "", nil
}

// liftKeyword moves a keyword out of properties to the schema they belong to, or
// drops it where that has it already.
func liftKeyword(s *site) bool {
	in, name, v := s.member()
	holder := s.schema()
	if v == nil || isSchema(v) || holder == nil || s.keyword != "properties" {
		return false
	}
	known := appliesTo[name] != "" || slices.Contains(annotations, name) || slices.Contains([]string{"type", "enum", "const", "$schema", "$id", "$comment"}, name)
	if !known || holder.has(name) && !sameVal(holder.get(name), v) {
		return false
	}
	if name == "type" && !slices.Contains(typeNames, v.text()) && !v.is(jsondoc.Array) {
		return false
	}
	in.drop(name)
	if !holder.has(name) {
		holder.set(name, v)
	}
	return true
}

func schemaFromName(s *site) bool {
	in, name, v := s.member()
	right := rightType(v.text())
	if !v.is(jsondoc.String) || right == "" {
		return false
	}
	in.set(name, typed(right))
	return true
}

func replaceMember(make func() *val) func(*site) bool {
	return func(s *site) bool {
		in, name, v := s.member()
		if v == nil || isSchema(v) {
			return false
		}
		in.set(name, make())
		return true
	}
}

func propertiesObject(s *site) bool {
	v := s.schema()
	if v == nil {
		return false
	}
	name := s.keyword
	if holders[name] != named {
		name = "properties"
	}
	list := v.get(name)
	if list == nil || list.isObject() {
		return false
	}
	into := obj()
	for _, e := range list.list() { // [{"name": "a", "type": "string"}]
		key := e.get("name").text()
		if key == "" || into.has(key) {
			return false
		}
		p := e.clone()
		p.drop("name")
		if r := p.get("required"); r.is(jsondoc.Bool) {
			p.drop("required")
			if r.isTrue() {
				require(v, key)
			}
		}
		into.set(key, p)
	}
	v.set(name, into)
	return true
}

func addProperties(_ *site, v *val) bool {
	if v.get("properties").isObject() {
		return false
	}
	if v.has("properties") {
		v.set("properties", obj())
	} else {
		v.putAfter("properties", obj(), "type")
	}
	if v.get("required").size() == 0 {
		v.drop("required")
	}
	if a := v.get("additionalProperties"); a.isTrue() || a.isObject() && a.size() == 0 {
		v.drop("additionalProperties")
	}
	return true
}

func closeObject(_ *site, v *val) bool {
	if v.get("additionalProperties").isFalse() {
		return false
	}
	v.set("additionalProperties", made("false"))
	return true
}

func openObject(_ *site, v *val) bool { return v.drop("additionalProperties") }

func additionalTrue(_ *site, v *val) bool {
	if !v.get("additionalProperties").isObject() {
		return false
	}
	v.set("additionalProperties", made("true"))
	return true
}

func mapToProperty(s *site, v *val) bool {
	a := v.get("additionalProperties")
	props := v.get("properties")
	if !s.atRoot() || !isSchema(a) || a.isFalse() || props != nil && !props.isObject() || props.has("values") {
		return false
	}
	if props == nil {
		props = obj()
		v.putAfter("properties", props, "type")
	}
	v.drop("additionalProperties")
	props.set("values", typed("object").with("additionalProperties", a))
	return true
}

func patternsToAdditional(_ *site, v *val) bool {
	p := v.get("patternProperties")
	if p.size() != 1 || !p.isObject() || v.has("additionalProperties") {
		return false
	}
	inner := p.fields()[0].v
	v.rename("patternProperties", "additionalProperties")
	v.set("additionalProperties", inner)
	if !v.has("properties") {
		v.putAfter("properties", obj(), "type")
	}
	return true
}

func renameProperty(s *site) bool {
	in, name, v := s.member()
	if v == nil || !in.isObject() {
		return false
	}
	to := plainKey(name)
	if to == name || in.has(to) {
		return false
	}
	holder := s.up()
	if holder == nil || holder.get("properties") != in {
		holder = s.schema()
	}
	in.rename(name, to)
	for _, e := range holder.get("required").list() {
		if e.isText(name) {
			list := holder.get("required")
			list.elems[slices.Index(list.elems, e)] = str(to)
		}
	}
	s.repoint(jsondoc.Pointer("").Join("properties", name), jsondoc.Pointer("").Join("properties", to))
	return true
}

// maxKey is the length of a parameter's name that is safe everywhere.
const maxKey = 64

// plainKey writes a parameter's name with safe characters: filter[id] becomes
// filter.id.
func plainKey(name string) string {
	name = strings.NewReplacer("[]", "", "][", ".", "[", ".", "]", "", " ", "_", "/", "_", ":", "_").Replace(name)
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (isWord(byte(r)) || r == '.' || r == '-') {
			return r
		}
		return '_'
	}, name)
	name = strings.Trim(name, ".")
	if len(name) > maxKey {
		name = name[:maxKey]
	}
	if strings.Trim(name, "_") == "" {
		return "value"
	}
	return name
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
