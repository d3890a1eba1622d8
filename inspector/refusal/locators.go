package refusal

import (
	"regexp"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// A locator finds path and message in running text, for validators that write
// both into one sentence. Its groups are path and msg (or root, a message without
// a path), and expect and got where the sentence has them.
type locator struct {
	validator string
	need      string         // must occur in the text
	cut       *regexp.Regexp // where the next sentence begins (its group 1); nil for each match of re
	re        *regexp.Regexp
	style     style
	skips     bool // the path leaves out the positions in arrays
	strict    bool // the message must be one of this validator's forms
	not       string
}

const pathPattern = `(?:#?/[^\s:,;]*|[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[[^\]\s]+\])*)`

func locatorTable() []locator {
	re := regexp.MustCompile
	return []locator{
		{validator: "superstruct", need: "At path:", re: re(`At path: (?P<path>\S+) -- (?P<msg>[^\n]+)`), style: dotted},
		{validator: "zod", need: ` at "`, cut: re(`(?:^(?:[^\n"]*?[Vv]alidation error: )?|"; |" or |\n)()\S`),
			re: re(`^(?P<msg>.+) at "(?P<path>[^"\n]+)"?[;.]?\s*$`), style: dotted, strict: true},
		{validator: "arktype", need: " must be ", re: re(`(?m)(?:^|[:•*-] )(?P<path>` + pathPattern + `|value at \[[^\n]+?\]) (?P<msg>must be (?:.+ \(was .+\)|removed))$`), style: arkPath},
		{validator: "jsonschema (npm)", need: "instance", cut: re(`(?:^|[,;:] |\n)(?:\s*\d+: )?\s*()instance\b`),
			re: re(`^instance(?P<path>(?:\.[^\s.\[]+|\[[^\]]+\])*) (?P<msg>.+?)\s*$`), style: dotted, strict: true},
		{validator: "msgspec", need: "- at `$", re: re("(?P<msg>[^\n:]+?) - at `\\$\\.?(?P<path>[^`]*)`"), style: msgspecPath},
		{validator: "voluptuous", need: "@ data[", re: re(`(?P<msg>[^@\n:]+?) @ data(?P<path>(?:\[(?:'[^']*'|"[^"]*"|\d+)\])+)`), style: brackets},
		{validator: "System.Text.Json", need: "| LineNumber", re: re(`(?P<msg>[^\n]*?)\s*Path: (?P<path>\$[^|\n]*?) \| LineNumber`), style: dotted},
		{validator: "Newtonsoft.Json", need: "Path '", re: re(`(?P<msg>[^\n]+?) Path '(?P<path>[^'\n]*)', line \d+`), style: dotted},
		{validator: "kotlinx.serialization", need: "at path", re: re(`(?P<msg>[^\n]+?)(?:, but (?:it was|they were) missing)? at path:? (?P<path>\$\S*)`), style: dotted},
		{validator: "jackson", need: "(through reference chain: ", not: "o serializer found", style: brackets,
			re: re(`(?P<msg>[^\n]+?)(?:\n? ?at \[Source: [^\n]*?)? \(through reference chain: (?P<path>[^)\n]+)\)`)},
		{validator: "networknt", need: "$", style: dotted, cut: re(`(?:^|[,;:\[] |\[|\n)\s*()\$[.\[:]`),
			re: re(`^(?P<path>\$(?:\.[\w-]+|\[\d+\])*): (?P<msg>.+?)[\],;]?\s*$`)},
		{validator: "networknt", need: ": ", cut: re(`(?:^|[,;:\[] |\[|\n)\s*()/`),
			re: re(`^(?P<path>/\S*): (?P<msg>.+?)[\],;]?\s*$`), style: slashed, strict: true},
		{validator: "santhosh-tekuri/jsonschema", need: "at '", re: re(`(?:^|[\s-])at '(?P<path>(?:/[^'\n]*)?)'(?: \[[^\]\n]*\])?: (?P<msg>[^\n]+)`), style: slashed},
		{validator: "jsonschema", need: "On instance", re: re(`(?s)(?P<msg>[^\n]+)\n\nFailed validating .*?\n\nOn instance(?P<path>(?:\[[^\]\n]+\])*):`), style: optional(brackets)},
		{validator: "json-schema (Ruby)", need: "The property '#", cut: re(`(?:^|, |\n|: )()The property '`),
			re: re(`^The property '(?P<path>#/[^'\n]*)' (?P<msg>.+?)(?: in schema [\w-]+#?)?\s*$`), style: slashed},
		{validator: "json_schemer", need: " at ", cut: re(`(?:^|, |\n|: )()(?:value|object property|array item|object|array|string|number|integer|boolean) at `),
			re: re("^[a-z ]+ at (?:root|`(?P<path>/[^`\n]*)`) (?P<msg>.+?)\\s*$"), style: slashed, strict: true},
		{validator: "encoding/json", need: "into Go struct field", style: dotted, skips: true,
			re: re(`(?P<msg>json: cannot unmarshal (?P<got>\w+)(?: \S+)? into Go struct field [^\s.]*\.(?P<path>\S+) of type (?P<expect>[^\s,;]+))`)},
		{validator: "encoding/json", need: `within "/`, style: slashed,
			re: re(`(?P<msg>json: cannot unmarshal (?:from )?(?:JSON )?(?P<got>\w+) into Go (?P<expect>\S+) within "(?P<path>/[^"\n]*)")`)},
		{validator: "fastjsonschema", need: "data", style: optional(dotted),
			re: re(`(?:^|[\s:])data(?:(?P<path>(?:\.[^\s.\[]+|\[[^\]\s]+\])+) (?P<msg>must .+)| (?P<root>must (?:not )?contain [\[{].+[\]}] properties))`)},
		{validator: "ajv", need: " ", style: ajvPath, strict: true,
			cut: re(`(?:^|[,;:•*-] |\n)\s*()(?:(?:data|arguments|args|input|body|params|instance|value|root|object)\b)?(?:[/.\[]\S*)? ?(?:must|should) `),
			re:  re(`^(?:data|arguments|args|input|body|params|instance|value|root|object)?(?P<path>(?:[/.\[]\S*?)?):? ?(?P<msg>(?:must|should) .+?)[,;.]?\s*$`)},
	}
}

// optional reads "" as the root.
func optional(s style) style {
	return func(text string) ([]string, bool) {
		if text == "" {
			return nil, true
		}
		return s(text)
	}
}

// ajvPath reads Ajv 8's "/a/b" and Ajv 6's ".a['b']".
func ajvPath(s string) ([]string, bool) {
	if s == "" {
		return nil, true
	}
	return anyPath(s)
}

// arkPath reads "a.b[0]" and `value at ["x y"]`.
func arkPath(s string) ([]string, bool) { return dotted(strings.TrimPrefix(s, "value at ")) }

// msgspecPath reads "a[0].b"; "[...]" stands for a key that isn't said, so the
// path ends before it.
func msgspecPath(s string) ([]string, bool) {
	s, _, _ = strings.Cut(s, "[...]")
	return dotted(s)
}

// located runs the locators.
func (r *reader) located(s string) finding {
	for i := range r.locators {
		l := &r.locators[i]
		if !strings.Contains(s, l.need) || l.not != "" && strings.Contains(s, l.not) {
			continue
		}
		if found := r.locate(l, s); !found.empty() {
			return found
		}
	}
	return finding{}
}

func (r *reader) locate(l *locator, s string) finding {
	var found finding
	for _, sentence := range sentences(s, l.cut) {
		matches := l.re.FindAllStringSubmatchIndex(sentence, maxRaws)
		for _, m := range matches {
			tokens, ok := l.style(group(l.re, m, sentence, "path"))
			if !ok {
				continue
			}
			if l.skips {
				tokens = r.intoArrays(tokens)
			}
			w := at(r.strip(tokens), group(l.re, m, sentence, "msg")+group(l.re, m, sentence, "root"))
			w.Expected, w.Received = group(l.re, m, sentence, "expect"), group(l.re, m, sentence, "got")
			if !l.strict || r.speaks(l.validator, w) {
				r.report(&found, l.validator, w)
			}
		}
		// One without a path may name its members: zod's unrecognized keys.
		if w := at(nil, sentence); matches == nil && l.strict && r.speaks(l.validator, w) {
			r.report(&found, l.validator, w)
		}
	}
	return found
}

// speaks reports whether a message is worded as a validator words it.
func (r *reader) speaks(validator string, w raw) bool {
	says, ok := r.understand(&w)
	return ok && strings.HasPrefix(says, validator)
}

// sentences cuts a text where the next complaint begins.
func sentences(s string, cut *regexp.Regexp) []string {
	if cut == nil {
		return []string{s}
	}
	var parts []string
	starts := cut.FindAllStringSubmatchIndex(s, maxRaws)
	for i, m := range starts {
		end := len(s)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		if m[2] < end {
			parts = append(parts, s[m[2]:end])
		}
	}
	return parts
}

// strip takes off what leads to the arguments in a path that starts at the
// request, as the SDKs' own check of tools/call has it.
func (r *reader) strip(tokens []string) []string {
	switch {
	case len(tokens) > 1 && tokens[0] == "params" && tokens[1] == "arguments":
		return tokens[2:]
	case len(tokens) > 1 && tokens[0] == "arguments" && !r.args.Get("arguments").Exists():
		return tokens[1:]
	}
	return tokens
}

// intoArrays puts in the positions that a path leaves out, as encoding/json's
// does, where the arguments leave one choice; else the path ends at the array.
func (r *reader) intoArrays(tokens []string) []string {
	var path []string
	n := r.args
	for _, token := range tokens {
		for n.Kind() == jsondoc.Array {
			if n.Len() != 1 {
				return path
			}
			path, n = append(path, "0"), n.Elem(0)
		}
		path, n = append(path, token), child(n, token)
	}
	return path
}
