package dialect

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// Convert writes a schema in another dialect. A schema that is in that dialect
// already comes back byte for byte. The result shares the document's text and
// must not be modified.
//
// The error is an *Error: the root is not a schema, its dialect is not known, or
// a bound of this package was passed. Whatever else is wrong with the schema is
// kept as it is and listed in the changes.
func Convert(doc *jsondoc.Document, opt Options) (*Conversion, error) {
	if opt.To == Unknown {
		opt.To = Draft2020
	}
	det := Detect(doc, opt.Assume)
	if opt.From.Known() {
		det.Used, det.Known = opt.From, true
		det.Why = fmt.Sprintf("Read as %s because that was asked for.", opt.From)
	}
	c := &Conversion{Detection: det, To: opt.To}
	switch doc.Root().Kind() {
	case jsondoc.Object, jsondoc.Bool:
	default:
		return nil, &Error{Kind: NotASchema, Detail: "a schema is an object or a boolean, this is a value of type " + doc.Root().Kind().String(), Next: "send a JSON Schema object"}
	}
	if !det.Known {
		return nil, &Error{Kind: UnknownDialect, Pointer: "/$schema", Detail: fmt.Sprintf("%q names a dialect that is not known here", det.Declared), Next: "choose the dialect to read the schema as, or change $schema"}
	}
	if det.Used == opt.To {
		c.JSON = doc.Source()
		return c, nil
	}
	return nil, &Error{Kind: BadTarget, Detail: fmt.Sprintf("converting from %s to %s is being built", det.Used, opt.To)}
}

// Text parses and converts a schema text.
func Text(src []byte, opt Options) (*Conversion, error) {
	doc, err := jsondoc.Parse(src)
	if err != nil {
		return nil, &Error{Kind: BadJSON, Detail: err.Error(), Next: "send one JSON value", Err: err}
	}
	return Convert(doc, opt)
}
