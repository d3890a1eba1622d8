// Package form turns a JSON Schema into a form, and a filled form into exact
// JSON. At every place three states are kept apart: the value is left out, is
// null, or is what stands in the control.
//
// A [Form] is a tree of [Field] values, each with the JSON Pointer of the value
// it stands for. It is filled from posted inputs ([Form.Decode]), from JSON text
// ([Form.Load]) or by single edits, and gives the JSON text to send
// ([Form.JSON]). What a control cannot hold is held as JSON text in the field,
// so that any JSON value goes in and comes out with its key order and with its
// numbers and strings spelled as they were, whether or not the schema takes it.
//
// The package never makes HTML, never sends anything, never fetches a $ref, and
// never corrects what was typed: text that is not JSON where JSON is needed is a
// [Problem] at its field and stays in the control. A Form is not safe for
// concurrent use.
package form
