package form

import (
	"time"

	"mcploupe/inspector/pattern"
)

// maxMatch bounds one match of a pattern that backtracks: a schema's pattern may
// take exponential time on purpose. maxSlow is how many such matches are waited
// for in the life of a form, maxPattern the longest pattern that is read, in bytes.
const (
	maxMatch   = 20 * time.Millisecond
	maxSlow    = 5
	maxPattern = 8192
)

// patterns keeps what was compiled. Patterns that no engine reads are nil.
type patterns struct {
	compiled map[string]*pattern.Regexp
	slow     int
}

// match reports whether a text has a match of a pattern, and whether that is
// known: a pattern that cannot be read or takes too long leaves it open.
func (p *patterns) match(source, text string) (matched, known bool) {
	re := p.compile(source)
	if re == nil || !re.Linear() && p.slow >= maxSlow {
		return false, false
	}
	matched, err := re.Match(text)
	if err != nil {
		p.slow++
	}
	return matched, err == nil
}

func (p *patterns) compile(source string) *pattern.Regexp {
	if p.compiled == nil {
		p.compiled = map[string]*pattern.Regexp{}
	}
	re, seen := p.compiled[source]
	if !seen && len(source) <= maxPattern {
		re, _ = pattern.Compile(source, maxMatch) // what no engine reads stays nil
		p.compiled[source] = re
	}
	return re
}
