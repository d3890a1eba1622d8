package views

import (
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// The samples tell the second founding story of the product: a tool whose
// advertised default is refused.

const sampleInput = `{
  "properties": {
    "article_id": {"title": "Article Id", "type": "integer"},
    "title": {"default": null, "title": "Title", "type": "string"},
    "bbox": {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "additionalItems": false}
  },
  "required": ["article_id"]
}`

const sampleConverted = `{
  "properties": {
    "article_id": {"title": "Article Id", "type": "integer"},
    "title": {"default": null, "title": "Title", "type": "string"},
    "bbox": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false}
  },
  "required": ["article_id"]
}`

// pair lays two texts of the same number of lines side by side.
func pair(t testing.TB, left, right string, notes map[jsondoc.Pointer]int) []diff.Row {
	t.Helper()
	l, r := lines(t, left), lines(t, right)
	if len(l) != len(r) {
		t.Fatalf("samples have %d and %d lines", len(l), len(r))
	}
	rows := make([]diff.Row, len(l))
	for i := range l {
		row := diff.Row{Left: sideOf(i, l[i]), Right: sideOf(i, r[i])}
		if l[i].Text != r[i].Text {
			row.Op = diff.Changed
			a, b := markOf(l[i].Text, r[i].Text)
			row.Left.Marks, row.Right.Marks = []diff.Span{a}, []diff.Span{b}
		}
		if n := notes[row.Right.Pointer]; n > 0 && !closing(row.Right.Text) {
			row.Notes = []int{n}
		}
		rows[i] = row
	}
	return rows
}

func lines(t testing.TB, text string) []jsondoc.Line {
	t.Helper()
	doc, err := jsondoc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root().Lines()
}

func sideOf(i int, l jsondoc.Line) diff.Side {
	return diff.Side{Number: i + 1, Depth: l.Depth, Text: l.Text, Pointer: l.Node.Pointer()}
}

// markOf leaves out what two texts begin and end with.
func markOf(a, b string) (diff.Span, diff.Span) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	for i > 0 && a[i] != '"' { // a whole literal is marked, as the real comparison does
		i--
	}
	for j > 0 && a[len(a)-1-j] != '"' {
		j--
	}
	return diff.Span{Start: i, End: len(a) - j}, diff.Span{Start: i, End: len(b) - j}
}

func sampleWhere() Where {
	return Where{Server: "articles", Tool: "update_article", N: 4, HasN: true}
}

func sampleSchema(t testing.TB) *Schema {
	rows := pair(t, sampleInput, sampleConverted, map[jsondoc.Pointer]int{
		"/properties/bbox/prefixItems": 1, "/properties/bbox/items": 2,
	})
	return &Schema{
		Side: Input, Size: 812, Dialect: "2020-12", Target: "2020-12", Choices: sampleChoices(),
		Why:  "The schema has no `$schema`, and the protocol says that it is then 2020-12; `items` is an array, so it was read as draft-07.",
		Rows: rows, Hunks: []diff.Hunk{{Start: 0, End: 2}, {Folded: true, Start: 2, End: 6}, {Start: 6, End: len(rows)}},
		Changes: []Change{
			{Number: 1, From: "/properties/bbox/items", To: "/properties/bbox/prefixItems", Reason: "A tuple is written `prefixItems` in 2020-12; `items` may no longer be an array.", Source: "https://json-schema.org/draft/2020-12/release-notes#changes-to-items-and-additionalitems"},
			{Number: 2, From: "/properties/bbox/additionalItems", To: "/properties/bbox/items", Reason: "Renamed to `items`: what follows the tuple.", Source: "https://json-schema.org/draft/2020-12/release-notes#changes-to-items-and-additionalitems"},
			{Number: 3, From: "", To: "", Gone: true, Loss: true, Reason: "`definitions` nobody refers to were left out.", Effect: "unpreservable"},
		},
	}
}

