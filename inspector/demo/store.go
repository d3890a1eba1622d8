package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type article struct {
	ID        int    `json:"id"`
	Title     string `json:"title"`
	Author    string `json:"author"`
	Status    string `json:"status"`
	Body      string `json:"body_markdown,omitempty"`
	Published bool   `json:"published"`
}

// store holds the articles of one run.
type store struct {
	mu       sync.Mutex
	articles []article
}

func newStore() *store {
	return &store{articles: []article{
		{ID: 42, Title: "Tuples in JSON Schema", Author: "ada", Status: "published", Published: true},
		{ID: 43, Title: "Null is not nothing", Author: "grace", Status: "draft"},
		{ID: 44, Title: "A dialect is declared, or guessed", Author: "ada", Status: "archived"},
	}}
}

func (s *store) handlers() map[string]mcp.ToolHandler {
	return map[string]mcp.ToolHandler{
		"update_article": s.updateArticle,
		"list_articles":  s.listArticles,
		"find_route":     findRoute,
		"import_rows":    importRows,
		"save_outline":   saveOutline,
		"word_count":     wordCount,
		"clear_drafts":   s.clearDrafts,
		"wait":           wait,
	}
}

// updateArticle refuses an explicit null in the words of pydantic 2, though its
// schema advertises null as the default: the fault it is here to show.
func (s *store) updateArticle(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, errs := checkFields("update_articleArguments", req.Params.Arguments, []field{
		{"article_id", "integer", true}, {"title", "string", false}, {"body_markdown", "string", false},
		{"published", "boolean", false}, {"confirm", "boolean", false},
	})
	if errs != "" {
		return failure(errs), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _, _ := strings.Cut(string(args["article_id"]), ".")
	i := slices.IndexFunc(s.articles, func(a article) bool { return strconv.Itoa(a.ID) == id })
	if i < 0 {
		return failure(fmt.Sprintf("Error executing tool update_article: no article %s; there are %s", id, s.ids())), nil
	}
	a := &s.articles[i]
	for name, to := range map[string]any{"title": &a.Title, "body_markdown": &a.Body, "published": &a.Published} {
		if raw, ok := args[name]; ok {
			if err := json.Unmarshal(raw, to); err != nil {
				return nil, fmt.Errorf("update_article: %s: %w", name, err)
			}
		}
	}
	return text("Updated article %d: %q", a.ID, a.Title), nil
}

func (s *store) ids() string {
	var ids []string
	for _, a := range s.articles {
		ids = append(ids, strconv.Itoa(a.ID))
	}
	return strings.Join(ids, ", ")
}

func (s *store) listArticles(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct {
		Status string   `json:"status"`
		Author *string  `json:"author"`
		Limit  *float64 `json:"limit"` // 10.0 is an integer too
	}
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return failure("invalid arguments: " + err.Error()), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []article{}
	for _, a := range s.articles {
		if (in.Status == "" || a.Status == in.Status) && (in.Author == nil || a.Author == *in.Author) && (in.Limit == nil || float64(len(found)) < *in.Limit) {
			found = append(found, a)
		}
	}
	return structured(map[string]any{"articles": found})
}

func (s *store) clearDrafts(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.articles)
	s.articles = slices.DeleteFunc(s.articles, func(a article) bool { return a.Status == "draft" })
	plural := "s"
	n := before - len(s.articles)
	if n == 1 {
		plural = ""
	}
	return text("Deleted %d draft%s", n, plural), nil
}

func findRoute(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ From, To []float64 }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil || len(in.From) < 2 || len(in.To) < 2 {
		return failure("from and to must be arrays of two numbers: longitude and latitude"), nil
	}
	leg := map[string]any{"start": in.From, "end": in.To, "toll": true, "price": 1.5}
	return structured(map[string]any{
		"distance": 1234.5,
		"bbox":     []float64{min(in.From[0], in.To[0]), min(in.From[1], in.To[1]), max(in.From[0], in.To[0]), max(in.From[1], in.To[1])},
		"legs":     []any{leg},
	})
}

func importRows(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ Items []json.RawMessage }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return failure("invalid arguments: " + err.Error()), nil
	}
	return text("%d rows would be imported", len(in.Items)), nil
}

func saveOutline(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	type section struct {
		Heading  string
		Sections []json.RawMessage
	}
	var in struct{ Root *section }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return failure("invalid arguments: " + err.Error()), nil
	}
	if in.Root == nil || in.Root.Heading == "" {
		return failure("root.heading is missing"), nil
	}
	return text("Outline %q with %d sections kept", in.Root.Heading, len(in.Root.Sections)), nil
}

// wordCount answers with a string where its output schema promises an integer.
func wordCount(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ Text string }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return failure("invalid arguments: " + err.Error()), nil
	}
	return structured(map[string]any{
		"words":      strconv.Itoa(len(strings.Fields(in.Text))),
		"characters": utf8.RuneCountInString(in.Text),
	})
}

func wait(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	in := struct {
		Seconds, Steps float64
	}{5, 5}
	if len(req.Params.Arguments) > 0 {
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failure("invalid arguments: " + err.Error()), nil
		}
	}
	in.Steps = min(max(in.Steps, 1), 100)
	in.Seconds = min(max(in.Seconds, 0), 600)
	steps := int(in.Steps)
	tick := time.NewTicker(max(time.Duration(in.Seconds/in.Steps*float64(time.Second)), time.Millisecond))
	defer tick.Stop()
	for step := 1; step <= steps; step++ {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
		if token := req.Params.GetProgressToken(); token != nil {
			// A client that does not listen is no reason to stop waiting.
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: float64(step), Total: in.Steps, Message: fmt.Sprintf("step %d of %d", step, steps),
			})
		}
	}
	return text("Waited %g seconds in %d steps", in.Seconds, steps), nil
}

func text(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

func failure(message string) *mcp.CallToolResult {
	r := text("%s", message)
	r.IsError = true
	return r
}

func structured(v any) (*mcp.CallToolResult, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	r := text("%s", raw)
	r.StructuredContent = json.RawMessage(raw)
	return r, nil
}
