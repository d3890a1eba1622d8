package diff

import "mcploupe/inspector/jsondoc"

// Link ties one change to the places it concerns.
type Link struct {
	From jsondoc.Pointer // in the left document; meaningless where New
	To   jsondoc.Pointer // in the right document; meaningless where Gone
	New  bool            // nothing stood at From
	Gone bool            // nothing stands at To
	Note int             // the number of the change on the page, from 1; below 1 it is not shown
}

// Op says what a row shows.
type Op uint8

// The kinds of rows.
const (
	// Same: both sides read the same, but for a comma at the end or for
	// indentation. One side may be empty where the same tokens stand on fewer
	// lines there: an array on one line beside the same array on many.
	Same    Op = iota
	Changed    // both sides stand here and differ
	Removed    // only the left side stands here
	Added      // only the right side stands here
)

// String returns "same", "changed", "removed" or "added".
func (o Op) String() string {
	return [...]string{"same", "changed", "removed", "added"}[o&3]
}

// Row is one line of the two sides.
type Row struct {
	Op          Op
	Left, Right Side
	Notes       []int // numbers of the changes at this row, ascending, each once
}

// Side is one line of one document.
type Side struct {
	Number int    // the line from 1; 0 where nothing stands here
	Depth  int    // levels of indentation, see jsondoc.Indent
	Text   string // without indentation
	Marks  []Span // the parts of Text that differ, in order, never touching each other
	// Pointer is the value that this line shows, opens or closes; the container
	// around it where a pointer is longer than 4096 bytes.
	Pointer jsondoc.Pointer
}

// Exists reports whether a line stands on this side.
func (s *Side) Exists() bool { return s.Number > 0 }

// Span is a range of bytes of a text.
type Span struct{ Start, End int }

// Result is two documents side by side.
type Result struct {
	Rows    []Row
	Changed int // rows whose Op is not Same
}

// Hunk is a run of rows [Start, End), folded away or shown.
type Hunk struct {
	Folded     bool
	Start, End int
}
