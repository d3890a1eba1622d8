package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExplainCommand(t *testing.T) {
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"Input validation error: 'name' is a required property"}]}}`,
		`not JSON`,
		``,
		`{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid arguments for tool save: [{\"code\":\"invalid_type\",\"expected\":\"object\",\"path\":[],\"message\":\"Invalid input: expected object, received undefined\"}]"}}`,
		`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"<done>"}]}}`,
		`{"jsonrpc":"2.0","id":4,"result":{"isError":true,"content":[{"type":"text","text":"fetch failed"}]}}`,
	}, "\n")
	want := `{"outcome":"tool error","validator":"jsonschema","problems":[{"pointer":"/name","message":"'name' is a required property","expected":"","received":"","kind":"missing"}]}
{"outcome":"unreadable","validator":"","problems":[],"error":"the answer is not JSON: line 1, column 1: unexpected 'n', did you mean null?"}
{"outcome":"protocol error","validator":"zod 4","code":-32602,"problems":[],"general":[{"pointer":"","message":"Invalid input: expected object, received undefined","expected":"object","received":"undefined","kind":"missing"}]}
{"outcome":"ok","validator":"","problems":[]}
{"outcome":"tool error","validator":"","problems":[]}
`
	file := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := os.WriteFile(file, []byte(in), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"explain"}, {"explain", "-"}, {"explain", file}} {
		var out, stderr strings.Builder
		if code := run(context.Background(), args, streams{strings.NewReader(in), &out, &stderr}); code != exitOK {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
		}
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", args, diff)
		}
	}
}

func TestExplainCommandWithoutFile(t *testing.T) {
	var out, stderr strings.Builder
	code := run(context.Background(), []string{"explain", filepath.Join(t.TempDir(), "none")}, streams{strings.NewReader(""), &out, &stderr})
	if code != exitUsage || !strings.Contains(stderr.String(), "open the answers") {
		t.Errorf("exit code %d, %q; want %d and what could not be opened", code, stderr.String(), exitUsage)
	}
}
