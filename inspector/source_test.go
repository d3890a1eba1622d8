package inspector_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
)

// writeFile makes a file in a new folder and returns its path.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure that --server chooses among all configurations, and that a name which
// none of them has is an error and not another server.
func TestServerFlag(t *testing.T) {
	one := writeFile(t, "one.json", `{"mcpServers": {"a": {"command": "true", "disabled": true}, "b": {"command": "true", "disabled": true}}}`)
	two := writeFile(t, "two.json", `{"servers": {"c": {"command": "true", "disabled": true}}}`)
	demo := func() (config.Server, error) { return config.FromCommand([]string{"true"}) }
	found := filepath.Dir(writeFile(t, ".mcp.json", `{"mcpServers": {"a": {"command": "true"}}}`))
	for _, tt := range []struct {
		name string
		src  inspector.Sources
		want string // IDs, or
		err  []string
	}{
		{"of the second file", inspector.Sources{Configs: []string{one, two}, Server: "c"}, "c", nil},
		{"of no file", inspector.Sources{Configs: []string{one, two}, Server: "x"}, "", []string{`--server: no server is called "x"`, "a, b, c"}},
		{"without a configuration", inspector.Sources{Dir: t.TempDir(), Server: "x", Demo: demo}, "", []string{"--server", "--config FILE"}},
		{"of a file that was found", inspector.Sources{Dir: found, Server: "a", Demo: demo}, "a", nil},
		{"of no file that was found", inspector.Sources{Dir: found, Server: "x", Demo: demo}, "", []string{"no server is called", "There are a"}},
		{"beside a URL", inspector.Sources{Args: []string{"http://127.0.0.1:1/mcp"}, Server: "x"}, "", []string{"none was read"}},
		{"of a file named without --config", inspector.Sources{Args: []string{two}, Server: "c"}, "c", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app := newApp(t)
			err := app.Open(tt.src)
			for _, part := range tt.err {
				if err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("error %v does not say %q", err, part)
				}
			}
			if len(tt.err) > 0 {
				return
			}
			var ids []string
			for _, s := range app.Servers() {
				ids = append(ids, s.ID)
			}
			if err != nil || strings.Join(ids, " ") != tt.want {
				t.Errorf("servers %v, error %v; want %s", ids, err, tt.want)
			}
		})
	}
}

// Ensure that a server whose entry is wrong is never started, not by a click
// either, and that the reason names file, line and key.
func TestWrongEntryIsNotStarted(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "started")
	for _, shape := range []string{"servers", "mcpServers"} {
		path := writeFile(t, "mcp.json", `{
  // a comment
  "`+shape+`": {
    "a": {"command": "touch", "args": ["`+mark+`", "${NOT_SET_ANYWHERE}"]}
  }
}`)
		app := newApp(t)
		if err := app.Open(inspector.Sources{Configs: []string{path}}); err != nil {
			t.Fatal(err)
		}
		s := app.Servers()[0]
		s.Connect()
		time.Sleep(50 * time.Millisecond)
		st := s.Status()
		if _, err := os.Stat(mark); err == nil || st.State != inspector.StateFailed || st.Conn != nil {
			t.Errorf("%s: state %s, started: %v", shape, st.State, err == nil)
		}
		for _, part := range []string{path + ":4:", "/" + shape + "/a/args/1", "NOT_SET_ANYWHERE"} {
			if st.Err == nil || !strings.Contains(st.Err.Error(), part) {
				t.Errorf("%s: %v does not say %q", shape, st.Err, part)
			}
		}
	}
}

// Ensure that servers without a name or with the same one can be told apart, and
// that those of a found file say so.
func TestNamesOfServers(t *testing.T) {
	path := writeFile(t, ".mcp.json", "{\"mcpServers\": {\n\"\": {\"command\": \"true\"},\n\"a\": {\"command\": \"true\"},\n\"a\": {\"command\": \"true\"}\n}}")
	app := newApp(t)
	if err := app.Open(inspector.Sources{Dir: filepath.Dir(path)}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range app.Servers() {
		got = append(got, s.ID+"="+s.Name+"="+string(s.Status().State))
		if !s.Found {
			t.Errorf("%s does not say that its file was found", s.ID)
		}
	}
	want := "unnamed=(no name, line 2)=failed a=a (line 3)=failed a-2=a=idle"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// Ensure that a file is named once in an error.
func TestSourceErrorNamesFileOnce(t *testing.T) {
	path := writeFile(t, "x.json", `{"a": {"comand": "npx"}}`)
	for _, src := range []inspector.Sources{{Configs: []string{path}}, {Args: []string{path}}, {Args: []string{filepath.Join(filepath.Dir(path), "no.json")}}} {
		err := newApp(t).Open(src)
		if err == nil || strings.Count(err.Error(), filepath.Dir(path)) != 1 {
			t.Errorf("%v", err)
		}
	}
}
