package rulebook

import (
	"context"
	"encoding/json"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

// probeRule is a rule of package probe.
func probeRule(p probe.Rule) *Rule {
	ex := probeExamples[p.Name]
	return &Rule{
		Name: p.Name, Level: p.Level, About: "probe", Title: p.Title, Why: p.Doc, Mend: p.Next,
		Evidence: []string{p.Evidence}, Example: Example(ex.bad), Clean: Example(ex.good),
	}
}

// probeExample shows a rule of a probe: a tool, and how its server answers some
// arguments. It accepts all others.
type probeExample struct{ bad, good string }

// script is the text of a probe's example. It calls like a server.
type script struct {
	Tool    json.RawMessage `json:"tool"`
	Answers []struct {
		Arguments json.RawMessage `json:"arguments"` // absent where they are left out
		Result    json.RawMessage `json:"result"`
		Error     json.RawMessage `json:"error"`
		Ends      bool            `json:"ends"` // the server
	} `json:"answers"`
	Otherwise json.RawMessage `json:"otherwise"` // the result for all other arguments
}

// Do answers as the script says.
func (s *script) Do(_ context.Context, call wire.Call) (*wire.Answer, error) {
	accepted := s.Otherwise
	if accepted == nil {
		accepted = json.RawMessage(`{"content":[]}`)
	}
	for _, a := range s.Answers {
		if !sameJSON(a.Arguments, call.Arguments) {
			continue
		}
		switch {
		case a.Ends:
			return &wire.Answer{Outcome: wire.OutcomeServerGone}, nil
		case a.Error != nil:
			return &wire.Answer{Outcome: wire.OutcomeProtocolError, Received: []byte(`{"error":` + string(a.Error) + `}`), Error: &wire.RPCError{Raw: a.Error}}, nil
		}
		return scripted(a.Result), nil
	}
	return scripted(accepted), nil
}

func scripted(result json.RawMessage) *wire.Answer {
	a := &wire.Answer{Outcome: wire.OutcomeOK, Result: result, Received: result}
	if doc, err := jsondoc.Parse(result); err == nil && doc.Root().Get("isError").IsTrue() {
		a.Outcome = wire.OutcomeToolError
	}
	return a
}

func sameJSON(a, b []byte) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	left, err := jsondoc.Parse(a)
	if err != nil {
		return false
	}
	right, err := jsondoc.Parse(b)
	if err != nil {
		return false
	}
	_, differ := jsondoc.Difference(left.Root(), right.Root())
	return !differ
}

// probeFindings is what a probe of an example finds.
func probeFindings(ctx context.Context, text string) []tool.Finding {
	var s script
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil
	}
	snap := tool.Read([][]byte{[]byte(`{"tools":[` + string(s.Tool) + `]}`)}, v2025Nov)
	plan := probe.New(ctx, snap.Tools[0], probe.Options{Seed: 1})
	opt := probe.RunOptions{Consent: map[string]bool{plan.Tool.Name: true}, Protocol: v2025Nov, Rate: 1e6}
	var all []tool.Finding
	for _, f := range probe.Run(ctx, &s, []*probe.Plan{plan}, opt).Findings() {
		all = append(all, f.Finding)
	}
	return all
}

// The pieces of the examples.
const (
	titleNull   = `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":"string","default":null}}}}`
	titleBoth   = `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}}}}`
	titleText   = `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":"string"}}}}`
	titleLong   = `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":"string","minLength":1}}}}`
	titleNeeded = `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}}`
	limited     = `{"name":"find","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":50}}}}`
	unlimited   = `{"name":"find","inputSchema":{"type":"object","properties":{"limit":{"type":"integer"}}}}`
	closedTool  = `{"name":"find","inputSchema":{"type":"object","additionalProperties":false}}`
	openTool    = `{"name":"find","inputSchema":{"type":"object"}}`
	counted     = `{"name":"find","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"words":{"type":"integer"}},"required":["words"]}}`
)

// withAnswer is the text of an example: a tool and the answer to one call.
func withAnswer(tool, arguments, answer string) string {
	call := `{"arguments":` + arguments + `,`
	if arguments == "" {
		call = `{`
	}
	return `{"tool":` + tool + `,"answers":[` + call + answer + `}]}`
}

func withResult(tool, result string) string {
	return `{"tool":` + tool + `,"otherwise":` + result + `}`
}