func sampleFindings() []Finding {
	return []Finding{
		{Finding: tool.Finding{Rule: "lint/default-invalid", Level: tool.LevelCall, Pointer: "/inputSchema/properties/title/default",
			Message: "The advertised default is refused: `default` is null and `type` is string.", Next: "Let the type accept null, or leave the default out.",
			Evidence: "https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2"}, Code: "title: str | None = None"},
		{Finding: tool.Finding{Rule: "ts-client/dialect-2020-only", Level: tool.LevelTool, Pointer: "/outputSchema/$schema",
			Message: "Claude Desktop refuses an output schema that declares draft-07.", Next: "Leave `$schema` out.", Target: "Claude Desktop", Evidence: "measured 2026-11-12"}},
		{Finding: tool.Finding{Rule: "protocol/title", Level: tool.LevelWarn, Pointer: "/title", Message: "The tool has no title."}},
	}
}

func sampleTool(t testing.TB) *Tool {
	return &Tool{
		N: 4, Name: "update_article", HasName: true, Description: "Update an article. Fields left out are not touched.", HasDesc: true, Size: 1290, Hash: "5f2c",
		Hints:    []Hint{{"readOnlyHint", false, false}, {"destructiveHint", true, true}, {"idempotentHint", true, true}, {"openWorldHint", false, true}},
		Dialects: []Chip{{Text: "input: no $schema → 2020-12 by default"}, {Text: "output: draft-07", Level: tool.LevelTool, Title: "Declared by $schema"}},
		Verdicts: []Verdict{
			{Target: "Claude Desktop", Level: tool.LevelTool}, {Target: "OpenAI strict", Level: tool.LevelSession}, {Target: "Gemini", Level: tool.LevelMangle},
			{Target: "Claude Code"}, {Target: "OpenAI tools"}, {Target: "VS Code"}, {Target: "Cursor"}, {Target: "Zed", State: "unknown"},
		},
		Banner: &Banner{Level: tool.LevelCall, Title: "The advertised default is refused.",
			Text: "`/title`, `/body_markdown` and `/published` say `default: null` and `type: string`. Sent explicitly, the server answered `Input should be a valid string`.",
			Fix:  "Let the type accept null. In Python:", Code: "title: str | None = None", Href: sampleWhere().Line(Input, false, "/properties/title/default")},
		Input: sampleSchema(t), Marks: sampleMarks(), Errors: 2, Warnings: 1,
		InputBadge: Badge{Count: 1, Level: tool.LevelCall}, OutputBadge: Badge{Count: 1, Level: tool.LevelTool},
	}
}

func sampleServers() []Server {
	return []Server{
		{"articles", "articles", StateReady, "FastMCP · stdio"}, {"mapbox", "mapbox", StateReady, "29 tools"},
		{"everything", "everything", StateStarting, "starting"}, {"github", "github", StateFailed, "exit 1 · see stderr"},
		{"notes", "notes", StateClosed, "closed"}, {"saved", "answer.json", StateFile, "12 tools · file"},
	}
}

func sampleList() *List {
	return &List{State: StateReady, Total: 5, Matched: 5, Counts: Counts{5, 2, 1, 2, 0}, Items: []Item{
		{N: 0, Name: "create_article", HasName: true, Warnings: 1}, {N: 1, Name: "delete_article", HasName: true},
		{N: 2, Name: "get_article", HasName: true}, {N: 3, Name: "list_articles", HasName: true, Errors: 1},
		{N: 4, Name: "update_article", HasName: true, Errors: 3, Warnings: 1},
	}}
}

func sampleFields() []Field {
	return []Field{
		{Pointer: "/article_id", Name: "article_id", Type: "integer", Required: true, Control: ControlNumber, State: Value, Value: "42"},
		{Pointer: "/title", Name: "title", Type: "string", HasDefault: true, Default: "null", Control: ControlText, State: Null, Value: "A title typed before",
			Errors: []string{"got null, want string — yet null is its default"}},
		{Pointer: "/body_markdown", Name: "body_markdown", Type: "string", HasDefault: true, Default: "null", Control: ControlArea, State: Omit,
			Description: "The text of the article as CommonMark. Headings start at the second level; images are referred to by their address, which must be one of the allowed hosts."},
		{Pointer: "/published", Name: "published", Type: "boolean", HasDefault: true, Default: "null", Control: ControlSelect, State: Omit, Options: []Option{{"true", "true", ""}, {"false", "false", ""}}},
		{Pointer: "/confirm", Name: "confirm", Type: "boolean", HasDefault: true, Default: "false", Control: ControlSelect, State: Value, Value: "true", Options: []Option{{"true", "true", ""}, {"false", "false", ""}}},
	}
}

