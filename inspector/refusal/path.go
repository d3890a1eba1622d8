package refusal

import (
	"regexp"
	"strconv"
	"strings"
)

// A style is how a validator spells a path. It turns one into tokens; ok is
// false where the text is no such path. The root has no tokens.
type style func(s string) (tokens []string, ok bool)

var dottedStep = regexp.MustCompile(`^(?:\.?([^\s.\[\]"'` + "`" + `]+)|\.?\[(\d+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])`)

// dotted reads "a.b[0].c", "a.0.b", `["x y"]`, "$.a[0]" and "$['a']".
func dotted(s string) ([]string, bool) {
	if s == "$" {
		return nil, true
	}
	if strings.HasPrefix(s, "$.") || strings.HasPrefix(s, "$[") {
		s = s[1:]
	}
	var tokens []string
	for s != "" {
		m := dottedStep.FindStringSubmatch(s)
		if m == nil {
			return nil, false
		}
		token := m[1]
		if token == "" {
			token = unquote(m[2])
		}
		tokens = append(tokens, token)
		s = s[len(m[0]):]
	}
	return tokens, true
}

// slashed reads a JSON Pointer, also as a URI fragment. A lone "/" is how some
// write the root.
func slashed(s string) ([]string, bool) {
	s = strings.TrimPrefix(s, "#")
	if s == "" || s == "/" {
		return nil, true
	}
	if s[0] != '/' {
		return nil, false
	}
	tokens := strings.Split(s[1:], "/")
	for i, t := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens, true
}

// anyPath reads either spelling.
func anyPath(s string) ([]string, bool) {
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#") {
		return slashed(s)
	}
	return dotted(s)
}

var bracketStep = regexp.MustCompile(`\[(\d+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]`)

// brackets reads the subscripts of "data['a'][0]" and of Jackson's reference
// chain `Order["lines"]->java.util.ArrayList[0]->Line["sku"]`.
func brackets(s string) ([]string, bool) {
	var tokens []string
	for _, m := range bracketStep.FindAllStringSubmatch(s, -1) {
		tokens = append(tokens, unquote(m[1]))
	}
	return tokens, len(tokens) > 0
}

// arrows reads the loc of pydantic 1: "a -> 0 -> b".
func arrows(s string) ([]string, bool) { return strings.Split(s, " -> "), s != "" }

// unquote takes the quotes off a name: ", ' or `.
func unquote(s string) string {
	if len(s) < 2 || s[0] != s[len(s)-1] || !strings.ContainsRune("\"'`", rune(s[0])) {
		return s
	}
	if s[0] == '"' {
		if u, err := strconv.Unquote(s); err == nil {
			return u
		}
	}
	return s[1 : len(s)-1]
}

var (
	quotedName = regexp.MustCompile(`"(?:[^"\\\n]|\\.)+"|'[^'\n]+'|` + "`[^`\n]+`")
	nameBreak  = regexp.MustCompile(`\s*(?:,|\s(?:and|or)\s)\s*(?:and\s|or\s)?|\s+`)
)

// listed reads a list of names in any of its spellings: "a, b and c",
// "['a', 'b']", `["a" "b"]`, ":a, :b" (Ruby), "--a, --b" (Azure).
func listed(s string) []string {
	var names []string
	if quoted := quotedName.FindAllString(s, -1); quoted != nil {
		for _, q := range quoted {
			names = append(names, unquote(q))
		}
		return names
	}
	if s = strings.TrimSpace(s); s != "" && strings.IndexByte("[({", s[0]) >= 0 {
		s = strings.Trim(s, "[](){}")
	}
	for _, n := range nameBreak.Split(s, -1) {
		n = strings.TrimLeft(strings.TrimRight(n, ".;:"), ":-")
		if n != "" {
			names = append(names, n)
		}
	}
	return names
}
