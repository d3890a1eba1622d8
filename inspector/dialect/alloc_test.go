package dialect

import "testing"

// TestAllocations: what a conversion allocates is the conversion, the text, the
// changes and the text of their pointers.
func TestAllocations(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("counts are not those of the program")
	}
	tools := benchTools(20)
	per := testing.AllocsPerRun(50, func() {
		for _, text := range tools {
			if _, err := Text(text, Options{}); err != nil {
				t.Fatal(err)
			}
		}
	}) / float64(len(tools))
	if per > 5 {
		t.Errorf("%.1f allocations a schema", per)
	}
}
