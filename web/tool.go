package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/views"
)

// unchangedContext is how many unchanged lines stay visible round a change.
const unchangedContext = 3

// toolView is the middle of the page.
func (s *Site) toolView(ctx context.Context, p place) *views.Tool {
	t := p.tool
	v := &views.Tool{
		N: t.Index, Name: t.Name, HasName: t.HasName, Title: t.DisplayName(), Description: t.Description, HasDesc: t.HasDescription,
		Broken: t.Broken, Hash: t.Hash, Size: len(t.Raw), Hints: hints(t.Annotations),
	}
	if v.Title == t.Label() {
		v.Title = ""
	}
	if t.Broken {
		v.Raw = string(t.Raw)
		if t.Doc != nil {
			v.Raw = t.Doc.Root().Pretty()
		}
	}
	found := p.findings(ctx, t.Index)
	v.Verdicts = p.verdicts(ctx)
	for _, f := range found {
		v.Findings = append(v.Findings, views.Finding{Finding: f})
	}
	v.Banner = banner(p.Where, found)
	v.InputBadge, v.OutputBadge = badge(found, "/inputSchema"), badge(found, "/outputSchema")
	input, output := s.app.Schema(t.Input, dialect.Unknown, p.target), s.app.Schema(t.Output, dialect.Unknown, p.target)
	v.Dialects = append(dialectChip("input", input), dialectChip("output", output)...)
	switch p.Tab {
	case "", views.TabInput:
		v.Input = schema(views.Input, input, p.target)
	case views.TabOutput:
		v.Output = schema(views.Output, output, p.target)
	}
	return v
}

func hints(a tool.Annotations) []views.Hint {
	if !a.Present {
		return nil
	}
	return []views.Hint{
		{Name: "readOnlyHint", Present: a.ReadOnly.Present, Value: a.ReadOnly.Value},
		{Name: "destructiveHint", Present: a.Destructive.Present, Value: a.Destructive.Value},
		{Name: "idempotentHint", Present: a.Idempotent.Present, Value: a.Idempotent.Value},
		{Name: "openWorldHint", Present: a.OpenWorld.Present, Value: a.OpenWorld.Value},
	}
}

// dialectChip says in which dialect a schema is written, and how that is known.
func dialectChip(side string, v *inspector.SchemaView) []views.Chip {
	if v == nil {
		return nil
	}
	text := side + ": " + v.Detection.Used.String()
	switch {
	case !v.Detection.HasDeclared:
		text = side + ": no $schema → " + v.Detection.Used.String()
	case !v.Detection.Known:
		text = side + ": unknown dialect"
	}
	return []views.Chip{{Text: text, Title: v.Detection.Why}}
}

// banner is the worst finding, where it is bad enough to stand above everything,
// with the other places where the same is wrong.
func banner(w views.Where, found []tool.Finding) *views.Banner {
	if len(found) == 0 || found[0].Level.Rank() > tool.LevelCall.Rank() {
		return nil
	}
	f := found[0]
	title, text, cut := strings.Cut(withTarget(f), ". ")
	if !cut {
		title, text = strings.TrimSuffix(withTarget(f), "."), ""
	}
	var also []string
	for _, other := range found[1:] {
		if other.Rule == f.Rule {
			also = append(also, "`"+string(other.Pointer)+"`")
		}
	}
	if len(also) > 0 {
		text = strings.TrimSpace(text + " The same at " + enumerate(also, maxAlso) + ".")
	}
	b := &views.Banner{Level: f.Level, Title: title + ".", Text: text, Fix: f.Next}
	if side, at, ok := inSchema(f.Pointer); ok {
		b.Href = w.Line(side, false, at)
	}
	return b
}

// maxAlso is how many other places the banner names.
const maxAlso = 4

// enumerate joins words: "a, b and c", "a, b and 7 more".
func enumerate(words []string, most int) string {
	if len(words) > most {
		words = append(words[:most:most], strconv.Itoa(len(words)-most)+" more")
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// inSchema divides a pointer into a tool object into the schema it leads into
// and the rest.
func inSchema(p jsondoc.Pointer) (views.Side, jsondoc.Pointer, bool) {
	for side, prefix := range map[views.Side]jsondoc.Pointer{views.Input: "/inputSchema", views.Output: "/outputSchema"} {
		if p.Within(prefix) {
			return side, p[len(prefix):], true
		}
	}
	return "", "", false
}

func badge(found []tool.Finding, prefix jsondoc.Pointer) views.Badge {
	var b views.Badge
	for _, f := range found { // the worst first
		if f.Pointer.Within(prefix) {
			if b.Count == 0 {
				b.Level = f.Level
			}
			b.Count++
		}
	}
	return b
}

// schema is one schema tab.
func schema(side views.Side, v *inspector.SchemaView, to dialect.Dialect) *views.Schema {
	out := &views.Schema{Side: side, Absent: v == nil, Target: to.String()}
	if v == nil {
		return out
	}
	out.Size = len(v.Original.Source())
	out.Dialect, out.Why = v.Detection.Used.String(), v.Detection.Why
	out.Declared, out.HasDecl = v.Detection.Declared, v.Detection.HasDeclared
	if v.ConvertErr != nil {
		out.NotConverted = problemOf("This schema cannot be converted to "+to.String(), v.ConvertErr)
	}
	if v.CompileErr != nil {
		out.NotCompiled = problemOf("This schema does not compile as "+out.Dialect, v.CompileErr)
		var ce *validate.CompileError
		if errors.As(v.CompileErr, &ce) {
			out.NotCompiledAt = &ce.Pointer
		}
	}
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

func problemOf(what string, err error) *views.Problem {
	return &views.Problem{What: what, Where: err.Error()}
}

// oneSide is a schema that could not be converted: the left side alone.
func oneSide(doc *jsondoc.Document) ([]diff.Row, []diff.Hunk) {
	d := diff.Compare(doc, doc, nil)
	for i := range d.Rows {
		d.Rows[i].Right = diff.Side{}
	}
	return d.Rows, []diff.Hunk{{End: len(d.Rows)}}
}

// showRaw hands out bytes as they came, or the converted schema.
func (s *Site) showRaw(w http.ResponseWriter, r *http.Request) error {
	p, err := s.find(views.ParseWhere(r.URL.Query()))
	if err != nil {
		return err
	}
	if p.tool == nil {
		return &httpError{status: http.StatusNotFound, what: "There is no such tool", next: "Choose one from the list."}
	}
	what := r.URL.Query().Get("what")
	data := rawOf(p, s.app, what)
	if data == nil {
		return &httpError{status: http.StatusNotFound, what: "This tool has no such part", next: "what is tool, input, output, input-converted or output-converted."}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", "inline")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // the browser went away: nothing to do
	return nil
}

func rawOf(p place, app *inspector.App, what string) []byte {
	t := p.tool
	switch what {
	case "tool":
		return t.Raw
	case "input":
		return t.Input.Node.Raw()
	case "output":
		return t.Output.Node.Raw()
	case "input-converted":
		return converted(app.Schema(t.Input, dialect.Unknown, p.target))
	case "output-converted":
		return converted(app.Schema(t.Output, dialect.Unknown, p.target))
	}
	return nil
}

func converted(v *inspector.SchemaView) []byte {
	if v == nil || v.Conversion == nil {
		return nil
	}
	return v.Conversion.JSON
}
