package views

import (
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Found is the findings tab of a tool.
type Found struct {
	Total   int // findings of the tool, of all targets
	Matched int // those that pass the filter
	Groups  []FindingGroup
	From    int // first group shown
	All     int // groups that pass the filter

	Clients []FilterLink // one a target that minds
	Effects []FilterLink
	Client  *ClientNote // the client that was chosen; nil for all

	Core      *Core
	Conflicts []Conflict
	MendAll   bool  // there may be something that can be mended safely
	Mend      *Mend // all safe repairs together, where asked for
}

// MaxGroups is how many groups of findings one page shows: with some sixty
// elements each they leave room for a form within 3,000 elements.
const MaxGroups = 20

// FilterLink is one choice of a filter.
type FilterLink struct {
	Value, Word string
	Class       string // "error", "warn", "ok", "unknown"
	Count       int
	Current     bool
}

// ClientNote is what is known about a chosen client.
type ClientNote struct {
	ID, Name string
	Verdict  string // a sentence
	Versions string
	Note     string
	Evidence []string // addresses for what the client is built on
	How      string   // how the verdict is known
}

// FindingGroup is what one rule found, with all its places.
type FindingGroup struct {
	Number   int // from 1; its anchor is f1
	Rule     string
	Title    string // a few words; may be empty
	Level    tool.Level
	Possible bool     // it holds under a condition, or in some versions only
	Clients  []string // names
	Message  string   // of the first place
	Places   []FoundPlace
	Count    int // all places

	Next   string
	ByHand string // why only the author can mend it
	CanFix bool
	At     jsondoc.Pointer // of the first place, for the repair
	Mend   *Mend           // where asked for

	Basis    string // how it is known: "documented"
	Date     string // when it was seen last
	Status   string // "old report", "some versions"; empty for what holds now
	Evidence []string
}

// FoundPlace is one place of a group.
type FoundPlace struct {
	Pointer jsondoc.Pointer
	Message string // where it differs from that of the group
	Lines   []ExcerptLine
}

// ExcerptLine is one line of a schema.
type ExcerptLine struct {
	Number int
	Depth  int
	Text   string
	Lit    bool
}

// Core says whether a tool is in the portable core.
type Core struct {
	In      bool
	Reasons []Remark // pointers into the tool
	More    int
}

// Conflict is something that no spelling gives to all targets.
type Conflict struct {
	Want      string
	Places    []jsondoc.Pointer
	More      int
	Spellings []Spelling
}

// Spelling is one way to write what is wanted.
type Spelling struct {
	Text    string
	Best    bool
	Instead bool // it gives up what is wanted for something near it
	Refused []string
	Changed []string
	Depends []string
}

// Mend is one or more ways to repair a tool.
type Mend struct {
	Title   string
	Ways    []MendWay
	Nothing string // why there is none
}

// MendWay is one repair as a diff.
type MendWay struct {
	Title    string
	Explain  string
	Effect   string // in words
	Guess    bool
	Safe     bool
	Mends    int
	Breaks   []string // what it would break, for whom
	Also     []string
	MoreAlso int
	Rows     []diff.Row // only what changed, and some lines around it
	Gaps     []int      // indices of Rows before which lines are left out
	Cut      int        // changed rows that are not shown
	Source   *SourceMend
}

// SourceMend is a mend in the words of an SDK.
type SourceMend struct {
	SDK, Why, Before, After, Language string
}
