package validate_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// corpusSchema is a schema of a real server.
type corpusSchema struct {
	name string
	doc  *jsondoc.Document
}

// corpus returns the schemas of the saved tools/list answers.
func corpus(t testing.TB) []corpusSchema {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(shared(t), "corpus", "*.jsonl"))
	if len(files) == 0 {
		t.Fatal("the corpus is empty")
	}
	var out []corpusSchema
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for {
			var d *jsondoc.Document
			if d, data, err = jsondoc.Prefix(data); err != nil || d == nil {
				break
			}
			for _, tool := range d.Root().Get("result").Get("tools").Elems() {
				for _, kind := range []string{"inputSchema", "outputSchema"} {
					if n := tool.Get(kind); n.Exists() {
						out = append(out, corpusSchema{filepath.Base(file) + " " + tool.Get("name").Text() + " " + kind, parse(t, string(n.Raw()))})
					}
				}
			}
		}
	}
	return out
}

// Ensure that the schemas of real servers compile, or are refused for a reason
// that is known, and that a verdict comes fast enough for every key press.
func TestCorpus(t *testing.T) {
	known := map[validate.ErrorKind]int{}
	var slowest time.Duration
	var which string
	instance := parse(t, `{"query":null,"path":5,"id":"x","limit":1e3,"items":[null],"nothing":{}}`)
	all := corpus(t)
	for _, c := range all {
		s, err := validate.Compile(c.doc, dialect.Unknown)
		if err != nil {
			ce := compileError(t, err)
			if known[ce.Kind]++; ce.Kind != validate.InvalidSchema {
				t.Errorf("%s: %s %v", c.name, ce.Kind, ce)
			}
			continue
		}
		start := time.Now()
		v := s.Validate(context.Background(), instance)
		if took := time.Since(start); took > slowest {
			slowest, which = took, c.name
		}
		if v.State == validate.Unchecked {
			t.Errorf("%s: %s", c.name, v.Reason)
		}
		for _, p := range v.Problems {
			checkPlaces(t, c.doc, instance, p)
		}
		for _, w := range v.Warnings {
			if w.Keyword == "pattern" {
				t.Errorf("%s: %s", c.name, w.Message)
			}
		}
	}
	t.Logf("%d schemas, refused %v, slowest verdict %s (%s)", len(all), known, slowest, which)
	if slowest > 50*time.Millisecond {
		t.Logf("slower than 50 ms: see the benchmark on an idle machine")
	}
	if len(all) < 1_000 || known[validate.InvalidSchema] > len(all)/100 {
		t.Errorf("%d of %d are invalid", known[validate.InvalidSchema], len(all))
	}
}

func BenchmarkCompileLargest(b *testing.B) {
	largest := largestOf(b)
	b.SetBytes(int64(len(largest.doc.Source())))
	for b.Loop() {
		if _, err := validate.Compile(largest.doc, dialect.Unknown); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateLargest(b *testing.B) {
	s, err := validate.Compile(largestOf(b).doc, dialect.Unknown)
	if err != nil {
		b.Fatal(err)
	}
	instance := parse(b, `{"query":null,"path":5,"id":"x","limit":1e3,"items":[null],"nothing":{}}`)
	for b.Loop() {
		s.Validate(context.Background(), instance)
	}
}

func largestOf(b *testing.B) corpusSchema {
	b.Helper()
	var largest corpusSchema
	for _, c := range corpus(b) {
		if largest.doc == nil || len(c.doc.Source()) > len(largest.doc.Source()) {
			largest = c
		}
	}
	b.Logf("%s: %d bytes", largest.name, len(largest.doc.Source()))
	return largest
}

func BenchmarkCompileAllOfTheCorpus(b *testing.B) {
	all := corpus(b)
	for b.Loop() {
		for _, c := range all {
			_, _ = validate.Compile(c.doc, dialect.Unknown)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(all)), "µs/schema")
}

func BenchmarkCacheHit(b *testing.B) {
	c, doc := validate.NewCache(0), parse(b, wide(100))
	for b.Loop() {
		if _, err := c.Compile(doc, d20); err != nil {
			b.Fatal(err)
		}
	}
}
