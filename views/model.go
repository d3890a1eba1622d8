package views

import "time"

// Page is one whole page of the dashboard.
type Page struct {
	Where   Where
	Version string // of mcploupe
	Servers []Server
	Targets []Target // the dialects to convert to; empty leaves the menu out
	Convert *Convert // the page for a schema without a server: nothing below is then shown
	Search  *Search  // the search page: nothing below is then shown
	List    *List    // the tools of the chosen server; nil where none is chosen

	// One of the two fills the middle. Both nil means that no server is configured.
	Tool   *Tool
	Server *ServerPanel // of the chosen server: the middle where Tool is nil, else its Server tab

	Call   *Call  // the test call; nil where no call can be made
	NoCall string // why Call is nil, a sentence; empty leaves the column out

	Asks []Ask // what servers want of the person now

	Notice *Problem // something that went wrong with the request itself, above the middle
}

// Where is a place on the dashboard: what the address of a page says. The zero
// value of each field leaves its parameter out.
type Where struct {
	Server string // id of the server
	Tool   string // name as sent, for the reader of the address; N decides
	N      int    // position in the list from 0; counts only where HasN
	HasN   bool
	Tab    Tab    // "" is the first tab
	Query  string // filter of the list
	Level  string // filter of the list: "", "error", "warning", "clean"
	Mode   Mode   // "" is ModeForm
	Target string // name of the dialect to convert to: "2020-12"
	From   int    // first row shown of a long schema; parameter from
	Unfold int    // 1 + index of the hunk to open in a long schema; parameter unfold
	First  int    // first tool shown of a long list; parameter first
	At     string // id of the line to light: see [LineID]; parameter at
	Client string // id of a profile: the findings of it alone; parameter client
	Effect string // a level: the findings of it alone; parameter effect
	Rule   string // a rule: the findings of it alone; parameter rule
	Mend   string // the finding to show repairs of, "RULE@POINTER", or "all"; parameter mend
	As     string // dialect to read the schema of this tab as, whatever it says; parameter as
}

// Tab names one tab of the middle.
type Tab string

// The tabs of a tool. A page of a server without a tool has TabServer, TabWire and TabProbe.
const (
	TabInput    Tab = "input"
	TabOutput   Tab = "output"
	TabFindings Tab = "findings"
	TabHistory  Tab = "history"
	TabServer   Tab = "server"
	TabWire     Tab = "wire"
	TabProbe    Tab = "probe"
	TabBeside   Tab = "beside"   // two calls of the session; reached from the list of calls
	TabOverview Tab = "overview" // of a server, where no tool is chosen
)

// Mode says which of the two texts of a call counts.
type Mode string

// The modes of a call.
const (
	ModeForm Mode = "form"
	ModeJSON Mode = "json"
)

// State is the state of a server.
type State string

// The states of a server. A saved answer is always StateFile.
const (
	StateStarting State = "starting"
	StateReady    State = "ready"
	StateFailed   State = "failed"
	StateClosed   State = "closed"
	StateFile     State = "file"
)

// Server is one pill of the top bar.
type Server struct {
	ID    string
	Name  string
	State State
	Sub   string // small text beside the name: "FastMCP · stdio", "29 tools", "exit 1 · see stderr"
}

// Target is one entry of the target menu.
type Target struct {
	Name  string // parameter value: "2020-12"
	Label string // "JSON Schema 2020-12"
}

// Problem says what is wrong, where, and what to do about it.
type Problem struct {
	What  string // a sentence; text in `backticks` is set as code
	Where string // file, line and key, or a command; empty where nowhere
	Next  string // what to do; empty where nothing can be done
}

// List is the left column.
type List struct {
	State   State // of the server
	Total   int   // tools of the server
	Matched int   // tools that pass Query and Level
	Counts  Counts
	Items   []Item // those shown, at most [MaxItems], from Where.First on
}

// MaxItems is how many tools one page lists: with four elements each they leave
// room for a schema and a form within 3,000 elements.
const MaxItems = 250

// Counts are the numbers beside the filter links.
type Counts struct {
	All, Errors, Warnings, Clean int
	Pending                      int // not looked at yet
}

// Item is one tool in the list.
type Item struct {
	N        int    // position in the whole list from 0
	Name     string // as sent
	HasName  bool
	Title    string
	Broken   bool
	Errors   int    // findings of the levels session, server, tool and call
	Warnings int    // findings of the other levels
	Pending  bool   // nobody has looked at it yet
	Mark     string // what became of it since the list before: "added", "changed" or ""
}

