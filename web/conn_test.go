package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/wire"
	"mcploupe/web"
)

// buildFault builds the fault server once.
var buildFault = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "faultserver")
	out, err := exec.Command("go", "build", "-o", bin, "mcploupe/testdata/faultserver").CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return bin, nil
})

// faultSite is a dashboard with servers that need not become ready.
type faultSite struct {
	t   testing.TB
	app *inspector.App
	url string
}

func newFaultSite(t testing.TB, opt inspector.Options) *faultSite {
	t.Helper()
	app := inspector.New(opt)
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.Handler = web.New(app, web.Options{Addr: srv.Listener.Addr(), Token: testToken}).Handler()
	srv.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := app.Close(ctx); err != nil {
			t.Errorf("close the application: %v", err)
		}
		srv.CloseClientConnections()
		srv.Close()
	})
	return &faultSite{t, app, srv.URL}
}

// quickWire are time limits for servers that are silent on purpose.
func quickWire() wire.Options {
	return wire.Options{ProbeTimeout: 700 * time.Millisecond, ConnectTimeout: 1500 * time.Millisecond, ListTimeout: 1500 * time.Millisecond,
		ExitGrace: 200 * time.Millisecond, Limits: wire.Limits{ListPages: 5, Message: 8 << 20}}
}

// add connects the fault server in a mode and waits until it is known what becomes of it.
func (f *faultSite) add(mode string, set inspector.Settings, args ...string) *inspector.Server {
	f.t.Helper()
	bin, err := buildFault()
	if err != nil {
		f.t.Fatal(err)
	}
	c, err := config.FromCommand(append([]string{bin, mode}, args...))
	if err != nil {
		f.t.Fatal(err)
	}
	c.Name = mode
	s := f.app.AddConfigured(c)
	if err := s.Apply(context.Background(), set); err != nil {
		f.t.Fatal(err)
	}
	s.Connect()
	f.settle(s)
	return s
}

func (f *faultSite) settle(s *inspector.Server) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_ = s.Await(ctx)
	if ctx.Err() != nil {
		f.t.Fatalf("%s is %s", s.Name, s.Status().State)
	}
}

// get is a page as text; tags are left in.
func (f *faultSite) get(path string) (int, string) {
	f.t.Helper()
	return f.ask(http.MethodGet, path, nil)
}

func (f *faultSite) post(path string, form url.Values) (int, string) {
	f.t.Helper()
	return f.ask(http.MethodPost, path, form)
}

func (f *faultSite) ask(method, path string, form url.Values) (int, string) {
	f.t.Helper()
	req, err := http.NewRequest(method, f.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		f.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		f.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// call begins a call and does not wait for its end.
func (f *faultSite) call(s *inspector.Server, args string) *inspector.Call {
	f.t.Helper()
	c, err := s.Begin(s.Status().Snapshot.Tools[0], []byte(args), inspector.CallOptions{})
	if err != nil {
		f.t.Fatal(err)
	}
	return c
}

func (f *faultSite) eventually(what string, ok func() bool) {
	f.t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("never: %s", what)
		}
	}
}

const askSchema = `{"message":"Who <b>are</b> you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name","default":"Ada"},` +
	`"age":{"type":"integer"},"sure":{"type":"boolean","default":true},"size":{"type":"string","enum":["s","m"]},"tags":{"type":"array","items":{"type":"string","enum":["x","y"]}}},"required":["name"]}}`

