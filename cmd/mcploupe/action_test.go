package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
)

// actionScript is what the step "Check" of action.yml runs.
func actionScript(t *testing.T) (script, whole string) {
	t.Helper()
	whole = readFile(t, filepath.Join(partstest.Root(t), "action.yml"))
	_, step, found := strings.Cut(whole, "      id: check\n")
	_, step, ran := strings.Cut(step, "      run: |\n")
	if !found || !ran {
		t.Fatal("action.yml has no step check with a script")
	}
	var lines []string
	for line := range strings.SplitSeq(step, "\n") {
		if line != "" && !strings.HasPrefix(line, "        ") {
			break
		}
		lines = append(lines, strings.TrimPrefix(line, "        "))
	}
	return strings.Join(lines, "\n"), whole
}

// TestActionScript runs the script of the action as a runner would, with a
// program in the place of mcploupe that tells how it was called.
func TestActionScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED FOR WANT OF A PART: bash")
	}
	script, _ := actionScript(t)
	for _, c := range []struct {
		name string
		env  map[string]string
		code int
		args []string // that the program is called with, after the forms
		sum  bool     // a summary is written
	}{
		{name: "sources", env: map[string]string{"SOURCES": "a.json\n\nb c.json\n"}, args: []string{"a.json", "b c.json"}},
		{name: "command", env: map[string]string{"COMMAND": "python\nmy server.py\n--port=$(id)\n"}, args: []string{"--", "python", "my server.py", "--port=$(id)"}},
		{name: "options", env: map[string]string{"SOURCES": "a.json", "TARGET": "all", "FAIL_ON": "drop", "BASELINE": "k.json", "CHECK_CONFIG": "s.json", "CONFIG": "m.json", "SERVER": "x", "FAIL_ON_POSSIBLE": "true"},
			args: []string{"--fail-on-possible", "--config", "m.json", "--server", "x", "--target", "all", "--fail-on", "drop", "--baseline", "k.json", "--check-config", "s.json", "a.json"}},
		{name: "summary", env: map[string]string{"SOURCES": "a.json", "SUMMARY": "true"}, sum: true, args: []string{"a.json"}},
		{name: "exit code", env: map[string]string{"SOURCES": "a.json", "FAKE_CODE": "3"}, code: 3, args: []string{"a.json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "mcploupe-bin"), 0o755); err != nil {
				t.Fatal(err)
			}
			fake := "#!" + bash + "\nprintf '%s\\n' \"$@\" >\"$RUNNER_TEMP/args\"\necho '::error::said by a server'\necho out >\"$RUNNER_TEMP/mcploupe.sarif\"\nexit \"${FAKE_CODE:-0}\"\n"
			if err := os.WriteFile(filepath.Join(dir, "mcploupe-bin", "mcploupe"), []byte(fake), 0o755); err != nil {
				t.Fatal(err)
			}
			out, code := runAction(t, bash, script, dir, c.env)
			if code != c.code {
				t.Errorf("exit code %d, want %d: %s", code, c.code, out)
			}
			want := []string{"check", "--format", "text", "--format", "sarif=" + dir + "/mcploupe.sarif"}
			if c.sum {
				want = append(want, "--format", "markdown="+dir+"/summary")
			}
			want = append(want, c.args...)
			if got := readFile(t, filepath.Join(dir, "args")); got != strings.Join(want, "\n")+"\n" {
				t.Errorf("called with\n%swant\n%s", got, strings.Join(want, "\n"))
			}
			stopped := regexp.MustCompile(`(?s)^::stop-commands::([0-9a-f]{32})\n::error::said by a server\n::([0-9a-f]{32})::\n$`).FindStringSubmatch(out)
			if stopped == nil || stopped[1] != stopped[2] {
				t.Errorf("commands are not stopped: %q", out)
			}
			output := readFile(t, filepath.Join(dir, "output"))
			if !strings.Contains(output, "exit-code="+string(rune('0'+c.code))+"\n") || !strings.Contains(output, "sarif="+dir) {
				t.Errorf("outputs: %q", output)
			}
		})
	}
}

func runAction(t *testing.T, bash, script, dir string, set map[string]string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "RUNNER_TEMP=" + dir, "GITHUB_OUTPUT=" + dir + "/output", "GITHUB_STEP_SUMMARY=" + dir + "/summary"}
	values := map[string]string{"SUMMARY": "false", "FAIL_ON_POSSIBLE": "false"}
	for _, name := range []string{"SOURCES", "COMMAND", "CONFIG", "SERVER", "TARGET", "FAIL_ON", "BASELINE", "CHECK_CONFIG"} {
		values[name] = ""
	}
	for name, value := range set {
		values[name] = value
	}
	for name, value := range values {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return both.String(), cmd.ProcessState.ExitCode()
}

// TestActionInputs: every input that is used is declared, every one declared is
// used, and none stands inside the script.
func TestActionInputs(t *testing.T) {
	script, whole := actionScript(t)
	if strings.Contains(script, "${{") {
		t.Error("an expression stands inside the script")
	}
	_, declared, _ := strings.Cut(whole, "\ninputs:\n")
	declared, _, _ = strings.Cut(declared, "\noutputs:\n")
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(declared, -1) {
		names[m[1]] = false
	}
	for _, m := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(whole, -1) {
		if _, ok := names[m[1]]; !ok {
			t.Errorf("%s is used and not declared", m[1])
		}
		names[m[1]] = true
	}
	for name, used := range names {
		if !used {
			t.Errorf("%s is declared and not used", name)
		}
	}
	if len(names) < 10 {
		t.Errorf("%d inputs", len(names))
	}
	for _, m := range regexp.MustCompile(`(?m)^        ([A-Z_]+): `).FindAllStringSubmatch(whole, -1) {
		if m[1] != "CGO_ENABLED" && !strings.Contains(script, "$"+m[1]) {
			t.Errorf("the script does not use %s", m[1])
		}
	}
}

// TestHookFiles: the hook looks at what its documentation says.
func TestHookFiles(t *testing.T) {
	text := readFile(t, filepath.Join(partstest.Root(t), ".pre-commit-hooks.yaml"))
	m := regexp.MustCompile(`(?m)^  files: (.*)$`).FindStringSubmatch(text)
	if m == nil || !strings.Contains(text, "  entry: mcploupe check\n") {
		t.Fatalf("no hook: %s", text)
	}
	files := regexp.MustCompile(m[1])
	for name, want := range map[string]bool{
		"tools-list.json": true, "a/tools-list.jsonl": true, "my.tools.json": true, "a/b.tools.jsonl": true,
		"package.json": false, "my-tools-list.json": false, ".tools.json": false, "tools-list.json.bak": false,
	} {
		if got := files.MatchString(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
