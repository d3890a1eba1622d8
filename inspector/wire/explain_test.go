package wire

import "testing"

// Ensure that a note of mcploupe is not taken for the server's own words.
func TestLastWords(t *testing.T) {
	for stderr, want := range map[string]string{
		"": "", "boom\n": "boom", "one\ntwo\n\n": "two",
		ownNote + "the server ended]\n":          "",
		"boom\n" + ownNote + "started afresh]\n": "boom",
	} {
		if got := lastWords(stderr); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}
