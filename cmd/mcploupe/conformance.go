package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

// newConformance is the client that the official conformance suite drives
// (https://github.com/modelcontextprotocol/conformance): it starts
// "mcploupe conformance URL" for each of its scenarios and judges what its own
// server saw. It is hidden, since it is of use to nobody else.
func newConformance(std streams) *cobra.Command {
	return &cobra.Command{
		Use:    "conformance URL",
		Short:  "the client under test of the official MCP conformance suite",
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			r := &conformance{url: args[0], scenario: os.Getenv("MCP_CONFORMANCE_SCENARIO"), version: os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION"), log: std.err}
			if text := os.Getenv("MCP_CONFORMANCE_CONTEXT"); text != "" {
				if err := json.Unmarshal([]byte(text), &r.given); err != nil {
					return fmt.Errorf("read MCP_CONFORMANCE_CONTEXT: %w", err)
				}
			}
			ctx, cancel := context.WithTimeout(c.Context(), 25*time.Second) // the suite gives 30
			defer cancel()
			if err := r.run(ctx); err != nil {
				return &exitError{exitFindings, fmt.Errorf("scenario %q: %w", r.scenario, err)}
			}
			return nil
		},
	}
}

// conformance is one scenario under way.
type conformance struct {
	url, scenario, version string
	given                  conformanceContext
	log                    io.Writer

	conn *wire.Conn
	list *wire.Listing
	snap *tool.Snapshot
}

// conformanceContext is what some scenarios give beside the address.
type conformanceContext struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	ToolCalls    []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

// conformanceScenario is what a scenario wants beyond connecting and listing.
type conformanceScenario struct {
	prepare func(*conformance, *wire.Options) error
	act     func(*conformance, context.Context) error
}

// conformanceScenarios has the scenarios by name; "auth/" stands for all that begin so.
var conformanceScenarios = map[string]conformanceScenario{
	"initialize":               {},
	"request-metadata":         {},
	"json-schema-ref-no-deref": {},
	"tools_call":               {act: callOne("add_numbers", `{"a":5,"b":3}`)},
	"sse-retry":                {act: callOne("test_reconnection", `{}`)},
	"elicitation-sep1034-client-defaults": {
		prepare: asking(func(a *wire.Ask) error { return a.Accept(a.Defaults()) }),
		act:     callOne("test_client_elicitation_defaults", `{}`),
	},
	"sep-2322-client-request-state": {
		prepare: asking(func(a *wire.Ask) error { return a.Accept([]byte(`{"confirmed":true}`)) }),
		act:     (*conformance).callAll,
	},
	"json-schema-2020-12-preservation": {act: (*conformance).echoSchema},
	"http-standard-headers":            {act: (*conformance).useEverything},
	"http-custom-headers":              {act: (*conformance).callGiven},
	"http-invalid-tool-headers":        {act: (*conformance).callAll},
	"auth/":                            {prepare: (*conformance).signIn, act: callOne("test-tool", `{}`)},
}

// run connects as every other command does, lists, converts each schema, and acts.
func (r *conformance) run(ctx context.Context) error {
	group, _, inGroup := strings.Cut(r.scenario, "/")
	name := r.scenario
	if inGroup {
		name = group + "/"
	}
	s, ok := conformanceScenarios[name]
	if !ok {
		return errors.New("this scenario is not known here")
	}
	opt := wire.Options{ClientVersion: version}
	if s.prepare != nil {
		if err := s.prepare(r, &opt); err != nil {
			return err
		}
	}
	conn, err := wire.Dial(ctx, wire.Endpoint{URL: r.url, Era: r.version}, opt)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = conn.Close(closing)
	}()
	r.conn = conn
	if err := r.listTools(ctx); err != nil {
		return err
	}
	if s.act == nil {
		return nil
	}
	return s.act(r, ctx)
}

// listTools asks for the tools and does with each what the pages do: it is read, and its
// schemas are converted.
func (r *conformance) listTools(ctx context.Context) error {
	list, err := r.conn.ListTools(ctx)
	if err != nil {
		return err
	}
	r.list, r.snap = list, tool.Read(list.Pages, r.conn.Info().ProtocolVersion)
	for _, t := range r.snap.Tools {
		for _, s := range []tool.Schema{t.Input, t.Output} {
			if !s.Present {
				continue
			}
			if _, err := dialect.Convert(s.Doc, dialect.Options{}); err != nil {
				fmt.Fprintln(r.log, printable(fmt.Sprintf("%s: %v", t.Label(), err)))
			}
		}
	}
	return nil
}

