package repair_test

import (
	"strings"
	"testing"

	"mcploupe/inspector/repair"
)

// made says which SDK made the recorded lists, where the way they were recorded or
// their package tells.
var made = map[string]repair.SDK{
	"azure_mcp": repair.CSharp,
	"go_github": repair.GoSDK, "go_gosdk": repair.GoSDK, "go_mcp-grafana": repair.MCPGo, "digitalocean_mcp": repair.MCPGo, "negokaz_excel": repair.MCPGo,
	"py_awslabs": repair.PythonMCP, "py_blender": repair.PythonMCP, "py_mcp-server-git": repair.Pydantic, "py_mcp-server-time": repair.NoSDK,
	"temporal-cortex": repair.RMCP,
	"mapbox_mcp":      repair.TS1Zod4, "modelcontextprotocol_server-everything": repair.TS1Zod4, "modelcontextprotocol_server-filesystem": repair.TS1Zod4,
	"modelcontextprotocol_server-memory": repair.TS1Zod4, "xcodebuildmcp": repair.TS1Zod4,
	"upstash_context7": repair.TS2, "chrome-devtools": repair.TS2, "backlog": repair.TS2, "modelcontextprotocol_server-map": repair.TS2, "modelcontextprotocol_server-pdf": repair.TS2,
	"cloudbase": repair.TS1Zod3, "line_line-bot": repair.TS1Zod3, "postman_postman": repair.TS1Zod3, "argocd-mcp": repair.TS1Zod3, "figma-console": repair.TS1Zod3,
	"playwright_mcp": repair.Zod4, "firecrawl": repair.Zod4,
	// Schemas that were written by hand have no marks.
	"modelcontextprotocol_server-slack": repair.NoSDK, "modelcontextprotocol_server-postgres": repair.NoSDK, "zereight_mcp-gitlab": repair.NoSDK,
	"hostinger": repair.NoSDK, "notionhq": repair.NoSDK, "replicate": repair.NoSDK, "amap": repair.NoSDK, "codacy": repair.NoSDK,
}

func TestRecogniseRecordedServers(t *testing.T) {
	seen := map[string]bool{}
	for name, s := range corpus(t) {
		for prefix, want := range made {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			seen[prefix] = true
			for _, tl := range s.Tools {
				got, why := repair.Recognise(s, tl)
				if got != want {
					t.Errorf("%s %s: %q, not %q: %s", name, tl.Name, got, want, why)
				}
				if (got == repair.NoSDK) != (why == "") {
					t.Errorf("%s %s: %q without a reason, or a reason without", name, tl.Name, got)
				}
			}
		}
	}
	for prefix := range made {
		if !seen[prefix] {
			t.Errorf("there is no list %s", prefix)
		}
	}
}

// The marks that no recorded server shows.
func TestRecogniseMarks(t *testing.T) {
	tests := []struct {
		name string
		tool string
		want repair.SDK
	}{
		{"fastmcp's meta", `{"name":"f","inputSchema":{"additionalProperties":false,"properties":{},"type":"object"},"_meta":{"fastmcp":{"tags":[]}}}`, repair.PythonFast},
		{"fastmcp's wrapped result", `{"name":"f","inputSchema":{"properties":{},"type":"object"},"outputSchema":{"properties":{"result":{"type":"string"}},"required":["result"],"type":"object","x-fastmcp-wrap-result":true}}`, repair.PythonFast},
		{"null first", `{"description":"d","inputSchema":{"type":"object","properties":{"a":{"type":["null","array"]}}},"name":"f"}`, repair.GoSDK},
		{"int32 of Spring", `{"name":"f","description":"d","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"n":{"type":"integer","format":"int32"}},"required":["n"],"additionalProperties":false}}`, repair.Java},
		{"inputSchema before description", `{"name":"f","inputSchema":{"properties":{},"type":"object"},"description":"d"}`, repair.Kotlin},
		{"properties as a list", `{"name":"f","description":"d","inputSchema":{"type":"object","properties":[]}}`, repair.PHP},
		{"escaped slashes", `{"name":"f","description":"a\/b","inputSchema":{"type":"object","properties":{"a":{"type":["null","string"]}}}}`, repair.PHP},
		{"a backslash before a slash", `{"name":"f","description":"a\\/b","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, repair.NoSDK},
		{"escapes of .NET", `{"name":"f","description":"user\u0027s","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, repair.CSharp},
		{"an escaped backslash before u0027", `{"name":"f","description":"a\\u0027","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, repair.NoSDK},
		{"words of OpenAPI", `{"name":"f","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","nullable":true}}}}`, repair.OpenAPI},
		{"a name that is titled by hand", `{"name":"f","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","title":"What to find"}}}}`, repair.NoSDK},
		{"nothing", `{"name":"f"}`, repair.NoSDK},
		{"no tool", `null`, repair.NoSDK},
	}
	for _, test := range tests {
		s := open(t, `[`+test.tool+`,{"name":"other","description":"d","inputSchema":{"type":"object"}}]`)
		if got, why := repair.Recognise(s, s.Tools[0]); got != test.want {
			t.Errorf("%s: %q, not %q: %s", test.name, got, test.want, why)
		}
	}
	if got, _ := repair.Recognise(nil, nil); got != repair.NoSDK {
		t.Errorf("nothing at all: %q", got)
	}
}

// The tools of a list tell of those that have no marks of their own.
func TestRecogniseByTheOthers(t *testing.T) {
	s := open(t, `[{"name":"a","description":"d","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"properties":{"article_id":{"title":"Article Id","type":"integer"}},"title":"bArguments","type":"object"}}]`)
	got, why := repair.Recognise(s, s.Tools[0])
	if got != repair.PythonMCP || !strings.Contains(why, "(in b)") {
		t.Errorf("%q: %s", got, why)
	}
}

func TestEverySDKHasALanguage(t *testing.T) {
	for _, sdk := range repair.SDKs() {
		if sdk.Language() == "" && sdk != repair.OpenAPI {
			t.Errorf("%s has no language", sdk)
		}
	}
}
