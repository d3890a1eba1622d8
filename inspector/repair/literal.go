package repair

import (
	"strings"
	"unicode"

	"mcploupe/inspector/jsondoc"
)

// identifier makes a name that a program can have of a name on the wire.
func identifier(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r < 0x80 && unicode.IsLetter(r) || i > 0 && r < 0x80 && unicode.IsDigit(r):
			b.WriteRune(r)
		case r == '$':
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "value"
	}
	return b.String()
}

// exported is the name of a Go field: project_name becomes ProjectName.
func exported(name string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(identifier(name), func(r rune) bool { return r == '_' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	if b.Len() == 0 {
		return "Value"
	}
	return b.String()
}

// literal writes a JSON value as a language does.
func literal(language string, v *val) string {
	text := string(appendVal(nil, v.clone(), place{}, style{comma: " ", colon: " "}))
	if v.src.Exists() || v.opened {
		text = spaced(v)
	}
	if language == "python" {
		return pythonise(text)
	}
	return text
}

// spaced prints a value on one line with a space after commas and colons.
func spaced(v *val) string {
	doc, err := jsondoc.Parse([]byte(v.compact()))
	if err != nil {
		return v.compact()
	}
	return string(appendVal(nil, remake(doc.Root()), place{}, style{comma: " ", colon: " "}))
}

// pythonise writes the words of JSON as Python does, outside of strings.
func pythonise(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] == '"' {
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			b.WriteString(text[i:end])
			i = end
			continue
		}
		replaced := false
		for _, w := range [...][2]string{{"true", "True"}, {"false", "False"}, {"null", "None"}} {
			if strings.HasPrefix(text[i:], w[0]) {
				b.WriteString(w[1])
				i += len(w[0])
				replaced = true
				break
			}
		}
		if !replaced {
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String()
}

// zeros are the values that stand for nothing, by type.
var zeros = map[string]string{"string": `""`, "integer": "0", "number": "0", "boolean": "false", "array": "[]", "object": "{}"}

func zero(language string, v *val) string {
	for _, typ := range typesOf(v) {
		if z := zeros[typ]; z != "" {
			if language == "python" {
				return pythonise(z)
			}
			return z
		}
	}
	for _, b := range branchTypes(v) {
		if z := zero(language, b); z != "" {
			return z
		}
	}
	if language == "python" {
		return "None"
	}
	return "null"
}
