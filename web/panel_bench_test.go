package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/tool"
)

// largestTool is the tool of the corpus with the longest input schema.
func largestTool(t testing.TB) (name string, raw []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	longest := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := tool.Open(file, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, tl := range snap.Tools {
			if n := len(tl.Input.Node.Raw()); !tl.Broken && n > longest {
				longest, name, raw = n, tl.Name, tl.Raw
			}
		}
	}
	return name, raw
}

// BenchmarkOpenForm opens the form of the largest tool of the corpus: on the
// server alone, and in a browser from the click on the tool until the form has
// taken over, with the rest of the tool's page.
func BenchmarkOpenForm(b *testing.B) {
	name, raw := largestTool(b)
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "largest.json")
	text := fmt.Sprintf(`[{"tool":{"name":"small","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}},{"tool":%s}]`, line.Bytes())
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	srv := startPanelWith(b, file)
	b.Logf("%s, %d bytes", name, len(raw))
	b.Run("server", func(b *testing.B) {
		get(b, srv.URL+"/call?server=panel&n=1") // converts and compiles the schema, once
		for b.Loop() {
			get(b, srv.URL+"/call?server=panel&n=1")
		}
	})
	b.Run("browser", func(b *testing.B) {
		tab := openBrowser(b, srv.URL)
		tab.do("open", chromedp.Navigate(srv.URL+"/?token="+string(testToken)+"&server=panel&n=0"), chromedp.WaitReady(chromedp.CSS("#call-form")))
		tab.ask(`void document.addEventListener('swapped', () => requestAnimationFrame(() => { window.shown = performance.now(); }))`)
		total, opened := 0.0, 0
		for b.Loop() {
			for _, n := range []string{"1", "0"} {
				tab.ask(`(() => { window.shown = 0; window.began = performance.now(); document.querySelector('#list a[href*="n=` + n + `"]').click(); })()`)
				tab.until(`window.shown > 0`, "true")
				if n == "1" {
					ms, err := strconv.ParseFloat(tab.ask(`window.shown - window.began`), 64)
					if err != nil {
						b.Fatal(err)
					}
					total, opened = total+ms, opened+1
				}
			}
		}
		b.ReportMetric(total/float64(opened), "ms/open")
	})
}
