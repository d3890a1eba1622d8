package lint

import (
	"fmt"
	"strings"
	"unicode"
)

// hidden is a kind of characters that are not seen, or that change what is seen.
type hidden struct {
	name string
	in   func(rune) bool
}

// hiddenKinds are the characters that a reader does not see as what they are.
// Tab, line feed and carriage return are none of them.
var hiddenKinds = []hidden{
	{"a control character", func(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r <= 0x9f }},
	{"a bidirectional control", func(r rune) bool {
		return r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}},
	{"a zero-width character", func(r rune) bool {
		return r >= 0x200b && r <= 0x200d || r >= 0x2060 && r <= 0x2064 || r >= 0x206a && r <= 0x206f || r == 0xfeff || r == 0x00ad || r == 0x180e || r == 0x034f
	}},
	{"a tag character", func(r rune) bool { return r >= 0xe0000 && r <= 0xe007f }},
	{"a variation selector", func(r rune) bool { return r >= 0xe0100 && r <= 0xe01ef || r >= 0xfe00 && r <= 0xfe0e }},
	{"a blank letter", func(r rune) bool { return r == 0x3164 || r == 0x115f || r == 0x1160 || r == 0xffa0 || r == 0x2800 }},
	{"a line separator", func(r rune) bool { return r == 0x2028 || r == 0x2029 }},
}

// secret is one hidden character of a text.
type secret struct {
	r    rune
	kind string
}

// secrets lists the hidden characters of a text. Those that belong to the way a
// script or an emoji is written are left out: joiners between letters of scripts
// that join, or between pictures; direction marks in a text that has letters
// written from the right; tags after a flag.
func secrets(text string) []secret {
	var out []secret
	runes := []rune(text)
	for i, r := range runes {
		for _, k := range hiddenKinds {
			if k.in(r) && !belongs(runes, i) {
				out = append(out, secret{r, k.name})
				break
			}
		}
	}
	return out
}

// plainASCII reports whether a text has no control characters and nothing beyond
// ASCII.
func plainASCII(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 0x7f || c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// belongs reports whether a hidden character has its usual work to do here.
func belongs(text []rune, i int) bool {
	switch r := text[i]; {
	case r == 0x200c || r == 0x200d:
		return i > 0 && i+1 < len(text) && joins(text[i-1]) && joins(text[i+1])
	case r == 0x200e || r == 0x200f || r == 0x061c:
		return rightToLeft(text)
	case r >= 0xe0020 && r <= 0xe007f: // the flag of a region: a black flag and tags
		for j := i - 1; j >= 0 && i-j <= 8; j-- {
			if text[j] == 0x1f3f4 {
				return true
			}
		}
	case r >= 0xfe00 && r <= 0xfe0e || r >= 0xe0100 && r <= 0xe01ef:
		return i > 0 && (unicode.Is(unicode.Han, text[i-1]) || unicode.Is(unicode.Mongolian, text[i-1]) || picture(text[i-1]) || unicode.IsSymbol(text[i-1]))
	}
	return false
}

// joins reports whether a joiner may stand beside a character.
func joins(r rune) bool {
	return picture(r) || r == 0xfe0f || unicode.IsLetter(r) && r > 0x0600 || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// picture reports whether a character is in the blocks of emoji.
func picture(r rune) bool {
	return r >= 0x2190 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff || r == 0x00a9 || r == 0x00ae || r >= 0x30 && r <= 0x39 || r == '#' || r == '*'
}

func rightToLeft(text []rune) bool {
	for _, r := range text {
		if unicode.Is(unicode.Hebrew, r) || unicode.Is(unicode.Arabic, r) || unicode.Is(unicode.Syriac, r) || unicode.Is(unicode.Thaana, r) {
			return true
		}
	}
	return false
}

// describe lists hidden characters with their kinds, "U+202E (a bidirectional
// control), 3 times".
func describe(list []secret) string {
	counts := map[secret]int{}
	var order []secret
	for _, s := range list {
		if counts[s]++; counts[s] == 1 {
			order = append(order, s)
		}
	}
	const most = 5
	var parts []string
	for _, s := range order[:min(most, len(order))] {
		text := fmt.Sprintf("U+%04X (%s)", s.r, s.kind)
		if n := counts[s]; n > 1 {
			text += fmt.Sprintf(", %d times", n)
		}
		parts = append(parts, text)
	}
	if len(order) > most {
		parts = append(parts, fmt.Sprintf("and %d other kinds", len(order)-most))
	}
	return strings.Join(parts, "; ")
}

// smuggled reads a text hidden in tag characters, which are ASCII moved up.
func smuggled(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 0xe0020 && r <= 0xe007e {
			b.WriteRune(r - 0xe0000)
		}
	}
	return b.String()
}
