package config_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/config"
)

func TestCommandLine(t *testing.T) {
	const m = config.Mask
	const uuid = "01234567-89ab-cdef-0123-456789abcdef"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"npx", "-y", "@a/b@1.2"}, "npx -y @a/b@1.2"},
		{[]string{"/opt/my tools/x", "it's", "", "a\nb\u202e"}, `'/opt/my tools/x' 'it'\''s' '' $'a\012b\342\200\256'`},
		{[]string{"x", "--api-key", "S3CRET", "--verbose", "yes"}, "x --api-key " + m + " --verbose yes"},
		{[]string{"x", "--apiKey=S3CRET", "-token=S3CRET", "PORT=80"}, "x --apiKey=" + m + " -token=" + m + " PORT=80"},
		{[]string{"x", "--header", "Authorization: Bearer S3CRET", "-H", "X:S3CRET", "-H", "S3CRET"}, "x --header 'Authorization: " + m + "' -H 'X: " + m + "' -H " + m},
		{[]string{"docker", "run", "-e", "NAME=S3CRET", "-e", "NAME", "image"}, "docker run -e NAME=" + m + " -e NAME image"},
		{[]string{"x", "postgres://user:S3CRET@db:5432/main?sslmode=S3CRET"}, "x 'postgres://" + m + "@db:5432/main?sslmode=" + m + "'"},
		{[]string{"sh", "-c", "API_TOKEN=S3CRET LEVEL=1 x --password S3CRET --log-level 2; y http://a:S3CRET@h/"}, "sh -c 'API_TOKEN=" + m + " LEVEL=1 x --password " + m + " --log-level 2; y http://" + m + "@h/'"},
		{[]string{"x", `{"apiKey": "S3CRET"}`, `{"a": 1}`}, "x '{" + m + `}' '{"a": 1}'`},
		{[]string{"x", "ghp_S3CRET", uuid, "abcdefghij0123456789KLM", "a-long-name-of-words-2024-11-05", "/usr/lib/x86_64"}, "x " + m + " " + m + " " + m + " a-long-name-of-words-2024-11-05 /usr/lib/x86_64"},
		{[]string{"x", "--token", "--flag"}, "x --token --flag"},
	} {
		s, err := config.FromCommand(tt.args)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.CommandLine(); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.args, got, tt.want)
		}
	}
}

