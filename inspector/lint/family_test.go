package lint

import (
	"context"
	"strings"
	"testing"

	"mcploupe/inspector/tool"
)

func TestRequired(t *testing.T) {
	check(t, []schemaCase{
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{}},"required":["a","b","c"]}`, pp{"/required/1", "/required/2"}},
		{"lint/required-undeclared", `{"type":"object","patternProperties":{"^b":{}},"required":["b1"]}`, nil},
		// Branches that only say what is required belong to the object around.
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, nil},
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, pp{"/anyOf/1/required/0"}},
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{}},"not":{"required":["zzz"]}}`, nil},
		{"lint/required-undeclared", `{"type":"object","required":["a"],"allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"properties":{"a":{}}}}}`, nil},
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{}},"if":{"required":["a"]},"then":{"properties":{"b":{}},"required":["a","b"]}}`, nil},
		{"lint/required-undeclared", `{"type":"object","properties":{"o":{"type":"object","required":["x"]}}}`, pp{"/properties/o/required/0"}},
		{"lint/required-closed", `{"type":"object","properties":{"a":{}},"required":["a","b"],"additionalProperties":false}`, pp{"/required/1"}},
		{"lint/required-closed", `{"type":"object","required":["b"],"unevaluatedProperties":false,"allOf":[{"properties":{"b":{}}}]}`, nil},
		{"lint/required-closed", `{"type":"object","required":["b"],"additionalProperties":false,"allOf":[{"properties":{"b":{}}}]}`, pp{"/required/0"}},
		{"lint/required-undeclared", `{"type":"object","properties":{"a":{}},"required":["b"],"additionalProperties":false}`, nil},
		{"lint/required-not-array", `{"type":"object","properties":{"a":{"required":true},"b":{"required":"x"},"c":{"required":null},"d":{"required":[1]}}}`, pp{"/properties/a/required", "/properties/b/required", "/properties/c/required", "/properties/d/required"}},
		{"lint/required-not-array", `{"$schema":"http://json-schema.org/draft-03/schema#","type":"object","properties":{"a":{"required":true}}}`, nil},
		{"lint/required-duplicate", `{"type":"object","properties":{"a":{},"b":{}},"required":["a","b","a"]}`, pp{"/required/2"}},
		{"lint/nullable-required", `{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"null"},"c":{},"d":{"$ref":"#/$defs/D"}},"required":["a","b","c","d"],"$defs":{"D":{"enum":["x",null]}}}`, pp{"/properties/a", "/properties/d"}},
		{"lint/required-with-default", `{"type":"object","properties":{"a":{"default":null},"b":{"default":1}},"required":["a"]}`, pp{"/properties/a/default"}},
	})
}

func TestTypes(t *testing.T) {
	check(t, []schemaCase{
		{"lint/unknown-type", `"a":{"type":"any"},"b":{"type":["string","None"]},"c":{"type":null},"d":{"type":"String"}`, pp{"/properties/a", "/properties/b", "/properties/c", "/properties/d"}},
		{"lint/unknown-type", `{"$schema":"http://json-schema.org/draft-03/schema#","type":"object","properties":{"a":{"type":"any"}}}`, nil},
		{"lint/keyword-type-mismatch", `"a":{"type":"string","items":{}},"b":{"type":["string","null"],"maxLength":1,"minimum":1},"c":{"minLength":1}`, pp{"/properties/a/items", "/properties/b/minimum"}},
		{"lint/untyped", `"a":{},"b":{"not":{}},"c":{"const":1},"d":true,"e":{"type":"object","properties":{"f":{"title":"F"}}}`, pp{"/properties/a", "/properties/b", "/properties/e/properties/f"}},
		{"lint/array-items-missing", `"a":{"type":["array","null"]},"b":{"type":"array","prefixItems":[{}]},"c":{"type":"array","items":{"type":"array"}}`, pp{"/properties/a", "/properties/c/items"}},
		{"lint/type-excludes-branch", `"a":{"type":"string","oneOf":[{"maxLength":1},{"enum":[1]},{"$ref":"#/properties/b"}]},"b":{"type":"integer"}`, pp{"/properties/a/oneOf/1", "/properties/a/oneOf/2"}},
		{"lint/type-excludes-branch", `"a":{"type":["string","null"],"anyOf":[{"type":"string"},{"type":"null"}]},"b":{"type":"number","anyOf":[{"type":"integer"}]}`, nil},
		{"lint/nullable-keyword", `"a":{"type":"string","nullable":true},"nullable":{"type":"boolean"}`, pp{"/properties/a/nullable"}},
		{"lint/bounds-inverted", `"a":{"minLength":2,"maxLength":1},"b":{"minimum":1,"maximum":1},"c":{"exclusiveMinimum":1,"maximum":1}`, pp{"/properties/a/minLength", "/properties/c/exclusiveMinimum"}},
		{"lint/bounds-inverted", `"a":{"type":"integer","minimum":0.1,"maximum":0.9},"b":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":1},"c":{"type":"integer","minimum":-0.5,"maximum":0.5}`, pp{"/properties/a/minimum", "/properties/b/exclusiveMinimum"}},
		{"lint/bounds-inverted", `"a":{"prefixItems":[{},{}],"items":false,"minItems":3},"b":{"prefixItems":[{}],"minItems":3}`, pp{"/properties/a/minItems"}},
		{"lint/draft4-exclusive", `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}`, nil},
		{"lint/draft4-exclusive", `"a":{"maximum":1,"exclusiveMaximum":false}`, pp{"/properties/a/exclusiveMaximum"}},
		{"lint/number-not-portable", `"a":{"minimum":-9007199254740993,"maximum":9007199254740991,"enum":[1,9223372036854775807],"default":1e400,"multipleOf":0.1}`, pp{"/properties/a/default", "/properties/a/enum/1", "/properties/a/minimum"}},
		{"lint/number-not-portable", `"a":{"maximum":1.7976931348623157e308,"minimum":-1e300}`, nil},
	})
}

