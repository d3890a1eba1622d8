package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// typeMends are about type and what is written for it.
func typeMends() []mend {
	return []mend{
		{
			name: "type-name", title: "Write the name that JSON Schema has", effect: Keeps, do: onSchema(renameType),
			explain: "JSON Schema has seven types: string, number, integer, boolean, object, array and null.",
		},
		{
			name: "type-any", title: "List every JSON type", effect: Keeps, do: onSchema(typeAny),
			explain: "\"any\" is no type of JSON Schema; a list of all seven accepts any value.",
		},
		{
			name: "drop-type", title: "Leave the type out", effect: Wider, guess: true, do: onSchema(func(_ *site, v *val) bool { return v.drop("type") }),
			explain: "Without a type any value is accepted: say in the description what is meant.",
		},
		{
			name: "drop-type-beside", title: "Leave the type to the branches", effect: Wider, do: onSchema(dropTypeBeside),
			explain: "The type beside the branches holds for all of them, so that some can never match; each branch has its own.",
		},
		{
			name: "type-into-branches", title: "Write the type into each branch", effect: Keeps, do: onSchema(typeIntoBranches),
			explain: "The type moves into the branches that have none.",
		},
		{
			name: "infer-type", title: "Give it the type that the rest implies", effect: Narrower, do: onSchema(inferType),
			explain: "The type follows from the enum, the default or the keywords that are there.",
		},
		{
			name: "any-type", title: "List every JSON type", effect: Keeps, do: onSchema(anyType),
			explain: "A list of all types accepts what no type accepts, and says so.",
		},
		{
			name: "type-string", title: "Make it a string", effect: Narrower, guess: true, do: onSchema(plainType("string")),
			explain: "A string stands here for the type that only you know: put the real one.",
		},
		{
			name: "type-object", title: "Make it an object", effect: Narrower, guess: true, do: onSchema(plainType("object")),
			explain: "An object stands here for the type that only you know: put the real one.",
		},
		{
			name: "allow-null", title: "Allow null in the type", effect: Wider, do: onSchema(func(_ *site, v *val) bool { return allowNullList(v) }),
			explain: "The type becomes a list with \"null\"; the handler must take null for absent.",
		},
		{
			name: "allow-null-anyof", title: "Allow null with anyOf", effect: Wider, do: onSchema(func(_ *site, v *val) bool { return allowNullAnyOf(v) }),
			explain: "null becomes a branch of an anyOf; the handler must take null for absent.",
		},
		{
			name: "nullable-to-type", title: "Write nullable as a type", effect: Wider, do: onSchema(nullableTo(allowNullList)),
			explain: "nullable is OpenAPI's; in JSON Schema null is a type like others.",
		},
		{
			name: "nullable-to-anyof", title: "Write nullable with anyOf", effect: Wider, do: onSchema(nullableTo(allowNullAnyOf)),
			explain: "nullable is OpenAPI's; in JSON Schema null is a branch like others.",
		},
		{
			name: "plain-optional", title: "One plain type, left out where there is nothing to say", effect: Narrower, do: onSchema(plainOptional),
			explain: "null is said by leaving the parameter out, which every client can. The handler keeps taking absent for null.",
		},
		{
			name: "one-type", title: "Keep one type", effect: Narrower, guess: true, do: onSchema(oneType),
			explain: "Of several types one is kept, string where it is among them since it can hold the others' text: the handler reads it.",
		},
		{
			name: "list-to-anyof", title: "Write the list of types as anyOf", effect: Keeps, do: onSchema(listToAnyOf),
			explain: "Each type becomes a branch with the keywords that are about it.",
		},
		{
			name: "anyof-to-list", title: "Write the branches as a list of types", effect: Keeps, do: onSchema(anyOfToList),
			explain: "Branches that are nothing but types are a list of types.",
		},
		{
			name: "json-text", title: "Take it as JSON text", effect: Other, guess: true, do: onSchema(jsonText),
			explain: "A string with JSON text stands for any value; the handler parses it.",
		},
	}
}

// meantTypes are names that are written for types and are none.
var meantTypes = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer", "bigint": "integer", "short": "integer",
	"float": "number", "double": "number", "decimal": "number", "real": "number", "numeric": "number", "float32": "number", "float64": "number",
	"str": "string", "text": "string", "char": "string", "date": "string", "datetime": "string", "date-time": "string", "time": "string",
	"timestamp": "string", "uuid": "string", "uri": "string", "url": "string", "file": "string", "bytes": "string", "binary": "string",
	"password": "string", "email": "string", "enum": "string", "bool": "boolean",
	"list": "array", "tuple": "array", "set": "array", "[]string": "array",
	"dict": "object", "map": "object", "record": "object", "hash": "object", "json": "object", "struct": "object",
	"none": "null", "nil": "null", "undefined": "null", "void": "null",
}

