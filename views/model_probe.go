package views

import "time"

// Probe is the tab on which a server is taken at its word: of one tool, or of all
// tools of a server.
type Probe struct {
	Server string // id
	Whole  bool   // all tools of the server
	Why    string // why nothing can be sent now, a sentence; empty where it can

	Base      string // of one tool: the arguments of the base call, as they stand in the editor
	BaseFrom  string // where they come from
	BaseError string
	Seed      string
	SeedError string
	TickError string // why nothing was sent

	Plans []ProbePlan
	Calls int // of all plans
	Left  int // tools beyond those that a page plans

	Running *ProbeRun
	Result  *ProbeResult
}

// ProbePlan is what would be sent to one tool.
type ProbePlan struct {
	N        int
	Name     string
	HasName  bool
	Calls    int
	ReadOnly bool // the server claims it
	Ticked   bool
	Problem  string // why it cannot be probed
	Notes    []string
	Steps    []ProbeStep // of the page of one tool: at most [MaxProbeSteps]
}

// MaxProbeSteps is how many calls one page shows, of the plan or of the result.
const MaxProbeSteps = 160

// ProbeStep is one call: as planned, or with what the server made of it.
type ProbeStep struct {
	Tool   string // set where several tools are shown
	Kind   string // "outside bounds"
	Field  string // pointer into the arguments; empty for the arguments as a whole
	Detail string
	Args   string
	NoArgs bool   // the member arguments is left out
	Says   string // "allowed", "forbidden", "not said"
	Why    string // what the schema has against it
	Expect string // "accept", "refuse", "either"
	Class  string // what the server did; empty in a plan
	Said   string // its words, in short
}

// ProbeRun is a probe under way.
type ProbeRun struct {
	ID                       string
	Sent, Total, Flying, Hit int
}

// ProbeResult is a probe that is over.
type ProbeResult struct {
	At       time.Time
	Took     time.Duration
	Sent     int
	Seed     string
	Ended    string // why it stopped before its end
	Counts   []ProbeCount
	Findings []ProbeFinding
	Rows     []ProbeStep // by tool and field; at most [MaxProbeSteps]
	RowsMore int
	Notes    []string
	Skipped  []string // tools that were not called, with the reason
	Compared bool     // with the probe before it
	Fixed    []string // what that one found and this one did not
}

// ProbeCount is how many calls ended in one way.
type ProbeCount struct {
	Word  string
	Count int
}

// ProbeFinding is one way in which the server breaks its word.
type ProbeFinding struct {
	Finding           // Code is the mend in the source
	Kind       string // "advertised default refused"
	N          int    // position of the tool
	Name       string
	HasName    bool
	Args       string // the smallest arguments that show it
	NoArgs     bool
	Said       string   // the server's words
	CodeBefore string   // what stands in the source now
	SDK        string   // that CodeBefore and Code are written for
	Clients    []string // that stumble over the same place
	New        bool     // the probe before did not find it
}
