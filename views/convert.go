package views

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// convertURL is the page for a schema without a server, with the same target.
func convertURL(w Where) string {
	w = Where{Target: w.Target}
	return "/convert" + w.URL()[1:]
}

// dialectTitle names the dialect in use.
func dialectTitle(s Schema) string {
	switch {
	case s.As != "":
		return "Read as " + Plain(s.As) + ", as you chose."
	case s.Dialect == "" || s.Dialect == "unknown": // dialect.Unknown
		return "Dialect not known."
	}
	return "Dialect " + Plain(s.Dialect) + "."
}

// sameAs says why a schema is shown without a converted form.
func sameAs(s Schema) string {
	if s.Dialect != s.Target {
		return "Says the same in " + Plain(s.Target)
	}
	return "Already " + Plain(s.Target)
}

// repairing reports that a repair was asked for.
func repairing(c Convert) bool {
	return slices.ContainsFunc(c.Repairs, func(r Repair) bool { return r.Chosen })
}

// excerptPlace says where in the text something is: "Line 3, column 12".
func excerptPlace(e Excerpt) string {
	return "Line " + thousands(e.Line) + ", column " + thousands(e.Column)
}

// excerptAt is the character at fault, or a name for its absence.
func excerptAt(e Excerpt) string {
	if e.At == "" {
		return "(the end)"
	}
	return e.At
}

// convertOutcome is what a screen reader hears once a text was converted.
func convertOutcome(c Convert) string {
	switch {
	case c.Problem != nil:
		return Plain(c.Problem.What)
	case c.Schema == nil:
		return "Nothing to convert"
	case c.Schema.NotConverted != nil:
		return "Not converted"
	case c.Schema.Same:
		return sameAs(*c.Schema)
	}
	return "Converted to " + Plain(c.Schema.Target) + " with " + count(len(c.Schema.Changes), "change")
}

// excerptLine is the line itself, with the character at fault marked.
func excerptLine(e Excerpt) templ.Component {
	return write(func(b *strings.Builder) {
		b.WriteString(`<pre class="code wrap"><bdi>`)
		writePieces(b, Reveal(e.Before))
		b.WriteString(`<mark>`)
		writePieces(b, Reveal(excerptAt(e)))
		b.WriteString(`</mark>`)
		writePieces(b, Reveal(e.After))
		b.WriteString(`</bdi></pre>`)
	})
}
