package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/config"
)

// write makes a file below a new folder and gives its path.
// only gives the one server of a text.
func only(t *testing.T, text string, opt config.Options) config.Server {
	t.Helper()
	f, err := config.Parse("mcp.json", []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Servers) != 1 {
		t.Fatalf("%d servers, want 1", len(f.Servers))
	}
	return f.Servers[0]
}

// TestValues reads the exact values, which the golden files mask.
func TestValues(t *testing.T) {
	env, _ := filepath.Abs("testdata/env")
	f, err := config.Load("testdata/golden/claude.json", config.Options{LookupEnv: lookup, Workspace: env})
	if err != nil {
		t.Fatal(err)
	}
	got := f.Servers
	if len(got) != 3 {
		t.Fatalf("%d servers, want 3", len(got))
	}
	type pair = struct{ Name, Value string }
	if diff := cmp.Diff([]string{"-y", "@modelcontextprotocol/server-everything", "--root", env}, got[0].Args); diff != "" {
		t.Error("args", diff)
	}
	var vars, headers []pair
	for _, v := range got[0].Env {
		vars = append(vars, pair(v))
	}
	for _, h := range got[1].Headers {
		headers = append(headers, pair(h))
	}
	if diff := cmp.Diff([]pair{{"API_TOKEN", "S3CRET-token"}, {"LEVEL", "info"}}, vars); diff != "" {
		t.Error("env", diff)
	}
	if diff := cmp.Diff([]pair{{"Authorization", "Bearer S3CRET-token"}, {"X-Literal", "$HOST"}}, headers); diff != "" {
		t.Error("headers", diff)
	}
	if want := "https://user:S3CRET@example.com/mcp?key=S3CRET&v"; got[1].URL != want {
		t.Errorf("url %q, want %q", got[1].URL, want)
	}
	if got[0].Transport != config.Stdio || got[1].Transport != config.HTTP || got[2].Transport != config.SSE {
		t.Errorf("transports %s %s %s", got[0].Transport, got[1].Transport, got[2].Transport)
	}
	if got[0].Disabled || !got[2].Disabled || got[1].ProtocolEra != "modern" {
		t.Error("disabled or protocolEra is wrong")
	}
	want := config.Place{File: "testdata/golden/claude.json", Line: 9, Column: 5, Pointer: "/mcpServers/docs"}
	if got[1].Place != want || !got[1].Startable() {
		t.Errorf("place %+v, want %+v; startable %v", got[1].Place, want, got[1].Startable())
	}
}

// TestPlaces counts lines and columns in code points.
func TestPlaces(t *testing.T) {
	long := strings.Repeat("é", 3000)
	for _, tt := range []struct {
		name, text   string
		line, column int
	}{
		{"first line", `{"mcpServers": {"a": 1}}`, 1, 22},
		{"byte order mark", "\ufeff" + `{"mcpServers": {"a": 1}}`, 1, 22},
		{"CRLF", "{\r\n\"mcpServers\": {\r\n  \"a\": 1}}", 3, 8},
		{"tab", "{\"mcpServers\": {\n\t\"a\": 1}}", 2, 7},
		{"two-byte letters", `{"é": 0, "mcpServers": {"ü": 1}}`, 1, 30},
		{"four-byte letters", `{"🐙🐙": 0, "mcpServers": {"a": 1}}`, 1, 31},
		{"beyond one index block", `{"` + long + `": 0, "mcpServers": {"a": 1}}`, 1, 3029},
		{"comment over lines", "{/*\n\n*/\"mcpServers\": {\n// x\n\"a\": 1}}", 5, 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := only(t, tt.text, config.Options{})
			p := s.Problems[0].Place
			if p.Line != tt.line || p.Column != tt.column {
				t.Errorf("%d:%d, want %d:%d", p.Line, p.Column, tt.line, tt.column)
			}
		})
	}
}

func TestPointerIsEscaped(t *testing.T) {
	s := only(t, `{"servers": {"a/b~c": 1}}`, config.Options{})
	if got := s.Problems[0].Place.Pointer; got != "/servers/a~1b~0c" {
		t.Error(got)
	}
}

