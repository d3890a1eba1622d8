package validate

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// State is the outcome of a validation.
type State uint8

// The outcomes. The zero State is Unchecked: no verdict is never a good one.
const (
	Unchecked State = iota // could not be checked within the bounds; Reason says why
	Valid
	Invalid
)

var stateNames = [...]string{"unchecked", "valid", "invalid"}

// String returns "valid", "invalid" or "unchecked".
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "unknown"
}

// Verdict is what a schema says of an instance.
type Verdict struct {
	State    State
	Problems []Problem // of an Invalid one, in the order of the instance, at most MaxProblems
	Total    int       // how many problems there are, listed or not
	Reason   string    // why the state is Unchecked: one clause in plain words
	// Warnings do not make the instance invalid: formats under 2019-09 and
	// 2020-12, where they are annotations, and patterns that no engine can read
	// and that were therefore not checked. At most MaxProblems.
	Warnings []Problem
}

// Problem is one way in which an instance does not fit its schema.
type Problem struct {
	Instance jsondoc.Pointer // the value that does not fit; for a missing or an extra property the object
	Schema   jsondoc.Pointer // the keyword, in the document that was compiled, through $ref and $id
	Keyword  string          // its name; "false" where a schema that is false stands elsewhere than under a keyword of its own
	Message  string          // what was got and what is wanted
	Expected string          // what is wanted, as short as can be
	Got      string          // what was got, as short as can be; literals as spelled in the source
	Missing  []string        // the name that is not there: one a problem
	Extra    []string        // the name that must not be there or must not look like this: one a problem

	// Causes are the problems of the alternatives of an anyOf or oneOf, of the
	// items under a contains, or of a name under propertyNames, without causes of
	// their own; at most MaxCauses. Those of the nearest alternative stand first.
	Causes  []Problem
	Nearest int // how many of Causes belong to the nearest alternative
}

// Field returns where the problem belongs in a form: the place of the missing
// property, the property that is not allowed, or else the value itself.
func (p Problem) Field() jsondoc.Pointer {
	switch {
	case len(p.Missing) > 0:
		return p.Instance.Join(p.Missing[0])
	case len(p.Extra) > 0:
		return p.Instance.Join(p.Extra[0])
	}
	return p.Instance
}

// String gives field, keyword and message on one line.
func (p Problem) String() string {
	return fmt.Sprintf("%s: %s (%s)", place(p.Field()), p.Message, place(p.Schema))
}

// ErrorKind says why a schema cannot be compiled.
type ErrorKind string

// The kinds of compile errors.
const (
	DialectUnsupported ErrorKind = "dialect-unsupported" // $schema names a dialect that cannot be compiled
	ExternalRef        ErrorKind = "external-ref"        // a reference leaves the document; it is never fetched
	DanglingRef        ErrorKind = "dangling-ref"        // a reference into the document finds nothing
	InvalidSchema      ErrorKind = "invalid-schema"      // the dialect's metaschema forbids it
	TooLarge           ErrorKind = "too-large"           // beyond a bound of this package, which Message names
	TooSlow            ErrorKind = "too-slow"            // not compiled within CompileTime
	Failed             ErrorKind = "failed"              // the validator itself failed: a bug, and a reason to check by other means
)

// nextSteps says for each kind what the person can do about it.
var nextSteps = map[ErrorKind]string{
	DialectUnsupported: "Declare one of draft-04, draft-06, draft-07, 2019-09 or 2020-12 in $schema, or leave $schema out.",
	ExternalRef:        "Put the referenced schema under $defs and refer to it there: no client fetches it.",
	DanglingRef:        "Correct the reference or add what it refers to.",
	InvalidSchema:      "Mend the schema where it is made.",
	TooLarge:           "Make the schema smaller, or check it with another validator.",
	TooSlow:            "Try again when the machine is less busy, or make the schema smaller.",
	Failed:             "Report the schema as a bug of mcploupe.",
}

// CompileError says why a schema cannot be compiled, and where.
type CompileError struct {
	Kind    ErrorKind
	Pointer jsondoc.Pointer // into the schema: the keyword or value at fault
	Keyword string          // the keyword at fault; "" where it is the schema as a whole
	Message string          // in plain words, without the pointer
	Next    string          // what to do about it
	Also    []*CompileError // further faults that were found with it, in the order of the document, at most 20
	Err     error           // what the library said; may be nil
}

// Error gives the pointer and the message.
func (e *CompileError) Error() string { return fmt.Sprintf("%s: %s", place(e.Pointer), e.Message) }

// Unwrap returns what the library said.
func (e *CompileError) Unwrap() error { return e.Err }

func fault(kind ErrorKind, at jsondoc.Pointer, keyword, format string, args ...any) *CompileError {
	return &CompileError{Kind: kind, Pointer: at, Keyword: keyword, Message: fmt.Sprintf(format, args...), Next: nextSteps[kind]}
}

// place names a pointer in a sentence.
func place(p jsondoc.Pointer) string {
	if p == "" {
		return "the top level"
	}
	return string(p)
}
