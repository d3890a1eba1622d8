package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// typeWords are the words for types, by language and type; "[]" wraps what an
// array holds and "or" a choice, with % for it.
var typeWords = map[string]map[string]string{
	"python":     {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]", "array": "list", "[]": "list[%]", "any": "Any", "or": "%", "between": " | "},
	"typescript": {"string": "z.string()", "integer": "z.number().int()", "number": "z.number()", "boolean": "z.boolean()", "object": "z.record(z.string(), z.unknown())", "array": "z.array(z.any())", "[]": "z.array(%)", "any": "z.any()", "or": "z.union([%])", "between": ", "},
	"go":         {"string": "string", "integer": "int", "number": "float64", "boolean": "bool", "object": "map[string]any", "array": "[]any", "[]": "[]%", "any": "any"},
	"rust":       {"string": "String", "integer": "i64", "number": "f64", "boolean": "bool", "object": "serde_json::Map<String, serde_json::Value>", "array": "Vec<serde_json::Value>", "[]": "Vec<%>", "any": "serde_json::Value"},
	"csharp":     {"string": "string", "integer": "int", "number": "double", "boolean": "bool", "object": "Dictionary<string, object>", "array": "object[]", "[]": "%[]", "any": "object"},
	"java":       {"string": "String", "integer": "Integer", "number": "Double", "boolean": "Boolean", "object": "Map<String, Object>", "array": "List<Object>", "[]": "List<%>", "any": "Object"},
	"php":        {"string": "string", "integer": "int", "number": "float", "boolean": "bool", "object": "array", "array": "array", "[]": "array", "any": "mixed"},
}

// maxTypeDepth bounds how deep lists of lists are named.
const maxTypeDepth = 4

// typeWord is how a language names the type of a schema; null is left out.
func typeWord(language string, v *val, depth int) string {
	table := typeWords[language]
	if table == nil || depth > maxTypeDepth {
		return table["any"]
	}
	if ref := v.get("$ref").text(); ref != "" {
		return refWord(language, ref)
	}
	if word := enumType(language, v); word != "" {
		return word
	}
	var list []string
	for _, name := range typesOf(v) {
		if name != "null" {
			list = append(list, oneTypeWord(language, name, v, depth))
		}
	}
	if len(list) == 0 {
		for _, b := range branchTypes(v) {
			list = append(list, typeWord(language, b, depth+1))
		}
	}
	return choice(table, list)
}

