package lint

import (
	"os"
	"path/filepath"
	"testing"
)

// shared is a folder of the material that tests may read beside the repository.
// Without it the test is skipped, except in CI, where a skip is a failure.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("MCPLOUPE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("missing: %v", err)
		}
		t.Skipf("SKIPPED: the shared material is not here: %v", err)
	}
	return path
}