func sampleCall() *Call {
	c := &Call{
		ID: "c1", Mode: ModeForm, Fields: sampleFields(), Timeout: "60s",
		JSON:    "{\n  \"article_id\": 42,\n  \"title\": null,\n  \"confirm\": true\n}",
		Sends:   `{"article_id":42,"title":null,"confirm":true}`,
		Verdict: CallVerdict{State: "invalid", Text: "1 error, can still be sent"},
		Answer:  sampleAnswer(),
	}
	c.Fields[1].Server = []string{"Input should be a valid string"}
	return c
}

func sampleAnswer() *Answer {
	return &Answer{
		Outcome: OutcomeToolError, Took: "38 ms", IsError: true, At: "14:02:11",
		Fields:   []FieldError{{Pointer: "/title", Message: "Input should be a valid string", Detail: "string_type · got null"}},
		Words:    "1 validation error for update_articleArguments\ntitle\n  Input should be a valid string [type=string_type, input_value=None, input_type=NoneType]",
		Sent:     Bytes{Text: `{"article_id":42,"title":null,"confirm":true}`, Size: 45},
		Received: Bytes{Text: `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"1 validation error"}],"isError":true}}`, Size: 105},
	}
}

func samplePanel() *ServerPanel {
	at := time.Date(2026, 11, 30, 14, 2, 11, 38e6, time.UTC)
	return &ServerPanel{
		ID: "articles", Name: "articles", State: StateReady, Transport: "stdio", Command: []string{"python", "server.py", "--mode", "two words"},
		Dir: "/home/ann/articles", Source: ".mcp.json, line 4", Env: []string{"ARTICLES_TOKEN"}, Started: at, Took: 412 * time.Millisecond,
		Reported: Reported{Name: "articles", Version: "1.2.0", Protocol: "2025-06-18", Era: "legacy", Capabilities: "{\n  \"tools\": {\n    \"listChanged\": true\n  }\n}", Instructions: "Use list_articles first."},
		Stderr:   []string{"INFO     Starting server", "WARNING  no token given"}, StderrMore: 3, Noise: []string{"* Serving on stdio"},
		Overview: Overview{Counts: Counts{5, 2, 1, 2, 0}, Pages: 1, Bytes: 6120, Dialects: []DialectCount{{"none declared", 5}, {"draft-07", 2}},
			Worst: []ToolFinding{{Items: []Item{{N: 4, Name: "update_article", HasName: true}}, Finding: sampleFindings()[0]}, {Items: []Item{{N: 3, Name: "list_articles", HasName: true}}, More: 24, Finding: sampleFindings()[1]}}},
		CanRestart: true, CanStop: true,
		Wire: &Wire{Messages: []Message{
			{Seq: 1, Out: true, At: at, Kind: "request", Method: "initialize", ID: "0", Size: 161, Text: `{"jsonrpc":"2.0","id":0,"method":"initialize"}`},
			{Seq: 2, At: at.Add(300 * time.Millisecond), Kind: "response", Method: "initialize", ID: "0", Size: 402, Took: 300 * time.Millisecond, Text: `{"jsonrpc":"2.0","id":0,"result":{}}`},
			{Seq: 3, Out: true, At: at.Add(301 * time.Millisecond), Kind: "notification", Method: "notifications/initialized", Size: 54, Text: `{"jsonrpc":"2.0","method":"notifications/initialized"}`},
			{Seq: 4, At: at.Add(302 * time.Millisecond), Kind: "noise", Size: 19, Text: "* Serving on stdio\n"},
			{Seq: 5, Out: true, At: at.Add(303 * time.Millisecond), Kind: "request", Method: "tools/call", ID: "7", Size: 139, Text: `{"jsonrpc":"2.0","id":7}`, HTTPLine: "POST /mcp → 200 text/event-stream"},
			{Seq: 6, At: at.Add(341 * time.Millisecond), Kind: "error", Method: "tools/call", ID: "7", Size: 105, Took: 38 * time.Millisecond, Text: `{"jsonrpc":"2.0","id":7,"error":{"code":-32602}}`, Cut: 2000},
		}},
	}
}

func samplePage(t testing.TB) Page {
	return Page{
		Where: sampleWhere(), Version: "0.1.0", Servers: sampleServers(), List: sampleList(), Tool: sampleTool(t), Server: samplePanel(), Call: sampleCall(),
		Targets: sampleTargets(),
	}
}

