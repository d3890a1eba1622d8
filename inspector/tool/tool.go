package tool

import (
	"slices"
	"time"

	"mcploupe/inspector/jsondoc"
)

// Tool is one entry of a list of tools.
type Tool struct {
	Index int               // position in the whole list over all pages, from 0
	Page  int               // the page it stood on, from 0
	Raw   []byte            // the entry's bytes as sent; never changed
	Doc   *jsondoc.Document // the entry; its root is an object unless Broken; nil where it is nested too deep
	Hash  string            // SHA-256 of Raw in lower-case hex: the key of everything derived from it

	Name           string // as sent; empty where HasName is false
	HasName        bool   // name is there and is a string, be it empty
	Title          string // the top-level title, empty where absent or not a string
	Description    string // empty where absent or not a string
	HasDescription bool

	Input       Schema
	Output      Schema
	Annotations Annotations
	Unknown     []string // names of members that no protocol version defines, in the order sent

	Findings []Finding // breaches of the protocol found while reading
	// Broken says that clients cannot use the entry as a tool at all: it is not
	// an object, has no usable name, or its input schema is no schema object.
	Broken bool
}

// Schema is the input or output schema of a tool.
type Schema struct {
	Present bool              // the member is there, whatever its value
	Node    jsondoc.Node      // the value in Tool.Doc
	Doc     *jsondoc.Document // the value as a document of its own; nil where absent
}

// Hint is one boolean annotation. Absent is not false: two of the hints default
// to true.
type Hint struct {
	Present bool // the member is there and is a boolean
	Value   bool // the value sent, or the default of the protocol where not Present
}

// Annotations are the hints a server gives about a tool. They are claims, and
// nothing may rely on them (specification 2026-07-28, server/tools: clients MUST
// consider annotations untrusted unless they come from trusted servers).
type Annotations struct {
	Present     bool         // the member annotations is there, whatever its value
	Node        jsondoc.Node // its value
	Title       string
	HasTitle    bool
	ReadOnly    Hint // readOnlyHint, default false
	Destructive Hint // destructiveHint, default true
	Idempotent  Hint // idempotentHint, default false
	OpenWorld   Hint // openWorldHint, default true
}

// DisplayName is what to call the tool on a page: title, annotations.title,
// name, in this order (specification 2026-07-28, server/tools), and the
// position where it has none of them.
func (t *Tool) DisplayName() string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Annotations.Title != "":
		return t.Annotations.Title
	}
	return t.Label()
}

// unusable are the breaches after which no client has a tool: there is nothing
// that it could be called by, or nothing at all.
var unusable = []string{ruleNotObject, ruleNameMissing, ruleNameEmpty}

// Unusable is the reason why the entry is a tool for no client at all; empty where
// some client can use it. A tool can be Broken all the same, where lenient clients
// take it.
func (t *Tool) Unusable() string {
	for _, f := range t.Findings {
		if slices.Contains(unusable, f.Rule) {
			return f.Message
		}
	}
	return ""
}

// Label is the name, or "#3" for the third entry where it has no name.
func (t *Tool) Label() string {
	if t.Name != "" {
		return t.Name
	}
	return "#" + itoa(t.Index+1)
}

// ServerInfo is what a server says about itself.
type ServerInfo struct {
	Name, Title, Version string
	ProtocolVersion      string // "2025-06-18"; empty where not known
	Era                  string // "legacy" (initialize), "modern" (server/discover), empty where not known
	Instructions         string
	Capabilities         []byte // raw JSON as sent; nil where not known
}

// Snapshot is what one server said at one moment.
type Snapshot struct {
	Server   ServerInfo
	Pages    [][]byte  // the raw result of each tools/list answer, as sent
	Tools    []*Tool   // of all pages, in the order sent, broken ones included
	Findings []Finding // about the list as a whole; pointers into the page's result
	Notes    []string  // what a reader should know about how the bytes were read
	Taken    time.Time // when; zero where not known
}
