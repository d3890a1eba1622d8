// Package inspector_test is the acceptance test: it builds the program and runs
// it, as a person would, against the real servers of both founding stories, the
// protocol's own example server and every recorded answer.
package inspector_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
)

// program is the built binary.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mcploupe-test")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "mcploupe")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/mcploupe").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// shown is what `show --format json` prints, as far as the tests look at it.
type shown struct {
	Server struct{ Name, Version, ProtocolVersion, Era string }
	Tools  []shownTool
}

type shownTool struct {
	Name     *string
	Original json.RawMessage
	Input    *shownSchema
	Output   *shownSchema
	Findings []struct{ Rule, Level, Pointer, Message string }
}

type shownSchema struct {
	Dialect   struct{ Used string }
	Converted json.RawMessage
	Changes   []struct{ From, To *string }
	Compiles  bool
	Problem   string
}

// show runs `mcploupe show --format json`.
func show(t *testing.T, args ...string) shown {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, append([]string{"show", "--format", "json"}, args...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mcploupe show %s: %v\n%s", strings.Join(args, " "), err, &errs)
	}
	var s shown
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatalf("mcploupe show %s: %v", strings.Join(args, " "), err)
	}
	return s
}

// configFile writes a configuration with one server and returns its path.
func configFile(t *testing.T, server map[string]any) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"real": server}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure that the first story holds: every schema that the Mapbox server
// publishes is converted, compiles as 2020-12 under two validators, and has the
// properties it had.
func TestMapbox(t *testing.T) {
	entry := partstest.NPM(t, "@mapbox/mcp-server", "dist/esm/index.js")
	s := show(t, "--config", configFile(t, map[string]any{
		"command": partstest.Node(t), "args": []string{entry}, "env": map[string]string{"MAPBOX_ACCESS_TOKEN": "pk.eyJ1IjoidGVzdCJ9.dGVzdA"},
	}))
	schemas := 0
	for _, tool := range s.Tools {
		for _, sc := range []*shownSchema{tool.Input, tool.Output} {
			if sc != nil {
				schemas++
			}
		}
	}
	if len(s.Tools) != 29 || schemas != 57 {
		t.Errorf("%d tools with %d schemas, want 29 with 57", len(s.Tools), schemas)
	}
	checkSchemas(t, map[string]shown{"mapbox": s})
	for _, tool := range s.Tools {
		if tool.Output != nil && tool.Output.Dialect.Used != "draft-07" {
			t.Errorf("%s: output dialect %s, want draft-07", *tool.Name, tool.Output.Dialect.Used)
		}
		for _, sc := range []*shownSchema{tool.Input, tool.Output} {
			if sc != nil && bytes.Contains(sc.Converted, []byte("draft-07")) {
				t.Errorf("%s: the converted schema still says draft-07", *tool.Name)
			}
		}
	}
}

// Ensure that every recorded answer opens, shows every tool, and that every
// schema compiles after its conversion.
func TestRecordedAnswers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) < 70 {
		t.Fatalf("%d recorded answers, %v", len(files), err)
	}
	all := map[string]shown{}
	for _, file := range files {
		s := show(t, file)
		if want := toolsIn(t, file); len(s.Tools) != want {
			t.Errorf("%s: %d tools, want %d", filepath.Base(file), len(s.Tools), want)
		}
		all[filepath.Base(file)] = s
	}
	checkSchemas(t, all)
}

