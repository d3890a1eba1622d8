package wire

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestConnectLegacy(t *testing.T) {
	var states recorder[Phase]
	opt := quick()
	opt.OnState = func(s State) { states.add(s.Phase) }
	c := ready(t, fault("ok"), opt)
	info := c.Info()
	want := Info{Name: "faultserver", Version: "1.0", Title: "Fault server", Instructions: "Be careful.",
		ProtocolVersion: "2025-11-25", Era: EraLegacy, Transport: TransportStdio, Declared: []byte("{}")}
	got := info
	got.Raw, got.Steps, got.Capabilities, got.ServerInfo = nil, nil, nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("info (-want +got):\n%s", diff)
	}
	if got := string(info.Capabilities); got != `{"tools":{"listChanged":true}}` {
		t.Errorf("capabilities = %s", got)
	}
	var steps []string
	for _, s := range info.Steps {
		steps = append(steps, s.Name+": "+s.Outcome)
	}
	// An error to the probe costs no second process.
	wantSteps := []string{"start the server: ok", "probe (server/discover): The server refused server/discover: Method not found (JSON-RPC error -32601).", "initialize: ok"}
	if diff := cmp.Diff(wantSteps, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	closeConn(t, c)
	if diff := cmp.Diff([]Phase{PhaseStarting, PhaseReady, PhaseClosed}, states.all()); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	if e := c.Exit(); e == nil || e.Code != 0 || !e.ByUs {
		t.Errorf("exit = %+v, want status 0 by us", e)
	}
	if _, err := c.ListTools(t.Context()); KindOf(err) != KindClosed {
		t.Errorf("list after close: %v, want kind closed", err)
	}
}

func TestConnectModern(t *testing.T) {
	c := ready(t, fault("modern"), quick())
	info := c.Info()
	if info.Era != EraModern || info.ProtocolVersion != "2026-07-28" || info.Name != "faultserver" || info.Version != "2.0" {
		t.Errorf("info = %+v", info)
	}
	// The server says ttlMs 60000; each list must reach it all the same.
	listTools(t, c)
	listTools(t, c)
	lists := 0
	for _, m := range c.Messages() {
		if m.Direction == Sent && m.Method == "tools/list" {
			lists++
		}
		if m.Direction == Sent && m.Method == "initialize" {
			t.Error("initialize was sent to a modern server")
		}
	}
	if lists != 2 {
		t.Errorf("%d tools/list on the wire, want 2", lists)
	}
}

func TestConnectPinned(t *testing.T) {
	t.Run("legacy sends no probe", func(t *testing.T) {
		ep := fault("ok")
		ep.Era = EraLegacy
		c := ready(t, ep, quick())
		for _, m := range c.Messages() {
			if m.Method == "server/discover" {
				t.Error("a probe was sent")
			}
		}
	})
	t.Run("modern does not fall back", func(t *testing.T) {
		ep := fault("ok")
		ep.Era = EraModern
		e := failed(t, open(t, ep, quick()))
		if e.Kind != KindProtocol || e.RPC == nil || e.RPC.Code != -32601 {
			t.Errorf("error = %+v", e)
		}
	})
	t.Run("one version", func(t *testing.T) {
		ep := fault("ok")
		ep.Era = "2024-11-05"
		c := ready(t, ep, quick())
		if sent := c.Messages()[0]; !strings.Contains(string(sent.Raw), `"protocolVersion":"2024-11-05"`) {
			t.Errorf("first message = %s", sent.Raw)
		}
	})
}

// TestConnectFails has the servers that cannot be reached, each with what a person must be told.
func TestConnectFails(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain", "hello", 0o644)
	odd := write("odd", "\x01\x02 no program", 0o755)
	lost := write("lost", "#!/no/such/interpreter\n", 0o755)
	tests := []struct {
		name string
		ep   Endpoint
		kind Kind
		want []string
	}{
		{"missing command", Endpoint{Command: "no-such-program-zz"}, KindCommandNotFound, []string{`"no-such-program-zz"`, "PATH", "Install it"}},
		{"command with spaces", Endpoint{Command: "npx -y server"}, KindCommandNotFound, []string{`"args"`}},
		{"missing path", Endpoint{Command: "/no/such/file"}, KindCommandNotFound, []string{"/no/such/file"}},
		{"not executable", Endpoint{Command: plain}, KindNotExecutable, []string{"not executable", "chmod"}},
		{"directory", Endpoint{Command: dir}, KindNotExecutable, []string{"is a directory"}},
		{"no program", Endpoint{Command: odd}, KindNotExecutable, []string{"cannot run"}},
		{"no interpreter", Endpoint{Command: lost}, KindNotExecutable, []string{"interpreter"}},
		{"missing directory", Endpoint{Command: faultserver, Dir: "/no/such/dir"}, KindBadDirectory, []string{"/no/such/dir", "cwd"}},
		{"exits at start", fault("exit-start"), KindExited, []string{"exit status 3", "cannot find the settings file"}},
		{"killed", fault("crash"), KindExited, []string{"signal: killed"}},
		{"silent", fault("silent"), KindSilent, []string{"no answer within", "standard error"}},
		{"reads nothing", fault("no-read"), KindSilent, []string{"no answer within"}},
		{"not JSON", fault("not-json"), KindSilent, []string{"no message", "I do not speak JSON"}},
		{"refuses initialize", fault("init-error"), KindProtocol, []string{"licence expired", "-32000"}},
		{"initialize answers a string", fault("init-string"), KindProtocol, []string{"not an object", "hello"}},
		{"unknown transport", Endpoint{URL: "http://example.test", Transport: "ws"}, KindUsage, []string{`"ws"`}},
		{"bad URL", Endpoint{URL: "ftp://example.test/mcp"}, KindUsage, []string{"http"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opt := quick()
			if tt.kind == KindSilent {
				opt.ProbeTimeout, opt.ConnectTimeout = 300*time.Millisecond, 500*time.Millisecond
			}
			c := Open(t.Context(), tt.ep, opt)
			defer closeConn(t, c)
			e := failed(t, c)
			if e.Kind != tt.kind {
				t.Errorf("kind = %q, want %q (%v)", e.Kind, tt.kind, e)
			}
			wantContains(t, "error", e.Error(), tt.want...)
			if e.Op == "" || e.Where == "" || e.Next == "" {
				t.Errorf("the error lacks what, where or what to do: %+v", e)
			}
			if _, err := c.ListTools(t.Context()); KindOf(err) != tt.kind {
				t.Errorf("list on a failed connection: %v", err)
			}
		})
	}
}

