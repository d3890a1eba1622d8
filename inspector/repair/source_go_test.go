package repair_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector/repair"
)

// goInput is what the Go SDK makes a faulty schema of.
type goInput struct {
	Tags  []string `json:"tags"`
	Value any      `json:"value"`
	Note  *string  `json:"note,omitempty"`
}

// goMended is the same with what the words say, where they are about the struct.
type goMended struct {
	Value string `json:"value"`
	Note  string `json:"note,omitempty"`
}

// listed publishes a tool with the Go SDK and gives the bytes that a client gets.
func listed[In any](t *testing.T, tool *mcp.Tool) string {
	t.Helper()
	ctx := context.Background()
	server := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(server, tool, func(context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{}, nil, nil
	})
	ours, theirs := mcp.NewInMemoryTransports()
	session, err := server.Connect(ctx, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var wire bytes.Buffer
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.LoggingTransport{Transport: ours, Writer: &wire}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.ListTools(ctx, nil); err != nil {
		t.Fatal(err)
	}
	client.Close()
	session.Wait()
	for line := range strings.Lines(wire.String()) {
		_, text, _ := strings.Cut(line, "{")
		var answer struct {
			Result struct{ Tools []json.RawMessage }
		}
		if json.Unmarshal([]byte("{"+text), &answer) == nil && len(answer.Result.Tools) == 1 {
			return string(answer.Result.Tools[0])
		}
	}
	t.Fatalf("no list on the wire:\n%s", &wire)
	return ""
}

// TestGoMends publishes with the Go SDK what the words for it say.
func TestGoMends(t *testing.T) {
	c := catalog(t)
	before := open(t, listed[goInput](t, &mcp.Tool{Name: "add", Description: "Adds."}))
	tl := before.Tools[0]
	if got, why := repair.Recognise(before, tl); got != repair.GoSDK {
		t.Errorf("made by %q: %s\n%s", got, why, tl.Raw)
	}
	after := open(t, listed[goMended](t, &mcp.Tool{Name: "add", Description: "Adds."}))
	tests := []struct {
		rule, at, kind string
		before, after  string // parts of the words
	}{
		{"go-hosts/type-array", "/inputSchema/properties/tags", "plain-optional", `[\"null\", \"array\"]`, `reflect.TypeFor[[]string](): {Type: "array", Items: &jsonschema.Schema{Type: "string"}}`},
		{"ts-client/boolean-property", "/inputSchema/properties/value", "boolean-to-type-string", "Value any `json:\"value\"`", "Value string `json:\"value\"`"},
		{"go-hosts/type-array", "/inputSchema/properties/note", "plain-optional", "Note *string `json:\"note,omitempty\"`", "Note string `json:\"note,omitempty\"`"},
	}
	for _, test := range tests {
		said := false
		for _, f := range findingsOf(c, before, tl, test.rule) {
			if string(f.Pointer) != test.at {
				continue
			}
			m := mendOf(t, c, before, tl, f, test.kind)
			said = m != nil && strings.Contains(m.Before, strings.ReplaceAll(test.before, `\"`, `"`)) && strings.Contains(m.After, test.after)
			if !said {
				t.Errorf("%s: the words are %+v", test.rule, m)
			}
			if stays(findingsOf(c, after, after.Tools[0], test.rule), f) {
				t.Errorf("%s: still there in %s", test.rule, after.Tools[0].Raw)
			}
		}
		if !said {
			t.Errorf("%s is not found at %s of %s", test.rule, test.at, tl.Raw)
		}
	}
	raw := open(t, listed[struct{}](t, &mcp.Tool{Name: "add", InputSchema: json.RawMessage(`{"type":"object","properties":{}}`)}))
	if left := findingsOf(c, raw, raw.Tools[0], "openai/properties-missing"); len(left) > 0 {
		t.Errorf("a raw schema is published as %s", raw.Tools[0].Raw)
	}
}
