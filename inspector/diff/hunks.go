package diff

// minFold is the least number of rows that are worth folding: the fold itself
// takes one.
const minFold = 3

// Hunks divides all rows into runs: those within context rows of a difference
// or a note are shown, the ones between them are folded. Runs shorter than three
// rows are never folded. The hunks follow each other and cover every row; where
// nothing differs and nothing is noted there is one folded hunk. A negative
// context folds nothing.
func (r *Result) Hunks(context int) []Hunk {
	n := len(r.Rows)
	if n == 0 {
		return nil
	}
	if context < 0 {
		return []Hunk{{Start: 0, End: n}}
	}
	var out []Hunk
	shown := 0 // rows before it are in a hunk
	for i, row := range r.Rows {
		if row.Op == Same && len(row.Notes) == 0 {
			continue
		}
		out = show(out, shown, max(i-context, shown), min(i+context+1, n))
		shown = max(shown, min(i+context+1, n))
	}
	return show(out, shown, n, n)
}

// show folds the rows [from, start) and shows those of [start, end).
func show(out []Hunk, from, start, end int) []Hunk {
	if start-from >= minFold {
		out = append(out, Hunk{Folded: true, Start: from, End: start})
	} else {
		start = from
	}
	if start >= end {
		return out
	}
	if n := len(out); n > 0 && !out[n-1].Folded {
		out[n-1].End = end
		return out
	}
	return append(out, Hunk{Start: start, End: end})
}