func TestForms(t *testing.T) {
	check(t, []schemaCase{
		{"lint/property-not-schema", `"a":{"type":"object","properties":[]},"b":{"$defs":{"x":1}}`, pp{"/properties/a/properties", "/properties/b/$defs/x"}},
		{"lint/boolean-property", `"a":{"type":"object","properties":{"b":false}},"c":{"items":true,"additionalProperties":false}`, pp{"/properties/a/properties/b"}},
		{"lint/annotation-type", `"a":{"title":null,"examples":"x","deprecated":"yes","$comment":1}`, pp{"/properties/a/$comment", "/properties/a/deprecated", "/properties/a/examples", "/properties/a/title"}},
		{"lint/annotation-type", `"description":{"type":"string"},"title":{"type":"string"}`, nil},
		{"lint/keyword-typo", `"a":{"max_length":1,"additionalProperty":false,"Type":"string","defs":{},"enums":[],"x-order":1,"example":1,"discriminator":{},"whatever":1}`, pp{"/properties/a/Type", "/properties/a/additionalProperty", "/properties/a/defs", "/properties/a/enums", "/properties/a/max_length"}},
		{"lint/keyword-typo", `"a":{"tpye":"string","item":{},"note":1,"name":1,"form":1,"key":1,"order":1,"group":1,"required_":1}`, pp{"/properties/a/item", "/properties/a/required_", "/properties/a/tpye"}},
		{"lint/keyword-typo", `"maxlength":{"type":"string"},"Type":{"type":"string"}`, nil},
		{"lint/depth", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"string"}}}}}}}`, nil},
		{"lint/unsatisfiable", `{"type":"object","properties":{"a":false,"b":{"not":{}},"c":{"anyOf":[]},"d":{"not":{}}},"required":["a","b"]}`, pp{"/properties/a", "/properties/b/not", "/properties/c/anyOf"}},
		{"lint/unsatisfiable", `"a":{"type":"string","allOf":[{"enum":["x"]},{"type":"null"}]},"b":{"allOf":[{"type":["string","null"]},{"type":"null"}]}`, pp{"/properties/a/allOf/1"}},
		{"lint/oneof-overlap", `"a":{"oneOf":[{"type":"string"},{"type":"string"}]},"b":{"oneOf":[{"required":["x"]},{"required":["y"]}]},"c":{"oneOf":[{"type":"integer","minimum":1},{"type":"number","maximum":0}]}`, pp{"/properties/a/oneOf/1", "/properties/b/oneOf/1"}},
	})
}

func TestRefs(t *testing.T) {
	check(t, []schemaCase{
		{"lint/ref-unresolved", `"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#nowhere"},"c":{"$ref":"#/properties/c~1d"},"c/d":{},"e":{"$ref":"#/properties/%C3%BC"},"ü":{}`, pp{"/properties/a/$ref", "/properties/b/$ref"}},
		{"lint/ref-unresolved", `{"type":"object","properties":{"a":{"$ref":"#here"},"b":{"$ref":"#"}},"$defs":{"x":{"$anchor":"here"}}}`, nil},
		{"lint/ref-unresolved", `{"$id":"https://x.test/s","type":"object","properties":{"a":{"$ref":"s#/$defs/A"},"b":{"$ref":"https://x.test/s#/$defs/B"},"c":{"$ref":"in"}},"$defs":{"A":{},"in":{"$id":"in"}}}`, pp{"/properties/b/$ref"}},
		{"lint/ref-remote", `{"$id":"https://x.test/s","type":"object","properties":{"a":{"$ref":"s"},"b":{"$ref":"other"},"c":{"$ref":"file:///etc/passwd"},"$ref":{"type":"string"}}}`, pp{"/properties/b/$ref", "/properties/c/$ref"}},
		{"lint/ref-remote", `"a":{"$ref":"other.json#/x"},"b":{"$ref":"urn:x:y"},"c":{"const":{"$ref":"http://x.test"}}`, pp{"/properties/a/$ref", "/properties/b/$ref"}},
		{"lint/ref-loop", `"a":{"$ref":"#/properties/a"},"b":{"$ref":"#/properties/c"},"c":{"$ref":"#/properties/b"},"d":{"$ref":"#/properties/b"}`, pp{"/properties/a/$ref", "/properties/b/$ref"}},
		{"lint/ref-recursive", `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#/properties/c"},"c":{"type":"string"}}}`, pp{"/properties/a/$ref"}},
		{"lint/ref-siblings-draft07", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/A","description":"d"},"b":{"$ref":"#/definitions/A","minLength":1}},"definitions":{"A":{}}}`, pp{"/properties/b"}},
		{"lint/defs-unused", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A/properties/x"}},"$defs":{"A":{"properties":{"x":{}}},"B":{}}}`, pp{"/$defs/B"}},
		{"lint/defs-unused", `{"type":"object","properties":{"a":{"$ref":"#/nowhere"}},"$defs":{"A":{}}}`, nil},
	})
}

