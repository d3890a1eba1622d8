// Package static holds the style, the scripts and the icon of the dashboard,
// embedded in the binary and served under addresses that carry a hash of their
// content, so that a browser may keep them for ever.
//
// The style is one file made of css/*.css in a fixed order; each file of js is
// an ES module of its own, and the imports between them are rewritten to the
// hashed addresses. The package never reads a file at run time and imports the
// standard library only.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed css/*.css js/*.js favicon.svg
var files embed.FS

// Prefix is where [Handler] expects to be mounted.
const Prefix = "/static/"

// styles are the parts of app.css in the order in which they count.
var styles = [...]string{"tokens", "base", "layout", "parts", "list", "tool", "schema", "call", "convert", "conn", "verdict", "report", "palette", "probe"}

// types are the media types by file name extension. The table of the machine is
// not asked: it may be wrong.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// asset is one file as it is served.
type asset struct {
	name string // "js/call.js"
	url  string // "/static/js/call.1a2b3c4d.js"
	body []byte
}

// all builds every asset once.
var all = sync.OnceValue(func() map[string]asset {
	b := builder{done: map[string]asset{}}
	var css []byte
	for _, name := range styles {
		css = append(css, mustRead("css/"+name+".css")...)
	}
	b.add("app.css", css)
	b.add("favicon.svg", mustRead("favicon.svg"))
	entries, err := files.ReadDir("js")
	if err != nil {
		panic(err) // embedded: cannot happen in a binary that was built
	}
	for _, e := range entries {
		b.module("js/"+e.Name(), nil)
	}
	return b.done
})

// byURL finds an asset by the path it is served under.
var byURL = sync.OnceValue(func() map[string]asset {
	m := make(map[string]asset, len(all()))
	for _, a := range all() {
		m[a.url] = a
	}
	return m
})

// Path returns the address of a file: "app.css", "favicon.svg", "js/main.js".
// It panics for a name that does not exist, which a test of the page notices.
func Path(name string) string {
	a, ok := all()[name]
	if !ok {
		panic("static: no file " + strconv.Quote(name))
	}
	return a.url
}

// Names lists every file that is served, sorted.
func Names() []string {
	names := make([]string, 0, len(all()))
	for name := range all() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ReportStyle is the style of a report that is a file of its own.
func ReportStyle() string {
	return string(mustRead("css/tokens.css")) + string(mustRead("css/report.css"))
}

// Handler serves the files under the addresses that [Path] gives, and nothing
// else: an address without the right hash is not found.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		a, ok := byURL()[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", types[path.Ext(a.name)])
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("Content-Length", strconv.Itoa(len(a.body)))
		if r.Method == http.MethodHead {
			return
		}
		_, _ = w.Write(a.body) // the browser went away: nothing to do
	})
}

// importPath matches the specifier of a static import from a sibling module.
var importPath = regexp.MustCompile(`(from ['"])\./([a-z-]+\.js)(['"])`)

// builder makes assets; modules are made after those they import.
type builder struct {
	done map[string]asset
}

func (b *builder) add(name string, body []byte) asset {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	a := asset{
		name: name,
		url:  Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext,
		body: body,
	}
	b.done[name] = a
	return a
}

// module adds a script with its imports rewritten. The modules that wait for it
// are above, so that a cycle is noticed.
func (b *builder) module(name string, above []string) asset {
	if a, ok := b.done[name]; ok {
		return a
	}
	if slices.Contains(above, name) {
		panic(fmt.Sprintf("static: modules import each other: %q", append(above, name)))
	}
	above = append(slices.Clone(above), name)
	body := importPath.ReplaceAllFunc(mustRead(name), func(m []byte) []byte {
		p := importPath.FindSubmatch(m)
		dep := b.module("js/"+string(p[2]), above)
		return []byte(string(p[1]) + dep.url + string(p[3]))
	})
	return b.add(name, body)
}

func mustRead(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded: cannot happen in a binary that was built
	}
	return data
}