// Ensure that what a server asks for during a call is on the page where the capability is
// declared, in both eras, that the person's answer is what the server gets, and that without
// the capability the call goes on by itself.
func TestAsks(t *testing.T) {
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	form := url.Values{"f:name": {"Grace"}, "f:age": {"37"}, "f:sure": {"false"}, "f:size": {"m"}, "f:tags": {"x", "y"}}
	const filled = `{"name":"Grace","age":37,"sure":false,"size":"m","tags":["x","y"]}`
	rounds := `{"who":{"method":"elicitation/create","params":` + askSchema + `}}`
	for _, tt := range []struct {
		mode   string
		args   []string
		action string
		want   string // in what the server got
	}{
		{"ask", []string{"elicitation/create", askSchema}, "accept", `"result":{"action":"accept","content":` + filled + `}`},
		{"ask", []string{"elicitation/create", askSchema}, "decline", `"result":{"action":"decline"}`},
		{"ask", []string{"elicitation/create", askSchema}, "cancel", `"result":{"action":"cancel"}`},
		{"ask", []string{"sampling/createMessage", `{"messages":[],"maxTokens":5}`}, "accept", `"text":"a text of mine"`},
		{"ask", []string{"roots/list", `{}`}, "accept", `"roots":[{"uri":"file:///x"}]`},
		{"rounds", []string{"1", rounds}, "accept", `"inputResponses":{"who":{"action":"accept","content":` + filled + `}}`},
		{"rounds", []string{"1", rounds}, "decline", `"inputResponses":{"who":{"action":"decline"}}`},
	} {
		t.Run(tt.mode+" "+tt.args[0][:1]+" "+tt.action, func(t *testing.T) {
			all := inspector.Settings{Capabilities: wire.Capabilities{Elicitation: true, Sampling: true, Roots: true}}
			s := f.add(tt.mode, all, tt.args...)
			defer func() { _ = s.Disconnect(context.Background()) }()
			call := f.call(s, `{}`)
			f.eventually("the server asks", func() bool { return len(s.Asks()) == 1 })
			_, page := f.get("/?server=" + url.QueryEscape(s.ID))
			for _, want := range []string{"The server " + tt.mode, "Decline", "Accept and send", "as the server sent it"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			if strings.Contains(page, "<b>are</b>") {
				t.Error("the server's words are taken for HTML")
			}
			values := url.Values{"server": {s.ID}, "ask": {s.Asks()[0].ID}, "action": {tt.action}, "text": {"a text of mine"}}
			if tt.args[0] == "roots/list" {
				values.Set("text", `[{"uri":"file:///x"}]`)
			}
			for name, v := range form {
				values[name] = v
			}
			if status, body := f.post("/ask", values); status != http.StatusOK {
				t.Fatalf("%d %s", status, body)
			}
			<-call.Done()
			if call.Answer == nil || call.Answer.Outcome != wire.OutcomeOK {
				t.Fatalf("call %+v", call.Answer)
			}
			var got struct{ StructuredContent string }
			if err := json.Unmarshal(call.Answer.Result, &got); err != nil || !strings.Contains(got.StructuredContent, tt.want) {
				t.Errorf("the server got %s, want %s", got.StructuredContent, tt.want)
			}
			f.eventually("the ask is over", func() bool { return len(s.Asks()) == 0 })
			if status, _ := f.post("/ask", values); status != http.StatusGone {
				t.Errorf("a second answer: %d", status)
			}
		})
	}
	t.Run("not declared", func(t *testing.T) {
		s := f.add("ask", inspector.Settings{}, "elicitation/create", askSchema)
		call := f.call(s, `{}`)
		<-call.Done()
		if !strings.Contains(string(call.Answer.Result), "-32602") || len(s.Asks()) > 0 {
			t.Errorf("result %s", call.Answer.Result)
		}
	})
	t.Run("bad JSON", func(t *testing.T) {
		s := f.add("ask", inspector.Settings{Capabilities: wire.Capabilities{Roots: true}}, "roots/list", `{}`)
		call := f.call(s, `{}`)
		f.eventually("the server asks", func() bool { return len(s.Asks()) == 1 })
		status, body := f.post("/ask", url.Values{"server": {s.ID}, "ask": {s.Asks()[0].ID}, "action": {"accept"}, "text": {"[{"}})
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, "not JSON") {
			t.Errorf("%d", status)
		}
		call.Cancel()
		<-call.Done()
		f.eventually("the ask is over with its call", func() bool { return len(s.Asks()) == 0 })
	})
}

