package web_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openTool opens a tool of the panel server in a browser.
func openTool(t *testing.T, tool string) *browser {
	t.Helper()
	srv := startPanel(t)
	b := openBrowser(t, srv.URL)
	problems := watchConsole(b.ctx)
	t.Cleanup(func() {
		for _, p := range problems() {
			t.Errorf("the console says: %s", p)
		}
	})
	b.do("open "+tool, chromedp.Navigate(srv.URL+"/?token="+string(testToken)+"&tool="+tool), chromedp.WaitReady(chromedp.CSS("#call-form")))
	b.ask(`window.marked = 'yes'`)
	return b
}

// samePage fails where a new page was loaded.
func (b *browser) samePage() {
	b.t.Helper()
	if b.ask(`window.marked`) != "yes" {
		b.t.Error("a new page was loaded")
	}
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

func (b *browser) press(keys string) {
	b.t.Helper()
	b.do("press "+keys, chromedp.KeyEvent(keys))
}

// key presses a key whose letter goes nowhere, as a browser has it when the page
// takes the key for itself: the protocol types the letter all the same.
func (b *browser) key(key string) {
	b.t.Helper()
	b.ask(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '` + key + `', bubbles: true, cancelable: true}))`)
}

// button is a button of the form by its action.
func button(action string) string { return `#call button[value="` + action + `"]` }

const sends = `document.querySelector('#preview').innerText`
const focus = `(e => e.dataset.tool ? e.value : e.name || e.tagName)(document.activeElement)`

// Ensure that elements are made, filled in, moved and taken away by keyboard, with
// the focus where one goes on, and that no state loses what was typed.
func TestBrowserNested(t *testing.T) {
	b := openTool(t, "nested")
	b.click(string(tri("/meta", "value")))
	b.until(sends, `{"meta":{"language":"en"}}`)
	b.click(button("add:/meta/tags"))
	b.until(focus, "v:/meta/tags/0")
	b.press("one")
	b.until(sends, `{"meta":{"language":"en","tags":["one"]}}`)
	b.click(button("add:/meta/tags"))
	b.until(focus, "v:/meta/tags/1")
	b.press("two") // at once: nothing waits for the check
	b.click(button("add:/meta/tags"))
	b.until(focus, "v:/meta/tags/2")
	b.press("three")
	b.click(button("up:/meta/tags/2"))
	b.until(focus, "up:/meta/tags/1") // where it is now
	b.press(kb.Enter)
	b.until(focus, "down:/meta/tags/0") // there is no further up
	b.until(sends, `{"meta":{"language":"en","tags":["three","one","two"]}}`)
	b.click(button("remove:/meta/tags/1"))
	b.until(focus, "v:/meta/tags/1")
	b.until(sends, `{"meta":{"language":"en","tags":["three","two"]}}`)
	b.ask(`document.querySelector('[name="s:/meta/tags/0"]:checked').focus()`)
	b.press("n")
	b.until(sends, `{"meta":{"language":"en","tags":[null,"two"]}}`)
	b.press("o")
	b.until(sends, `{"meta":{"language":"en","tags":["two"]}}`)
	b.key("v")
	b.until(focus, "v:/meta/tags/0")
	b.until(sends, `{"meta":{"language":"en","tags":["three","two"]}}`)
	b.ask(`document.querySelector('[data-pointer="/meta"] > .inside > summary').focus()`)
	b.press("o")
	b.until(sends, `{}`)
	b.press("v")
	b.until(sends, `{"meta":{"language":"en","tags":["three","two"]}}`)
	b.samePage()
}

