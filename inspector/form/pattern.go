package form

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// maxMatch bounds one match of a pattern that backtracks: a schema's pattern may
// take exponential time on purpose. The engine looks at its clock every 100 ms.
// maxSlow is how many such matches are waited for in the life of a form.
const (
	maxMatch = 20 * time.Millisecond
	maxSlow  = 5
)

// patterns keeps what was compiled. Patterns that no engine reads are nil.
type patterns struct {
	linear map[string]*regexp.Regexp
	other  map[string]*regexp2.Regexp
	slow   int
}

// match reports whether a text has a match of an ECMA-262 pattern, and whether
// that is known: a pattern that cannot be read or takes too long leaves it open.
// What the linear engine reads, it matches.
func (p *patterns) match(pattern, text string) (matched, known bool) {
	if p.linear == nil {
		p.linear, p.other = map[string]*regexp.Regexp{}, map[string]*regexp2.Regexp{}
	}
	re, seen := p.linear[pattern]
	if !seen {
		re, _ = regexp.Compile(pattern)
		p.linear[pattern] = re
	}
	if re != nil {
		return re.MatchString(text), true
	}
	return p.backtrack(pattern, text)
}

func (p *patterns) backtrack(pattern, text string) (matched, known bool) {
	re, seen := p.other[pattern]
	if !seen {
		if re, _ = regexp2.Compile(pattern, regexp2.ECMAScript|regexp2.Unicode); re != nil {
			re.MatchTimeout = maxMatch
		}
		p.other[pattern] = re
	}
	if re == nil || p.slow >= maxSlow {
		return false, false
	}
	matched, err := re.MatchString(text)
	if err != nil {
		p.slow++
	}
	return matched, err == nil
}
