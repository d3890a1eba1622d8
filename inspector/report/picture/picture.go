// Package picture makes a PNG of one HTML file with a browser of this machine:
// headless, without a shell, under a profile folder of its own, without scripts and
// without a network. Nothing of it is left when [Take] returns.
package picture

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Size of a picture, in CSS pixels. Content that is longer makes it longer, up to
// the limit.
const (
	Width     = 1200
	Height    = 900
	maxHeight = 4000
)

// limit is how long a browser may take in all.
const limit = 30 * time.Second

// ErrNoBrowser says that there is no browser to make a picture with.
var ErrNoBrowser = errors.New("no Chromium or Chrome was found")

// Next is what to do where there is no browser.
const Next = "Install Chromium, or name the program of a Chromium or Chrome in MCPLOUPE_CHROMIUM. Until then, open the HTML file and take a picture of its window at 1200 × 900."

// names are tried in this order.
var names = [...]string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
}

// Find returns the program of a browser: what MCPLOUPE_CHROMIUM names, else the
// first one on the PATH. The error is [ErrNoBrowser].
func Find() (string, error) {
	if named := os.Getenv("MCPLOUPE_CHROMIUM"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("%w: MCPLOUPE_CHROMIUM names %s: %w", ErrNoBrowser, named, err)
		}
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

// Take makes a picture of an HTML file that needs nothing else.
func Take(ctx context.Context, browser string, html []byte) (png []byte, err error) {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	dir, err := os.MkdirTemp("", "mcploupe-picture-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the picture: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "report.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		return nil, fmt.Errorf("write the page of the picture: %w", err)
	}
	alloc, end := chromedp.NewExecAllocator(ctx, options(browser, filepath.Join(dir, "profile"))...)
	tab, closeTab := chromedp.NewContext(alloc)
	// Ending the tab ends the browser; ending the allocator waits until its process is gone.
	defer func() {
		closeTab()
		end()
		if c := chromedp.FromContext(tab); c != nil && c.Allocator != nil {
			c.Allocator.Wait()
		}
	}()
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	err = chromedp.Do(tab,
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}),
		chromedp.EmulateViewport(Width, Height),
		chromedp.Navigate(address),
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) (err error) {
			png, err = shoot(ctx)
			return err
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("make the picture with %s: %w", browser, err)
	}
	return png, nil
}

// shoot takes the page as long as it is, within the limits.
func shoot(ctx context.Context) ([]byte, error) {
	size, err := chromedp.Call(ctx, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, fmt.Errorf("measure the page: %w", err)
	}
	height := float64(Height)
	if size.CSSContentSize != nil {
		height = min(max(height, size.CSSContentSize.Height), maxHeight)
	}
	beyond := true
	got, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: &beyond, Clip: &page.Viewport{Width: Width, Height: height, Scale: 1},
	})
	if err != nil {
		return nil, fmt.Errorf("take the picture: %w", err)
	}
	return got.Data, nil
}

// options of the browser: nothing is fetched, nothing of the person's own profile
// is seen, and nothing runs that the page brings.
func options(browser, profile string) []chromedp.ExecAllocatorOption {
	list := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(browser), chromedp.UserDataDir(profile), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.DisableGPU,
		chromedp.Flag("hide-scrollbars", true), chromedp.Flag("mute-audio", true), chromedp.Flag("disable-extensions", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Env(environment()...),
	}
	if os.Geteuid() == 0 { // Chromium's sandbox refuses to run as root; scripts are off in any case
		list = append(list, chromedp.NoSandbox)
	}
	return list
}

// environment leaves out what the browser has no use for, since it may be secret.
func environment() []string {
	var list []string
	for _, name := range [...]string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_RUNTIME_DIR", "SystemRoot", "LOCALAPPDATA", "FONTCONFIG_FILE", "FONTCONFIG_PATH"} {
		if v, ok := os.LookupEnv(name); ok && !strings.ContainsRune(v, 0) {
			list = append(list, name+"="+v)
		}
	}
	return list
}
