package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// everything declares all that there is.
var everything = Capabilities{Elicitation: true, ElicitationURL: true, Sampling: true, Roots: true}

const nameForm = `{"message":"name?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer","default":9007199254740993},"s":{"type":"string"},"z":{"default":null}}}}`

// TestDeclared has the capabilities as they go out in both eras.
func TestDeclared(t *testing.T) {
	tests := []struct {
		caps Capabilities
		want string
	}{
		{Capabilities{}, `{}`},
		{Capabilities{Elicitation: true}, `{"elicitation":{}}`},
		{Capabilities{ElicitationURL: true}, `{"elicitation":{"url":{}}}`},
		{everything, `{"elicitation":{"form":{},"url":{}},"roots":{},"sampling":{}}`},
	}
	for _, mode := range []string{"ok", "modern"} {
		for _, tt := range tests {
			t.Run(mode+" "+tt.want, func(t *testing.T) {
				opt := quick()
				opt.Capabilities = tt.caps
				c := ready(t, fault(mode), opt)
				if got := sorted(t, c.Info().Declared); got != tt.want {
					t.Errorf("declared %s, want %s", got, tt.want)
				}
				if mode != "modern" {
					return
				}
				listTools(t, c)
				for _, m := range c.Messages() { // each request must repeat it
					if m.Direction == Sent && m.Method == "tools/list" {
						meta := member(member(m.Raw, "params"), "_meta")
						if got := sorted(t, member(meta, "io.modelcontextprotocol/clientCapabilities")); got != tt.want {
							t.Errorf("tools/list declared %s, want %s", got, tt.want)
						}
					}
				}
			})
		}
	}
}

// TestAskedWithoutAPerson has what is answered at once.
func TestAskedWithoutAPerson(t *testing.T) {
	tests := []struct {
		method, params string
		caps           Capabilities
		want           string // after the id
	}{
		{"elicitation/create", nameForm, Capabilities{}, `"error":{"code":-32602,`},
		{"elicitation/create", `{"mode":"url","url":"https://x"}`, Capabilities{Elicitation: true}, `"error":{"code":-32602,`},
		{"elicitation/create", nameForm, Capabilities{ElicitationURL: true}, `"error":{"code":-32602,`},
		{"sampling/createMessage", `{}`, Capabilities{}, `"error":{"code":-32601,`},
		{"roots/list", `{}`, Capabilities{}, `"error":{"code":-32601,`},
		{"elicitation/create", nameForm, everything, `"result":{"action":"decline"}}`},
		{"sampling/createMessage", `{}`, everything, `"error":{"code":-1,"message":"User rejected sampling request"}}`},
		{"roots/list", `null`, everything, `"result":{"roots":[]}}`},
		{"ping", `{}`, Capabilities{}, `"result":{}}`},
		{"un/heard", `{}`, everything, `"error":{"code":-32601,`},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %v", tt.method, tt.caps), func(t *testing.T) {
			opt := quick()
			opt.Capabilities = tt.caps
			c := ready(t, fault("ask", tt.method, tt.params), opt)
			got := answered(t, c)
			if want := `{"jsonrpc":"2.0","id":"a-1",` + tt.want; !strings.HasPrefix(got, want) {
				t.Errorf("the server got %s\nwant %s…", got, want)
			}
		})
	}
}

