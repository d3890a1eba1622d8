package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"mcploupe/inspector"
	"mcploupe/inspector/partstest"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
	"mcploupe/web"
)

// reportApp is an application with one saved answer.
func reportApp(t testing.TB, name string, data []byte) (*inspector.App, *inspector.Server) {
	t.Helper()
	app := inspector.New(inspector.Options{Version: "test"})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := app.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	snap, err := tool.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return app, app.AddSnapshot(name, name, snap)
}

// makeReport makes a report of a tool.
func makeReport(t testing.TB, app *inspector.App, s *inspector.Server, n int, opt inspector.ReportOptions) *inspector.Report {
	t.Helper()
	opt.Parts, opt.Masks = report.AllParts(), report.MaskKinds()
	r, err := app.Report(context.Background(), s, s.Status().Snapshot.Tools[n], opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reportCase is one case of a public bug report, with the finding it is about and
// words that its report must say.
type reportCase struct {
	file, rule string
	answer     string
	says       []string
}

// The two founding stories are 001 and 003; the answer is what pydantic says.
var reportCases = []reportCase{
	{"001-claude-desktop-output-draft07", "ts-client/dialect-2020-only", "", []string{"The tool is lost", "Claude Desktop", "Convert to 2020-12"}},
	{"003-fastmcp-null-default-explicit-null", "lint/default-invalid", `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"1 validation error for list_projectsArguments\nproject_name\n  Input should be a valid string [type=string_type, input_value=None, input_type=NoneType]\n    For further information visit https://errors.pydantic.dev/2.14/v/string_type"}],"isError":true}}`, []string{"default null", "project_name", "Input should be a valid string", "got None", "Allow null"}},
	{"017-required-null-drops-server", "ts-client/required-not-array", "", []string{"All tools of the server are lost", "Claude Code", "required"}},
	{"021-root-anyof-drops-all", "claude-code/non-object-root", "", []string{"Claude Code", "type"}},
	{"036-dotted-names-claude-desktop", "claude-app/name-pattern", "", []string{"All tools of the server are lost", "Claude Desktop", "audio.speak"}},
	{"027-exclusive-minimum-boolean-mistral", "", "", []string{"exclusiveMinimum"}},
	{"074-gemini-cyclic-chart", "", "", []string{"inputSchema"}},
}

// openCase makes the report of a public case.
func openCase(t testing.TB, c reportCase) *inspector.Report {
	t.Helper()
	data, err := os.ReadFile(partstest.Shared(t, "cases/"+c.file+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		Tool      json.RawMessage
		Arguments json.RawMessage
	}
	if err := json.Unmarshal(data, &in); err != nil {
		t.Fatal(err)
	}
	app, s := reportApp(t, "case.json", append(append([]byte(`{"tools":[`), in.Tool...), "]}"...))
	opt := inspector.ReportOptions{Finding: report.ParseFocus(c.rule)}
	if c.answer != "" {
		opt.Call = app.Recorded(&report.Call{Arguments: in.Arguments, Answer: []byte(c.answer), Took: 1800 * time.Microsecond}, s.Status().Snapshot.Tools[0])
	}
	r := makeReport(t, app, s, 0, opt)
	if c.rule != "" && r.Case.Finding.Rule != c.rule {
		t.Errorf("%s: the report is about %s, want %s", c.file, r.Case.Finding.Rule, c.rule)
	}
	return r
}

// htmlOf prints a report and reads it back as a browser would.
func htmlOf(t testing.TB, r *inspector.Report) (text string, root *html.Node) {
	t.Helper()
	file, err := web.ReportHTML(context.Background(), r.View)
	if err != nil {
		t.Fatal(err)
	}
	root, err = html.Parse(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return string(file), root
}

// inert checks that a page has nothing in it that runs or loads.
func inert(t testing.TB, root *html.Node) {
	t.Helper()
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "iframe", "object", "embed", "img", "link", "base", "form", "svg", "math", "template":
			t.Errorf("the file has an element %s", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" || strings.HasPrefix(strings.ToLower(a.Val), "javascript:") {
				t.Errorf("the file has %s=%q", a.Key, a.Val)
			}
		}
	}
}

// Ensure that the founding stories and cases from public reports become reports in
// all forms which say what is wrong, where, for whom, and what to do.
func TestReportCases(t *testing.T) {
	for _, c := range reportCases {
		r := openCase(t, c)
		v := r.View
		if v.Problem.Headline == "" || v.Problem.Rule == "" || len(v.Excerpts) == 0 || len(v.Clients) == 0 || v.Repair == nil {
			t.Errorf("%s: a part is missing: %+v", c.file, v)
		}
		page, root := htmlOf(t, r)
		inert(t, root)
		text := wordsOf(root)
		markdown := web.ReportMarkdown(v)
		for _, want := range append(c.says, string(v.Problem.Pointer)) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the HTML does not say %q", c.file, want)
			}
			if !strings.Contains(strings.ReplaceAll(markdown, `\_`, "_"), want) {
				t.Errorf("%s: the Markdown does not say %q", c.file, want)
			}
		}
		if !strings.Contains(page, "Content-Security-Policy") {
			t.Errorf("%s: no policy", c.file)
		}
		opened, err := report.Open(r.Case.JSON())
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if again := opened.JSON(); !bytes.Equal(again, r.Case.JSON()) {
			t.Errorf("%s: open and save changed the case", c.file)
		}
	}
}

