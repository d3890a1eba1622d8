package profile

import (
	"context"
	"slices"
	"testing"
)

// Every demand of the portable core has an example that breaks it and one that
// keeps it.
func TestCoreExamples(t *testing.T) {
	c := catalog(t)
	for _, r := range c.CoreRules() {
		for raw, want := range map[string]bool{string(r.Trip): true, string(r.Clean): false} {
			e, err := ReadExample([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(r.Match(nil, e.Tool)) > 0; got != want {
				t.Errorf("%s: found %v in %s", r.ID, got, raw)
			}
		}
	}
}

// A tool of the portable core trips no rule of any profile, save the listed
// exceptions, and each exception is one.
func TestCoreIsPortable(t *testing.T) {
	c := catalog(t)
	ctx := context.Background()
	tripped := map[string]bool{}
	for _, raw := range []string{
		coreTool(`{"type":"object","properties":{}}`),
		coreTool(`{"type":"object","properties":{"city":{"type":"string","description":"d"}},"required":["city"]}`),
		coreTool(`{"type":"object","properties":{"city":{"type":"string","description":"d"},"n":{"type":"integer","description":"d"}},"required":["city"]}`),
		coreTool(`{"type":"object","properties":{"unit":{"type":"string","description":"d","enum":["m","km"]},"on":{"type":"boolean","description":"d"}},"required":["unit","on"]}`),
		coreTool(`{"type":"object","properties":{"tags":{"type":"array","description":"d","items":{"type":"string"}},"at":{"type":"object","description":"d","properties":{"x":{"type":"number","description":"d"}},"required":["x"]}},"required":["tags","at"]}`),
	} {
		e, err := ReadExample([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		core, err := c.Core(ctx, e.Tool)
		if err != nil || !core.In {
			t.Errorf("not in the core: %v %v in %s", core.Findings, err, raw)
		}
		verdicts, err := c.Judge(ctx, e.List, e.Tool, c.AllTargets())
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts {
			for _, f := range v.Findings {
				if tripped[f.Rule] = true; !slices.Contains(c.CoreExceptions(), f.Rule) {
					t.Errorf("%s at %s of %s", f.Rule, f.Pointer, raw)
				}
			}
		}
	}
	for _, id := range c.CoreExceptions() {
		if !tripped[id] {
			t.Errorf("%s is excepted and touches nothing", id)
		}
	}
}

func coreTool(schema string) string {
	return `{"name":"find","title":"Find","description":"Finds.","inputSchema":` + schema +
		`,"annotations":{"title":"Find","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`
}

// What keeps a tool out is said with its place.
func TestCoreFindings(t *testing.T) {
	c := catalog(t)
	e, err := ReadExample([]byte(`{"name":"Find.It","description":"d","inputSchema":{"$schema":"x","type":"object","properties":{"a":{"type":["string","null"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Core(context.Background(), e.Tool)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range v.Findings {
		got = append(got, f.Rule+" "+string(f.Pointer))
	}
	for _, want := range []string{
		"core/name /name", "core/type /inputSchema/properties/a", "core/describe /inputSchema/properties/a",
		"core/keywords /inputSchema/$schema", "core/annotations /annotations/readOnlyHint",
	} {
		if v.In || !slices.Contains(got, want) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
}
