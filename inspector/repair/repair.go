package repair

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Effect says what a repair does to the values that the tool accepts.
type Effect string

// The effects.
const (
	Keeps    Effect = "keeps"    // the same values are accepted
	Wider    Effect = "wider"    // more are: the handler must check what the schema said before
	Narrower Effect = "narrower" // fewer are
	Other    Effect = "other"    // names, texts or the structure change: the handler changes with them
)

// Repair is one way to mend a finding, or all safe ones together.
type Repair struct {
	Rule    string          // of the finding
	Pointer jsondoc.Pointer // of the finding, into the tool
	Kind    string          // which way it is, stable: "drop-default"; "explain" for words only
	Title   string          // a few words: "Leave the default out"
	Explain string          // what it does and what the author must see to, one or two sentences
	Effect  Effect
	// Guess says that the repair contains something that only the author knows,
	// such as the type of an untyped parameter. [All] makes no such repair.
	Guess bool
	// Tool is the mended tool: what was not mended stands as it was written. It is
	// nil where the finding cannot be mended without the author.
	Tool    []byte
	Changes []Change
	// Mends is what the repair removes, the finding itself among it.
	Mends []tool.Finding
	// Breaks is what it would cause: new findings of the targets that hold as far
	// as is known, and of the lint rules beyond warnings, unless something worse of
	// the same client goes away. Empty means safe.
	Breaks []tool.Finding
	// Also is what is new too but no reason against it: what holds only under a
	// condition or in some versions, warnings, and what was only hidden by
	// something worse.
	Also []tool.Finding
	// Source is the mend in the SDK that made the schema; nil where the SDK is not
	// recognised or has no words of its own for it.
	Source *SourceMend
}

// Safe reports whether the repair can be made without harm to any target.
func (r *Repair) Safe() bool { return r.Tool != nil && len(r.Breaks) == 0 }

// ByHand says why the findings of a rule can only be mended by the author; "" for
// those that this package can mend, and for rules it does not know.
func ByHand(rule string) string { return handMade[rule] }

// Change is one place that a repair changed. Pointers lead into the tool.
type Change struct {
	From   jsondoc.Pointer // in the tool as sent
	To     jsondoc.Pointer // in the mended tool
	New    bool            // nothing stood at From: it is where the new thing belongs
	Gone   bool            // nothing stands at To: it is where the thing was
	Reason string
}

// Options say for whom the tool is mended. The zero Options stand for the default
// targets and a tool without a list around it.
type Options struct {
	Targets []profile.Target // the clients that matter; nil for the default ones, empty for none
	Catalog *profile.Catalog // nil for the built-in one
	// Snapshot is the list the tool stands in, for rules that compare tools and
	// for recognising the SDK; nil where it is not known.
	Snapshot *tool.Snapshot
}

// Error is why no repair can be looked for.
type Error struct {
	Kind   ErrorKind
	Detail string
	Next   string // what to do
	Err    error  // the cause
}

// ErrorKind tells the reasons.
type ErrorKind string

// The reasons.
const (
	NoRules   ErrorKind = "no-rules"  // the rules about clients cannot be read
	Cancelled ErrorKind = "cancelled" // the context ended
)

// Error gives the reason and what to do.
func (e *Error) Error() string { return e.Detail + ": " + e.Next }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// For gives the ways to mend one finding of a tool: the safe ones first, then
// those that break least. Where no mend can be made without the author, there is
// one repair without a tool that says what to do. A finding that is not there any
// more has no repairs. The error is an *Error.
func For(ctx context.Context, t *tool.Tool, f tool.Finding, opt Options) ([]Repair, error) {
	b, err := newBench(ctx, t, opt)
	if err != nil {
		return nil, err
	}
	f.Pointer = plainPointer(f.Pointer)
	if known := b.knows(f.Rule); known && !b.present(b.base, f.Rule, f.Pointer) {
		return nil, nil
	}
	var list []Repair
	for _, m := range waysFor(f.Rule) {
		if !mendable(t) {
			break
		}
		r, _, _, err := b.try(f, m)
		if err != nil {
			return nil, err
		}
		if r != nil && !slices.ContainsFunc(list, func(o Repair) bool { return bytes.Equal(o.Tool, r.Tool) }) {
			list = append(list, *r)
		}
	}
	slices.SortStableFunc(list, compareRepairs)
	if len(list) == 0 {
		list = append(list, explained(f))
	}
	b.addSources(t, list)
	return list, nil
}

// maxNodes bounds the tools that are mended, in values and names. The largest
// tools that were seen have some ten thousand.
const maxNodes = 50_000

// mendable reports whether there is an object to mend, and not too large a one.
func mendable(t *tool.Tool) bool {
	return t.Doc != nil && t.Doc.Root().Kind() == jsondoc.Object && t.Doc.Len() <= maxNodes
}

// compareRepairs puts the safe ones first, then those whose worst break is the
// mildest. The order of equal ones is that of the table: the best first.
func compareRepairs(a, b Repair) int {
	return cmp.Or(-cmp.Compare(worstRank(a.Breaks), worstRank(b.Breaks)), cmp.Compare(len(a.Breaks), len(b.Breaks)))
}

// worstRank is the rank of the worst finding; a rank after all where there is none.
func worstRank(list []tool.Finding) int {
	rank := tool.LevelWarn.Rank() + 1
	for _, f := range list {
		rank = min(rank, f.Level.Rank())
	}
	return rank
}

// explained is the repair that the author alone can make.
func explained(f tool.Finding) Repair {
	text := f.Next
	if text == "" {
		text = "This cannot be mended without knowing what the tool does."
	}
	return Repair{Rule: f.Rule, Pointer: f.Pointer, Kind: "explain", Title: "To be mended by hand", Explain: text, Effect: Other}
}

// maxAll bounds how many repairs are put together.
const maxAll = 1000

// All makes every safe repair of the given findings together, and gives nil where
// there is none. It makes no guesses, and for findings milder than a failing call
// it gives up no constraint: that would take from every client what one client
// only ignores. Doing it again changes nothing. The error is an *Error.
func All(ctx context.Context, t *tool.Tool, findings []tool.Finding, opt Options) (*Repair, error) {
	b, err := newBench(ctx, t, opt)
	if err != nil {
		return nil, err
	}
	if !mendable(t) {
		return nil, nil
	}
	wanted := slices.Clone(findings)
	for i := range wanted {
		wanted[i].Pointer = plainPointer(wanted[i].Pointer)
	}
	tool.SortFindings(wanted)
	j := journey{bench: b, now: b.base, from: asSent(), first: b.base}
	if err := j.mendAll(wanted); err != nil {
		return nil, err
	}
	return j.sum()
}
