package form

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// formatSamples has one valid value of each format that people meet; shown in an
// empty control and used to fill in (formats: 2020-12 validation section 7.3).
var formatSamples = map[string]string{
	"date-time":             "2026-01-31T12:00:00Z",
	"date":                  "2026-01-31",
	"time":                  "12:00:00Z",
	"duration":              "PT1H",
	"email":                 "user@example.com",
	"idn-email":             "user@example.com",
	"hostname":              "example.com",
	"idn-hostname":          "example.com",
	"ipv4":                  "192.0.2.1",
	"ipv6":                  "2001:db8::1",
	"uri":                   "https://example.com/",
	"url":                   "https://example.com/",
	"iri":                   "https://example.com/",
	"uri-reference":         "/path",
	"iri-reference":         "/path",
	"uri-template":          "/path/{id}",
	"uuid":                  "123e4567-e89b-42d3-a456-426614174000",
	"json-pointer":          "/a/0",
	"relative-json-pointer": "1/a",
	"regex":                 "^a+$",
}

// longFormats are formats whose text has several lines.
var longFormats = map[string]bool{
	"markdown": true, "textarea": true, "multiline": true, "html": true, "json": true, "yaml": true,
	"xml": true, "code": true, "sql": true, "css": true, "text": true,
}

// longText is the length from which a text wants more than a line.
const longText = "200"

// long reports whether the schema says that the text is long.
func long(of set) bool {
	if n := of.first("maxLength"); n.Kind() == jsondoc.Number && number(string(n.Raw())).compare(number(longText)) > 0 {
		return true
	}
	return of.text("contentMediaType") != "" || longFormats[of.text("format")]
}

// longNames are last words of names whose text usually has several lines: our
// own guess from the names in published tool lists. It only shapes the control.
var longNames = map[string]bool{
	"body": true, "content": true, "contents": true, "text": true, "markdown": true, "code": true,
	"html": true, "css": true, "sql": true, "json": true, "xml": true, "yaml": true, "script": true,
	"description": true, "prompt": true, "message": true, "comment": true, "summary": true,
	"instructions": true, "notes": true, "patch": true, "diff": true, "template": true, "thought": true,
}

// linesByName reports whether the last word of a name is one of longNames:
// "new_content", "issueBody", "content".
func linesByName(name string) bool {
	i := len(name)
	for i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
		i--
	}
	word := name[i:]
	if i > 0 && name[i-1] >= 'A' && name[i-1] <= 'Z' {
		word = name[i-1:]
	}
	return longNames[strings.ToLower(word)]
}
