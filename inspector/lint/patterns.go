package lint

import (
	"errors"
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/pattern"
	"mcploupe/inspector/tool"
)

// patternRules are about regular expressions.
func patternRules() []Rule {
	return []Rule{
		{
			Name: "lint/pattern-invalid", Level: tool.LevelCall, onNode: patternInvalid,
			Doc:      "Patterns are regular expressions of ECMA-262, read with the flag u. One that is not does not compile in JavaScript clients; as part of an outputSchema it costs the whole list in some.",
			Next:     "Write it as ECMA-262 has it.",
			Evidence: core2020 + "#name-regular-expressions",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"(?i)^x$"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^[xX]$"}}}}`,
		},
		{
			Name: "lint/pattern-not-portable", Level: tool.LevelWarn, onNode: patternNotPortable,
			Doc:      "RE2 (Go, Rust, several providers) knows no look-around and no back-references, Python writes named groups otherwise and knows no \\p, and \\d, \\w and \\s mean more characters in Python than in JavaScript.",
			Next:     "Use classes such as [0-9] and plain groups, or check the rest on the server.",
			Evidence: core2020 + "#name-regular-expressions",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z]+$"}}}}`,
		},
		{
			Name: "lint/pattern-unanchored", Level: tool.LevelWarn, onNode: patternUnanchored,
			Doc:      "A pattern matches anywhere in the text. Authors and models often read it as the whole text, and some engines take only patterns from ^ to $.",
			Next:     "Put ^ at the start and $ at the end, if the whole text is meant.",
			Evidence: valid2020 + "#name-pattern",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"[a-z]+"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z]+$"}}}}`,
		},
	}
}

// maxPattern bounds the patterns that are read, in bytes.
const maxPattern = 8192

// notECMA says what is wrong with a pattern, as far as that is known.
func notECMA(source string) error {
	_, err := pattern.ECMA(source)
	if errors.Is(err, pattern.ErrDeep) {
		return nil
	}
	return err
}

func patternInvalid(p *pass, s *schema, n *node) {
	if v := n.Get("pattern"); v.Kind() == jsondoc.String && len(v.Raw()) <= maxPattern {
		if fault := notECMA(v.Text()); fault != nil {
			p.report(s.pointer(n, "pattern"), fmt.Sprintf("The pattern %s of %s is not ECMA-262: %s.", show(v), s.label(n), fault))
		}
	}
	for k := range n.Get("patternProperties").Members() {
		if len(k.Raw()) > maxPattern || p.full() {
			continue
		}
		if fault := notECMA(k.Text()); fault != nil {
			p.report(s.pointer(n, "patternProperties", k.Text()), fmt.Sprintf("The pattern %s is not ECMA-262: %s.", show(k), fault))
		}
	}
}

func patternNotPortable(p *pass, s *schema, n *node) {
	v := n.Get("pattern")
	if v.Kind() != jsondoc.String || len(v.Raw()) > maxPattern {
		return
	}
	t, fault := pattern.ECMA(v.Text())
	if fault != nil {
		return
	}
	var uses []string
	for _, u := range []struct {
		used bool
		what string
	}{
		{t.Look, "look-around"}, {t.Back, "a back-reference"}, {t.Property, `\p{…}`}, {t.Named, "a named group"},
		{t.Modifiers, "flags for a group"}, {t.Class, `\d, \w or \s`},
	} {
		if u.used {
			uses = append(uses, u.what)
		}
	}
	if len(uses) > 0 {
		p.report(s.pointer(n, "pattern"), fmt.Sprintf("The pattern %s of %s uses %s.", show(v), s.label(n), strings.Join(uses, ", ")))
	}
}

func patternUnanchored(p *pass, s *schema, n *node) {
	v := n.Get("pattern")
	if v.Kind() != jsondoc.String {
		return
	}
	text := v.Text()
	if !strings.HasPrefix(text, "^") || !strings.HasSuffix(text, "$") || strings.HasSuffix(text, `\$`) {
		p.report(s.pointer(n, "pattern"), fmt.Sprintf("The pattern %s of %s matches anywhere in the text.", show(v), s.label(n)))
	}
}
