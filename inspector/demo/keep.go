package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// careless is the tool that must not be checked by its schema: that it is not is the
// fault it is here to show.
const careless = "update_article"

// keepWord returns a handler that refuses what the tool's schema forbids, so that the
// planted faults are the only ones.
func keepWord(d definition, h mcp.ToolHandler) (mcp.ToolHandler, error) {
	if d.Name == careless {
		return h, nil
	}
	doc, err := jsondoc.Parse(d.InputSchema)
	if err != nil {
		return nil, fmt.Errorf("the input schema of %s: %w", d.Name, err)
	}
	schema, err := validate.Compile(doc, dialect.Unknown)
	if err != nil {
		return nil, fmt.Errorf("the input schema of %s: %w", d.Name, err)
	}
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args := req.Params.Arguments
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		given, err := jsondoc.Parse(args)
		if err != nil {
			return failure("invalid arguments: " + err.Error()), nil
		}
		if v := schema.Validate(ctx, given); v.State == validate.Invalid {
			return failure(words(v.Problems)), nil
		}
		return h(ctx, req)
	}, nil
}

// words says what is wrong with arguments, one problem a line.
func words(problems []validate.Problem) string {
	var lines []string
	for _, p := range problems {
		field := path(p.Field())
		switch {
		case len(p.Missing) > 0:
			lines = append(lines, "missing required parameter: "+field)
		case len(p.Extra) > 0:
			lines = append(lines, "unknown parameter: "+field)
		default:
			lines = append(lines, fmt.Sprintf("the parameter %s is invalid: %s", field, p.Message))
		}
	}
	return strings.Join(lines, "\n")
}

// path spells a place as the code of a caller would: from[0].x.
func path(p jsondoc.Pointer) string {
	var b strings.Builder
	for _, token := range p.Tokens() {
		switch {
		case strings.Trim(token, "0123456789") == "":
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return b.String()
}
