package refusal

import (
	"mcploupe/inspector/jsondoc"
)

// Outcome is how a call ended, as far as its answer tells.
type Outcome string

// The outcomes. A tool error is a result with isError, which is what a server
// should answer to invalid arguments since SEP-1303; before, many answered with
// the JSON-RPC error -32602.
const (
	OK            Outcome = "ok"
	ToolError     Outcome = "tool error"
	ProtocolError Outcome = "protocol error"
	Unreadable    Outcome = "unreadable" // neither a result nor an error
)

// Explanation is an answer understood as far as it can be.
type Explanation struct {
	Outcome Outcome
	// Validator names the library that spoke ("pydantic 2", "zod 4", "ajv", …).
	// Empty where none was recognised; there may be problems all the same, read
	// from plain words.
	Validator string
	// Problems stand at a field that the server named, in the order it named them.
	Problems []Problem
	// General are complaints about the arguments as a whole, or about a value whose
	// field is not named. Their pointer is empty.
	General []Problem
	// Text is the server's own words: the text of the content, or the message of the
	// error. Of an unreadable answer it is the answer.
	Text string
	// Code of a JSON-RPC error; nil where there is none, or none that is an integer.
	Code *int
	// Why says what makes an answer unreadable.
	Why string
}

// Problem is one complaint of the server.
type Problem struct {
	Pointer  jsondoc.Pointer // into the arguments
	Message  string          // as sent, without the path
	Expected string          // in the validator's words; empty where it didn't say
	Received string          // likewise
	Kind     string          // one of the Kind constants; empty where it isn't known
}

// Kinds of problems, the same for every validator.
const (
	KindMissing    = "missing"    // a required field is not there
	KindUnexpected = "unexpected" // a field that the tool does not know
	KindType       = "type"
	KindEnum       = "enum"   // not one of the allowed values
	KindRange      = "range"  // a number or a date out of bounds, or no multiple
	KindLength     = "length" // of a string, an array or an object
	KindFormat     = "format" // a format or a pattern
	KindUnion      = "union"  // no branch of a union fits
)

// Hint is what is known about the call. It only helps to tell apart what a text
// can mean: a field is reported where the text names it, with hints or without.
type Hint struct {
	Arguments  []byte   // as sent; nil if unknown
	Properties []string // of the tool's input schema; nil if unknown
}

// Explain reads an answer to tools/call: a whole JSON-RPC response, or only its
// result or its error object. It never fails: what is not understood is Text.
func Explain(response []byte) Explanation { return ExplainWith(response, Hint{}) }

// ExplainFor is Explain where the arguments are known. They settle whether
// "a.0.b" is the pointer /a/0/b or a name with dots, and which of several
// objects lacks a field.
func ExplainFor(response, args []byte) Explanation {
	return ExplainWith(response, Hint{Arguments: args})
}

// ExplainWith is Explain with all that is known about the call.
func ExplainWith(response []byte, hint Hint) Explanation {
	a := readAnswer(response)
	e := Explanation{Outcome: a.outcome, Text: a.text(), Code: a.code, Why: a.why}
	switch {
	case a.outcome == Unreadable:
		e.Text = string(response)
		return e
	case a.outcome == OK && !confesses(e.Text):
		return e
	}
	r := newReader(hint)
	found := r.answer(a)
	e.Validator = found.validator
	e.Problems, e.General = r.settle(found.raws)
	return e
}
