package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
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
// ignored, as there, and values are made what they must be as its lax mode does:
// 42.0 and "42" are integers.
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
		case given:
			made, problem := coercions[f.typ](value)
			if problem != "" {
				v, typ := python(value)
				problems = append(problems, fmt.Sprintf("%s\n  %s, input_value=%s, input_type=%s]", f.name, problem, v, typ))
			}
			args[f.name] = made
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

// coercions make a value of a type, or say in pydantic's words why they cannot:
// a sentence and the beginning of what stands in brackets.
var coercions = map[string]func(json.RawMessage) (json.RawMessage, string){
	"string": func(v json.RawMessage) (json.RawMessage, string) {
		if kindOf(v) == "string" {
			return v, ""
		}
		return nil, "Input should be a valid string [type=string_type"
	},
	"integer": toInteger,
	"boolean": toBoolean,
}

// integerText matches the strings that are integers.
var integerText = regexp.MustCompile(`^[+-]?[0-9]+(_[0-9]+)*(\.0+)?$`)

func toInteger(v json.RawMessage) (json.RawMessage, string) {
	switch kindOf(v) {
	case "integer":
		return v, ""
	case "boolean":
		return json.RawMessage(map[bool]string{true: "1", false: "0"}[v[0] == 't']), ""
	case "string":
		var text string
		_ = json.Unmarshal(v, &text)
		text = strings.TrimSpace(text)
		if !integerText.MatchString(text) {
			return nil, "Input should be a valid integer, unable to parse string as an integer [type=int_parsing"
		}
		digits, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(text, "+"), "_", ""), ".")
		return json.RawMessage(digits), ""
	case "number":
		f, _ := strconv.ParseFloat(string(bytes.TrimSpace(v)), 64)
		switch {
		case math.IsInf(f, 0):
			return nil, "Input should be a finite number [type=finite_number"
		case f != math.Trunc(f):
			return nil, "Input should be a valid integer, got a number with a fractional part [type=int_from_float"
		case math.Abs(f) >= 1<<63:
			return nil, "Unable to parse input string as an integer, exceeded maximum size [type=int_parsing_size"
		}
		return json.RawMessage(strconv.FormatInt(int64(f), 10)), ""
	}
	return nil, "Input should be a valid integer [type=int_type"
}

// booleanTexts are the strings that are booleans, in lower case.
var booleanTexts = map[string]string{
	"1": "true", "true": "true", "t": "true", "yes": "true", "y": "true", "on": "true",
	"0": "false", "false": "false", "f": "false", "no": "false", "n": "false", "off": "false",
}

func toBoolean(v json.RawMessage) (json.RawMessage, string) {
	const unclear = "Input should be a valid boolean, unable to interpret input [type=bool_parsing"
	text := string(bytes.TrimSpace(v))
	switch kindOf(v) {
	case "boolean":
		return v, ""
	case "string":
		_ = json.Unmarshal(v, &text)
		if b, ok := booleanTexts[strings.ToLower(text)]; ok {
			return json.RawMessage(b), ""
		}
		return nil, unclear
	case "integer":
		if text == "0" || text == "1" {
			return json.RawMessage(booleanTexts[text]), ""
		}
		return nil, unclear
	case "number":
		if f, err := strconv.ParseFloat(text, 64); err == nil && (f == 0 || f == 1) {
			return json.RawMessage(booleanTexts[strconv.Itoa(int(f))]), ""
		}
	}
	return nil, "Input should be a valid boolean [type=bool_type"
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
	if bytes.ContainsAny(raw, ".eE") {
		return "number"
	}
	return "integer"
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
		f, _ := strconv.ParseFloat(string(bytes.TrimSpace(raw)), 64)
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+")), "float"
	case "array":
		if string(raw) == "[]" {
			return "[]", "list"
		}
		return "[...]", "list"
	}
	if string(raw) == "{}" {
		return "{}", "dict"
	}
	return "{...}", "dict"
}
