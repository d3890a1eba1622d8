package views

import "mcploupe/inspector/tool"

// TargetChoice is the page on which the clients that matter are chosen.
type TargetChoice struct {
	Groups  []TargetGroup
	Chosen  int
	Back    string   // own address to go back to
	Problem *Problem // why the choice was not taken
}

// TargetGroup is one kind of targets.
type TargetGroup struct {
	Title string
	List  []TargetBox
}

// TargetBox is one client to choose.
type TargetBox struct {
	ID, Name string
	Chosen   bool
	Default  bool
	Rules    int
	Note     string // versions, or what it is built on
}

// Matrix is what clients make of all tools of a server.
type Matrix struct {
	Server  string // id
	Name    string
	Clients []MatrixClient
	Rows    []MatrixRow
	From    int // first row shown
	All     int // rows that pass the filter
	PerPage int
	Tools   int // that pass the filter
	Total   int
	Pending int // tools not looked at yet

	Client, Effect, Rule string
	AllClients           []MatrixChoice
	Effects, Rules       []MatrixChoice
}

// MatrixChoice is one option of a filter.
type MatrixChoice struct{ Value, Word string }

// MatrixClient is one column.
type MatrixClient struct{ ID, Name string }

// MatrixRow is one tool, or several of which everything is the same.
type MatrixRow struct {
	Tools []Item // the first of them
	Count int
	Cells []MatrixCell
}

// MatrixCell is one verdict.
type MatrixCell struct {
	Class string // "error", "warn", "ok", "unknown"
	Word  string
	Short string // one word of it
}

// maxNames is how many tools of a row are named.
const maxNames = 40

// RuleList is the page of all rules.
type RuleList struct {
	Query    string
	Total    int
	Matched  int
	Families []RuleFamily
}

// RuleFamily is the rules under one name.
type RuleFamily struct {
	Name  string
	Rules []RuleRow
}

// RuleRow is one rule in the list.
type RuleRow struct {
	Name  string
	Level tool.Level
	Title string
}

// Rule is the page of one rule.
type Rule struct {
	Name     string
	Level    tool.Level
	Title    string
	About    string // "A rule of the protocol"
	Why      string
	Says     string
	When     string
	Versions string
	Mend     string
	Basis    []string // in words, the surest first
	Status   string
	Dates    string
	Note     string
	Evidence []string
	Clients  []string // names of those it holds for

	Example, Clean string
	At, Found      string // what the rule says about its example
}
