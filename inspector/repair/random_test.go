package repair_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// randomSchema writes a schema of keywords and values that do not belong together.
func randomSchema(r *rand.Rand, depth int) string {
	if depth <= 0 || r.IntN(12) == 0 {
		return pick(r, `true`, `false`, `{}`, `null`, `"string"`, `{"type":"string"}`, `{"type":"null"}`, `{"$ref":"#/$defs/A"}`, `{"$ref":"#/properties/a"}`, `{"$ref":"#"}`, `[]`)
	}
	sub := func() string { return randomSchema(r, depth-1) }
	subs := func() string { return "[" + sub() + "," + sub() + "]" }
	named := func() string { return `{"a":` + sub() + `,"b[c]":` + sub() + `}` }
	var parts []string
	for range 1 + r.IntN(6) {
		key := pick(r, "type", "type", "properties", "required", "items", "anyOf", "oneOf", "allOf", "not", "if", "then", "enum", "const", "default", "examples",
			"minimum", "exclusiveMinimum", "maxLength", "minItems", "pattern", "format", "nullable", "additionalProperties", "patternProperties", "prefixItems",
			"$ref", "$defs", "definitions", "$schema", "$id", "$dynamicRef", "description", "title", "dependencies", "maxlength", "x-mcp-header", "propertyNames", "unevaluatedProperties")
		value := ""
		switch key {
		case "type":
			value = pick(r, `"string"`, `"object"`, `"array"`, `"int"`, `"any"`, `["string","null"]`, `["array","object","null"]`, `["string","string"]`, `[]`, `3`, `null`)
		case "properties", "patternProperties", "$defs", "definitions", "dependencies":
			value = pick(r, named(), named(), named(), `[]`, `null`)
		case "anyOf", "oneOf", "allOf", "prefixItems":
			value = pick(r, subs(), subs(), `[]`, sub())
		case "items":
			value = pick(r, sub(), subs(), `false`)
		case "required":
			value = pick(r, `["a"]`, `["a","z","a"]`, `true`, `null`, `{"a":true}`, `[1]`)
		case "enum", "examples":
			value = pick(r, `["a","b",null]`, `[1,2,1]`, `[]`, `"a"`, `[{"x":1}]`)
		case "$ref", "$dynamicRef":
			value = pick(r, `"#/$defs/A"`, `"#/$defs/a"`, `"#/properties/a"`, `"#"`, `"https://x.test/a"`, `"#nowhere"`, `5`)
		case "pattern":
			value = pick(r, `"(?i)^[a-z]\\d$"`, `"\\S"`, `"(?P<n>x)"`, `"["`, `"a|b"`, `"[\\w-.]"`, `"\\0"`)
		case "$schema":
			value = pick(r, `"http://json-schema.org/draft-07/schema#"`, `"https://json-schema.org/draft/2020-12/schema"`, `"x"`, `1`)
		case "minimum", "exclusiveMinimum", "maxLength", "minItems", "maxlength":
			value = pick(r, `1`, `true`, `"3"`, `18446744073709551615`, `-1`, `1e400`, `2500`)
		case "additionalProperties", "not", "if", "then", "propertyNames", "unevaluatedProperties":
			value = pick(r, sub(), `false`, `true`)
		default:
			value = pick(r, `null`, `"a\u200b b"`, `5`, `true`, `"default 10"`, `"uint32"`, `"date-time"`, `["x"]`)
		}
		parts = append(parts, strconv.Quote(key)+":"+value)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// TestRandomTools mends tools that no server would send: nothing panics and what
// comes out is JSON with changes that lead somewhere.
func TestRandomTools(t *testing.T) {
	c := catalog(t)
	n := 80
	if testing.Short() {
		n = 20
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		text := `{"name":` + pick(r, `"t"`, `"get weather!"`, `"3d"`, `5`) + `,"description":` + pick(r, `"d"`, `null`, `""`) +
			`,"inputSchema":` + randomSchema(r, 4) + `,"outputSchema":` + randomSchema(r, 3) +
			`,"annotations":` + pick(r, `{"readOnlyHint":true,"destructiveHint":true}`, `{"readOnlyHint":"true"}`, `null`, `{}`) + `}`
		mendAnything(t, c, []byte(text))
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, text)
		}
	}
}
