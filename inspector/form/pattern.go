package form

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// maxMatch bounds one match of a pattern that backtracks: a schema's pattern may
// take exponential time on purpose. The engine looks at its clock every 100 ms.
const maxMatch = 20 * time.Millisecond

// matchPattern reports whether a text has a match of an ECMA-262 pattern, and
// whether that is known: a pattern that cannot be read or takes too long leaves
// it open. What the linear engine reads, it matches.
func matchPattern(pattern, text string) (matched, known bool) {
	if re, err := regexp.Compile(pattern); err == nil {
		return re.MatchString(text), true
	}
	re, err := regexp2.Compile(pattern, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil {
		return false, false
	}
	re.MatchTimeout = maxMatch
	matched, err = re.MatchString(text)
	return matched, err == nil
}