// call makes one call. What the server answers is its own affair; that it answers is ours.
func (r *conformance) call(ctx context.Context, name string, args []byte) error {
	a, err := r.conn.Call(ctx, name, args, nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(r.log, printable(fmt.Sprintf("%s: %s %s", name, a.Outcome, a.Note)))
	if a.Failure != nil {
		return a.Failure
	}
	return nil
}

func (r *conformance) find(name string) *tool.Tool {
	i := slices.IndexFunc(r.snap.Tools, func(t *tool.Tool) bool { return t.HasName && t.Name == name })
	if i < 0 {
		return nil
	}
	return r.snap.Tools[i]
}

// callOne calls a tool that must be in the list.
func callOne(name, args string) func(*conformance, context.Context) error {
	return func(r *conformance, ctx context.Context) error {
		if r.find(name) == nil {
			return fmt.Errorf("the server does not list the tool %q", name)
		}
		return r.call(ctx, name, []byte(args))
	}
}

// callAll calls each tool that a client may use, in the order of the list.
func (r *conformance) callAll(ctx context.Context) error {
	for _, t := range r.snap.Tools {
		if slices.ContainsFunc(r.list.Excluded, func(e wire.Exclusion) bool { return e.Index == t.Index }) {
			continue
		}
		args := `{}`
		if t.Input.Doc != nil && t.Input.Node.Get("properties").Get("region").Exists() {
			args = `{"region":"us-west1"}`
		}
		if err := r.call(ctx, t.Name, []byte(args)); err != nil {
			fmt.Fprintln(r.log, printable(err.Error())) // an answer that is an error is what some tools are for
		}
	}
	return nil
}

func (r *conformance) callGiven(ctx context.Context) error {
	for _, call := range r.given.ToolCalls {
		if err := r.call(ctx, call.Name, call.Arguments); err != nil {
			return err
		}
	}
	return nil
}

// echoSchema sends a tool's converted schema back to the server, which compares it with what
// it has sent: a schema in 2020-12 must have come through the conversion to the letter.
func (r *conformance) echoSchema(ctx context.Context) error {
	t := r.find("json_schema_2020_12_tool")
	if t == nil || !t.Input.IsObject() {
		return errors.New("the server does not list the tool json_schema_2020_12_tool")
	}
	converted, err := dialect.Convert(t.Input.Doc, dialect.Options{})
	if err != nil {
		return err
	}
	return r.call(ctx, "json_schema_echo", slices.Concat([]byte(`{"schema":`), converted.JSON, []byte(`}`)))
}

// useEverything calls a tool, reads a resource and gets a prompt.
func (r *conformance) useEverything(ctx context.Context) error {
	if err := r.callAll(ctx); err != nil {
		return err
	}
	for _, use := range []struct{ list, items, key, method string }{
		{"resources/list", "resources", "uri", "resources/read"},
		{"prompts/list", "prompts", "name", "prompts/get"},
	} {
		a, err := r.conn.Request(ctx, wire.Request{Method: use.list, Params: []byte("{}")})
		if err != nil {
			return err
		}
		var result map[string]json.RawMessage
		var items []map[string]json.RawMessage
		if json.Unmarshal(a.Result, &result) != nil || json.Unmarshal(result[use.items], &items) != nil || len(items) == 0 {
			continue
		}
		params := fmt.Sprintf(`{"%s":%s}`, use.key, items[0][use.key])
		if _, err := r.conn.Request(ctx, wire.Request{Method: use.method, Params: []byte(params)}); err != nil {
			return err
		}
	}
	return nil
}

// asking declares elicitation and answers in a person's place.
func asking(answer func(*wire.Ask) error) func(*conformance, *wire.Options) error {
	return func(r *conformance, opt *wire.Options) error {
		opt.Capabilities.Elicitation = true
		opt.OnAsk = func(a *wire.Ask) {
			if err := answer(a); err != nil {
				fmt.Fprintln(r.log, printable(err.Error()))
			}
		}
		return nil
	}
}

// conformanceMetadata is the client that the suite's authorization servers know by its
// metadata document.
const conformanceMetadata = "https://conformance-test.local/client-metadata.json"

// signIn prepares to sign in. The browser is a plain client that follows where it is sent:
// the suite's authorization servers agree at once and send it to the callback.
func (r *conformance) signIn(opt *wire.Options) error {
	browser := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	authorizer, err := wire.NewAuthorizer(wire.AuthConfig{
		ClientID: r.given.ClientID, ClientSecret: r.given.ClientSecret, ClientMetadataURL: conformanceMetadata,
		OpenBrowser: func(ctx context.Context, page string) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
			if err != nil {
				return err
			}
			resp, err := browser.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		},
	})
	opt.Authorizer = authorizer
	return err
}
