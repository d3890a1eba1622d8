package jsondoc

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Text decodes a string or a member name. Lone surrogates and invalid UTF-8
// become U+FFFD; see [Node.Raw] for what was written. Other kinds give "".
func (n Node) Text() string {
	if n.Kind() != String {
		return ""
	}
	e := n.entry()
	s := n.d.src[e.start+1 : e.end-1]
	if !e.escaped && (!e.nonASCII || utf8.Valid(s)) {
		return string(s)
	}
	return string(unescape(make([]byte, 0, len(s)), s, nil))
}

// unescape appends the decoded form of the inside of a string literal to dst.
// bad, where given, is called with the offset of each ill-formed part.
func unescape(dst, s []byte, bad func(at int, msg string)) []byte {
	note := func(at int, msg string) {
		if bad != nil {
			bad(at, msg)
		}
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && s[i+1] == 'u':
			r, n := unicodeEscape(s[i:])
			if r == utf8.RuneError && !isFFFD(s[i:]) {
				note(i, "a lone surrogate "+string(s[i:i+6]))
			}
			dst = utf8.AppendRune(dst, r)
			i += n
		case c == '\\':
			dst = append(dst, simpleEscape(s[i+1]))
			i += 2
		case c < utf8.RuneSelf:
			dst = append(dst, c)
			i++
		default:
			r, n := utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n <= 1 {
				note(i, "bytes that are not UTF-8")
			}
			dst = utf8.AppendRune(dst, r)
			i += n
		}
	}
	return dst
}

func isFFFD(s []byte) bool { return hex4(s[2:]) == utf8.RuneError }

// unicodeEscape decodes a \u escape, or a pair of them for a character outside
// the basic plane, and returns the length read.
func unicodeEscape(s []byte) (rune, int) {
	r := hex4(s[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if full := utf16.DecodeRune(r, hex4(s[8:])); full != utf8.RuneError {
			return full, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(s []byte) rune {
	var r rune
	for _, c := range s[:4] {
		r = r<<4 | rune(unhex(c))
	}
	return r
}

func simpleEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// AppendQuote appends s as a JSON string literal: only what RFC 8259 demands is
// escaped, and U+FFFD stands for what is not UTF-8.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
			i++
		case c == '\n':
			dst = append(dst, `\n`...)
			i++
		case c == '\r':
			dst = append(dst, `\r`...)
			i++
		case c == '\t':
			dst = append(dst, `\t`...)
			i++
		case c < 0x20:
			const hex = "0123456789abcdef"
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			i++
		case c < utf8.RuneSelf:
			dst = append(dst, c)
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
		}
	}
	return append(dst, '"')
}

// Quote returns s as a JSON string literal.
func Quote(s string) string { return string(AppendQuote(nil, s)) }
