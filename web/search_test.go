package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mcploupe/inspector"
	"mcploupe/inspector/partstest"
	"mcploupe/inspector/tool"
	"mcploupe/web"
)

// startFiles serves a dashboard of several saved answers, in order.
func startFiles(t testing.TB, answers ...string) *httptest.Server {
	t.Helper()
	app := inspector.New(inspector.Options{Version: "test"})
	for i, answer := range answers {
		snap, err := tool.Open("answer.json", []byte(answer))
		if err != nil {
			t.Fatal(err)
		}
		app.AddSnapshot(fmt.Sprintf("saved%d", i), "answer.json", snap)
	}
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.Handler = web.New(app, web.Options{Addr: srv.Listener.Addr(), Token: testToken}).Handler()
	srv.Start()
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
		if err := app.Close(t.Context()); err != nil && t.Context().Err() == nil {
			t.Errorf("close the application: %v", err)
		}
	})
	return srv
}

const (
	articleTools = `[{"name":"get_article","description":"Read one article.","inputSchema":{"type":"object"}},
		{"name":"article","inputSchema":{"type":"object"}},
		{"name":"list","description":"` + `Every one that there is, in the order in which they were written by people who like to write long descriptions: each ARTICLE with its author.","inputSchema":{"type":"object"}},
		{"name":"particle","title":"Physics","inputSchema":{"type":"object"}}]`
	otherTools = `[{"name":"articles_of_law","inputSchema":{"type":"object"}},{"name":"weather","title":"An article about the sky","inputSchema":{"type":"object"}}]`
)

var foundTool = regexp.MustCompile(`href="/\?server=(\w+)&amp;tool=(\w+)[^"]*" data-server`)

// Ensure that the tools of all servers are found, those whose name fits best first,
// and of those that fit as well the ones of the server shown.
func TestSearch(t *testing.T) {
	srv := startFiles(t, articleTools, otherTools)
	for _, test := range []struct {
		at, text string
		want     []string
	}{
		{"saved0", "article", []string{"saved0 article", "saved1 articles_of_law", "saved0 get_article", "saved0 particle", "saved1 weather", "saved0 list"}},
		{"saved0", "  ARTICLE of ", []string{"saved1 articles_of_law"}},
		{"saved1", "e", []string{"saved0 get_article", "saved1 articles_of_law", "saved1 weather", "saved0 article", "saved0 particle", "saved0 list"}},
		{"saved0", "sky", []string{"saved1 weather"}},
		{"saved0", "article nowhere", nil},
		{"saved0", "", nil},
	} {
		status, _, body := get(t, srv.URL+"/search?server="+test.at+"&find="+url.QueryEscape(test.text))
		if status != http.StatusOK {
			t.Errorf("%q: status %d", test.text, status)
		}
		checkMarkup(t, body)
		var got []string
		for _, m := range foundTool.FindAllStringSubmatch(body, -1) {
			got = append(got, m[1]+" "+m[2])
		}
		if test.text == "e" { // the same ranks by chance: only what is found
			slices.Sort(got)
			slices.Sort(test.want)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("at %s, %q finds %q, want %q", test.at, test.text, got, test.want)
		}
	}
	if _, _, body := get(t, srv.URL+"/search?find=article"); !strings.Contains(body, "…n the order") && !strings.Contains(body, "each ARTICLE") {
		t.Error("the description is not shown where the word stands")
	}
	for _, h := range hostile {
		_, _, body := get(t, srv.URL+"/search?find="+url.QueryEscape(h)+"&tab="+url.QueryEscape(h)+"&q="+url.QueryEscape(h))
		checkMarkup(t, body)
	}
	if status, _, _ := get(t, srv.URL+"/search?server=nobody&find=a"); status != http.StatusNotFound {
		t.Errorf("a server that is not there: status %d", status)
	}
}

// Ensure that of very many tools a page of the best is shown, and the rest counted.
func TestSearchOfMany(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, `,{"name":"tool_%04d","description":"number %d","inputSchema":{"type":"object"}}`, i, i)
	}
	srv := startFiles(t, "["+b.String()[1:]+"]")
	_, _, body := get(t, srv.URL+"/search?find=tool")
	if n := len(foundTool.FindAllString(body, -1)); n != 40 || !strings.Contains(body, "4,960 more tools") {
		t.Errorf("%d tools shown", n)
	}
	if _, _, body = get(t, srv.URL+"/search?find=4321"); !strings.Contains(body, "tool_4321") {
		t.Error("a late tool is not found")
	}
}

