package wire

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
)

// buildEverything builds the Go SDK's own conformance server, which lies in the module that
// this one depends on.
func buildEverything(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "everything-server")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", path, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the conformance server: %v\n%s", err, out)
	}
	return path
}

// everythingOverHTTP starts it behind HTTP and returns its address.
func everythingOverHTTP(t *testing.T, program string, stateless bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	c := exec.CommandContext(context.Background(), program, "-http", address, fmt.Sprintf("-stateless=%v", stateless))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	eventually(t, "the conformance server listens", func() bool {
		resp, err := client.Get("http://" + address)
		if err == nil {
			_ = resp.Body.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// fillIn makes an object of the members that a schema asks for, each of the simplest value.
func fillIn(schema []byte) []byte {
	var parts []string
	_ = eachMember(member(schema, "properties"), func(_ string, nameRaw, property []byte) bool {
		value := `"x"`
		kind, _ := text(member(property, "type"))
		switch {
		case member(property, "default") != nil:
			value = string(member(property, "default"))
		case member(property, "enum") != nil:
			value = string(firstElement(member(property, "enum")))
		case kind == "boolean":
			value = "true"
		case kind == "number", kind == "integer":
			value = "1"
		case kind == "array":
			value = "[]"
		case kind == "object" || member(property, "$ref") != nil:
			value = "{}"
		}
		parts = append(parts, string(nameRaw)+":"+value)
		return true
	})
	return []byte("{" + strings.Join(parts, ",") + "}")
}

// person answers all asks.
func person(t *testing.T) func(*Ask) {
	return func(a *Ask) {
		content := fillIn(a.Schema)
		switch a.Kind {
		case AskSampling:
			content = []byte(`"Paris"`)
		case AskRoots:
			content = []byte(`[{"uri":"file:///work"}]`)
		}
		if err := a.Accept(content); err != nil {
			t.Error(err)
		}
	}
}

// otherwise are the calls that end in another way than ok, by "era transport tool" or less.
var otherwise = map[string]Outcome{
	"test_error_handling": OutcomeToolError, // what it is for
	// Its server sends requests of its own, which 2026-07-28 has no more.
	"modern test_sampling":                     OutcomeToolError,
	"modern test_elicitation":                  OutcomeToolError,
	"modern test_elicitation_sep1034_defaults": OutcomeToolError,
	"modern test_elicitation_sep1330_enums":    OutcomeToolError,
	// The SDK refuses the form of its own tool: "items must specify enum".
	"legacy test_elicitation_sep1330_enums": OutcomeToolError,
	// It cuts the stream, whose events have no id without an event store: nothing to resume.
	"legacy http test_reconnection": OutcomeServerGone,
}

// TestEverythingServer lists and calls all tools of the Go SDK's conformance server, over
// each transport and in each era, with a person who answers whatever is asked.
func TestEverythingServer(t *testing.T) {
	program := buildEverything(t)
	for _, era := range []string{EraLegacy, EraModern} {
		for _, transport := range []string{TransportStdio, TransportHTTP} {
			t.Run(era+" "+transport, func(t *testing.T) {
				noLeaks(t)
				ep := Endpoint{Command: program, Era: era}
				if transport == TransportHTTP {
					ep = Endpoint{URL: everythingOverHTTP(t, program, era == EraModern), Era: era}
				}
				opt := quick()
				opt.Capabilities, opt.OnAsk = everything, person(t)
				c := ready(t, ep, opt)
				if info := c.Info(); info.Era != era || info.Name != "mcp-conformance-test-server" {
					t.Errorf("info = %+v", info)
				}
				tools := 0
				for _, page := range listTools(t, c).Pages {
					_ = eachElement(member(page, "tools"), func(tool []byte) bool {
						tools++
						name, _ := text(member(tool, "name"))
						want := OutcomeOK
						for _, key := range []string{name, era + " " + name, era + " " + transport + " " + name} {
							if o, ok := otherwise[key]; ok {
								want = o
							}
						}
						if a := call(t, c, name, string(fillIn(member(tool, "inputSchema")))); a.Outcome != want {
							t.Errorf("%s: %s, want %s; %s\n%s\n%s", name, a.Outcome, want, a.Note, a.Sent, a.Received)
						}
						return true
					})
				}
				if tools < 28 {
					t.Errorf("%d tools", tools)
				}
			})
		}
	}
}

// TestCapabilitiesChangeTheList has a published server that lists more tools to a client that
// declares more.
func TestCapabilitiesChangeTheList(t *testing.T) {
	node, server := partstest.Node(t), partstest.NPM(t, "@modelcontextprotocol/server-everything", "dist/index.js")
	names := func(caps Capabilities) map[string]bool {
		opt := quick()
		opt.Capabilities, opt.OnAsk = caps, person(t)
		c := ready(t, Endpoint{Command: node, Args: []string{server, "stdio"}}, opt)
		found := map[string]bool{}
		// It registers those tools a moment after the session has begun.
		eventually(t, "the list is whole", func() bool {
			clear(found)
			for _, page := range listTools(t, c).Pages {
				_ = eachElement(member(page, "tools"), func(tool []byte) bool {
					name, _ := text(member(tool, "name"))
					found[name] = true
					return true
				})
			}
			return !caps.Any() || found["trigger-elicitation-request"] && found["trigger-sampling-request"] && found["get-roots-list"]
		})
		for _, name := range []string{"trigger-elicitation-request", "trigger-sampling-request", "get-roots-list"} {
			if !found[name] {
				continue
			}
			if a := call(t, c, name, `{"prompt":"capital of France?","maxTokens":5}`); a.Outcome != OutcomeOK {
				t.Errorf("%s: %+v", name, a)
			}
		}
		return found
	}
	few, many := names(Capabilities{}), names(everything)
	if len(few) != 13 || len(many) < 16 || few["trigger-elicitation-request"] {
		t.Errorf("%d tools without a capability, %d with all", len(few), len(many))
	}
}
