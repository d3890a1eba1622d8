package repair

import (
	"maps"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// keywordNames are the keywords that a misspelt one can be meant for.
var keywordNames = slices.Sorted(maps.Keys(func() map[string]bool {
	all := map[string]bool{"type": true, "enum": true, "const": true, "format": true, "$ref": true, "$defs": true}
	for name := range appliesTo {
		all[name] = true
	}
	for name := range holders {
		all[name] = true
	}
	for _, name := range annotations {
		all[name] = true
	}
	return all
}()))

var wordSlips = map[string]string{"enums": "enum", "values": "enum", "choices": "enum", "min": "minimum", "max": "maximum", "regex": "pattern", "desc": "description"}

func renameKeyword(s *site, v *val) bool {
	right := wordSlips[s.keyword]
	if right == "" {
		right = nearestWord(s.keyword)
	}
	if right == "" || right == s.keyword || !v.rename(s.keyword, right) {
		return false
	}
	if right == "enum" && !v.get("enum").is(jsondoc.Array) {
		return false
	}
	return true
}

// nearestWord finds the keyword that is nearest to a misspelt one: the same but
// for case and separators, or at most two letters away.
func nearestWord(name string) string {
	if len(name) > 40 {
		return ""
	}
	low := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	best, found := 3, ""
	for _, w := range keywordNames {
		if strings.ToLower(w) == low || strings.TrimPrefix(strings.ToLower(w), "$") == low {
			return w
		}
		if d := distance(low, strings.ToLower(w)); d < best {
			best, found = d, w
		}
	}
	return found
}

// distance is how many letters must be put in, taken out, replaced or exchanged
// with their neighbour to make one word of another.
func distance(a, b string) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