func TestDialects(t *testing.T) {
	const d7 = `"$schema":"http://json-schema.org/draft-07/schema#","type":"object",`
	check(t, []schemaCase{
		{"lint/dialect-mismatch", `"a":{"items":[{}],"additionalItems":false,"dependencies":{}}`, pp{"/properties/a/additionalItems", "/properties/a/dependencies", "/properties/a/items"}},
		{"lint/dialect-mismatch", `{` + d7 + `"properties":{"a":{"items":[{}],"additionalItems":false}}}`, nil},
		{"lint/dialect-mismatch", `{` + d7 + `"properties":{"a":{"prefixItems":[{}],"deprecated":true}},"unevaluatedProperties":false,"$defs":{}}`, pp{"/properties/a/prefixItems", "/unevaluatedProperties"}},
		{"lint/dialect-mismatch", `{"$schema":"https://x.test/mine","type":"object"}`, pp{"/$schema"}},
		{"lint/dialect-mismatch", `{"definitions":{"A":{}},"type":"object"}`, nil},
		{"spec/dialect-valid", `"a":{"minLength":-1},"b":{"enum":1}`, pp{"/properties/a/minLength", "/properties/b/enum"}},
		{"lint/pattern-invalid", `"b":{"pattern":"(["}`, pp{"/properties/b/pattern"}},
		{"spec/dialect-valid", `{` + d7 + `"properties":{"a":{"items":[{}]}}}`, nil},
		{"lint/keyword-no-effect", `{` + d7 + `"additionalItems":false,"else":{},"contains":{},"minContains":1}`, pp{"/additionalItems", "/else"}},
	})
	tl := open(t, schemaCase{schema: `"a":{"items":[{}]}`}.tool())[0]
	if got := of("spec/dialect-valid", Run(context.Background(), tl, Options{ProtocolVersion: "2025-06-18"})); len(got) > 0 {
		t.Errorf("before 2025-11-25 no dialect is the default: %+v", got)
	}
}

