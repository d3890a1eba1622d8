package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// field is one parameter as pydantic would declare it.
type field struct {
	name, typ string
	required  bool
}

// checkFields checks arguments as pydantic 2 does for a model with the given
// fields, and words the refusal as FastMCP passes it on. Unknown names are
// ignored, as there.
func checkFields(model string, raw json.RawMessage, fields []field) (map[string]json.RawMessage, string) {
	args := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &args); err != nil && len(raw) > 0 {
		return nil, fmt.Sprintf("1 validation error for %s\n  Input should be a valid dictionary or instance of %s [type=model_type]", model, model)
	}
	var problems []string
	for _, f := range fields {
		value, given := args[f.name]
		switch {
		case !given && f.required:
			problems = append(problems, f.name+"\n  Field required [type=missing, input_value={}, input_type=dict]")
		case given && kindOf(value) != f.typ:
			problems = append(problems, f.name+"\n  "+refusal(f.typ, value))
		}
	}
	if len(problems) == 0 {
		return args, ""
	}
	plural := "s"
	if len(problems) == 1 {
		plural = ""
	}
	return nil, fmt.Sprintf("%d validation error%s for %s\n%s", len(problems), plural, model, strings.Join(problems, "\n"))
}

func refusal(want string, got json.RawMessage) string {
	words := map[string][2]string{
		"string":  {"string", "string_type"},
		"integer": {"integer", "int_type"},
		"boolean": {"boolean", "bool_type"},
	}[want]
	value, typ := python(got)
	return fmt.Sprintf("Input should be a valid %s [type=%s, input_value=%s, input_type=%s]", words[0], words[1], value, typ)
}

func kindOf(raw json.RawMessage) string {
	switch raw = bytes.TrimSpace(raw); raw[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	case '{':
		return "object"
	case '[':
		return "array"
	}
	if _, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return "integer"
	}
	return "number"
}

// python spells a JSON value as Python's repr would begin it.
func python(raw json.RawMessage) (value, typ string) {
	switch kindOf(raw) {
	case "null":
		return "None", "NoneType"
	case "boolean":
		if raw[0] == 't' {
			return "True", "bool"
		}
		return "False", "bool"
	case "string":
		var s string
		_ = json.Unmarshal(raw, &s)
		return "'" + strings.ReplaceAll(s, "'", "\\'") + "'", "str"
	case "integer":
		return string(raw), "int"
	case "number":
		return string(raw), "float"
	case "array":
		return "[...]", "list"
	}
	return "{...}", "dict"
}
