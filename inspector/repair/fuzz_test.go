package repair_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// FuzzRepair mends whatever a server may send. Nothing panics, what comes out is
// JSON, and what is mended can be mended again.
func FuzzRepair(f *testing.F) {
	for _, r := range lint.Rules() {
		f.Add([]byte(r.Bad))
	}
	c := catalog(f)
	for _, r := range c.Rules() {
		if len(r.Trip) < 2000 {
			f.Add([]byte(r.Trip))
		}
	}
	files, _ := filepath.Glob("testdata/golden/*.txt")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data)
		}
	}
	for _, text := range hostile {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { mendAnything(t, c, data) })
}

// hostile are texts that are made to trouble a mender.
var hostile = []string{
	`{"name":"t","inputSchema":{"$ref":"#"}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}}`,
	`{"name":"t","inputSchema":{"type":"object","allOf":[{"$ref":"#"}]}}`,
	`{"name":"t","inputSchema":{"type":"object","anyOf":[{"$ref":"#/anyOf/1"},{"$ref":"#/anyOf/0"}]}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"items":[{"items":[{"items":[]}]}]}}}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"":{"":{}},"~1":{"$ref":"#/properties/~01"}}}}`,
	`{"name":"t","inputSchema":{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},"b":{"anyOf":[{"$ref":"#/$defs/c"},{"$ref":"#/$defs/c"}]},"c":{"type":"string"}},"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":["string",["null"]],"enum":[{"a":null},[]],"default":{"b":1e999}}}}}`,
	`{"name":"t","inputSchema":{"type":"object","required":{"a":true},"properties":[{"name":"a"},{"name":"a"},3]}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"pattern":"\\"},"b":{"pattern":"[\\d-"},"c":{"pattern":"(?i)[a-z&&[^b]]"},"d":{"pattern":"\\u{1F600}\\x"}}}}`,
	`{"name":"t","inputSchema":{"type":"object","properties":{"a":{"maximum":1e400,"minimum":-1E-400,"exclusiveMinimum":true,"exclusiveMaximum":"x"}}}}`,
	`{"name":1,"description":[],"inputSchema":"{\"type\":\"object\"}","outputSchema":[],"annotations":"x","icons":[null],"execution":{"taskSupport":1}}`,
	`[null,true,[],{"name":""}]`,
}

// mendAnything mends up to a few findings of each tool of a text.
func mendAnything(t *testing.T, c *profile.Catalog, data []byte) {
	if len(data) > 20_000 {
		t.Skip()
	}
	s, err := tool.Open("fuzz", data)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for _, tl := range s.Tools[:min(2, len(s.Tools))] {
		opt := repair.Options{Catalog: c, Snapshot: s}
		findings := everything(t, c, s, tl, nil)
		for _, f := range findings[:min(12, len(findings))] {
			list, err := repair.For(ctx, tl, f, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range list {
				checkMended(t, s, tl, r)
			}
		}
		all, err := repair.All(ctx, tl, findings, opt)
		if err != nil {
			t.Fatal(err)
		}
		if all != nil {
			checkMended(t, s, tl, *all)
		}
		repair.Recognise(s, tl)
	}
}

func checkMended(t *testing.T, s *tool.Snapshot, tl *tool.Tool, r repair.Repair) {
	t.Helper()
	if r.Tool == nil {
		return
	}
	if _, err := jsondoc.Parse(r.Tool); err != nil {
		t.Fatalf("%s %s: not JSON: %v\n%s\n%s", r.Rule, r.Kind, err, tl.Raw, r.Tool)
	}
	_, now := replaced(t, s, tl, r.Tool)
	for _, c := range r.Changes {
		if _, err := now.Doc.At(c.To); err != nil && !c.Gone {
			t.Fatalf("%s %s: a change leads to %s, where nothing is\n%s\n%s", r.Rule, r.Kind, c.To, tl.Raw, r.Tool)
		}
	}
}

// Tools that are too large or too deep are left alone, and soon.
func TestHostileTools(t *testing.T) {
	c := catalog(t)
	deep := `{"name":"t","inputSchema":{"type":"object","properties":{"a":`
	for range 1500 {
		deep += `{"type":["object","null"],"properties":{"a":`
	}
	deep += `{"type":["string","null"]}`
	for range 1500 {
		deep += `}}`
	}
	deep += `}}}`
	doubling := `{"name":"t","inputSchema":{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{`
	for i := range 40 {
		doubling += `"d` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `":{"type":"object","properties":{"a":{"$ref":"#/$defs/d` + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + `"},"b":{"$ref":"#/$defs/d` + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + `"}}},`
	}
	doubling += `"d40":{"type":"string"},"d0":{"$ref":"#/$defs/d00"}}}}`
	wide := `{"name":"t","inputSchema":{"type":"object","properties":{`
	for i := range 2000 {
		if i > 0 {
			wide += ","
		}
		wide += `"p` + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + `":{"type":["string","null"],"default":5}`
	}
	wide += `}}}`
	for name, text := range map[string]string{"deep": deep, "doubling": doubling, "wide": wide} {
		s := open(t, text)
		tl := s.Tools[0]
		start := time.Now()
		findings := everything(t, c, s, tl, nil)
		seen := map[string]bool{}
		for _, f := range findings {
			if seen[f.Rule] {
				continue
			}
			seen[f.Rule] = true
			for _, r := range ways(t, c, s, tl, f, nil) {
				if len(r.Tool) > 4*len(text)+64<<10 {
					t.Errorf("%s: %s makes %d bytes of %d", name, r.Kind, len(r.Tool), len(text))
				}
			}
		}
		if took := time.Since(start); took > 3*time.Minute {
			t.Errorf("%s: %d rules took %v", name, len(seen), took)
		} else {
			t.Logf("%s: %d rules in %v", name, len(seen), took)
		}
	}
}