// Ensure that era, capabilities and time limits can be changed on the page, that the
// server is connected anew with them, and that what is wrong is said.
func TestSettings(t *testing.T) {
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	s := f.add("ok", inspector.Settings{})
	if got := s.Status().Snapshot.Server; got.Era != "legacy" || got.ProtocolVersion != "2025-11-25" {
		t.Fatalf("%+v", got)
	}
	before := s.Status().Conn
	form := url.Values{"server": {"ok"}, "action": {"apply"}, "era": {"2025-06-18"}, "declare": {"elicitation", "roots"}, "idle": {"3"}, "total": {"1m"}}
	if status, body := f.post("/server", form); status != http.StatusOK {
		t.Fatalf("%d %.300s", status, body)
	}
	f.settle(s)
	st := s.Status()
	info := st.Conn.Info()
	if st.Conn == before || !strings.Contains(string(info.Declared), "elicitation") || !strings.Contains(string(info.Declared), "roots") {
		t.Errorf("declared %s", info.Declared)
	}
	sent := ""
	for _, m := range st.Conn.Messages() {
		if m.Method == "server/discover" {
			t.Error("a pinned server was probed")
		}
		if m.Method == "initialize" && m.Direction == wire.Sent {
			sent = string(m.Raw)
		}
	}
	if !strings.Contains(sent, `"2025-06-18"`) {
		t.Errorf("initialize %s", sent)
	}
	if set := s.Settings(); set.Idle != 3*time.Second || set.Total != time.Minute {
		t.Errorf("%+v", set)
	}
	_, page := f.get("/?server=ok&tab=server")
	for _, want := range []string{`<option value="2025-06-18" selected`, `value="elicitation" checked`, `value="3s"`, "Declared to the server", "Connecting"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for name, wrong := range map[string]url.Values{
		"time":       {"server": {"ok"}, "action": {"apply"}, "idle": {"soon"}},
		"era":        {"server": {"ok"}, "action": {"apply"}, "era": {"1999-01-01"}},
		"capability": {"server": {"ok"}, "action": {"apply"}, "declare": {"all"}},
	} {
		if status, body := f.post("/server", wrong); status != http.StatusUnprocessableEntity || !strings.Contains(body, "not changed") {
			t.Errorf("%s: %d", name, status)
		}
	}
}

// Ensure that the wire tab names each message with its tool, marks errors, finds text, and
// saves all as JSON lines.
func TestWireTab(t *testing.T) {
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	s := f.add("tool-error", inspector.Settings{})
	call := f.call(s, `{"needle":1}`)
	<-call.Done()
	_, page := f.get("/?server=tool-error&tab=wire")
	for _, want := range []string{"tools/list", "tools/call", `<b class="of-tool">`, `class="message error`, "Save as JSON lines"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if _, found := f.get("/?server=tool-error&tab=wire&find=NEEDLE"); strings.Count(found, "<details class=\"message") != 1 || !strings.Contains(found, "1 with this text") {
		t.Errorf("%d messages are found", strings.Count(found, "<details class=\"message"))
	}
	if _, none := f.get("/?server=tool-error&tab=wire&find=haystack"); !strings.Contains(none, "No message holds") {
		t.Error("nothing says that nothing was found")
	}
	status, file := f.get("/wire?server=tool-error")
	if status != http.StatusOK {
		t.Fatal(status)
	}
	lines, calls := bufio.NewScanner(strings.NewReader(file)), 0
	for lines.Scan() {
		var m struct {
			Method, Tool, Direction string
			Message                 json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		if m.Method == "tools/call" && m.Tool == "add" && len(m.Message) > 0 {
			calls++
		}
	}
	if calls != 2 {
		t.Errorf("%d lines of the call", calls)
	}
}

// Ensure that a changed list is marked, and that asking twice tells whether it is stable.
func TestListChanges(t *testing.T) {
	f := newFaultSite(t, inspector.Options{Version: "test", Wire: quickWire()})
	s := f.add("growing", inspector.Settings{})
	<-f.call(s, `{}`).Done()
	f.eventually("the list has grown", func() bool { return len(s.Status().Snapshot.Tools) == 3 })
	_, page := f.get("/?server=growing")
	for _, want := range []string{`<i class="mark">new</i>`, `<i class="mark">changed</i>`, "1 tool added (extra)", "1 tool changed (echo)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if status, _ := f.post("/server", url.Values{"server": {"growing"}, "action": {"compare"}}); status != http.StatusOK {
		t.Error(status)
	}
	if _, page := f.get("/?server=growing&tab=server"); !strings.Contains(page, "nothing has changed") {
		t.Error("asking twice tells nothing")
	}
	w := f.add("wavering", inspector.Settings{})
	if status, _ := f.post("/server", url.Values{"server": {"wavering"}, "action": {"compare"}}); status != http.StatusOK {
		t.Error(status)
	}
	if st := w.Status(); st.Twice == nil || !st.Twice.Reordered {
		t.Errorf("%+v", st.Twice)
	}
}
