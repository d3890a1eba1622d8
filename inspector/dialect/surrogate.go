package dialect

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// quoteLike writes text, which was made from the source string raw, as JSON. Half
// a surrogate pair and bytes that are no UTF-8 decode to U+FFFD, so they are
// written as raw spells them. ok is false where there are none, or where not all
// of them are in text still.
func quoteLike(raw, text []byte) (out string, ok bool) {
	holes := undecodable(text, false)
	if len(holes) == 0 {
		return "", false
	}
	spelled := undecodable(raw, true)
	if len(spelled) != len(holes) {
		return "", false
	}
	var b strings.Builder
	b.WriteByte('"')
	piece := func(s []byte) {
		quoted := jsondoc.Quote(string(s))
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	done := int32(0)
	for i, hole := range holes {
		piece(text[done:hole.from])
		b.Write(raw[spelled[i].from:spelled[i].to])
		done = hole.to
	}
	piece(text[done:])
	b.WriteByte('"')
	return b.String(), true
}

// undecodable returns, in order, the places of everything that decodes to U+FFFD,
// in a text or, with escapes, in a JSON string.
func undecodable(s []byte, escapes bool) (at []span) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if escapes && r == '\\' {
			r, size = escaped(s[i:])
		}
		if r == utf8.RuneError {
			at = append(at, span{int32(i), int32(i + size)})
		}
		i += size
	}
	return at
}

// escaped decodes the escape at the start of s, as U+FFFD where it is half a
// surrogate pair.
func escaped(s []byte) (r rune, size int) {
	unit := func(s []byte) rune {
		if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
			return -1
		}
		n, err := strconv.ParseUint(string(s[2:6]), 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	switch r = unit(s); {
	case r < 0:
		return '\\', min(2, len(s))
	case !utf16.IsSurrogate(r):
		return r, 6
	}
	if whole := utf16.DecodeRune(r, unit(s[6:])); whole != utf8.RuneError {
		return whole, 12
	}
	return utf8.RuneError, 6
}
