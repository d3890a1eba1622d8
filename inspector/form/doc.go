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
// A page shows each field with the inputs [Field.StateInput] (one of the three
// states), [Field.ValueInput] (unless [Field.HasFields]), [Field.BranchInput]
// (where there are Branches) and [Field.KeyInput] (of a Row), and the hidden input
// [MemoName]. Whatever is posted goes to [Form.Decode] of a fresh form, which is
// then the form that was shown with what was changed; the edits ([Form.Add],
// [Form.Remove], [Form.Move], [Form.Choose], [Form.Open], [Form.ShowJSON],
// [Form.SetDefault], [Form.Fill]) come after that. Nothing is kept in between.
//
// The package never makes HTML, never sends anything, never fetches a $ref, and
// never corrects what was typed: text that is not JSON where JSON is needed is a
// [Problem] at its field and stays in the control. A Form is not safe for
// concurrent use.
package form