func TestExpand(t *testing.T) {
	opt := config.Options{LookupEnv: lookup, Home: "/home/u", Workspace: "/ws/proj"}
	for _, tt := range []struct {
		in, want string
		fatal    string // part of the fatal problem, or
		note     string // part of the note
	}{
		{in: "plain", want: "plain"},
		{in: "$LEVEL ${LEVEL} $", want: "$LEVEL info $"},
		{in: "${LEVEL:-x}${NOPE:-x}", want: "infox"},
		{in: "${EMPTY:-x}", want: ""},
		{in: "${NOPE:-}", want: ""},
		{in: "${NOPE:-a:-b c/d}", want: "a:-b c/d"},
		{in: "${env:LEVEL}", want: "info"},
		{in: "${NESTED}", want: "${LEVEL}"},
		{in: "${userHome}|${workspaceFolder}|${workspaceFolderBasename}", want: "/home/u|/ws/proj|proj"},
		{in: "${pathSeparator}${/}", want: strings.Repeat(string(filepath.Separator), 2)},
		{in: "${input:api-key}", want: "S3CRET-input"},
		{in: "${NOPE}", want: "${NOPE}", fatal: "needs NOPE"},
		{in: "${env:NOPE}", want: "${env:NOPE}", fatal: "needs NOPE"},
		{in: "${input:a b}", want: "${input:a b}", fatal: `needs the input "a b"`},
		{in: "${A:-${LEVEL}}!", want: "${A:-${LEVEL}}!", note: "inside a variable"},
		{in: "${LEVEL", want: "${LEVEL", note: "no closing }"},
		{in: "${", want: "${", note: "no closing }"},
		{in: "${}", want: "${}", note: "${…}"},
		{in: "${command:x}", want: "${command:x}", note: "${command:…}"},
		{in: "${LEVEL:+x}", want: "${LEVEL:+x}", note: "${LEVEL:…}"},
		{in: "${1A}", want: "${1A}", note: "not of a known form"},
	} {
		t.Run(tt.in, func(t *testing.T) {
			s := only(t, fmt.Sprintf(`{"mcpServers": {"x": {"command": "c", "args": [%q]}}}`, tt.in), opt)
			if s.Args[0] != tt.want {
				t.Errorf("%q, want %q", s.Args[0], tt.want)
			}
			if tt.fatal+tt.note == "" {
				if len(s.Problems) > 0 {
					t.Error(s.Problems)
				}
				return
			}
			if len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Message, tt.fatal+tt.note) || s.Problems[0].Fatal != (tt.fatal != "") {
				t.Errorf("problems %v, want %q", s.Problems, tt.fatal+tt.note)
			}
			if s.Startable() != (tt.fatal == "") {
				t.Error("startable is wrong")
			}
		})
	}
}

// TestExpandEveryField expands in each of the documented fields, and no name.
func TestExpandEveryField(t *testing.T) {
	opt := config.Options{LookupEnv: lookup, Workspace: t.TempDir()}
	s := only(t, `{"mcpServers": {"${LEVEL}": {"command": "${LEVEL}", "args": ["${LEVEL}"], "env": {"${LEVEL}": "${LEVEL}"}, "cwd": "${LEVEL}", "envFile": "${LEVEL}"}}}`, opt)
	want := fmt.Sprint("${LEVEL}", "info", []string{"info"}, "${LEVEL}", "info", filepath.Join(opt.Workspace, "info"), filepath.Join(opt.Workspace, "info"))
	if got := fmt.Sprint(s.Name, s.Command, s.Args, s.Env[0].Name, s.Env[0].Value, s.Cwd, s.EnvFile); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s = only(t, `{"mcpServers": {"x": {"url": "http://${LEVEL}/", "headers": {"${LEVEL}": "${LEVEL}"}}}}`, opt)
	if s.URL != "http://info/" || s.Headers[0].Name != "${LEVEL}" || s.Headers[0].Value != "info" {
		t.Error(s.URL, s.Headers[0].Name, s.Headers[0].Value)
	}
}

// TestWorkspace takes the folder that holds .vscode or .cursor, else the file's.
// TestDefaults takes the process's own environment where Options are zero.
func TestDefaults(t *testing.T) {
	t.Setenv("MCPLOUPE_TEST", "value")
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	s := only(t, `{"mcpServers": {"x": {"command": "${MCPLOUPE_TEST}${userHome}"}}}`, config.Options{})
	if s.Command != "value"+home {
		t.Error(s.Command)
	}
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	s = only(t, `{"mcpServers": {"x": {"command": "${userHome}"}}}`, config.Options{})
	if s.Startable() || !strings.Contains(s.Problems[0].Message, "needs ${userHome}") {
		t.Error(s.Problems)
	}
}

