package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/pattern"
)

// ajvFunc finds what keeps Ajv 8 from compiling a schema with the options of
// the TypeScript SDK (strict and validateSchema off). With "declared" the engine
// is the one of the dialect that the schema declares, as in SDK 2; without, it
// is the draft-07 one whatever the schema says, as in SDK 1.
//
// Only what is reached from the root is compiled, and a keyword that the engine
// does not know is passed over with all that stands under it.
func ajvFunc(args json.RawMessage) (schemaFunc, error) {
	var a struct {
		Declared bool `json:"declared"`
	}
	err := decode(args, &a)
	return func(_ *exam, views []*view, found func(hit)) {
		for _, v := range views {
			d := dialect.Draft07
			if a.Declared {
				d = v.declared()
			}
			compileAjv(v, d, found)
		}
	}, err
}

func compileAjv(v *view, d dialect.Dialect, found func(hit)) {
	reached := v.reached(walkedBy(d).minus(kwDefs).minus(kwDefinitions).minus(kwContentSchema))
	for i := range v.pos {
		if !reached[i] {
			continue
		}
		if fault := ajvValue(&v.pos[i]); fault != "" {
			found(hit{at: v.place(int32(i)), value: v.pos[i].node, word: v.place(int32(i)).Last(), text: fault})
			continue
		}
		v.ajvMembers(int32(i), d, found)
	}
}

func ajvValue(p *position) string {
	if p.node.Kind() == jsondoc.Null {
		return "a schema that is null"
	}
	return ""
}

// ajvMembers finds the faults of one schema.
func (v *view) ajvMembers(i int32, d dialect.Dialect, found func(hit)) {
	p := &v.pos[i]
	for _, m := range v.members[p.first:p.last] {
		if fault := ajvMember(m, d); fault != "" {
			found(hit{at: v.place(i).Join(text(m.key)), value: m.value, word: text(m.key), text: fault})
		}
	}
	if nullable := v.value(i, kwNullable); nullable.Exists() {
		at := hit{at: v.place(i).Join("nullable"), value: nullable, word: "nullable"}
		switch {
		case p.form == formMissing || p.form == formList && p.types == 0:
			at.text = `"nullable" cannot be used without "type"`
			found(at)
		case nullable.IsFalse() && p.types&typeNull != 0:
			at.text = "type: null contradicts nullable: false"
			found(at)
		}
	}
	if l := v.linkOf(i); l.where&linkDangling != 0 || l.where&linkRemote != 0 && !knownToAjv(l.text, d) {
		found(hit{at: v.place(i).Join("$ref"), value: v.value(i, kwRef), word: "$ref", text: "can't resolve reference " + l.text})
	}
}

// knownToAjv reports the metaschema that the engine carries itself.
func knownToAjv(ref string, engine dialect.Dialect) bool {
	address, _, _ := strings.Cut(ref, "#")
	d, ok := dialect.ByURI(address)
	return ok && d == engine
}

// ajvKinds are the kinds of values that keywords of Ajv 8 take ("schemaType" in
// its sources); any other kind throws when the schema is compiled.
var ajvKinds = map[keyword]string{
	kwMaximum: "number", kwMinimum: "number", kwExclusiveMaximum: "number", kwExclusiveMinimum: "number", kwMultipleOf: "number",
	kwMaxLength: "number", kwMinLength: "number", kwMaxItems: "number", kwMinItems: "number", kwMaxProperties: "number",
	kwMinProperties: "number", kwPattern: "string", kwRequired: "array", kwUniqueItems: "boolean", kwEnum: "array",
	kwProperties: "object", kwPatternProperties: "object", kwDependencies: "object", kwFormat: "string",
	kwAllOf: "array", kwAnyOf: "array", kwOneOf: "array", kwPrefixItems: "array",
	kwMinContains: "number", kwMaxContains: "number", kwDependentRequired: "object", kwDependentSchemas: "object",
	kwUnevaluatedProperties: "schema", kwUnevaluatedItems: "schema", kwThen: "schema", kwElse: "schema",
	kwNot: "schema", kwIf: "schema", kwContains: "schema", kwPropertyNames: "schema", kwAdditionalProperties: "schema",
	kwItems: "items",
}

func ajvMember(m member, d dialect.Dialect) string {
	if !knownIn(m.kw, d) {
		return ""
	}
	switch m.kw {
	case kwType:
		return ajvType(m.value)
	case kwPatternProperties:
		return ajvPatterns(m.value)
	}
	if kind := ajvKinds[m.kw]; kind != "" && !ajvKind(m, kind, d) {
		return fmt.Sprintf("%s value must be %s", m.kw, describeKind(m.kw, kind, d))
	}
	switch {
	case m.kw == kwEnum && m.value.Len() == 0:
		return "enum must have non-empty array"
	case m.kw == kwPattern:
		if fault := ecmaFault(text(m.value)); fault != "" {
			return fault
		}
	}
	return ""
}

// ajvPatterns looks at the names of patternProperties; Ajv compiles none of them
// where every schema under them is true or {}.
func ajvPatterns(n jsondoc.Node) string {
	if n.Kind() != jsondoc.Object {
		return `patternProperties value must be ["object"]`
	}
	fault, says := "", false
	for key, value := range n.Members() {
		says = says || !value.IsTrue() && (value.Kind() != jsondoc.Object || value.Len() > 0)
		if fault == "" {
			fault = ecmaFault(text(key))
		}
	}
	if fault == "" || !says {
		return ""
	}
	return fault
}

// ecmaFault says why Ajv compiles no pattern of this spelling, "" where it does or
// where that is not known.
func ecmaFault(source string) string {
	_, err := pattern.ECMA(source)
	if err == nil || errors.Is(err, pattern.ErrDeep) {
		return ""
	}
	return "invalid regular expression: " + err.Error()
}

func ajvType(n jsondoc.Node) string {
	if n.Is("") {
		return "" // measured: Ajv takes it for no type at all
	}
	if _, types := readTypes(n); types&typeUnknown != 0 {
		return "type must be JSONType or JSONType[]: " + string(n.Compact())
	}
	return ""
}

func ajvKind(m member, kind string, d dialect.Dialect) bool {
	switch kind {
	case "schema":
		return kindNames["object"].has(m.value) || kindNames["boolean"].has(m.value)
	case "items":
		// An array of items under 2020-12 is a rule of its own.
		return kindNames["object"].has(m.value) || kindNames["boolean"].has(m.value) || m.value.Kind() == jsondoc.Array
	default:
		return kindNames[kind].has(m.value)
	}
}

func describeKind(k keyword, kind string, d dialect.Dialect) string {
	switch {
	case kind == "schema", kind == "items" && d >= dialect.Draft2020:
		return `["object","boolean"]`
	case kind == "items":
		return `["object","array","boolean"]`
	default:
		return fmt.Sprintf("[%q]", kind)
	}
}
