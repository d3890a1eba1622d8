package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"mcploupe/inspector/jsondoc"
)

// Convert writes a schema in another dialect. A schema that is in that dialect
// already comes back byte for byte, as the source itself, which must not be
// modified.
//
// The error is an *Error: the root is not a schema, its dialect is not known, or
// a bound of this package was passed. Whatever else is wrong with the schema is
// kept as it is and listed in the changes.
//
// Time and memory grow in line with the size of the schema. The bounds are those
// of the reader ([jsondoc.MaxDepth], for the result too), the text of all resolved
// identifiers (64 MiB and 16 times the source), and data used as schemas in data
// used as schemas (16 deep); what passes one is refused with OverLimit. The text
// of the changes ends after 16 MiB with a change that says how many more there are.
//
// Convert may be called at the same time for the same document.
func Convert(doc *jsondoc.Document, opt Options) (*Conversion, error) {
	if opt.To == Unknown {
		opt.To = Draft2020
	}
	if !opt.To.Known() || opt.To == Draft03 {
		return nil, &Error{Kind: BadTarget, Detail: fmt.Sprintf("schemas cannot be written as %s", opt.To), Next: "convert to draft-04 or newer"}
	}
	if k := doc.Root().Kind(); k != jsondoc.Object && k != jsondoc.Bool {
		return nil, &Error{Kind: NotASchema, Detail: fmt.Sprintf("a schema is an object or true or false; this is of type %s", k), Next: "send a JSON Schema"}
	}
	out := &Conversion{Detection: detect(doc, opt), To: opt.To}
	det := &out.Detection
	if !det.Known {
		return nil, &Error{Kind: UnknownDialect, Pointer: "/$schema", Detail: strings.TrimSuffix(det.Why, "."), Next: "choose a dialect to read it as, or correct $schema"}
	}
	if det.Used == opt.To && opt.Repair == 0 && exact(doc, det) && !nested(doc) {
		out.JSON = doc.Source()
		return out, nil
	}
	if err := run(doc, out, opt.Repair); err != nil {
		return nil, err
	}
	return out, nil
}

// run converts and turns a fault of this package into an error. What was at work
// then is not used again.
func run(doc *jsondoc.Document, out *Conversion, fix Repairs) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Error{Kind: Inconsistent, Detail: fmt.Sprintf("the conversion broke off: %v", r), Next: "please report the schema"}
		}
	}()
	c := convs.Get().(*conv)
	err = c.convert(doc, out, fix, nil)
	c.release()
	return err
}

func detect(doc *jsondoc.Document, opt Options) Detection {
	det := Detect(doc, opt.Assume)
	if opt.From.Known() {
		det.Used, det.Known, det.Guessed, det.Evidence = opt.From, true, false, ""
		det.Why = fmt.Sprintf("It is read as %s because that was asked for.", opt.From)
	}
	return det
}

// exact reports whether $schema is spelled as the dialect's specification does.
func exact(doc *jsondoc.Document, det *Detection) bool {
	return !det.HasDeclared || det.Declared == det.Used.URI()
}

// nested reports whether there may be a $schema below the root: a resource in
// another dialect.
func nested(doc *jsondoc.Document) bool {
	src := doc.Source()
	return bytes.Count(src, []byte(`$schema"`)) > 1 || bytes.Contains(src, []byte(`\u0024`))
}

// convert fills out with the result. copies is what was copied to $defs before,
// where the conversion starts anew with the copies in the text.
func (c *conv) convert(doc *jsondoc.Document, out *Conversion, fix Repairs, made *copies) error {
	from := out.Detection.Used
	c.reset(doc, out.To, fix)
	c.walk(0, scope{d: from, res: -1}, inPosition)
	c.resolveAll()
	c.recheck()
	if len(c.copies) > 0 {
		return c.startAnew(out, fix, made)
	}
	if c.uriBytes > maxURIBytes(len(c.src)) {
		return overLimit("the resolved identifiers together are longer than %d bytes", maxURIBytes(len(c.src)))
	}
	c.rewrite()
	c.rewriteRefs()
	c.doubts()
	if err := made.check(c); err != nil {
		return err
	}
	made.note(c)
	if c.state[0].flags&isDirty != 0 && from != out.To {
		c.declare()
	}
	if c.state[0].flags&isDirty == 0 {
		out.JSON = c.src
	} else {
		out.JSON = c.result()
	}
	out.Changes = made.rename(c.changes())
	if c.restructured {
		return c.verify(out)
	}
	return nil
}

// declare names the dialect in a schema that did not.
func (c *conv) declare() {
	if c.kind(0) == jsondoc.Object && c.member(0, []byte("$schema")) == 0 {
		c.prepend(0, "$schema", quoted(c.to.URI()))
		c.noteNew(codeSchemaAdded, 0, "$schema")
	}
}

var nothing = []byte("0")

var documents = sync.Pool{New: func() any { return new(jsondoc.Document) }}

// Text parses and converts a schema text. The result may be src itself, so src
// must not be modified as long as the conversion is in use.
func Text(src []byte, opt Options) (*Conversion, error) {
	doc := documents.Get().(*jsondoc.Document)
	defer func() {
		_ = doc.Reset(nothing) // lets go of src
		documents.Put(doc)
	}()
	if err := doc.Reset(src); err != nil {
		return nil, badJSON(err)
	}
	return Convert(doc, opt)
}

func badJSON(err error) *Error {
	e := &Error{Kind: BadJSON, Detail: err.Error(), Next: "send one JSON value", Err: err}
	if syntax := (*jsondoc.SyntaxError)(nil); errors.As(err, &syntax) {
		if syntax.TooDeep {
			e = overLimit("%s", syntax.Msg)
			e.Err = err
		}
		e.Pointer = syntax.Pointer
	}
	return e
}
