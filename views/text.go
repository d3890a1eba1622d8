package views

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Piece is a part of a text: what may be shown as it is, or the visible name of
// characters that would not be seen.
type Piece struct {
	Text   string
	Hidden bool
	Title  string // of a hidden piece: what stands there
}

// A string that a server controls may hide what it says: control characters
// move the cursor, bidirectional ones reorder the line, invisible and tag
// characters carry text that only a model reads. They are revealed and never
// stripped (evidence: Trail of Bits on ANSI and line jumping in MCP servers,
// arXiv 2607.05744 on the tag block).

// Reveal divides a one-line text into pieces. Line breaks and tabs count as
// hidden.
func Reveal(s string) []Piece { return reveal(s, false) }

// RevealLines divides a text into pieces and leaves line feeds, tabs and the
// carriage return of a CRLF as they are.
func RevealLines(s string) []Piece { return reveal(s, true) }

// Plain is [Reveal] as one string, for attributes and titles.
func Plain(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for _, p := range Reveal(s) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// isPlain reports whether s is printable ASCII, the common case.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func reveal(s string, lines bool) []Piece {
	if s == "" {
		return nil
	}
	if isPlain(s) {
		return []Piece{{Text: s}}
	}
	var pieces []Piece
	start := 0 // of the visible run
	prev := rune(-1)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !hidden(s, i, r, size, prev, lines) {
			prev = r
			i += size
			continue
		}
		if start < i {
			pieces = append(pieces, Piece{Text: s[start:i]})
		}
		p, end := hiddenRun(s, i, r, size)
		pieces = append(pieces, p)
		i, start, prev = end, end, -1
	}
	if start < len(s) {
		pieces = append(pieces, Piece{Text: s[start:]})
	}
	return pieces
}

// hidden reports whether the rune at s[i:] must be named to be seen.
func hidden(s string, i int, r rune, size int, prev rune, lines bool) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		return true
	case r < utf8.RuneSelf:
		if lines && (r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(s[i+1:], "\n")) {
			return false
		}
		return r < ' ' || r == 0x7f
	case !invisible(r):
		return false
	}
	return !partOfEmoji(s[i+size:], r, prev)
}

// invisible reports whether a rune has no shape of its own: controls, format
// characters, line and paragraph separators, and what Unicode calls default
// ignorable (U+00AD, U+061C, U+115F, U+180B–180F, U+200B–200F, U+202A–202E,
// U+2060–206F, U+3164, U+FE00–FE0F, U+FEFF, U+FFA0, U+E0000–E0FFF among them).
// The Arabic signs that enclose numbers are format characters with a shape.
func invisible(r rune) bool {
	if r >= 0xE0000 && r <= 0xE0FFF {
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// partOfEmoji reports whether r belongs to a usual emoji: one presentation
// selector after a symbol, or a joiner between two symbols. A text cannot be
// hidden in them, since a second one in a row is revealed.
func partOfEmoji(rest string, r, prev rune) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case 0xFE0E, 0xFE0F:
		return (symbol(prev) || strings.ContainsRune("0123456789#*", prev)) && !unicode.Is(unicode.Variation_Selector, next)
	case 0x200D:
		return (symbol(prev) || prev == 0xFE0F) && symbol(next)
	}
	return false
}

func symbol(r rune) bool { return r > 0 && unicode.In(r, unicode.So, unicode.Sk, unicode.Sm) }

// hiddenRun names the run of hidden characters at s[i:]: a run of tags by the
// text it spells, a repeated character once with its number.
func hiddenRun(s string, i int, r rune, size int) (p Piece, end int) {
	if r == utf8.RuneError && size == 1 {
		return Piece{Text: fmt.Sprintf("⟨0x%02X⟩", s[i]), Hidden: true, Title: "a byte that is not UTF-8"}, i + 1
	}
	if isTag(r) {
		return tagRun(s, i)
	}
	count := 0
	for end = i; end < len(s); count++ {
		next, n := utf8.DecodeRuneInString(s[end:])
		if next != r {
			break
		}
		end += n
	}
	text := fmt.Sprintf("⟨U+%04X⟩", r)
	if count > 1 {
		text += "×" + strconv.Itoa(count)
	}
	return Piece{Text: text, Hidden: true, Title: runeName(r)}, end
}

