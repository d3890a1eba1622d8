package static_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"mcploupe/static"
)

func get(t *testing.T, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	static.Handler().ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

// Ensure that every file is served under its hashed address, with the right type
// and for ever.
func TestEveryFileIsServed(t *testing.T) {
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
	hashed := regexp.MustCompile(`^/static/[a-z/]+\.[0-9a-f]{8}(\.[a-z]+)$`)
	if len(static.Names()) < 5 {
		t.Fatalf("only %q", static.Names())
	}
	for _, name := range static.Names() {
		path := static.Path(name)
		m := hashed.FindStringSubmatch(path)
		if m == nil {
			t.Errorf("%s has the address %s", name, path)
			continue
		}
		w := get(t, http.MethodGet, path)
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: status %d, %d bytes", path, w.Code, w.Body.Len())
		}
		if got := w.Header().Get("Content-Type"); got != types[m[1]] {
			t.Errorf("%s: type %q", path, got)
		}
		if got := w.Header().Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: cache %q", path, got)
		}
		if w := get(t, http.MethodHead, path); w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "0" {
			t.Errorf("HEAD %s: %d, %v", path, w.Code, w.Header())
		}
	}
}

func TestNothingElseIsServed(t *testing.T) {
	for _, path := range []string{"/static/", "/static/app.css", "/static/app.00000000.css", "/static/css/tokens.css", "/static/../static.go", "/static/static.go"} {
		if w := get(t, http.MethodGet, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if w := get(t, http.MethodPost, static.Path("app.css")); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
}

func TestUnknownNamePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a misspelt name went unnoticed")
		}
	}()
	static.Path("no.css")
}

// Ensure that modules import each other by addresses that are served.
func TestImportsAreRewritten(t *testing.T) {
	specifier := regexp.MustCompile(`from ['"]([^'"]+)['"]`)
	imports := 0
	for _, name := range static.Names() {
		if !strings.HasSuffix(name, ".js") {
			continue
		}
		for _, m := range specifier.FindAllStringSubmatch(get(t, http.MethodGet, static.Path(name)).Body.String(), -1) {
			imports++
			if w := get(t, http.MethodGet, m[1]); w.Code != http.StatusOK {
				t.Errorf("%s imports %s, which is not served", name, m[1])
			}
		}
	}
	if imports < 10 {
		t.Errorf("only %d imports found: the test tests nothing", imports)
	}
}

// Ensure that text becomes HTML in one place only, and that nothing is evaluated
// or loaded from another host.
func TestScriptsKeepThePolicy(t *testing.T) {
	sink := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTMLUnsafe|createContextualFragment|\beval\(|new Function|\.style\b|setAttribute\(['"](?:on|style)|https?://`)
	entries, err := os.ReadDir("js")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, e := range entries {
		data, err := os.ReadFile("js/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(data), "\n")
		found := sink.FindAllString(string(data), -1)
		if e.Name() == "dom.js" && len(found) == 1 && found[0] == "innerHTML" {
			continue
		}
		if len(found) > 0 {
			t.Errorf("%s: %q", e.Name(), found)
		}
	}
	if lines > 1900 {
		t.Errorf("%d lines of script, more than 1900", lines)
	}
}

func TestStyleLoadsNothing(t *testing.T) {
	css := get(t, http.MethodGet, static.Path("app.css")).Body.String()
	if found := regexp.MustCompile(`url\(|@import|@font-face`).FindString(css); found != "" {
		t.Errorf("the style has %s", found)
	}
	if open, closed := strings.Count(css, "{"), strings.Count(css, "}"); open != closed {
		t.Errorf("%d braces open, %d close", open, closed)
	}
}
