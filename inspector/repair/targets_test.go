package repair_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

const nullDefault = `{"name":"update_article","description":"Updates an article.","inputSchema":{"type":"object","properties":{"title":{"type":"string","default":null,"description":"The title"}}}}`

func targets(t *testing.T, c *profile.Catalog, list string) []profile.Target {
	t.Helper()
	out, err := c.ParseTargets(list)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func kinds(list []repair.Repair) []string {
	var out []string
	for _, r := range list {
		out = append(out, r.Kind)
	}
	return out
}

func breaks(r repair.Repair) []string {
	var out []string
	for _, f := range r.Breaks {
		out = append(out, f.Rule)
	}
	return out
}

// A null default is mended by allowing null; where a client matters that refuses
// both spellings of that, the way that harms nobody comes first.
func TestMendsForOneBreakAnother(t *testing.T) {
	c := catalog(t)
	s := open(t, nullDefault)
	f := findingsOf(c, s, s.Tools[0], "lint/default-invalid")[0]
	tests := []struct {
		targets string
		first   string
		breaks  map[string]string // of a kind, one rule
	}{
		{"claude-code", "allow-null-anyof", nil},
		{"gemini+gemini-parameters", "drop-default", map[string]string{"allow-null": "gemini/type-array", "allow-null-anyof": "gemini/anyof-alone"}},
		{"crewai", "allow-null-anyof", map[string]string{"allow-null": "crewai/type-array"}},
	}
	for _, test := range tests {
		list := ways(t, c, s, s.Tools[0], f, targets(t, c, test.targets))
		if list[0].Kind != test.first {
			t.Errorf("%s: the first is %s of %v", test.targets, list[0].Kind, kinds(list))
		}
		for _, r := range list {
			want := test.breaks[r.Kind]
			if got := breaks(r); want != "" && !slices.Contains(got, want) || want == "" && len(got) > 0 {
				t.Errorf("%s: %s breaks %v, not %q", test.targets, r.Kind, got, want)
			}
			if r.Safe() != (len(r.Breaks) == 0) {
				t.Errorf("%s: %s is safe %v with %v", test.targets, r.Kind, r.Safe(), r.Breaks)
			}
			for _, b := range r.Breaks {
				if b.Target == "" {
					t.Errorf("%s: %s breaks %s for nobody", test.targets, r.Kind, b.Rule)
				}
			}
		}
	}
}

func TestSafeOnesComeFirst(t *testing.T) {
	c := catalog(t)
	for _, ex := range examples(t, c) {
		for _, f := range findingsOf(c, ex.list, ex.tool, ex.rule) {
			unsafe := false
			for _, r := range ways(t, c, ex.list, ex.tool, f, c.AllTargets()) {
				if r.Safe() && unsafe {
					t.Errorf("%s: a safe repair after one that breaks something", ex.rule)
				}
				unsafe = unsafe || !r.Safe()
			}
		}
	}
}

// The mend of a fault may show another that it hid: that is no break.
func TestWhatWasHiddenIsNoBreak(t *testing.T) {
	c := catalog(t)
	s := open(t, `{"name":"find","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"int","default":"5","description":"d"}}}}`)
	tl := s.Tools[0]
	f := findingsOf(c, s, tl, "lint/unknown-type")[0]
	r := ways(t, c, s, tl, f, none)[0]
	hidden := slices.ContainsFunc(r.Also, func(f tool.Finding) bool { return f.Rule == "lint/default-invalid" })
	if r.Kind != "type-name" || !r.Safe() || !hidden {
		t.Errorf("%s breaks %v and shows %v", r.Kind, r.Breaks, r.Also)
	}
	// All goes on to what came up.
	all, err := repair.All(context.Background(), tl, []tool.Finding{f}, repair.Options{Catalog: c, Snapshot: s, Targets: none})
	if err != nil || all == nil {
		t.Fatalf("%v, %v", all, err)
	}
	want := `{"name":"find","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":5,"description":"d"}}}}`
	if string(all.Tool) != want {
		t.Errorf("all: %s", all.Tool)
	}
}

// All keeps the constraints that a client only ignores.
func TestAllKeepsConstraints(t *testing.T) {
	c := catalog(t)
	s := open(t, `{"name":"find","description":"Finds.","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"description":"How many"}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true}}`)
	tl := s.Tools[0]
	chosen := targets(t, c, "codex")
	r, err := repair.All(context.Background(), tl, everything(t, c, s, tl, chosen), repair.Options{Catalog: c, Snapshot: s, Targets: chosen})
	if err != nil || r != nil {
		t.Errorf("%v, %+v", err, r)
	}
	f := findingsOf(c, s, tl, "codex/constraints-dropped")[0]
	if list := ways(t, c, s, tl, f, chosen); list[0].Kind != "say-keyword" {
		t.Errorf("asked for, it is %v", kinds(list))
	}
}

// The first founding story: the output schema's dialect.
func TestDialectOfTheOutputSchema(t *testing.T) {
	c := catalog(t)
	s := open(t, `{"name":"read_note","description":"Reads.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"pair":{"type":"array","items":[{"type":"string"},{"type":"number"}],"additionalItems":false}}}}`)
	tl := s.Tools[0]
	f := findingsOf(c, s, tl, "ts-client/dialect-2020-only")[0]
	list := ways(t, c, s, tl, f, none)
	want := `{"name":"read_note","description":"Reads.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object","properties":{"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false}}}}`
	if len(list) < 2 || string(list[0].Tool) != want {
		t.Fatalf("%v\n got %s\nwant %s", kinds(list), list[0].Tool, want)
	}
	if list[1].Kind != "convert-declared" || !list[1].Safe() {
		t.Errorf("the second is %s, which breaks %v", list[1].Kind, list[1].Breaks)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := open(t, nullDefault)
	var e *repair.Error
	if _, err := repair.For(ctx, s.Tools[0], tool.Finding{Rule: "lint/default-invalid", Pointer: "/inputSchema/properties/title/default"}, repair.Options{}); !errors.As(err, &e) || e.Kind != repair.Cancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("For: %v", err)
	}
	if _, err := repair.All(ctx, s.Tools[0], nil, repair.Options{}); !errors.As(err, &e) || e.Error() == "" {
		t.Errorf("All: %v", err)
	}
}

func TestPointersIntoALists(t *testing.T) {
	c := catalog(t)
	s := open(t, nullDefault)
	f := tool.Finding{Rule: "lint/default-invalid", Pointer: "/tools/0/inputSchema/properties/title/default"}
	if list := ways(t, c, s, s.Tools[0], f, none); len(list) == 0 || list[0].Tool == nil {
		t.Errorf("%v", kinds(list))
	}
}

// A finding about an answer, which no list can show, is explained.
func TestFindingsAboutAnswers(t *testing.T) {
	c := catalog(t)
	s := open(t, nullDefault)
	f := tool.Finding{Rule: "ts-client/structured-missing", Pointer: "/structuredContent", Next: "Return it."}
	list := ways(t, c, s, s.Tools[0], f, none)
	if len(list) != 1 || list[0].Tool != nil || list[0].Explain != "Return it." || list[0].Safe() {
		t.Errorf("%+v", list)
	}
}