func wordsOf(root *html.Node) string {
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "style" {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// Ensure that a case from a file opens at the same view, with its call in the form.
func TestCaseOpens(t *testing.T) {
	saved := openCase(t, reportCases[1])
	path := filepath.Join(t.TempDir(), "case.json")
	if err := os.WriteFile(path, saved.Case.JSON(), 0o600); err != nil {
		t.Fatal(err)
	}
	app := inspector.New(inspector.Options{Version: "test"})
	defer func() { _ = app.Close(context.Background()) }()
	if err := app.Open(inspector.Sources{Args: []string{path}}); err != nil {
		t.Fatal(err)
	}
	s := app.Servers()[0]
	if start := web.Start(app); !strings.HasPrefix(start, "/report?server=") {
		t.Errorf("it starts at %s", start)
	}
	r := makeReport(t, app, s, 0, inspector.ReportOptions{Finding: s.Case.Finding, Call: s.Calls()[0]})
	if got, want := string(r.Case.JSON()), string(saved.Case.JSON()); got != want {
		t.Errorf("opened it is\n%s\nand was\n%s", got, want)
	}
	r.View.Made, saved.View.Made = time.Time{}, time.Time{}
	if got, want := web.ReportMarkdown(r.View), web.ReportMarkdown(saved.View); got != want {
		t.Errorf("the view differs:\n%s\nand was\n%s", got, want)
	}
}

// Ensure that nothing a server wrote breaks out of a form, and that what is long is
// cut with its size said.
func TestReportHostile(t *testing.T) {
	evil := "</pre></details><script>alert(1)</script> ``` ```` | <img src=x onerror=alert(1)> @octocat \u202e\u200b \n```\n# heading [x](javascript:alert(1))"
	long := strings.Repeat("x", 5_000_000)
	entry := map[string]any{"name": evil, "title": evil, "description": evil + long, "inputSchema": map[string]any{
		"type": "object", "properties": map[string]any{evil: map[string]any{"type": "string", "default": nil, "description": evil}, "long": map[string]any{"const": long}},
	}}
	raw, err := json.Marshal(entry)
	if err != nil {
		t.Fatal(err)
	}
	app, s := reportApp(t, "evil.json", append(append([]byte(`{"tools":[`), raw...), "]}"...))
	answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{"isError": true, "content": []any{map[string]any{"type": "text", "text": evil + long}}}})
	args, _ := json.Marshal(map[string]any{evil: evil + long})
	r := makeReport(t, app, s, 0, inspector.ReportOptions{Call: app.Recorded(&report.Call{Arguments: args, Answer: answer}, s.Status().Snapshot.Tools[0])})
	page, root := htmlOf(t, r)
	inert(t, root)
	if len(page) > 2<<20 || !strings.Contains(page, "left out") {
		t.Errorf("the file has %d bytes, and says what it left out: %v", len(page), strings.Contains(page, "left out"))
	}
	markdown := web.ReportMarkdown(r.View)
	if len(markdown) > 65_536 {
		t.Errorf("the Markdown has %d bytes: an issue does not take it", len(markdown))
	}
	for _, bad := range []string{"\u202e", "\u200b"} {
		if strings.Contains(page, bad) || strings.Contains(markdown, bad) {
			t.Errorf("%+q is not shown as what it is", bad)
		}
	}
	markdownHolds(t, markdown)
	opened, err := report.Open(r.Case.JSON())
	if err != nil || !bytes.Equal(opened.JSON(), r.Case.JSON()) {
		t.Errorf("the case does not open as it was: %v", err)
	}
}

