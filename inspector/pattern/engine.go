package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// Regexp is a pattern that is ready to match. What RE2 can express runs there,
// in time linear in the text; the rest, such as look-around, runs in a
// backtracking engine under a time limit. It may be used by several goroutines.
type Regexp struct {
	linear *regexp.Regexp  // nil unless RE2 can express the pattern
	size   int             // instructions of linear
	ecma   *regexp2.Regexp // nil unless linear is nil
}

// Why a match was not finished: whether the text matches is not known then.
var (
	ErrTime = errors.New("the match takes too long")
	ErrSize = errors.New("the text is too long for the pattern")
)

// maxWork bounds program size × text length of a match in linear time, which is
// about a second's work.
const maxWork = 100_000_000

// Compile reads a pattern; what needs backtracking gets at most limit for one
// match (the engine looks at its clock every 100 ms). The error says in the words
// of the engine why it cannot be read. The caller bounds the length of source.
func Compile(source string, limit time.Duration) (*Regexp, error) {
	if re2, ok := toRE2(source); ok {
		if linear, size := compileLinear(re2); linear != nil {
			return &Regexp{linear: linear, size: size}, nil
		}
	}
	var first error
	for _, options := range []regexp2.RegexOptions{regexp2.ECMAScript | regexp2.Unicode, regexp2.ECMAScript} {
		re, err := regexp2.Compile(source, options)
		if err == nil {
			re.MatchTimeout = limit
			return &Regexp{ecma: re}, nil
		}
		if first == nil {
			first = readable(err, source)
		}
	}
	return nil, first
}

func compileLinear(re2 string) (*regexp.Regexp, int) {
	parsed, err := syntax.Parse(re2, syntax.Perl)
	if err != nil {
		return nil, 0
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, 0
	}
	re, err := regexp.Compile(re2)
	if err != nil {
		return nil, 0
	}
	return re, len(prog.Inst)
}

// readable strips the frame that the engine puts around its reason.
func readable(err error, source string) error {
	text := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	return fmt.Errorf("%s", strings.TrimSuffix(text, " in `"+source+"`"))
}

// Linear reports that a match takes time linear in the text.
func (r *Regexp) Linear() bool { return r.linear != nil }

// Match reports whether the text has a match. The error is [ErrTime] or
// [ErrSize] where that was not found out.
func (r *Regexp) Match(text string) (bool, error) {
	if r.linear != nil {
		if r.size*len(text) > maxWork {
			return false, ErrSize
		}
		return r.linear.MatchString(text), nil
	}
	ok, err := r.ecma.MatchString(text)
	if err != nil {
		return false, ErrTime
	}
	return ok, nil
}
