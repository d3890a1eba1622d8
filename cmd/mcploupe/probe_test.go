package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/rulebook"
	"mcploupe/inspector/tool"
)

// runProbe runs mcploupe probe in this process.
func runProbe(t *testing.T, args ...string) ran {
	t.Helper()
	var out, stderr strings.Builder
	code := run(context.Background(), append([]string{"probe"}, args...), streams{strings.NewReader(""), &out, &stderr})
	return ran{code, out.String(), stderr.String()}
}

// demoFile writes a configuration with the demonstration server and goes to its folder.
func demoFile(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "mcp.json", demoConfig(t))
	return "mcp.json"
}

// planted are the disagreements of the demonstration server, as rule and place.
var planted = []string{
	"update_article probe/default-rejected /inputSchema/properties/body_markdown/default",
	"update_article probe/default-rejected /inputSchema/properties/published/default",
	"update_article probe/default-rejected /inputSchema/properties/title/default",
	"word_count probe/structured-mismatch /outputSchema/properties/words/type",
}

// quick are base calls that keep the demonstration server from waiting.
var quick = []string{"--base", `wait={"seconds":0.01,"steps":1}`, "--timeout", "2s"}

// foundIn are the findings of a JSON report.
func foundIn(t *testing.T, report string) []string {
	t.Helper()
	var j checkedJSON
	if err := json.Unmarshal([]byte(report), &j); err != nil {
		t.Fatalf("%v in %s", err, report)
	}
	var list []string
	for _, f := range j.Findings {
		list = append(list, *f.Tool+" "+f.Rule+" "+f.Pointer)
	}
	slices.Sort(list)
	return list
}