// TestAskedOfAPerson has each way to answer, as it must arrive to the letter.
func TestAskedOfAPerson(t *testing.T) {
	tests := []struct {
		name, method, params string
		answer               func(*Ask) error
		state                AskState
		want                 string
	}{
		{"accept", "elicitation/create", nameForm, accept(`{ "n":1e400, "s":"\u00e9" }`), AskAccepted, `"result":{"action":"accept","content":{ "n":1e400, "s":"\u00e9" }}`},
		{"several lines", "elicitation/create", nameForm, accept("{\n\"n\":1}"), AskAccepted, `"result":{"action":"accept","content":{"n":1}}`},
		{"defaults", "elicitation/create", nameForm, func(a *Ask) error { return a.Accept(a.Defaults()) }, AskAccepted,
			`"result":{"action":"accept","content":{"n":9007199254740993,"z":null}}`},
		{"decline", "elicitation/create", nameForm, (*Ask).Decline, AskDeclined, `"result":{"action":"decline"}`},
		{"cancel", "elicitation/create", nameForm, (*Ask).Cancel, AskCancelled, `"result":{"action":"cancel"}`},
		{"address", "elicitation/create", `{"mode":"url","url":"https://x","message":"go"}`, accept(""), AskAccepted, `"result":{"action":"accept"}`},
		{"sampling text", "sampling/createMessage", `{"messages":[]}`, accept(`"hi \ud83d\ude00"`), AskAccepted,
			`"result":{"role":"assistant","content":{"type":"text","text":"hi \ud83d\ude00"},"model":"a person at mcploupe","stopReason":"endTurn"}`},
		{"sampling result", "sampling/createMessage", `{}`, accept(`{"role":"user","x":1}`), AskAccepted, `"result":{"role":"user","x":1}`},
		{"sampling declined", "sampling/createMessage", `{}`, (*Ask).Decline, AskDeclined, `"error":{"code":-1,"message":"User rejected sampling request"}`},
		{"roots", "roots/list", `{}`, accept(`[{"uri":"file:///w"}]`), AskAccepted, `"result":{"roots":[{"uri":"file:///w"}]}`},
		{"roots result", "roots/list", `{}`, accept(`{"roots":[],"_meta":{}}`), AskAccepted, `"result":{"roots":[],"_meta":{}}`},
		{"no roots", "roots/list", `{}`, (*Ask).Decline, AskDeclined, `"result":{"roots":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := quick()
			opt.Capabilities = everything
			asks := make(chan *Ask, 1)
			opt.OnAsk = func(a *Ask) { asks <- a }
			c := ready(t, fault("ask", tt.method, tt.params), opt)
			go func() {
				a := <-asks
				if a.Method != tt.method || string(a.Params) != tt.params || a.Tool != "x" || a.Key != "" || a.State() != AskOpen {
					t.Errorf("ask = %+v", a)
				}
				if err := a.Accept([]byte(`{`)); KindOf(err) != KindUsage || a.State() != AskOpen {
					t.Errorf("content that is not JSON: %v, %s", err, a.State())
				}
				if err := tt.answer(a); err != nil || a.State() != tt.state {
					t.Errorf("answer: %v, state %s", err, a.State())
				}
				if err := a.Cancel(); KindOf(err) != KindUsage {
					t.Errorf("a second answer: %v", err)
				}
			}()
			if got, want := answered(t, c), `{"jsonrpc":"2.0","id":"a-1",`+tt.want+`}`; got != want {
				t.Errorf("the server got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestAskIsRead(t *testing.T) {
	a := newAsk(askRules["elicitation/create"], "elicitation/create", []byte(nameForm), time.Minute)
	if a.Kind != AskElicitation || a.Mode != "form" || a.Message != "name?" || !bytes.HasPrefix(a.Schema, []byte(`{"type":"object"`)) || a.URL != "" {
		t.Errorf("ask = %+v", a)
	}
	a = newAsk(askRules["elicitation/create"], "elicitation/create", []byte(`{"mode":"url","url":"https://x","message":7}`), time.Minute)
	if a.Mode != "url" || a.URL != "https://x" || a.Message != "" || a.Schema != nil || string(a.Defaults()) != "{}" {
		t.Errorf("ask = %+v", a)
	}
}

// TestAskEnds has the asks that end without an answer.
func TestAskEnds(t *testing.T) {
	tests := []struct {
		name  string
		mode  string
		tool  string
		state AskState
		want  string // on the server's standard error; "" = nothing is sent
		act   func(*Conn, context.CancelFunc)
	}{
		{name: "nobody answers", mode: "ask-impatient", tool: "x", state: AskMoot, want: `answer {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}`},
		{name: "withdrawn", mode: "ask-withdraw", tool: "wait", state: AskWithdrawn},
		{name: "call cancelled", mode: "ask", tool: "x", state: AskMoot, act: func(_ *Conn, cancel context.CancelFunc) { cancel() }},
		{name: "server gone", mode: "ask-exit", tool: "x", state: AskMoot},
		{name: "closed", mode: "ask", tool: "x", state: AskMoot, act: func(c *Conn, _ context.CancelFunc) { _ = c.Close(context.Background()) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := quick()
			opt.Capabilities = everything
			asks := make(chan *Ask, 1)
			opt.OnAsk = func(a *Ask) { asks <- a }
			c := ready(t, fault(tt.mode), opt)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = c.Call(ctx, tt.tool, []byte(`{}`), nil)
			}()
			a := <-asks
			if tt.act != nil {
				tt.act(c, cancel)
			}
			<-a.Done()
			if a.State() != tt.state {
				t.Errorf("state = %s, want %s", a.State(), tt.state)
			}
			if tt.want != "" {
				eventually(t, "the server is told", func() bool { return strings.Contains(string(c.Stderr()), tt.want) })
			}
			cancel()
			<-done
			if tt.want == "" && strings.Contains(string(c.Stderr()), "answer ") {
				t.Errorf("the server got %s", c.Stderr())
			}
		})
	}
}

// TestAskOutlivesIdle: a person's time is not the server's.
func TestAskOutlivesIdle(t *testing.T) {
	opt := quick()
	opt.Capabilities, opt.CallIdle = everything, time.Second
	opt.OnAsk = func(a *Ask) {
		time.Sleep(1500 * time.Millisecond)
		if err := a.Decline(); err != nil {
			t.Error(err)
		}
	}
	c := ready(t, fault("ask"), opt)
	if got := answered(t, c); !strings.Contains(got, "decline") {
		t.Errorf("the server got %s", got)
	}
}

func TestAskExpires(t *testing.T) {
	opt := quick()
	opt.Capabilities, opt.AskTimeout = everything, 200*time.Millisecond
	var asks recorder[*Ask]
	opt.OnAsk = asks.add
	c := ready(t, fault("ask"), opt)
	if got := answered(t, c); !strings.Contains(got, `"result":{"action":"cancel"}`) {
		t.Errorf("the server got %s", got)
	}
	if a := asks.all()[0]; a.State() != AskExpired {
		t.Errorf("state = %s", a.State())
	}
}

// TestAskOverHTTP has the SDK's server ask over both HTTP transports.
func TestAskOverHTTP(t *testing.T) {
	newServer := func() *mcp.Server {
		s := sdkServer()
		s.AddTool(&mcp.Tool{Name: "ask", InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "name?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"n": map[string]any{"type": "string"}}}})
			if err != nil {
				return nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(res.Action, res.Content)}}}, nil
		})
		return s
	}
	for _, transport := range []string{TransportHTTP, TransportSSE} {
		t.Run(transport, func(t *testing.T) {
			server := newServer()
			var h http.Handler = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
			if transport == TransportSSE {
				h = mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil)
			}
			opt := quick()
			opt.Capabilities.Elicitation = true
			opt.OnAsk = func(a *Ask) {
				if err := a.Accept([]byte(`{"n":"Ada"}`)); err != nil || a.Tool != "ask" {
					t.Errorf("ask %+v: %v", a, err)
				}
			}
			c := ready(t, Endpoint{URL: serve(t, h).URL, Transport: transport, Era: EraLegacy}, opt)
			if a := call(t, c, "ask", `{}`); !bytes.Contains(a.Result, []byte(`acceptmap[n:Ada]`)) {
				t.Errorf("answer = %s", a.Received)
			}
		})
	}
}

func accept(content string) func(*Ask) error {
	return func(a *Ask) error {
		if content == "" {
			return a.Accept(nil)
		}
		return a.Accept([]byte(content))
	}
}

// answered calls a tool of the mode "ask" and returns the line that the server got back.
func answered(t *testing.T, c *Conn) string {
	t.Helper()
	a := call(t, c, "x", `{}`)
	line, ok := text(member(a.Result, "structuredContent"))
	if !ok {
		t.Fatalf("answer = %+v", a)
	}
	return line
}

// sorted prints an object's members by name.
func sorted(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
