package pattern

import (
	"fmt"
	"os"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"go.uber.org/goleak"
)

// TestMain fails when a goroutine outlives the tests. The clock of the regular
// expression engine ends by itself a second after the last match; it is told to.
func TestMain(m *testing.M) {
	code := m.Run()
	regexp2.StopTimeoutClock()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
