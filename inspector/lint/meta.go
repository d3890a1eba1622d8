package lint

import "mcploupe/inspector/tool"

// metaRules are about what a tool says of itself beside its schemas.
func metaRules() []Rule {
	return []Rule{
		{
			Name: "lint/annotations-contradict", Level: tool.LevelWarn, onTool: annotationsContradict,
			Doc:      "destructiveHint means something only where readOnlyHint is false. mcp-go publishes it as true unless it is told otherwise.",
			Next:     "Send \"destructiveHint\": false, in mcp-go with WithDestructiveHintAnnotation(false), or leave it out.",
			Evidence: "https://github.com/SigNoz/signoz-mcp-server/pull/102",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":true}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false}}`,
		},
	}
}

func annotationsContradict(p *pass) {
	a := p.tool.Annotations
	if a.ReadOnly.Value && a.Destructive.Present && a.Destructive.Value {
		p.report("/annotations/destructiveHint", "The tool claims to be read-only and destructive at once.")
	}
}
