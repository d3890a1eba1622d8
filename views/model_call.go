package views

import "mcploupe/inspector/jsondoc"

// Call is the right column: a call being written, and the last answer.
type Call struct {
	ID        string // names the next call; for /cancel
	Mode      Mode
	Fields    []Field
	NoForm    string   // why there are no fields: "takes no arguments", "the schema is no object"; a sentence
	JSON      string   // the whole arguments as JSON text
	JSONError string   // why JSON cannot be read; empty where it can
	Extra     []string // names of arguments that no field shows
	Errors    []string // of the whole arguments, at no field
	Verdict   CallVerdict
	Sends     string // the exact bytes that Send would send, as text; empty shows JSON
	Memo      string // text of the hidden input [form.MemoName]; empty leaves it out
	Timeout   string // as typed: "30s"
	Risk      string // a sentence where the tool is not marked read-only; empty leaves it out
	Disabled  string // why nothing can be sent now: "The server is starting."; empty where it can
	Running   bool
	Answer    *Answer // nil before the first call
}

// CallVerdict is what the input schema says about the arguments.
type CallVerdict struct {
	State string // "valid", "invalid", "unchecked"; "" leaves it out
	Text  string // "1 error, can still be sent"
}

// FieldState is one of the three states of a field.
type FieldState string

// The states of a field.
const (
	Omit  FieldState = "omit"
	Null  FieldState = "null"
	Value FieldState = "value"
)

// Control is the kind of control of a field.
type Control string

// The controls.
const (
	ControlText   Control = "text"
	ControlNumber Control = "number" // a text input with a numeric keyboard; exact digits are kept
	ControlArea   Control = "area"
	ControlSelect Control = "select"
	ControlJSON   Control = "json"
)

// Field is one field of the form.
type Field struct {
	Pointer     jsondoc.Pointer
	Name        string // as in the schema
	Type        string // "string", "integer or null"
	Required    bool
	HasDefault  bool
	Default     string // JSON text
	Description string
	Control     Control
	State       FieldState
	Value       string // text of the control, kept in every state
	Options     []Option
	Placeholder string
	Errors      []string // of the input schema
	Warnings    []string
	Server      []string // the server's own words about this field
}

// Option is one option of a select.
type Option struct {
	Value string // JSON text
	Label string
}

// Outcome is how a call ended.
type Outcome string

// The outcomes.
const (
	OutcomeOK        Outcome = "ok"
	OutcomeToolError Outcome = "tool error"
	OutcomeProtocol  Outcome = "protocol error"
	OutcomeTimeout   Outcome = "timed out"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeGone      Outcome = "server gone"
	OutcomeNotSent   Outcome = "not sent"
)

// Answer is what came back.
type Answer struct {
	Outcome    Outcome
	Title      string // heading; empty for the usual words of Outcome
	Took       string // "38 ms"
	IsError    bool
	Code       string // JSON-RPC error code, empty where none
	Words      string // the server's own words, or our own where it said nothing
	Next       string // what to do
	Fields     []FieldError
	Content    []Block
	Structured *Structured
	Sent       Bytes // the arguments
	Request    Bytes // the whole message; may be empty
	Received   Bytes // the whole answer; may be empty
	Notes      []string
	At         string // time of day
}

// FieldError is the server's validation error at one field.
type FieldError struct {
	Pointer jsondoc.Pointer
	Message string
	Detail  string // "string_type · got null"
}

// Block is one block of content.
type Block struct {
	Kind  string // "text", "image", "audio", "resource", "resource_link", other
	Note  string // "image/png · 12 kB"
	Text  string // text, or raw JSON of what is unknown
	Cut   int    // bytes left out
	Known bool
}

// Structured is structuredContent with its verdict.
type Structured struct {
	Text     string // pretty JSON
	Cut      int
	State    string // "valid", "invalid", "unchecked", "no schema"
	Reason   string // why unchecked
	Missing  bool   // an output schema is there and structuredContent is not
	Problems []CallProblem
}

// CallProblem is one problem of structured content.
type CallProblem struct {
	Instance jsondoc.Pointer
	Message  string
	Schema   jsondoc.Pointer // in the original output schema
	Keyword  string
}

// Bytes is a text shown byte for byte.
type Bytes struct {
	Text string
	Size int
	Cut  int // bytes left out of Text
}