// choice names a choice of types.
func choice(table map[string]string, list []string) string {
	var words []string
	for _, w := range list {
		if w == "" {
			w = table["any"]
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	switch {
	case len(words) == 0 || slices.Contains(words, table["any"]):
		return table["any"]
	case len(words) == 1:
		return words[0]
	case table["or"] == "":
		return table["any"]
	}
	return strings.Replace(table["or"], "%", strings.Join(words, table["between"]), 1)
}

func oneTypeWord(language, name string, v *val, depth int) string {
	table := typeWords[language]
	items := v.get("items")
	if name != "array" || !items.isObject() {
		return table[name]
	}
	inner := typeWord(language, items, depth+1)
	if language == "typescript" && inner == table["any"] {
		inner = "z.unknown()"
	}
	if language == "python" && inner == table["any"] {
		return table["array"]
	}
	return strings.Replace(table["[]"], "%", inner, 1)
}

// refWord is the name of a type that a reference leads to.
func refWord(language, ref string) string {
	name := jsondoc.Pointer(strings.TrimPrefix(ref, "#")).Last()
	if name == "" || !strings.HasPrefix(ref, "#/") {
		return typeWords[language]["any"]
	}
	return exported(name)
}

// branchTypes are the branches of a union but for null.
func branchTypes(v *val) []*val {
	var out []*val
	for _, name := range unions {
		for _, b := range v.get(name).list() {
			if !b.get("type").isText("null") && b.isObject() {
				out = append(out, b)
			}
		}
	}
	return out
}

// maxEnum is the longest enum that is written out.
const maxEnum = 12

// enumType is the type of an enum or const; "" where a language has none for it.
func enumType(language string, v *val) string {
	list := v.get("enum").list()
	if c := v.get("const"); c != nil {
		list = []*val{c}
	}
	if len(list) == 0 || len(list) > maxEnum {
		return ""
	}
	var words []string
	onlyText := true
	for _, e := range list {
		switch {
		case e.is(jsondoc.Null):
			continue
		case e.is(jsondoc.Object) || e.is(jsondoc.Array) || language == "python" && e.is(jsondoc.Number) && !isInteger(e):
			return ""
		case !e.is(jsondoc.String):
			onlyText = false
		}
		words = append(words, literal(language, e))
	}
	switch {
	case language == "python":
		return "Literal[" + strings.Join(words, ", ") + "]"
	case language != "typescript":
		return ""
	case v.has("const"):
		return "z.literal(" + strings.Join(words, "") + ")"
	case onlyText:
		return "z.enum([" + strings.Join(words, ", ") + "])"
	}
	for i, w := range words {
		words[i] = "z.literal(" + w + ")"
	}
	return "z.union([" + strings.Join(words, ", ") + "])"
}

// enumWords lists the values of an enum but for null.
func enumWords(language string, list *val) string {
	var words []string
	for _, e := range list.list() {
		if !e.is(jsondoc.Null) {
			words = append(words, literal(language, e))
		}
	}
	return strings.Join(words, ", ")
}

// checks are the constraints of a schema in the words of pydantic's Field and as
// calls of zod, with % for the value.
var checks = []struct{ keyword, field, call string }{
	{"minimum", "ge=%", ".min(%)"}, {"maximum", "le=%", ".max(%)"},
	{"exclusiveMinimum", "gt=%", ".gt(%)"}, {"exclusiveMaximum", "lt=%", ".lt(%)"}, {"multipleOf", "multiple_of=%", ".multipleOf(%)"},
	{"minLength", "min_length=%", ".min(%)"}, {"maxLength", "max_length=%", ".max(%)"},
	{"minItems", "min_length=%", ".min(%)"}, {"maxItems", "max_length=%", ".max(%)"},
}

// checkedType is the type of a schema with its constraints: what stands in the
// source, as far as the schema tells. inside is what an Annotated of Python holds.
func checkedType(language string, v *val, null bool) (full, inside string) {
	bare := typeWord(language, v, 0)
	holder := constrained(v)
	switch language {
	case "python":
		inside = bare
		if null {
			inside += " | None"
		}
		var fields []string
		for _, c := range checks {
			if n := holder.get(c.keyword); n.is(jsondoc.Number) {
				fields = append(fields, strings.Replace(c.field, "%", string(n.spelling()), 1))
			}
		}
		if p := holder.get("pattern"); p.is(jsondoc.String) && !strings.Contains(p.text(), `"`) {
			fields = append(fields, `pattern=r"`+p.text()+`"`)
		}
		if len(fields) == 0 {
			return inside, inside
		}
		inside += ", Field(" + strings.Join(fields, ", ") + ")"
		return "Annotated[" + inside + "]", inside
	case "typescript":
		full = bare
		for _, c := range checks {
			if n := holder.get(c.keyword); n.is(jsondoc.Number) && !strings.Contains(string(n.spelling()), safeInteger) {
				full += strings.Replace(c.call, "%", string(n.spelling()), 1)
			}
		}
		if p := holder.get("pattern"); p.is(jsondoc.String) && !holder.has("format") {
			full += ".regex(/" + p.text() + "/)"
		}
		if null {
			full += ".nullable()"
		}
		return full, ""
	}
	return bare, ""
}

// constrained is the schema that has the constraints: the one branch beside null,
// or the schema itself.
func constrained(v *val) *val {
	if list := branchTypes(v); len(list) == 1 && !v.has("type") {
		return list[0]
	}
	return v
}
