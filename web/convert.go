package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// showConvert is the page for a schema without a server, before one is pasted.
func (s *Site) showConvert(w http.ResponseWriter, r *http.Request) error {
	at := views.ParseWhere(r.URL.Query())
	_, to := dialects(&at)
	c := newConvert(views.Where{Target: at.Target, As: at.As}, to, 0)
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.convertPage(c)))
	return nil
}

// convertText shows both sides of a pasted schema, or hands out the converted
// one. Nothing of it is written anywhere. A page that asks with X-Fragment gets
// the result alone.
func (s *Site) convertText(w http.ResponseWriter, r *http.Request) error {
	p, err := readPaste(r)
	if err != nil {
		return err
	}
	c := newConvert(p.Where, p.to, p.repair)
	c.Text = string(p.text)
	result := s.convert(c, p)
	if result != nil && (p.action == "download" || p.action == "raw") {
		handOut(w, result, p)
		return nil
	}
	if r.Header.Get("X-Fragment") == "convert" {
		render(r.Context(), w, http.StatusOK, views.Converted(*c))
		return nil
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(s.convertPage(c)))
	return nil
}

func newConvert(w views.Where, to dialect.Dialect, repair dialect.Repairs) *views.Convert {
	c := &views.Convert{Where: w, Target: to.String(), Targets: targets, Choices: choices}
	what := dialect.AllRepairs.Describe()
	for i, name := range dialect.AllRepairs.Names() {
		c.Repairs = append(c.Repairs, views.Repair{Name: name, What: what[i], Chosen: slices.Contains(repair.Names(), name)})
	}
	return c
}

// convertPage puts the converter into the frame of every page.
func (s *Site) convertPage(c *views.Convert) views.Page {
	page := views.Page{Where: views.Where{Target: c.Where.Target}, Version: s.app.Version(), Convert: c}
	for _, srv := range s.app.Servers() {
		page.Servers = append(page.Servers, pill(srv))
	}
	return page
}

// paste is what the page for a schema without a server sent.
type paste struct {
	views.Where
	text     []byte
	from, to dialect.Dialect
	repair   dialect.Repairs
	action   string
}

