package partstest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// speaker talks to an MCP server over stdio, a request at a time, without any SDK: what is
// checked here is the sample server itself.
type speaker struct {
	in    io.Writer
	out   *bufio.Reader
	calls int
}

type toolAnswer struct {
	IsError bool
	Content []struct{ Text string }
}

func start(t *testing.T, name string, args ...string) *speaker {
	t.Helper()
	// Not the test's own context, which ends before the clean-up has seen the server end.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	cmd := exec.CommandContext(ctx, name, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server did not end well when its input was closed: %v", err)
		}
		cancel()
	})
	s := &speaker{in: in, out: bufio.NewReader(out)}
	s.request(t, "initialize", map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "partstest", "version": "1"},
	}, nil)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return s
}

func (s *speaker) request(t *testing.T, method string, params, result any) {
	t.Helper()
	s.calls++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.calls, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(s.in, "%s\n", line); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	answer, err := s.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("%s: no answer: %v", method, err)
	}
	var response struct {
		ID            int
		Result, Error json.RawMessage
	}
	if err := json.Unmarshal(answer, &response); err != nil || response.ID != s.calls || response.Error != nil {
		t.Fatalf("%s: not the answer: %v: %s", method, err, answer)
	}
	if result != nil {
		if err := json.Unmarshal(response.Result, result); err != nil {
			t.Fatalf("%s: %v: %s", method, err, answer)
		}
	}
}

func (s *speaker) call(t *testing.T, tool, arguments string) toolAnswer {
	t.Helper()
	var answer toolAnswer
	s.request(t, "tools/call", map[string]any{"name": tool, "arguments": json.RawMessage(arguments)}, &answer)
	if len(answer.Content) == 0 {
		t.Fatalf("%s %s: no content", tool, arguments)
	}
	return answer
}

// nullDefaults are the five optional parameters: without is a call that leaves them out, with
// the same call with one as null, refusal what pydantic says to that.
var nullDefaults = []struct{ tool, field, without, with, refusal string }{
	{"create_article", "body_markdown", `{"title":"a"}`, `{"title":"a","body_markdown":null}`, "Input should be a valid string"},
	{"update_article", "title", `{"article_id":42}`, `{"article_id":42,"title":null}`, "Input should be a valid string"},
	{"update_article", "body_markdown", `{"article_id":42}`, `{"article_id":42,"body_markdown":null}`, "Input should be a valid string"},
	{"update_article", "published", `{"article_id":42}`, `{"article_id":42,"published":null}`, "Input should be a valid boolean"},
	{"update_article", "tags", `{"article_id":42}`, `{"article_id":42,"tags":null}`, "Input should be a valid list"},
}

// The sample servers do what the second true story tells, on each generation of the SDK.
func TestArticles(t *testing.T) {
	tests := []struct {
		name, file string
		python     func(testing.TB) string
		refused    bool
	}{
		{"fastmcp", "articles_fastmcp.py", Python, true},
		{"mcp 1", "articles_mcp.py", PythonMCP, true},
		{"mcp 2", "articles_mcp.py", Python, true},
		{"mended on fastmcp", "articles_fixed.py", Python, false},
		{"mended on mcp 1", "articles_fixed.py", PythonMCP, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, test.python(t), filepath.Join(Root(t), "testdata", "python", test.file))
			checkNullDefaults(t, s, test.refused)
			for _, null := range nullDefaults {
				if answer := s.call(t, null.tool, null.without); answer.IsError {
					t.Errorf("%s is refused: %s", null.without, answer.Content[0].Text)
				}
				answer := s.call(t, null.tool, null.with)
				text := answer.Content[0].Text
				if answer.IsError != test.refused || test.refused && !strings.Contains(text, null.field+"\n  "+null.refusal) {
					t.Errorf("%s %s: refused %v, want %v: %s", null.tool, null.with, answer.IsError, test.refused, text)
				}
			}
		})
	}
}

// checkNullDefaults wants exactly the five null defaults, each against its own schema's type
// when broken, and none so when not.
func checkNullDefaults(t *testing.T, s *speaker, broken bool) {
	t.Helper()
	var list struct {
		Tools []struct {
			Name        string
			InputSchema struct {
				Properties map[string]map[string]any
			}
		}
	}
	s.request(t, "tools/list", map[string]any{}, &list)
	var names, got, want []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		for field, schema := range tool.InputSchema.Properties {
			if value, has := schema["default"]; has && value == nil && broken == (schema["type"] != nil) {
				got = append(got, tool.Name+" "+field)
			}
		}
	}
	for _, null := range nullDefaults {
		want = append(want, null.tool+" "+null.field)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("null defaults in %q, want %q", got, want)
	}
	if want := []string{"create_article", "delete_article", "get_article", "list_articles", "update_article"}; !slices.Equal(names, want) {
		t.Errorf("tools %q, want %q", names, want)
	}
}