// Ensure that each planted disagreement of the demonstration server is found, and
// nothing else; and that the failing calls run again alone.
func TestProbeDemo(t *testing.T) {
	config := demoFile(t)
	args := append([]string{"--config", config, "--allow-writes", "--format", "json", "--save", "failing.jsonl"}, quick...)
	got := runProbe(t, args...)
	if got.code != exitFindings {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
	if found := foundIn(t, got.out); !slices.Equal(found, planted) {
		t.Errorf("found %q\nwant %q\n%s", found, planted, got.stderr)
	}
	saved := readFile(t, "failing.jsonl")
	if n := strings.Count(saved, "\n"); n != len(planted) || !strings.Contains(saved, `"arguments":{"article_id":1,"title":null}`) {
		t.Errorf("%d saved calls: %s", n, saved)
	}
	again := runProbe(t, "--config", config, "--allow-writes", "--format", "json", "--replay", "failing.jsonl")
	if found := foundIn(t, again.out); again.code != exitFindings || !slices.Equal(found, planted) {
		t.Errorf("again: exit code %d, %q\n%s", again.code, found, again.stderr)
	}
}

// Ensure that nothing is called without consent, and that the page of a dry run names
// each call.
func TestProbeConsent(t *testing.T) {
	config := demoFile(t)
	got := runProbe(t, "update_article", "--config", config)
	if got.code != exitOK || !strings.Contains(got.stderr, "not called, since the server does not claim that they only read: update_article") {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
	got = runProbe(t, "update_article", "clear_drafts", "--config", config, "--allow-writes=update_article", "--format", "json")
	if found := foundIn(t, got.out); !slices.Equal(found, planted[:3]) || !strings.Contains(got.stderr, "only read: clear_drafts") {
		t.Errorf("found %q\n%s", found, got.stderr)
	}
	got = runProbe(t, "update_article", "--config", config, "--dry-run")
	for _, want := range []string{"NOT CALLED", `send {"article_id":1,"title":null}`, "0 of them, for 0 tools, would be sent"} {
		if got.code != exitOK || !strings.Contains(got.out, want) {
			t.Errorf("dry run: exit code %d, no %q in\n%s", got.code, want, got.out)
		}
	}
	got = runProbe(t, "update_article", "--config", config, "--dry-run", "--format", "json")
	var plans struct{ Plans []planJSON }
	if err := json.Unmarshal([]byte(got.out), &plans); err != nil || len(plans.Plans) != 1 || plans.Plans[0].Called || len(plans.Plans[0].Calls) < 10 {
		t.Errorf("dry run as JSON: %v, %.300s", err, got.out)
	}
}

// Ensure that the forms and the baseline are those of check.
func TestProbeForms(t *testing.T) {
	config := demoFile(t)
	got := runProbe(t, "word_count", "--config", config, "--format", "text", "--format", "sarif=p.sarif", "--format", "junit=p.xml", "--format", "markdown=p.md")
	if got.code != exitFindings || !strings.Contains(got.out, "probe/structured-mismatch at /outputSchema/properties/words/type") || !strings.Contains(got.out, `Arguments: {"text":"text"}`) {
		t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.stderr)
	}
	for _, name := range []string{"p.sarif", "p.xml", "p.md"} {
		if !strings.Contains(readFile(t, name), "structured-mismatch") {
			t.Errorf("nothing in %s", name)
		}
	}
	if got := runProbe(t, "word_count", "--config", config, "--write-baseline", "--baseline", "known.json"); got.code != exitOK {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
	if got := runProbe(t, "word_count", "--config", config, "--baseline", "known.json"); got.code != exitOK || !strings.Contains(got.out, "1 known") {
		t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.stderr)
	}
}

// Ensure that mistakes are named with what to do.
func TestProbeMistakes(t *testing.T) {
	config := demoFile(t)
	write(t, "list.json", `{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}`)
	write(t, "bad.jsonl", "{}\nnot JSON\n")
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "name a server to probe"},
		{[]string{"list.json"}, exitUsage, "there is no server to call"},
		{[]string{"nothing", "--config", config}, exitUsage, `"nothing": there is no such tool`},
		{[]string{"--config", config, "--base", "x"}, exitUsage, "write TOOL=JSON"},
		{[]string{"--config", config, "--base", "wait={"}, exitUsage, "not JSON"},
		{[]string{"--config", config, "--base", "wait=[]"}, exitUsage, "not an array"},
		{[]string{"--config", config, "--in-flight", "0"}, exitUsage, "--in-flight must be more than zero"},
		{[]string{"--config", config, "--allow-writes=nothing"}, exitUsage, `no tool "nothing" is probed`},
		{[]string{"--config", config, "--dry-run", "--format", "sarif"}, exitUsage, "text or json"},
		{[]string{"--config", config, "--replay", "missing"}, exitUsage, "read the saved calls"},
		{[]string{"--config", config, "--replay", "bad.jsonl"}, exitUsage, "line 2 is no saved call"},
	} {
		if got := runProbe(t, test.args...); got.code != test.code || !strings.Contains(got.stderr, test.want) {
			t.Errorf("%q: exit code %d, %q; want %d, %q", test.args, got.code, got.stderr, test.code, test.want)
		}
	}
}

// Ensure that the second founding story is found by one command, with the mend in the
// words of its SDK.
func TestProbeArticles(t *testing.T) {
	server := filepath.Join(partstest.Root(t), "testdata", "python", "articles_fastmcp.py")
	python := partstest.Python(t)
	t.Chdir(t.TempDir())
	got := runProbe(t, "--allow-writes", "update_article", "--", python, server)
	if got.code != exitFindings || strings.Count(got.out, "probe/default-rejected") != 4 || !strings.Contains(got.out, "title: str | None = None") {
		t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.stderr)
	}
}

// Ensure that every rule that a probe finds is in the book, and that a call with the
// known flaw is explained by it.
func TestProbeRules(t *testing.T) {
	book := map[string]*rulebook.Rule{}
	for _, r := range rulebook.Rules(loadCatalog(t)) {
		book[r.Name] = r
	}
	for _, p := range probe.Rules() {
		if r := book[p.Name]; r == nil || r.About != "probe" || !r.Level.Valid() || r.Level == tool.LevelSession {
			t.Errorf("%s: %+v", p.Name, r)
		}
	}
	var out bytes.Buffer
	if code := run(context.Background(), []string{"rules", "probe/default-rejected"}, streams{os.Stdin, &out, &out}); code != exitOK || !strings.Contains(out.String(), "advertises null as the default of title") {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}
