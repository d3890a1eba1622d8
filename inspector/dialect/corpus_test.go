package dialect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/jsondoc"
)

// corpusSchema is a schema of a tool of a published server.
type corpusSchema struct {
	name string
	text []byte
}

func loadCorpus(t testing.TB) []corpusSchema {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	var out []corpusSchema
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			doc, err := jsondoc.Parse(lines.Bytes())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i, tool := range doc.Root().Get("result").Get("tools").Elems() {
				for _, key := range []string{"inputSchema", "outputSchema"} {
					if s := tool.Get(key); s.Exists() {
						text := append([]byte(nil), s.Raw()...)
						out = append(out, corpusSchema{fmt.Sprintf("%s %d %s", filepath.Base(name), i, key), text})
					}
				}
			}
		}
		f.Close()
	}
	return out
}

// TestCorpus: the schemas of published servers convert without an error and
// without a loss, and agree with the originals on generated instances.
func TestCorpus(t *testing.T) {
	judged, accepted, changed, unjudged := 0, 0, 0, 0
	all := loadCorpus(t)
	for _, s := range all {
		c, err := Text(s.text, Options{})
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		checkChanges(t, s.text, c)
		if string(c.JSON) != string(s.text) {
			changed++
		}
		if lossy(c) {
			t.Errorf("%s: loses something: %+v", s.name, c.Changes)
		}
		before, err := compileStrict(s.text, c.Detection.Used)
		if err != nil {
			unjudged++ // mostly regular expressions that Go does not have
			continue
		}
		after, err := compileStrict(c.JSON, Draft2020)
		if err != nil {
			t.Errorf("%s: %v\n%s\n%s", s.name, err, s.text, c.JSON)
			continue
		}
		g := sampler{rand.New(rand.NewPCG(1, uint64(len(s.text))))}
		var schema any
		if err := json.Unmarshal(s.text, &schema); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			v := g.value(schema, schema, 6)
			was, is := before.Validate(v) == nil, after.Validate(v) == nil
			if was != is {
				t.Errorf("%s: %v was %v, is %v\n%s\n%s", s.name, v, was, is, s.text, c.JSON)
			}
			judged++
			if was {
				accepted++
			}
		}
	}
	t.Logf("%d schemas, %d of them changed, %d not judged; %d instances, %d of them valid", len(all), changed, unjudged, judged, accepted)
	if unjudged > len(all)/20 || accepted < judged/10 {
		t.Errorf("too few schemas or instances say anything")
	}
}

// compileStrict is compile with format asserted, which otherwise depends on the
// dialect.
func compileStrict(schema []byte, d Dialect) (*jsonschema.Schema, error) {
	var v any
	if err := json.Unmarshal(schema, &v); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(judges[d])
	c.UseLoader(noLoader{})
	c.AssertFormat()
	if err := c.AddResource("http://dialect.test/schema.json", v); err != nil {
		return nil, err
	}
	return c.Compile("http://dialect.test/schema.json")
}

// sampler makes values that a schema may well allow, now and then spoilt.
type sampler struct{ r *rand.Rand }

func (g sampler) value(schema, root any, depth int) any {
	s, ok := schema.(map[string]any)
	if !ok || depth == 0 || g.r.IntN(12) == 0 {
		return g.anything()
	}
	if v, ok := s["const"]; ok {
		return v
	}
	if e, ok := s["enum"].([]any); ok && len(e) > 0 {
		return e[g.r.IntN(len(e))]
	}
	if ref, ok := s["$ref"].(string); ok {
		return g.value(lookUp(root, ref), root, depth-1)
	}
	for _, k := range []string{"anyOf", "oneOf", "allOf"} {
		if l, ok := s[k].([]any); ok && len(l) > 0 {
			return g.value(l[g.r.IntN(len(l))], root, depth-1)
		}
	}
	typ := s["type"]
	if l, ok := typ.([]any); ok && len(l) > 0 {
		typ = l[g.r.IntN(len(l))]
	}
	switch typ {
	case "string":
		return []any{"a", "abc", "2026-11-30", "https://example.com/x", "someone@example.com", ""}[g.r.IntN(6)]
	case "number", "integer":
		return []any{0.0, 1.0, 5.0, 50.0, -1.0, 0.5}[g.r.IntN(6)]
	case "boolean":
		return g.r.IntN(2) == 0
	case "null":
		return nil
	case "array":
		return g.array(s, root, depth)
	case "object":
		return g.object(s, root, depth)
	}
	return g.anything()
}

func (g sampler) array(s map[string]any, root any, depth int) any {
	out := []any{}
	if l, ok := s["items"].([]any); ok {
		for _, item := range l {
			out = append(out, g.value(item, root, depth-1))
		}
		if g.r.IntN(4) > 0 {
			return out
		}
	}
	for n := g.r.IntN(3); n > 0; n-- {
		out = append(out, g.value(s["items"], root, depth-1))
	}
	return out
}

func (g sampler) object(s map[string]any, root any, depth int) any {
	out := map[string]any{}
	required := map[string]bool{}
	for _, r := range asList(s["required"]) {
		if name, ok := r.(string); ok {
			required[name] = true
		}
	}
	props, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(props)) {
		p := props[name]
		if required[name] && g.r.IntN(20) > 0 || g.r.IntN(3) == 0 {
			out[name] = g.value(p, root, depth-1)
		}
	}
	if g.r.IntN(6) == 0 {
		out["other"] = g.anything()
	}
	return out
}

func asList(v any) []any { l, _ := v.([]any); return l }

func (g sampler) anything() any {
	return []any{nil, true, "a", 1.0, []any{}, map[string]any{}, []any{1.0, "a"}, map[string]any{"a": 1.0}}[g.r.IntN(8)]
}

// lookUp follows a reference of the usual kind.
func lookUp(root any, ref string) any {
	if len(ref) < 2 || ref[:2] != "#/" {
		return root
	}
	at := root
	for _, token := range jsondoc.Pointer(ref[1:]).Tokens() {
		switch v := at.(type) {
		case map[string]any:
			at = v[token]
		case []any:
			i := 0
			if _, err := fmt.Sscan(token, &i); err != nil || i >= len(v) {
				return nil
			}
			at = v[i]
		}
	}
	return at
}