// TestCommandLineHidesVariables masks what came from an input or a variable
// with the name of a secret, and shows the others.
func TestCommandLineHidesVariables(t *testing.T) {
	vars := map[string]string{"MY_TOKEN": "abc", "MCP_INPUT_ID": "abcdef", "PORT": "8080"}
	opt := config.Options{LookupEnv: func(n string) (string, bool) { v, ok := vars[n]; return v, ok }}
	s := only(t, `{"servers": {"x": {"command": "c", "args": ["v${MY_TOKEN}", "${input:id}", "${PORT}", "${OTHER_SECRET:-dflt}"], "env": {"KEY": "value"}}}}`, opt)
	if got, want := s.CommandLine(), "KEY=••• c v••• ••• 8080 •••"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s = only(t, `{"servers": {"x": {"url": "https://h/${MY_TOKEN}/mcp"}}}`, opt)
	if got, want := s.SafeURL(), "https://h/•••/mcp"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCommandLineRunsAgain reads the quoting back with a shell.
func TestCommandLineRunsAgain(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("needs bash:", err)
	}
	for _, word := range []string{"a b", "'", `\`, "\n\t", "é\u202eé", "\xff0", "$HOME `x` $(y)", "*", "~", "", "a\\n'\x01"} {
		s, err := config.FromCommand([]string{"printf", "%s", word})
		if err != nil {
			t.Fatal(err)
		}
		got, err := exec.CommandContext(t.Context(), bash, "-c", s.CommandLine()).Output()
		if err != nil || string(got) != word {
			t.Errorf("%q read back as %q, error %v", word, got, err)
		}
	}
}

func TestSafeURL(t *testing.T) {
	for raw, want := range map[string]string{
		"":                            "",
		"https://example.com/mcp":     "https://example.com/mcp",
		"https://u:S3CRET@h:8/p":      "https://•••@h:8/p",
		"https://S3CRET@h":            "https://•••@h",
		"https://h/p?a=S3CRET&b&c=#S": "https://h/p?a=•••&•••&c=#•••",
		"https://h/s/abcdefghij0123456789KLM/mcp": "https://h/s/•••/mcp",
		"https://h/%C3%A9/ü":                      "https://h/%C3%A9/ü",
		"http://u:S3C/RET@h:x/":                   "http://•••",
		"S3CRET":                                  "•••",
	} {
		if got := (config.Server{URL: raw}).SafeURL(); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

// TestFormatHidesValues covers logging a Server by accident.
func TestFormatHidesValues(t *testing.T) {
	s := config.Server{Env: []config.EnvVar{{Name: "A", Value: canary}}, Headers: []config.Header{{Name: "B", Value: canary}}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if got := fmt.Sprintf(verb, s); strings.Contains(got, canary) {
			t.Error(verb, got)
		}
	}
}

func TestFromCommand(t *testing.T) {
	for line, want := range map[string]string{
		"server --stdio":         "server",
		"/opt/bin/my-server.exe": "my-server",
		"npx -y @modelcontextprotocol/server-everything@1.2.3 stdio": "server-everything",
		"npx -y mcp-remote https://h/":                               "mcp-remote",
		"uvx mcp-server-time":                                        "mcp-server-time",
		"uv run server.py":                                           "server",
		"go run ./cmd/server":                                        "server",
		"go run .":                                                   "go",
		"python -m my_server":                                        "my_server",
		"python3 src/main.py":                                        "main",
		"node -e script()":                                           "node",
		"node":                                                       "node",
		"npx --token S3CRET pkg":                                     "pkg",
		"npx --token=S3CRET pkg":                                     "pkg",
		"npx ghp_S3CRET":                                             "npx",
	} {
		words := strings.Fields(line)
		s, err := config.FromCommand(words)
		if err != nil || s.Name != want || s.Transport != config.Stdio {
			t.Errorf("%s: %q, want %q; %v", line, s.Name, want, err)
		}
		if diff := cmp.Diff(words, append([]string{s.Command}, s.Args...)); diff != "" {
			t.Error(diff)
		}
	}
	for _, bad := range [][]string{nil, {""}, {" "}} {
		if _, err := config.FromCommand(bad); !isProblem(err) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestFromURL(t *testing.T) {
	s, err := config.FromURL(" https://u:p@example.com:8080/mcp?k=v ")
	if err != nil || s.Name != "example.com:8080" || s.Transport != config.HTTP || s.URL != "https://u:p@example.com:8080/mcp?k=v" {
		t.Errorf("%q %q, %v", s.Name, s.URL, err)
	}
	for raw, want := range map[string]string{
		"":                         "is empty",
		"localhost:3000/S3CRET":    "has no scheme",
		"127.0.0.1:3000/S3CRET":    "has no scheme",
		"example.com":              "has no scheme",
		"ws://S3CRET@h/":           "WebSocket",
		"file:///S3CRET":           "a scheme other than",
		"http://":                  "has no host",
		"http://:80/":              "has no host",
		"http://u:S3C/RET@h:port/": "is not valid",
		"http://h/%zz?S3CRET":      "is not valid",
	} {
		_, err := config.FromURL(raw)
		if !isProblem(err) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "S3C") {
			t.Errorf("%s: %v, want %s", raw, err, want)
		}
	}
}

func isProblem(err error) bool {
	_, ok := errors.AsType[*config.Problem](err)
	return ok
}

// FuzzParse: no panic, every problem says what, where and what to do, and a
// server that can be started says how.
func FuzzParse(f *testing.F) {
	inputs, _ := filepath.Glob("testdata/golden/*.json")
	for _, path := range inputs {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	opt := config.Options{LookupEnv: lookup, Home: "/home/u", Workspace: f.TempDir()}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := config.Parse("fuzz.json", data, opt)
		lines := strings.Count(string(data), "\n") + 1
		check := func(p config.Problem) {
			if p.Message == "" || p.Next == "" || p.Place.Line > lines || p.Place.Line > 0 && p.Place.Column < 1 {
				t.Errorf("%+v", p)
			}
		}
		if err != nil {
			p, ok := errors.AsType[*config.Problem](err)
			if !ok {
				t.Fatalf("%T", err)
			}
			check(*p)
			return
		}
		for _, p := range file.Problems {
			check(p)
		}
		for _, s := range file.Servers {
			for _, p := range s.Problems {
				if p.Place.File == "fuzz.json" {
					check(p)
				}
			}
			reachable := map[config.Transport]bool{
				config.Stdio: s.Command != "", config.HTTP: s.URL != "", config.SSE: s.URL != "",
			}
			if s.Startable() && !reachable[s.Transport] {
				t.Errorf("startable without a way to start: %+v", s)
			}
			_, _ = s.CommandLine(), s.SafeURL()
		}
	})
}

// TestSecrets: what is taken out of a server's own words, and what is not.
func TestSecrets(t *testing.T) {
	s := only(t, `{"mcpServers": {"a": {"command": "c", "args": ["--api-key", "k3y-one", "--level", "debug", "-e", "A=env-in-arg", "--db=postgres://u:pass-word@h/d"],
		"env": {"API_TOKEN": "tok", "DB_PASSWORD": "hunter2", "LEVEL": "information", "DATA": "/home/me/data/of/mine", "URL": "https://u:url-pass@example.com/",
		"SOMETHING": "a-long-value-of-its-own", "OTHER": "ghp_0123456789abcdefghij"}}}}`, config.Options{LookupEnv: lookup})
	got := strings.Join(s.Secrets(), " ")
	for _, want := range []string{"k3y-one", "env-in-arg", "pass-word", "tok", "hunter2", "url-pass", "a-long-value-of-its-own", "ghp_0123456789abcdefghij"} {
		if !strings.Contains(" "+got+" ", " "+want+" ") {
			t.Errorf("%s is not among %s", want, got)
		}
	}
	for _, harmless := range []string{"debug", "information", "/home/me", "example.com", "--api-key"} {
		if strings.Contains(got, harmless) {
			t.Errorf("%s is among %s", harmless, got)
		}
	}
}
