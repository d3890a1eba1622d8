package web

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
	"mcploupe/views"
)

// unchangedContext is how many unchanged lines stay visible round a change.
const unchangedContext = 3

// targets are the dialects that a schema can be shown in; choices are those that
// it can be read as.
var targets, choices = func() (targets []views.Target, choices []string) {
	for _, d := range [...]dialect.Dialect{dialect.Draft2020, dialect.Draft2019, dialect.Draft07, dialect.Draft06, dialect.Draft04} {
		targets = append(targets, views.Target{Name: d.String(), Label: "JSON Schema " + d.String()})
		choices = append(choices, d.String())
	}
	return targets, choices
}()

// dialects looks up what to read a schema as and what to convert it to. What
// names no dialect is taken out of the address.
func dialects(w *views.Where) (from, to dialect.Dialect) {
	from, ok := dialect.ByName(w.As)
	if w.As = ""; ok {
		w.As = from.String()
	}
	to, ok = dialect.ByName(w.Target)
	switch {
	case ok:
	case strings.HasPrefix(w.Target, forPrefix): // looked up where it is used
		to = dialect.Draft2020
	default:
		w.Target, to = "", dialect.Draft2020
	}
	return from, to
}

// schema is one schema tab. from is what the reader chose to read it as.
func schema(side views.Side, v *inspector.SchemaView, from, to dialect.Dialect) *views.Schema {
	out := &views.Schema{Side: side, Absent: v == nil, Target: to.String()}
	if v == nil {
		return out
	}
	out.Size = len(v.Original.Source())
	named(out, v, from)
	faults(out, v)
	if d := v.Diff(); d != nil {
		out.Rows, out.Same = d.Rows, len(v.Conversion.Changes) == 0
		if !out.Same { // what does not change at all is no context to fold away
			out.Hunks = d.Hunks(unchangedContext)
		}
	} else {
		out.Rows, out.Hunks = oneSide(v.Original)
	}
	if v.Conversion != nil {
		for i, c := range v.Conversion.Changes {
			out.Changes = append(out.Changes, views.Change{
				Number: i + 1, From: c.From, To: c.To, New: c.New, Gone: c.Gone, Reason: c.Reason, Effect: string(c.Effect), Source: c.Source, Loss: c.Loss,
			})
		}
	}
	return out
}

// named says which dialect a schema is read as, and how that is known.
func named(out *views.Schema, v *inspector.SchemaView, from dialect.Dialect) {
	det := v.Detection
	out.Dialect, out.Why, out.Choices = det.Used.String(), det.Why, choices
	out.Declared, out.HasDecl = det.Declared, det.HasDeclared
	out.Guessed, out.Evidence = det.Guessed, det.Evidence
	if !from.Known() {
		return
	}
	out.As = from.String()
	itself := dialect.Detect(v.Original, dialect.Draft2020)
	out.Why = "Left to itself: " + itself.Why
}

// known lists the dialects for a sentence.
func known() string { return strings.Join(choices[1:], ", ") + " and " + choices[0] }

// faults says why a schema is not converted or not compiled. That its dialect is
// not known is said once.
func faults(out *views.Schema, v *inspector.SchemaView) {
	var de *dialect.Error
	switch {
	case errors.As(v.ConvertErr, &de):
		out.NotConverted, out.NotConvertedAt = &views.Problem{What: sentence(de.Detail), Next: sentence(de.Next)}, &de.Pointer
		if de.Kind == dialect.UnknownDialect {
			out.NotConverted.What = "Its dialect is not known."
			out.NotConverted.Next = "Choose at “Read as” the dialect that it is written in, or name one of " + known() + " in `$schema`."
			return
		}
	case v.ConvertErr != nil:
		out.NotConverted = &views.Problem{What: sentence(v.ConvertErr.Error())}
	}
	var ce *validate.CompileError
	switch {
	case errors.As(v.CompileErr, &ce):
		out.NotCompiled, out.NotCompiledAt = &views.Problem{What: doesNotCompile(v) + ": " + sentence(ce.Message), Next: ce.Next}, &ce.Pointer
		for _, also := range ce.Also {
			out.AlsoAt = append(out.AlsoAt, views.Remark{At: also.Pointer, What: also.Message})
		}
	case v.CompileErr != nil:
		out.NotCompiled = &views.Problem{What: doesNotCompile(v) + ".", Where: v.CompileErr.Error()}
	}
}

// doesNotCompile names the dialect, where there is one.
func doesNotCompile(v *inspector.SchemaView) string {
	if !v.Detection.Used.Known() {
		return "It does not compile"
	}
	return "It does not compile as " + v.Detection.Used.String()
}

// sentence makes one of the text of an error.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + strings.TrimSuffix(s[n:], ".")
	if strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// oneSide is a schema that could not be converted: the left side alone.
func oneSide(doc *jsondoc.Document) ([]diff.Row, []diff.Hunk) {
	d := diff.Compare(doc, doc, nil)
	for i := range d.Rows {
		d.Rows[i].Right = diff.Side{}
	}
	return d.Rows, []diff.Hunk{{End: len(d.Rows)}}
}

func converted(v *inspector.SchemaView) []byte {
	if v == nil || v.Conversion == nil {
		return nil
	}
	return v.Conversion.JSON
}
