package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/partstest"
)

var update = flag.Bool("update", false, "write the golden files and docs/rules.md anew")

// beDemo, set in the environment, makes the test program the demonstration
// server, so that a test can start a real one.
const beDemo = "MCPLOUPE_TEST_BE_DEMO"

func TestMain(m *testing.M) {
	if os.Getenv(beDemo) != "" {
		os.Exit(run(context.Background(), []string{demoCommand}, streams{os.Stdin, os.Stdout, os.Stderr}))
	}
	// No test writes into the history of the person who runs it.
	state, err := os.MkdirTemp("", "mcploupe-test-state-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(state) // the system's folder for what may go
	os.Exit(code)
}

// ran is what the program did.
type ran struct {
	code        int
	out, stderr string
}

// runCheckIn runs mcploupe check in this process. in is its standard input.
func runCheckIn(t *testing.T, in string, args ...string) ran {
	t.Helper()
	var out, stderr strings.Builder
	code := run(context.Background(), append([]string{"check"}, args...), streams{strings.NewReader(in), &out, &stderr})
	return ran{code, out.String(), stderr.String()}
}

// checkFolder makes a folder with the named files of testdata/check, and goes
// there. It is a repository of its own, so that addresses are relative to it.
func checkFolder(t *testing.T, names ...string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata", "check", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(data))
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// demoConfig is a configuration file with the demonstration server in it.
func demoConfig(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"stories": map[string]any{"command": self, "env": map[string]string{beDemo: "1"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const (
	nullDefault = `{"name":"save","description":"Saves.","inputSchema":{"type":"object","properties":{"title":{"type":"string","default":null,"description":"Of it."}}}}`
	// deadURL is an address where nothing listens: port 1 is reserved.
	deadURL = "http://127.0.0.1:1/mcp"
)

// TestCheckExitCodes has every exit code, and what decides between them.
func TestCheckExitCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		in   string // standard input
		file string // a second file, broken.json
		code int
		say  string // a part of standard error
	}{
		{name: "clean", args: []string{"clean.json"}, code: exitOK},
		{name: "clean for nobody", args: []string{"clean.json", "--target", "none", "--fail-on", "warn"}, code: exitOK},
		{name: "standard input", args: []string{"-"}, in: nullDefault, code: exitFindings},
		{name: "at the limit", args: []string{"-", "--fail-on", "call", "--target", "none"}, in: nullDefault, code: exitFindings},
		{name: "above the limit", args: []string{"-", "--fail-on", "warn", "--target", "none"}, in: nullDefault, code: exitFindings},
		{name: "below the limit", args: []string{"-", "--fail-on", "tool", "--target", "none"}, in: nullDefault, code: exitOK},
		{name: "never", args: []string{"story.json", "--fail-on", "never"}, code: exitOK},
		{name: "one of two", args: []string{"clean.json", "story.json"}, code: exitFindings},
		{name: "several forms", args: []string{"story.json", "--format", "json", "--format", "sarif=a.sarif", "--format", "junit=a.xml"}, code: exitFindings},

		{name: "no source", code: exitUsage, say: "name a source"},
		{name: "unknown flag", args: []string{"clean.json", "--fial-on", "call"}, code: exitUsage, say: "fial-on"},
		{name: "unknown level", args: []string{"clean.json", "--fail-on", "error"}, code: exitUsage, say: `"error" is no level; there are session, server`},
		{name: "empty level", args: []string{"clean.json", "--fail-on", ""}, code: exitUsage, say: "is no level"},
		{name: "unknown target", args: []string{"clean.json", "--target", "claud-code"}, code: exitUsage, say: `unknown target "claud-code"`},
		{name: "unknown form", args: []string{"clean.json", "--format", "xml"}, code: exitUsage, say: "--format xml"},
		{name: "form without a file", args: []string{"clean.json", "--format", "sarif="}, code: exitUsage, say: "must follow ="},
		{name: "two forms on standard output", args: []string{"clean.json", "--format", "sarif", "--format", "text"}, code: exitUsage, say: "only one format"},
		{name: "form that cannot be written", args: []string{"clean.json", "--format", "sarif=none/a.sarif"}, code: exitUsage, say: "write the sarif report"},
		{name: "no such file", args: []string{"none.json"}, code: exitUsage, say: "there is no such file"},
		{name: "no such settings", args: []string{"clean.json", "--check-config", "none.json"}, code: exitUsage, say: "read the settings"},
		{name: "no such baseline", args: []string{"clean.json", "--baseline", "none.json"}, code: exitUsage, say: "--write-baseline makes it"},
		{name: "no command", args: []string{"--"}, code: exitUsage, say: "a command must follow"},
		{name: "not an answer", args: []string{"broken.json"}, file: `{"a":`, code: exitUsage, say: "broken.json"},
		{name: "broken beside findings", args: []string{"story.json", "broken.json"}, file: `{"a":`, code: exitUsage, say: "broken.json"},
		{name: "broken configuration", args: []string{"--config", "broken.json"}, file: `{"mcpServers":{"a":{"command":7}}}`, code: exitUsage, say: "command"},
		{name: "no such server", args: []string{"--config", "broken.json", "--server", "b"}, file: `{"mcpServers":{"a":{"command":"x"}}}`, code: exitUsage, say: `no server is called "b"`},

		{name: "no such program", args: []string{"--", "./no-such-server"}, code: exitUnreachable, say: "could not be reached"},
		{name: "nobody listens", args: []string{deadURL}, code: exitUnreachable, say: "could not be reached"},
		{name: "unreachable beside findings", args: []string{"story.json", deadURL}, code: exitUnreachable, say: "could not be reached"},
		{name: "unreachable and broken", args: []string{deadURL, "none.json"}, code: exitUsage, say: "there is no such file"},
		{name: "program that says nothing", args: []string{"--", "true"}, code: exitUnreachable, say: "could not be reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkFolder(t, "clean.json", "story.json")
			if c.file != "" {
				write(t, "broken.json", c.file)
			}
			got := runCheckIn(t, c.in, c.args...)
			if got.code != c.code {
				t.Errorf("exit code %d, want %d; standard error: %s", got.code, c.code, got.stderr)
			}
			if !strings.Contains(got.stderr, c.say) || c.say == "" && got.stderr != "" {
				t.Errorf("standard error %q, want %q in it", got.stderr, c.say)
			}
		})
	}
}

// readChecked is the JSON form, read again.
func readChecked(t *testing.T, r ran) checkedJSON {
	t.Helper()
	var j checkedJSON
	dec := json.NewDecoder(strings.NewReader(r.out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		t.Fatalf("%v: %s%s", err, r.out, r.stderr)
	}
	return j
}

// TestCheckServers checks a real server from its configuration file beside a
// saved answer and one that cannot be reached: none hides the others.
func TestCheckServers(t *testing.T) {
	checkFolder(t, "clean.json")
	write(t, "mcp.json", demoConfig(t))
	got := runCheckIn(t, "", deadURL, "clean.json", "--config", "mcp.json", "--format", "json", "--format", "sarif=a.sarif")
	if got.code != exitUnreachable {
		t.Errorf("exit code %d: %s", got.code, got.stderr)
	}
	j := readChecked(t, got)
	if len(j.Failed) != 1 || j.Failed[0].Source != deadURL || j.Summary.Servers != 2 {
		t.Errorf("failed %+v, %d servers", j.Failed, j.Summary.Servers)
	}
	found := map[string]checkedFinding{}
	for _, f := range j.Findings {
		if f.Source == "mcp.json#stories" {
			found[f.Rule] = f
		}
	}
	for rule, pointer := range map[string]string{
		"lint/default-invalid":        "/inputSchema/properties/title/default",
		"ts-client/dialect-2020-only": "/outputSchema/$schema",
	} {
		f, ok := found[rule]
		if !ok || f.Pointer != pointer || f.Tool == nil || f.Server == "" || f.Server == "stories" {
			t.Errorf("%s: %+v, want it at %s with the server's own name", rule, f, pointer)
		}
	}
	if text := readFile(t, "a.sarif"); !strings.Contains(text, `"uri":"mcp.json"},"region":{"startLine":1`) {
		t.Errorf("the findings of a configured server do not stand at its entry: %.600s", text)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestCheckDisabled: a disabled server is not started, and is no failure.
func TestCheckDisabled(t *testing.T) {
	checkFolder(t)
	write(t, "mcp.json", `{"mcpServers":{"off":{"command":"./no-such-server","disabled":true}}}`)
	got := runCheckIn(t, "", "--config", "mcp.json")
	if got.code != exitOK || !strings.Contains(got.stderr, "disabled") {
		t.Errorf("exit code %d, %q", got.code, got.stderr)
	}
}

// TestCheckSecrets: what a command line or an address keeps secret is not in a
// report, which others read.
func TestCheckSecrets(t *testing.T) {
	checkFolder(t)
	const secret = "s3cr3t-ab12cd34ef56ab78"
	for _, args := range [][]string{
		{"http://user:" + secret + "@127.0.0.1:1/mcp?token=" + secret},
		{"--", "./no-such-server", "--api-key", secret},
	} {
		for _, format := range []string{"text", "json", "sarif", "junit", "markdown"} {
			got := runCheckIn(t, "", append([]string{"--format", format}, args...)...)
			if got.code != exitUnreachable {
				t.Errorf("%v: exit code %d: %s", args, got.code, got.stderr)
			}
			if strings.Contains(got.out+got.stderr, secret) {
				t.Errorf("%s shows the secret: %s%s", format, got.out, got.stderr)
			}
		}
	}
}

// TestCheckTargets: the targets decide which findings there are, and what is
// only possible fails where the target says that it applies.
func TestCheckTargets(t *testing.T) {
	const tool = `{"name":"find","description":"Finds.","inputSchema":{"type":"object","properties":{"note":{"type":["string","null"],"description":"A note."}}}}`
	for _, c := range []struct {
		args     []string
		code     int
		found    bool
		possible bool
	}{
		{args: []string{"--target", "none"}},
		{args: []string{"--target", "claude-code"}},
		{args: []string{"--target", "gemini"}, found: true, possible: true},
		{args: []string{"--target", "gemini", "--fail-on-possible"}, code: exitFindings, found: true, possible: true},
		{args: []string{"--target", "gemini+gemini-parameters"}, code: exitFindings, found: true},
		{args: []string{"--target", "gemini+no-gemini-parameters"}},
		{args: []string{"--target", "gemini-parameters"}, code: exitFindings, found: true},
	} {
		got := runCheckIn(t, tool, append(c.args, "-", "--format", "json", "--fail-on", "session")...)
		if got.code != c.code {
			t.Errorf("%v: exit code %d, want %d: %s", c.args, got.code, c.code, got.stderr)
		}
		var found, possible bool
		for _, f := range readChecked(t, got).Findings {
			if f.Rule == "gemini/type-array" {
				found, possible = true, f.Possible
				if f.Pointer != "/inputSchema/properties/note" || !strings.HasPrefix(f.Target, "gemini") || f.Level != "session" || f.Evidence == "" || f.Mend == "" {
					t.Errorf("%v: %+v", c.args, f)
				}
			}
		}
		if found != c.found || possible != c.possible {
			t.Errorf("%v: found %v, possible %v", c.args, found, possible)
		}
	}
}

// TestCheckOnce: what the protocol and a client both say of a place under one
// rule stands once, and a rule that holds for several targets too. What holds for some
// and only may hold for others stands once for each.
func TestCheckOnce(t *testing.T) {
	const tool = `{"name":"find it!","description":"Finds.","inputSchema":{},"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}}`
	got := runCheckIn(t, tool, "-", "--target", "all", "--format", "json")
	seen := map[string]int{}
	possible := map[string]int{}
	for _, f := range readChecked(t, got).Findings {
		if f.Possible {
			possible[f.Rule+" "+f.Pointer]++
			continue
		}
		seen[f.Rule+" "+f.Pointer]++
	}
	for what, n := range possible {
		if n > 1 {
			t.Errorf("%s may be %d times", what, n)
		}
	}
	for what, n := range seen {
		if n > 1 {
			t.Errorf("%s stands %d times", what, n)
		}
	}
	for _, want := range []string{"spec/input-root-object /inputSchema/type", "ts-client/dialect-2020-only /outputSchema/$schema"} {
		if seen[want] == 0 {
			t.Errorf("%s is missing", want)
		}
	}
}

// TestCheckList: a finding about the list as a whole has no tool.
func TestCheckList(t *testing.T) {
	var tools []string
	for range 130 {
		tools = append(tools, `{"name":"t`+strings.Repeat("x", len(tools))+`","inputSchema":{"type":"object"}}`)
	}
	list := `{"tools":[` + strings.Join(tools, ",") + `],"nextCursor":7}`
	got := runCheckIn(t, list, "-", "--target", "openai,codex", "--format", "json")
	whole := map[string]checkedFinding{}
	for _, f := range readChecked(t, got).Findings {
		if f.Index == nil {
			whole[f.Rule] = f
		}
	}
	if f, ok := whole["protocol/list-cursor"]; !ok || f.Tool != nil || f.Pointer != "/nextCursor" {
		t.Errorf("the cursor: %+v", f)
	}
	if f, ok := whole["openai/tools-max-128"]; !ok || f.Target == "" || f.Pointer != "/tools" {
		t.Errorf("too many tools: %+v of %v", f, whole)
	}
}

// TestCheckJSON has the names of every member, as the command line promises.
func TestCheckJSON(t *testing.T) {
	got := runCheckIn(t, nullDefault, "-", "--format", "json", "--target", "none", "--fail-on", "tool")
	want := `{"findings":[{"source":"-","server":"standard input","tool":"save","index":0,"rule":"lint/default-invalid","level":"call","pointer":"/inputSchema/properties/title/default","message":"M","evidence":"E","mend":"N"}],"failed":[],"ignored":[],"stale":[],"summary":{"servers":1,"tools":1,"failOn":"tool","targets":[],"failing":0,"possible":0,"milder":1,"known":0,"ignored":0}}` + "\n"
	f := readChecked(t, got).Findings[0]
	out := strings.NewReplacer(string(compactJSON(f.Message)), `"M"`, string(compactJSON(f.Evidence)), `"E"`, string(compactJSON(f.Mend)), `"N"`).Replace(got.out)
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCheckCorpus checks every recorded answer in all forms.
func TestCheckCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	t.Chdir(t.TempDir())
	got := runCheckIn(t, "", append(files, "--format", "json", "--format", "sarif=a.sarif",
		"--format", "junit=a.xml", "--format", "markdown=a.md", "--format", "text=a.txt", "--fail-on", "never")...)
	if got.code != exitOK {
		t.Fatalf("exit code %d: %s", got.code, got.stderr)
	}
	j := readChecked(t, got)
	if j.Summary.Tools != 2236 || len(j.Findings) < 5000 {
		t.Errorf("%d tools, %d findings", j.Summary.Tools, len(j.Findings))
	}
	for _, f := range j.Findings {
		if f.Line == 0 || f.Message == "" || f.Evidence == "" || f.Mend == "" {
			t.Errorf("incomplete: %+v", f)
			break
		}
	}
	holdSARIF(t, "a.sarif")
	if len(readFile(t, "a.md")) > 65_536 {
		t.Error("the Markdown form is longer than a comment may be")
	}
	text := readFile(t, "a.txt")
	if n := strings.Count(text, "\n"); n < len(j.Findings) {
		t.Errorf("%d lines for %d findings", n, len(j.Findings))
	}
}

// BenchmarkCheckCorpus is the whole corpus in one run, with the default targets.
func BenchmarkCheckCorpus(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(b, "corpus"), "*.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var out, stderr strings.Builder
		code := run(context.Background(), append([]string{"check", "--fail-on", "never"}, files...), streams{strings.NewReader(""), &out, &stderr})
		if code != exitOK {
			b.Fatal(stderr.String())
		}
	}
}
