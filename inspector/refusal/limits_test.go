package refusal

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/jsondoc"
)

// FuzzExplain: no panic, pointers that are pointers, and nothing understood of
// an answer that can't be read.
func FuzzExplain(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		for _, s := range fuzzSamples(f, file) {
			f.Add(s.response, s.args)
		}
	}
	f.Fuzz(func(t *testing.T, response, args []byte) {
		checkExplanation(t, ExplainFor(response, args))
		// Any bytes are a text too.
		checkExplanation(t, ExplainFor(toolError(string(response)), args))
	})
}

func fuzzSamples(f *testing.F, file string) []sample {
	f.Helper()
	samples, err := parseSamples(file)
	if err != nil {
		f.Fatal(err)
	}
	return samples
}

func checkExplanation(t *testing.T, e Explanation) {
	t.Helper()
	for _, p := range e.Problems {
		if !strings.HasPrefix(string(p.Pointer), "/") {
			t.Errorf("%q is no pointer to a field", p.Pointer)
		}
		if jsondoc.Pointer("").Join(p.Pointer.Tokens()...) != p.Pointer {
			t.Errorf("%q is no pointer", p.Pointer)
		}
	}
	for _, p := range e.General {
		if p.Pointer != "" {
			t.Errorf("a general problem at %q", p.Pointer)
		}
	}
	if e.Outcome == Unreadable && (len(e.Problems) > 0 || e.Why == "") {
		t.Errorf("unreadable, but %+v", e)
	}
}

func toolError(text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always marshals
	}
	return []byte(`{"isError":true,"content":[{"type":"text","text":` + string(quoted) + `}]}`)
}

// Texts of a megabyte that invite to look again and again at the same bytes.
var heavy = []struct{ name, unit string }{
	{"letters", "a"},
	{"brackets", "["},
	{"braces", `{"a":`},
	{"json that breaks off", `[{"code":"x","path":[`},
	{"python that breaks off", `[{'a': ('b', `},
	{"quotes", `"`},
	{"pydantic heads", "1 validation error for x\n"},
	{"pydantic without ends", "1 validation error for x\nname\n  Input should be\n"},
	{"pydantic entries", "a.b\n  Field required [type=missing]\n"},
	{"headers", "Invalid arguments: "},
	{"entries", "a: must be b, "},
	{"sdk lines", "Required at a\n"},
	{"clauses", "a is required. "},
	{"ajv", "/a must be string, "},
	{"chain", "validating /properties/a: "},
	{"tree", "│  ├─ [\"a\"]\n"},
	{"marks", "✖ a\n  → at a\n"},
	{"instances", "On instance['a']: Failed validating \n\n"},
	{"at", ` at "a" or `},
	{"names", "missing required parameters: a, b, "},
	{"issues", `[{"code":"invalid_type","path":["a"],"message":"Required"}] `},
	{"maps", `{"errors":{"a":["is required"]}} `},
	{"deep maps", `{"errors":{"errors":`},
}

func TestHeavyTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	Explain(toolError("warm the tables up"))
	for _, h := range heavy {
		t.Run(h.name, func(t *testing.T) {
			response := toolError(strings.Repeat(h.unit, 1<<20/len(h.unit)))
			start := time.Now()
			checkExplanation(t, Explain(response))
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("a megabyte takes %v", took)
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	for _, s := range []struct{ name, text string }{
		{"sdk", "MCP error -32602: Input validation error: Invalid arguments for tool save: Invalid input: expected string, received undefined at name"},
		{"pydantic", "1 validation error for call[save]\nname\n  Field required [type=missing, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing"},
		{"nothing", "fetch failed: getaddrinfo EAI_AGAIN api.example.com"},
	} {
		response := toolError(s.text)
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				Explain(response)
			}
		})
	}
}
