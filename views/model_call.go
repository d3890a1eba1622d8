package views

import (
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
)

// Call is the right column: a call being written, and the last answer.
type Call struct {
	ID         string // names the next call; for /cancel
	Opened     string // names the call that was put back into the form; empty where none was
	Mode       Mode
	Root       Root
	Fields     []Field
	Shape      string          // differs where the fields on the page are other ones
	Focus      jsondoc.Pointer // the field that the last action was about
	HasFocus   bool
	NoForm     string   // why there are no fields: "takes no arguments", "the schema is no object"; a sentence
	JSON       string   // the whole arguments as JSON text
	JSONError  string   // why JSON cannot be read; empty where it can
	Errors     []string // of the whole arguments, at no field
	Notes      []string // what an action could not do
	Problems   []PlacedProblem
	Verdict    CallVerdict
	Sends      string    // the exact bytes that Send would send, as text
	Unsendable bool      // Send would send nothing: a field, or the text, cannot be read
	Memo       string    // text of the hidden input [form.MemoName]; empty leaves it out
	Timeout    string    // as typed: "30s"
	Risk       string    // a sentence where the tool is not marked read-only; empty leaves it out
	Disabled   string    // why nothing can be sent now: "The server is starting."; empty where it can
	NotSent    string    // why Send sent nothing
	Running    *Running  // the call on its way, in the place of an answer
	Last       *PastCall // the last call of the tool
	Answer     *Answer   // nil before the first call
	Calls      []PastCall
	MoreCalls  int // older ones that are not listed
}

// Running is a call on its way.
type Running struct {
	ID       string
	At       string // time of day when it began
	Seconds  int    // since then
	Progress string // what the server said last
	Done     float64
	Total    float64 // 0 where the server does not tell
	Sent     Bytes   // the arguments
}

// Root is what stands for the arguments as a whole.
type Root struct {
	State    FieldState // empty is Value
	Branches []Branch   // of a schema with alternatives at its top
	Branch   int
	CanAdd   bool // members that the schema does not name
	More     int  // fields that are not on the page until asked for
}

// PlacedProblem is one problem of the arguments for a list of all of them.
type PlacedProblem struct {
	Field   jsondoc.Pointer // the field on the page where it stands; "" for the whole
	At      jsondoc.Pointer // in what is sent
	Message string

	// Where the value stands in the JSON text, while that is what is written: Line 0
	// is nowhere. From and To count UTF-16 code units, as a text area does.
	Line, Column, From, To int
}

// PastCall is one call of the session.
type PastCall struct {
	ID      string
	At      string // time of day
	Tool    string // empty where it is the tool on the page
	Args    string // short, for people
	Outcome Outcome
	Took    string // or the progress, while it is on its way
	Broken  bool   // it went well, and gave what the output schema forbids
	Href    string // the page with its arguments in the form and its answer
	Current bool
	Beside  *Link // the page that lays it beside the current one; nil where there is none
}

// Beside is two calls side by side.
type Beside struct {
	Left, Right PastCall
	Reason      string // why they are not compared; empty where they are
	Changed     int    // lines that differ
	Parts       []BesidePart
	More        int // lines that are left out
}

// BesidePart is a run of lines.
type BesidePart struct {
	Rows   []diff.Row
	Folded bool // all the same on both sides
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

// The controls. Object and Array have fields in the place of a control.
const (
	ControlText   Control = "text"
	ControlNumber Control = "number" // a text input with a numeric keyboard; exact digits are kept
	ControlArea   Control = "area"
	ControlSelect Control = "select"
	ControlJSON   Control = "json"
	ControlObject Control = "object" // of named members, or of rows with keys of their own
	ControlArray  Control = "array"
)

// Field is one field of the form, with those inside it.
type Field struct {
	Pointer     jsondoc.Pointer
	Name        string // as in the schema, or the position
	Title       string // of an element that has a position of its own
	Type        string // "string", "integer or null"
	Required    bool
	HasDefault  bool
	Default     string // JSON text
	Description string
	Badges      []string // "deprecated", "read-only"
	Control     Control
	State       FieldState
	Value       string // text of the control, kept in every state
	Options     []Option
	Placeholder string
	Format      string   // of the schema
	Encoding    string   // contentEncoding
	Examples    []string // as they would stand in the control
	Unread      []string // why what is typed cannot be sent
	Otherwise   string   // JSON text that what is typed can be sent as
	Errors      []string // of the input schema
	Warnings    []string
	Server      []string // the server's own words about this field
	Notes       []string // what an action could not do

	Fields []Field // inside an object or array
	Shut   bool    // nothing that is inside is on the page until asked for
	Last   *Field  // of an array that is shut: its last element, which tells how many there are
	More   int     // fields inside that are not on the page, as far as they are made
	Closed bool    // there are fields inside that are not made yet
	CanAdd bool    // elements, or members that the schema does not name

	Branches []Branch // alternatives to choose from
	Branch   int

	Row    bool   // its key can be changed, and it can be taken away
	Key    string // of a row, as typed
	Item   bool   // an element of an array: it can be taken away and moved
	Fixed  bool   // an element that its position has a schema for: it stays there
	Of     int    // elements beside it, itself included
	AsJSON bool   // JSON text stands in for the control
	CanBe  bool   // it can be edited as JSON text
	Fill   bool   // an example can be put in
}

// Branch is one alternative of a field.
type Branch struct {
	Label       string
	Description string
}

// Option is one option of a select.
type Option struct {
	Value       string // JSON text
	Label       string
	Description string
}

// Outcome is how a call ended.
type Outcome string

// The outcomes.
const (
	OutcomeOK        Outcome = "ok"
	OutcomeToolError Outcome = "tool error"
	OutcomeProtocol  Outcome = "protocol error"
	OutcomeInput     Outcome = "input required"
	OutcomeTimeout   Outcome = "timed out"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeGone      Outcome = "server gone"
	OutcomeNotSent   Outcome = "not sent"
	OutcomeRunning   Outcome = "running"
)

// Answer is what came back.
type Answer struct {
	Outcome    Outcome
	Title      string // heading; empty for the usual words of Outcome
	Took       string // "38 ms"
	Broken     bool   // the outcome is OK, and the output breaks its schema
	IsError    bool
	Code       string // JSON-RPC error code, empty where none
	Words      string // the server's own words, or our own where it said nothing
	Next       string // what to do
	Against    string // where the server and its own schema disagree; a sentence
	Fields     []FieldError
	Content    []Block
	Structured *Structured
	Sent       Bytes // the arguments
	Request    Bytes // the whole message; may be empty
	Received   Bytes // the whole answer; may be empty
	Notes      []string
	At         string // time of day
	Meta       string // _meta of the result, pretty
	Copies     []Link // the call as text for other programs
}

// Link is an address of ours with a name.
type Link struct{ Name, Href string }

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
	Image *Image // of a kind that browsers show
}

// Image is a picture of a kind that is safe to show, by its own bytes.
type Image struct {
	Type ImageType
	Data []byte
	Alt  string
}

// ImageType is the media type of an image that is shown.
type ImageType string

// The images that are shown. SVG is not among them: it is a document.
const (
	ImagePNG  ImageType = "image/png"
	ImageJPEG ImageType = "image/jpeg"
	ImageGIF  ImageType = "image/gif"
	ImageWebP ImageType = "image/webp"
)

// Structured is structuredContent with its verdict.
type Structured struct {
	Text     string           // pretty JSON
	Marks    map[int][]string // what is wrong with its lines, the first of which is 0
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
