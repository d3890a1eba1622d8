package web_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const (
	onItsWay  = `document.querySelector('#answer .running h2')?.innerText`
	answerIs  = `document.querySelector('#answer .answer-head h2')?.innerText`
	firstCall = `document.querySelector('#calls li a')?.innerText`
)

// Ensure that a call goes on without the page that began it, and that a reload and
// another tab show how far it is, can give it up, and get its answer by an event.
func TestBrowserCallOutlivesThePage(t *testing.T) {
	b := openTool(t, "slow")
	other := &browser{t: t, ctx: newTab(t, b.ctx), base: b.base}
	other.do("open the other tab", chromedp.Navigate(b.base+"/?tool=slow"), chromedp.WaitReady(chromedp.CSS("#call-form")))
	b.do("a number", chromedp.SendKeys(chromedp.CSS(`[name="v:/n"]`), "1"))
	b.click("#send")
	b.until(onItsWay, "… On its way")
	b.do("reload", chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#call-form")))
	for _, tab := range []*browser{b, other} {
		tab.until(onItsWay, "… On its way")
		tab.until(`document.querySelector('#send').disabled && !!document.querySelector('#cancel')`, "true")
		tab.until(`/^\d+ of 10: step \d+$/.test(document.querySelector('.progress-text').innerText)`, "true")
		tab.until(`document.querySelector('#answer progress').max`, "10")
	}
	first := b.ask(`document.querySelector('.progress-text').innerText`)
	b.until(`document.querySelector('.progress-text')?.innerText !== '`+first+`'`, "true")
	b.until(`/^[1-9]\d* s$/.test(document.querySelector('.clock')?.innerText)`, "true")
	for _, tab := range []*browser{b, other} {
		tab.until(answerIs, "✓ OK")
		tab.see("#answer", "at last")
		tab.until(firstCall+`.endsWith('OK')`, "true")
		tab.until(`document.querySelector('#send').disabled`, "false")
	}
	b.until(`document.querySelector('#status').innerText.startsWith('✓ OK')`, "true")
	b.click("#send")
	other.until(onItsWay, "… On its way")
	other.click("#cancel")
	for _, tab := range []*browser{b, other} {
		tab.until(answerIs, "▲ Cancelled")
		tab.until(firstCall+`.endsWith('Cancelled')`, "true")
	}
}

// Ensure that a restart during a call is the server's end and nobody's cancelling.
func TestRestartDuringCall(t *testing.T) {
	srv := startPanel(t)
	p := openPlain(t, srv.URL, "slow")
	done := make(chan *plainPage)
	go func() {
		q := openPlain(t, srv.URL, "slow")
		q.press("send", "v:/n", "1")
		done <- q
	}()
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(p.read("id", "answer"), "On its way"); time.Sleep(20 * time.Millisecond) {
		if p.do("GET", "/?tool=slow", nil); time.Now().After(deadline) {
			t.Fatal("the call is on no page")
		}
	}
	p.do("POST", "/server", url.Values{"server": {"panel"}, "action": {"restart"}})
	q := <-done
	if got := q.read("id", "answer"); !strings.Contains(got, "The server is gone") {
		t.Errorf("the answer is %q", got)
	}
}

// Ensure that what one looks at after Send is in sight: the field with the server's
// words, the button to send again, and the head of the answer.
func TestBrowserSendStaysInSight(t *testing.T) {
	b := openTool(t, "judge")
	for i := range 6 {
		b.click(button("add:/rows"))
		b.until(focus, "v:/rows/"+string(rune('0'+i))+"/n")
		b.press("1")
	}
	b.click(string(tri("/odd", "value")))
	b.do("odd", chromedp.SendKeys(chromedp.CSS(`[name="v:/odd"]`), "7"))
	b.click("#send")
	b.until(answerIs, "✕ Tool error")
	for _, selector := range []string{"#send", ".last-outcome.error", `[name="v:/rows/1/n"]`} {
		inSight := `(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('` + selector + `').getBoundingClientRect())`
		if got := b.ask(inSight); got != "true" {
			b.shot("failed")
			t.Errorf("%s is out of sight", selector)
		}
	}
	b.click("#send")
	b.until(`document.querySelectorAll('#calls li').length`, "2")
	b.do("a change that cannot be sent", chromedp.SendKeys(chromedp.CSS(`[name="v:/odd"]`), "x"))
	b.see("#call-verdict", "1 field cannot be sent as typed")
	b.click("#send")
	b.until(`document.querySelector('#call-errors')?.innerText.startsWith('✕ Not sent:')`, "true")
	b.until(focus, "v:/odd")
	b.until(answerIs, "✕ Tool error") // the last answer stays
	b.press("\b")
	b.until(`document.querySelector('#call-errors')?.innerText`, "")
	b.samePage()
}
