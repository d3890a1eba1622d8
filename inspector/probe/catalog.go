package probe

import "mcploupe/inspector/tool"

// Rule is what a probe can find, for a list of all rules.
type Rule struct {
	Name     string
	Level    tool.Level
	Kind     FindingKind
	Title    string
	Doc      string // what is tried and what counts as certain
	Next     string // what the author of the server can do
	Evidence string // a report of the fault, or the section of the specification
}

// rules are in the order of [FindingKinds].
var catalog = []Rule{
	{
		"probe/crash-or-hang", tool.LevelServer, ServerEnded, "a call ends the server",
		"The server's process ended, or its connection, while it had a call of the probe.",
		"Catch the error in the handler and answer with isError; a call must never end the process.",
		"https://github.com/punkpeye/awesome-mcp-devtools/pull/328",
	},
	{
		"probe/default-rejected", tool.LevelCall, DefaultRefused, "the advertised default is refused",
		"The call with the default sent explicitly is refused by validation, and the call without it is not. Clients and models that fill in defaults send exactly that.",
		"Make the schema and the code agree: allow the default where the value is checked, or advertise none.",
		"https://github.com/langchain-ai/langsmith-mcp-server/pull/69",
	},
	{
		"probe/null-rejected", tool.LevelCall, AllowedRefused, "null is refused though the schema allows it",
		"The schema allows null for an optional field, and the server's validation refuses it.",
		"Take null for the field, or take null out of the schema.",
		"https://github.com/langflow-ai/langflow/issues/9359",
	},
	{
		"probe/undeclared-required", tool.LevelCall, AllowedRefused, "a field is demanded that the schema does not require",
		"A call that the schema allows is refused because a field is missing.",
		"List the field under required, or let the server do without it.",
		"https://github.com/petrbouda/jeffrey/pull/261",
	},
	{
		"probe/extra-rejected", tool.LevelCall, AllowedRefused, "an unknown property is refused though the schema allows it",
		"The schema does not say additionalProperties: false, and a call with one more property is refused.",
		"Say additionalProperties: false in the schema, or ignore what is not known.",
		"https://github.com/hahwul/gori/issues/1140",
	},
	{
		"probe/empty-string-rejected", tool.LevelCall, AllowedRefused, "an empty string is refused though the schema allows it",
		"Forms send an empty string for a field that nobody filled in.",
		"Say minLength: 1 in the schema, or take the empty string.",
		"https://github.com/langflow-ai/langflow/issues/12616",
	},
	{
		"probe/json-shaped-string", tool.LevelCall, AllowedRefused, "a string that reads like JSON is refused",
		"The schema wants a string, and a string such as \"123\" or \"{\\\"a\\\":1}\" is refused, most often because something decodes it first.",
		"Take a string as it is, and do not decode it because it looks like JSON.",
		"https://github.com/PrefectHQ/fastmcp/issues/3931",
	},
	{
		"probe/arguments-absent-rejected", tool.LevelCall, AllowedRefused, "a call without arguments is refused though an empty object is taken",
		"The member arguments is optional in tools/call; some clients leave it out for a tool without parameters.",
		"Read arguments that are left out as an empty object.",
		"https://github.com/mobile-next/mobile-mcp/pull/101",
	},
	{
		"probe/valid-value-rejected", tool.LevelCall, AllowedRefused, "a value is refused though the schema allows it",
		"The server's validation refuses a value that the schema allows, and names it.",
		"Write the bound, the pattern or the listed values that the server demands into the schema, or take the value.",
		"https://github.com/mixpanel/mixpanel-headless/issues/202",
	},
	{
		"probe/extra-ignored", tool.LevelCall, ForbiddenAccepted, "an unknown property is accepted though the schema forbids it",
		"The schema says additionalProperties: false, and a call with one more property succeeds: a misspelt field is lost without a word.",
		"Refuse what the schema does not name, or take additionalProperties: false out of it.",
		"https://github.com/abhigyanpatwari/GitNexus/issues/3261",
	},
	{
		"probe/invalid-accepted", tool.LevelCall, ForbiddenAccepted, "a value is accepted though the schema forbids it",
		"A required field left out, a value outside the bounds or the listed values, or one of another type that nothing turns into the right one, and the call succeeds.",
		"Check the arguments against the schema before the handler runs, or write into the schema what is really accepted.",
		"https://github.com/jkudish/jev-mcp/issues/19",
	},
	{
		"probe/structured-mismatch", tool.LevelCall, StructuredBroken, "structured content breaks the output schema",
		"A result without isError has structuredContent that its outputSchema forbids. Clients that check it, as the official SDKs do, fail the call.",
		"Make what the handler returns and the output schema agree.",
		"https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
	},
	{
		"probe/structured-missing", tool.LevelCall, StructuredMissing, "an output schema is declared and there is no structured content",
		"A tool with an outputSchema must give structuredContent (specification, server/tools, Output Schema).",
		"Return structuredContent that fits the output schema, or declare none.",
		"https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
	},
	{
		"probe/null-differs", tool.LevelMangle, NullDiffers, "null and left out are answered differently though the default is null",
		"The advertised default is null, so sending it should change nothing; the answers differ, each the same both times.",
		"Treat an explicit null like a field that is left out, or advertise another default.",
		"https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2",
	},
	{
		"probe/error-as-protocol", tool.LevelWarn, ErrorAsProtocol, "invalid arguments come back as a JSON-RPC error",
		"Since 2025-11-25 (SEP-1303) arguments that break the schema are answered with a result that has isError, so that the model can correct itself.",
		"Answer with a result that has isError: true and the reason as text.",
		"https://modelcontextprotocol.io/seps/1303-input-validation-errors-as-tool-execution-errors",
	},
}

// Rules lists what a probe can find.
func Rules() []Rule { return append([]Rule(nil), catalog...) }

func ruleOf(name string) Rule {
	for _, r := range catalog {
		if r.Name == name {
			return r
		}
	}
	return Rule{Name: name, Level: tool.LevelCall}
}

// next is what to do about a finding, in the words of its case where there are some.
func next(c candidate, r Rule) string {
	if c.kind == DefaultRefused && string(valueAt(c.trial.Step.Arguments, c.field)) == "null" {
		return "Allow null in the schema and in the code (in Python: str | None = None), or leave the null default out of the schema."
	}
	return r.Next
}