// isTag tells the tag characters, which mirror ASCII invisibly.
func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

func tagRun(s string, i int) (p Piece, end int) {
	var spelt strings.Builder
	count := 0
	for end = i; end < len(s); count++ {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !isTag(r) {
			break
		}
		if ascii := r - 0xE0000; ascii < 0x7f {
			spelt.WriteByte(byte(ascii))
		} else {
			spelt.WriteString("⟨end⟩")
		}
		end += n
	}
	return Piece{
		Text:   "⟨tags “" + spelt.String() + "”⟩",
		Hidden: true,
		Title:  strconv.Itoa(count) + " invisible tag characters (U+E0020 to U+E007F) that spell this text",
	}, end
}

// runeNames are the Unicode names of the hidden characters met most.
var runeNames = map[rune]string{
	0x00: "NULL", 0x07: "BELL", 0x08: "BACKSPACE", 0x09: "TAB", 0x0A: "LINE FEED", 0x0B: "LINE TABULATION",
	0x0C: "FORM FEED", 0x0D: "CARRIAGE RETURN", 0x1B: "ESCAPE", 0x7F: "DELETE", 0x85: "NEXT LINE",
	0x9B: "CONTROL SEQUENCE INTRODUCER", 0xAD: "SOFT HYPHEN", 0x61C: "ARABIC LETTER MARK",
	0x180E: "MONGOLIAN VOWEL SEPARATOR", 0x200B: "ZERO WIDTH SPACE", 0x200C: "ZERO WIDTH NON-JOINER",
	0x200D: "ZERO WIDTH JOINER", 0x200E: "LEFT-TO-RIGHT MARK", 0x200F: "RIGHT-TO-LEFT MARK",
	0x2028: "LINE SEPARATOR", 0x2029: "PARAGRAPH SEPARATOR", 0x202A: "LEFT-TO-RIGHT EMBEDDING",
	0x202B: "RIGHT-TO-LEFT EMBEDDING", 0x202C: "POP DIRECTIONAL FORMATTING", 0x202D: "LEFT-TO-RIGHT OVERRIDE",
	0x202E: "RIGHT-TO-LEFT OVERRIDE", 0x2060: "WORD JOINER", 0x2061: "FUNCTION APPLICATION",
	0x2062: "INVISIBLE TIMES", 0x2063: "INVISIBLE SEPARATOR", 0x2064: "INVISIBLE PLUS",
	0x2066: "LEFT-TO-RIGHT ISOLATE", 0x2067: "RIGHT-TO-LEFT ISOLATE", 0x2068: "FIRST STRONG ISOLATE",
	0x2069: "POP DIRECTIONAL ISOLATE", 0x3164: "HANGUL FILLER", 0xFEFF: "ZERO WIDTH NO-BREAK SPACE",
	0xE0001: "LANGUAGE TAG",
}

func runeName(r rune) string {
	if name, ok := runeNames[r]; ok {
		return name
	}
	switch {
	case unicode.Is(unicode.Cc, r):
		return "a control character"
	case unicode.Is(unicode.Variation_Selector, r):
		return "a variation selector"
	}
	return "an invisible character"
}

// span is a part of a sentence: plain words or code.
type span struct {
	Text string
	Code bool
}

// prose divides a sentence at `backticks`. A backtick without a partner is
// shown as it is.
func prose(s string) []span {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 { // the last backtick has no partner
		last := len(parts) - 1
		parts[last-1] += "`" + parts[last]
		parts = parts[:last]
	}
	var spans []span
	for i, p := range parts {
		if p != "" {
			spans = append(spans, span{Text: p, Code: i%2 == 1})
		}
	}
	return spans
}
