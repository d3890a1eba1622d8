package refusal

import (
	"regexp"
	"strings"
	"sync"

	"mcploupe/inspector/jsondoc"
)

// tables are all formats that are known.
type tables struct {
	forms    []form
	locators []locator
	shapes   []shape
	plain    []plainForm
}

// loadTables compiles the patterns once.
var loadTables = sync.OnceValue(func() *tables {
	return &tables{forms: formTable(), locators: locatorTable(), shapes: shapeTable(), plain: plainTable()}
})

// Limits, so that a huge answer costs no more than its size.
const (
	maxDepth   = 8       // of JSON inside text inside JSON
	maxScan    = 1 << 16 // bytes of a text that the patterns look at
	maxRaws    = 1000    // complaints of an answer
	maxJSON    = 100     // tries to read JSON out of a text
	maxVisited = 20_000  // JSON values looked at
)

// reader reads one answer.
type reader struct {
	*tables
	resolver
	visited int
}

func newReader(hint Hint) *reader {
	r := &reader{tables: loadTables()}
	r.properties = hint.Properties
	if doc, err := jsondoc.Parse(hint.Arguments); err == nil && doc.Root().Kind() == jsondoc.Object {
		r.args = doc.Root()
	}
	return r
}

// finding is what one format makes of a text.
type finding struct {
	validator string
	raws      []raw
}

func (f finding) empty() bool { return len(f.raws) == 0 }

// fields reports whether a complaint is about a field, not about everything.
func (f finding) fields() bool {
	for _, w := range f.raws {
		if len(w.base) > 0 || len(w.names) > 0 {
			return true
		}
	}
	return false
}

// and joins two findings; the first to name a validator names it.
func (f finding) and(g finding) finding {
	if f.validator == "" {
		f.validator = g.validator
	}
	if room := maxRaws - len(f.raws); room < len(g.raws) {
		g.raws = g.raws[:max(room, 0)]
	}
	f.raws = append(f.raws, g.raws...)
	return f
}

// answer reads the data first, which says most, and the words where it says no field.
func (r *reader) answer(a answer) finding {
	if aboutOutput.MatchString(head(a.text())) {
		return finding{}
	}
	var data, words finding
	if a.outcome == ProtocolError {
		for _, n := range a.data {
			data = data.and(r.tree(n, "data", 0))
		}
	}
	if data.fields() {
		return data
	}
	for _, text := range a.texts {
		words = words.and(r.text(text, 0))
	}
	if words.fields() || !data.empty() {
		return words.and(data)
	}
	for _, n := range a.data {
		words = words.and(r.tree(n, "structuredContent", 0))
	}
	return words
}

// aboutOutput is said of what the tool returned, which the caller can't mend:
// the TypeScript, Python, Go and Java SDKs in turn.
var aboutOutput = regexp.MustCompile(`(?i)\boutput validation error\b|invalid structured content for tool|has an output schema but|\boutputSchema defined but|structured ?content does not match|validating tool output`)

// foreign is a validator of something that the tool called: botocore checks the
// parameters of the service's API, whose names are its own.
var foreign = regexp.MustCompile(`Missing required parameter in input: "|Unknown parameter in input: "|, valid types: <class '`)

func head(s string) string { return s[:min(len(s), 400)] }

// text tries one way of reading after the other, the surest first. The first
// that finds a field is taken, or that knows the validator by its print.
func (r *reader) text(s string, depth int) finding {
	if depth > maxDepth || s == "" {
		return finding{}
	}
	second, s := r.embedded(s, depth)
	if second.fields() || second.validator != "" {
		return second
	}
	if found := r.pydantic(s); !found.empty() {
		return found
	}
	s = s[:min(len(s), maxScan)]
	if foreign.MatchString(head(s)) {
		return r.plainWords(s)
	}
	for _, read := range []func(string) finding{
		r.prettified, r.effectTree, r.schemaChain, r.located, r.body, r.mentioned, r.typeError, r.plainWords, r.nameless,
	} {
		found := read(s)
		if found.fields() || !found.empty() && found.validator != "" {
			return found
		}
		if second.empty() {
			second = found
		}
	}
	return second
}

// report adds a complaint after its message is understood.
func (r *reader) report(f *finding, validator string, w raw) {
	if len(f.raws) >= maxRaws {
		return
	}
	says, _ := r.understand(&w)
	switch {
	case f.validator != "" && !strings.HasPrefix(says, f.validator+" "):
	case validator != "" && !strings.HasPrefix(says, validator+" "):
		f.validator = validator
	case says != "":
		f.validator = says
	}
	f.raws = append(f.raws, w)
}
