package form

import (
	"errors"
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// JSON gives the arguments as compact JSON text: numbers as typed, strings
// spelled as they were read, keys in the order of the schema or, after
// [Form.Load], in the order given. The text is nil when the root is left out.
//
// A field whose control does not hold what it must is left out of the text and
// named in problems; its text stays in the control. Whoever sends must look at
// problems first: with any of them the text is not what the person filled in.
func (f *Form) JSON() (text []byte, problems []Problem) {
	e := encoder{}
	text, _ = e.field(nil, f.Root)
	return text, e.problems
}

type encoder struct{ problems []Problem }

func (e *encoder) problem(f *Field, message string) {
	empty := !f.HasFields() && blank(f.Text) && f.KeyText == f.Name
	e.problems = append(e.problems, Problem{f.Pointer, message, empty})
}

// field appends the value of a field; ok is false when there is none.
func (e *encoder) field(dst []byte, f *Field) (_ []byte, ok bool) {
	switch f.State {
	case Null:
		return append(dst, "null"...), true
	case Value:
		return e.value(dst, f)
	}
	return dst, false
}

func (e *encoder) value(dst []byte, f *Field) (_ []byte, ok bool) {
	switch f.Control {
	case Text:
		if f.spell != nil {
			return append(dst, f.spell...), true
		}
		return jsondoc.AppendQuote(dst, f.Text), true
	case Object, Map:
		return e.object(dst, f), true
	case Array:
		return e.array(dst, f), true
	}
	doc, message := literal(f)
	if message != "" {
		e.problem(f, message)
		return dst, false
	}
	return jsondoc.AppendCompact(dst, doc.Root().Raw()), true
}

func (e *encoder) object(dst []byte, f *Field) []byte {
	dst = append(dst, '{')
	for _, c := range f.inOrder() {
		mark := len(dst)
		if dst[mark-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, c.keyLiteral()...)
		dst = append(dst, ':')
		var ok bool
		if dst, ok = e.field(dst, c); !ok {
			dst = dst[:mark]
		}
		if c.KeyText != c.Name {
			e.problem(c, fmt.Sprintf("the key %s is taken; choose another one", quoted(c.KeyText)))
		}
	}
	return append(dst, '}')
}

// array appends the elements that are not left out.
func (e *encoder) array(dst []byte, f *Field) []byte {
	dst = append(dst, '[')
	for _, c := range f.Fields {
		mark := len(dst)
		if dst[mark-1] != '[' {
			dst = append(dst, ',')
		}
		var ok bool
		if dst, ok = e.field(dst, c); !ok {
			dst = dst[:mark]
		}
	}
	return append(dst, ']')
}

// peek returns what the control holds, whatever the state; nil where it is not
// JSON.
func (f *Field) peek() *jsondoc.Document {
	e := encoder{}
	text, ok := e.value(nil, f)
	if !ok || len(e.problems) > 0 {
		return nil
	}
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil
	}
	return doc
}

// keyLiteral is the name as a JSON string, spelled as it was read.
func (f *Field) keyLiteral() []byte {
	if f.key != nil {
		return f.key
	}
	return jsondoc.AppendQuote(nil, f.Name)
}

// inOrder returns the members in the order in which they are sent: those of the
// order given, then the others as they stand.
func (f *Field) inOrder() []*Field {
	if f.order == nil {
		return f.Fields
	}
	byName := make(map[string]*Field, len(f.Fields))
	for _, c := range f.Fields {
		byName[c.Name] = c
	}
	out := make([]*Field, 0, len(f.Fields))
	for _, name := range f.order {
		if c := byName[name]; c != nil {
			out = append(out, c)
			delete(byName, name)
		}
	}
	for _, c := range f.Fields {
		if byName[c.Name] == c {
			out = append(out, c)
		}
	}
	return out
}

// literal reads the text of a control that holds JSON; message says why it
// cannot be sent.
func literal(f *Field) (doc *jsondoc.Document, message string) {
	if blank(f.Text) {
		return nil, emptyMessages[f.Control]
	}
	doc, err := jsondoc.Parse([]byte(f.Text))
	want, fixed := literalKind[f.Control]
	switch {
	case err == nil && fixed && doc.Root().Kind() != want:
		return nil, fmt.Sprintf("%s is JSON, but of type %s where the field holds a %s; it can be sent as JSON text all the same",
			quoted(f.Text), doc.Root().Kind(), want)
	case err == nil:
		return doc, ""
	case fixed:
		return nil, fmt.Sprintf("%s is not a JSON %s: %s; it can be sent as a string", quoted(f.Text), want, reason(err))
	case f.Control == JSON:
		return nil, "not JSON: " + err.Error()
	}
	return nil, quoted(f.Text) + " is none of the choices"
}

// literalKind is what the controls hold whose text is JSON of one kind.
var literalKind = map[Control]jsondoc.Kind{
	Number: jsondoc.Number, Integer: jsondoc.Number, Boolean: jsondoc.Bool,
}

// emptyMessages say what an empty control lacks.
var emptyMessages = map[Control]string{
	Number:  "no number yet: type one, or choose omit or null",
	Integer: "no number yet: type one, or choose omit or null",
	Boolean: "neither true nor false yet: choose one, or omit or null",
	Enum:    "no choice yet: choose one, or omit or null",
	JSON:    "no JSON yet: type a value, or choose omit or null",
}

// Otherwise is the JSON text that stands for what is typed where the control cannot
// hold it: the text itself where it is JSON, else the text as a string. It is
// empty where the control holds what is typed, or nothing is.
func (f *Field) Otherwise() string {
	if f.HasFields() || f.Control == Text || blank(f.Text) {
		return ""
	}
	if _, message := literal(f); message == "" {
		return ""
	}
	if _, err := jsondoc.Parse([]byte(f.Text)); err == nil {
		return strings.Trim(f.Text, " \t\r\n")
	}
	return jsondoc.Quote(f.Text)
}

func blank(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// reason is a syntax error without its place, which in a one-line control is
// plain to see.
func reason(err error) string {
	var syntax *jsondoc.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Msg
	}
	return err.Error()
}

// maxQuoted bounds the text that a message repeats, in bytes.
const maxQuoted = 40

func quoted(s string) string {
	if len(s) > maxQuoted {
		s = strings.ToValidUTF8(s[:maxQuoted], "") + "…"
	}
	return "“" + s + "”"
}
