package probe_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

// dial starts a server and reads its tools.
func dial(t *testing.T, ep wire.Endpoint) (*wire.Conn, *tool.Snapshot) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	c, err := wire.Dial(ctx, ep, wire.Options{})
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		if err := c.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.ListTools(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return c, tool.Read(list.Pages, c.Info().ProtocolVersion)
}

// probeAll probes every tool of a server with consent for all.
func probeAll(t *testing.T, ep wire.Endpoint, bases map[string]string) *probe.Result {
	t.Helper()
	c, snap := dial(t, ep)
	ctx, stop := context.WithTimeout(context.Background(), 4*time.Minute)
	defer stop()
	opt := probe.RunOptions{Consent: map[string]bool{}, Protocol: c.Info().ProtocolVersion, Timeout: 20 * time.Second}
	var plans []*probe.Plan
	for _, one := range snap.Tools {
		o := probe.Options{Seed: 1}
		if base, ok := bases[one.Name]; ok {
			o.Base = []byte(base)
		}
		plans = append(plans, probe.New(ctx, one, o))
		opt.Consent[one.Name] = true
	}
	r := probe.Run(ctx, c, plans, opt)
	if r.Ended != "" {
		t.Errorf("the run ended early: %s", r.Ended)
	}
	t.Logf("%d calls in %v: %v", r.Sent, r.Took, r.Classes)
	for _, one := range r.Tools {
		if one.Skipped != "" {
			t.Logf("%s: %s", one.Plan.Tool.Label(), one.Skipped)
		}
		for _, n := range one.Notes {
			t.Logf("note %s %s: %s", one.Plan.Tool.Label(), n.Name, n.Message)
		}
	}
	for _, f := range r.Findings() {
		t.Logf("found %s %s %s\n\t%s\n\t%s", f.Tool.Label(), f.Rule, f.Pointer, f.Step.Arguments, f.Message)
	}
	return r
}

// short is a finding as tool, rule and place.
func short(list []probe.Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, f.Tool.Label()+" "+f.Rule+" "+string(f.Pointer))
	}
	slices.Sort(out)
	return out
}

// articles is a sample server in Python.
func articles(python, file string) wire.Endpoint {
	return wire.Endpoint{Command: python, Args: []string{filepath.Join("..", "..", "testdata", "python", file)}}
}

var fiveDefaults = []string{
	"create_article probe/default-rejected /inputSchema/properties/body_markdown/default",
	"update_article probe/default-rejected /inputSchema/properties/body_markdown/default",
	"update_article probe/default-rejected /inputSchema/properties/published/default",
	"update_article probe/default-rejected /inputSchema/properties/tags/default",
	"update_article probe/default-rejected /inputSchema/properties/title/default",
}

// Ensure that the five null defaults of the second founding story are found on both
// of its SDKs, and nothing else, and nothing once the source is mended.
func TestArticles(t *testing.T) {
	for _, test := range []struct {
		name   string
		python string
		file   string
		want   []string
	}{
		{"fastmcp", partstest.Python(t), "articles_fastmcp.py", fiveDefaults},
		{"fastmcp mended", partstest.Python(t), "articles_fixed.py", nil},
		{"mcp", partstest.PythonMCP(t), "articles_mcp.py", fiveDefaults},
		// Its SDK decodes strings that look like JSON where the type is str | None
		// (https://github.com/modelcontextprotocol/python-sdk/issues/381).
		{"mcp mended", partstest.PythonMCP(t), "articles_fixed.py", []string{
			"create_article probe/json-shaped-string /inputSchema/properties/body_markdown",
			"update_article probe/json-shaped-string /inputSchema/properties/body_markdown",
			"update_article probe/json-shaped-string /inputSchema/properties/title",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := probeAll(t, articles(test.python, test.file), nil)
			if got := short(r.Findings()); !slices.Equal(got, test.want) {
				t.Errorf("found %q\nwant %q", got, test.want)
			}
		})
	}
}
