package web_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// enter puts a text into the text area as a person does who pastes it.
func (b *browser) enter(text string) {
	b.t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		b.t.Fatal(err)
	}
	b.script(`(() => { const t = document.querySelector('#schema-text'); t.focus(); t.select(); document.execCommand('insertText', false, ` + string(quoted) + `) })()`)
}

func (b *browser) script(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

// reads waits until an element, which may be replaced meanwhile, reads as wanted.
func (b *browser) reads(selector, want string) {
	b.t.Helper()
	quoted, err := json.Marshal(selector)
	if err != nil {
		b.t.Fatal(err)
	}
	got := ""
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		got, err = chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector(`+string(quoted)+`)?.innerText ?? ''`))
		if err != nil {
			b.t.Fatalf("read %s: %v", selector, err)
		}
		if strings.Contains(got, want) {
			return
		}
	}
	b.shot("failed")
	b.t.Fatalf("%s reads %q, want %q", selector, got, want)
}

func (b *browser) scheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
		return err
	})
}

// Ensure that a person who pastes a draft-07 schema with a tuple sees it beside
// its 2020-12 form, with every change explained, and can take it away.
func TestBrowserConvert(t *testing.T) {
	srv := startFile(t, `[{"name":"a","inputSchema":{"type":"object"}}]`)
	b := openBrowser(t, srv.URL)
	b.do("open the dashboard", chromedp.Navigate(srv.URL+"/?token="+string(testToken)), chromedp.WaitVisible(chromedp.CSS(".convert-link")))
	b.do("go to the converter", chromedp.Click(chromedp.CSS(".convert-link")), chromedp.WaitVisible(chromedp.CSS("#schema-text")))
	problems := watchConsole(b.ctx)
	b.shot("convert-1-empty")

	b.enter(`{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "number"}, {"type": "string"}], "additionalItems": false}`)
	b.reads("#converted", "prefixItems")
	b.reads(".schema-head", "2020-12 · 3 changes")
	b.reads(".changes", "A tuple is written prefixItems in 2020-12")
	b.reads("#status", "Converted to 2020-12 with 3 changes")
	b.shot("convert-2-tuple")
	b.do("dark", b.scheme("dark"))
	b.shot("convert-3-dark")
	b.do("light", b.scheme("light"))

	b.do("follow a change to its line", chromedp.Click(chromedp.CSS(`.changes li:nth-of-type(2) .places .to button`)), chromedp.WaitVisible(chromedp.CSS(`#converted .r.lit`)))
	b.reads("#converted .r.lit", "prefixItems")
	b.script(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
	b.do("copy", chromedp.Click(chromedp.CSS(`[data-copy]`)))
	b.reads(".toast", "copied")
	if got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("window.copied")); err != nil || !strings.Contains(got, `"prefixItems": [{"type": "number"}, {"type": "string"}]`) {
		t.Errorf("copied: %s %v", got, err)
	}

	b.script(`(() => { const s = document.querySelector('[name=as]'); s.value = '2020-12'; s.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	b.reads(".dialect", "Read as 2020-12, as you chose.")
	b.script(`document.querySelector('[name=as]').value = ''`)

	b.enter("{\n  \"a\": 1,\n  \"é\": tru\n}")
	b.reads("#converted", "This is not JSON.")
	b.shot("convert-4-bad")
	b.do("show the place", chromedp.Click(chromedp.CSS(`[data-line]`)))
	if got, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(() => { const t = document.activeElement; return t.id + ':' + t.value.slice(t.selectionStart, t.selectionEnd) + t.value.slice(t.selectionEnd) })()`)); err != nil || got != "schema-text:tru\n}" {
		t.Errorf("selected: %q %v", got, err)
	}

	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"items":[{"const":"from a file"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do("choose a file", chromedp.SetUploadFiles(chromedp.CSS(`[name=file]`), []string{file}))
	b.reads("#converted", "from a file")
	b.reads(".dialect", "Dialect 2019-09.")
	b.do("narrow", chromedp.EmulateViewport(375, 812))
	b.shot("convert-5-narrow")
	if wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth")); err != nil || wide > 375 {
		t.Errorf("the page is %d pixels wide on a screen of 375 (%v)", wide, err)
	}
	b.script(`(() => { const d = new DataTransfer(); d.items.add(new File(['{"title": "dropped"}'], 'x.json'));
		document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})) })()`)
	b.reads("#converted", "dropped")
	b.script(`(() => { const t = document.querySelector('#schema-text'); t.value = '{"title": "' + 'x'.repeat(100000) + '"}'; t.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertText'})) })()`)
	b.reads(".stale-note", "press Convert")
	b.reads("#status", "press Convert")
	b.do("convert the long text", chromedp.Click(chromedp.CSS(`#convert`)))
	b.reads("#converted", "xxxxx")
	if note := b.ask(`document.querySelector('.stale-note').offsetHeight`); note != "0" {
		t.Errorf("the note stays: it is %s pixels high", note)
	}
	for _, p := range problems() {
		t.Errorf("the console says: %s", p)
	}
}

// Ensure that the converter works in a browser that runs no script.
func TestBrowserConvertWithoutScript(t *testing.T) {
	srv := startFile(t, `[]`)
	b := openBrowser(t, srv.URL)
	b.do("open the converter", chromedp.Navigate(srv.URL+"/convert?token="+string(testToken)), chromedp.WaitVisible(chromedp.CSS("#schema-text")))
	b.do("without scripts", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}), chromedp.Navigate(srv.URL+"/convert"), chromedp.WaitVisible(chromedp.CSS(".convert-welcome")))
	b.do("paste and convert", chromedp.SendKeys(chromedp.CSS("#schema-text"), `{"items": [{}]}`), chromedp.Click(chromedp.CSS("#convert")), chromedp.WaitVisible(chromedp.CSS("#converted .changes")))
	b.see("#converted", "prefixItems")
	b.do("follow a change", chromedp.Click(chromedp.CSS(`.changes li:nth-of-type(2) .places .to button`)), chromedp.WaitVisible(chromedp.CSS("#converted .lit")))
	b.see("#converted .r.lit", "prefixItems")
}
