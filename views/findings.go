package views

// foundWords says how much was found: "2 errors and 1 warning".
func foundWords(t Tool) string {
	switch {
	case t.Errors == 0:
		return count(t.Warnings, "warning")
	case t.Warnings == 0:
		return count(t.Errors, "error")
	}
	return count(t.Errors, "error") + " and " + count(t.Warnings, "warning")
}
