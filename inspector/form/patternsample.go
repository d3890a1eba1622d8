package form

import (
	"iter"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Bounds of texts made from patterns.
const (
	maxPatternText = 2_000 // characters of one text
	maxPatternRuns = 12    // repetitions that are tried
)

// patternSamples yields texts that a pattern may match: with few repetitions
// first, then with more, and with each of its alternatives. Look-around is left
// out of account; the candidates are checked by whoever takes them.
func patternSamples(pattern string, least int) iter.Seq[string] {
	return func(yield func(string) bool) {
		re, err := syntax.Parse(withoutLookaround(pattern), syntax.Perl)
		if err != nil {
			return
		}
		re = re.Simplify()
		runs := []int{0, 1, 2, 3, 4, 6, 8, maxPatternRuns, least}
		for alternative := range 4 {
			for _, n := range runs {
				g := generator{repeat: n, alternative: alternative}
				if g.write(re); !yield(g.String()) {
					return
				}
			}
		}
	}
}

// withoutLookaround cuts groups like (?=…), (?!…), (?<=…) and (?<!…) out.
func withoutLookaround(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if end, ok := lookaround(pattern, i); ok {
			i = end
			continue
		}
		b.WriteByte(pattern[i])
		if pattern[i] == '\\' && i+1 < len(pattern) {
			i++
			b.WriteByte(pattern[i])
		}
	}
	return b.String()
}

var lookarounds = [...]string{"(?=", "(?!", "(?<=", "(?<!"}

// lookaround finds the end of a look-around group that starts at i.
func lookaround(pattern string, i int) (end int, ok bool) {
	for _, open := range lookarounds {
		if !strings.HasPrefix(pattern[i:], open) {
			continue
		}
		depth := 0
		for j := i; j < len(pattern); j++ {
			switch pattern[j] {
			case '\\':
				j++
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return j, true
				}
			}
		}
	}
	return 0, false
}

// generator writes one text of a pattern.
type generator struct {
	strings.Builder
	repeat      int // how often what may be repeated is
	alternative int // which of several ways is taken
}

func (g *generator) write(re *syntax.Regexp) {
	if g.Len() > maxPatternText {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		g.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		g.WriteRune(pleasant(re.Rune, g.alternative))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		g.WriteByte('a')
	case syntax.OpAlternate:
		g.write(re.Sub[g.alternative%len(re.Sub)])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := repeats(re)
		for range min(max(g.repeat, least), most) {
			g.write(re.Sub[0])
		}
	default:
		for _, sub := range re.Sub {
			g.write(sub)
		}
	}
}

// repeats returns the bounds of a repetition.
func repeats(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpStar:
		return 0, maxPatternText
	case syntax.OpPlus:
		return 1, maxPatternText
	case syntax.OpQuest:
		return 0, 1
	}
	if re.Max < 0 {
		return re.Min, maxPatternText
	}
	return re.Min, re.Max
}

// pleasant chooses a character of a class that reads well: a letter, a digit, or
// else the first one.
func pleasant(ranges []rune, alternative int) rune {
	favourites := []rune("a1bA0x2-_ ")
	for i := range favourites {
		r := favourites[(i+alternative)%len(favourites)]
		for j := 0; j+1 < len(ranges); j += 2 {
			if ranges[j] <= r && r <= ranges[j+1] {
				return r
			}
		}
	}
	for j := 0; j+1 < len(ranges); j += 2 {
		for r := ranges[j]; r <= ranges[j+1]; r++ {
			if unicode.IsPrint(r) {
				return r
			}
			if r-ranges[j] > 1000 {
				break
			}
		}
	}
	return ranges[0]
}
