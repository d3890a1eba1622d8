package refusal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is one answer of a testdata file: a text that a tool error has, or a
// whole response after "response: ".
type sample struct {
	name     string
	args     []byte
	response []byte
}

func readSamples(t *testing.T, file string) []sample {
	t.Helper()
	samples, err := parseSamples(file)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

func parseSamples(file string) ([]sample, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var samples []sample
	for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		s := sample{name: name}
		if rest, ok := strings.CutPrefix(body, "args: "); ok {
			line, after, _ := strings.Cut(rest, "\n")
			s.args, body = []byte(line), after
		}
		body = strings.TrimSuffix(body, "\n")
		if rest, ok := strings.CutPrefix(body, "response: "); ok {
			s.response = []byte(rest)
		} else {
			s.response = []byte(`{"jsonrpc":"2.0","id":1,"result":` + string(toolError(body)) + `}`)
		}
		samples = append(samples, s)
	}
	return samples, nil
}

func show(e Explanation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %q", e.Outcome, e.Validator)
	if e.Code != nil {
		fmt.Fprintf(&b, ", code %d", *e.Code)
	}
	if e.Why != "" {
		fmt.Fprintf(&b, ", %s", e.Why)
	}
	b.WriteByte('\n')
	for _, list := range []struct {
		mark     string
		problems []Problem
	}{{"", e.Problems}, {"general ", e.General}} {
		for _, p := range list.problems {
			fmt.Fprintf(&b, "\t%s%q %s: %q", list.mark, string(p.Pointer), p.Kind, p.Message)
			if p.Expected != "" || p.Received != "" {
				fmt.Fprintf(&b, " (expected %s; received %s)", p.Expected, p.Received)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var got strings.Builder
			for _, s := range readSamples(t, file) {
				fmt.Fprintf(&got, "=== %s\n%s", s.name, show(ExplainFor(s.response, s.args)))
			}
			golden := strings.TrimSuffix(file, ".txt") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("explanations (-want +got):\n%s", diff)
			}
		})
	}
}
