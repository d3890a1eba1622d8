package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// sampleReport has a finding of every kind, in words that do not change when the
// rules do. It stands in a folder of its own, in which the test then is.
func sampleReport(t *testing.T) *checkReport {
	t.Helper()
	checkFolder(t, "story.json")
	data := []byte(readFile(t, "story.json"))
	snap, err := tool.Open("story.json", data)
	if err != nil {
		t.Fatal(err)
	}
	one := func(index int, level tool.Level, rule string, at jsondoc.Pointer, message string) checkFinding {
		f := checkFinding{Finding: tool.Finding{Rule: rule, Level: level, Pointer: at, Message: message, Next: "Mend " + rule + ".", Evidence: "https://example.com/" + rule}}
		if index >= 0 {
			f.of = snap.Tools[index]
		}
		return f
	}
	story := &checkedSource{source: "story.json", server: "story", version: "1.2.3", file: "story.json", saved: true, snapshot: snap, findings: []checkFinding{
		one(0, tool.LevelCall, "sample/default", "/inputSchema/properties/title/default", "The default null is refused: {0} and {\"type\": \"string\"} [see](https://evil.example)."),
		one(0, tool.LevelCall, "sample/default", "/inputSchema/properties/id", "A second place of the same rule."),
		one(0, tool.LevelCall, "sample/client", "/inputSchema/required", "A client refuses it."),
		one(0, tool.LevelSession, "sample/possible", "/outputSchema", "Only if something is so."),
		one(0, tool.LevelWarn, "sample/hidden", "/description", "It holds a \u202e and a \x07."),
		one(1, tool.LevelSession, "sample/name", "/name", "The name \"::error::x\n::add-mask::y\" of @octocat, see #1, www.evil.example and https://evil.example | `z`."),
		one(1, tool.LevelCall, "sample/default", "/inputSchema/properties/äöü😀/default", "The default 3 is refused."),
		one(2, tool.LevelCall, "sample/known", "", "Known since long."),
		one(-1, tool.LevelServer, "sample/list", "/tools", "The list as a whole."),
	}}
	story.findings[2].Target = "claude-code, cursor"
	story.findings[3].possible, story.findings[3].Target = true, "gemini"
	story.findings[5].Next, story.findings[6].Evidence = "", "said in words, not at an address"
	story.findings[7].known = true
	story.locate()
	dead := &checkedSource{source: "python server.py", server: "server", err: os.ErrDeadlineExceeded, code: exitUnreachable}
	live := &checkedSource{source: "https://example.com/mcp", server: "live", snapshot: &tool.Snapshot{Tools: snap.Tools[:1]}, findings: []checkFinding{
		one(0, tool.LevelDrop, "sample/drop", "/title", "It vanishes."),
	}}
	return &checkReport{
		sources: []*checkedSource{story, dead, live}, limit: tool.LevelCall, targets: []string{"claude-code", "cursor", "gemini"},
		ignored:  []ignoredRule{{rule: "sample/*", tool: "save", reason: "we | know", count: 2}, {rule: "sample/none", reason: "never", count: 0}},
		baseline: "known.json", stale: []baselineEntry{{Rule: "sample/gone", Tool: "save", Pointer: "/name", Count: 1}},
		began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
}

// TestCheckForms fixes every form of the sample.
func TestCheckForms(t *testing.T) {
	golden, err := filepath.Abs(filepath.Join("testdata", "check", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	r := sampleReport(t)
	for _, c := range []struct {
		format, file string
		colour       bool
	}{
		{format: "text", file: "sample.txt"},
		{format: "text", file: "colour.txt", colour: true},
		{format: "json", file: "sample.json"},
		{format: "sarif", file: "sample.sarif"},
		{format: "junit", file: "sample.xml"},
		{format: "markdown", file: "sample.md"},
	} {
		t.Run(c.file, func(t *testing.T) {
			var out bytes.Buffer
			r.colour = c.colour
			if err := checkForms()[c.format](&out, r); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(golden, c.file)
			if *update {
				write(t, path, out.String())
			}
			if diff := cmp.Diff(readFile(t, path), out.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheckPrintable: no form shows hidden characters as themselves, and no line
// of the text form is one that a CI runner takes for a command.
func TestCheckPrintable(t *testing.T) {
	r := sampleReport(t)
	for name, form := range checkForms() {
		var out bytes.Buffer
		if err := form(&out, r); err != nil {
			t.Fatal(err)
		}
		for _, c := range out.String() {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Errorf("%s has %U", name, c)
			}
		}
		if name == "text" {
			for line := range strings.SplitSeq(out.String(), "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.HasPrefix(strings.TrimSpace(line), "##[") {
					t.Errorf("a line that is a command: %q", line)
				}
			}
		}
	}
}

// holdSARIF holds a file against the published schema, and against what code
// scanning asks beyond it.
func holdSARIF(t *testing.T, path string) {
	t.Helper()
	text := []byte(readFile(t, path))
	doc, err := jsondoc.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	runs := doc.Root().Get("runs")
	results := runs.Elem(0).Get("results")
	schema := sarifSchema(t)
	for _, part := range sarifParts(t, doc, results) {
		if verdict := schema.Validate(context.Background(), part); verdict.State != validate.Valid {
			t.Fatalf("%s: %s %s: %+v", path, verdict.State, verdict.Reason, verdict.Problems[:min(5, len(verdict.Problems))])
		}
	}
	rules := runs.Elem(0).Get("tool").Get("driver").Get("rules")
	if results.Len() > maxResults {
		t.Errorf("%d results", results.Len())
	}
	for _, rule := range rules.Elems() {
		for _, name := range []string{"shortDescription", "fullDescription", "help"} {
			if n := len([]rune(rule.Get(name).Get("text").Text())); n == 0 || name != "help" && n > maxDescription {
				t.Errorf("%s has a %s of %d characters", rule.Get("id").Text(), name, n)
			}
		}
	}
	prints := map[string]bool{}
	for _, r := range results.Elems() {
		place := r.Get("locations").Elem(0).Get("physicalLocation").Get("artifactLocation").Get("uri").Text()
		print := r.Get("partialFingerprints").Get("primaryLocationLineHash").Text()
		if place == "" || print == "" || prints[print] {
			t.Errorf("a result without a place or a fingerprint of its own: %s", r.Compact())
		}
		prints[print] = true
	}
}

// sarifParts divides a file into files with some of its results each, since
// there are bounds on how large a value is validated and for how long. Of very
// many results it takes some, evenly spread: they are all made alike.
func sarifParts(t *testing.T, doc *jsondoc.Document, results jsondoc.Node) []*jsondoc.Document {
	t.Helper()
	const size, most = 250, 2000
	step := 1 + results.Len()/most
	parts := [][][]byte{nil}
	for i, r := range results.Elems() {
		if i%step != 0 {
			continue
		}
		if len(parts[len(parts)-1]) == size {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], r.Raw())
	}
	var docs []*jsondoc.Document
	for _, part := range parts {
		text := slices.Concat(doc.Source()[:results.Start()], []byte("["), bytes.Join(part, []byte(",")), []byte("]"), doc.Source()[results.End():])
		one, err := jsondoc.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, one)
	}
	return docs
}

// sarifSchema compiles the published schema; where it lies does not depend on
// the folder that the test is in.
func sarifSchema(t *testing.T) *validate.Schema {
	t.Helper()
	doc, err := jsondoc.Parse(schemaFile(t, "sarif-2.1.0-rtm.5.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := validate.Compile(doc, dialect.Unknown)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// testFolder is the folder of this package.
var testFolder = func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return dir
}()

func schemaFile(t *testing.T, name string) []byte {
	t.Helper()
	return []byte(readFile(t, filepath.Join(testFolder, "testdata", "schemas", name)))
}

// TestSARIFSchema holds the sample against the schema of SARIF, and makes sure
// that the schema can refuse.
func TestSARIFSchema(t *testing.T) {
	r := sampleReport(t)
	var out bytes.Buffer
	if err := printSARIF(&out, r); err != nil {
		t.Fatal(err)
	}
	write(t, "a.sarif", out.String())
	holdSARIF(t, "a.sarif")
	for _, c := range []struct{ old, new string }{
		{`"version":"2.1.0"`, `"version":"2.0.0"`},
		{`"level":"error"`, `"level":"call"`},
		{`"message":{"text"`, `"message":{"txt"`},
		{`"startLine":3`, `"startLine":0`},
	} {
		broken := strings.Replace(out.String(), c.old, c.new, 1)
		doc, err := jsondoc.Parse([]byte(broken))
		if err != nil || broken == out.String() {
			t.Fatalf("%s: %v", c.old, err)
		}
		if v := sarifSchema(t).Validate(context.Background(), doc); v.State != validate.Invalid {
			t.Errorf("%s for %s is %s", c.new, c.old, v.State)
		}
	}
}

// TestSARIFBound: code scanning refuses a file with too many results, so the
// mildest are left out and the file says so.
func TestSARIFBound(t *testing.T) {
	checkFolder(t)
	snap := &tool.Snapshot{}
	s := &checkedSource{source: "x", server: "x", snapshot: snap}
	for i := range maxResults + 2 {
		level := tool.LevelWarn
		if i == maxResults+1 {
			level = tool.LevelSession
		}
		s.findings = append(s.findings, checkFinding{Finding: tool.Finding{Rule: "sample/many", Level: level, Message: "m"}})
	}
	var out bytes.Buffer
	if err := printSARIF(&out, &checkReport{sources: []*checkedSource{s}, limit: limitNever}); err != nil {
		t.Fatal(err)
	}
	write(t, "a.sarif", out.String())
	holdSARIF(t, "a.sarif")
	if text := out.String(); !strings.Contains(text, "2 findings, the mildest, are left out") || !strings.Contains(text, `"level":"session"`) {
		t.Errorf("%.800s", text)
	}
}

// TestJUnitSchema holds the sample against the schema of Jenkins, and against
// what the one of Apache Ant asks beyond it.
func TestJUnitSchema(t *testing.T) {
	r := sampleReport(t)
	var out bytes.Buffer
	if err := printJUnit(&out, r); err != nil {
		t.Fatal(err)
	}
	schema := readXSD(t, schemaFile(t, "junit-jenkins.xsd"))
	if problems := schema.check(t, out.Bytes()); len(problems) > 0 {
		t.Errorf("%v", problems)
	}
	for _, c := range []struct{ old, new string }{
		{`<testsuites>`, `<testsuites color="red">`},
		{` failures="3"`, ``},
		{` time="0">`, ` time="soon">`},
		{`<system-out>`, `<system-out/><stray/><system-out>`},
		{`<properties>`, `<properties>text`},
		{`<failure `, `<failure kind="x" `},
		{`<property name="fail-on"`, `<property`},
	} {
		broken := strings.Replace(out.String(), c.old, c.new, 1)
		if broken == out.String() {
			t.Fatalf("%s is not there", c.old)
		}
		if len(schema.check(t, []byte(broken))) == 0 {
			t.Errorf("%s for %s is taken", c.new, c.old)
		}
	}
	suite := regexp.MustCompile(`<testsuite name="[^"]+" package="[^"]+" id="\d+" timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d" hostname="[^"]+" tests="\d+" failures="\d+" errors="\d+" time="[\d.]+">\s*<properties>`)
	if n := len(suite.FindAllString(out.String(), -1)); n != len(r.sources) {
		t.Errorf("%d of %d suites have every attribute, and properties first", n, len(r.sources))
	}
	for _, part := range strings.Split(out.String(), "<testcase ")[1:] {
		body, _, _ := strings.Cut(part, "</testcase>")
		if strings.Count(body, "<failure")+strings.Count(body, "<error") > 1 {
			t.Errorf("a test with more than one failure: %s", body)
		}
	}
}

// TestMarkdown: what a server says stays text on GitHub.
func TestMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"plain, text. (x)":     `plain, text. \(x\)`,
		"[a](https://b.test)":  `\[a\]\(https:<!-- -->//b.test\)`,
		"<img src=x>":          `&lt;img src=x&gt;`,
		"a|b":                  `a&#124;b`,
		"@octocat #12":         `@<!-- -->octocat #<!-- -->12`,
		"www.evil.test":        `www<!-- -->.evil.test`,
		"1. one":               `1\. one`,
		"- item":               `&#45; item`,
		"a\n\n# b":             `a&lt;U+000A&gt;&lt;U+000A&gt;#<!-- --> b`,
		"`code` *b* _i_ ~s~":   "\\`code\\` \\*b\\* \\_i\\_ \\~s\\~",
		"&amp; \\":             `&amp;amp; \\`,
		"![x](y) $m$ \u202eab": `\!\[x\]\(y\) \$m\$ &lt;U+202E&gt;ab`,
	} {
		if got := markdown(in); got != want {
			t.Errorf("markdown(%q) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"/a/b":  "`/a/b`",
		"a|b":   "<code>a&#124;b</code>",
		"a`b":   "<code>a&#96;b</code>",
		"":      "<code></code>",
		" x":    "<code>&#32;x</code>",
		"a\nb":  "`a<U+000A>b`",
		`a\<b>`: "<code>a&#92;&#60;b&#62;</code>",
	} {
		if got := codeSpan(in); got != want {
			t.Errorf("codeSpan(%q) = %s, want %s", in, got, want)
		}
	}
}

// TestMarkdownBound: a long report ends with how much is left out, and its folds
// are closed.
func TestMarkdownBound(t *testing.T) {
	r := sampleReport(t)
	s := r.sources[0]
	for range 2000 {
		s.findings = append(s.findings, s.findings[0], s.findings[4])
	}
	var out bytes.Buffer
	if err := printCheckMarkdown(&out, r); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if len(text) > maxMarkdown+1000 || !strings.Contains(text, "rows are left out") {
		t.Errorf("%d bytes", len(text))
	}
	if strings.Count(text, "<details>") != strings.Count(text, "</details>") {
		t.Error("a fold is not closed")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "| ") && strings.Count(line, "|") != 5 {
			t.Errorf("a row with other than four cells: %s", line)
		}
	}
}

// TestWantColour: colours are for terminals, and for those who want them.
func TestWantColour(t *testing.T) {
	unset := func(string) string { return "" }
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if wantColour(file, unset) || wantColour(&bytes.Buffer{}, unset) {
		t.Error("colours for what is no terminal")
	}
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if !wantColour(device, unset) {
		t.Error("no colours for a character device")
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		if wantColour(device, func(n string) string {
			if n == name {
				return value
			}
			return ""
		}) {
			t.Errorf("colours in spite of %s=%s", name, value)
		}
	}
}
