package report

import (
	"time"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// View is what a report shows: a handful of facts, cut to fit one picture.
type View struct {
	MadeBy string
	Made   time.Time
	Server Server
	Tools  int // in the list; 0 where not known

	Tool      string // its name, or its place where it has none
	ToolTitle string // empty where it has none beside the name
	Hash      string // of the tool's bytes, masked as they are
	Problem   Problem
	Excerpts  []Excerpt
	Call      *CallView
	Clients   []Client // those concerned, the worst first
	MoreRules int      // further rows of Clients that are not shown
	Others    []string // names of further clients concerned
	Fine      []string // clients that are known to take the tool
	Repair    *RepairView
	Masked    []Masked
	Raw       []Raw // the whole bytes, for a fold
}

// Problem is what is wrong, in one sentence and then in some more.
type Problem struct {
	Level    tool.Level // empty where nothing is known to be wrong
	Headline string     // one sentence: how bad, and what
	Detail   string     // the rest of what the rule says; may be empty
	Rule     string     // empty where no rule found it
	Pointer  jsondoc.Pointer
	Same     []jsondoc.Pointer // other places of the same fault
	More     int               // other findings, of other rules
	Evidence string            // an address
}

// Excerpt is the few lines of a document that matter.
type Excerpt struct {
	Title       string // "Output schema", "Tool"
	Left, Right string // what the two sides are
	OneSided    bool
	Rows        []Row
}

// Row is a line of an excerpt, or lines that were left out.
type Row struct {
	diff.Row
	Fold     int  // lines left out here; nothing else counts then
	Fault    bool // what the report is about stands here
	CutLeft  int  // bytes left out at the end of the left text
	CutRight int
}

// Text is a text with the size of what was left out of it.
type Text struct {
	Text string
	Size int // bytes of the whole
	Cut  int // bytes left out
}

// CallView is a call and what came of it.
type CallView struct {
	Arguments    Text
	HasArguments bool
	Outcome      string
	Bad          bool
	Took, At     string
	Validator    string
	Says         []Said // what the server says of single arguments, and of all of them
	Words        Text   // the server's own words; empty where Says has all of them
	Against      string // where server and schema disagree; a sentence
	Output       []Said // what breaks the output schema
	OutputMore   int
	SaysMore     int
}

// Said is a complaint about one place.
type Said struct {
	Pointer jsondoc.Pointer
	Message string
	Detail  string
}

// Client is what some clients do with the tool, all of them for the same reason.
type Client struct {
	Names    []string
	More     int // further names
	Level    tool.Level
	Says     string // what they do
	Basis    string // "reproduced with the published packages"
	Date     string // of the latest evidence
	Evidence []string
	Caveat   string // what keeps it from being certain
}

// RepairView is what to do.
type RepairView struct {
	Title   string
	Explain string
	Guess   bool
	Breaks  []string // what it would break
	Rows    []Row    // the tool before and after
	Source  *Source
	More    int // other ways
}

// Source is a repair in the words of the SDK that made the schema.
type Source struct{ SDK, Language, Before, After string }

// Raw is a whole document, for those who look for more.
type Raw struct {
	Title    string
	Language string // "json" or "text"
	Text
}

// LevelWord says how far the damage of a level reaches, in a few words.
func LevelWord(l tool.Level) string { return levels[l].word }

// levels are the words of each level: beside a client, and at the beginning of
// the headline.
var levels = map[tool.Level]struct{ word, sentence string }{
	tool.LevelSession: {"request refused", "The whole request is refused"},
	tool.LevelServer:  {"server lost", "All tools of the server are lost"},
	tool.LevelTool:    {"tool lost", "The tool is lost"},
	tool.LevelCall:    {"call fails", "Calls fail"},
	tool.LevelMangle:  {"changed silently", "The tool is changed on the way"},
	tool.LevelDrop:    {"dropped silently", "A part of the tool is dropped"},
	tool.LevelWarn:    {"warning", "To be looked at"},
}