// accessible runs axe on what is shown.
func (b *browser) accessible(what string) {
	b.t.Helper()
	axe, err := os.ReadFile(partstest.NPM(b.t, "axe-core", "axe.min.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.script(string(axe))
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`axe.run({resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html.slice(0, 160)).join('\n'))`, chromedp.EvalAwaitPromise))
	if err != nil || found != "" {
		b.t.Errorf("axe on %s: %s %v", what, found, err)
	}
}

// Ensure that Ctrl+K and "/" find a tool of any server from any page, that what was
// typed in a form stays, and that the search works without scripts.
func TestBrowserPalette(t *testing.T) {
	srv := startFiles(t, articleTools, otherTools)
	b := openBrowser(t, srv.URL)
	problems := watchConsole(b.ctx)
	b.do("open", chromedp.Navigate(srv.URL+"/?server=saved0&token="+string(testToken)), chromedp.WaitVisible(chromedp.CSS("#list")))
	b.script(`window.same = 'yes'`) // which a new page would lose
	b.do("type in the filter", chromedp.SendKeys(chromedp.CSS("#filter"), "l/x"))
	if got := b.ask(`document.querySelector('dialog')`); got != "null" {
		t.Errorf("a slash in the filter opens %s", got)
	}
	b.do("Ctrl+K in the filter", chromedp.KeyEvent("k", chromedp.KeyModifiers(2)), chromedp.WaitVisible(chromedp.CSS(".palette #find")))
	b.until(`document.activeElement.id`, "find")
	b.see("#found", "Theme: dark")
	b.do("type", chromedp.KeyEvent("articl"))
	b.until(`document.querySelector('#found').dataset.text`, "articl")
	b.see("#found", "6 tools found")
	b.shot("palette-1-found")
	b.accessible("the palette")
	b.do("down, up and a letter", chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowUp))
	b.until(`document.activeElement.innerText.split('\n')[0]`, b.ask(`document.querySelector('#found li a').innerText.split('\n')[0]`))
	b.do("go on typing", chromedp.KeyEvent("e"))
	b.until(`document.activeElement.value`, "article")
	b.do("the first by Enter, at once", chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector('#tool h1 .mono')?.innerText`, "article")
	b.until(`document.querySelector('dialog').open`, "false")
	b.until(`window.same`, "yes")
	b.until(`document.querySelector('#filter').value`, "l/x")

	b.script(`document.activeElement.blur()`)
	b.do("a slash", chromedp.KeyEvent("/"), chromedp.WaitVisible(chromedp.CSS(".palette[open] #find")))
	b.until(`document.querySelector('#find').value`, "")
	b.do("close", chromedp.KeyEvent(kb.Escape))
	b.until(`document.querySelector('dialog').open`, "false")
	b.do("by the button", chromedp.Click(chromedp.CSS(".search-link")), chromedp.WaitVisible(chromedp.CSS(".palette[open] #find")), chromedp.KeyEvent("weather"))
	b.see("#found", "weather")
	b.do("to another server", chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS("#tool h1 .mono")))
	b.until(`document.querySelector('#tool h1 .mono')?.innerText`, "weather")
	b.until(`window.same`, "undefined")
	b.do("a command", chromedp.KeyEvent("k", chromedp.KeyModifiers(2)), chromedp.WaitVisible(chromedp.CSS(".palette[open] #find")), chromedp.KeyEvent("theme dark"))
	b.see("#found", "Theme: dark")
	b.do("press it", chromedp.KeyEvent(kb.Enter))
	b.until(`document.documentElement.dataset.theme`, "dark")
	b.do("narrow", chromedp.EmulateViewport(375, 812), chromedp.KeyEvent("k", chromedp.KeyModifiers(2)), chromedp.WaitVisible(chromedp.CSS(".palette[open] #find")), chromedp.KeyEvent("article"))
	b.see("#found", "articles_of_law")
	b.shot("palette-2-narrow-dark")
	if wide := b.ask("document.documentElement.scrollWidth"); wide != "375" {
		t.Errorf("the page is %s pixels wide on a screen of 375", wide)
	}
	for _, p := range problems() {
		t.Errorf("the console says: %s", p)
	}
}
