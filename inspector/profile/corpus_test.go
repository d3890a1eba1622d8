package profile

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/tool"
)

var update = flag.Bool("update", false, "write the golden files")

// corpus reads the answers of real servers.
func corpus(t testing.TB) map[string]*tool.Snapshot {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	list := map[string]*tool.Snapshot{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := tool.Open(f, data)
		if err != nil {
			t.Fatal(err)
		}
		list[filepath.Base(f)] = s
	}
	return list
}

// BenchmarkCorpus judges every tool of the corpus by every profile; the aim is
// one second on two cores.
func BenchmarkCorpus(b *testing.B) {
	c := catalog(b)
	list := corpus(b)
	targets := c.AllTargets()
	b.ReportAllocs()
	for b.Loop() {
		judgeAll(b, c, list, targets)
	}
}

// judgeAll judges servers side by side.
func judgeAll(t testing.TB, c *Catalog, list map[string]*tool.Snapshot, targets []Target) {
	var wg sync.WaitGroup
	work := make(chan *tool.Snapshot)
	for range 2 {
		wg.Go(func() {
			for s := range work {
				survey := c.Survey(s)
				for _, one := range s.Tools {
					if _, err := survey.Judge(context.Background(), one, targets); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for _, s := range list {
		work <- s
	}
	close(work)
	wg.Wait()
}

// All tools of the corpus are judged by all profiles in two seconds of processor
// time: one second on two cores.
func TestCorpusTime(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector changes how long things take")
	}
	c, list := catalog(t), corpus(t)
	best := time.Hour
	for range 3 {
		start := cpuTime()
		judgeAll(t, c, list, c.AllTargets())
		best = min(best, cpuTime()-start)
	}
	t.Logf("%v of processor time", best)
	if best > 2*time.Second {
		t.Errorf("judging the corpus takes %v of processor time", best)
	}
}

// The cost grows with the bytes: four times the schema takes about four times as
// long, whether it is wide, deep, or full of references.
func TestLinear(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector changes how long things take")
	}
	c := catalog(t)
	for name, schema := range map[string]func(n int) string{
		"wide": func(n int) string {
			return `{"type":"object","properties":{` + list(n, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"array"}`, i) }) +
				`},"required":[` + list(n, func(i int) string { return fmt.Sprintf(`"q%d"`, i) }) + `]}`
		},
		"deep": func(n int) string {
			return strings.Repeat(`{"type":"object","properties":{"a":`, n/8) + `{"type":["string","null"]}` + strings.Repeat(`}}`, n/8)
		},
		"branches": func(n int) string {
			return `{"type":"object","anyOf":[` + list(n, func(i int) string { return fmt.Sprintf(`{"const":%d}`, i) }) + `]}`
		},
		"references": func(n int) string {
			return `{"type":"object","$ref":"#/$defs/d0","$defs":{` +
				list(n, func(i int) string { return fmt.Sprintf(`"d%d":{"items":{"$ref":"#/$defs/d%d"}}`, i, (i+1)%n) }) + `}}`
		},
		"enum": func(n int) string {
			return `{"type":"object","properties":{"a":{"enum":[` + list(n, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}}}`
		},
	} {
		small, large := cost(t, c, schema(1000)), cost(t, c, schema(4000))
		if large > 12*small+20*time.Millisecond {
			t.Errorf("%s: %v, four times as large %v", name, small, large)
		}
	}
}

func list(n int, one func(int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = one(i)
	}
	return strings.Join(parts, ",")
}

// cost is the least processor time of a few runs.
func cost(t *testing.T, c *Catalog, schema string) time.Duration {
	e := readTool(t, `{"name":"a","inputSchema":`+schema+`,"outputSchema":`+schema+`}`)
	best := time.Hour
	for range 4 {
		start := cpuTime()
		if _, err := c.Survey(e.List).Judge(context.Background(), e.Tool, c.AllTargets()); err != nil {
			t.Fatal(err)
		}
		best = min(best, cpuTime()-start)
	}
	return best
}

// What is found in the corpus does not change unnoticed: findings and tools by
// rule, at the levels that a CI job fails for. Run with -update after looking at
// what changed.
func TestCorpusGolden(t *testing.T) {
	c, servers := catalog(t), corpus(t)
	places, tools, total := map[string]int{}, map[string]int{}, 0
	for _, s := range servers {
		survey := c.Survey(s)
		total += len(s.Tools)
		for _, one := range s.Tools {
			found, err := survey.look(context.Background(), one, "")
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range found {
				if len(p) > 0 && c.rules[i].Level.Rank() <= tool.LevelCall.Rank() {
					places[c.rules[i].ID] += len(p)
					tools[c.rules[i].ID]++
				}
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d servers, %d tools\n", len(servers), total)
	for _, id := range sortedKeys(places) {
		fmt.Fprintf(&b, "%s: %d places in %d tools\n", id, places[id], tools[id])
	}
	first, _, _ := strings.Cut(b.String(), "\n")
	if old, err := os.ReadFile("testdata/corpus.golden"); err == nil && !*update && !strings.HasPrefix(string(old), first) {
		t.Skipf("SKIPPED: this is another corpus than the golden file's: %s", first)
	}
	golden(t, "testdata/corpus.golden", b.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// BenchmarkLoad reads and compiles all rules.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := read(data); err != nil {
			b.Fatal(err)
		}
	}
}
