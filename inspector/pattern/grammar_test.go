package pattern_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/pattern"
)

// grammar holds the constructs in which JavaScript with the flag u, Python and
// others differ; true where the engine takes them. Measured with Node.js 20 and
// Python 3.11; TestEngines measures again.
var grammar = []struct {
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

func TestGrammar(t *testing.T) {
	for _, p := range grammar {
		if _, err := pattern.ECMA(p.pattern); (err == nil) != p.ecma {
			t.Errorf("ECMA-262: %q: %v", p.pattern, err)
		}
		if err := pattern.Python(p.pattern); (err == nil) != p.pyRe {
			t.Errorf("Python: %q: %v", p.pattern, err)
		}
	}
}

func TestECMA(t *testing.T) {
	for _, good := range []string{
		``, `^[a-z]+$`, `a|b|`, `(?:a)(b)\1`, `(?<n>a)\k<n>`, `(?=a)b(?!c)`, `(?<=a)(?<!b)c`, `[\w\-.]`, `[\d-]`, `[-a]`, `[^\]]`, `a{2}b{2,}c{2,3}?`,
		`\u{1F600}\u0041\x41\cA\0`, `\p{L}\P{Script=Greek}`, `^\/\.\$\{\}$`, `[\b]`, `\bword\B`, `(?i:a)b`, `(?-s:.)`, `.*?`, `[😀-😎]`, `[]`, `[^]`, `\-`[:0],
	} {
		if _, err := pattern.ECMA(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for bad, part := range map[string]string{
		`(?i)x`: "(?i", `(?P<n>x)`: "Python", `\Ax\Z`: `\A`, `a++`: "nothing to repeat", `*a`: "nothing to repeat", `[\w-.]`: "dash must be escaped",
		`\_`: `\_`, `\-`: "outside of a class", `a{`: "escaped", `}`: "escaped", `]`: "escaped", `(a`: "not closed", `a)`: "opening", `[a`: "not closed",
		`\1`: "not there", `\k<n>`: "not there", `[b-a]`: "out of order", `a{3,2}`: "out of order", `(?=a)*`: "nothing to repeat", `\`: "backslash",
		`\p`: "braces", `\u12`: "digits", `\01`: "octal", `(?<1>a)`: "name", `\u{110000000}`: "code point", `(?#c)`: "(?#", `\b+`: "nothing to repeat",
	} {
		if _, err := pattern.ECMA(bad); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v, want %q", bad, err, part)
		}
	}
	traitsOf := func(source string) pattern.Traits { got, _ := pattern.ECMA(source); return got }
	if got := traitsOf(`(?=a)(b)\1\p{L}(?<n>c)\d(?i:x)`); got != (pattern.Traits{Look: true, Back: true, Property: true, Named: true, Class: true, Modifiers: true}) {
		t.Errorf("traits %+v", got)
	}
	if got := traitsOf(`^[a-z]{2}$`); got != (pattern.Traits{}) {
		t.Errorf("traits %+v", got)
	}
}

func TestScan(t *testing.T) {
	for source, want := range map[string][4]bool{
		// look-around, class escape, \0, anchored
		`^a$`: {false, false, false, true}, `a`: {}, `^a\$`: {}, `^(?=a)$`: {true, false, false, true}, `\(?=a`: {}, `[(?=]`: {},
		`(?<x>a)`: {}, `(?<!a)`: {true, false, false, false}, `\d`: {false, true, false, false}, `\\d`: {}, `[\w]`: {false, true, false, false},
		`^[^/\0]+$`: {false, false, true, true}, `\\0`: {}, `^a\\$`: {false, false, false, true},
	} {
		got := [4]bool{pattern.Lookaround(source), pattern.Escapes(source, "dDsSwWbB"), pattern.Escapes(source, "0"), pattern.Anchored(source)}
		if got != want {
			t.Errorf("%q: %v, expected %v", source, got, want)
		}
	}
}

func TestDeep(t *testing.T) {
	for n, deep := range map[int]bool{500: false, 501: true, 100_000: true} {
		source := strings.Repeat("(", n) + strings.Repeat(")", n)
		if _, err := pattern.ECMA(source); errors.Is(err, pattern.ErrDeep) != deep || !deep && err != nil {
			t.Errorf("ECMA-262, %d groups: %v", n, err)
		}
		if err := pattern.Python(source); errors.Is(err, pattern.ErrDeep) != deep || !deep && err != nil {
			t.Errorf("Python, %d groups: %v", n, err)
		}
	}
}

// The table above is what the engines themselves say.
func TestEngines(t *testing.T) {
	var input []string
	for _, p := range grammar {
		input = append(input, p.pattern)
	}
	t.Run("JavaScript", func(t *testing.T) {
		for i, fault := range run(t, input, partstest.Node(t), "testdata/engines.cjs") {
			if (fault == "") != grammar[i].ecma {
				t.Errorf("%q: %s", input[i], fault)
			}
		}
	})
	t.Run("Python", func(t *testing.T) {
		for i, fault := range run(t, input, partstest.PythonMCP(t), "testdata/engines.py") {
			if (fault == "") != grammar[i].pyRe {
				t.Errorf("%q: %s", input[i], fault)
			}
		}
	})
}

func run(t *testing.T, input []string, program string, args ...string) (faults []string) {
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
	if err := json.Unmarshal(out, &faults); err != nil || len(faults) != len(input) {
		t.Fatalf("%s: %d answers for %d patterns: %v", program, len(faults), len(input), err)
	}
	return faults
}

// FuzzGrammar: no pattern takes long or panics.
func FuzzGrammar(f *testing.F) {
	for _, p := range grammar {
		f.Add(p.pattern)
	}
	f.Fuzz(func(_ *testing.T, source string) {
		if len(source) > 1<<14 {
			return
		}
		_, _ = pattern.ECMA(source)
		_ = pattern.Python(source)
		_ = pattern.Lookaround(source)
	})
}
