package views

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector/tool"
)

// levelClass is the look of a level: "error", "warn" or "".
func levelClass(l tool.Level) string {
	switch l {
	case tool.LevelSession, tool.LevelServer, tool.LevelTool, tool.LevelCall:
		return "error"
	case tool.LevelMangle, tool.LevelDrop, tool.LevelWarn:
		return "warn"
	}
	return ""
}

// levelSigns stand beside the colour, which alone says nothing.
var levelSigns = map[string]string{"error": "✕", "warn": "▲", "": "✓"}

// levelWords say how far the damage reaches.
var levelWords = map[tool.Level]string{
	tool.LevelSession: "request refused",
	tool.LevelServer:  "server lost",
	tool.LevelTool:    "tool lost",
	tool.LevelCall:    "call fails",
	tool.LevelMangle:  "changed silently",
	tool.LevelDrop:    "dropped silently",
	tool.LevelWarn:    "warning",
}

// LevelWord says how far the damage of a level reaches.
func LevelWord(l tool.Level) string { return levelWords[l] }

// effectWords say what a change does to verdicts, where it is worth a word; the
// keys are those of dialect.Effect.
var effectWords = map[string]string{
	"neutralised":   "kept from getting an effect",
	"repaired":      "changes the meaning, on request",
	"unpreservable": "cannot be said in this dialect",
	"kept":          "left as it is",
}

// stateWords are the states of a server for a reader who sees no colour.
var stateWords = map[State]string{
	StateStarting: "starting",
	StateReady:    "ready",
	StateFailed:   "failed",
	StateClosed:   "closed",
	StateFile:     "saved answer",
}

// size prints a number of bytes: "812 B", "12.4 kB", "3.1 MB".
func size(n int) string {
	switch {
	case n < 1_000:
		return strconv.Itoa(n) + " B"
	case n < 999_950:
		return trimZero(fmt.Sprintf("%.1f", float64(n)/1e3)) + " kB"
	}
	return trimZero(fmt.Sprintf("%.1f", float64(n)/1e6)) + " MB"
}

func trimZero(s string) string { return strings.TrimSuffix(s, ".0") }

// took prints a duration: "38 ms", "1.2 s", "2 min 5 s".
func took(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return strconv.FormatInt(d.Microseconds(), 10) + " µs"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < time.Minute:
		return trimZero(fmt.Sprintf("%.1f", d.Seconds())) + " s"
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// clock prints a time of day to the millisecond.
func clock(t time.Time) string { return t.Format("15:04:05.000") }

// count prints a number with its noun: "1 tool", "5,000 tools".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands prints a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// itemName is the name of a tool, or its place where it has none.
func itemName(name string, hasName bool, n int) string {
	switch {
	case !hasName:
		return "#" + strconv.Itoa(n+1) + " (no name)"
	case name == "":
		return "#" + strconv.Itoa(n+1) + " (empty name)"
	}
	return name
}

// isWeb reports whether an address of ours may become a link.
func isWeb(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.ContainsAny(s, " \n")
}

// host is the short form of an address for a link's text.
func host(s string) string {
	_, rest, _ := strings.Cut(s, "://")
	return strings.TrimSuffix(rest, "/")
}

// long reports whether a text is clamped until its reader asks for more.
func long(s string, limit int) bool { return len(s) > limit || strings.Count(s, "\n") > 3 }
