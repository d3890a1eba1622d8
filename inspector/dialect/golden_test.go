package dialect

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden shows whole conversions, with white space and what is said about them.
func TestGolden(t *testing.T) {
	for _, tc := range []struct {
		file   string
		golden string
		opt    Options
	}{
		{"tuple", "tuple-2020-12", Options{}},
		{"tuple", "tuple-draft-06", Options{To: Draft06}},
		{"siblings", "siblings-2020-12", Options{}},
		{"draft04", "draft04-2020-12", Options{}},
		{"draft04", "draft04-draft-07", Options{To: Draft07}},
		{"draft03", "draft03-2020-12", Options{}},
		{"recursive", "recursive-2020-12", Options{}},
		{"recursive", "recursive-draft-07", Options{To: Draft07}},
		{"newest", "newest-2020-12", Options{}},
		{"newest", "newest-2019-09", Options{To: Draft2019}},
		{"newest", "newest-draft-07", Options{To: Draft07}},
		{"newest", "newest-draft-04", Options{To: Draft04}},
		{"habits", "habits-repaired", Options{Repair: AllRepairs}},
	} {
		t.Run(tc.golden, func(t *testing.T) {
			source, err := os.ReadFile(filepath.Join("testdata", "convert", tc.file+".json"))
			if err != nil {
				t.Fatal(err)
			}
			c, err := Text(source, tc.opt)
			if err != nil {
				t.Fatal(err)
			}
			checkChanges(t, source, c)
			got := account(c)
			path := filepath.Join("testdata", "convert", tc.golden+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// account is a conversion as text.
func account(c *Conversion) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", c.Detection.Why, c.JSON)
	for i, ch := range c.Changes {
		fmt.Fprintf(&b, "%d. %s (%s) %s", i+1, ch.Code, ch.Effect, at(ch.From))
		switch {
		case ch.New:
			fmt.Fprintf(&b, " is new at %s", at(ch.To))
		case ch.Gone:
			b.WriteString(" is gone")
		case ch.From != ch.To:
			fmt.Fprintf(&b, " -> %s", at(ch.To))
		}
		if ch.Loss {
			b.WriteString(" LOSS")
		}
		fmt.Fprintf(&b, "\n   %s\n   %s\n", ch.Reason, ch.Source)
	}
	return b.String()
}