func TestPatterns(t *testing.T) {
	check(t, []schemaCase{
		{"lint/pattern-unanchored", `"a":{"pattern":"^a"},"b":{"pattern":"^a\\$"},"c":{"pattern":"^a$"}`, pp{"/properties/a/pattern", "/properties/b/pattern"}},
		{"lint/pattern-invalid", `"a":{"patternProperties":{"(?i)x":{}}},"b":{"pattern":"\\Z"}`, pp{"/properties/a/patternProperties/(?i)x", "/properties/b/pattern"}},
		{"lint/format-unknown", `"a":{"format":"email"},"b":{"format":"path"},"c":{"format":1},"format":{"type":"string"}`, pp{"/properties/b/format"}},
		{"lint/format-wrong-type", `"a":{"type":"integer","format":"date"},"b":{"type":["string","null"],"format":"date"},"c":{"format":"int64"}`, pp{"/properties/a/format"}},
	})
}

func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext\r\n":                "",
		"\u202eevil":                     "U+202E (a bidirectional control)",
		"a\u200bb\u200bc":                "U+200B (a zero-width character), 2 times",
		"a\u0007":                        "U+0007 (a control character)",
		"\u0085":                         "U+0085 (a control character)",
		"x\U000e0041\U000e0042":          "U+E0041 (a tag character)",
		"\U0001f3f4\U000e0067\U000e007f": "", // a flag
		"👩\u200d🔬 ⚠\ufe0f":               "",
		"می\u200cخواهم \u200f":           "",
		"latin\u200cletters":             "U+200C",
		"latin \u200f":                   "U+200F",
		"\ufeffbom":                      "U+FEFF",
		"soft\u00adhyphen":               "U+00AD",
		"\u2028":                         "a line separator",
		"\u3164":                         "a blank letter",
		"葛\U000e0100":                    "", // a variant of a Han character
		"a\U000e0101":                    "a variation selector",
	} {
		got := describe(secrets(text))
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := smuggled("x\U000e0068\U000e0069"); got != "hi" {
		t.Errorf("smuggled %q", got)
	}
	found := of("lint/hidden-characters", findings(t, `{"name":"a\u200bb","description":"x\u202ey","inputSchema":{"type":"object","properties":{"k\u2066":{"enum":["\u200e"]}}}}`))
	var got []string
	for _, f := range found {
		got = append(got, string(f.Level)+" "+string(f.Pointer))
	}
	if want := "call /inputSchema/properties/k\u2066|call /name|warn /description|warn /inputSchema/properties/k\u2066/enum/0"; strings.Join(got, "|") != want {
		t.Errorf("found %q, want %q", strings.Join(got, "|"), want)
	}
}