// Ensure that folds and what is typed meanwhile outlive a change of the form.
func TestBrowserKeepsWhatIsTyped(t *testing.T) {
	b := openTool(t, "nested")
	b.click(string(tri("/meta", "value")))
	b.until(`document.querySelectorAll('[name="v:/meta/language"]').length`, "1")
	b.ask(`document.querySelector('[data-pointer="/meta"] > .inside').open = false`)
	b.ask(`(() => {
		document.querySelector('button[value="add:/rows"]').click();
		const title = document.querySelector('[name="v:/title"]');
		title.value = 'typed while it was away';
		title.dispatchEvent(new Event('input', {bubbles: true}));
	})()`)
	b.until(`document.querySelectorAll('[name="v:/rows/0/n"]').length`, "1")
	b.until(`document.querySelector('[name="v:/title"]').value`, "typed while it was away")
	b.until(`document.querySelector('[data-pointer="/meta"] > .inside').open`, "false")
	b.until(`document.querySelector('[name="s:/title"]:checked').value`, "value")
	b.do("draft", chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#call-form")))
	b.until(`document.querySelectorAll('[name="v:/rows/0/n"]').length`, "1")
	b.until(`document.querySelector('[name="v:/title"]').value`, "typed while it was away")
}

// Ensure that an alternative keeps its input, and that what a condition brings
// appears without moving the focus.
func TestBrowserChoice(t *testing.T) {
	b := openTool(t, "choice")
	b.do("a name", chromedp.SendKeys(chromedp.CSS(`[name="v:/target/name"]`), "Ann"))
	choose := func(n string) {
		b.ask(`(s => { s.focus(); s.value = '` + n + `'; s.dispatchEvent(new Event('change', {bubbles: true})); })(document.querySelector('[name="b:/target"]'))`)
	}
	choose("1")
	b.until(`document.querySelectorAll('[name="v:/target/number"]').length`, "1")
	b.until(focus, "b:/target")
	b.do("a number", chromedp.SendKeys(chromedp.CSS(`[name="v:/target/number"]`), "9007199254740993"))
	b.until(sends, `{"target":{"number":9007199254740993}}`)
	choose("0")
	b.until(sends, `{"target":{"name":"Ann"}}`)
	choose("1")
	b.until(sends, `{"target":{"number":9007199254740993}}`)
	b.ask(`(s => { s.focus(); s.value = '"rich"'; s.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('[name="v:/kind"]'))`)
	b.until(`document.querySelectorAll('[name="v:/style"]').length`, "1")
	b.until(focus, "v:/kind")
	b.samePage()
}

// Ensure that a recursive field is opened level by level.
func TestBrowserRecursion(t *testing.T) {
	b := openTool(t, "nested")
	b.click(button("open:/tree"))
	b.until(focus, "v:/tree/name")
	b.press("root")
	b.click(button("open:/tree/child"))
	b.until(focus, "v:/tree/child/name")
	b.press("leaf")
	b.until(sends, `{"tree":{"name":"root","child":{"name":"leaf"}}}`)
	b.until(`document.querySelectorAll('[name="v:/tree/child/child/name"]').length`, "0")
	b.samePage()
}

// Ensure that rows of a map can be named, and that the focus stays while a key is
// typed.
func TestBrowserRows(t *testing.T) {
	b := openTool(t, "nested")
	b.click(button("add:/labels"))
	b.until(focus, "k:/labels/key")
	b.press("colour") // the key that was made is selected
	b.until(sends, `{"labels":{"colour":""}}`)
	b.until(focus, "k:/labels/key")
	b.press(kb.Tab)
	b.until(`document.querySelectorAll('[name="v:/labels/colour"]').length`, "1")
	b.do("a value", chromedp.SendKeys(chromedp.CSS(`[name="v:/labels/colour"]`), "red"))
	b.until(sends, `{"labels":{"colour":"red"}}`)
	b.click(button("remove:/labels/colour"))
	b.until(sends, `{"labels":{}}`)
	b.samePage()
}

// Ensure that JSON text and form go into each other with numbers as the person
// wrote them.
func TestBrowserJSON(t *testing.T) {
	b := openTool(t, "nested")
	write := func(text string) {
		b.ask(`(j => { j.value = ` + "`" + text + "`" + `; j.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#json'))`)
	}
	b.click(`.mode[value="json"]`)
	b.until(`document.querySelector('#json-mode').hidden`, "false")
	write(`{"rows":[{"note":null,"n":1.50}],"title":"x"}`)
	b.click(`.mode[value="form"]`)
	b.until(`document.querySelector('[name="v:/rows/0/n"]').value`, "1.50")
	b.until(`document.querySelector('[name="s:/rows/0/note"]:checked').value`, "null")
	b.do("a number", chromedp.SendKeys(chromedp.CSS(`[name="v:/rows/0/n"]`), kb.End+"0e400"))
	b.until(sends, `{"rows":[{"note":null,"n":1.500e400}],"title":"x"}`)
	b.click(`.mode[value="json"]`)
	b.until(`document.querySelector('#json-mode').hidden`, "false")
	b.until(`JSON.stringify(document.querySelector('#json').value).replace(/\\n| /g, '')`, `"{\"rows\":[{\"note\":null,\"n\":1.500e400}],\"title\":\"x\"}"`)
	write(`{"rows":[1],"rows":[2]}`)
	b.click(`.mode[value="form"]`)
	b.until(`document.querySelector('.toast')?.innerText.includes('no object that a form can show')`, "true")
	b.until(`document.querySelector('#json').value`, `{"rows":[1],"rows":[2]}`)
	b.click(button("format"))
	b.until(`document.querySelector('#json').value.split('\n').length`, "4")
	b.samePage()
}

// Ensure that what stands beside a control writes into it.
func TestBrowserHelpers(t *testing.T) {
	b := openTool(t, "helpers")
	set := func(selector, value string) {
		b.ask(`(p => { p.value = '` + value + `'; p.dispatchEvent(new Event('change', {bubbles: true})); })(document.querySelector('` + selector + `'))`)
	}
	set(`[data-pointer="/day"] .picker`, "2026-02-28")
	b.until(sends, `{"day":"2026-02-28"}`)
	set(`[data-pointer="/at"] .picker`, "2026-02-28T13:45")
	b.until(`/^2026-02-28T13:45:00(Z|[+-]\d\d:\d\d)$/.test(document.querySelector('[name="v:/at"]').value)`, "true")
	file := filepath.Join(t.TempDir(), "x.bin")
	if err := os.WriteFile(file, []byte{0xfb, 0xff, 0, 1}, 0o600); err != nil {
		t.Fatal(err)
	}
	b.do("a file", chromedp.SetUploadFiles(chromedp.CSS(`[data-pointer="/data"] .file`), []string{file}))
	b.until(`document.querySelector('[name="v:/data"]').value`, "+/8AAQ==")
	b.click(button("example:1:/mail"))
	b.until(`document.querySelector('[name="v:/mail"]').value`, "b@example.com")
	b.ask(`(s => { s.value = '"s"'; s.dispatchEvent(new Event('input', {bubbles: true})); s.dispatchEvent(new Event('change', {bubbles: true})); })(document.querySelector('[name="v:/size"]'))`)
	b.see(`[data-pointer="/size"] .option-help`, "Fits a pocket")
	b.ask(`(i => { i.focus(); const d = new DataTransfer(); d.setData('text/plain', 'two\nlines'); i.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true})); })(document.querySelector('[name="v:/line"]'))`)
	b.until(`document.querySelector('textarea[name="v:/line"]').value`, "two\nlines")
	b.until(sends+`.includes('"line":"two\\nlines"')`, "true")
	if text := b.text(`[data-pointer="/old"] .meta`); !strings.Contains(text, "deprecated") {
		t.Errorf("the old field says %q", text)
	}
	b.samePage()
}

// Ensure that an earlier call comes back into the form, can be changed, and can be
// sent again as it was.
func TestBrowserCalls(t *testing.T) {
	b := openTool(t, "nested")
	b.do("a title", chromedp.SendKeys(chromedp.CSS(`[name="v:/title"]`), "first"))
	b.click("#send")
	b.until(`document.querySelectorAll('#calls li').length`, "1")
	b.do("another", chromedp.SendKeys(chromedp.CSS(`[name="v:/title"]`), kb.End+" second"))
	b.click("#send")
	b.until(`document.querySelectorAll('#calls li').length`, "2")
	b.click("#calls li:last-child a")
	b.until(`document.querySelector('[name="v:/title"]').value`, "first")
	b.until(`document.querySelector('#answer .bytes pre').innerText`, `{"title":"first"}`)
	b.do("a change", chromedp.SendKeys(chromedp.CSS(`[name="v:/title"]`), kb.End+" changed"))
	b.until(sends, `{"title":"first changed"}`)
	b.click(`#calls li:first-child [value^="again:"]`)
	b.until(`document.querySelectorAll('#calls li').length`, "3")
	b.until(`document.querySelector('[name="v:/title"]').value`, "first second")
	b.until(`document.querySelector('#answer .bytes pre').innerText`, `{"title":"first second"}`)
	b.click(`.copies a[href*="as=mcploupe"]`)
	b.until(`document.querySelector('.toast')?.innerText`, "Copied as mcploupe call")
	b.samePage()
}

// Ensure that the list of problems leads to a field that is folded away.
func TestBrowserProblems(t *testing.T) {
	b := openTool(t, "nested")
	b.click(button("add:/rows"))
	b.until(focus, "v:/rows/0/n")
	b.press("x")
	b.until(`document.querySelectorAll('#problem-list li').length`, "1")
	b.until(`document.querySelector('[data-pointer="/rows"] > .inside > summary').dataset.bad`, "1 ✕")
	b.ask(`document.querySelector('[data-pointer="/rows"] > .inside').open = false`)
	b.click("#problem-list summary")
	b.click("#problem-list a")
	b.until(focus, "v:/rows/0/n")
	b.press(kb.Backspace + "1")
	b.until(`document.querySelector('#problem-list').hidden`, "true")
	b.until(`document.querySelectorAll('.field.bad').length`, "0")
	b.samePage()
}

// Ensure that the form works in a browser without script: fields are opened, made,
// moved and sent by its buttons.
func TestBrowserWithoutScript(t *testing.T) {
	srv := startPanel(t)
	b := openBrowser(t, srv.URL)
	b.do("turn scripts off", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	b.do("open", chromedp.Navigate(srv.URL+"/?token="+string(testToken)+"&tool=nested"), chromedp.WaitReady(chromedp.CSS("#call-form")))
	b.until(`document.documentElement.classList.contains('js')`, "false")
	b.click(button("open:/meta"))
	b.until(`document.querySelectorAll('[name="v:/meta/language"]').length`, "1")
	for i, tag := range []string{"one", "two"} {
		b.click(button("add:/meta/tags"))
		b.until(`document.querySelectorAll('[data-pointer^="/meta/tags/"]').length`, strconv.Itoa(i+1))
		b.do("type", chromedp.SendKeys(chromedp.CSS(`[name="v:/meta/tags/`+strconv.Itoa(i)+`"]`), tag))
	}
	b.click(button("up:/meta/tags/1"))
	b.until(sends, `{"meta":{"language":"en","tags":["two","one"]}}`)
	b.click(string(tri("/meta/tags/0", "null")))
	b.click(button("check") + ":not(.vh)")
	b.until(sends, `{"meta":{"language":"en","tags":[null,"one"]}}`)
	b.click("#send")
	b.until(`document.querySelector('#answer .bytes pre')?.innerText`, `{"meta":{"language":"en","tags":[null,"one"]}}`)
	b.click("#calls li a")
	b.until(`document.querySelector('[name="v:/meta/tags/1"]').value`, "one")
	b.shot("panel-without-script")
}

// Ensure that nothing moves under the hand: neither the control that is written in
// when an error appears or goes, nor the scroll position when fields come.
func TestBrowserStaysPut(t *testing.T) {
	b := openTool(t, "nested")
	b.click(string(tri("/meta", "value")))
	b.until(`document.querySelectorAll('[name="v:/meta/due"]').length`, "1")
	b.click(button("add:/rows"))
	b.until(focus, "v:/rows/0/n")
	top := `Math.round(document.activeElement.getBoundingClientRect().top)`
	before := b.ask(top)
	b.press("1x")
	b.until(`document.querySelectorAll('[data-pointer="/rows/0/n"] .errors p').length`, "1")
	if after := b.ask(top); after != before {
		t.Errorf("an error moved the control from %s to %s", before, after)
	}
	b.press(kb.Backspace)
	b.until(`document.querySelectorAll('.errors').length`, "0")
	if after := b.ask(top); after != before {
		t.Errorf("the end of an error moved the control from %s to %s", before, after)
	}
	b.ask(`document.querySelector('[name="s:/meta"]:checked').focus()`)
	before = b.ask(top)
	b.key("n")
	b.until(`document.querySelectorAll('[data-pointer="/meta"] > .errors p').length`, "1")
	if after := b.ask(top); after != before {
		t.Errorf("an error moved the switch from %s to %s", before, after)
	}
	b.shot("panel-error")
}
