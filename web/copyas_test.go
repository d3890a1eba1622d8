package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector/config"
)

const secret = "a-secret-that-must-not-be-copied"

// startHTTP serves one tool over Streamable HTTP to whoever knows the secret.
func startHTTP(t *testing.T) *httptest.Server {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "http", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "echo it", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "got " + string(r.Params.Arguments)}}}, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Api-Key") != secret {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv
}

// Ensure that no copy of a call holds the secret of its server, and that the one
// for curl makes the call once the secret is in the environment.
func TestCopyWithoutSecrets(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("SKIPPED FOR WANT OF A PART: curl")
	}
	c, err := config.FromURL(startHTTP(t).URL + "/mcp?token=" + secret)
	if err != nil {
		t.Fatal(err)
	}
	c.Name = "http"
	c.Headers = []config.Header{{Name: "X-Api-Key", Value: secret}}
	p := openPlain(t, startSite(t, c).URL, "echo it")
	p.send(`{"a":"it's"}`)
	if answer := p.read("id", "answer"); !strings.Contains(answer, "got") {
		t.Fatal(answer)
	}
	for _, as := range []string{"json-rpc", "mcploupe", "curl", "typescript", "python"} {
		if text := p.copyOf(as); strings.Contains(text, secret) || as != "json-rpc" && !strings.Contains(text, "echo it") {
			t.Errorf("%s: %s", as, text)
		}
	}
	file := filepath.Join(t.TempDir(), "call.sh")
	text := p.copyOf("curl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", file)
	cmd.Env = append(os.Environ(), "X_API_KEY="+secret, "PATH="+filepath.Dir(curl)+":"+os.Getenv("PATH"), "no_proxy=127.0.0.1")
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), `it's`) {
		t.Errorf("%v: %s\nof %s", err, out, text)
	}
	for _, as := range []string{"typescript", "python"} {
		if text := p.copyOf(as); !strings.Contains(text, "X-Api-Key") || !strings.Contains(text, "X_API_KEY") {
			t.Errorf("%s does not say where the header comes from: %s", as, text)
		}
	}
}
