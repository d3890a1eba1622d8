package tool

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// OpenKind tells the reasons why a saved answer does not open.
type OpenKind string

// The reasons.
const (
	OpenEmpty     OpenKind = "empty"       // there is no text
	OpenSyntax    OpenKind = "syntax"      // the text is not JSON
	OpenNoTools   OpenKind = "no-tools"    // the JSON holds nothing that could be a tool
	OpenRPCError  OpenKind = "rpc-error"   // the server answered with an error
	OpenNotSource OpenKind = "not-answers" // a known file of another purpose, such as a configuration
)

// OpenError says why a saved answer does not open, where, and what to do.
type OpenError struct {
	Kind    OpenKind
	Name    string          // the source
	Offset  int             // bytes from its start
	Line    int             // from 1; 0 where no place is meant
	Column  int             // from 1, in bytes
	Pointer jsondoc.Pointer // within the JSON value that Line and Column stand in
	Detail  string          // what is wrong
	Next    string          // what to do
	Err     error           // the cause, where there is one
}

// Error gives all in one text: "answer.json:3:14: …".
func (e *OpenError) Error() string {
	at := e.Name
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", e.Name, e.Line, e.Column)
	}
	if e.Pointer != "" {
		at += " (in " + e.Pointer.Short() + ")"
	}
	text := at + ": " + e.Detail
	if e.Next != "" {
		text += " " + e.Next
	}
	return text
}

// Unwrap gives the cause.
func (e *OpenError) Unwrap() error { return e.Err }
