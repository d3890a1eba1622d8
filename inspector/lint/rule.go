package lint

import (
	"slices"

	"mcploupe/inspector/tool"
)

// Rule is one rule with what a reader needs to judge it.
type Rule struct {
	Name     string
	Level    tool.Level // of its findings; some are milder where they say so
	Doc      string     // what is wrong and why it matters
	Next     string     // what the author can do, where the finding knows nothing better
	Evidence string     // the address of the source, or in words what it rests on
	Bad      string     // a tool that trips the rule, or an array of tools, as JSON
	Good     string     // the same tool mended

	// Exactly one of the checks is set.
	onTool   func(*pass)
	onSchema func(*pass, *schema)
	onNode   func(*pass, *schema, *node)
	onList   func(*pass, []*tool.Tool)
}

// Rules returns all rules, those of one family together.
func Rules() []Rule { return slices.Clone(all) }

// all is the table of rules. It is filled once and never changed.
var all = slices.Concat(
	valueRules(),
	requiredRules(),
	typeRules(),
	boundRules(),
	formRules(),
	refRules(),
	dialectRules(),
	patternRules(),
	formatRules(),
	logicRules(),
	textRules(),
	modelRules(),
	metaRules(),
	listRules(),
)

// specBasic and others are sources that several rules rest on.
const (
	specSchema  = "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage"
	specRef     = "https://modelcontextprotocol.io/specification/2026-07-28/basic#ref-resolution"
	core2020    = "https://json-schema.org/draft/2020-12/json-schema-core"
	valid2020   = "https://json-schema.org/draft/2020-12/json-schema-validation"
	trojanChars = "https://www.unicode.org/reports/tr36/"
)
