package repair_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/repair"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden mends the tools of testdata/golden: each file holds a tool as a
// server sent it, and beside it stands what comes of each finding of the rules in
// its first line.
func TestGolden(t *testing.T) {
	c := catalog(t)
	files, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rules, text, _ := strings.Cut(string(data), "\n")
		s := open(t, text)
		var b strings.Builder
		for _, rule := range strings.Fields(rules) {
			for _, f := range findingsOf(c, s, s.Tools[0], rule) {
				fmt.Fprintf(&b, "# %s at %s\n", rule, f.Pointer)
				for _, r := range ways(t, c, s, s.Tools[0], f, none) {
					checkRepair(t, c, s, s.Tools[0], f, r)
					writeGolden(&b, r)
				}
			}
		}
		golden := strings.TrimSuffix(file, ".txt") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func writeGolden(b *strings.Builder, r repair.Repair) {
	fmt.Fprintf(b, "## %s: %s (%s", r.Kind, r.Title, r.Effect)
	if r.Guess {
		b.WriteString(", a guess")
	}
	b.WriteString(")\n")
	for _, ch := range r.Changes {
		sign := "→"
		switch {
		case ch.New:
			sign = "+"
		case ch.Gone:
			sign = "-"
		}
		fmt.Fprintf(b, "%s %s", sign, ch.From)
		if ch.To != ch.From {
			fmt.Fprintf(b, " to %s", ch.To)
		}
		b.WriteByte('\n')
	}
	if m := r.Source; m != nil {
		fmt.Fprintf(b, "in %s, since %s\n", m.SDK, m.Why)
		fmt.Fprintf(b, "was  %s\nnow  %s\n", strings.ReplaceAll(m.Before, "\n", "\n     "), strings.ReplaceAll(m.After, "\n", "\n     "))
	}
	fmt.Fprintf(b, "%s\n\n", r.Tool)
}
