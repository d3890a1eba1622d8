package profile

import (
	"context"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Whatever a server sends, judging it ends, and every finding has a place that
// exists or could.
func FuzzJudge(f *testing.F) {
	c, err := Load()
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range c.Rules() {
		f.Add([]byte(r.Trip))
	}
	for _, s := range []string{
		`{"name":"a","inputSchema":{"properties":{"a":{"$ref":"#/properties/a"},"":{"$ref":""}},"required":[1,null]},"outputSchema":false}`,
		`{"inputSchema":{"type":"object","type":["object"],"items":[],"items":{},"enum":{},"pattern":"("}}`,
		`{"inputSchema":{"$defs":{"~/":{"$ref":"#/$defs/~0~1"}},"$ref":"#/%7","patternProperties":{"\ud800":1}}}`,
	} {
		f.Add([]byte(s))
	}
	all := c.AllTargets()
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := jsondoc.Parse(raw); err != nil || len(raw) > 1<<16 {
			return
		}
		s := tool.Read([][]byte{[]byte(`{"tools":[` + string(raw) + `]}`)}, "")
		for _, one := range s.Tools {
			verdicts, err := c.Survey(s).Judge(context.Background(), one, all)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				for _, found := range v.Findings {
					placed(t, one, found.Pointer)
				}
			}
			if _, err := c.Core(context.Background(), one); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// placed demands that a pointer leads to a value, or to a member or a path of
// members that an object lacks.
func placed(t *testing.T, one *tool.Tool, p jsondoc.Pointer) {
	t.Helper()
	node := one.Doc.Root()
	for _, token := range p.Tokens() {
		next, err := node.Follow(jsondoc.Pointer("").Join(token))
		if err != nil {
			if node.Kind() != jsondoc.Object && node.Exists() && p.Parent() != "/annotations" {
				t.Fatalf("%s leads nowhere", p)
			}
			return
		}
		node = next
	}
}
