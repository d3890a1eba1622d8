package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/rulebook"
)

// TestRulesPage keeps docs/rules.md what the rules are: go test -update writes it.
func TestRulesPage(t *testing.T) {
	path := filepath.Join(partstest.Root(t), "docs", "rules.md")
	got := runRules(t, "--format", "markdown")
	if *update {
		write(t, path, got.out)
	}
	if readFile(t, path) != got.out {
		t.Errorf("docs/rules.md is stale: go test ./cmd/mcploupe -run TestRulesPage -update\n%.2000s", cmp.Diff(readFile(t, path), got.out))
	}
	anchors := map[string]bool{}
	for line := range strings.SplitSeq(got.out, "\n") {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			a := anchor(heading)
			if anchors[a] {
				t.Errorf("two headings have the anchor %s", a)
			}
			anchors[a] = true
		}
	}
	for _, part := range strings.Split(got.out, "](#")[1:] {
		if to, _, _ := strings.Cut(part, ")"); !anchors[to] {
			t.Errorf("a link leads to #%s, which is not there", to)
		}
	}
}

func runRules(t *testing.T, args ...string) ran {
	t.Helper()
	var out, stderr bytes.Buffer
	code := run(context.Background(), append([]string{"rules"}, args...), streams{strings.NewReader(""), &out, &stderr})
	return ran{code, out.String(), stderr.String()}
}

// TestRulesCommand prints one, a family and all, and helps with names.
func TestRulesCommand(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want []string // in the output
		not  string
	}{
		{nil, exitOK, []string{"lint/default-invalid", "protocol/name-missing", "ts-client/dialect-2020-only", "session  openai/name"}, "https://"},
		{[]string{"lint/default-invalid"}, exitOK, []string{"lint/default-invalid  call", "why:", "mend:", "evidence: https://", `"default": null`, `→ at "/inputSchema/properties/q/default"`, "mended:"}, "lint/enum"},
		{[]string{"ts-client/dialect-2020-only"}, exitOK, []string{"versions:", "known by:", "date:", "targets:", "claude-code", "says:"}, ""},
		{[]string{"protocol/line-not-json"}, exitOK, []string{"Server listening on stdio"}, ""},
		{[]string{"spec/"}, exitOK, []string{"spec/name-format", "spec/input-root-object"}, "lint/"},
		{[]string{"spec/*", "--format", "markdown"}, exitOK, []string{"### spec/name-format", "```json"}, "### lint/"},
		{[]string{"lint/defualt-invalid"}, exitUsage, []string{`did you mean "lint/default-invalid"?`}, ""},
		{[]string{"default-invalid"}, exitUsage, []string{`did you mean "lint/default-invalid"?`}, ""},
		{[]string{"quite another thing"}, exitUsage, []string{`"mcploupe rules" lists them`}, "did you mean"},
		{[]string{"--format", "yaml"}, exitUsage, []string{"--format yaml"}, ""},
	} {
		got := runRules(t, c.args...)
		text := got.out + got.stderr
		if got.code != c.code {
			t.Errorf("%v: exit code %d: %s", c.args, got.code, got.stderr)
		}
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%v: %q is not in %.1500s", c.args, w, text)
			}
		}
		if c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%v: %q is in %.1500s", c.args, c.not, text)
		}
	}
}

// TestRulesJSON: examples are JSON where they can be, and lines otherwise.
func TestRulesJSON(t *testing.T) {
	var got struct {
		Rules []struct {
			Rule, Level, About string
			Example            json.RawMessage
			Found              rulebook.Found
		}
	}
	if err := json.Unmarshal([]byte(runRules(t, "--format", "json").out), &got); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]byte{"lint/default-invalid": '{', "protocol/line-not-json": '"', "protocol/tool-not-object": 'n'}
	for _, r := range got.Rules {
		if first, ok := kinds[r.Rule]; ok && r.Example[0] != first {
			t.Errorf("%s: %s", r.Rule, r.Example)
		}
		delete(kinds, r.Rule)
	}
	if len(kinds) > 0 || len(got.Rules) < 230 {
		t.Errorf("%d rules, without %v", len(got.Rules), kinds)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"lint/x", "lint/x", 0}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
