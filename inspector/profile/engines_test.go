package profile

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/partstest"
)

// patterns are the constructs in which JavaScript with the flag u, Python and
// others differ; true where the engine takes them. Measured with Node.js 20 and
// Python 3.11; TestEngines measures again.
var patterns = []struct {
	pattern    string
	ecma, pyRe bool
}{
	{``, true, true},
	{`^[A-Za-z0-9_-]+$`, true, true},
	{`(?i)^abc$`, false, true},
	{`a(?i)b`, false, false},
	{`(?P<x>a)`, false, true},
	{`(?<x>a)`, true, false},
	{`(?<x>a)\k<x>`, true, false},
	{`\k<x>`, false, false},
	{`(?P<x>a)(?P=x)`, false, true},
	{`\Z`, false, true},
	{`\A\d`, false, true},
	{`a++`, false, true},
	{`a**`, false, false},
	{`*a`, false, false},
	{`^*`, false, false},
	{`[\w-.]`, false, false},
	{`[\w-]`, true, true},
	{`[a-\d]`, false, false},
	{`[z-a]`, false, false},
	{`\-`, false, true},
	{`[\-]`, true, true},
	{`\/`, true, true},
	{`\_`, false, true},
	{`\p{L}`, true, false},
	{`\p{Script=Greek}`, true, false},
	{`\p{Foo}`, false, false},
	{`\u{1F600}`, true, false},
	{`\u0041`, true, true},
	{`\u00`, false, false},
	{`\x41`, true, true},
	{`\x4`, false, false},
	{`\cA`, true, false},
	{`\0`, true, true},
	{`\01`, false, true},
	{`\1`, false, false},
	{`(a)\1`, true, true},
	{`(a)\2`, false, false},
	{`a{2,1}`, false, false},
	{`a{1,2}?`, true, true},
	{`a{1}{2}`, false, false},
	{`a{`, false, true},
	{`{`, false, true},
	{`]`, false, true},
	{`}`, false, true},
	{`[]`, true, false},
	{`[^]`, true, false},
	{`[]a]`, false, true},
	{`[a`, false, false},
	{`(?:a`, false, false},
	{`a)`, false, false},
	{`(?=a)*`, false, true},
	{`(?<=a)b`, true, true},
	{`(?<!a)b`, true, true},
	{`(?!undefined$|null$)`, true, true},
	{`(?>a)`, false, true},
	{`(?#x)`, false, true},
	{`\N{DIGIT ONE}`, false, true},
	{`[\b]`, true, true},
	{`[\B]`, false, false},
	{`\b*`, false, false},
	{`\h`, false, false},
	{`😀{2}`, true, true},
	{`[😀-😂]`, true, true},
	{`a|`, true, true},
	{`\`, false, false},
}

func TestPatterns(t *testing.T) {
	for _, p := range patterns {
		if fault := ecmaFault(p.pattern); (fault == "") != p.ecma {
			t.Errorf("ECMA-262: %q: %q", p.pattern, fault)
		}
		if fault := pythonFault(p.pattern); (fault == "") != p.pyRe {
			t.Errorf("Python: %q: %q", p.pattern, fault)
		}
	}
	for pattern, want := range map[string][4]bool{
		// look-around, class escape, \0, anchored
		`^a$`: {false, false, false, true}, `a`: {}, `^a\$`: {}, `^(?=a)$`: {true, false, false, true}, `\(?=a`: {}, `[(?=]`: {},
		`(?<x>a)`: {}, `(?<!a)`: {true, false, false, false}, `\d`: {false, true, false, false}, `\\d`: {}, `[\w]`: {false, true, false, false},
		`^[^/\0]+$`: {false, false, true, true}, `\\0`: {}, `^a\\$`: {false, false, false, true},
	} {
		got := [4]bool{hasLookaround(pattern), hasEscape(pattern, "dDsSwWbB"), hasEscape(pattern, "0"), anchored(pattern)}
		if got != want {
			t.Errorf("%q: %v, expected %v", pattern, got, want)
		}
	}
}

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

// The tables above are what the engines themselves say.
func TestEngines(t *testing.T) {
	input := struct {
		Patterns []string          `json:"patterns"`
		Schemas  []json.RawMessage `json:"schemas"`
	}{}
	for _, p := range patterns {
		input.Patterns = append(input.Patterns, p.pattern)
	}
	for _, one := range compiled {
		input.Schemas = append(input.Schemas, json.RawMessage(one.schema))
	}
	t.Run("JavaScript", func(t *testing.T) {
		var said struct{ Patterns, Draft07, Declared []string }
		run(t, input, &said, partstest.Node(t), "testdata/engines.cjs", partstest.NPM(t, "ajv", "dist/ajv.js"), partstest.NPM(t, "ajv", "dist/2020.js"))
		for i, p := range patterns {
			if (said.Patterns[i] == "") != p.ecma {
				t.Errorf("%q: %s", p.pattern, said.Patterns[i])
			}
		}
		for i, one := range compiled {
			if (said.Draft07[i] == "") != one.draft07 || (said.Declared[i] == "") != one.declared {
				t.Errorf("%s: draft-07 %q, declared %q", one.schema, said.Draft07[i], said.Declared[i])
			}
		}
	})
	t.Run("Python", func(t *testing.T) {
		var said []string
		run(t, input.Patterns, &said, partstest.PythonMCP(t), "testdata/engines.py")
		for i, p := range patterns {
			if (said[i] == "") != p.pyRe {
				t.Errorf("%q: %s", p.pattern, said[i])
			}
		}
	})
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
