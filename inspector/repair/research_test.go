package repair_test

import (
	"testing"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// otherwise says why no repair is what the gathered rules have as the mended form.
var otherwise = map[string]string{
	// The mended form says something that only its author knows.
	"lint/annotation-type":                 "it invents a description; null is left out",
	"lint/ref-unresolved":                  "it invents the definition",
	"lint/ref-loop":                        "it invents the definition",
	"lint/pattern-not-portable":            "it invents another pattern",
	"lint/untyped":                         "it drops the description too",
	"lint/description-missing":             "it invents a description",
	"lint/arguments-erased":                "it invents another description",
	"lint/depth":                           "it invents a flatter structure",
	"lint/name-duplicate":                  "it invents another name",
	"lint/name-collision":                  "it invents other names",
	"spec/remote-ref":                      "it invents the definition",
	"ts-client/null-metadata":              "it invents a description and adds properties",
	"py-client/output-ref-unresolved":      "it invents the definition",
	"gemini/undefined-ref":                 "it drops the branch with the reference",
	"claude-code/name-length":              "it invents a shorter name",
	"vscode/name-length":                   "it invents a shorter name",
	"gemini-cli/name-mangle":               "it invents a shorter name",
	"amazon-q/name-length":                 "it invents a shorter name",
	"cursor/name-60":                       "it invents a shorter name",
	"bedrock/name":                         "it invents a shorter name",
	"gemini/name":                          "it invents another name",
	"moonshot/name-digit":                  "it invents another first letter",
	"claude-code/untyped-args-as-strings":  "it guesses the types from the names",
	"codex/boolean-to-string":              "it guesses one type for each of two properties",
	"vscode/description-missing":           "it invents a description",
	"bedrock/description-empty":            "it invents a description; the empty one is left out",
	"copilot-chat/tuple":                   "it invents names for the elements",
	"gemini/object-keywords-on-non-object": "it invents properties",
	"moonshot/anyof-with-type":             "it invents properties",
	"copilot-studio/exclusive-minimum":     "it invents the number 0.01",
	"windsurf/meta-2020-12":                "it invents the bound; true without one says nothing and is left out",
	"claude-connectors/annotations":        "it claims that the tool only reads",
	"openai-review/annotations":            "it claims that the world is closed; the default of the protocol is written out",
	"openai-agents/strict-conversion":      "it invents a property",
	// Another form, as good or better.
	"claude-api/strict-subset":            "it requires what was optional, so that a model must invent a value; null is admitted instead",
	"openai-strict/additional-properties": "it requires what was optional, so that a model must invent a value; null is admitted instead",
	"bedrock-nova/root-keys":              "it adds an empty required",
	"lint/id-duplicate":                   "it mends both tools of the list and drops required",
	"spec/output-root-object":             "the result is called \"result\", as FastMCP does, and required",
	"fireworks/untyped-property":          "it leaves null and the description out",
	"gemini/ref-siblings":                 "it puts a description in the place of the title",
	"moonshot/endless-recursion":          "it takes n out of required too, which is no part of the cycle",
	"openai-strict/keywords":              "it is a sentence",
	"claude-code/null-not-transmitted":    "it is a sentence",
}

// TestGatheredMends holds each repair against the mended form of the gathered
// rules: one of the ways, or the first ways of all findings one after the other,
// gives it.
func TestGatheredMends(t *testing.T) {
	c := catalog(t)
	rules, _ := research(t)
	matched := 0
	for _, r := range rules {
		if !r.isTool() {
			continue
		}
		s := open(t, string(r.Trigger))
		found := 0
		ok := false
		for _, tl := range s.Tools {
			for _, f := range findingsOf(c, s, tl, r.ID) {
				found++
				for _, m := range ways(t, c, s, tl, f, none) {
					checkRepair(t, c, s, tl, f, m)
					ok = ok || m.Tool != nil && equalJSON(m.Tool, r.Fix, tl.Index)
				}
			}
		}
		if found == 0 && (clientRule(c, r.ID) == nil || clientRule(c, r.ID).FromList()) {
			t.Errorf("%s: its trigger is not found", r.ID)
		}
		ok = ok || equalJSON(oneAfterTheOther(t, c, s, r.ID, strictToo(r.ID)), r.Fix, 0)
		switch {
		case ok:
			matched++
			if why := otherwise[r.ID]; why != "" {
				t.Errorf("%s: the mended form is reached, though %q", r.ID, why)
			}
		case len(r.Fix) > 0 && r.Fix[0] != '{' && r.Fix[0] != '[':
		case otherwise[r.ID] == "":
			t.Errorf("%s: no repair gives the mended form\nfrom %s\nto   %s", r.ID, r.Trigger, r.Fix)
		}
	}
	t.Logf("%d of the gathered mended forms are reached", matched)
	if matched < 150 {
		t.Errorf("only %d mended forms are reached", matched)
	}
}

// strictToo are rules whose mended form mends another one too.
func strictToo(rule string) []string {
	switch rule {
	case "openai-strict/additional-properties":
		return []string{"openai-strict/all-required"}
	case "claude-api/strict-subset":
		return []string{"openai-strict/all-required"}
	case "copilot-cli/gemini-union-items":
		return []string{"ts-client/boolean-property"}
	}
	return nil
}

// oneAfterTheOther makes the first repair of each finding of some rules in turn.
func oneAfterTheOther(t *testing.T, c *profile.Catalog, s *tool.Snapshot, rule string, more []string) []byte {
	t.Helper()
	list, tl := s, s.Tools[0]
	for range 20 {
		var next []tool.Finding
		for _, r := range append([]string{rule}, more...) {
			next = append(next, findingsOf(c, list, tl, r)...)
		}
		done := true
		for _, f := range next {
			if w := ways(t, c, list, tl, f, none); len(w) > 0 && w[0].Tool != nil {
				list, tl = replaced(t, list, tl, w[0].Tool)
				done = false
				break
			}
		}
		if done {
			break
		}
	}
	return tl.Raw
}

// generators name the SDKs of the gathered generator quirks.
var generators = map[string]repair.SDK{
	"Python FastMCP / MCP Python SDK (pydantic)":        repair.PythonMCP,
	"TypeScript SDK 1.x (McpServer)":                    repair.TS1Zod3,
	"TypeScript SDK 1.x (McpServer) | zod 4":            repair.TS1Zod4,
	"TypeScript SDK 2.x (@modelcontextprotocol/server)": repair.TS2,
	"Go SDK (google/jsonschema-go)":                     repair.GoSDK,
	"mark3labs/mcp-go":                                  repair.MCPGo,
	"Rust rmcp (schemars)":                              repair.RMCP,
	"C# SDK (System.Text.Json / AIJsonUtilities)":       repair.CSharp,
	"Spring AI MCP":                                     repair.Java,
	"PHP SDKs, WordPress, Shopware":                     repair.PHP,
}

// TestGeneratorQuirks mends what the gathered generators are known to emit: for
// each fault that a list shows there are words of the SDK.
func TestGeneratorQuirks(t *testing.T) {
	c := catalog(t)
	_, quirks := research(t)
	mended := 0
	for _, q := range quirks {
		sdk, known := generators[q.Generator]
		if !known || len(q.Emits) == 0 || q.Emits[0] != '{' {
			continue
		}
		text := `{"name":"update_article","description":"Updates.","inputSchema":` + string(q.Emits) + `}`
		s := open(t, text)
		for _, rule := range q.Rules {
			for _, f := range findingsOf(c, s, s.Tools[0], rule) {
				words := false
				for _, r := range ways(t, c, s, s.Tools[0], f, none) {
					checkRepair(t, c, s, s.Tools[0], f, r)
					words = words || repair.InWordsOf(s.Tools[0], r, sdk) != nil
				}
				if !words {
					t.Errorf("%s, %s: no words for %s at %s", q.Generator, q.Construct, rule, f.Pointer)
				}
				mended++
			}
		}
	}
	if mended < 60 {
		t.Errorf("only %d faults of generators are found", mended)
	}
}