// toolsIn counts the tools of a recorded answer without any code of ours.
func toolsIn(t *testing.T, file string) int {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	dec := json.NewDecoder(f)
	for {
		var answer struct {
			Result struct{ Tools []json.RawMessage }
		}
		if err := dec.Decode(&answer); err == io.EOF {
			return n
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		n += len(answer.Result.Tools)
	}
}

// checkSchemas holds the schemas of many servers against Ajv 2020 and our own
// validator, and the names of their properties against the original.
func checkSchemas(t *testing.T, all map[string]shown) {
	t.Helper()
	var names []string
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	for file, s := range all {
		for i, tool := range s.Tools {
			var original struct{ InputSchema, OutputSchema json.RawMessage }
			if err := json.Unmarshal(tool.Original, &original); err != nil {
				t.Fatalf("%s: tool %d: %v", file, i, err)
			}
			for side, sc := range map[string]*shownSchema{"input": tool.Input, "output": tool.Output} {
				if sc == nil {
					continue
				}
				name := fmt.Sprintf("%s: tool %d: %s", file, i, side)
				if !sc.Compiles {
					t.Errorf("%s does not compile: %s", name, sc.Problem)
					continue
				}
				before := original.InputSchema
				if side == "output" {
					before = original.OutputSchema
				}
				if got, want := propertyNames(t, sc.Converted), propertyNames(t, before); !slices.Equal(got, want) {
					t.Errorf("%s: the properties are %q, were %q", name, got, want)
				}
				names = append(names, name)
				if err := enc.Encode(map[string]any{"id": len(names) - 1, "schema": sc.Converted}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	ajv(t, names, &lines)
}

// ajv compiles schemas under Ajv 2020.
func ajv(t *testing.T, names []string, lines io.Reader) {
	t.Helper()
	cmd := exec.Command(partstest.Node(t), filepath.Join(partstest.Root(t), "testdata", "ajv", "compile.mjs"))
	cmd.Stdin, cmd.Stderr = lines, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run Ajv: %v", err)
	}
	answered := 0
	for line := range bytes.Lines(out) {
		var a struct {
			ID    int
			OK    bool
			Error string
		}
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("answer of Ajv: %v", err)
		}
		if !a.OK {
			t.Errorf("%s: Ajv: %s", names[a.ID], a.Error)
		}
		answered++
	}
	if answered != len(names) {
		t.Errorf("Ajv answered %d of %d", answered, len(names))
	}
}

// propertyNames lists the keys of every "properties" in a schema, sorted. It
// knows nothing of dialects: a key below "properties" is a name, and its value a
// schema again.
func propertyNames(t *testing.T, schema json.RawMessage) []string {
	t.Helper()
	var v any
	if err := json.Unmarshal(schema, &v); err != nil {
		t.Fatalf("a schema that is no JSON: %v", err)
	}
	var names []string
	var walk func(v any, isMap bool)
	walk = func(v any, isMap bool) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e, false)
			}
		case map[string]any:
			for k, e := range v {
				if isMap {
					names = append(names, k)
				}
				walk(e, !isMap && k == "properties")
			}
		}
	}
	walk(v, false)
	slices.Sort(names)
	return names
}

// dashboard is a running program with a browser's cookie jar.
type dashboard struct {
	t      *testing.T
	base   *url.URL
	client *http.Client
	cmd    *exec.Cmd
}

