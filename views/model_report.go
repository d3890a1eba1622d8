package views

import "mcploupe/inspector/report"

// ReportPage is the page of a report in the dashboard: the sheet, and what is
// chosen about it.
type ReportPage struct {
	Where    Where
	Version  string
	View     *report.View
	Finding  string // as in the address; empty picks the worst
	Call     string // id of the call; empty for none
	Parts    []Tick
	Masks    []Tick
	Masked   []report.Masked // with what stood there: shown here and nowhere else
	Markdown string
	Picture  bool   // a browser that makes the picture was found
	NoImage  string // what to do where none was found
	Findings []Choice
	Calls    []Choice
	Saved    bool // a case from a file
	Again    []Choice
	Compared *Compared
}

// Tick is something that can be ticked.
type Tick struct {
	Name, Label string
	On          bool
	Count       int // things masked
}

// Choice is one entry of a menu.
type Choice struct {
	Value, Label string
	On           bool
}

// Compared is a recorded answer beside the one that came now.
type Compared struct {
	Same bool
	Now  report.CallView
	Rows []report.Row
	Note string
}

// History is what was kept of a tool.
type History struct {
	Problem *Problem // why it cannot be read
	Forms   []PastForm
	Calls   []PastCall
}

// PastForm is one form that the tool had, with what changed to the one after it.
type PastForm struct {
	Hash    string
	Version string // of the server
	First   string
	Last    string
	Current bool
	Size    int
	Rows    []report.Row // this form beside the next one; empty for the current one
	Changed int
}
