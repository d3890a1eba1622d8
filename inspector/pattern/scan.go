package pattern

import "strings"

// Lookaround reports a look-ahead or look-behind. An escaped parenthesis and
// one in a class are none.
func Lookaround(source string) bool {
	found := false
	scan(source, func(rest string, class bool) {
		for _, open := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
			found = found || !class && strings.HasPrefix(rest, open)
		}
	})
	return found
}

// Escapes reports a backslash followed by one of the letters.
func Escapes(source, letters string) bool {
	found := false
	scan(source, func(rest string, _ bool) {
		found = found || len(rest) > 1 && rest[0] == '\\' && strings.IndexByte(letters, rest[1]) >= 0
	})
	return found
}

// Anchored reports that a pattern begins with ^ and ends with $.
func Anchored(source string) bool {
	last := ""
	scan(source, func(rest string, _ bool) { last = rest })
	return strings.HasPrefix(source, "^") && last == "$"
}

// scan calls at for each step of a pattern, an escape being one step, with the
// rest of the pattern from there and whether a class is open.
func scan(source string, at func(rest string, class bool)) {
	class := false
	for i := 0; i < len(source); i++ {
		at(source[i:], class)
		switch source[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		}
	}
}

// countGroups counts the groups that capture: the plain ones and those that are
// opened with the text before a name.
func countGroups(source, named string) int {
	n := 0
	scan(source, func(rest string, class bool) {
		capturing := !strings.HasPrefix(rest, "(?") ||
			strings.HasPrefix(rest, named) && !strings.HasPrefix(rest, "(?<=") && !strings.HasPrefix(rest, "(?<!")
		if !class && rest[0] == '(' && capturing {
			n++
		}
	})
	return n
}

// groupNames collects the names of groups that are opened with the given text.
func groupNames(source, named string) map[string]bool {
	names := map[string]bool{}
	scan(source, func(rest string, class bool) {
		if after, ok := strings.CutPrefix(rest, named); ok && !class {
			if name, _, ok := strings.Cut(after, ">"); ok {
				names[name] = true
			}
		}
	})
	return names
}