func TestProbeNeedsFreshProcess(t *testing.T) {
	for _, mode := range []string{"exit-probe", "silent-probe"} {
		t.Run(mode, func(t *testing.T) {
			opt := quick()
			opt.ProbeTimeout = 400 * time.Millisecond
			c := ready(t, fault(mode), opt)
			if info := c.Info(); info.Era != EraLegacy {
				t.Errorf("era = %s", info.Era)
			}
			starts := 0
			for _, s := range c.Info().Steps {
				if s.Name == "start the server" {
					starts++
				}
			}
			if starts != 2 {
				t.Errorf("%d starts, want 2: %+v", starts, c.Info().Steps)
			}
			if len(listTools(t, c).Pages) != 1 {
				t.Error("no list")
			}
			// Neither the second start nor a standard error from two processes comes without a word.
			wantContains(t, "warnings", strings.Join(c.Info().Warnings, "\n"), "was started a second time")
			wantContains(t, "standard error", string(c.Stderr()), "[mcploupe: the server", "started afresh")
		})
	}
	t.Run("nonsense", func(t *testing.T) {
		c := ready(t, fault("nonsense-probe"), quick())
		if info := c.Info(); info.Era != EraLegacy {
			t.Errorf("era = %s", info.Era)
		}
	})
}

func TestOddInfo(t *testing.T) {
	c := ready(t, fault("odd-info"), quick())
	info := c.Info()
	if info.ProtocolVersion != "2025-06-18" || info.Name != "" || string(info.ServerInfo) != `{"name":7,"version":null}` {
		t.Errorf("info = %+v", info)
	}
	if len(info.Warnings) != 4 {
		t.Errorf("warnings = %q, want 4", info.Warnings)
	}
	c = ready(t, fault("odd-version"), quick())
	info = c.Info()
	if info.ProtocolVersion != "2031-01-01" {
		t.Errorf("version = %q", info.ProtocolVersion)
	}
	wantContains(t, "warnings", strings.Join(info.Warnings, "\n"), "2031-01-01", "2025-11-25")
}

func TestStderrIsBounded(t *testing.T) {
	opt := quick()
	var seen recorder[int]
	opt.OnStderr = func(b []byte) { seen.add(len(b)) }
	c := ready(t, fault("stderr"), opt)
	eventually(t, "the last line is there", func() bool { return strings.Contains(string(c.Stderr()), "log line 3999 ") })
	_, dropped := c.Dropped()
	if n := len(c.Stderr()); n != 64<<10 || dropped == 0 {
		t.Errorf("kept %d bytes, dropped %d", n, dropped)
	}
	if len(seen.all()) == 0 {
		t.Error("OnStderr was not called")
	}
}

func TestCloseWhileConnecting(t *testing.T) {
	c := open(t, fault("silent"), Options{ExitGrace: 100 * time.Millisecond})
	eventually(t, "the probe is out", func() bool { return len(c.Messages()) > 0 })
	start := time.Now()
	closeConn(t, c)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("close took %s", took)
	}
	if s := c.State(); s.Phase != PhaseClosed || s.Err != nil {
		t.Errorf("state = %+v", s)
	}
}

func TestConnectContext(t *testing.T) {
	noLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	c, err := Dial(ctx, fault("silent"), Options{})
	if KindOf(err) != KindCancelled {
		t.Errorf("err = %v, want kind cancelled", err)
	}
	<-c.Done()
}

func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "do-not-pass-on")
	t.Setenv("LC_TIME", "C")
	t.Setenv("LANG", "() { :; }; echo shellshock")
	dir := t.TempDir()
	ep := fault("environ", "a b", `"quoted"`, "$HOME", "")
	ep.Env = []string{"CONFIGURED=1", "HOME=/elsewhere", "CONFIGURED=2"}
	ep.Dir = dir
	c := ready(t, ep, quick())
	a := call(t, c, "x", "{}")
	got := string(member(a.Result, "structuredContent"))
	wantContains(t, "environment", got, `"CONFIGURED=2"`, `"HOME=/elsewhere"`, `"LC_TIME=C"`, `"PATH=`, `"args":"a b|\"quoted\"|$HOME|"`)
	for _, bad := range []string{"SECRET_TOKEN", "shellshock", "CONFIGURED=1"} {
		if strings.Contains(got, bad) {
			t.Errorf("the server got %s: %s", bad, got)
		}
	}
	if s, _ := text(member([]byte(got), "dir")); !strings.HasSuffix(s, filepath.Base(dir)) {
		t.Errorf("working directory = %q, want %q", s, dir)
	}
}