// start runs the program and opens the address that it prints.
func start(t *testing.T, args ...string) *dashboard {
	t.Helper()
	cmd := exec.Command(program, append([]string{"--addr", "127.0.0.1:0", "--no-open"}, args...)...)
	cmd.Stderr = os.Stderr
	cmd.Dir = t.TempDir() // no configuration is found there
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d := &dashboard{t: t, cmd: cmd}
	t.Cleanup(func() { d.stop() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the first line: %v", err)
	}
	address, err := url.Parse(strings.TrimSpace(line))
	if err != nil || address.Query().Get("token") == "" {
		t.Fatalf("the first line is no address with a token: %q", line)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d.client = &http.Client{Jar: jar, Timeout: 30 * time.Second}
	d.base = &url.URL{Scheme: address.Scheme, Host: address.Host, Path: "/"}
	if status, _ := d.get(address.String()); status != http.StatusOK {
		t.Fatalf("the printed address answers %d", status)
	}
	return d
}

// stop ends the program as Ctrl+C does.
func (d *dashboard) stop() {
	if d.cmd.ProcessState != nil {
		return
	}
	_ = d.cmd.Process.Signal(syscall.SIGINT)
	done := make(chan struct{})
	go func() {
		_ = d.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(15 * time.Second):
		_ = d.cmd.Process.Kill()
		<-done
		d.t.Error("the program did not end when it was told to")
	}
}

func (d *dashboard) get(address string) (int, string) {
	d.t.Helper()
	res, err := d.client.Get(address)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.read(res)
}

func (d *dashboard) read(res *http.Response) (int, string) {
	d.t.Helper()
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// page asks for a page of the dashboard until its text holds want.
func (d *dashboard) page(query, want string) string {
	d.t.Helper()
	body := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if _, body = d.get(d.base.String() + query); strings.Contains(body, want) {
			return body
		}
	}
	d.t.Fatalf("the page %q never showed %q:\n%.4000s", query, want, body)
	return ""
}

// post sends a form as a page of the dashboard does.
func (d *dashboard) post(path string, form url.Values) string {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodPost, d.base.String()+path, strings.NewReader(form.Encode()))
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", strings.TrimSuffix(d.base.String(), "/"))
	req.Header.Set("X-Fragment", "call")
	res, err := d.client.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	status, body := d.read(res)
	if status != http.StatusOK {
		d.t.Fatalf("POST %s: %d\n%s", path, status, body)
	}
	return body
}

// Ensure that the second story holds, on both packages that are called FastMCP:
// the advertised default is refused at the field, and leaving it out works.
func TestNullDefault(t *testing.T) {
	for name, server := range map[string]struct{ python, file string }{
		"fastmcp": {partstest.Python(t), "articles_fastmcp.py"},
		"mcp":     {partstest.PythonMCP(t), "articles_mcp.py"},
	} {
		t.Run(name, func(t *testing.T) {
			d := start(t, "--", server.python, filepath.Join(partstest.Root(t), "testdata", "python", server.file))
			page := d.page("", "update_article")
			id := attribute(t, page, `name="server" value="`)
			page = d.page("?server="+url.QueryEscape(id)+"&tool=update_article", `name="s:/title"`)
			if !strings.Contains(page, "lint/default-invalid") && !strings.Contains(page, "default") {
				t.Error("the page says nothing about the default")
			}
			form := url.Values{"server": {id}, "tool": {"update_article"}, "mode": {"form"}, "action": {"send"},
				"s:/article_id": {"value"}, "v:/article_id": {"1"}, "s:/title": {"null"}}
			answer := d.post("call", form)
			for _, want := range []string{"Input should be a valid string", "/title", "ool error"} {
				if !strings.Contains(answer, want) {
					t.Errorf("the answer to an explicit null does not show %q:\n%s", want, answer)
				}
			}
			form.Set("s:/title", "omit")
			if answer = d.post("call", form); strings.Contains(answer, "validation error") {
				t.Errorf("the key left out was refused:\n%s", answer)
			}
		})
	}
}

// attribute finds the value that follows a text in a page.
func attribute(t *testing.T, page, before string) string {
	t.Helper()
	_, after, ok := strings.Cut(page, before)
	value, _, closed := strings.Cut(after, `"`)
	if !ok || !closed {
		t.Fatalf("the page has no %s", before)
	}
	return value
}

// Ensure that the protocol's own example server works over both transports.
func TestServerEverything(t *testing.T) {
	entry := partstest.NPM(t, "@modelcontextprotocol/server-everything", "dist/index.js")
	node := partstest.Node(t)
	t.Run("stdio", func(t *testing.T) {
		checkEverything(t, start(t, "--", node, entry))
	})
	t.Run("Streamable HTTP", func(t *testing.T) {
		checkEverything(t, start(t, everythingHTTP(t, node, entry)))
	})
}

// everythingHTTP starts the server on a free port and returns its address.
func everythingHTTP(t *testing.T, node, entry string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, entry, "streamableHttp")
	cmd.Env = append(os.Environ(), fmt.Sprintf("PORT=%d", port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = c.Close()
			return fmt.Sprintf("http://127.0.0.1:%d/mcp", port)
		}
	}
	t.Fatal("server-everything did not listen")
	return ""
}

