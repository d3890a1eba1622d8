package form

import (
	"fmt"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// Names of posted inputs: prefix and the field's pointer. The memo carries what
// the other inputs cannot; see [Form.Memo].
const (
	StatePrefix = "s:"
	ValuePrefix = "v:"
	MemoName    = "m:"
)

// Problem is something about one field that the person must know: text that is
// not JSON, or a value that had to be shown as JSON text.
type Problem struct {
	Pointer jsondoc.Pointer // of the field
	Message string          // what and what to do, one sentence
}

// Form is a schema as a form, with what was filled in so far.
type Form struct {
	// Root stands for the whole arguments. Its state is Value unless Whole.
	Root *Field
	// Fields are the fields to show: those of Root, or Root alone when Whole.
	Fields []*Field
	// Whole is set when only one JSON text for all arguments makes sense: the
	// schema describes no object, or the arguments given are none.
	Whole bool

	src *source
}

// New makes the form of a schema read under a dialect, with the first states: a
// required field is a value (its default, else empty), any other is left out.
// An undeclared dialect may be given as Unknown. A nil schema, one that is not a
// schema and one whose $refs lead nowhere give forms all the same.
func New(schema *jsondoc.Document, d dialect.Dialect) *Form {
	f := &Form{src: &source{root: schema.Root(), dialect: d}}
	f.Root = f.src.build(f.src.expand(f.src.root, part{}), place{required: true})
	if f.Root.Native != Object {
		f.Root.Native, f.Root.Control = JSON, JSON
	}
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

// SetState changes the state of a field and nothing else.
func (f *Form) SetState(p jsondoc.Pointer, s State) error {
	at, err := f.need(p)
	if err != nil {
		return err
	}
	if !s.known() {
		return fmt.Errorf("field %q: unknown state %q; use omit, null or value", string(p), string(s))
	}
	at.State = s
	return nil
}

// SetText puts text into a field's control, as if typed, and makes it a value.
func (f *Form) SetText(p jsondoc.Pointer, text string) error {
	at, err := f.need(p)
	if err != nil {
		return err
	}
	at.set(Value, text)
	return nil
}

// SetDefault makes the field send the schema's default explicitly.
func (f *Form) SetDefault(p jsondoc.Pointer) error {
	at, err := f.need(p)
	if err != nil {
		return err
	}
	if !at.HasDefault {
		return fmt.Errorf("field %q: the schema has no default here", string(p))
	}
	doc, err := jsondoc.Parse([]byte(at.Default))
	if err != nil {
		return fmt.Errorf("field %q: default: %w", string(p), err)
	}
	f.load(at, doc.Root(), new([]Problem))
	f.sync()
	return nil
}

func (f *Form) need(p jsondoc.Pointer) (*Field, error) {
	if at := f.Field(p); at != nil {
		return at, nil
	}
	return nil, fmt.Errorf("the form has no field %q", string(p))
}