func TestTexts(t *testing.T) {
	check(t, []schemaCase{
		{"lint/text-contradicts-schema", `"a":{"default":5,"description":"Default: 5."},"b":{"default":true,"description":"defaults to false"},"c":{"default":"x","enum":["x","y"],"description":"default is 'y'"},"d":{"default":"x","description":"by default nothing happens"},"e":{"default":20,"description":"The default value is used"},"f":{"default":1.0,"description":"default 1"}`, pp{"/properties/b/description", "/properties/c/description"}},
		{"lint/text-contradicts-schema", `{"type":"object","properties":{"a":{"description":"Optional name"},"b":{"description":"(optional) x"},"c":{"description":"Optionally x"}},"required":["a","b","c"]}`, pp{"/properties/a/description", "/properties/b/description"}},
	})
	for description, want := range map[string]int{
		"Pass the parameters a and b": 1, "Takes no parameters.": 0, "Parameters: none": 0, "Lists things": 0, "Does not require any arguments": 0, "Input: a query": 1,
	} {
		tl := `{"name":"t","description":"` + description + `","inputSchema":{"type":"object","properties":{}}}`
		if got := of("lint/arguments-erased", findings(t, tl)); len(got) != want {
			t.Errorf("%s: %+v", description, got)
		}
	}
	missing := of("lint/description-missing", findings(t, `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"description":"x"},"b":{},"c":{"$ref":"#/$defs/C"}},"$defs":{"C":{"description":"y"}}}}`))
	if len(missing) != 2 || missing[0].Pointer != "/description" || missing[1].Pointer != "/inputSchema/properties/b" {
		t.Errorf("missing: %+v", missing)
	}
}

func TestElsewhere(t *testing.T) {
	f := of("lint/ref-unresolved", findings(t, `{"name":"t","inputSchema":{"type":"object","$defs":{"A":{}}},"outputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}}`))
	if len(f) != 1 || !strings.Contains(f[0].Next, "inputSchema, which is another document") {
		t.Errorf("%+v", f)
	}
	f = of("lint/ref-unresolved", findings(t, `{"name":"t","inputSchema":{"type":"object","properties":{"req":{"type":"object","$defs":{"F":{}},"properties":{"f":{"$ref":"#/$defs/F"}}}}}}`))
	if len(f) != 1 || !strings.Contains(f[0].Next, `"/properties/req/$defs/F"`) {
		t.Errorf("%+v", f)
	}
}

func TestLists(t *testing.T) {
	list := func(names ...string) []*tool.Tool {
		text := ""
		for i, n := range names {
			if i > 0 {
				text += ","
			}
			text += `{"name":"` + n + `","inputSchema":{"type":"object","$id":"u:x"}}`
		}
		return open(t, `[`+text+`]`)
	}
	found := List(context.Background(), list("a.b", "c", "A_B", "c"), Options{})
	counts := []int{len(of("lint/name-collision", found[0])), len(of("lint/name-collision", found[1])), len(of("lint/name-collision", found[2])), len(of("lint/name-collision", found[3]))}
	if counts[0] != 1 || counts[1] != 0 || counts[2] != 1 || counts[3] != 0 {
		t.Errorf("collisions %v", counts)
	}
	for i := range found { // equal schemas may share their $id
		if got := of("lint/id-duplicate", found[i]); len(got) > 0 {
			t.Errorf("%+v", got)
		}
	}
}

// TestNoRepeats: what the reader of the list said of a place is not said again.
func TestNoRepeats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range findings(t, `{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":1},"required":null}}`) {
		key := f.Rule + " " + string(f.Pointer)
		if seen[key] {
			t.Errorf("twice: %s", key)
		}
		seen[key] = true
	}
	for _, want := range []string{"lint/boolean-property /inputSchema/properties/a", "lint/property-not-schema /inputSchema/properties/b", "lint/required-not-array /inputSchema/required"} {
		if !seen[want] {
			t.Errorf("missing: %s", want)
		}
	}
}