func checkEverything(t *testing.T, d *dashboard) {
	t.Helper()
	page := d.page("", "get-sum")
	id := attribute(t, page, `name="server" value="`)
	answer := d.post("call", url.Values{"server": {id}, "tool": {"get-sum"}, "mode": {"json"}, "action": {"send"}, "json": {`{"a":1.0,"b":2}`}})
	if !strings.Contains(answer, "The sum of 1 and 2 is 3") {
		t.Errorf("the answer:\n%s", answer)
	}
	if !strings.Contains(answer, `{&#34;a&#34;:1.0,&#34;b&#34;:2}`) {
		t.Errorf("the bytes sent are not shown as they were given:\n%s", answer)
	}
}

// Ensure that a server that breaks says what, where and what to do, and that
// the others go on beside it.
func TestBadServers(t *testing.T) {
	fault := filepath.Join(t.TempDir(), "faultserver")
	if out, err := exec.Command("go", "build", "-o", fault, "./testdata/faultserver").CombinedOutput(); err != nil {
		t.Fatalf("build the fault server: %v\n%s", err, out)
	}
	type entry struct {
		Command string   `json:"command"`
		Args    []string `json:"args,omitempty"`
	}
	cases := []struct {
		name  string
		entry entry
		want  []string // on the page of the server
	}{
		{"missing", entry{Command: "no-such-program-here"}, []string{"no-such-program-here", "PATH"}},
		{"exits", entry{fault, []string{"exit-start"}}, []string{"exit status 3", "cannot find the settings file"}},
		{"banner", entry{fault, []string{"banner"}}, []string{"ready"}},
		{"not-json", entry{fault, []string{"not-json"}}, []string{"JSON"}},
		{"list-error", entry{fault, []string{"list-error"}}, []string{"database is down"}},
		{"tools-null", entry{fault, []string{"tools-null"}}, []string{"ready"}},
		{"null-tool", entry{fault, []string{"null-tool"}}, []string{"good"}},
		{"wrong-types", entry{fault, []string{"wrong-types"}}, []string{"good"}},
		{"big-list", entry{fault, []string{"big-list"}}, []string{"ready"}},
		{"good", entry{fault, []string{"ok"}}, []string{"ready"}},
	}
	servers := map[string]entry{}
	for _, c := range cases {
		servers[c.name] = c.entry
	}
	data, err := json.Marshal(map[string]any{"servers": servers})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, append([]byte("// a comment, as VS Code allows\n"), data...), 0o600); err != nil {
		t.Fatal(err)
	}
	d := start(t, "--config", path)
	for _, c := range cases {
		for _, want := range c.want {
			d.page("?server="+c.name+"&tab=server", want)
		}
	}
}

// Ensure that nothing that was started outlives the program, however it is told
// to end.
func TestNothingIsLeft(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			mark := fmt.Sprintf("86%d", time.Now().UnixNano()%1_000_000_000)
			// A server that starts a grandchild, which ignores being told to end.
			d := start(t, "--", "sh", "-c", "(trap '' TERM HUP INT; sleep "+mark+") & exec sleep "+mark)
			waitFor(t, func() bool { return running(t, mark) >= 2 }, "the server's processes never ran")
			if err := d.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = d.cmd.Wait()
			if signal == syscall.SIGKILL {
				// Nobody is left to clean up; what the system can do itself it does.
				waitFor(t, func() bool { return running(t, mark) <= 1 }, "the server outlived kill -9")
				_ = exec.Command("pkill", "-KILL", "-f", "sleep "+mark).Run()
				return
			}
			waitFor(t, func() bool { return running(t, mark) == 0 }, "processes are left behind")
		})
	}
}

func waitFor(t *testing.T, ok func() bool, message string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatal(message)
}

// running counts the processes whose command line ends with an argument.
func running(t *testing.T, arg string) int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(lines) == 0 {
		t.Skip("this system has no /proc to count processes in")
	}
	n := 0
	for _, file := range lines {
		if data, err := os.ReadFile(file); err == nil && bytes.HasPrefix(data, []byte("sleep\x00"+arg)) {
			n++
		}
	}
	return n
}
