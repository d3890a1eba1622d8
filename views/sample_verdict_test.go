package views

import (
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

func sampleMarks() []LineMark {
	var marks []LineMark
	for _, f := range sampleFindings() {
		marks = append(marks, LineMark{f.Pointer, f.Rule, f.Level, f.Message})
	}
	return marks
}

// sampleFound is a findings tab with everything that it can show.
func sampleFound() *Found {
	return &Found{
		Total: 3, Matched: 3, All: 3, MendAll: true,
		Clients: []FilterLink{{"claude-desktop", "Claude Desktop", "error", 2, false}, {"cursor", "Cursor", "unknown", 1, false}},
		Effects: []FilterLink{{"tool", "tool lost", "error", 1, false}, {"warn", "warning", "warn", 2, false}},
		Core:    &Core{Reasons: []Remark{{"/inputSchema/properties/title/default", "A default of `null` where null is no value."}}, More: 7},
		Conflicts: []Conflict{{Want: "a field that may be null", Places: []jsondoc.Pointer{"/inputSchema/properties/title"}, More: 2, Spellings: []Spelling{
			{Text: "`anyOf` with `{\"type\": \"null\"}`", Best: true, Refused: []string{"Gemini CLI"}},
			{Text: "`type` as a list", Refused: []string{"Cursor", "Zed"}, Changed: []string{"VS Code"}, Depends: []string{"ChatGPT"}},
			{Text: "the field left out", Instead: true}}}},
		Groups: []FindingGroup{
			{Number: 1, Rule: "lint/default-invalid", Level: tool.LevelCall, Message: "The default is `null`, and `type` is `string`.", Next: "Let the type accept null.", CanFix: true,
				Count: 9, Places: []FoundPlace{
					{Pointer: "/inputSchema/properties/title/default", Lines: sampleExcerpt()},
					{Pointer: "/inputSchema/properties/body/default", Message: "The default of body is `null`, and `type` is `string`."}},
				Evidence: []string{"https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2"}, Mend: sampleMend(),
			},
			{Number: 2, Rule: "ts-client/dialect-2020-only", Title: "Dialect that is not read", Level: tool.LevelTool, Clients: []string{"Claude Desktop"}, Message: "Claude Desktop refuses an output schema that declares draft-07.",
				Count: 1, Places: []FoundPlace{{Pointer: "/outputSchema/$schema"}}, CanFix: true, At: "/outputSchema/$schema", Basis: "reproduced with the published packages", Date: "last seen 2026-11-12", Status: "in some versions only",
				Evidence: []string{"measured 2026-11-12"}},
			{Number: 3, Rule: "protocol/title", Level: tool.LevelWarn, Message: "The tool has no title.", Count: 1, Places: []FoundPlace{{Pointer: "/title"}}, ByHand: "Only the author knows the title."},
		},
	}
}

func sampleClientFound() *Found {
	f := sampleFound()
	f.Client = &ClientNote{ID: "cursor", Name: "Cursor", Verdict: "Fine as far as is known. Under a condition, or in some versions: call fails.", Versions: "2.x", Note: "Built on the TypeScript SDK.", Evidence: []string{"https://example.com/1"}, How: "inferred from what it is built on"}
	f.Mend, f.Core, f.Conflicts = &Mend{Title: "All that can be mended safely", Nothing: "Nothing here can be mended without a guess."}, nil, nil
	f.Clients[1].Current = true
	f.Groups, f.Matched, f.All, f.From = f.Groups[1:2], 1, 50, 20
	f.Groups[0].Possible = true
	return f
}

func sampleExcerpt() []ExcerptLine {
	return []ExcerptLine{{4, 3, `"type": "string",`, false}, {5, 3, `"default": null`, true}, {6, 2, `},`, false}}
}

func sampleMend() *Mend {
	return &Mend{Title: "Repair at `/inputSchema/properties/title/default`", Ways: []MendWay{
		{Title: "Let null in", Explain: "The type accepts null as well.", Effect: "accepts more values", Safe: true, Mends: 2, Gaps: []int{0},
			Rows: []diff.Row{
				{Left: diff.Side{Number: 4, Depth: 3, Text: `"title": {`, Pointer: "/inputSchema/properties/title"}, Right: diff.Side{Number: 4, Depth: 3, Text: `"title": {`, Pointer: "/inputSchema/properties/title"}},
				{Op: diff.Changed, Left: diff.Side{Number: 5, Depth: 4, Text: `"type": "string",`, Pointer: "/inputSchema/properties/title/type"}, Right: diff.Side{Number: 5, Depth: 4, Text: `"type": ["string", "null"],`, Pointer: "/inputSchema/properties/title/type"}}},
			Source: &SourceMend{SDK: "FastMCP (Python)", Why: "`title` at every property", Before: "title: str = None", After: "title: str | None = None", Language: "python"}},
		{Title: "Take any string", Guess: true, Cut: 3, Breaks: []string{"Gemini CLI: a list of types is refused."}, Also: []string{"Cursor may drop it."}, MoreAlso: 2,
			Rows: []diff.Row{{Op: diff.Removed, Left: diff.Side{Number: 5, Depth: 4, Text: `"default": null`, Pointer: "/inputSchema/properties/title/default"}}}},
		{Title: "Only the author can tell", Explain: "Say what the default is."},
	}}
}

func sampleTargetChoice() TargetChoice {
	return TargetChoice{Chosen: 2, Back: "/?n=0", Problem: &Problem{What: "No client is chosen."}, Groups: []TargetGroup{
		{"Clients", []TargetBox{{"cursor", "Cursor", true, true, 18, "1.x"}, {"zed", "Zed", false, false, 3, ""}}},
		{"Model providers", []TargetBox{{"gemini", "Gemini API", true, false, 16, "2025 and 2026"}}}}}
}

func sampleMatrix() Matrix {
	return Matrix{
		Server: "articles", Name: "articles", Clients: []MatrixClient{{"cursor", "Cursor"}, {"gemini", "Gemini API"}}, From: 10, All: 40, PerPage: 10, Tools: 900, Total: 1000, Pending: 50,
		Client: "", Effect: "tool", Rule: "gemini/format", AllClients: []MatrixChoice{{"cursor", "Cursor"}}, Effects: []MatrixChoice{{"tool", "tool lost"}}, Rules: []MatrixChoice{{"gemini/format", "gemini/format"}},
		Rows: []MatrixRow{
			{Tools: []Item{{N: 4, Name: "update_article", HasName: true}}, Count: 1, Cells: []MatrixCell{{"error", "tool lost", "✕ tool"}, {"unknown", "too little is known", "? unknown"}}},
			{Tools: []Item{{N: 5, Name: "a", HasName: true}, {N: 6}}, Count: 60, Cells: []MatrixCell{{"warn", "changed silently", "▲ changed"}, {"ok", "no known rule is touched", "✓ fine"}}},
		},
	}
}

func sampleRule() Rule {
	return Rule{
		Name: "gemini/type-array", Level: tool.LevelSession, Title: "List of types", About: "A rule about Gemini API", Why: "The whole request is refused.", Says: "Proto field is not repeating", When: "the host sends `parameters`",
		Versions: "2026-09", Mend: "Give one type.", Basis: []string{"reported by users"}, Status: "open", Dates: "2026-05 to 2026-09", Note: "A note.", Evidence: []string{"https://example.com/1", "measured"},
		Clients: []string{"Gemini API", "Gemini CLI"}, Example: "{\n  \"type\": [\"string\"]\n}", Clean: "{\n  \"type\": \"string\"\n}", At: "/inputSchema/type", Found: "The type is a list.",
	}
}
