package views

import (
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Tool is the middle of the page for one tool.
type Tool struct {
	Beside *Beside // filled for TabBeside

	N           int // position in the list from 0
	Name        string
	HasName     bool
	Title       string
	Description string
	HasDesc     bool   // a description is there, be it empty
	Broken      bool   // clients cannot use the entry as a tool
	Hash        string // of the raw bytes
	Size        int    // bytes as sent
	Raw         string // pretty or raw text, for a broken tool; else empty

	Hints    []Hint
	Dialects []Chip    // "input: no $schema → 2020-12 by default"
	Verdicts []Verdict // of the targets, the worst first; empty leaves the row out
	Banner   *Banner   // the worst finding

	Input   *Schema // filled for TabInput
	Output  *Schema // filled for TabOutput
	Probe   *Probe  // filled for TabProbe
	Pending bool    // what is found in it is not known yet

	Marks    []LineMark // places of the schemas with findings, the worst first
	Found    *Found     // filled for TabFindings
	Errors   int        // findings of the levels session, server, tool and call
	Warnings int        // findings of the other levels

	History    *History // filled for TabHistory
	HasHistory bool     // one is kept

	InputBadge  Badge // beside the tabs
	OutputBadge Badge
}

// LineMark is a place with a finding.
type LineMark struct {
	At    jsondoc.Pointer // into the tool
	Rule  string
	Level tool.Level
	Title string
}

// Badge is a number beside a name. The zero Badge shows nothing.
type Badge struct {
	Count int
	Level tool.Level // of the worst
}

// NewBadge counts the errors, or the warnings where there are no errors.
func NewBadge(errors, warnings int) Badge {
	if errors > 0 {
		return Badge{Count: errors, Level: tool.LevelCall}
	}
	return Badge{Count: warnings, Level: tool.LevelWarn}
}

// Hint is one annotation.
type Hint struct {
	Name    string // "readOnlyHint"
	Present bool
	Value   bool // the value sent, or the default of the protocol
}

// Chip is a short fact.
type Chip struct {
	Text  string
	Title string // more of it
	Level tool.Level
}

// Verdict is what one client does with the tool.
type Verdict struct {
	Target string     // "Claude Desktop"
	Level  tool.Level // empty where fine
	State  string     // "fine", "unknown" or "" for what Level says
	Title  string     // "This tool is lost"
	Href   string     // own address of the findings; empty for none
	Chosen bool       // its findings are shown
}

// Banner is the worst finding in full.
type Banner struct {
	Level    tool.Level
	Title    string // ends with a full stop
	Text     string // `backticks` are set as code
	Fix      string // what to do; empty leaves the button out
	Code     string // the fix as code; may be empty
	Href     string // where in the schema: use [Where.Line]
	MendHref string // own address of the repair; empty for none
}

// Finding is one finding of the tool.
type Finding struct {
	tool.Finding
	Code string // a mend as code; may be empty
}

// Schema is one schema tab.
type Schema struct {
	Side           Side   // which schema of the tool it is
	Absent         bool   // the member is not there
	Size           int    // bytes as sent
	Dialect        string // used: "draft-07"
	Declared       string // $schema as sent; counts only where HasDeclared
	HasDecl        bool
	Why            string          // one sentence: why this dialect
	As             string          // the dialect it is read as because a person chose so; empty where it was recognised
	Guessed        bool            // nothing is declared, and older keywords decided against 2020-12
	Evidence       jsondoc.Pointer // the keyword that decided, where Guessed
	Choices        []string        // the dialects that it can be read as; empty leaves the choice out
	Target         string          // converted to: "2020-12"
	For            string          // name of the client whose form the right side is, in place of a conversion; empty for a dialect
	Left           []Remark        // what that client objects to and no change mends
	Same           bool            // nothing to convert; Rows then hold the left side only
	Rows           []diff.Row
	Hunks          []diff.Hunk // covering all rows
	Changes        []Change
	NotConverted   *Problem         // conversion failed: the right side is empty
	NotConvertedAt *jsondoc.Pointer // in the original; nil where no place is known
	NotCompiled    *Problem         // the schema is no valid schema
	NotCompiledAt  *jsondoc.Pointer // in the original; nil where no place is known
	AlsoAt         []Remark         // further faults found with it
}

// Remark is something about one place of a schema.
type Remark struct {
	At   jsondoc.Pointer
	What string // `backticks` are set as code
}

// Side names one of the two schemas of a tool, or one that belongs to none.
type Side string

// The sides.
const (
	Input  Side = "input"
	Output Side = "output"
	Pasted Side = "pasted" // on the page of [Convert]
)

// Change is one numbered step of the conversion.
type Change struct {
	Number int // from 1
	From   jsondoc.Pointer
	To     jsondoc.Pointer
	New    bool   // nothing stood at From
	Gone   bool   // nothing stands at To
	Reason string // `backticks` are set as code
	Effect string // of package dialect: "none", "neutralised", "repaired", "unpreservable", "kept"
	Source string // address of the section
	Loss   bool
}
