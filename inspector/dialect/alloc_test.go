package dialect

import "testing"

// TestAllocations: what a conversion allocates is the conversion, the text, the
// changes and the text of their pointers.
func TestAllocations(t *testing.T) {
	limit := 5.0
	if testing.CoverMode() != "" || raceEnabled {
		limit = 50 // the pools of a program under watch forget at random
	}
	tools := benchTools(20)
	per := testing.AllocsPerRun(50, func() {
		for _, text := range tools {
			if _, err := Text(text, Options{}); err != nil {
				t.Fatal(err)
			}
		}
	}) / float64(len(tools))
	if per > limit {
		t.Errorf("%.1f allocations a schema", per)
	}
}
