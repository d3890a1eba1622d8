package tool

// Protocol versions are dates, so their text compares as they do in time.
const (
	v2025Nov = "2025-11-25"
	v2026Jul = "2026-07-28"
)

// until reports whether a rule that ended with version last holds for v. It
// holds where v is not known: what reads as a breach in half of the versions is
// worth saying.
func until(v, last string) bool { return v == "" || v <= last }

// since reports whether a rule that came with version first holds for v. It
// does not where v is not known.
func since(v, first string) bool { return v != "" && v >= first }
