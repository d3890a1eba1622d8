package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"mcploupe/inspector/partstest"
)

// buildPanelServer builds the server of testdata/panelserver once.
var buildPanelServer = sync.OnceValues(func() (string, error) {
	dir, err := filepath.Abs(filepath.Join("..", "testdata", "out"))
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "panelserver")
	out, err := exec.Command("go", "build", "-o", bin, "./testdata/panelserver").CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return bin, nil
})

// startPanel serves a dashboard with the tools of testdata/panel.json.
func startPanel(t testing.TB) *httptest.Server {
	t.Helper()
	return startPanelWith(t, filepath.Join(partstest.Root(t), "web", "testdata", "panel.json"))
}

func startPanelWith(t testing.TB, file string) *httptest.Server {
	t.Helper()
	bin, err := buildPanelServer()
	if err != nil {
		t.Fatal(err)
	}
	return startSite(t, command(t, "panel", bin, file))
}

// plainPage is a page as a browser without script has it.
type plainPage struct {
	t    testing.TB
	base string
	doc  *html.Node
}

func openPlain(t testing.TB, base, tool string) *plainPage {
	t.Helper()
	p := &plainPage{t: t, base: base}
	p.do(http.MethodGet, "/?tool="+url.QueryEscape(tool), nil)
	return p
}

func (p *plainPage) do(method, path string, form url.Values) {
	p.t.Helper()
	req, err := http.NewRequest(method, p.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		p.t.Fatalf("%s %s: %d %s", method, path, res.StatusCode, body)
	}
	if p.doc, err = html.Parse(strings.NewReader(string(body))); err != nil {
		p.t.Fatal(err)
	}
}

// values are what the form would post.
func (p *plainPage) values() url.Values {
	form := p.first("form", "id", "call-form")
	v := url.Values{}
	for n := range form.Descendants() {
		name := attr(n, "name")
		if name == "" {
			continue
		}
		switch n.Data {
		case "input":
			if kind := attr(n, "type"); kind == "radio" && !has(n, "checked") {
				continue
			}
			v.Add(name, attr(n, "value"))
		case "textarea":
			v.Add(name, strings.TrimPrefix(textOf(n), "\n"))
		case "select":
			options := slices.Collect(elements(n, "option"))
			chosen := slices.IndexFunc(options, func(o *html.Node) bool { return has(o, "selected") })
			if len(options) > 0 {
				v.Add(name, attr(options[max(chosen, 0)], "value"))
			}
		}
	}
	return v
}

// press fills inputs in (name, value, name, value …) and presses a button that is
// on the page.
func (p *plainPage) press(action string, fill ...string) {
	p.t.Helper()
	v := p.values()
	for i := 0; i+1 < len(fill); i += 2 {
		if !v.Has(fill[i]) {
			p.t.Fatalf("the page has no input %q; it has %q", fill[i], names(v))
		}
		v.Set(fill[i], fill[i+1])
	}
	found := false
	for n := range p.doc.Descendants() {
		if n.Data == "button" && attr(n, "name") == "action" && attr(n, "value") == action && !has(n, "disabled") {
			found = true
		}
	}
	if !found {
		p.t.Fatalf("the page has no button %q", action)
	}
	v.Set("action", action)
	p.do(http.MethodPost, "/call", v)
}

func names(v url.Values) (list []string) {
	for name := range v {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// read is the text of the first element with an attribute.
func (p *plainPage) read(key, value string) string {
	p.t.Helper()
	return strings.Join(strings.Fields(textOf(p.first("", key, value))), " ")
}

// sends is what the page says would be sent.
func (p *plainPage) sends() string { return p.read("id", "preview") }

func (p *plainPage) first(element, key, value string) *html.Node {
	p.t.Helper()
	for n := range p.doc.Descendants() {
		if n.Type == html.ElementNode && (element == "" || n.Data == element) && attr(n, key) == value && has(n, key) {
			return n
		}
	}
	p.t.Fatalf("the page has no %s with %s=%q", element, key, value)
	return nil
}

func (p *plainPage) wantSends(what, want string) {
	p.t.Helper()
	if got := p.sends(); got != want {
		p.t.Fatalf("%s: sends %s, want %s", what, got, want)
	}
}

// elements counts what is on the page.
func (p *plainPage) elements() int {
	count := 0
	for n := range p.doc.Descendants() {
		if n.Type == html.ElementNode {
			count++
		}
	}
	return count
}

func elements(n *html.Node, name string) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for d := range n.Descendants() {
			if d.Type == html.ElementNode && d.Data == name && !yield(d) {
				return
			}
		}
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
