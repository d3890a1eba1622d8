package repair_test

import (
	"context"
	"strings"
	"testing"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// example is a tool that trips a rule.
type example struct {
	rule string
	list *tool.Snapshot
	tool *tool.Tool
}

// examples are the tools of the rules' own tables that trip them.
func examples(t *testing.T, c *profile.Catalog) []example {
	var out []example
	for _, r := range lint.Rules() {
		s := open(t, r.Bad)
		for _, tl := range s.Tools {
			out = append(out, example{r.Name, s, tl})
		}
	}
	for _, r := range append(c.Rules(), c.CoreRules()...) {
		ex, err := profile.ReadExample(r.Trip)
		if err != nil {
			t.Fatalf("%s: %v", r.ID, err)
		}
		if ex.Tool != nil && ex.Exchange == nil && !ex.Many {
			out = append(out, example{r.ID, ex.List, ex.Tool})
		}
	}
	return out
}

func TestEveryExampleIsMended(t *testing.T) {
	c := catalog(t)
	mended := map[string]bool{}
	seen := map[string]bool{}
	for _, ex := range examples(t, c) {
		for _, f := range findingsOf(c, ex.list, ex.tool, ex.rule) {
			seen[ex.rule] = true
			list := ways(t, c, ex.list, ex.tool, f, none)
			if len(list) == 0 {
				t.Errorf("%s at %s: no repair and no explanation", ex.rule, f.Pointer)
			}
			for _, r := range list {
				checkRepair(t, c, ex.list, ex.tool, f, r)
				mended[ex.rule] = mended[ex.rule] || r.Tool != nil
			}
		}
	}
	for rule := range seen {
		why := repair.ByHand(rule)
		if !mended[rule] && why == "" {
			t.Errorf("%s: its example is not mended, and nothing says why", rule)
		}
		if mended[rule] && why != "" {
			t.Errorf("%s: its example is mended, though %q", rule, why)
		}
	}
}

func TestEveryRuleIsKnown(t *testing.T) {
	c := catalog(t)
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.Name)
	}
	for _, b := range tool.Breaches() {
		names = append(names, b.Rule)
	}
	for _, r := range append(c.Rules(), c.CoreRules()...) {
		names = append(names, r.ID)
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
		if !repair.Mends(name) && repair.ByHand(name) == "" {
			t.Errorf("%s is in no table", name)
		}
	}
	for _, name := range repair.TableRules() {
		if !known[name] {
			t.Errorf("the table mends %s, which is no rule", name)
		}
	}
}

func TestEveryMendIsUsed(t *testing.T) {
	for _, name := range repair.UnusedMends() {
		t.Errorf("the mend %s is in no row", name)
	}
	for _, name := range repair.UnknownMends() {
		t.Errorf("a row names %s, which is no mend", name)
	}
}

func TestAllMendsExamplesOnceAndForAll(t *testing.T) {
	c := catalog(t)
	for _, ex := range examples(t, c) {
		opt := repair.Options{Catalog: c, Snapshot: ex.list}
		f := everything(t, c, ex.list, ex.tool, nil)
		r, err := repair.All(context.Background(), ex.tool, f, opt)
		if err != nil {
			t.Fatal(err)
		}
		if r == nil {
			continue
		}
		if len(r.Breaks) > 0 {
			t.Errorf("%s: all safe repairs break %v", ex.rule, r.Breaks)
		}
		checkChanges(t, ex.tool, second(replaced(t, ex.list, ex.tool, r.Tool)), *r)
		list, now := replaced(t, ex.list, ex.tool, r.Tool)
		again, err := repair.All(context.Background(), now, everything(t, c, list, now, nil), repair.Options{Catalog: c, Snapshot: list})
		if err != nil {
			t.Fatal(err)
		}
		if again != nil {
			t.Errorf("%s: mended twice: %s: %s\n%s\n%s", ex.rule, again.Title, again.Explain, r.Tool, again.Tool)
		}
	}
}

func second(_ *tool.Snapshot, t *tool.Tool) *tool.Tool { return t }

// everything is what is found in a tool for the default targets, or others.
func everything(t testing.TB, c *profile.Catalog, s *tool.Snapshot, tl *tool.Tool, targets []profile.Target) []tool.Finding {
	t.Helper()
	ctx := context.Background()
	if targets == nil {
		targets = c.DefaultTargets()
	}
	out := append([]tool.Finding{}, tl.Findings...)
	out = append(out, lint.Run(ctx, tl, lint.Options{ProtocolVersion: s.Server.ProtocolVersion})...)
	if tl.Index < len(s.Tools) {
		out = append(out, lint.List(ctx, s.Tools, lint.Options{})[tl.Index]...)
	}
	found, err := c.Survey(s).Findings(ctx, tl, targets)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		out = append(out, f.Finding)
	}
	return out
}

func TestFindingsThatAreGoneHaveNoRepairs(t *testing.T) {
	c := catalog(t)
	s := open(t, `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{"type":"string","description":"x","default":null}}}}`)
	f := findingsOf(c, s, s.Tools[0], "lint/default-invalid")[0]
	r := ways(t, c, s, s.Tools[0], f, none)[0]
	list, now := replaced(t, s, s.Tools[0], r.Tool)
	if again := ways(t, c, list, now, f, none); len(again) != 0 {
		t.Errorf("the finding is mended twice: %s", again[0].Kind)
	}
}

func TestByHandHasReasons(t *testing.T) {
	for _, rule := range strings.Fields("lint/depth openai/description-1024 protocol/name-missing") {
		if repair.ByHand(rule) == "" {
			t.Errorf("%s has no reason", rule)
		}
	}
}
