package views

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"mcploupe/inspector/partstest"
	"mcploupe/static"
)

// policy is what web sends with every page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types fragment"

// maxElements is how many elements a page may have, whatever its data.
const maxElements = 3_000

// serveStates serves every state of the gallery under the policy.
func serveStates(t *testing.T) (base string, names []string) {
	pages := map[string]string{}
	for _, s := range states(t) {
		pages["/"+s.Name] = render(t, s.Page)
		names = append(names, s.Name)
	}
	mux := http.NewServeMux()
	mux.Handle("/static/", static.Handler())
	done := make(chan struct{})
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
		case <-done:
		}
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(pages[r.URL.Path]))
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(func() { close(done); srv.Close() })
	return srv.URL, names
}

// chromeTab is a tab of headless Chromium with what its console complains of.
type chromeTab struct {
	ctx context.Context
	mu  sync.Mutex
	bad []string
}

func openTab(t *testing.T) *chromeTab {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(partstest.Chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-background-networking", true))
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	ctx, stop := chromedp.NewExecAllocator(ctx, opts...)
	b := &chromeTab{}
	ctx, closeTab := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		closeTab()
		stop()
		cancel()
	})
	b.ctx = ctx
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	return b
}

// hear keeps what the console reports: exceptions, policy violations, files that
// are missing.
func (b *chromeTab) hear(ev any) {
	text := ""
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
	case *cdplog.EventEntryAdded:
		text = e.Entry.Text + " " + e.Entry.URL
	default:
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bad = append(b.bad, text)
}

func (b *chromeTab) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	bad := b.bad
	b.bad = nil
	return bad
}

// look is one way of looking at a page.
type look struct {
	name   string
	width  int64
	height int64
	scheme string
}

var looks = []look{{"light", 1440, 900, "light"}, {"dark", 1440, 900, "dark"}, {"narrow", 375, 812, "light"}, {"zoomed", 320, 256, "dark"}}

func (b *chromeTab) show(url string, l look) error {
	return chromedp.Do(b.ctx,
		chromedp.EmulateViewport(l.width, l.height),
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
			return err
		}),
		chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS("main")))
}

// Ensure that every state has no violation of WCAG 2.2 AA that axe can find, does
// not scroll sideways, stays small, and that nothing of it breaks the policy, in
// light and dark, wide, narrow and at 400% zoom.
func TestBrowserStates(t *testing.T) {
	axe, err := os.ReadFile(partstest.NPM(t, "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	base, names := serveStates(t)
	b := openTab(t)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			for _, l := range looks {
				if err := b.show(base+"/"+name, l); err != nil {
					t.Fatalf("%s: %v", l.name, err)
				}
				b.examine(t, l, string(axe))
			}
		})
	}
}

func (b *chromeTab) examine(t *testing.T, l look, axe string) {
	t.Helper()
	measured, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]int](`[document.documentElement.scrollWidth, document.querySelectorAll('*').length, window.hacked ? 1 : 0]`))
	if err != nil {
		t.Fatal(err)
	}
	if wide := int64(measured[0]); wide > l.width {
		wider, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](fmt.Sprintf(`[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > %d && !e.closest('.servers, .tabs, pre, .vh')).slice(0, 4).map(e => e.outerHTML.slice(0, 90)).join('\n')`, l.width+1)))
		t.Errorf("%s: the page is %d pixels wide on a screen of %d: %s", l.name, wide, l.width, wider)
	}
	if measured[1] > maxElements {
		t.Errorf("%s: %d elements", l.name, measured[1])
	}
	if measured[2] != 0 {
		t.Errorf("%s: a script of the server ran", l.name)
	}
	if bad := b.complaints(); len(bad) > 0 {
		t.Errorf("%s: the console says %q", l.name, bad)
	}
	if l.name == "zoomed" { // the same page as the narrow one to axe
		return
	}
	for _, v := range b.violations(t, axe) {
		t.Errorf("%s: %s", l.name, v)
	}
	b.complaints() // axe itself may trip over the policy
}

// violations are what axe finds by the rules of WCAG 2.2 AA and its own best
// practices.
func (b *chromeTab) violations(t *testing.T, axe string) []string {
	t.Helper()
	const run = `axe.run({resultTypes: ['violations']}).then(r => JSON.stringify(r.violations.map(v => ({id: v.id, nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.any.concat(n.all, n.none).map(c => c.message).join('; '))}))))`
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](axe+";0")); err != nil {
		t.Fatalf("load axe: %v", err)
	}
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("run axe: %v", err)
	}
	var found []struct {
		ID    string
		Nodes []string
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, v := range found {
		out = append(out, v.ID+":\n\t"+strings.Join(v.Nodes, "\n\t"))
	}
	return out
}
