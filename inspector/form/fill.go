package form

import (
	"context"
	"fmt"
	"slices"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// Extent says how much [Form.Fill] puts in.
type Extent bool

// The extents.
const (
	OnlyRequired Extent = false // what the schema demands
	WithOptional Extent = true  // what it describes besides, down to a few levels
)

// Fill puts an example into a field and all below it: defaults, examples, listed
// values, and else values made from formats, patterns and bounds. In an object
// or array what is filled in already stays; any other field is overwritten.
//
// The result is checked against the schema. left names what is not valid by it
// or could not be checked, by the place in what is sent; it is empty where all
// is well. Nothing changes when there is an error: no such field, or a schema
// that nothing could be found for.
func (f *Form) Fill(ctx context.Context, p jsondoc.Pointer, extent Extent) (left []Problem, err error) {
	at, err := f.need(p)
	if err != nil {
		return nil, err
	}
	f.src.allow()
	f.fillElements(ctx, at, extent)
	example, ok := f.example(ctx, at, extent)
	if !ok {
		return nil, fmt.Errorf("field %q: no example found that its schema takes; type one as JSON text", string(p))
	}
	drafts, orders := at.drafts(nil), at.orders(nil)
	f.src.reveal(at)
	f.src.load(at, example.Root(), new([]Problem))
	for _, d := range drafts {
		if c := f.Field(d.at); c != nil && !c.HasFields() {
			c.set(Value, d.text)
		}
	}
	for p, order := range orders {
		if c := f.Field(p); c != nil {
			c.order = order
		}
	}
	f.src.quiet = true
	f.src.follow(f.Root)
	f.src.quiet = false
	f.sync()
	return f.verdict(ctx), nil
}

// example finds a value for a field, the first of several ways that leaves no
// problem below it.
func (f *Form) example(ctx context.Context, at *Field, extent Extent) (*jsondoc.Document, bool) {
	m := &maker{source: f.src, extent: extent, fuel: maxFuel}
	given := at.given()
	var first *jsondoc.Document
	for text := range m.candidates(at.exampleSet(), given.Root(), 0) {
		doc, err := jsondoc.Parse([]byte(text))
		if err != nil {
			continue
		}
		fits := m.fitsAll(at.exampleSet(), doc.Root())
		if first == nil && (fits || given != nil) { // what was given may be wrong on purpose
			first = doc
		}
		if !fits {
			continue
		}
		if at.up != nil || len(f.check(ctx, doc)) == 0 {
			return doc, true
		}
		if m.tries++; m.tries > maxTries || ctx.Err() != nil {
			break
		}
	}
	return first, first != nil
}

// fillElements completes the elements of arrays of which some are filled in, each
// for itself, so that such an array stays as it is.
func (f *Form) fillElements(ctx context.Context, at *Field, extent Extent) {
	for _, c := range at.Fields {
		f.fillElements(ctx, c, extent)
		if at.Control != Array || at.State != Value || !at.typed() || c.State != Value {
			continue
		}
		if _, given := c.appendGiven(nil); given && !holdsMembers(c.Control) {
			continue
		}
		if example, ok := f.example(ctx, c, extent); ok {
			f.src.load(c, example.Root(), new([]Problem))
		}
	}
}

// typed reports whether anything is filled in below a field.
func (f *Field) typed() bool {
	if f.State != Value || !f.HasFields() {
		_, given := f.appendGiven(nil)
		return given
	}
	return slices.ContainsFunc(f.Fields, (*Field).typed)
}

// exampleSet is what an example for the field must fit: all alternatives are
// open unless something has been put in.
func (f *Field) exampleSet() set {
	if f.up == nil && holdsMembers(f.Control) {
		return append(slices.Clone(f.base), part{kind: isObject})
	}
	if f.up == nil || len(f.alts) == 0 || f.State == Omit {
		return f.base
	}
	return f.chosen()
}

// given is what is filled in below a field as JSON; nil where there is nothing.
func (f *Field) given() *jsondoc.Document {
	if !f.HasFields() {
		return nil
	}
	text, ok := f.appendGiven(nil)
	if !ok {
		return nil
	}
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil
	}
	return doc
}

// appendGiven appends the value of a field as far as somebody filled it in.
func (f *Field) appendGiven(dst []byte) (_ []byte, ok bool) {
	switch {
	case f.State == Omit:
		return dst, false
	case f.State == Null || f.Control == Array && f.typed():
		return (&encoder{}).field(dst, f)
	case f.Control == Array:
		return dst, false
	case !holdsMembers(f.Control):
		if blank(f.Text) || f.Control == JSON && (f.Text == "{}" || f.Text == "[]") {
			return dst, false
		}
		return (&encoder{}).value(dst, f)
	}
	dst = append(dst, '{')
	start := len(dst)
	for _, c := range f.inOrder() {
		mark := len(dst)
		if mark > start {
			dst = append(dst, ',')
		}
		dst = append(append(dst, c.keyLiteral()...), ':')
		if dst, ok = c.appendGiven(dst); !ok {
			dst = dst[:mark]
		}
	}
	return append(dst, '}'), len(dst) > start
}

// draft is text that is not JSON yet.
type draft struct {
	at   jsondoc.Pointer
	text string
}

// drafts lists the texts below a field that an example must not wipe out.
func (f *Field) drafts(list []draft) []draft {
	if f.HasFields() {
		for _, c := range f.Fields {
			if c.State == Value && !c.HasFields() && !blank(c.Text) && c.peek() == nil {
				list = append(list, draft{c.Pointer, c.Text})
			}
			list = c.drafts(list)
		}
	}
	return list
}

// orders lists the orders of keys below a field, which an example leaves alone.
func (f *Field) orders(m map[jsondoc.Pointer][]string) map[jsondoc.Pointer][]string {
	if m == nil {
		m = map[jsondoc.Pointer][]string{}
	}
	if holdsMembers(f.Control) {
		m[f.Pointer] = f.order
	}
	for _, c := range f.Fields {
		c.orders(m)
	}
	return m
}

// verdict checks what the form sends.
func (f *Form) verdict(ctx context.Context) []Problem {
	text, problems := f.JSON()
	doc, err := jsondoc.Parse(text)
	if len(problems) > 0 || err != nil {
		return problems
	}
	return f.check(ctx, doc)
}

// check validates arguments by the schema of the form.
func (f *Form) check(ctx context.Context, args *jsondoc.Document) []Problem {
	schema, err := f.src.compile()
	if err != nil {
		return []Problem{{Message: "not checked, the schema cannot be compiled: " + err.Error()}}
	}
	v := schema.Validate(ctx, args)
	switch v.State {
	case validate.Valid:
		return nil
	case validate.Unchecked:
		return []Problem{{Message: "not checked: " + v.Reason}}
	}
	out := make([]Problem, len(v.Problems))
	for i, p := range v.Problems {
		out[i] = Problem{Pointer: p.Field(), Message: p.Message}
	}
	return out
}

// compile compiles the schema once.
func (s *source) compile() (*validate.Schema, error) {
	if s.compiled == nil && s.broken == nil {
		doc := s.root.Document()
		if doc == nil {
			return nil, fmt.Errorf("there is no schema")
		}
		s.compiled, s.broken = validate.Compile(doc, s.dialect)
	}
	return s.compiled, s.broken
}
