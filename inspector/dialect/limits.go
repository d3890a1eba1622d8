package dialect

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// ErrorKind tells why a schema was not converted.
type ErrorKind string

// The kinds of errors.
const (
	BadJSON        ErrorKind = "bad-json"        // the text is not one JSON value
	NotASchema     ErrorKind = "not-a-schema"    // the root is neither an object nor a boolean
	UnknownDialect ErrorKind = "unknown-dialect" // $schema names a dialect nobody here knows
	BadTarget      ErrorKind = "bad-target"      // the dialect asked for cannot be written
	OverLimit      ErrorKind = "over-limit"      // a bound of this package, named in Detail
	Inconsistent   ErrorKind = "inconsistent"    // the result failed its own check: a fault of this package
)

// Error says why a schema cannot be converted, where, and what to do about it.
type Error struct {
	Kind    ErrorKind
	Pointer jsondoc.Pointer
	Detail  string // what is wrong
	Next    string // what the user can do
	Err     error  // the cause, where there is one
}

// Error gives the place, what is wrong and what to do.
func (e *Error) Error() string {
	at := "the schema"
	if e.Pointer != "" {
		at = e.Pointer.Short()
	}
	if e.Next == "" {
		return fmt.Sprintf("%s: %s", at, e.Detail)
	}
	return fmt.Sprintf("%s: %s; %s", at, e.Detail, e.Next)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// maxURIBytes bounds the text of all identifiers and references after they were
// resolved: with a base that grows at every level it would grow with the square
// of the schema's size.
func maxURIBytes(size int) int { return 64<<20 + 16*size }

func overLimit(format string, args ...any) *Error {
	return &Error{
		Kind: OverLimit, Detail: fmt.Sprintf(format, args...),
		Next: "make the schema smaller or convert its parts one by one",
	}
}
