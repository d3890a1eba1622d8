package static_test

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mcploupe/inspector/partstest"
)

// startDemo builds and starts the program on its demonstration server and
// returns the address that it prints.
func startDemo(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcploupe")
	build := exec.Command("go", "build", "-o", bin, "./cmd/mcploupe")
	build.Dir = partstest.Root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	cmd := exec.Command(bin, "--addr", "127.0.0.1:0", "--no-open")
	cmd.Dir = t.TempDir() // no configuration: the demonstration
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v", err)
	}
	return strings.TrimSpace(line)
}

// reader is a person at the page.
type reader struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string
}

func open(t *testing.T, address string) *reader {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(partstest.Chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-background-networking", true))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	ctx, stop := chromedp.NewExecAllocator(ctx, opts...)
	ctx, closeTab := chromedp.NewContext(ctx)
	r := &reader{t: t, ctx: ctx}
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		closeTab()
		stop()
		cancel()
	})
	if err := chromedp.Do(ctx); err != nil { // starts the browser, which lives as long as this context
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, r.hear); err != nil {
		t.Fatal(err)
	}
	r.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("#main")))
	r.until(`document.querySelector('#servers .pill').dataset.state`, "ready")
	r.mark()
	return r
}

func (r *reader) hear(ev any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		r.bad = append(r.bad, fmt.Sprint(e.ExceptionDetails.Text, " ", e.ExceptionDetails.Exception.Description))
	case *cdplog.EventEntryAdded:
		r.bad = append(r.bad, e.Entry.Text+" "+e.Entry.URL)
	}
}

func (r *reader) do(steps ...chromedp.Action[chromedp.Void]) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *reader) click(selector string) { r.t.Helper(); r.do(chromedp.Click(chromedp.CSS(selector))) }
func (r *reader) press(keys string)     { r.t.Helper(); r.do(chromedp.KeyEvent(keys)) }
func (r *reader) write(selector, text string) {
	r.t.Helper()
	r.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// ask evaluates an expression as text.
func (r *reader) ask(expression string) string {
	r.t.Helper()
	got, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`String((() => { try { return `+expression+` } catch (e) { return 'none: ' + e.message } })())`))
	if err != nil {
		r.t.Fatalf("%s: %v", expression, err)
	}
	return got
}

// until waits for an expression to have a value.
func (r *reader) until(expression, want string) {
	r.t.Helper()
	got := ""
	for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got = r.ask(expression); got == want {
			return
		}
	}
	r.t.Fatalf("%s is %q, want %q", expression, got, want)
}

// mark sets a mark that a new page would not have; unmarked fails without it.
func (r *reader) mark() { r.ask(`window.marked = 'yes'`) }

func (r *reader) samePage() {
	r.t.Helper()
	if r.ask(`window.marked`) != "yes" {
		r.t.Error("a new page was loaded")
	}
}

func (r *reader) tool(name string) {
	r.t.Helper()
	r.click(`#list a[href*="tool=` + name + `"]`)
	r.until(`document.querySelector('#tool h1 .mono').innerText`, name)
}

const (
	names   = `[...document.querySelectorAll('#list .items bdi')].map(e => e.innerText).join(' ')`
	count   = `document.querySelectorAll('#list .items a').length`
	title   = `.field[data-pointer="/title"]`
	article = `.field[data-pointer="/article_id"]`
)

func state(field string) string {
	return `document.querySelector('` + field + ` .tri input:checked').value`
}

// Ensure that the scripts do what they promise, on the real program.
func TestScripts(t *testing.T) {
	address := startDemo(t)
	tests := []struct {
		name string
		walk func(*reader)
	}{
		{"filter", walkFilter},
		{"places", walkPlaces},
		{"switches", walkSwitches},
		{"json", walkJSON},
		{"answer", walkAnswer},
		{"drafts", walkDrafts},
		{"keys", walkKeys},
		{"theme", walkTheme},
		{"cancel", walkCancel},
		{"live", walkLive},
		{"older", walkOlder},
		{"menu", walkMenu},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := open(t, address)
			tt.walk(r)
			for _, b := range r.bad {
				t.Errorf("the console says: %s", b)
			}
		})
	}
}

