package validate

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/jsondoc"
	patterns "mcploupe/inspector/pattern"
)

// pattern is one regular expression of a schema.
type pattern struct {
	source string
	re     *patterns.Regexp // nil where unread says why
	unread error            // why no engine reads it; then it is not checked
	at     jsondoc.Pointer  // where it stands
	name   bool             // it stands under patternProperties
	meter  *meter
}

// compilePattern never fails: a schema with one pattern that cannot be read is
// still worth checking against. See pattern.unread.
func compilePattern(source string) *pattern {
	p := &pattern{source: source}
	if len(source) > MaxPattern {
		p.unread = fmt.Errorf("it has %d bytes; at most %d are read", len(source), MaxPattern)
		return p
	}
	p.re, p.unread = patterns.Compile(source, PatternTime)
	return p
}

// String returns the pattern as written; the library puts it into its errors.
func (p *pattern) String() string { return p.source }

// MatchString is called by the library during a validation. It has no way to say
// that it does not know, so the run is stopped instead: a time-out taken for a
// mismatch would be a wrong verdict.
func (p *pattern) MatchString(text string) bool {
	run := p.meter.run
	if p.unread != nil {
		run.unreadable(p)
		return !p.name // as if the keyword were not there
	}
	ok, err := p.re.Match(text)
	switch {
	case errors.Is(err, patterns.ErrSize):
		run.stop("the text of %d bytes is too long for the pattern %s at %s", len(text), cut(p.source, 60), place(p.at))
	case err != nil:
		run.stop("the pattern %s at %s takes longer than %s on a text of %d bytes", cut(p.source, 60), place(p.at), PatternTime, len(text))
	}
	return ok
}

// engine makes the library use our patterns. They are the schema's own: each
// call gives a new one, whose place instrument fills in.
func engine(m *meter) jsonschema.RegexpEngine {
	return func(source string) (jsonschema.Regexp, error) {
		p := compilePattern(source)
		p.meter = m
		return p, nil
	}
}
