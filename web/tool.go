package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

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
	var found []tool.Finding
	if o := p.opinion(ctx); o != nil {
		found = o.Findings
		v.Verdicts = p.verdicts(o.Verdicts)
		s.fillFindings(ctx, v, p, o)
	} else {
		v.Pending = true
	}
	v.Banner = s.banner(p.Where, found)
	v.InputBadge, v.OutputBadge = badge(found, "/inputSchema"), badge(found, "/outputSchema")
	from := map[views.Tab]dialect.Dialect{cmp.Or(p.Tab, views.TabInput): p.from} // of the schema shown
	input, output := s.app.Schema(t.Input, from[views.TabInput], p.target), s.app.Schema(t.Output, from[views.TabOutput], p.target)
	v.Dialects = append(dialectChip("input", input, from[views.TabInput]), dialectChip("output", output, from[views.TabOutput])...)
	v.HasHistory = s.app.HasHistory() && p.server.Live()
	switch p.Tab {
	case views.TabHistory:
		v.History = s.history(ctx, p)
	case "", views.TabInput:
		v.Input = s.schemaTab(ctx, p, views.Input, input)
	case views.TabOutput:
		v.Output = s.schemaTab(ctx, p, views.Output, output)
	}
	return v
}

// schemaTab is a schema beside what it is converted to, or beside the form that a
// client would have to get.
func (s *Site) schemaTab(ctx context.Context, p place, side views.Side, v *inspector.SchemaView) *views.Schema {
	if client := s.forClient(p.Where.Target); client != nil {
		return s.schemaFor(ctx, p, client, side, v)
	}
	return schema(side, v, p.from, p.target)
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
func dialectChip(side string, v *inspector.SchemaView, from dialect.Dialect) []views.Chip {
	if v == nil {
		return nil
	}
	c := views.Chip{Text: side + ": " + v.Detection.Used.String(), Title: v.Detection.Why}
	switch {
	case from.Known():
		c.Text = side + ": read as " + from.String()
	case v.Detection.Guessed:
		c.Text, c.Level = side+": no $schema → "+v.Detection.Used.String()+" by its keywords", tool.LevelWarn
	case !v.Detection.Known:
		c.Text, c.Level = side+": unknown dialect", tool.LevelWarn
	case !v.Detection.HasDeclared:
		c.Text = side + ": no $schema → " + v.Detection.Used.String()
	}
	return []views.Chip{c}
}

// banner is the worst finding, where it is bad enough to stand above everything,
// with the other places where the same is wrong.
func (s *Site) banner(w views.Where, found []tool.Finding) *views.Banner {
	if len(found) == 0 || found[0].Level.Rank() > tool.LevelCall.Rank() {
		return nil
	}
	f := found[0]
	title, text, cut := strings.Cut(s.withTarget(f), ". ")
	if !cut {
		title, text = strings.TrimSuffix(s.withTarget(f), "."), ""
	}
	var also []string
	more := -maxAlso
	for _, other := range found[1:] {
		if other.Rule == f.Rule {
			if more++; len(also) < maxAlso {
				also = append(also, "`"+string(other.Pointer)+"`")
			}
		}
	}
	if more > 0 {
		also = append(also, strconv.Itoa(more)+" more")
	}
	if len(also) > 0 {
		text = strings.TrimSpace(text + " The same at " + enumerate(also, maxAlso+1) + ".")
	}
	b := &views.Banner{Level: f.Level, Title: title + ".", Text: text, Fix: f.Next}
	if side, at, ok := inSchema(f.Pointer); ok {
		b.Href = w.Line(side, false, at)
	}
	if repair.ByHand(f.Rule) == "" {
		b.MendHref = w.AtFindings("", "", f.Rule).AtMend(f.Rule + "@" + string(f.Pointer)).URL()
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

// badge counts the findings within a part of the tool: the errors, or the
// warnings where there are none.
func badge(found []tool.Finding, prefix jsondoc.Pointer) views.Badge {
	var errors, warnings int
	for _, f := range found {
		switch {
		case !f.Pointer.Within(prefix):
		case f.Level.Error():
			errors++
		default:
			warnings++
		}
	}
	return views.NewBadge(errors, warnings)
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
	if !slices.Contains(rawParts, what) {
		return &httpError{status: http.StatusNotFound, what: "There is no part “" + what + "” of a tool", next: "what is one of " + strings.Join(rawParts, ", ") + "."}
	}
	data := rawOf(p, s.app, what)
	if data == nil {
		return &httpError{status: http.StatusNotFound, what: "This tool has no " + strings.ReplaceAll(what, "-converted", " schema that could be converted"), next: "Look at the whole tool: what=tool."}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", "inline")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // the browser went away: nothing to do
	return nil
}

// rawParts are the parts of a tool that have an address of their own.
var rawParts = []string{"tool", "input", "output", "input-converted", "output-converted"}

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
		return converted(app.Schema(t.Input, p.from, p.target))
	case "output-converted":
		return converted(app.Schema(t.Output, p.from, p.target))
	}
	return nil
}
