package lint

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// formatRules are about the keyword format.
func formatRules() []Rule {
	return []Rule{
		{
			Name: "lint/format-unknown", Level: tool.LevelWarn, onNode: formatUnknown,
			Doc:      "A format that JSON Schema does not define: validators print a warning for each, and strict providers refuse it.",
			Next:     "Say it with pattern, minimum and maximum, or in the description.",
			Evidence: valid2020 + "#name-defined-formats",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","format":"uint32"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":0}}}}`,
		},
		{
			Name: "lint/format-wrong-type", Level: tool.LevelWarn, onNode: formatWrongType,
			Doc:      "A format of strings on another type, or one of numbers on a string, says nothing to validators and is refused by some providers.",
			Next:     "Mend the type or take the format away.",
			Evidence: valid2020 + "#name-vocabularies-for-semantic-c",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","format":"int64"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"integer","format":"int64"}}}}`,
		},
	}
}

// formats are those of 2020-12, and the four of numbers that OpenAPI made common,
// with the types they are for.
var formats = map[string]typeSet{
	"date-time": isString, "date": isString, "time": isString, "duration": isString,
	"email": isString, "idn-email": isString, "hostname": isString, "idn-hostname": isString,
	"ipv4": isString, "ipv6": isString, "uri": isString, "uri-reference": isString, "iri": isString, "iri-reference": isString,
	"uuid": isString, "uri-template": isString, "json-pointer": isString, "relative-json-pointer": isString, "regex": isString,
	"int32": isInt | isFraction, "int64": isInt | isFraction, "float": isInt | isFraction, "double": isInt | isFraction,
}

func formatUnknown(p *pass, s *schema, n *node) {
	f := n.Get("format")
	if f.Kind() != jsondoc.String {
		return
	}
	if _, known := formats[f.Text()]; !known {
		p.report(s.pointer(n, "format"), fmt.Sprintf("The format %s of %s is not one of JSON Schema's.", show(f), s.label(n)))
	}
}

func formatWrongType(p *pass, s *schema, n *node) {
	f := n.Get("format")
	want, known := formats[f.Text()]
	set, ok := declared(n.Node)
	if known && ok && want&set == 0 {
		p.report(s.pointer(n, "format"), fmt.Sprintf("The format %s is for %s, and the type of %s is %s.", show(f), want, s.label(n), set))
	}
}
