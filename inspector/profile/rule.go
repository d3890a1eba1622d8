package profile

import (
	"encoding/json"
	"strings"

	"mcploupe/inspector/tool"
)

// Basis is the kind of evidence a rule rests on.
type Basis string

// The kinds of evidence, the surest first.
const (
	Reproduced Basis = "reproduced" // measured with the published packages
	Documented Basis = "documented" // in the documentation of the client or provider
	Source     Basis = "source"     // read in its source code
	Maintainer Basis = "maintainer" // said by a maintainer
	Reported   Basis = "reported"   // in reports of users, most with the exact error text
	Inferred   Basis = "inferred"   // concluded from what the client is built on
)

var bases = []Basis{Reproduced, Documented, Source, Maintainer, Reported, Inferred}

// Bases lists the kinds of evidence, the surest first.
func Bases() []Basis { return append([]Basis(nil), bases...) }

// rank orders bases, 0 being the surest.
func (b Basis) rank() int {
	for i, known := range bases {
		if b == known {
			return i
		}
	}
	return len(bases)
}

// Says puts the basis in words, for a page.
func (b Basis) Says() string {
	switch b {
	case Reproduced:
		return "reproduced with the published packages"
	case Documented:
		return "documented"
	case Source:
		return "read in the source code"
	case Maintainer:
		return "said by a maintainer"
	case Reported:
		return "reported by users"
	case Inferred:
		return "inferred from what it is built on"
	default:
		return string(b)
	}
}

// Status says how much is known about whether a rule still holds.
type Status string

// The statuses.
const (
	Current Status = "current" // by documentation, source or measurement
	Open    Status = "open"    // reported, and nobody was seen to fix it; not tested again
	Old     Status = "old"     // an old report that was not seen again
	Bound   Status = "bound"   // holds in some versions only, which Versions names
)

// Rule is what one client or provider does with one kind of tool.
type Rule struct {
	ID     string     // stable: "gemini/type-array"
	Client string     // who it is, in words
	Level  tool.Level // how far the damage reaches

	Title    string   // a few words
	Message  string   // what is found, one or two sentences; may hold {keyword}, {value}, {name}, {n}, {limit} and {text}
	Effect   string   // what the client does with it
	Says     string   // the message that its user sees, where one is known
	Mend     string   // what to write instead
	Versions string   // in which versions or in which time it was seen
	From, To string   // the same as versions of the client's package, where they are known; inclusive
	Needs    []string // conditions, see [Conditions]
	When     string   // the same in words, empty where there is none

	Status     Status
	StatusNote string
	Basis      []Basis // the surest first
	BasisNote  string
	Since      string   // the earliest report: YYYY, YYYY-MM or YYYY-MM-DD; may be empty
	Date       string   // the latest, in the same form
	Evidence   []string // addresses
	Note       string   // what else is to be known

	Trip, Clean json.RawMessage // an example that trips the rule and one that does not, see [Example]
	Where       string          // "input", "output", "schemas", "name", "description", "tool", "list" or "answer"

	opposes  []string
	sets     []string
	protocol string   // the rule holds before this version of the protocol
	template template // of message and effect
	index    int      // in the catalog
	match    matcher
	spec     matchSpec
}

// Family is the part of the ID before the slash.
func (r *Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "/")
	return family
}

// Confidence is the surest kind of evidence for the rule.
func (r *Rule) Confidence() Basis { return r.Basis[0] }

// Opposes lists the rules of other clients that demand what this one refuses.
func (r *Rule) Opposes() []string { return append([]string(nil), r.opposes...) }

// FromList reports whether a list of tools alone can tell that the rule is
// broken; for the others an answer to a call is needed, see [Catalog.JudgeAnswer].
func (r *Rule) FromList() bool { return r.Where != "answer" }

// Profile is a client, a provider, a framework or a review, with its rules.
type Profile struct {
	ID   string // stable: "claude-code"
	Name string
	// Kind is "client", "provider", "sdk", "framework", "gateway", "review" or "spec".
	Kind     string
	Default  bool   // among the targets that are chosen where nobody chose
	Versions string // of what the profile speaks
	Note     string
	Evidence []string // for what the client is built on
	Assumes  []string // conditions that hold by what the profile is, see [Conditions]
	Rules    []Inclusion
}

// Inclusion is a rule that holds for a profile.
type Inclusion struct {
	Rule *Rule
	// Via says why a rule of another family holds; empty for the profile's own.
	Via string
	// Basis is the surest that may be claimed: that of the rule, or less where it
	// is only concluded that the rule holds.
	Basis Basis
	// Status is that of the rule, or what is known for this profile.
	Status Status
}

// Condition is something about the host that decides whether a rule holds.
type Condition struct {
	ID   string `json:"id"`
	Says string `json:"says"` // completes "if …"
}
