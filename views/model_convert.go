package views

import "mcploupe/inspector/jsondoc"

// Convert is the page for a schema without a server. What was pasted has no
// address: every step sends it again.
type Convert struct {
	Where   Where  // the part and the line shown, Target and As; nothing else counts
	Text    string // as pasted
	Target  string // name of the dialect to convert to
	Targets []Target
	Choices []string // the dialects that it can be read as
	Repairs []Repair // what can be mended on request

	// At most one of the two is there; none before anything was pasted.
	Problem *Problem // why the text is no schema
	Schema  *Schema

	Hint    *Problem // beside Schema: what the text may be instead
	Excerpt *Excerpt // where in the text Problem is
	Doubts  []Remark // what readers of JSON disagree about
}

// Repair is a change of meaning that is made only on request.
type Repair struct {
	Name, What string
	Chosen     bool
}

// Excerpt is the line of a text at which something is wrong.
type Excerpt struct {
	Line, Column      int // from 1; the column in bytes
	Pointer           jsondoc.Pointer
	Before, At, After string // At is the character itself; empty at the end of the text
}
