package validate_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file under testdata, or rewrites it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs (-want +got); run with -update if that is right:\n%s", path, diff)
	}
}

// shared returns the folder with the material that tests may read but the
// project does not need.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("MCPLOUPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the shared test material is missing: %v", err)
		}
		t.Skipf("SKIPPED, nothing was tested: the shared test material is missing: %v", err)
	}
	return dir
}

func parse(t testing.TB, s string) *jsondoc.Document {
	t.Helper()
	d, err := jsondoc.Parse([]byte(s))
	if err != nil {
		t.Fatalf("Parse(%.100q): %v", s, err)
	}
	return d
}

func compile(t testing.TB, schema string, d dialect.Dialect) *validate.Schema {
	t.Helper()
	s, err := validate.Compile(parse(t, schema), d)
	if err != nil {
		t.Fatalf("Compile(%.200s): %v", schema, err)
	}
	return s
}

// check compiles under 2020-12 or the declared dialect and validates.
func check(t testing.TB, schema, instance string) validate.Verdict {
	t.Helper()
	return compile(t, schema, dialect.Unknown).Validate(context.Background(), parse(t, instance))
}

func compileError(t testing.TB, err error) *validate.CompileError {
	t.Helper()
	ce, ok := err.(*validate.CompileError)
	if !ok {
		t.Fatalf("got %T %v, want a *CompileError", err, err)
	}
	return ce
}