func accepting(tool string) string { return `{"tool":` + tool + `}` }

// refusing is the result of a call that a validator refuses.
func refusing(text string) string {
	return `"result":{"isError":true,"content":[{"type":"text","text":` + jsondoc.Quote(text) + `}]}`
}

// pydantic is a refusal in the words of pydantic 2.
func pydantic(field, message, kind string) string {
	return refusing("1 validation error for find\n" + field + "\n  " + message + " [type=" + kind + ", input_value=None, input_type=NoneType]")
}

// probeExamples are the examples by rule. A test fails for a rule without one, and for
// one that does not behave.
var probeExamples = map[string]probeExample{
	"probe/crash-or-hang": {
		withAnswer(titleText, `{"title":""}`, `"ends":true`),
		withAnswer(titleText, `{"title":""}`, refusing("title must not be empty")),
	},
	"probe/default-rejected": {
		withAnswer(titleNull, `{"title":null}`, pydantic("title", "Input should be a valid string", "string_type")),
		accepting(titleBoth),
	},
	"probe/null-rejected": {
		withAnswer(`{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":["string","null"]}}}}`, `{"title":null}`, pydantic("title", "Input should be a valid string", "string_type")),
		withAnswer(titleText, `{"title":null}`, pydantic("title", "Input should be a valid string", "string_type")),
	},
	"probe/undeclared-required": {
		withAnswer(titleText, `{}`, pydantic("title", "Field required", "missing")),
		withAnswer(titleNeeded, `{}`, pydantic("title", "Field required", "missing")),
	},
	"probe/extra-rejected": {
		withAnswer(openTool, `{"probe_9832":"probe"}`, pydantic("probe_9832", "Extra inputs are not permitted", "extra_forbidden")),
		withAnswer(closedTool, `{"probe_9832":"probe"}`, pydantic("probe_9832", "Extra inputs are not permitted", "extra_forbidden")),
	},
	"probe/empty-string-rejected": {
		withAnswer(titleText, `{"title":""}`, pydantic("title", "String should have at least 1 character", "string_too_short")),
		withAnswer(titleLong, `{"title":""}`, pydantic("title", "String should have at least 1 character", "string_too_short")),
	},
	"probe/json-shaped-string": {
		withAnswer(titleText, `{"title":"{\"a\":1}"}`, pydantic("title", "Input should be a valid string", "string_type")),
		accepting(titleText),
	},
	"probe/arguments-absent-rejected": {
		withAnswer(openTool, "", pydantic("arguments", "Field required", "missing")),
		accepting(openTool),
	},
	"probe/valid-value-rejected": {
		withAnswer(unlimited, `{"limit":0}`, pydantic("limit", "Input should be greater than or equal to 1", "greater_than_equal")),
		withAnswer(limited, `{"limit":0}`, pydantic("limit", "Input should be greater than or equal to 1", "greater_than_equal")),
	},
	"probe/extra-ignored": {
		accepting(closedTool),
		accepting(openTool),
	},
	"probe/invalid-accepted": {
		accepting(limited),
		`{"tool":` + unlimited + `,"otherwise":{"isError":true,"content":[{"type":"text","text":"1 validation error for find\nlimit\n  Input should be a valid integer [type=int_type, input_value=None, input_type=NoneType]"}]}}`,
	},
	"probe/structured-mismatch": {
		withResult(counted, `{"content":[],"structuredContent":{"words":"2"}}`),
		withResult(counted, `{"content":[],"structuredContent":{"words":2}}`),
	},
	"probe/structured-missing": {
		withResult(counted, `{"content":[{"type":"text","text":"2 words"}]}`),
		withResult(counted, `{"content":[],"structuredContent":{"words":2}}`),
	},
	"probe/null-differs": {
		withAnswer(titleBoth, `{"title":null}`, `"result":{"content":[{"type":"text","text":"nothing has the title null"}]}`),
		accepting(titleBoth),
	},
	"probe/error-as-protocol": {
		withAnswer(titleNeeded, `{}`, `"error":{"code":-32602,"message":"1 validation error for find\ntitle\n  Field required [type=missing, input_value={}, input_type=dict]"}`),
		withAnswer(titleNeeded, `{}`, pydantic("title", "Field required", "missing")),
	},
}
