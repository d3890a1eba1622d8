package validate

import (
	"errors"
	"regexp"
)

// formatNouns say what each format that is checked stands for, with an example,
// in the words of the RFC that defines it where the reader is likely to know it.
var formatNouns = map[string]string{
	"date-time":             "a date-time such as 2024-05-01T13:45:00Z",
	"date":                  "a date such as 2024-05-01",
	"time":                  "a time such as 13:45:00Z",
	"duration":              "a duration such as P3DT4H",
	"email":                 "an email address such as name@example.com",
	"hostname":              "a host name such as www.example.com",
	"ipv4":                  "an IPv4 address such as 192.0.2.1",
	"ipv6":                  "an IPv6 address such as 2001:db8::1",
	"uri":                   "a URI with its scheme, such as https://example.com/a",
	"uri-reference":         "a URI or a relative reference such as /a/b",
	"iri":                   "an IRI with its scheme, such as https://example.com/ä",
	"iri-reference":         "an IRI or a relative reference such as /ä",
	"uuid":                  "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
	"uri-template":          "a URI template such as /users/{id}",
	"json-pointer":          "a JSON Pointer such as /a/0",
	"relative-json-pointer": "a relative JSON Pointer such as 1/a",
	"regex":                 "a regular expression of ECMA-262",
	"period":                "a period such as 2024-05-01T00:00:00Z/P1D",
	"semver":                "a version such as 1.2.3",
}

func formatWanted(format string) string {
	if noun, ok := formatNouns[format]; ok {
		return noun
	}
	return "a value of the format " + cut(format, maxBrief)
}

// uriTemplate is the grammar of RFC 6570, sections 2.1 to 2.4, with erratum 6937. The library's own
// check refuses operators such as {#section} and takes {a..b}.
var uriTemplate = regexp.MustCompile(`^(?:` +
	`[^\x00-\x20"%<>\\^` + "`" + `{|}\x7f]|%[0-9A-Fa-f]{2}|` +
	`\{[+#./;?&=,!@|]?` + varSpec + `(?:,` + varSpec + `)*\}` +
	`)*$`)

const (
	varChar = `(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})`
	varSpec = varChar + `(?:\.?` + varChar + `)*(?::[1-9][0-9]{0,3}|\*)?`
)

var errURITemplate = errors.New("not a URI template")

func validateURITemplate(v any) error {
	if s, ok := v.(string); ok && !uriTemplate.MatchString(s) {
		return errURITemplate
	}
	return nil
}

// ownFormats replace checks of the library's.
var ownFormats = map[string]func(any) error{
	"regex":        validateRegex,
	"uri-template": validateURITemplate,
}

func validateRegex(v any) error {
	if s, ok := v.(string); ok {
		return compilePattern(s).unread
	}
	return nil
}