func sampleChoices() []string {
	return []string{"2020-12", "2019-09", "draft-07", "draft-06", "draft-04"}
}

func sampleTargets() (list []Target) {
	for _, name := range sampleChoices() {
		list = append(list, Target{name, "JSON Schema " + name})
	}
	return list
}

// sampleConvert is a pasted schema with all that can stand around it.
func sampleConvert(t testing.TB) *Convert {
	s := sampleSchema(t)
	s.Side, s.Choices = Pasted, nil
	return &Convert{Text: sampleInput, Target: "2020-12", Targets: sampleTargets(), Choices: sampleChoices(), Schema: s,
		Repairs: []Repair{{Name: "nullable", What: `OpenAPI's "nullable": true becomes a type of null`, Chosen: true}}}
}

// guessed is what a schema says that declares nothing and is of an older dialect.
func guessed(s *Schema) {
	s.Dialect, s.Guessed, s.Evidence = "2019-09", true, "/properties/bbox/items"
	s.Why = "There is no $schema, which means 2020-12, but items is a list at /properties/bbox/items, which 2020-12 does not allow; it is read as 2019-09, the newest dialect that does."
}

// readAsDraft07 is what the reader chose.
func readAsDraft07(s *Schema) {
	s.Dialect, s.As, s.Why = "draft-07", "draft-07", "Left to itself: There is no $schema, which means 2020-12."
}

// notJSON is a text that stops being JSON.
func notJSON(c *Convert) {
	c.Schema = nil
	c.Problem = &Problem{What: "This is not JSON. Unexpected 't', did you mean true?", Next: "Mend the text at the place shown."}
	c.Excerpt = &Excerpt{Line: 3, Column: 15, Pointer: "/b/2", Before: `  "b": [1, 2, `, At: "t", After: "ru],"}
}

// doubtful is a pasted schema with all that can stand above it.
func doubtful(c *Convert) {
	at := jsondoc.Pointer("/properties/title/type")
	guessed(c.Schema)
	c.Hint = &Problem{What: "This looks like a tool, not like a schema.", Next: "Paste the value of its `inputSchema`."}
	c.Doubts = []Remark{{At: "/properties/title", What: "The name \"title\" stands twice in this object."}}
	c.Schema.NotCompiled, c.Schema.NotCompiledAt = &Problem{What: "It does not compile as 2019-09: `any` is no type.", Next: "Mend the schema where it is made."}, &at
	c.Schema.AlsoAt = []Remark{{At: "/properties/bbox", What: "minimum must be a number; got `x` (string)"}}
}

// longSchema has n properties, every tenth of which changes.
func longSchema(t testing.TB, n int) *Schema {
	var l, r strings.Builder
	l.WriteString(`{"type":"object","properties":{`)
	r.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		if i > 0 {
			l.WriteByte(',')
			r.WriteByte(',')
		}
		name := `"p` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + itoa(i) + `":`
		l.WriteString(name + `{"type":"number","description":"A value between zero and one hundred.","minimum":0`)
		r.WriteString(name + `{"type":"number","description":"A value between zero and one hundred.","minimum":0`)
		if i%10 == 3 {
			l.WriteString(`,"exclusiveMinimum":true}`)
			r.WriteString(`,"exclusiveMinimum":0}`)
		} else {
			l.WriteByte('}')
			r.WriteByte('}')
		}
	}
	l.WriteString("}}")
	r.WriteString("}}")
	s := sampleSchema(t)
	s.Rows = pair(t, l.String(), r.String(), nil)
	s.Size, s.Changes, s.Hunks = l.Len(), nil, hunksOf(s.Rows)
	return s
}

func itoa(n int) string { return thousands(n) }

// hunksOf folds everything that is three rows away from a change.
func hunksOf(rows []diff.Row) []diff.Hunk {
	near := make([]bool, len(rows))
	for i, r := range rows {
		if r.Op != diff.Same {
			for j := max(i-3, 0); j <= min(i+3, len(rows)-1); j++ {
				near[j] = true
			}
		}
	}
	var hunks []diff.Hunk
	for i := range rows {
		if i == 0 || near[i] != near[i-1] {
			hunks = append(hunks, diff.Hunk{Folded: !near[i], Start: i})
		}
		hunks[len(hunks)-1].End = i + 1
	}
	return hunks
}