// meantFormats are formats that are written as types.
var meantFormats = map[string]string{
	"date": "date", "datetime": "date-time", "date-time": "date-time", "time": "time", "uuid": "uuid", "uri": "uri", "url": "uri", "email": "email",
}

func rightType(name string) string {
	low := strings.ToLower(strings.TrimSpace(name))
	if slices.Contains(typeNames, low) {
		return low
	}
	return meantTypes[low]
}

func renameType(_ *site, v *val) bool {
	t := v.get("type")
	switch {
	case t.is(jsondoc.String):
		right := rightType(t.text())
		if right == "" || right == t.text() {
			return false
		}
		v.set("type", str(right))
		if f := meantFormats[strings.ToLower(t.text())]; f != "" && !v.has("format") {
			v.putAfter("format", str(f), "type")
		}
		return true
	case t.is(jsondoc.Array):
		return renameTypes(v, t)
	}
	return false
}

// renameTypes mends a list of types: unknown names that are meant for one, other
// values, and what stands there twice.
func renameTypes(v, t *val) bool {
	var names []string
	for _, e := range t.list() {
		right := rightType(e.text())
		if e.is(jsondoc.Null) {
			right = "null"
		}
		if right == "" {
			return false
		}
		if !slices.Contains(names, right) {
			names = append(names, right)
		}
	}
	if len(names) == 0 {
		return v.drop("type")
	}
	v.set("type", texts(names...))
	return true
}

// typeAny writes a list for a word that means any type.
func typeAny(_ *site, v *val) bool {
	t := v.get("type")
	if !t.is(jsondoc.String) || !slices.Contains([]string{"any", "mixed", "unknown", "*", "all"}, strings.ToLower(t.text())) {
		return false
	}
	v.set("type", texts("string", "number", "boolean", "object", "array", "null"))
	if !v.has("items") {
		v.putAfter("items", obj(), "type")
	}
	return true
}

// unions are the keywords whose branches are alternatives.
var unions = []string{"anyOf", "oneOf"}

func dropTypeBeside(s *site, v *val) bool {
	if s.keyword == "" && !v.has("anyOf") && !v.has("oneOf") {
		return false
	}
	for _, name := range unions {
		for _, b := range v.get(name).list() {
			if b.isObject() && !b.has("type") && !b.has("$ref") && !b.has("const") && !b.has("enum") {
				return false // the type says more than the branch
			}
		}
	}
	return v.drop("type")
}

func typeIntoBranches(_ *site, v *val) bool {
	t := v.get("type")
	done := false
	for _, name := range unions {
		for _, b := range v.get(name).list() {
			if !b.isObject() || t == nil {
				return false
			}
			if !b.has("type") {
				b.putFirst("type", t.clone())
			}
			done = true
		}
	}
	return done && v.drop("type")
}

func inferType(_ *site, v *val) bool {
	if v.has("type") {
		return false
	}
	typ := impliedType(v)
	if typ == nil {
		return false
	}
	v.putFirst("type", typ)
	return true
}

// impliedType is the type that a schema without one means, nil where it does not
// say.
func impliedType(v *val) *val {
	if list := v.get("enum"); list.is(jsondoc.Array) && list.size() > 0 {
		return commonType(list.list())
	}
	if c := v.get("const"); c != nil {
		return str(kindName(c))
	}
	about := ""
	for _, m := range v.fields() {
		if a := appliesTo[m.name]; a != "" {
			if about != "" && about != a {
				return nil
			}
			about = a
		}
	}
	if about != "" {
		return str(about)
	}
	if d := v.get("default"); d != nil && !d.is(jsondoc.Null) {
		return str(kindName(d))
	}
	if list := v.get("examples"); list.is(jsondoc.Array) && list.size() > 0 {
		if typ := commonType(list.list()); typ.is(jsondoc.String) && !typ.isText("null") {
			return typ
		}
	}
	return nil
}

func anyType(_ *site, v *val) bool {
	if v.has("type") || v.has("$ref") || v.has("anyOf") || v.has("oneOf") || v.has("allOf") || impliedType(v) != nil {
		return false
	}
	v.putFirst("type", texts("string", "number", "boolean", "object", "array", "null"))
	v.putAfter("items", obj(), "type")
	return true
}

func plainType(name string) func(*site, *val) bool {
	return func(_ *site, v *val) bool {
		if v.has("type") || v.has("$ref") || v.has("anyOf") || v.has("oneOf") || v.has("allOf") {
			return false
		}
		if implied := impliedType(v); implied != nil {
			return false
		}
		v.putFirst("type", str(name))
		return true
	}
}

func jsonText(_ *site, v *val) bool {
	if !v.has("type") && !v.has("anyOf") && !v.has("oneOf") {
		return false
	}
	v.drop("anyOf", "oneOf", "allOf", "enum", "const", "default", "examples")
	setType(v, str("string"))
	dropForeign(v, "string")
	return say(v, "JSON text")
}
