package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/partstest"
	"mcploupe/web"
)

const testToken = web.Token("a-token-for-the-tests-of-the-page")

// startSite serves a dashboard with the given servers connected.
func startSite(t testing.TB, servers ...config.Server) *httptest.Server {
	t.Helper()
	app := inspector.New(inspector.Options{Version: "test"})
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.Handler = web.New(app, web.Options{Addr: srv.Listener.Addr(), Token: testToken}).Handler()
	srv.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := app.Close(ctx); err != nil {
			t.Errorf("close the application: %v", err)
		}
		srv.CloseClientConnections()
		srv.Close()
	})
	for _, c := range servers {
		s := app.AddConfigured(c)
		s.Connect()
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err := s.Await(ctx)
		cancel()
		if err != nil {
			t.Fatalf("connect %s: %v", c.Name, err)
		}
	}
	return srv
}

// command is a configured server over stdio.
func command(t testing.TB, name string, args ...string) config.Server {
	t.Helper()
	c, err := config.FromCommand(args)
	if err != nil {
		t.Fatal(err)
	}
	c.Name = name
	return c
}

// browser is a tab of headless Chromium.
type browser struct {
	t    testing.TB
	ctx  context.Context
	base string
}

func openBrowser(t testing.TB, base string) *browser {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(partstest.Chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-background-networking", true))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	ctx, stop := chromedp.NewExecAllocator(ctx, opts...)
	ctx, closeTab := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		closeTab()
		stop()
		cancel()
	})
	// The first action ties the browser to its context: not to that of one step.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	return &browser{t: t, ctx: ctx, base: base}
}

// do runs steps of a walk and fails the test with what was being done.
func (b *browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.shot("failed")
		b.t.Fatalf("%s: %v", what, err)
	}
}

// text is what a person reads in an element, which may be replaced at any time;
// empty where there is none.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return b.ask(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ''`, selector))
}

// ask evaluates an expression as text.
func (b *browser) ask(expression string) string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(() => { try { return String("+expression+") } catch (e) { return 'none: ' + e.message } })()"))
	if err != nil {
		b.t.Fatalf("ask for %s: %v", expression, err)
	}
	return text
}

// until waits for an expression to have a value.
func (b *browser) until(expression, want string) {
	b.t.Helper()
	got := ""
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if got = b.ask(expression); got == want {
			return
		}
	}
	b.shot("failed")
	b.t.Fatalf("%s is %q, want %q", expression, got, want)
}

// see waits until an element reads as wanted.
func (b *browser) see(selector, want string) {
	b.t.Helper()
	got := ""
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		if got = b.text(selector); strings.Contains(got, want) {
			return
		}
	}
	b.shot("failed")
	b.t.Fatalf("%s reads %q, want %q", selector, got, want)
}

// shot saves what stands on the screen below testdata/out.
func (b *browser) shot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatalf("take a picture: %v", err)
	}
	dir := filepath.Join(partstest.Root(b.t), "testdata", "out")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// tri is the switch of a field.
func tri(pointer, state string) chromedp.CSS {
	return chromedp.CSS(fmt.Sprintf(`.field[data-pointer=%q] > .tri > .%s`, pointer, state))
}

// Ensure that a person who sends the advertised default sees the refusal, where
// it came from and that leaving the key out works: the second story, on the real
// package, from the list to the error.
func TestBrowserSecondStory(t *testing.T) {
	srv := startSite(t, command(t, "articles", partstest.Python(t), filepath.Join(partstest.Root(t), "testdata", "python", "articles_fastmcp.py")))
	b := openBrowser(t, srv.URL)
	problems := watchConsole(b.ctx)
	b.do("open the printed address", chromedp.Navigate(srv.URL+"/?token="+string(testToken)), chromedp.WaitVisible(chromedp.CSS("#list")))
	if at, err := chromedp.Run(b.ctx, chromedp.Location()); err != nil || strings.Contains(at, "token") {
		t.Errorf("the token stays in the address: %s %v", at, err)
	}
	b.shot("story2-1-list")
	b.do("choose the tool", chromedp.Click(chromedp.CSS(`#list a[href*="tool=update_article"]`)), chromedp.WaitVisible(tri("/title", "null")))
	b.do("send the default", chromedp.SendKeys(chromedp.CSS(`.field[data-pointer="/article_id"] .control input`), "1"), chromedp.Click(tri("/title", "null")))
	b.see(`.field[data-pointer="/title"] .errors`, "null is its default")
	b.see("#call-verdict", "1 error, can still be sent")
	b.see("#preview", `{"article_id":1,"title":null}`)
	b.do("send", chromedp.Click(chromedp.CSS("#send")), chromedp.WaitVisible(chromedp.CSS("#answer .answer-head")))
	b.see("#answer", "Input should be a valid string")
	b.see(`.field[data-pointer="/title"] .errors`, "Server:")
	b.shot("story2-2-refused")
	b.do("leave the key out", chromedp.Click(tri("/title", "omit")))
	b.see("#preview", `{"article_id":1}`)
	b.see("#call-verdict", "Valid")
	b.do("send again", chromedp.Click(chromedp.CSS("#send")))
	waitGone(b, "#answer", "Input should be a valid string")
	b.shot("story2-3-omitted")
	b.do("dark", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
		return err
	}))
	b.shot("story2-4-dark")
	b.do("narrow", chromedp.EmulateViewport(375, 812))
	b.shot("story2-5-narrow")
	if wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth")); err != nil || wide > 375 {
		t.Errorf("the page is %d pixels wide on a screen of 375 (%v)", wide, err)
	}
	for _, p := range problems() {
		t.Errorf("the console says: %s", p)
	}
}

// waitGone waits until an element no longer reads as it did.
func waitGone(b *browser, selector, old string) {
	b.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		if text := b.text(selector); text != "" && !strings.Contains(text, old) {
			return
		}
	}
	b.t.Fatalf("%s still reads %q", selector, old)
}

// watchConsole collects what the console reports as errors: script errors,
// policy violations, files that are missing.
func watchConsole(ctx context.Context) func() []string {
	messages := chromedp.Console(ctx)
	found := make(chan string, 100)
	go func() {
		defer close(found)
		for m, err := range messages {
			if err != nil {
				return
			}
			text := fmt.Sprint(m)
			if strings.Contains(strings.ToLower(text), "error") || strings.Contains(text, "violates") {
				select {
				case found <- text:
				default:
				}
			}
		}
	}()
	return func() []string {
		var all []string
		for {
			select {
			case text := <-found:
				all = append(all, text)
			default:
				return all
			}
		}
	}
}

// newTab opens another tab of the same browser.
func newTab(t testing.TB, ctx context.Context) context.Context {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(ctx)
	t.Cleanup(closeTab)
	if err := chromedp.Do(ctx); err != nil { // ties the tab to its context, not to that of one step
		t.Fatalf("open a tab: %v", err)
	}
	return ctx
}