// markdownHolds checks what is outside of fences and code: no tag but ours, no
// mention, and every fence closed by its own.
func markdownHolds(t testing.TB, text string) {
	t.Helper()
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
			continue
		case fence != "" && len(ticks) >= len(fence) && strings.Trim(line, "`") == "":
			fence = ""
			continue
		case fence != "":
			continue
		}
		for _, ours := range []string{"<details><summary>", "</summary>", "</details>", "<sub>", "</sub>"} {
			line = strings.ReplaceAll(line, ours, "")
		}
		outside := ""
		for i, part := range codeSpans(line) {
			if i%2 == 0 {
				outside += part
			}
		}
		if strings.ContainsAny(outside, "<>@") || strings.Contains(outside, "](javascript") {
			t.Errorf("this is not plain: %s", line[:min(len(line), 300)])
		}
	}
	if fence != "" {
		t.Error("a fence is open at the end")
	}
}

// codeSpans divides a line: outside, inside, outside … of code.
func codeSpans(line string) []string {
	var parts []string
	rest := line
	for {
		i := strings.IndexByte(rest, '`')
		if i < 0 {
			return append(parts, rest)
		}
		ticks := rest[i : len(rest)-len(strings.TrimLeft(rest[i:], "`"))]
		end := -1
		for from := i + len(ticks); from < len(rest); {
			j := strings.IndexByte(rest[from:], '`')
			if j < 0 {
				break
			}
			n := len(rest[from+j:]) - len(strings.TrimLeft(rest[from+j:], "`"))
			if n == len(ticks) {
				end = from + j
				break
			}
			from += j + n
		}
		if end < 0 {
			return append(parts, rest)
		}
		parts = append(parts, rest[:i], rest[i+len(ticks):end])
		rest = rest[end+len(ticks):]
	}
}

// Ensure that the largest tool of the corpus becomes a report within 300 ms.
func TestReportLargest(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	best, at, size := "", 0, 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := tool.Open(f, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range snap.Tools {
			if len(one.Raw) > size {
				best, at, size = f, one.Index, len(one.Raw)
			}
		}
	}
	data, err := os.ReadFile(best)
	if err != nil {
		t.Fatal(err)
	}
	app, s := reportApp(t, best, data)
	if _, err := app.Catalog(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	r := makeReport(t, app, s, at, inspector.ReportOptions{})
	made := time.Since(began)
	page, _ := htmlOf(t, r)
	markdown, saved := web.ReportMarkdown(r.View), r.Case.JSON()
	all := time.Since(began)
	t.Logf("%s, tool %d of %d bytes: made in %v, with HTML (%d), Markdown (%d) and JSON (%d) %v", filepath.Base(best), at, size, made, len(page), len(markdown), len(saved), all)
	if all > 1500*time.Millisecond { // 300 ms on a machine that has nothing else to do
		t.Errorf("it took %v", all)
	}
}

// Ensure that the page of a report shows the sheet and hands out its files, and that
// its address is all it needs.
func TestReportPage(t *testing.T) {
	srv := startFile(t, `[{"name":"t","description":"mail anna@mail.acme.io","inputSchema":{"type":"object","properties":{"x":{"type":"string","default":null}}}}]`)
	get := func(path string, form string) (int, string) {
		t.Helper()
		method, body := http.MethodGet, strings.NewReader(form)
		if form != "" {
			method = http.MethodPost
		}
		req, err := http.NewRequest(method, srv.URL+path, body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+string(testToken))
		req.Header.Set("Sec-Fetch-Site", "same-origin")
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		var b bytes.Buffer
		if _, err := b.ReadFrom(res.Body); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, b.String()
	}
	status, page := get("/report?tool=t&n=0&finding=lint%2Fdefault-invalid", "")
	for _, want := range []string{"lint/default-invalid", "Calls fail", "mail.acme.io", "host1.invalid"} {
		if status != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("status %d; the page does not say %q", status, want)
		}
	}
	if _, page := get("/report?tool=t&n=0&chosen=1&show=schemas", ""); strings.Contains(page, "For whom") || strings.Contains(page, "host1.invalid") {
		t.Error("what is not ticked is shown")
	}
	for as, want := range map[string]string{"html": "<!doctype html>", "json": `"mcploupeCase": 1`, "markdown": "### `t`"} {
		status, file := get("/report/file", "tool=t&n=0&as="+as)
		if status != http.StatusOK || !strings.Contains(strings.ToLower(file), strings.ToLower(want)) || as != "markdown" && strings.Contains(file, "acme.io") {
			t.Errorf("%s: status %d\n%s", as, status, file[:min(len(file), 300)])
		}
	}
	if status, _ := get("/report?tool=none", ""); status != http.StatusNotFound {
		t.Errorf("no tool: status %d", status)
	}
}
