package validate_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/validate"
)

// maker makes random schemas and values that often have to do with each other.
type maker struct{ *rand.Rand }

func (m maker) of(choices ...any) any { return choices[m.IntN(len(choices))] }

func (m maker) value(depth int) any {
	switch n := m.IntN(8); {
	case n < 2:
		return m.of(0, 1, 2.5, json.Number("1.0"), json.Number("10e-1"), -3)
	case n < 4:
		return m.of("", "a", "b", "ab", "2024-05-01")
	case n == 4 || depth == 0:
		return m.of(nil, true, false)
	case n < 7:
		obj := map[string]any{}
		for range m.IntN(4) {
			obj[m.of("a", "b", "ab", "c").(string)] = m.value(depth - 1)
		}
		return obj
	default:
		arr := []any{}
		for range m.IntN(4) {
			arr = append(arr, m.value(depth-1))
		}
		return arr
	}
}

func (m maker) schemas(depth int) []any {
	out := []any{m.schema(depth)}
	for range m.IntN(3) {
		out = append(out, m.schema(depth))
	}
	return out
}

// keywords maps each keyword to a maker of its value.
func (m maker) keywords(depth int) map[string]func() any {
	sub := func() any { return m.schema(depth) }
	subs := func() any { return m.schemas(depth) }
	named := func() any { return map[string]any{"a": sub(), "b": sub()} }
	names := func() any { return m.of([]any{"a"}, []any{"a", "b"}) }
	size := func() any { return m.of(0, 1, 2, json.Number("2.0")) }
	kw := map[string]func() any{
		"type":    func() any { return m.of("string", "integer", "number", "object", "array", []any{"null", "boolean"}) },
		"enum":    func() any { return []any{m.value(1), m.value(1), m.value(1)} },
		"const":   func() any { return m.value(1) },
		"minimum": size, "maximum": size, "minLength": size, "maxLength": size, "minItems": size, "maxItems": size,
		"minProperties": size, "maxProperties": size, "required": names,
		"pattern":     func() any { return m.of("^a", "b$", "^(?!a)", ".") },
		"uniqueItems": func() any { return true }, "multipleOf": func() any { return m.of(1, 2, 0.5) },
		"properties": named, "additionalProperties": sub, "not": sub, "allOf": subs, "anyOf": subs, "oneOf": subs,
		"patternProperties": func() any { return map[string]any{"^a": sub(), "b$": sub()} },
		"propertyNames":     sub, "contains": sub, "if": sub, "then": sub, "else": sub,
		"dependentSchemas": named, "dependentRequired": func() any { return map[string]any{"a": []any{"b"}} },
		"unevaluatedProperties": sub, "unevaluatedItems": sub, "prefixItems": subs, "items": sub, "minContains": size,
		"$ref": func() any { return m.of("#/$defs/x", "#/$defs/y") },
	}
	return kw
}

func (m maker) schema(depth int) any {
	if depth <= 0 || m.IntN(8) == 0 {
		return m.of(true, false, map[string]any{"type": m.of("string", "number", "object")}, map[string]any{"const": m.value(0)})
	}
	kw := m.keywords(depth - 1)
	names := slices.Sorted(maps.Keys(kw))
	out := map[string]any{}
	for range 1 + m.IntN(4) {
		n := names[m.IntN(len(names))]
		out[n] = kw[n]()
	}
	return out
}

// Ensure that what we take over from the library decides as the library does.
func TestAgreesWithTheLibrary(t *testing.T) {
	invalid, unchecked := 0, 0
	for seed := range uint64(2_000) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		schema := map[string]any{"allOf": []any{m.schema(3)}, "$defs": map[string]any{"x": m.schema(1), "y": m.schema(0)}}
		text, _ := json.Marshal(schema)
		lib, err := raw(t, string(text), useECMA)
		ours, ourErr := validate.Compile(parse(t, string(text)), dialect.Draft2020)
		if (err == nil) != (ourErr == nil) {
			t.Fatalf("%s: the library says %v, we say %v", text, err, ourErr)
		}
		if err != nil {
			continue
		}
		for range 4 {
			value, _ := json.Marshal(m.value(3))
			want := lib.Validate(rawValue(t, string(value))) == nil
			v := ours.Validate(t.Context(), parse(t, string(value)))
			if v.State == validate.Unchecked {
				unchecked++ // a $ref that comes back to itself
				continue
			}
			if (v.State == validate.Valid) != want {
				t.Fatalf("schema %s\nvalue %s\ngot %s %v, the library says valid = %v", text, value, v.State, v.Problems, want)
			}
			if !want {
				invalid++
			}
		}
	}
	if invalid < 1_000 || unchecked > 200 {
		t.Errorf("%d invalid and %d unchecked values: the schemas say too little", invalid, unchecked)
	}
}

// useECMA gives the library the one pattern of the test that RE2 cannot read.
func useECMA(c *jsonschema.Compiler) {
	c.UseRegexpEngine(ecma)
}

func ecma(s string) (jsonschema.Regexp, error) {
	re, err := regexp2.Compile(s, regexp2.ECMAScript|regexp2.Unicode)
	return ecmaPattern{re}, err
}

type ecmaPattern struct{ *regexp2.Regexp }

func (p ecmaPattern) MatchString(s string) bool {
	ok, _ := p.Regexp.MatchString(s)
	return ok
}
