package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/profile"
)

func loadCatalog(t *testing.T) *profile.Catalog {
	t.Helper()
	catalog, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// TestSettings reads a file with everything in it.
func TestSettings(t *testing.T) {
	const text = `{
  // what matters to us
  "$schema": "https://example.com/settings.json",
  "targets": ["claude-code", "gemini+gemini-parameters"],
  "fail-on": "tool",
  "fail-on-possible": true,
  "baseline": "known.json",
  "ignore": [
    {"rule": "lint/description-missing", "reason": "they say it all"},
    {"rule": "openai-review/*", "tool": "debug", "reason": "not listed"},
  ],
}`
	got, err := parseSettings("ci/.mcploupe.json", []byte(text), loadCatalog(t))
	if err != nil {
		t.Fatal(err)
	}
	targets := "claude-code,gemini+gemini-parameters"
	want := settings{targets: &targets, limit: "tool", possible: true, baseline: "ci/known.json", ignore: []ignoredRule{
		{rule: "lint/description-missing", reason: "they say it all"}, {rule: "openai-review/*", tool: "debug", reason: "not listed"},
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(settings{}, ignoredRule{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSettingsMistakes: each is named with its line, its column and its key, all
// of them at once.
func TestSettingsMistakes(t *testing.T) {
	for text, want := range map[string][]string{
		`{"fail-on": }`: {"s.json: "},
		`[]`:            {"s.json:1:1: the settings are an object, not an array"},
		"{\n  \"fial-on\": \"call\",\n  \"fail-on\": \"error\"\n}": {
			"s.json:2:3: fial-on: there is no such key; there are targets, fail-on, fail-on-possible, baseline, ignore",
			`s.json:3:14: fail-on: "error" is no level`,
		},
		`{"fail-on": null}`:                {"s.json:1:13: fail-on: it is a string, not null"},
		`{"fail-on": ""}`:                  {"s.json:1:13: fail-on: it is empty"},
		`{"fail-on-possible": "yes"}`:      {"s.json:1:22: fail-on-possible: it is true or false, not a string"},
		`{"baseline": 1, "baseline": "x"}`: {"1:14: baseline: it is a string, not a number", "1:17: baseline: the key stands twice"},
		`{"targets": "claude-code"}`:       {"1:13: targets: it is an array of names, not a string"},
		`{"targets": ["claud-code", 7]}`:   {`1:14: targets[0]: unknown target "claud-code"`, "1:28: targets[1]: it is a string, not a number"},
		`{"ignore": {}}`:                   {"1:12: ignore: it is an array of objects, not an object"},
		`{"ignore": ["lint/x"]}`:           {"1:13: ignore[0]: it is an object with rule and reason, not a string"},
		`{"ignore": [{"rule": "lint/defualt-invalid", "reason": "r"}]}`: {
			`1:22: ignore[0].rule: there is no rule "lint/defualt-invalid"; did you mean "lint/default-invalid"?`,
		},
		`{"ignore": [{"rule": "lnit/*", "reason": "r"}]}`:               {`ignore[0].rule: there is no rule "lnit/*"`},
		`{"ignore": [{"rule": "lint/default-invalid"}]}`:                {"1:13: ignore[0]: reason is missing"},
		`{"ignore": [{"rule": "lint/default-invalid", "reason": " "}]}`: {"ignore[0].reason: it is empty"},
		`{"ignore": [{"reason": "r", "why": "x"}]}`: {
			"1:29: ignore[0].why: there is no such key; there are rule, tool, reason", "1:13: ignore[0]: rule is missing",
		},
	} {
		_, err := parseSettings("s.json", []byte(text), loadCatalog(t))
		if err == nil {
			t.Errorf("%s is taken", text)
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %s in it", text, err, w)
			}
		}
		if n := len(strings.Split(err.Error(), "\n")); n != len(want) {
			t.Errorf("%s: %d mistakes, want %d: %v", text, n, len(want), err)
		}
	}
}

// TestCheckSettings: the file in the working folder counts, flags win over it,
// and what is ignored fails nothing and is said with its reason.
func TestCheckSettings(t *testing.T) {
	const ignoring = `{"targets":["none"],"ignore":[{"rule":"lint/default-invalid","tool":"save","reason":"the client never sends it"}]}`
	for _, c := range []struct {
		name, settings string
		args           []string
		code           int
		say            string // in the report
	}{
		{name: "silent", settings: `{}`, code: exitFindings, say: "lint/default-invalid"},
		{name: "milder limit", settings: `{"targets":["none"],"fail-on":"tool"}`, code: exitOK, say: "nothing at level tool"},
		{name: "flag over limit", settings: `{"fail-on":"tool"}`, args: []string{"--fail-on", "call"}, code: exitFindings, say: "level call"},
		{name: "ignored", settings: ignoring, code: exitOK, say: "ignored lint/default-invalid, 1 finding: the client never sends it"},
		{name: "ignored family", settings: strings.Replace(ignoring, "default-invalid", "*", 1), code: exitOK, say: "1 finding"},
		{name: "another tool", settings: strings.Replace(ignoring, `"save"`, `"load"`, 1), code: exitFindings},
		{name: "targets", settings: `{"targets":["gemini"],"fail-on":"never"}`, args: []string{"--format", "json"}, code: exitOK, say: `"targets":["gemini"]`},
		{name: "flag over targets", settings: `{"targets":["gemini"],"fail-on":"never"}`, args: []string{"--format", "json", "--target", "openai"}, code: exitOK, say: `"targets":["openai"]`},
		{name: "mistake", settings: "{\n\"fail-on\": \"fatal\"}", code: exitUsage},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkFolder(t)
			write(t, settingsName, c.settings)
			got := runCheckIn(t, nullDefault, append(c.args, "-")...)
			if got.code != c.code || !strings.Contains(got.out, c.say) {
				t.Errorf("exit code %d, want %d; %s%s", got.code, c.code, got.out, got.stderr)
			}
			if c.code == exitUsage && !strings.Contains(got.stderr, settingsName+":2:12: fail-on") {
				t.Errorf("the mistake is not named: %s", got.stderr)
			}
		})
	}
}

// TestCheckSettingsElsewhere: a named file replaces the one in the folder, and
// its baseline lies beside it.
func TestCheckSettingsElsewhere(t *testing.T) {
	checkFolder(t)
	if err := os.Mkdir("ci", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, settingsName, `{"fail-on":"mistake"}`)
	write(t, "ci/check.json", `{"targets":["none"],"baseline":"known.json"}`)
	if got := runCheckIn(t, nullDefault, "-", "--check-config", "ci/check.json", "--write-baseline"); got.code != exitOK {
		t.Fatalf("exit code %d: %s", got.code, got.stderr)
	}
	if !strings.Contains(readFile(t, "ci/known.json"), "lint/default-invalid") {
		t.Error("the baseline is not beside its settings")
	}
	if got := runCheckIn(t, nullDefault, "-", "--check-config", "ci/check.json"); got.code != exitOK || !strings.Contains(got.out, "1 known") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.stderr)
	}
}
