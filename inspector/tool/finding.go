package tool

import (
	"cmp"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// Level says how far the damage of a finding reaches.
type Level string

// The levels, the worst first.
const (
	LevelSession Level = "session" // a provider refuses the whole request
	LevelServer  Level = "server"  // all tools of the server are lost
	LevelTool    Level = "tool"    // this tool is lost
	LevelCall    Level = "call"    // the list works, a call fails
	LevelMangle  Level = "mangle"  // something is rewritten silently
	LevelDrop    Level = "drop"    // something is ignored silently
	LevelWarn    Level = "warn"    // noise, or a point for a review
)

// Levels lists all levels, the worst first.
func Levels() []Level {
	return []Level{LevelSession, LevelServer, LevelTool, LevelCall, LevelMangle, LevelDrop, LevelWarn}
}

// Rank orders levels: 0 is the worst. An unknown level comes after all others.
func (l Level) Rank() int {
	switch l {
	case LevelSession:
		return 0
	case LevelServer:
		return 1
	case LevelTool:
		return 2
	case LevelCall:
		return 3
	case LevelMangle:
		return 4
	case LevelDrop:
		return 5
	case LevelWarn:
		return 6
	}
	return len(Levels())
}

// Error reports whether a finding of the level is an error: a call fails, or
// worse. The others are warnings.
func (l Level) Error() bool { return l.Rank() <= LevelCall.Rank() }

// Valid reports whether l is one of [Levels].
func (l Level) Valid() bool { return l.Rank() < len(Levels()) }

// Finding is something wrong or doubtful in a tool or in a list of tools.
type Finding struct {
	Rule     string          // a stable name such as "protocol/name-missing"
	Level    Level           // how far the damage reaches
	Pointer  jsondoc.Pointer // into the tool object, or into the list result for a finding of a snapshot
	Message  string          // what is wrong, one or two sentences, plain text that may quote the server
	Next     string          // what to do about it
	Evidence string          // the address of the source of the rule
	Target   string          // the client that is meant; empty where no client is
}

// SortFindings puts the worst first, and findings of one level in the order of
// their rules and places. The order of equal ones is kept.
func SortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Level.Rank(), b.Level.Rank()),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Pointer, b.Pointer),
		)
	})
}
