package views

import (
	"net/url"
	"testing"
	"time"

	"mcploupe/inspector/tool"
)

func query(t testing.TB, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func TestWords(t *testing.T) {
	tests := []struct{ got, want string }{
		{size(0), "0 B"}, {size(999), "999 B"}, {size(1000), "1 kB"}, {size(12_440), "12.4 kB"}, {size(999_960), "1 MB"}, {size(3_140_000), "3.1 MB"},
		{took(900 * time.Nanosecond), "0 µs"}, {took(38 * time.Millisecond), "38 ms"}, {took(1200 * time.Millisecond), "1.2 s"},
		{took(125 * time.Second), "2 min 5 s"},
		{count(1, "tool"), "1 tool"}, {count(0, "tool"), "0 tools"}, {count(5000, "tool"), "5,000 tools"}, {thousands(1234567), "1,234,567"}, {thousands(12), "12"},
		{itemName("", false, 4), "#5 (no name)"}, {itemName("", true, 0), "#1 (empty name)"}, {itemName("x", true, 0), "x"},
		{host("https://example.org/a/"), "example.org/a"}, {short("aéb", 2), "a…"}, {short("ab", 2), "ab"},
		{areaText("\na"), "\n\na"}, {areaText("a"), "a"},
		{pointerName(""), "(root)"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// Every level, state and outcome has its words and its look.
func TestWordsAreComplete(t *testing.T) {
	for _, l := range tool.Levels() {
		if levelWords[l] == "" || levelClass(l) == "" {
			t.Errorf("level %s has no words", l)
		}
	}
	for _, s := range []State{StateStarting, StateReady, StateFailed, StateClosed, StateFile} {
		if stateWords[s] == "" {
			t.Errorf("state %s has no words", s)
		}
	}
	for _, o := range []Outcome{OutcomeOK, OutcomeToolError, OutcomeProtocol, OutcomeTimeout, OutcomeCancelled, OutcomeGone, OutcomeNotSent} {
		if outcomes[o].Title == "" || outcomes[o].Class == "" || outcomes[o].Sign == "" {
			t.Errorf("outcome %s has no words", o)
		}
	}
}
