package tool

import (
	"fmt"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// Breach is one rule of the protocol that is checked while reading.
type Breach struct {
	Rule     string
	Level    Level  // of most findings; a finding may be milder
	Doc      string // what is checked and why it matters, one or two sentences
	Next     string // what the author of the server can do
	Evidence string // the address of the source
}

// The names of the breaches. Those under "spec/" and "lint/" are shared with
// the rules about clients and schemas, which look at the same places.
const (
	ruleListResult   = "protocol/list-result"
	ruleListTools    = "protocol/list-tools"
	ruleListCursor   = "protocol/list-cursor"
	ruleListType     = "protocol/list-result-type"
	ruleListCache    = "protocol/list-cache"
	ruleListError    = "protocol/list-error"
	ruleListLine     = "protocol/line-not-json"
	ruleNotObject    = "protocol/tool-not-object"
	ruleNameMissing  = "protocol/name-missing"
	ruleNameEmpty    = "protocol/name-empty"
	ruleNameFormat   = "spec/name-format"
	ruleNameTwice    = "lint/name-duplicate"
	ruleFieldType    = "protocol/field-type"
	ruleFieldTypo    = "protocol/field-misspelt"
	ruleInputRoot    = "spec/input-root-object"
	ruleOutputRoot   = "spec/output-root-object"
	ruleBoolProperty = "lint/boolean-property"
	ruleNotSchema    = "lint/property-not-schema"
	ruleRequired     = "lint/required-not-array"
	ruleHint         = "protocol/annotation-type"
	ruleIcon         = "protocol/icon"
	ruleIconAddress  = "protocol/icon-address"
	ruleTaskSupport  = "protocol/task-support"
)

const (
	specTools  = "https://modelcontextprotocol.io/specification/2026-07-28/server/tools"
	specPaging = "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination"
	specBasic  = "https://modelcontextprotocol.io/specification/2026-07-28/basic"
	specTask   = "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks"
	sep2106    = "https://modelcontextprotocol.io/seps/2106-json-schema-2020-12"
	sep2549    = "https://modelcontextprotocol.io/seps/2549-TTL-for-list-results"
)

var breaches = []Breach{
	{ruleListResult, LevelServer, "The result of tools/list is a JSON object.",
		"Let the server answer tools/list with {\"tools\": […]}.", specTools},
	{ruleListTools, LevelServer, "The result of tools/list has a member tools, an array.",
		"Let the server answer tools/list with {\"tools\": […]}; a server without tools sends an empty array.", specTools},
	{ruleListCursor, LevelServer, "nextCursor is a string where there are more pages, and is left out on the last one. The SDKs' decoders refuse any other type, null included.",
		"Leave nextCursor out on the last page.", specPaging},
	{ruleListType, LevelServer, "An unrecognised resultType makes the result invalid (since 2026-07-28); tools/list knows only \"complete\".",
		"Send \"resultType\": \"complete\".", specBasic},
	{ruleListCache, LevelWarn, "Since 2026-07-28 list results say how long they may be kept: ttlMs, not negative, and cacheScope, \"public\" or \"private\". Without them clients take the answer as stale at once.",
		"Send ttlMs and cacheScope; 0 and \"private\" are always right.", sep2549},
	{ruleListError, LevelServer, "tools/list is answered with a result, not with an error.",
		"Call tools/list again and look at the server's log.", specTools},
	{ruleListLine, LevelWarn, "Over stdio a server writes nothing but JSON-RPC messages to its standard output, one a line. Clients drop such a line or close the connection.",
		"Let the server log to standard error.", "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#stdio"},
	{ruleNotObject, LevelServer, "Each entry of tools is an object that a JSON reader can read. Strict clients refuse the whole list for one that is not.",
		"Find out where the server makes this entry; a null often comes from a registration that failed.", specTools},
	{ruleNameMissing, LevelServer, "Each tool has a name, a string. Strict clients refuse the whole list for one without.",
		"Give the tool a name.", specTools},
	{ruleNameEmpty, LevelTool, "A name has 1 to 128 characters. A tool with an empty name cannot be called by a model.",
		"Give the tool a name.", specTools + "#tool-names"},
	{ruleNameFormat, LevelWarn, "Names should have 1 to 128 of the characters A-Z a-z 0-9 _ - . (since 2025-11-25; a recommendation). Many clients rewrite or refuse other characters.",
		"Rename the tool; keep a nicer spelling in title.", specTools + "#tool-names"},
	{ruleNameTwice, LevelSession, "The names of one server's tools differ from each other. A client reaches only one of two, and model providers refuse a request with both.",
		"Rename one of them.", "https://github.com/aaif-goose/goose/issues/5755"},
	{ruleFieldType, LevelServer, "The members of a tool have the types that the protocol gives them. The SDKs' decoders refuse the whole list for one wrong type, a null among them.",
		"Leave the member out where there is nothing to say.", specTools},
	{ruleFieldTypo, LevelDrop, "A member whose name is almost one of the protocol's is ignored.",
		"Spell the name as the protocol does.", specTools},
	{ruleInputRoot, LevelServer, "inputSchema is there and is a JSON object whose type is the string \"object\", in every version. Strict clients refuse the whole list for one that is not.",
		"For a tool without parameters send {\"type\": \"object\", \"additionalProperties\": false}.", specTools},
	{ruleOutputRoot, LevelServer, "outputSchema is a JSON object; up to 2025-11-25 its type is the string \"object\". Strict clients refuse the whole list for one that is not.",
		"Wrap the value: {\"type\": \"object\", \"properties\": {\"result\": …}, \"required\": [\"result\"]}.", sep2106},
	{ruleBoolProperty, LevelWarn, "Up to 2025-11-25 the protocol wants an object for each property, though true and false are schemas too. Some clients refuse the whole list for a boolean one.",
		"Write {} for true and {\"not\": {}} for false.", sep2106},
	{ruleNotSchema, LevelServer, "properties is an object, and each of its members is a schema.",
		"Often a keyword stands one level too deep; move it up.", specTools},
	{ruleRequired, LevelServer, "required is an array of strings. Strict clients refuse the whole list for anything else, null among it.",
		"List the names beside properties: \"required\": [\"a\"]; leave the key out where nothing is required.", "https://github.com/anthropics/claude-code/issues/44364"},
	{ruleHint, LevelServer, "annotations is an object; its hints are booleans and its title is a string. The SDKs' decoders refuse the whole list for one wrong type.",
		"Send true or false without quotes, or leave the hint out.", specTools},
	{ruleIcon, LevelServer, "icons is an array of objects, each with a src, a string. The SDKs' decoders refuse the whole list for one wrong type.",
		"Give each icon a src, or leave icons out.", specTools},
	{ruleIconAddress, LevelDrop, "The src of an icon is an https: or data: address. Clients must refuse other schemes.",
		"Serve the icon over https: or put it into a data: address.", specBasic + "#icons"},
	{ruleTaskSupport, LevelServer, "execution.taskSupport is \"forbidden\", \"optional\" or \"required\" (2025-11-25 only).",
		"Use one of the three values, or leave execution out.", specTask},
}

// Breaches returns the rules of the protocol that [Read] checks.
func Breaches() []Breach { return slices.Clone(breaches) }

// finding makes a finding of a rule. next, where given, replaces the rule's.
func finding(rule string, at jsondoc.Pointer, message string, next ...string) Finding {
	for _, b := range breaches {
		if b.Rule != rule {
			continue
		}
		f := Finding{Rule: rule, Level: b.Level, Pointer: at, Message: message, Next: b.Next, Evidence: b.Evidence}
		if len(next) > 0 {
			f.Next = next[0]
		}
		return f
	}
	return Finding{Rule: rule, Level: LevelWarn, Pointer: at, Message: message}
}

func (t *Tool) breach(rule string, at jsondoc.Pointer, message string, next ...string) {
	t.Findings = append(t.Findings, finding(rule, at, message, next...))
}

func (s *Snapshot) breach(rule string, at jsondoc.Pointer, message string, next ...string) {
	s.Findings = append(s.Findings, finding(rule, at, message, next...))
}

// maxSample bounds what a message quotes of a value, in bytes.
const maxSample = 60

// what describes a value in a message: its type and, where short, itself.
func what(n jsondoc.Node) string {
	switch k := n.Kind(); k {
	case jsondoc.Null:
		return "null"
	case jsondoc.Bool, jsondoc.Number, jsondoc.String:
		return fmt.Sprintf("the %s %s", k, sample(n))
	case jsondoc.Array:
		return "an array"
	case jsondoc.Object:
		return "an object"
	}
	return "missing"
}

// sample is the compact text of a value, cut where it is long.
func sample(n jsondoc.Node) string {
	raw := n.Compact()
	if len(raw) <= maxSample {
		return string(raw)
	}
	cut := maxSample
	for cut > 0 && raw[cut]&0xc0 == 0x80 { // not inside a character
		cut--
	}
	return string(raw[:cut]) + "…"
}
