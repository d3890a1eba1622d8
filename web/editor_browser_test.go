package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Ensure that the JSON text says where the caret is, shows the partner of a
// bracket, marks and lists what is wrong, leads there, and can be undone.
func TestBrowserEditor(t *testing.T) {
	b := openTool(t, "nested")
	const (
		value = `document.querySelector('#json').value`
		caret = `document.querySelector('#json-caret').innerText`
		marks = `[...document.querySelectorAll('.json-back .bracket')].map((m) => m.textContent).join('')`
		wrong = `[...document.querySelectorAll('.json-back .wrong')].map((m) => m.textContent).join('|')`
	)
	b.click(button("json"))
	b.until(`document.activeElement.id`, "json")
	b.ask(`document.querySelector('#json').select()`)
	b.press(`{`)
	b.key("Enter")
	b.until(value, "{\n  ")
	b.press(`"rows": [{"n": "x", "a/b": [1, 2]}]`)
	b.key("Enter")
	b.press(kb.Backspace + kb.Backspace + `}`)
	b.until(value, "{\n  \"rows\": [{\"n\": \"x\", \"a/b\": [1, 2]}]\n}")
	b.until(marks, "{}")
	b.until(wrong, `"x"`)
	b.see("#json-problems", "line 2, column 18 · /rows/0/n")
	b.shot("panel-editor")
	b.click("#json-problems a")
	b.until(`getSelection().toString()`, `"x"`)
	b.until(caret, "line 2, column 18 · /rows/0/n")
	b.ask(`document.querySelector('#json').setSelectionRange(35, 35)`)
	b.until(caret, "line 2, column 34 · /rows/0/a~1b/1")
	b.press(`,`)
	b.until(`document.querySelector('#json-error').hidden`, "false")
	b.see("#json-problems", "line 2")
	b.ask(`document.execCommand('undo')`)
	b.until(`document.querySelector('#json-error').hidden`, "true")
	b.click(button("format"))
	b.until(value, "{\n  \"rows\": [\n    {\n      \"n\": \"x\",\n      \"a/b\": [1, 2]\n    }\n  ]\n}")
	b.ask(`document.execCommand('undo')`)
	b.until(value, "{\n  \"rows\": [{\"n\": \"x\", \"a/b\": [1, 2]}]\n}")
	b.click("#send")
	b.until(answerIs, "✓ OK")
	b.samePage()
}

// Ensure that two calls are laid side by side in the middle, with the form and the
// answer where they are, and that white space is shown for who asks.
func TestBrowserBeside(t *testing.T) {
	b := openTool(t, "nested")
	b.do("a title", chromedp.SendKeys(chromedp.CSS(`[name="v:/title"]`), "first  one"))
	b.click("#send")
	b.until(`document.querySelectorAll('#calls li').length`, "1")
	b.do("another", chromedp.SendKeys(chromedp.CSS(`[name="v:/title"]`), kb.End+"s"))
	b.click("#send")
	b.until(`document.querySelectorAll('#calls li').length`, "2")
	b.until(`document.querySelectorAll('#calls a[href*="with="]').length`, "1")
	b.click(`#calls a[href*="with="]`)
	b.until(`document.querySelectorAll('#tool .beside .row.chg').length`, "2") // the argument, and the answer that repeats it
	b.see("#tool .beside .row.chg .l", "first  ones")
	b.see("#tool .beside .row.chg .r", `"first  one"`)
	b.until(`document.querySelector('[name="v:/title"]').value`, "first  ones")
	b.until(answerIs, "✓ OK")
	b.shot("panel-beside")
	b.click(".block .spaces summary")
	b.see(".block .spaces[open] pre", `{"title":"first··ones"}`)
	b.samePage()
}
