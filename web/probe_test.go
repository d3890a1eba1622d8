package web_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"mcploupe/inspector/partstest"
)

// startArticles serves a dashboard with the server of the second founding story.
func startArticles(t *testing.T) string {
	t.Helper()
	return startSite(t, command(t, "articles", partstest.Python(t), filepath.Join(partstest.Root(t), "testdata", "python", "articles_fastmcp.py"))).URL
}

// Ensure that one press of a button finds the four null defaults of the tool, with the
// plan before it, live progress, the mend, and the call ready to be sent again.
func TestBrowserProbe(t *testing.T) {
	base := startArticles(t)
	b := openBrowser(t, base)
	problems := watchConsole(b.ctx)
	b.do("open the tool", chromedp.Navigate(base+"/?tool=update_article&token="+string(testToken)), chromedp.WaitVisible(chromedp.CSS("#list")))
	b.do("go to the probe", chromedp.Navigate(base+"/?server=articles&tool=update_article&tab=probe"), chromedp.WaitVisible(chromedp.CSS("#probe-form")))
	b.see("#probe", `{"article_id":1,"title":null}`)
	b.see("#probe-form", "Annotations are the server's claim")
	b.shot("probe-1-plan")
	b.do("without consent", chromedp.Click(chromedp.CSS(`#probe-form [value="start"]`)))
	b.see("#probe-form", "Nothing was sent")
	b.do("tick", chromedp.Click(chromedp.CSS(`#probe-form [name="tick"]`)), chromedp.Click(chromedp.CSS(`#probe-form [value="start"]`)))
	b.until(`document.querySelectorAll('.probe-result .finding').length`, "4")
	b.see(".probe-result", "advertised default refused")
	b.see(".probe-result", "title: str | None = None")
	b.shot("probe-2-result")
	b.do("dark", b.scheme("dark"))
	b.script(`(() => { document.querySelectorAll('#probe details').forEach((d) => { d.open = true }); document.querySelector('#probe details').scrollIntoView() })()`)
	b.shot("probe-3-dark")
	b.do("light and narrow", b.scheme("light"), chromedp.EmulateViewport(375, 812))
	b.script(`document.querySelector('#probe').scrollIntoView()`)
	b.shot("probe-4-narrow")
	if wide := b.ask("document.documentElement.scrollWidth"); wide != "375" {
		t.Errorf("the page is %s pixels wide on a screen of 375", wide)
	}
	b.do("wide again", chromedp.EmulateViewport(1440, 900))
	b.do("open in the test call", chromedp.Click(chromedp.CSS(`#p1 .probe-again button`)), chromedp.WaitVisible(chromedp.CSS("#call-form")))
	b.see("#preview", `{"article_id":1,"title":null}`)
	b.do("the whole server", chromedp.Navigate(base+"/?server=articles&tab=probe"), chromedp.WaitVisible(chromedp.CSS("#probe")))
	b.see("#probe", "advertised default refused")
	b.shot("probe-5-server")
	for _, p := range problems() {
		t.Errorf("the console says: %s", p)
	}
}

// Ensure that the tab works without script, that a second probe says what is new, and
// that nothing typed is lost by a mistake.
func TestProbeWithoutScript(t *testing.T) {
	base := startArticles(t)
	p := openPlain(t, base, "update_article")
	where := url.Values{"server": {"articles"}, "tool": {"update_article"}, "tab": {"probe"}}
	post := func(more url.Values) {
		v := url.Values{}
		for _, from := range []url.Values{where, more} {
			for k, list := range from {
				v[k] = list
			}
		}
		p.do(http.MethodPost, "/probe", v)
	}
	post(url.Values{"action": {"plan"}, "base": {`{"article_id": `}, "seed": {"x"}})
	if text := p.read("id", "probe"); !strings.Contains(text, "This is not JSON") || !strings.Contains(text, `{"article_id": `) || !strings.Contains(text, "A seed is a whole number") {
		t.Errorf("after a mistake: %s", text)
	}
	post(url.Values{"action": {"plan"}, "base": {`{"article_id":42}`}, "seed": {"3"}})
	if text := p.read("id", "probe"); !strings.Contains(text, `{"article_id":42,"title":null}`) {
		t.Errorf("the plan for the base call given: %s", text)
	}
	for range 2 {
		post(url.Values{"action": {"start"}, "base": {`{"article_id":42}`}, "seed": {"3"}, "tick": {"4"}})
		for deadline := time.Now().Add(30 * time.Second); !strings.Contains(p.read("id", "probe"), "breaks its word"); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("no result: %s", p.read("id", "probe"))
			}
			p.do(http.MethodGet, "/?"+where.Encode(), nil)
		}
	}
	text := p.read("id", "probe")
	for _, want := range []string{"4 ways in which the server breaks its word", "Since the probe before: 0 fixed, 0 new.", `{"article_id":42,"tags":null}`, "seed 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}
