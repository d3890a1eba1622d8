package demo_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector/demo"
)

// connect returns a client session with a fresh demonstration server.
func connect(t *testing.T, opts *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	s, err := demo.NewServer("test")
	if err != nil {
		t.Fatal(err)
	}
	ct, st := mcp.NewInMemoryTransports()
	ctx := context.Background()
	ss, err := s.Connect(ctx, st, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, opts).Connect(ctx, ct, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(); _ = ss.Wait() })
	return c
}

// Ensure that each call is answered as its schema's planted fault, or its
// absence, demands.
func TestCalls(t *testing.T) {
	c := connect(t, nil)
	for _, test := range []struct {
		tool, args string
		isError    bool
		want       string
	}{
		{"update_article", `{"article_id":42,"title":null,"confirm":true}`, true,
			"1 validation error for update_articleArguments\ntitle\n  Input should be a valid string [type=string_type, input_value=None, input_type=NoneType]"},
		{"update_article", `{"article_id":42,"title":null,"body_markdown":null,"published":null}`, true, "3 validation errors for update_articleArguments"},
		{"update_article", `{}`, true, "article_id\n  Field required [type=missing, input_value={}, input_type=dict]"},
		{"update_article", `{"article_id":"42"}`, false, "Updated article 42"}, // lax, as pydantic is
		{"update_article", `{"article_id":42.0}`, false, "Updated article 42"},
		{"update_article", `{"article_id":4.2e1,"published":"yes"}`, false, "Updated article 42"},
		{"update_article", `{"article_id":42.5}`, true, "Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=42.5, input_type=float]"},
		{"update_article", `{"article_id":1e400}`, true, "Input should be a finite number [type=finite_number, input_value=inf, input_type=float]"},
		{"update_article", `{"article_id":1e30}`, true, "Unable to parse input string as an integer, exceeded maximum size [type=int_parsing_size, input_value=1e+30, input_type=float]"},
		{"update_article", `{"article_id":"abc"}`, true, "Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='abc', input_type=str]"},
		{"update_article", `{"article_id":[]}`, true, "Input should be a valid integer [type=int_type, input_value=[], input_type=list]"},
		{"update_article", `{"article_id":42,"published":2}`, true, "Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value=2, input_type=int]"},
		{"update_article", `{"article_id":42,"published":2.5}`, true, "Input should be a valid boolean [type=bool_type, input_value=2.5, input_type=float]"},
		{"update_article", `{"article_id":42}`, false, `Updated article 42: "Tuples in JSON Schema"`},
		{"update_article", `{"article_id":42,"title":"New"}`, false, `Updated article 42: "New"`},
		{"update_article", `{"article_id":7}`, true, "no article 7; there are 42, 43, 44"},
		{"list_articles", `{"author":null,"limit":1}`, false, `"id":42`},
		{"list_articles", `{"status":"draft"}`, false, `"id":43`},
		{"find_route", `{"from":[8.5,47.4],"to":[7.4,46.9]}`, false, `"bbox":[7.4,46.9,8.5,47.4]`},
		{"find_route", `{"from":[1]}`, true, "missing required parameter: to"},
		{"import_rows", `{"items":[["a",1],["b",2]]}`, false, "2 rows would be imported"},
		{"save_outline", `{"root":{"heading":"One","sections":[{"heading":"Two"}]}}`, false, `"One" with 1 sections`},
		{"save_outline", `{"root":{}}`, true, "missing required parameter: root.heading"},
		{"word_count", `{"text":"two words"}`, false, `"words":"2"`},
		{"clear_drafts", `{}`, false, "Deleted 1 draft"},
		{"wait", `{"seconds":0.01,"steps":2}`, false, "Waited 0.01 seconds in 2 steps"},
	} {
		res, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: test.tool, Arguments: json.RawMessage(test.args)})
		if err != nil {
			t.Errorf("%s %s: %v", test.tool, test.args, err)
			continue
		}
		got := res.Content[0].(*mcp.TextContent).Text
		if res.IsError != test.isError || !strings.Contains(got, test.want) {
			t.Errorf("%s %s: isError %v, %s\nwant %v, %s", test.tool, test.args, res.IsError, got, test.isError, test.want)
		}
	}
}

// Ensure that the schemas arrive in the order in which tools.json writes them.
func TestListKeepsTheFaults(t *testing.T) {
	c := connect(t, nil)
	list, err := c.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 8 {
		t.Errorf("%d tools, want 8", len(list.Tools))
	}
	for _, tool := range list.Tools {
		if tool.Name == "clear_drafts" && tool.Annotations != nil {
			t.Error("clear_drafts must have no annotations")
		}
	}
}

// Ensure that a call that is given up ends at once.
func TestWaitIsCancelled(t *testing.T) {
	c := connect(t, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "wait", Arguments: json.RawMessage(`{"seconds":60}`)}); err == nil {
		t.Error("the call was not cancelled")
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("cancelling took %v", d)
	}
}
