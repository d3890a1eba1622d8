package wire

import (
	"bytes"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inProcess is an endpoint whose server runs in this process over two pipes.
func inProcess(t *testing.T, server *mcp.Server) Endpoint {
	t.Helper()
	return Endpoint{stream: func() (io.ReadCloser, io.WriteCloser) {
		fromServer, toClient := io.Pipe()
		fromClient, toServer := io.Pipe()
		session, err := server.Connect(t.Context(), &mcp.IOTransport{Reader: fromClient, Writer: toClient}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = session.Close() })
		return fromServer, toServer
	}}
}

// TestInProcess talks with the SDK's own server in both eras.
func TestInProcess(t *testing.T) {
	for _, era := range []string{EraModern, EraLegacy} {
		t.Run(era, func(t *testing.T) {
			noLeaks(t)
			ep := inProcess(t, sdkServer())
			ep.Era = era
			opt := quick()
			changed := make(chan struct{}, 10)
			opt.OnToolsChanged = func() { changed <- struct{}{} }
			c := Open(t.Context(), ep, opt)
			t.Cleanup(func() { closeConn(t, c) })
			if err := c.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			if info := c.Info(); info.Era != era || info.Name != "sdk" {
				t.Errorf("info = %+v", info)
			}
			if p := listTools(t, c).Pages; len(p) != 1 || !bytes.Contains(p[0], []byte(`"greet"`)) {
				t.Errorf("pages = %q", p)
			}
			a := call(t, c, "greet", `{"count":1.0}`)
			if a.Outcome != OutcomeOK || !bytes.Contains(a.Result, []byte(`{\"count\":1.0}`)) {
				t.Errorf("answer = %s", a.Received)
			}
			if a := call(t, c, "no-such-tool", `{}`); a.Outcome != OutcomeProtocolError || a.Error == nil {
				t.Errorf("answer = %+v", a)
			}
			call(t, c, "grow", `{}`)
			<-changed
		})
	}
}
