package refusal

import (
	"regexp"
	"strings"
)

// A form is one way to word a complaint. Its groups are
//
//	names   the members of the path that it is about
//	expect  what should be there
//	got     what was there
//	item    the position of the element of names
//
// A form with names also finds its complaint in running text, where no path is
// given; such a form is not anchored at its ends.
type form struct {
	validator string
	kind      string
	need      string // must occur in the text, for speed; lower case
	re        *regexp.Regexp
	got       string // what was there, where the form itself says it
	echo      bool   // names repeats the path: it adds nothing where a path is given
	loose     bool   // names may be spelled otherwise in the arguments
}

// echoes marks a form whose names are the arguments themselves.
func echoes(f form) form { f.echo = true; return f }

func compile(pattern string) *regexp.Regexp {
	pattern = strings.ReplaceAll(pattern, "<list>", listPattern)
	return regexp.MustCompile(strings.ReplaceAll(pattern, "<q>", quotedPattern))
}

const (
	quotedPattern = `(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|` + "`[^`\n]{1,200}`)"
	listPattern   = quotedPattern + `(?:(?:,|\s|and|or)+` + quotedPattern + `)*`
)

// says gives a form what was there, where its words mean one thing only.
func says(got string, f form) form { f.got = got; return f }

// understand says what a message means by the first form that fits, and which
// validator words it so.
func (t *tables) understand(w *raw) (validator string, ok bool) { return t.fit(w, false) }

// begins is understand where the form must begin the message: what is before it
// would be a path that was not read.
func (t *tables) begins(w *raw) (validator string, ok bool) { return t.fit(w, true) }

func (t *tables) fit(w *raw, whole bool) (validator string, ok bool) {
	lower := strings.ToLower(w.Message)
	for i := range t.forms {
		f := &t.forms[i]
		if !strings.Contains(lower, f.need) {
			continue
		}
		if m := f.re.FindStringSubmatchIndex(w.Message); m != nil && (m[0] == 0 || !whole) {
			w.fill(f, m, w.Message)
			return f.validator, true
		}
	}
	return "", false
}

func (w *raw) fill(f *form, m []int, message string) {
	set := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	if w.Kind == KindType && f.kind == KindMissing {
		w.Kind = "" // the code says type, the message that there was none
	}
	set(&w.Kind, f.kind)
	set(&w.Expected, group(f.re, m, message, "expect"))
	set(&w.Received, group(f.re, m, message, "got"))
	set(&w.Received, f.got)
	if names := group(f.re, m, message, "names"); names != "" && w.names == nil && !(f.echo && w.base != nil) {
		w.names, w.loose, w.paths = listed(names), f.loose, f.echo
		if item := group(f.re, m, message, "item"); item != "" {
			w.names[0] += "[" + item + "]"
		}
	}
}

// group returns a named group of a match, "" if the pattern has none or it took
// no part.
func group(re *regexp.Regexp, m []int, text, name string) string {
	i := re.SubexpIndex(name)
	if i < 0 || m[2*i] < 0 {
		return ""
	}
	return text[m[2*i]:m[2*i+1]]
}