func walkFilter(r *reader) {
	r.until(count, "8")
	r.write("#filter", "route")
	r.until(names, "find_route")
	r.until(`location.search.includes('q=route')`, "true")
	r.press(kb.Enter)
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "find_route")
	r.ask(`(() => { const f = document.querySelector('#filter'); f.value = ''; f.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	r.until(count, "8")
	r.click(`.counts a[href*="level=error"]`)
	// Which tools have errors is for the rules about clients to say; a clean one has none.
	r.until(names+`.includes('update_article') && !`+names+`.includes('clear_drafts')`, "true")
	r.until(`document.querySelector('.counts a[aria-current]').innerText.split(' ')[0]`, "Errors")
	r.samePage()
}

func walkPlaces(r *reader) {
	r.tool("find_route")
	r.until(`document.title.split(' ')[0]`, "find_route")
	r.until(`document.querySelector('#list .items [aria-current]').innerText.split('\n')[0].trim()`, "find_route")
	r.until(`document.querySelectorAll('#side #call-form').length`, "1")
	r.click(`.tabs a[href*="tab=output"]`)
	r.until(`document.querySelector('.tabs a[aria-current]').innerText.split('\n')[0].trim()`, "Output schema")
	r.until(`document.activeElement.innerText.split('\n')[0].trim()`, "Output schema")
	r.tool("word_count") // the tab stays
	r.until(`document.querySelector('.tabs a[aria-current]').innerText.split('\n')[0].trim()`, "Output schema")
	r.ask(`history.back()`)
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "find_route")
	r.ask(`history.go(-2)`)
	r.until(`document.querySelectorAll('#tool .figures').length`, "1")
	r.until(`document.querySelectorAll('#side').length`, "0")
	r.ask(`history.go(2)`)
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "find_route")
	r.until(`document.querySelectorAll('#side #call-form').length`, "1")
	r.click(`.changes .places a`)
	r.until(`document.querySelectorAll('.row .lit').length`, "1")
	r.samePage()
}

func walkSwitches(r *reader) {
	r.tool("update_article")
	r.until(state(title), "omit")
	r.write(title+" .control input", "Hello")
	r.until(state(title), "value")
	r.until(`document.querySelector('#preview').innerText.includes('"title":"Hello"')`, "true")
	r.ask(`document.querySelector('` + title + ` .tri input:checked').focus()`)
	r.press("n")
	r.until(state(title), "null")
	r.until(`document.querySelector('`+title+` .errors').innerText.startsWith('✕ Schema:')`, "true")
	r.until(`document.querySelector('`+title+` .control input').getAttribute('aria-invalid')`, "true")
	r.until(`document.querySelector('`+title+` .control input').value`, "Hello")
	r.press("o")
	r.until(state(title), "omit")
	r.until(`document.querySelectorAll('`+title+` .errors').length`, "0")
	r.press("v")
	r.until(state(title), "value")
	r.until(`document.activeElement.value.startsWith('Hello')`, "true")
	r.click(title + " .default")
	r.until(state(title), "null")
	r.until(`document.querySelectorAll('#answer .answer').length`, "0") // nothing was sent
	r.samePage()
}

func walkJSON(r *reader) {
	r.tool("update_article")
	r.write(article+" .control input", "7")
	r.click(`.mode[value="json"]`)
	r.until(`JSON.stringify(JSON.parse(document.querySelector('#json').value))`, `{"article_id":7}`)
	r.ask(`(() => { const j = document.querySelector('#json'); j.value = '{"article_id": 1e2, "title": null'; j.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	r.until(`document.querySelector('#json-error').hidden`, "false")
	r.click(`.mode[value="form"]`) // refused: nothing typed is lost
	r.until(`document.querySelectorAll('.toast').length`, "1")
	r.until(`document.querySelector('#json').value.length`, "33")
	r.ask(`(() => { const j = document.querySelector('#json'); j.value += '}'; j.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	r.until(`document.querySelector('#json-error').hidden`, "true")
	r.click(`.mode[value="form"]`)
	r.until(`document.querySelector('`+article+` .control input').value`, "1e2")
	r.until(state(title), "null")
	r.until(`document.querySelector('#preview').innerText.includes('1e2')`, "true")
	r.samePage()
}

func walkAnswer(r *reader) {
	r.tool("update_article")
	r.write(article+" .control input", "42")
	r.click(title + " .tri .null")
	r.press(kb.Enter)                                                   // checks at most
	r.until(`document.querySelectorAll('#answer .answer').length`, "0") // nothing was sent
	r.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))         // Control
	r.until(`document.querySelector('#answer .answer').className`, "answer error")
	r.until(`document.querySelectorAll('`+title+` .by-server').length`, "1")
	r.until(`document.querySelector('#status').innerText.includes('isError')`, "true")
	r.until(`document.querySelector('#answer .bytes pre').innerText`, `{"article_id":42,"title":null}`)
	r.click(title + " .tri .omit")
	r.until(`document.querySelectorAll('`+title+` .by-server').length`, "0") // said about another value
	r.click("#send")
	r.until(`document.querySelector('#answer .bytes pre').innerText`, `{"article_id":42}`)
	r.until(`document.querySelector('#answer .answer').className`, "answer ok")
	r.click(`.tabs a[href*="tab=findings"]`)
	r.until(`document.querySelector('.tabs a[aria-current]').innerText.startsWith('Findings')`, "true")
	r.until(`document.querySelector('#answer .answer').className`, "answer ok") // the answer stays
	r.tool("word_count")
	r.until(`document.querySelectorAll('#answer .answer').length`, "0")
	r.tool("update_article")
	r.until(`document.querySelector('#answer .answer').className`, "answer ok")
	r.samePage()
}

func walkDrafts(r *reader) {
	r.tool("update_article")
	r.write(title+" .control input", "kept")
	r.tool("word_count")
	r.tool("update_article")
	r.until(`document.querySelector('`+title+` .control input').value`, "kept")
	r.until(state(title), "value")
	r.until(`document.querySelector('#preview').innerText.includes('kept')`, "true")
	r.samePage()
	r.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#call-form")))
	r.until(`document.querySelector('`+title+` .control input').value`, "kept")
}

func walkKeys(r *reader) {
	r.press("f")
	r.until(`document.activeElement.id`, "filter")
	r.press(kb.Escape)
	r.until(`document.activeElement === document.body`, "true")
	r.press("j")
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "clear_drafts")
	r.press("j")
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "find_route")
	r.press("k")
	r.until(`document.querySelector('#tool h1 .mono').innerText`, "clear_drafts")
	r.press("?")
	r.until(`document.querySelector('#keys').matches(':popover-open')`, "true")
	r.press(kb.Escape)
	r.until(`document.querySelector('#keys').matches(':popover-open')`, "false")
	r.samePage()
}

func walkTheme(r *reader) {
	r.click(`.theme label:has([value="dark"])`)
	r.until(`document.documentElement.dataset.theme`, "dark")
	r.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#main")))
	r.until(`getComputedStyle(document.documentElement).colorScheme`, "dark")
	r.until(`document.querySelector('[name="theme"]:checked').value`, "dark")
	r.click(`.theme label:has([value="auto"])`)
	r.until(`document.documentElement.dataset.theme`, "undefined")
}

func walkCancel(r *reader) {
	r.tool("wait")
	r.write(`.field[data-pointer="/seconds"] .control input`, "20")
	r.click("#send")
	r.until(`document.querySelectorAll('#cancel').length`, "1")
	r.until(`document.querySelector('#send').disabled`, "true")
	r.click("#cancel")
	r.until(`document.querySelector('#answer h2').innerText.includes('Cancelled')`, "true")
	r.until(`document.querySelectorAll('#cancel').length`, "0")
	r.until(`document.querySelector('#send').disabled`, "false")
	r.samePage()
}

// walkLive disconnects the server from another page: this one follows by itself.
func walkLive(r *reader) {
	r.tool("update_article")
	r.write(title+" .control input", "kept")
	act := func(action string) {
		r.ask(`void fetch('/server', {method: 'POST', body: new URLSearchParams({server: document.querySelector('#servers .pill').dataset.server, action: '` + action + `'})})`)
	}
	act("disconnect")
	r.until(`document.querySelector('#servers .pill').dataset.state`, "closed")
	r.until(`document.querySelector('#send').disabled`, "true")
	r.until(`document.querySelector('`+title+` .control input').value`, "kept")
	act("connect")
	r.until(`document.querySelector('#servers .pill').dataset.state`, "ready")
	r.until(`document.querySelector('#send').disabled`, "false")
	r.until(`document.querySelector('`+title+` .control input').value`, "kept")
	r.samePage()
}

// walkOlder lets an event's page come late, after the reader went on: it is of
// another place, and nothing of it may be taken over.
func walkOlder(r *reader) {
	r.ask(`(() => {
		const real = window.fetch;
		let late = true;
		window.fetch = async (...a) => {
			const answer = await real(...a);
			if (late && String(a[0]) === location.pathname + location.search) {
				late = false;
				await new Promise((go) => setTimeout(go, 1500));
				window.cameLate = 'yes';
			}
			return answer;
		};
	})()`)
	r.ask(`void fetch('/server', {method: 'POST', body: new URLSearchParams({server: document.querySelector('#servers .pill').dataset.server, action: 'restart'})})`)
	r.until(`document.querySelector('#servers .pill').dataset.state`, "ready")
	r.tool("update_article")
	r.until(`window.cameLate`, "yes")
	r.until(`document.querySelectorAll('#side #call-form').length`, "1")
	r.until(`document.querySelector('#tool h1 .mono')?.innerText`, "update_article")
	r.samePage()
}

// walkMenu follows links of the header after the middle was changed.
func walkMenu(r *reader) {
	r.tool("find_route")
	r.click(`.tabs a[href*="tab=output"]`)
	r.until(`document.querySelector('.tabs a[aria-current]').innerText.includes('Output')`, "true")
	r.until(`new URL(document.querySelector('#target a').href).searchParams.get('tool')`, "find_route")
	r.until(`new URL(document.querySelector('#target a').href).searchParams.get('tab')`, "output")
	r.click(`.counts a[href*="level=error"]`) // was printed for another place
	r.until(`location.search.includes('level=error')`, "true")
	r.until(`new URLSearchParams(location.search).get('tool')`, "find_route")
	r.samePage()
}
