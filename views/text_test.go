package views

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReveal(t *testing.T) {
	hidden := func(text, title string) Piece { return Piece{Text: text, Hidden: true, Title: title} }
	tests := []struct {
		name, in string
		lines    bool
		want     []Piece
	}{
		{"empty", "", false, nil},
		{"plain", "update_article", false, []Piece{{Text: "update_article"}}},
		{"accents, ideographs and right to left are letters", "é漢עברית", false, []Piece{{Text: "é漢עברית"}}},
		{"override", "a\u202eb", false, []Piece{{Text: "a"}, hidden("⟨U+202E⟩", "RIGHT-TO-LEFT OVERRIDE"), {Text: "b"}}},
		{"a run of one character", "\u200b\u200b\u200b", false, []Piece{hidden("⟨U+200B⟩×3", "ZERO WIDTH SPACE")}},
		{"escape", "\x1b[2J", false, []Piece{hidden("⟨U+001B⟩", "ESCAPE"), {Text: "[2J"}}},
		{"C1", "\u009b", false, []Piece{hidden("⟨U+009B⟩", "CONTROL SEQUENCE INTRODUCER")}},
		{"NUL", "\x00", false, []Piece{hidden("⟨U+0000⟩", "NULL")}},
		{"tags spell", "x\U000E0068\U000E0069\U000E007F", false, []Piece{{Text: "x"},
			hidden("⟨tags “hi⟨end⟩”⟩", "3 invisible tag characters (U+E0020 to U+E007F) that spell this text")}},
		{"no UTF-8", "a\xff", false, []Piece{{Text: "a"}, hidden("⟨0xFF⟩", "a byte that is not UTF-8")}},
		{"a lone surrogate is no UTF-8", "\xed\xa0\x80", false, []Piece{
			hidden("⟨0xED⟩", "a byte that is not UTF-8"), hidden("⟨0xA0⟩", "a byte that is not UTF-8"), hidden("⟨0x80⟩", "a byte that is not UTF-8")}},
		{"U+FFFD is visible", "\ufffd", false, []Piece{{Text: "\ufffd"}}},
		{"a line feed in one line", "a\nb", false, []Piece{{Text: "a"}, hidden("⟨U+000A⟩", "LINE FEED"), {Text: "b"}}},
		{"a line feed in lines", "a\r\n\tb", true, []Piece{{Text: "a\r\n\tb"}}},
		{"a carriage return alone", "a\rb", true, []Piece{{Text: "a"}, hidden("⟨U+000D⟩", "CARRIAGE RETURN"), {Text: "b"}}},
		{"a line separator in lines", "a\u2028b", true, []Piece{{Text: "a"}, hidden("⟨U+2028⟩", "LINE SEPARATOR"), {Text: "b"}}},
		{"an emoji with its selector", "⚠\ufe0f!", false, []Piece{{Text: "⚠\ufe0f!"}}},
		{"a keycap", "1\ufe0f\u20e3", false, []Piece{{Text: "1\ufe0f\u20e3"}}},
		{"a family", "👨\u200d👩\u200d👧", false, []Piece{{Text: "👨\u200d👩\u200d👧"}}},
		{"a selector after a letter", "a\ufe0f", false, []Piece{{Text: "a"}, hidden("⟨U+FE0F⟩", "a variation selector")}},
		{"selectors in a row", "⚠\ufe0f\ufe01", false, []Piece{{Text: "⚠"}, hidden("⟨U+FE0F⟩", "a variation selector"), hidden("⟨U+FE01⟩", "a variation selector")}},
		{"a joiner between letters", "a\u200db", false, []Piece{{Text: "a"}, hidden("⟨U+200D⟩", "ZERO WIDTH JOINER"), {Text: "b"}}},
		{"a supplement selector", "a\U000E0100", false, []Piece{{Text: "a"}, hidden("⟨U+E0100⟩", "a variation selector")}},
		{"fillers", "\u3164\uffa0\u115f", false, []Piece{hidden("⟨U+3164⟩", "HANGUL FILLER"), hidden("⟨U+FFA0⟩", "an invisible character"), hidden("⟨U+115F⟩", "an invisible character")}},
		{"an Arabic sign has a shape", "\u0600", false, []Piece{{Text: "\u0600"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, reveal(tt.in, tt.lines)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every character of the table in the research on untrusted text is named.
func TestRevealTable(t *testing.T) {
	ranges := [][2]rune{{0x00, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x180e, 0x180e}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064},
		{0x2066, 0x2069}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xe0000, 0xe007f}, {0xe0100, 0xe01ef}}
	for _, r := range ranges {
		for c := r[0]; c <= r[1]; c++ {
			if got := Reveal("x" + string(c)); len(got) != 2 || !got[1].Hidden || got[1].Title == "" {
				t.Errorf("%U is not revealed: %v", c, got)
			}
		}
	}
}

func TestProse(t *testing.T) {
	tests := []struct {
		in   string
		want []span
	}{
		{"", nil},
		{"plain", []span{{Text: "plain"}}},
		{"a `b` c", []span{{Text: "a "}, {Text: "b", Code: true}, {Text: " c"}}},
		{"`b`", []span{{Text: "b", Code: true}}},
		{"a ` b", []span{{Text: "a ` b"}}},
		{"`a` ` b", []span{{Text: "a", Code: true}, {Text: " ` b"}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, prose(tt.in)); diff != "" {
			t.Errorf("%q: %s", tt.in, diff)
		}
	}
}

func FuzzReveal(f *testing.F) {
	f.Add(hostile)
	f.Add("⚠\ufe0f\ufe0f\u200d")
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range RevealLines(s) {
			if p.Text == "" {
				t.Fatalf("an empty piece of %q", s)
			}
		}
		visible(t, "text", withoutEmoji(Plain(s)))
	})
}

// withoutEmoji takes out what may stay: presentation selectors, joiners, and a
// replacement character that was sent as one.
func withoutEmoji(s string) string {
	var out []rune
	for _, r := range s {
		if r != 0xFE0E && r != 0xFE0F && r != 0x200D && r != 0xFFFD {
			out = append(out, r)
		}
	}
	return string(out)
}
