package config_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/config"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWorkspace(t *testing.T) {
	const text = `{"servers": {"x": {"command": "${workspaceFolder}/c", "cwd": "sub"}, "y": {"command": "c"}}}`
	for _, tt := range []struct{ file, workspace string }{
		{".vscode/mcp.json", ""}, {".cursor/mcp.json", ""}, {".mcp.json", ""}, {"conf/mcp.json", "conf"},
	} {
		path := write(t, tt.file, text)
		root := filepath.Join(strings.TrimSuffix(path, filepath.FromSlash(tt.file)), tt.workspace)
		f, err := config.Load(path, config.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if x := f.Servers[0]; x.Command != root+"/c" || x.Cwd != filepath.Join(root, "sub") {
			t.Errorf("%s: command %s, cwd %s", tt.file, x.Command, x.Cwd)
		}
		if f.Servers[1].Cwd != "" {
			t.Errorf("%s: cwd %q without one in the file", tt.file, f.Servers[1].Cwd)
		}
		given := t.TempDir()
		if f, _ = config.Load(path, config.Options{Workspace: given}); f.Servers[0].Cwd != filepath.Join(given, "sub") {
			t.Errorf("%s: cwd %s, want it in %s", tt.file, f.Servers[0].Cwd, given)
		}
	}
}

func TestEnvFile(t *testing.T) {
	path := write(t, ".vscode/mcp.json", `{"servers": {"x": {"command": "c", "envFile": "my.env", "env": {"OWN": "1", "SHARED": "own"}}}}`)
	env := filepath.Join(filepath.Dir(filepath.Dir(path)), "my.env")
	text := "\ufeffPLAIN = a b # c\r\nexport Q=\"x \\\"y\\\"\\n\\\\n\" # c\r\nL='a \\n $B'\nSHARED=file\nHASH=a#b\nEMPTY=\nPLAIN=again\nURL=http://x/?a=b\n"
	if err := os.WriteFile(env, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := config.Load(path, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range f.Servers[0].Env {
		got = append(got, v.Name+"="+v.Value)
	}
	want := []string{"PLAIN=again", "Q=x \"y\"\n\\n", `L=a \n $B`, "SHARED=own", "HASH=a#b", "EMPTY=", "URL=http://x/?a=b", "OWN=1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if f.Servers[0].EnvFile != env || len(f.Servers[0].Problems) > 0 {
		t.Error(f.Servers[0].EnvFile, f.Servers[0].Problems)
	}
}

func TestEnvFileLimit(t *testing.T) {
	path := write(t, "mcp.json", `{"servers": {"x": {"command": "c", "envFile": "big.env"}, "y": {"command": "c", "envFile": "/dev/zero"}}}`)
	big := filepath.Join(filepath.Dir(path), "big.env")
	if err := os.WriteFile(big, []byte(strings.Repeat("A=1\n", 1<<18)+"B=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := config.Load(path, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Servers {
		if s.Startable() || len(s.Env) > 0 {
			t.Errorf("%s: an unbounded file was read", s.Name)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	big := write(t, "big.json", strings.Repeat(" ", config.MaxFileSize+1))
	for _, tt := range []struct {
		name, path, message string
		is                  error
	}{
		{"missing", filepath.Join(t.TempDir(), "none.json"), "does not exist", fs.ErrNotExist},
		{"folder", t.TempDir(), "this is a folder", nil},
		{"too large", big, "larger than 8 MiB", nil},
		{"UTF-16", write(t, "x.json", "\xff\xfe{\x00}\x00"), "UTF-16", nil},
		{"NUL in path", "a\x00b", "cannot be read", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := config.Load(tt.path, config.Options{})
			p, ok := errors.AsType[*config.Problem](err)
			if f != nil || !ok || !p.Fatal || p.Place.File != tt.path || p.Next == "" {
				t.Fatalf("file %v, error %#v", f, err)
			}
			if !strings.Contains(p.Message, tt.message) {
				t.Errorf("%q, want %q in it", p.Message, tt.message)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	dir := t.TempDir()
	if got := config.Discover(dir); got != nil {
		t.Error(got)
	}
	want := []string{".mcp.json", "mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"}
	for i := len(want) - 1; i >= 0; i-- {
		want[i] = filepath.Join(dir, filepath.FromSlash(want[i]))
		_ = os.MkdirAll(filepath.Dir(want[i]), 0o755)
		if err := os.WriteFile(want[i], nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, config.Discover(dir)); diff != "" {
		t.Error(diff)
	}
	_ = os.Remove(want[1])
	_ = os.Mkdir(want[1], 0o755) // a folder of that name is no file
	if diff := cmp.Diff([]string{want[0], want[2], want[3]}, config.Discover(dir)); diff != "" {
		t.Error(diff)
	}
}

func TestClaudeUserFile(t *testing.T) {
	const text = `{"projects": {"/a": {"mcpServers": {"one": {"command": "c", "cwd": "s"}}}, "/a/b": {"mcpServers": {"two": {"command": "c"}}}, "/ab": {"mcpServers": {}}}}`
	for workspace, want := range map[string]string{"/a": "one", "/a/c": "one", "/a/b": "two", "/a/b/c": "two", "/ab": "", "/z": ""} {
		f, err := config.Parse(".claude.json", []byte(text), config.Options{Workspace: workspace})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range f.Servers {
			got += s.Name
			if s.Name == "one" && s.Cwd != filepath.FromSlash("/a/s") {
				t.Errorf("%s: cwd %s", workspace, s.Cwd)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", workspace, got, want)
		}
		if want == "" && len(f.Problems) == 0 {
			t.Errorf("%s: nothing says where the servers are", workspace)
		}
	}
}