// TestDepth does not overflow the stack, and is not misled by strings and
// comments.
func TestDepth(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", config.MaxFileSize),
		strings.Repeat(`{"a":`, 1000),
		strings.Repeat(`["]]]]\"]]",/*]]]]*/`+"//]]]\n", 1000),
	} {
		_, err := config.Parse("x", []byte(text), config.Options{})
		if err == nil || !strings.Contains(err.Error(), "nested more than") {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	flat := `{"mcpServers": {"a": {"command": "` + strings.Repeat("[", 1000) + `" /*` + strings.Repeat("[", 1000) + "*/}}} // " + strings.Repeat("[", 1000)
	if _, err := config.Parse("x", []byte(flat), config.Options{}); err != nil {
		t.Error(err)
	}
}

// TestOneBadEntry hides no other, and keeps the order of the file.
func TestOneBadEntry(t *testing.T) {
	f, err := config.Parse("x", []byte(`{"mcpServers": {"z": {"command": "c"}, "m": 7, "a": {"url": "http://h/"}, "b": {"command": "${NOPE}"}}}`), config.Options{LookupEnv: lookup})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range f.Servers {
		got = append(got, fmt.Sprint(s.Name, s.Startable()))
	}
	if diff := cmp.Diff([]string{"ztrue", "mfalse", "atrue", "bfalse"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestTypes reads every documented spelling of a transport.
func TestTypes(t *testing.T) {
	for name, want := range map[string]config.Transport{
		"stdio": config.Stdio, "local": config.Stdio, "http": config.HTTP, "streamable-http": config.HTTP,
		"streamableHttp": config.HTTP, "sse": config.SSE,
	} {
		reach := `"url": "http://h/"`
		if want == config.Stdio {
			reach = `"command": "c"`
		}
		s := only(t, fmt.Sprintf(`{"servers": {"x": {"type": %q, %s}}}`, name, reach), config.Options{})
		if s.Transport != want || len(s.Problems) > 0 {
			t.Errorf("%s: %s %v", name, s.Transport, s.Problems)
		}
	}
}

// TestSuggestions names the near key, and none where nothing is near.
func TestSuggestions(t *testing.T) {
	for slip, want := range map[string]string{
		"commnad": "command", "Command": "command", "arg": "args", "ENV": "env", "env_file": "envFile",
		"environment": "env", "heders": "headers", "URL": "url", "httpUrl": "url", "transport": "type",
		"working-directory": "", "colour": "", "x": "", "": "",
	} {
		s := only(t, fmt.Sprintf(`{"servers": {"x": {"command": "c", %q: {}}}}`, slip), config.Options{})
		next := "mcploupe does not use it"
		if want != "" {
			next = fmt.Sprintf("did you mean %q?", want)
		}
		if p := s.Problems[0]; p.Next != next || p.Fatal {
			t.Errorf("%q: %v, want %s", slip, p, next)
		}
	}
}

// TestClaudeUserFile chooses the project of the workspace or its nearest parent.
// TestProblemIsAnError as a value and as a pointer, and shows no hidden letters.
func TestProblemIsAnError(t *testing.T) {
	p := config.Problem{Place: config.Place{File: "a\u202e\n.json", Line: 2, Column: 3, Pointer: "/x"}, Message: "m", Next: "n", Err: fs.ErrNotExist}
	for _, err := range []error{p, &p} {
		if got, want := err.Error(), `a\u202e\n.json:2:3 /x: m; n`; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Error("the cause is lost")
		}
	}
	if got := (config.Problem{Message: "m"}).Error(); got != "m" {
		t.Error(got)
	}
}

// Ensure that a misspelt key is named in the reason why an entry cannot be used,
// whatever the shape of the file.
func TestMisspelt(t *testing.T) {
	for _, text := range []string{
		`{"mcpServers": {"a": {"comand": "npx"}}}`,
		`{"servers": {"a": {"comand": "npx"}}}`,
		`{"servers": {"a": {"type": "stdio", "comand": "npx"}}}`,
	} {
		s := only(t, text, config.Options{})
		said := ""
		for _, p := range s.Problems {
			if p.Fatal {
				said += p.Error()
			}
		}
		if !strings.Contains(said, `rename "comand" to "command"`) {
			t.Errorf("%s: %s", text, said)
		}
	}
	_, err := config.Parse("x", []byte(`{"a": {"comand": "npx"}}`), config.Options{})
	if err == nil || !strings.Contains(err.Error(), "misspelt") {
		t.Error(err)
	}
}
