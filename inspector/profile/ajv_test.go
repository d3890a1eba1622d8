package profile

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/partstest"
)

// compiled are schemas and whether Ajv 8 compiles them as draft-07, and as what
// they declare.
var compiled = []struct {
	schema            string
	draft07, declared bool
}{
	{`{"type":"object"}`, true, true},
	{`{"type":"any"}`, false, false},
	{`{"type":["string","any"]}`, false, false},
	{`{"type":null}`, false, false},
	{`{"type":""}`, true, true},
	{`{"nullable":true}`, false, false},
	{`{"type":"string","nullable":true}`, true, true},
	{`{"type":"null","nullable":false}`, false, false},
	{`{"required":true}`, false, false},
	{`{"exclusiveMinimum":true}`, false, false},
	{`{"enum":[]}`, false, false},
	{`{"enum":["a","a"]}`, true, true},
	{`{"pattern":"(?i)a"}`, false, false},
	{`{"patternProperties":{"(":{"type":"string"}}}`, false, false},
	{`{"properties":{"a":null}}`, false, false},
	{`{"properties":{"a":true,"b":{"title":3}}}`, true, true},
	{`{"$ref":"#/$defs/No"}`, false, false},
	{`{"$ref":"#/$defs/A","$defs":{"A":{"type":"string"}}}`, true, true},
	{`{"$defs":{"A":{"type":"any"}}}`, true, true},
	{`{"$ref":"https://x.test/y"}`, false, false},
	{`{"$ref":"http://json-schema.org/draft-07/schema#"}`, true, false},
	{`{"prefixItems":[{"type":"any"}]}`, true, false},
	{`{"unevaluatedProperties":3}`, true, false},
	{`{"minLength":"3"}`, false, false},
	{`{"anyOf":{}}`, false, false},
	{`{"if":3}`, false, false},
	{`{"format":3}`, false, false},
	{`{"format":"zzz"}`, true, true},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"any"}]}`, true, true},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`, true, true},
}

func TestAjv(t *testing.T) {
	for _, one := range compiled {
		v := viewOf(t, one.schema)
		for _, engine := range []struct {
			name string
			d    dialect.Dialect
			want bool
		}{{"draft-07", dialect.Draft07, one.draft07}, {"declared", v.declared(), one.declared}} {
			var faults []string
			compileAjv(v, engine.d, func(h hit) { faults = append(faults, string(h.at)+": "+h.text) })
			if (len(faults) == 0) != engine.want {
				t.Errorf("%s as %s: %v", one.schema, engine.name, faults)
			}
		}
	}
}

// The table above is what Ajv itself says.
func TestAjvItself(t *testing.T) {
	var input []json.RawMessage
	for _, one := range compiled {
		input = append(input, json.RawMessage(one.schema))
	}
	var said struct{ Draft07, Declared []string }
	run(t, input, &said, partstest.Node(t), "testdata/ajv.cjs", partstest.NPM(t, "ajv", "dist/ajv.js"), partstest.NPM(t, "ajv", "dist/2020.js"))
	for i, one := range compiled {
		if (said.Draft07[i] == "") != one.draft07 || (said.Declared[i] == "") != one.declared {
			t.Errorf("%s: draft-07 %q, declared %q", one.schema, said.Draft07[i], said.Declared[i])
		}
	}
}

func run(t *testing.T, input, output any, program string, args ...string) {
	t.Helper()
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdin = bytes.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	if err := json.Unmarshal(out, output); err != nil {
		t.Fatal(err)
	}
}
