package profile

import "strings"

// hasLookaround reports a look-ahead or look-behind. An escaped parenthesis and
// one in a class are none.
func hasLookaround(pattern string) bool {
	found := false
	scanPattern(pattern, func(rest string, class bool) {
		for _, open := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
			found = found || !class && strings.HasPrefix(rest, open)
		}
	})
	return found
}

// hasEscape reports a backslash followed by one of the letters.
func hasEscape(pattern, letters string) bool {
	found := false
	scanPattern(pattern, func(rest string, _ bool) {
		found = found || len(rest) > 1 && rest[0] == '\\' && strings.IndexByte(letters, rest[1]) >= 0
	})
	return found
}

// anchored reports that a pattern begins with ^ and ends with $.
func anchored(pattern string) bool {
	last := ""
	scanPattern(pattern, func(rest string, _ bool) { last = rest })
	return strings.HasPrefix(pattern, "^") && last == "$"
}

// scanPattern calls at for each step of a pattern, an escape being one step,
// with the rest of the pattern from there and whether a class is open.
func scanPattern(pattern string, at func(rest string, class bool)) {
	class := false
	for i := 0; i < len(pattern); i++ {
		at(pattern[i:], class)
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		}
	}
}
