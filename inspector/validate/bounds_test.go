package validate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/validate"
)

// What multiplies along the value is not seen before, and is stopped.
func TestBillionLaughsAlongTheValue(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$defs":{"l0":{"type":"string"}`)
	for i := range 30 {
		fmt.Fprintf(&b, `,"l%d":{"allOf":[{"properties":{"a":{"$ref":"#/$defs/l%d"}}},{"properties":{"a":{"$ref":"#/$defs/l%d"}}}]}`, i+1, i, i)
	}
	b.WriteString(`},"$ref":"#/$defs/l30"}`)
	start := time.Now()
	v := check(t, b.String(), strings.Repeat(`{"a":`, 30)+`"x"`+strings.Repeat(`}`, 30))
	if v.State != validate.Unchecked || v.Reason == "" {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	if took := time.Since(start); took > 2*validate.ValidateTime {
		t.Errorf("took %s", took)
	}
}

// A reference that comes back to itself says nothing about the value.
func TestCircle(t *testing.T) {
	for _, schema := range []string{
		`{"$ref":"#"}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}`,
		`{"anyOf":[{"type":"string"},{"$ref":"#"}]}`,
	} {
		if v := check(t, schema, `1`); v.State != validate.Unchecked || !strings.Contains(v.Reason, "comes back to itself") {
			t.Errorf("%s: got %s %q", schema, v.State, v.Reason)
		}
	}
	if v := check(t, `{"anyOf":[{"type":"string"},{"$ref":"#"}]}`, `"a"`); v.State != validate.Valid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	tree := `{"type":"object","additionalProperties":{"$ref":"#"}}`
	if v := check(t, tree, `{"a":{"b":{"c":{}}}}`); v.State != validate.Valid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
}

// The stack of a goroutine cannot be recovered once it has run out.
func TestDeepInstances(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tree := `{"items":{"$ref":"#"}}`
	if v := check(t, tree, deep(2_000)); v.State != validate.Valid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	chain := `{"$defs":{"l0":{"items":{"$ref":"#/$defs/l40"}}`
	for i := range 40 {
		chain += fmt.Sprintf(`,"l%d":{"$ref":"#/$defs/l%d"}`, i+1, i)
	}
	chain += `},"$ref":"#/$defs/l40"}`
	if v := check(t, chain, deep(4_000)); v.State != validate.Unchecked || !strings.Contains(v.Reason, "4000 levels deep") {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	if v := check(t, chain, deep(100)); v.State != validate.Valid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	if v := check(t, `{"type":"array"}`, deep(10_000)); v.State != validate.Valid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
}

func TestTooLarge(t *testing.T) {
	ids := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"d%d":{"$id":"http://x.invalid/%d"},`, i, i)
		}
		return `{"$defs":{` + strings.TrimSuffix(b.String(), ",") + `}}`
	}
	for name, test := range map[string]struct{ schema, want string }{
		"subschemas": {wide(validate.MaxSubschemas), "at most 20000 are compiled"},
		"pointers":   {`{"properties":{"` + strings.Repeat("n", 2_000) + `":` + wide(3_000) + `}}`, "at most 4194304"},
		"deep":       {strings.Repeat(`{"properties":{"xxxxxxxxxxxx":`, 100) + wide(2_000) + strings.Repeat(`}}`, 100), "nested too deep"},
		"ids":        {ids(validate.MaxIDs + 1), "at most 1000"},
		"strays":     {strays(3_000), "places where no schema is expected"},
	} {
		start := time.Now()
		_, err := validate.Compile(parse(t, test.schema), dialect.Unknown)
		if ce := compileError(t, err); ce.Kind != validate.TooLarge || !strings.Contains(ce.Message, test.want) {
			t.Errorf("%s: got %s %.300s", name, ce.Kind, ce.Message)
		}
		if took := time.Since(start); took > 5*time.Second { // a tenth of one, but for race detectors
			t.Errorf("%s: took %s to refuse", name, took)
		}
	}
	many := "[" + strings.Repeat("1,", validate.MaxValues) + "1]"
	if v := check(t, `{}`, many); v.State != validate.Unchecked || !strings.Contains(v.Reason, "at most 500000") {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
}

// wide is a schema with n properties.
func wide(n int) string {
	var b strings.Builder
	b.WriteString(`{"properties":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":{"type":"string"}`, i)
	}
	b.WriteString(`}}`)
	return b.String()
}

// strays is a schema with n references to places where no schema is expected.
func strays(n int) string {
	var models, props strings.Builder
	for i := range n {
		fmt.Fprintf(&models, `"m%d":{"type":"string"},`, i)
		fmt.Fprintf(&props, `"p%d":{"$ref":"#/x-models/m%d"},`, i, i)
	}
	return `{"x-models":{` + strings.TrimSuffix(models.String(), ",") + `},"properties":{` + strings.TrimSuffix(props.String(), ",") + `}}`
}
