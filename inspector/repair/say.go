package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// sayFormats puts formats in words.
var sayFormats = map[string]string{
	"uri": "absolute URL", "url": "absolute URL", "uri-reference": "URL, absolute or relative", "date-time": "RFC 3339 date and time with offset",
	"date": "date as YYYY-MM-DD", "time": "time as HH:MM:SS with offset", "email": "e-mail address", "uuid": "UUID",
	"hostname": "host name", "ipv4": "IPv4 address", "ipv6": "IPv6 address", "duration": "ISO 8601 duration",
	"regex": "regular expression", "path": "file path", "binary": "binary data", "byte": "base64 text", "password": "secret",
}

// sayWords puts keywords with a number in words, with "%" for the number.
var sayWords = map[string]string{
	"minimum": "≥ %", "maximum": "≤ %", "exclusiveMinimum": "> %", "exclusiveMaximum": "< %", "multipleOf": "a multiple of %",
	"minLength": "≥ % characters", "maxLength": "≤ % characters", "minItems": "≥ % items", "maxItems": "≤ % items",
	"minProperties": "≥ % properties", "maxProperties": "≤ % properties",
}

// sayKeyword puts what a keyword demands in words; "" where there are none.
func sayKeyword(name string, v *val) string {
	if form := sayWords[name]; form != "" && v.is(jsondoc.Number) {
		return strings.Replace(form, "%", string(v.spelling()), 1)
	}
	switch name {
	case "uniqueItems":
		if v.isTrue() {
			return "without duplicates"
		}
	case "pattern":
		if v.is(jsondoc.String) {
			return "must match " + v.text()
		}
	case "format":
		if words := sayFormats[v.text()]; words != "" {
			return words
		}
		return v.text()
	case "const":
		return "always " + sayValue(v)
	case "enum":
		return sayEnum(v)
	case "default":
		return "default " + sayValue(v)
	}
	return ""
}

// sayValue is a value as a text shows it: strings without quotes.
func sayValue(v *val) string {
	if v.is(jsondoc.String) && v.text() != "" {
		return v.text()
	}
	return v.compact()
}

func sayEnum(list *val) string {
	var words []string
	for _, e := range list.list() {
		words = append(words, sayValue(e))
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return strings.Join(words, "")
}

// maxSaid bounds what is added to a description, in bytes.
const maxSaid = 2000

// say adds words to a description, which keeps its spelling. A description that
// says them already is left alone.
func say(v *val, words string) bool {
	if words == "" || len(words) > maxSaid {
		return false
	}
	d := v.get("description")
	switch {
	case d == nil:
		v.putAfter("description", str(words), "type", "title")
	case !d.is(jsondoc.String):
		return false
	case d.text() == "":
		v.set("description", str(words))
	case !strings.Contains(d.text(), words):
		raw := d.spelling()
		lit := append(slices.Clone(raw[:len(raw)-1]), " ("...)
		quoted := jsondoc.AppendQuote(nil, words+")")
		v.set("description", &val{kind: jsondoc.String, lit: append(lit, quoted[1:]...)})
	}
	return true
}
