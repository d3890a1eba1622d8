package dialect

import "testing"

// TestLookup: every keyword is found under its name, and nothing else is.
func TestLookup(t *testing.T) {
	for k := kwNone + 1; k < kwCount; k++ {
		name := k.String()
		if name == "" {
			continue
		}
		if got := keywordOf([]byte(name)); got != k {
			t.Errorf("%s is found as %s", name, got)
		}
		for _, other := range []string{name + "x", name[1:], "x" + name[1:], ""} {
			if got := keywordOf([]byte(other)); got != kwNone && got.String() != other {
				t.Errorf("%q is found as %s", other, got)
			}
		}
	}
}
