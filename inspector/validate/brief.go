package validate

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// maxBrief bounds a literal within a message, in bytes.
const maxBrief = 60

// maxListed bounds a list of alternatives within a message.
const maxListed = 12

// brief gives a value as it is spelled, without white space, cut where it is
// long.
func brief(n jsondoc.Node) string {
	raw := n.Raw()
	if len(raw) > 16*maxBrief && (n.Kind() == jsondoc.Object || n.Kind() == jsondoc.Array) {
		return fmt.Sprintf("%s of %s", article(n.Kind().String()), plural(n.Len(), map[jsondoc.Kind]string{jsondoc.Object: "property", jsondoc.Array: "item"}[n.Kind()]))
	}
	if n.Kind() == jsondoc.Object || n.Kind() == jsondoc.Array {
		raw = n.Compact()
	}
	return cut(string(raw), maxBrief)
}

// described gives a value for "got …": its type, and for a scalar its spelling.
func described(n jsondoc.Node) string {
	switch k := n.Kind(); k {
	case jsondoc.Absent:
		return "nothing"
	case jsondoc.Null, jsondoc.Object, jsondoc.Array:
		return k.String()
	default:
		return fmt.Sprintf("%s (%s)", brief(n), k)
	}
}

// cut shortens a text to at most n bytes, at the start of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// either joins alternatives: "a", "a or b", "a, b or c".
func either(items []string) string { return joined(items, " or ") }

func both(items []string) string { return joined(items, " and ") }

func joined(items []string, last string) string {
	if len(items) > maxListed {
		return fmt.Sprintf("%s, … (%d in all)", strings.Join(items[:maxListed], ", "), len(items))
	}
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + last + items[len(items)-1]
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = jsondoc.Quote(cut(n, maxBrief))
	}
	return out
}

func plural[N int | string](n N, noun string) string {
	count := fmt.Sprint(n)
	if count == "1" {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "y") {
		return count + " " + strings.TrimSuffix(noun, "y") + "ies"
	}
	return count + " " + noun + "s"
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// exact spells a number of the library's where the source is out of sight.
func exact(r *big.Rat) string {
	if r == nil {
		return "?"
	}
	if r.IsInt() {
		return r.Num().String()
	}
	n, _ := r.FloatPrec()
	return r.FloatString(n)
}
