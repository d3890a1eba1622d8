package form

import (
	"fmt"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// Names of posted inputs: prefix and the field's pointer. The memo carries what
// the other inputs cannot; see [Form.Memo].
const (
	StatePrefix  = "s:"
	ValuePrefix  = "v:"
	BranchPrefix = "b:"
	KeyPrefix    = "k:"
	MemoName     = "m:"
)

// Problem is something about one field that the person must know: text that is
// not JSON, or a value that had to be shown as JSON text.
type Problem struct {
	Pointer jsondoc.Pointer // of the field
	Message string          // what and what to do, one sentence
	Empty   bool            // nothing is typed yet where something must be
}

// Form is a schema as a form, with what was filled in so far.
type Form struct {
	// Root stands for the whole arguments. Its state is Value unless there are no
	// arguments at all. It has Branches where the schema has alternatives at the
	// top.
	Root *Field
	// Fields are the fields to show: those of Root, or Root alone when Whole.
	Fields []*Field
	// Whole is set when only one JSON text for all arguments makes sense: the
	// schema describes no object, or the arguments given are none.
	Whole bool

	src *source
}

// New makes the form of a schema read under a dialect. The first states are: a
// required field is a value (its default, else empty), any other is left out. A
// nil schema, one that is not a schema and one whose $refs lead nowhere give forms
// all the same; an undeclared dialect may be given as Unknown. The form's Memo is
// never empty and must be posted with the inputs.
func New(schema *jsondoc.Document, d dialect.Dialect) *Form {
	s := &source{root: schema.Root(), dialect: d}
	s.allow()
	f := &Form{src: s}
	f.Root = s.build(s.expand(s.root, part{}), place{required: true})
	s.follow(f.Root)
	f.sync()
	return f
}

// sync brings the exported view up to date with the tree.
func (f *Form) sync() {
	f.Whole = f.Root.Control == JSON
	f.Fields = f.Root.Fields
	if f.Whole {
		f.Fields = []*Field{f.Root}
	}
}

// Field finds the field at a pointer of the form; nil where there is none.
func (f *Form) Field(p jsondoc.Pointer) *Field {
	at := f.Root
	for _, t := range p.Tokens() {
		if at = at.child(t); at == nil {
			return nil
		}
	}
	return at
}

// Locate finds the field that holds the place p of the JSON that is sent: the
// field of the value itself (exact), or the nearest one around it, whose text
// contains the value or which lacks it.
func (f *Form) Locate(p jsondoc.Pointer) (at *Field, exact bool) {
	at = f.Root
	for _, t := range p.Tokens() {
		var next *Field
		if at.HasFields() {
			next = at.child(at.sentName(t))
		}
		if next == nil {
			return at, false
		}
		at = next
	}
	return at, true
}

// sentName turns a position among the elements that are sent into the name of
// the element.
func (f *Field) sentName(token string) string {
	if f.Control != Array {
		return token
	}
	sent := 0
	for _, c := range f.Fields {
		if c.State == Omit {
			continue
		}
		if itoa(sent) == token {
			return c.Name
		}
		sent++
	}
	return ""
}

// need finds the field that an edit is about.
func (f *Form) need(p jsondoc.Pointer) (*Field, error) {
	if at := f.Field(p); at != nil {
		return at, nil
	}
	return nil, fmt.Errorf("the form has no field %q; show it again and retry", string(p))
}