// example is what a reader without a schema can try: each keyword of it is
// written otherwise today, and one says something only in draft-07.
const example = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "bbox": {
      "description": "West, south, east, north.",
      "type": "array",
      "items": [{"type": "number"}, {"type": "number"}, {"type": "number"}, {"type": "number"}],
      "additionalItems": false
    },
    "style": {"$ref": "#/definitions/style"}
  },
  "required": ["name"],
  "dependencies": {"bbox": ["style"]},
  "definitions": {
    "style": {"enum": ["dark", "light"]}
  }
}
`

// readPaste reads the posted form: the file where one was chosen, else the text.
// It keeps all of it in memory: what a person pastes is not to lie in a folder of
// temporary files.
func readPaste(r *http.Request) (*paste, error) {
	var tooLarge *http.MaxBytesError
	switch err := r.ParseMultipartForm(maxBody); {
	case err == nil, errors.Is(err, http.ErrNotMultipart): // read as a plain form then
	case errors.As(err, &tooLarge):
		return nil, err
	default:
		return nil, &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err, next: "Go back: your text is still there."}
	}
	p := &paste{action: r.PostForm.Get("action"), Where: views.Where{As: r.PostForm.Get("as"), Target: r.PostForm.Get("target")}}
	p.from, p.to = dialects(&p.Where)
	p.repair, _ = dialect.ParseRepairs(strings.Join(r.PostForm["repair"], ",")) // the form names no other
	if show, err := url.ParseQuery(r.PostForm.Get("show")); err == nil {
		part := views.ParseWhere(show)
		p.Where.From, p.Where.Unfold, p.Where.At = part.From, part.Unfold, part.At
	}
	// A browser sends the lines of a text area with CRLF, whatever was typed.
	p.text = []byte(strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n"))
	if p.action == "example" {
		p.text = []byte(example)
		return p, nil
	}
	file, _, err := r.FormFile("file")
	if err != nil {
		return p, nil // none was chosen
	}
	defer file.Close()
	if p.text, err = io.ReadAll(file); err != nil {
		return nil, fmt.Errorf("read the file that was sent: %w", err)
	}
	return p, nil
}

// convert fills the result in and returns the converted text, nil where there is
// none.
func (s *Site) convert(c *views.Convert, p *paste) []byte {
	if len(bytes.TrimSpace(p.text)) == 0 {
		return nil
	}
	doc, err := jsondoc.Parse(p.text)
	if err != nil {
		c.Problem, c.Excerpt = notJSON(p.text, err)
		return nil
	}
	if c.Problem = notSchema(doc.Root()); c.Problem != nil {
		return nil
	}
	c.Hint = hint(doc.Root())
	v := s.app.View(doc, dialect.Options{From: p.from, Assume: dialect.Draft2020, To: p.to, Repair: p.repair})
	c.Schema = schema(views.Pasted, v, p.from, p.to)
	c.Schema.Choices = nil // the form has them
	c.Doubts = doubts(doc, c.Schema.Changes)
	return converted(v)
}

// doubts are the places that readers of JSON disagree about, but for those that
// the changes name.
func doubts(doc *jsondoc.Document, changes []views.Change) []views.Remark {
	said := map[jsondoc.Pointer]bool{}
	for _, c := range changes {
		said[c.From] = said[c.From] || c.Effect == string(dialect.Kept)
	}
	var list []views.Remark
	for _, issue := range doc.Issues() {
		if !said[issue.Pointer] {
			list = append(list, views.Remark{At: issue.Pointer, What: sentence(issue.Message)})
		}
	}
	return list
}

// handOut sends the converted text alone.
func handOut(w http.ResponseWriter, text []byte, p *paste) {
	kind := "inline"
	if p.action == "download" {
		kind = `attachment; filename="schema-` + p.to.String() + `.json"`
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write(text) // the browser went away: nothing to do
}

// notJSON says where a text stops being JSON.
func notJSON(text []byte, err error) (*views.Problem, *views.Excerpt) {
	p := &views.Problem{What: "This is not JSON. " + sentence(err.Error()), Next: "Mend the text at the place shown."}
	var se *jsondoc.SyntaxError
	if !errors.As(err, &se) {
		return p, nil
	}
	p.What = "This is not JSON. " + sentence(se.Msg)
	return p, excerpt(text, se)
}

// excerptBytes is how much of a line stands on each side of the place.
const excerptBytes = 80

// excerpt cuts the place of an error out of its line.
func excerpt(text []byte, se *jsondoc.SyntaxError) *views.Excerpt {
	e := &views.Excerpt{Line: se.Line, Column: se.Column, Pointer: se.Pointer}
	at := min(max(se.Offset, 0), len(text))
	before, after := text[:at], text[at:]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	if len(before) > excerptBytes {
		cut := len(before) - excerptBytes
		for cut < len(before) && !utf8.RuneStart(before[cut]) {
			cut++
		}
		e.Before = "… "
		before = before[cut:]
	}
	e.Before += string(before)
	if len(after) == 0 {
		return e
	}
	_, n := utf8.DecodeRune(after)
	e.At, after = string(after[:n]), after[n:]
	e.After = strings.TrimRight(string(after), "\r")
	if len(after) > excerptBytes {
		cut := excerptBytes
		for cut > 0 && !utf8.RuneStart(after[cut]) {
			cut--
		}
		e.After = string(after[:cut]) + " …"
	}
	return e
}

// notSchema says why a JSON text is no schema; nil for one that may be.
func notSchema(root jsondoc.Node) *views.Problem {
	if k := root.Kind(); k != jsondoc.Object && k != jsondoc.Bool {
		return &views.Problem{What: "This is JSON, but no schema: it is of type " + k.String() + ".", Next: "A schema is an object, or `true` or `false`. Paste one of those."}
	}
	return nil
}

// holders are members that hold schemas in what is itself no schema.
var holders = [...]struct{ member, what, next string }{
	{"inputSchema", "This looks like a tool, not like a schema.", "Paste the value of its `inputSchema`; or open the file with `mcploupe FILE.json` to see the whole tool."},
	{"outputSchema", "This looks like a tool, not like a schema.", "Paste the value of its `outputSchema`; or open the file with `mcploupe FILE.json` to see the whole tool."},
	{"tools", "This looks like a list of tools, not like a schema.", "Open the file with `mcploupe FILE.json` to see its tools, or paste the schema of one of them."},
	{"result", "This looks like a saved answer, not like a schema.", "Open the file with `mcploupe FILE.json` to see its tools, or paste the schema of one of them."},
}

// hint tells a person who pasted what is around a schema. Such a text is a
// schema all the same: one of unknown keywords, which allows everything.
func hint(root jsondoc.Node) *views.Problem {
	for _, keyword := range [...]string{"$schema", "type", "properties", "$ref"} {
		if root.Get(keyword).Exists() {
			return nil
		}
	}
	for _, h := range holders {
		if k := root.Get(h.member).Kind(); k == jsondoc.Object || k == jsondoc.Array {
			return &views.Problem{What: h.what, Next: h.next}
		}
	}
	return nil
}
