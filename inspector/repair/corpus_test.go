package repair_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// corpus opens the recorded lists.
func corpus(t testing.TB) map[string]*tool.Snapshot {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	out := map[string]*tool.Snapshot{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := tool.Open(f, data)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = s
	}
	return out
}

// TestCorpus mends what is found on recorded servers: some findings of each rule
// for all clients one by one, and every tool as a whole for the default ones.
func TestCorpus(t *testing.T) {
	c := catalog(t)
	ctx := context.Background()
	const each = 6 // findings of a rule that are mended one by one
	count := map[string]int{}
	tools, mended, single := 0, 0, 0
	var took time.Duration
	for name, s := range corpus(t) {
		for i, tl := range s.Tools {
			if i%5 == 0 {
				for _, f := range everything(t, c, s, tl, c.AllTargets()) {
					if count[f.Rule]++; count[f.Rule] > each {
						continue
					}
					list := ways(t, c, s, tl, f, nil)
					if len(list) == 0 {
						t.Errorf("%s %s: %s at %s has no repair", name, tl.Name, f.Rule, f.Pointer)
					}
					for _, r := range list {
						single++
						checkRepair(t, c, s, tl, f, r)
					}
				}
			}
			if i%3 != 0 {
				continue
			}
			findings := everything(t, c, s, tl, nil)
			start := time.Now()
			r, err := repair.All(ctx, tl, findings, repair.Options{Catalog: c, Snapshot: s})
			took += time.Since(start)
			if err != nil {
				t.Fatal(err)
			}
			if tools++; r == nil {
				continue
			}
			mended++
			checkAll(t, name, s, tl, r)
		}
	}
	t.Logf("%d repairs one by one; %d of %d tools mended as a whole in %v", single, mended, tools, took)
}

func checkAll(t *testing.T, name string, s *tool.Snapshot, tl *tool.Tool, r *repair.Repair) {
	t.Helper()
	if len(r.Breaks) > 0 {
		t.Errorf("%s %s: all safe repairs break %v", name, tl.Name, r.Breaks)
	}
	c := catalog(t)
	list, now := replaced(t, s, tl, r.Tool)
	checkChanges(t, tl, now, *r)
	again, err := repair.All(context.Background(), now, everything(t, c, list, now, nil), repair.Options{Catalog: c, Snapshot: list})
	if err != nil {
		t.Fatal(err)
	}
	if again != nil {
		t.Errorf("%s %s: mended twice: %s", name, tl.Name, again.Explain)
	}
}

// TestCases mends the public bug reports: each expected finding has a repair or an
// explanation, and each repair keeps its promise.
func TestCases(t *testing.T) {
	c := catalog(t)
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "cases"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	repairs, hand := 0, 0
	for _, file := range files {
		kase := readCase(t, file)
		s := open(t, string(kase.Tool))
		for _, e := range kase.Expected {
			for _, tl := range s.Tools {
				for _, f := range findingsOf(c, s, tl, e.Rule) {
					list := ways(t, c, s, tl, f, nil)
					if len(list) == 0 {
						t.Errorf("%s: %s at %s has no repair", filepath.Base(file), f.Rule, f.Pointer)
					}
					for _, r := range list {
						checkRepair(t, c, s, tl, f, r)
						if r.Tool == nil {
							hand++
							if repair.ByHand(f.Rule) == "" {
								t.Errorf("%s: %s at %s is left to the author, and nothing says why\n%s", filepath.Base(file), f.Rule, f.Pointer, tl.Raw)
							}
						}
						repairs++
					}
				}
			}
		}
	}
	t.Logf("%d cases, %d repairs, %d of them words only", len(files), repairs, hand)
}