// ServerPanel is everything about one server.
type ServerPanel struct {
	ID        string
	Name      string // from the configuration
	State     State
	Problem   *Problem // why it failed or closed
	Transport string   // "stdio", "Streamable HTTP", "SSE", "file"
	Command   []string // program and arguments; secrets already masked
	Dir       string
	URL       string
	Source    string   // where it was configured: "file .mcp.json, line 4"
	Env       []string // names only

	Reported Reported
	Started  time.Time     // zero where not known
	Took     time.Duration // from the start to ready; 0 where not known
	Exit     string        // "exit 1"; empty while running

	Stderr      []string // last lines
	StderrMore  int      // lines left out before them
	Noise       []string // lines on stdout that are no JSON-RPC
	NoiseMore   int
	Overview    Overview
	Tour        []TourStep // what to look at first; empty leaves it out
	CanConnect  bool
	CanRestart  bool
	CanStop     bool
	Findings    []Finding // about the list as a whole
	Wire        *Wire     // filled for TabWire
	Probe       *Probe    // filled for TabProbe
	LastRefresh time.Time

	Settings *Settings // nil for a saved answer
	SignIn   *SignIn   // nil where signing in is not to be talked of
	Change   string    // how the last list differs from the one before, a sentence; empty where it does not
	Twice    string    // what asking twice in a row showed; empty where nobody asked
	Declared string    // the capabilities that went out, pretty JSON
	Steps    []Step    // how the connection came about
}

// Settings are how a server is connected to.
type Settings struct {
	Eras         []Choice
	Capabilities []Choice
	Limits       []Limit
}

// Limit is one time limit: its name in the form, what it bounds, the text that was
// set, and what counts where there is none.
type Limit struct{ Name, Label, Value, Default string }

// SignIn is how to get credentials for a server.
type SignIn struct {
	Can  bool     // there is something to sign in to
	In   bool     // somebody has signed in
	URL  string   // the page on which the person signs in, while that is waited for
	Host string   // of URL
	Says []string // what the server asks for
}

// Step is one step of connecting.
type Step struct {
	Name    string
	Took    time.Duration
	Outcome string // "ok", or what happened
	Failed  bool
}

// Ask is something that a server wants of the person during a call.
type Ask struct {
	Server, ServerName string
	ID                 string
	Title              string // what is wanted, a sentence
	Tool               string
	Message            string     // the server's words
	Link, Host         string     // an address that the server wants to be opened
	Fields             []AskField // of a form; nil where the answer is a text
	TextLabel          string     // what the text below is; empty where there is none
	Text               string     // to begin with
	Request            string     // all that the server sent, pretty JSON
	Problem            string     // why the last answer could not be sent
	Until              time.Time
}

// AskField is one value that a form asks for.
type AskField struct {
	Name, Label, Description string
	Type                     string // "string", "number", "boolean", "enum", "list"
	Required                 bool
	Value                    string
	Options                  []Choice
}

// Reported is what the server says about itself.
type Reported struct {
	Name, Title, Version string
	Protocol             string // "2025-06-18"
	Era                  string // "legacy", "modern"
	Instructions         string
	Capabilities         string // pretty JSON
}

// Overview sums the tools of a server up.
type Overview struct {
	Counts   Counts
	Pages    int            // of tools/list
	Bytes    int            // of all pages
	Dialects []DialectCount // of all schemas
	Worst    []ToolFinding  // the worst first, a handful
}

// DialectCount is how many schemas are written in one dialect.
type DialectCount struct {
	Name  string // "draft-07", "none declared"
	Count int
}

// ToolFinding is a finding with the tools in which it is found.
type ToolFinding struct {
	Items   []Item // at most [MaxSame]
	More    int    // further ones
	Finding Finding
}

// MaxSame is how many tools are named that have the same finding.
const MaxSame = 3

// Add names one more tool.
func (f *ToolFinding) Add(it Item) {
	if len(f.Items) < MaxSame {
		f.Items = append(f.Items, it)
	} else {
		f.More++
	}
}

// TourStep is one thing to look at first on the demonstration.
type TourStep struct {
	Title string
	Text  string // `backticks` are set as code
	Go    string // text of the link
	Href  string
}

// Wire is the list of messages.
type Wire struct {
	Server   string // id
	Messages []Message
	More     int    // older ones left out
	Dropped  uint64 // those that are no longer kept
	Find     string // only messages with this text
	Found    int    // how many there are of them; of all where Find is empty
}

// Message is one message between mcploupe and the server.
type Message struct {
	Seq      int
	Out      bool // from mcploupe to the server
	At       time.Time
	Kind     string // "request", "response", "error", "notification", "noise"
	Method   string // of an answer: of the request it answers
	Tool     string // of a call and its answer
	Note     string // what is odd about it
	ID       string // JSON text of the id
	Size     int    // bytes
	Took     time.Duration
	Text     string // exact bytes, cut at some size
	Cut      int    // bytes left out of Text
	NotUTF8  bool
	HTTPLine string // "POST /mcp → 200 text/event-stream"; empty for stdio
}
