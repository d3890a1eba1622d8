package partstest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder stands in for a test that lacks a part: it keeps how it ended.
type recorder struct {
	testing.TB
	ended   string
	message string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) { r.end("skip", format, args...) }

func (r *recorder) Fatalf(format string, args ...any) { r.end("fail", format, args...) }

func (r *recorder) end(how, format string, args ...any) {
	r.ended, r.message = how, fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// outcome runs find as the test of a package would and tells how it ended.
func outcome(find func(testing.TB) string) (path string, r *recorder) {
	r = &recorder{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		path = find(r)
	}()
	<-done
	return path, r
}

var finders = map[string]func(testing.TB) string{
	"Node":      Node,
	"NPM":       func(t testing.TB) string { return NPM(t, "@scope/server", "dist/index.js") },
	"Python":    Python,
	"PythonMCP": PythonMCP,
	"Chromium":  Chromium,
	"Shared":    func(t testing.TB) string { return Shared(t, "corpus/one.jsonl") },
}

// point sends every finder to dir alone.
func point(t *testing.T, dir string) {
	t.Setenv("MCPLOUPE_NPM", filepath.Join(dir, "npm"))
	t.Setenv("MCPLOUPE_PYTHON", filepath.Join(dir, "python"))
	t.Setenv("MCPLOUPE_PYTHON_MCP", filepath.Join(dir, "python-mcp"))
	t.Setenv("MCPLOUPE_CHROMIUM", filepath.Join(dir, "chromium"))
	t.Setenv("MCPLOUPE_SHARED", filepath.Join(dir, "shared"))
	t.Setenv("PATH", filepath.Join(dir, "bin"))
}

func TestMissing(t *testing.T) {
	tests := map[string]string{"": "skip", "false": "skip", "0": "skip", "true": "fail", "1": "fail", "yes": "fail"}
	for ci, want := range tests {
		for name, find := range finders {
			t.Run(name+" CI="+ci, func(t *testing.T) {
				point(t, t.TempDir())
				t.Setenv("CI", ci)
				path, r := outcome(find)
				if r.ended != want || path != "" {
					t.Errorf("ended with %q and path %q, want %q and none", r.ended, path, want)
				}
				if name != "Shared" && !strings.Contains(r.message, "make deps") {
					t.Errorf("the message names no next step: %s", r.message)
				}
			})
		}
	}
}

func TestFound(t *testing.T) {
	dir := t.TempDir()
	point(t, dir)
	want := map[string]string{
		"Node":      "bin/node",
		"NPM":       "npm/node_modules/@scope/server/dist/index.js",
		"Python":    "python",
		"PythonMCP": "python-mcp",
		"Chromium":  "chromium",
		"Shared":    "shared/corpus/one.jsonl",
	}
	for name, rel := range want {
		path := filepath.Join(dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		got, r := outcome(finders[name])
		if got != path {
			t.Errorf("%s is %q, want %q (ended: %q %s)", name, got, path, r.ended, r.message)
		}
	}
}

// With nothing set, a part is looked for where make deps puts it, whatever folder the test runs in.
func TestDefaultPlaces(t *testing.T) {
	tests := []struct{ variable, def, want string }{
		{"MCPLOUPE_NPM", "testdata/npm", "testdata/npm"},
		{"MCPLOUPE_SHARED", "../shared", "../shared"},
	}
	for _, test := range tests {
		t.Setenv(test.variable, "")
		want := filepath.Join(Root(t), filepath.FromSlash(test.want))
		if got := place(t, test.variable, test.def); got != want {
			t.Errorf("%s unset is %s, want %s", test.variable, got, want)
		}
	}
	t.Setenv("MCPLOUPE_NPM", "elsewhere")
	if got, want := place(t, "MCPLOUPE_NPM", "testdata/npm"), filepath.Join(Root(t), "elsewhere"); got != want {
		t.Errorf("a relative MCPLOUPE_NPM is %s, want %s", got, want)
	}
}

// A variable that is set is taken at its word: the browsers on PATH are not tried.
func TestChromiumOnPath(t *testing.T) {
	dir := t.TempDir()
	point(t, dir)
	t.Setenv("CI", "")
	browser := filepath.Join(dir, "bin", "chromium-browser")
	if err := os.MkdirAll(filepath.Dir(browser), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(browser, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if path, r := outcome(Chromium); r.ended != "skip" {
		t.Errorf("MCPLOUPE_CHROMIUM names nothing, yet %q was found", path)
	}
	t.Setenv("MCPLOUPE_CHROMIUM", "")
	if path, _ := outcome(Chromium); path != browser {
		t.Errorf("found %q on PATH, want %q", path, browser)
	}
}
