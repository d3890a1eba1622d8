package demo

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed tools.json
var toolsJSON []byte

// Name is the server's name as it tells it.
const Name = "mcploupe-demo"

const instructions = "The demonstration server of mcploupe. Start with update_article: send null for title, and then leave title out. Then look at the output schema of find_route."

// definition is one entry of tools.json.
type definition struct {
	Name         string               `json:"name"`
	Title        string               `json:"title"`
	Description  string               `json:"description"`
	Annotations  *mcp.ToolAnnotations `json:"annotations"`
	InputSchema  json.RawMessage      `json:"inputSchema"`
	OutputSchema json.RawMessage      `json:"outputSchema"`
}

// NewServer makes the server with a store of its own.
func NewServer(version string) (*mcp.Server, error) {
	var defs []definition
	if err := json.Unmarshal(toolsJSON, &defs); err != nil {
		return nil, fmt.Errorf("tools.json of the demonstration server: %w", err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: Name, Title: "mcploupe demonstration", Version: version}, &mcp.ServerOptions{
		Instructions: instructions,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	handlers := newStore().handlers()
	for _, d := range defs {
		h, ok := handlers[d.Name]
		if !ok {
			return nil, fmt.Errorf("the demonstration server has no code for its tool %q", d.Name)
		}
		h, err := keepWord(d, h)
		if err != nil {
			return nil, err
		}
		t := &mcp.Tool{Name: d.Name, Title: d.Title, Description: d.Description, Annotations: d.Annotations, InputSchema: d.InputSchema}
		if d.OutputSchema != nil {
			t.OutputSchema = d.OutputSchema
		}
		s.AddTool(t, h)
	}
	return s, nil
}

// Run serves one client over in and out until in ends or ctx is done.
func Run(ctx context.Context, version string, in io.ReadCloser, out io.WriteCloser) error {
	s, err := NewServer(version)
	if err != nil {
		return err
	}
	return s.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
}
