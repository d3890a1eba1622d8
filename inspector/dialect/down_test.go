package dialect

import (
	"fmt"
	"testing"
)

func lossy(c *Conversion) bool {
	for _, ch := range c.Changes {
		if ch.Loss {
			return true
		}
	}
	return false
}

// TestSuiteEveryPair: between any two dialects the schemas of the suite keep every
// verdict, but where a loss is named.
func TestSuiteEveryPair(t *testing.T) {
	all := []Dialect{Draft04, Draft06, Draft07, Draft2019, Draft2020}
	for _, from := range all {
		for _, to := range all {
			if from == to || to == Draft2020 {
				continue
			}
			t.Run(fmt.Sprintf("%s to %s", from, to), func(t *testing.T) {
				t.Parallel()
				kept, lost := 0, 0
				for _, g := range loadSuite(t, from) {
					problem, c := keeps(t, compact(g.Schema), from, to, g.Tests)
					switch {
					case problem == "":
						kept++
					case c != nil && lossy(c):
						lost++
						if _, err := compile(c.JSON, to); err != nil {
							t.Errorf("%s: %s: %v\n%s\n%s", g.file, g.Description, err, compact(g.Schema), c.JSON)
						}
					default:
						t.Errorf("%s: %s: %s", g.file, g.Description, problem)
					}
					if c != nil {
						checkChanges(t, compact(g.Schema), c)
					}
				}
				t.Logf("%d schemas kept whole, %d with a loss that is named", kept, lost)
			})
		}
	}
}
