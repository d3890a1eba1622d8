package diff

// Hunks divides all rows into runs: those within context rows of a difference
// or a note, and the folded ones between them.
func (r *Result) Hunks(context int) []Hunk {
	return nil
}
