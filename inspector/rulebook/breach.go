package rulebook

import "mcploupe/inspector/tool"

// breachExample shows a rule of the protocol that reading checks: an answer that
// breaks it, and one that does not.
type breachExample struct {
	as        exampleKind
	bad, good string
	version   string // of the protocol, where the rule is of some versions only
}

// exampleKind says what an example is the text of.
type exampleKind uint8

const (
	aTool    exampleKind = iota
	aPage                // the result of a tools/list
	aSession             // the messages of a session, one a line
)

// read reads an example as it would come from a server.
func (e breachExample) read(text string) *tool.Snapshot {
	switch e.as {
	case aTool:
		text = `{"tools":[` + text + `]}`
	case aSession:
		snap, err := tool.Open("session", []byte(text))
		if err != nil {
			return &tool.Snapshot{}
		}
		return snap
	}
	return tool.Read([][]byte{[]byte(text)}, e.version)
}

const (
	v2025Nov = "2025-11-25"
	v2026Jul = "2026-07-28"

	listFind = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}}`
)

// breachExamples are the examples by rule. A test fails for a rule without one,
// and for one that does not behave.
var breachExamples = map[string]breachExample{
	"protocol/list-result": {
		as:   aPage,
		bad:  `[{"name":"find","inputSchema":{"type":"object"}}]`,
		good: `{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}`,
	},
	"protocol/list-tools": {
		as:   aPage,
		bad:  `{"tools":{"find":{"name":"find","inputSchema":{"type":"object"}}}}`,
		good: `{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}`,
	},
	"protocol/list-cursor": {
		as:   aPage,
		bad:  `{"tools":[{"name":"find","inputSchema":{"type":"object"}}],"nextCursor":null}`,
		good: `{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}`,
	},
	"protocol/list-result-type": {
		as: aPage, version: v2026Jul,
		bad:  `{"resultType":"tools","tools":[],"ttlMs":0,"cacheScope":"private"}`,
		good: `{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}`,
	},
	"protocol/list-cache": {
		as: aPage, version: v2026Jul,
		bad:  `{"resultType":"complete","tools":[]}`,
		good: `{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}`,
	},
	"protocol/list-error": {
		as:   aSession,
		bad:  `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}` + "\n" + listFind,
		good: listFind,
	},
	"protocol/line-not-json": {
		as:   aSession,
		bad:  "Server listening on stdio\n" + listFind,
		good: listFind,
	},
	"protocol/tool-not-object": {
		bad:  `null`,
		good: `{"name":"find","inputSchema":{"type":"object"}}`,
	},
	"protocol/name-missing": {
		bad:  `{"title":"Find","inputSchema":{"type":"object"}}`,
		good: `{"name":"find","title":"Find","inputSchema":{"type":"object"}}`,
	},
	"protocol/name-empty": {
		bad:  `{"name":"","inputSchema":{"type":"object"}}`,
		good: `{"name":"find","inputSchema":{"type":"object"}}`,
	},
	"spec/name-format": {
		version: v2025Nov,
		bad:     `{"name":"find city!","inputSchema":{"type":"object"}}`,
		good:    `{"name":"find_city","title":"Find city!","inputSchema":{"type":"object"}}`,
	},
	"lint/name-duplicate": {
		as:   aPage,
		bad:  `{"tools":[{"name":"find","inputSchema":{"type":"object"}},{"name":"find","inputSchema":{"type":"object"}}]}`,
		good: `{"tools":[{"name":"find","inputSchema":{"type":"object"}},{"name":"find_all","inputSchema":{"type":"object"}}]}`,
	},
	"protocol/field-type": {
		bad:  `{"name":"find","description":null,"inputSchema":{"type":"object"}}`,
		good: `{"name":"find","inputSchema":{"type":"object"}}`,
	},
	"protocol/field-misspelt": {
		bad:  `{"name":"find","inputSchema":{"type":"object"},"output_schema":{"type":"object"}}`,
		good: `{"name":"find","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`,
	},
	"spec/input-root-object": {
		bad:  `{"name":"find","inputSchema":{}}`,
		good: `{"name":"find","inputSchema":{"type":"object"}}`,
	},
	"spec/output-root-object": {
		version: v2025Nov,
		bad:     `{"name":"find","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`,
		good:    `{"name":"find","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"result":{"type":"array"}},"required":["result"]}}`,
	},
	"lint/boolean-property": {
		version: v2025Nov,
		bad:     `{"name":"find","inputSchema":{"type":"object","properties":{"filter":true}}}`,
		good:    `{"name":"find","inputSchema":{"type":"object","properties":{"filter":{}}}}`,
	},
	"lint/property-not-schema": {
		bad:  `{"name":"find","inputSchema":{"type":"object","properties":{"city":"string"}}}`,
		good: `{"name":"find","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}`,
	},
	"lint/required-not-array": {
		bad:  `{"name":"find","inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":null}}`,
		good: `{"name":"find","inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}`,
	},
	"protocol/annotation-type": {
		bad:  `{"name":"find","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"true"}}`,
		good: `{"name":"find","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
	},
	"protocol/icon": {
		bad:  `{"name":"find","inputSchema":{"type":"object"},"icons":[{"mimeType":"image/png"}]}`,
		good: `{"name":"find","inputSchema":{"type":"object"},"icons":[{"src":"https://example.com/find.png","mimeType":"image/png"}]}`,
	},
	"protocol/icon-address": {
		bad:  `{"name":"find","inputSchema":{"type":"object"},"icons":[{"src":"http://example.com/find.png"}]}`,
		good: `{"name":"find","inputSchema":{"type":"object"},"icons":[{"src":"https://example.com/find.png"}]}`,
	},
	"protocol/task-support": {
		bad:  `{"name":"find","inputSchema":{"type":"object"},"execution":{"taskSupport":true}}`,
		good: `{"name":"find","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}}`,
	},
}
