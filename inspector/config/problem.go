package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Place is a spot in a file. The zero Place is nowhere.
type Place struct {
	File         string
	Line, Column int    // from 1; a column is one code point; 0 is the file as a whole
	Pointer      string // RFC 6901; "" where the spot is no JSON value, or the root
}

// String is FILE:LINE:COLUMN POINTER, without the parts that are unknown.
// Characters that do not print are escaped.
func (p Place) String() string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d:%d", p.Line, p.Column)
	}
	if p.Pointer != "" {
		s += " " + p.Pointer
	}
	return printable(strings.TrimSpace(s))
}

// Problem is something wrong or doubtful in a configuration. It is an error,
// as a value and as a pointer.
type Problem struct {
	Place   Place
	Message string // what is wrong; holds no secret
	Next    string // what to do; "" where nothing need be done
	Fatal   bool   // the server cannot be started, or the file cannot be read
	Err     error  // the cause, such as fs.ErrNotExist; usually nil
}

// Error is PLACE: MESSAGE; NEXT.
func (p Problem) Error() string {
	s := p.Message
	if place := p.Place.String(); place != "" {
		s = place + ": " + s
	}
	if p.Next != "" {
		s += "; " + p.Next
	}
	return s
}

// Unwrap gives the cause.
func (p Problem) Unwrap() error { return p.Err }

// printable escapes what a terminal or a page would not show as itself.
func printable(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }

// quote is a name from a file as it stands in a message: escaped, and cut where
// it is long.
func quote(name string) string {
	const limit = 60
	if r := []rune(name); len(r) > limit {
		return strconv.Quote(string(r[:limit-1]) + "…")
	}
	return strconv.Quote(name)
}
