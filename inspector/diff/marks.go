package diff

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// token is a JSON token of a line's text.
type token struct {
	text string
	at   Span // in the line's text
}

// tokens cuts a text of JSON tokens, which may begin or end inside a container.
// from is where the text begins in its line.
func tokens(text string, from int) []token {
	var out []token
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == ' ':
			i++
			continue
		case c == '"':
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
		case strings.IndexByte("[]{},:", c) < 0:
			for end < len(text) && strings.IndexByte(" []{},:", text[end]) < 0 {
				end++
			}
		}
		out = append(out, token{text[i:end], Span{from + i, from + end}})
		i = end
	}
	return out
}

// markNames marks the names of two members where they differ.
func markNames(row *Row, a, b jsondoc.Line) {
	la, lb := keyLen(a), keyLen(b)
	if a.Text[:la] == b.Text[:lb] {
		return
	}
	const colon = len(": ")
	if la > 0 {
		row.Left.Marks = append(row.Left.Marks, Span{0, la - colon})
	}
	if lb > 0 {
		row.Right.Marks = append(row.Right.Marks, Span{0, lb - colon})
	}
}

// markValues marks what differs between two values that stand on one line each,
// or open or close there.
func markValues(row *Row, a, b jsondoc.Line) {
	va, vb := body(a), body(b)
	if va == vb {
		return
	}
	fromA, fromB := keyLen(a), keyLen(b)
	ka, kb := a.Node.Kind(), b.Node.Kind()
	switch {
	case ka != kb || a.Part != b.Part:
	case ka == jsondoc.String:
		if markWords(row, va, vb, fromA, fromB) {
			return
		}
	case ka == jsondoc.Array || ka == jsondoc.Object:
		ta, tb := tokens(va, fromA), tokens(vb, fromB)
		ma, mb := differing(ta, tb)
		row.Left.Marks = markTokens(row.Left.Marks, row.Left.Text, ta, ma)
		row.Right.Marks = markTokens(row.Right.Marks, row.Right.Text, tb, mb)
		return
	}
	row.Left.Marks = addMark(row.Left.Marks, Span{fromA, fromA + len(va)})
	row.Right.Marks = addMark(row.Right.Marks, Span{fromB, fromB + len(vb)})
}

// differing tells which tokens have no partner on the other side.
func differing(a, b []token) (inA, inB []bool) {
	text := func(list []token) []string {
		out := make([]string, len(list))
		for i, t := range list {
			out[i] = t.text
		}
		return out
	}
	inA, inB = make([]bool, len(a)), make([]bool, len(b))
	for i := range inA {
		inA[i] = true
	}
	for i := range inB {
		inB[i] = true
	}
	for _, p := range common(text(a), text(b)) {
		inA[p.a], inB[p.b] = false, false
	}
	return inA, inB
}

// markTokens adds the marks of the tokens that differ.
func markTokens(marks []Span, text string, list []token, differs []bool) []Span {
	for i, t := range list {
		if differs[i] {
			marks = joinMark(marks, text, t.at)
		}
	}
	return marks
}

// joinMark adds a mark, joined to the last one where only a space is between.
func joinMark(marks []Span, text string, s Span) []Span {
	if n := len(marks); n > 0 && strings.TrimLeft(text[marks[n-1].End:s.Start], " ") == "" {
		marks[n-1].End = s.End
		return marks
	}
	return append(marks, s)
}

func addMark(marks []Span, s Span) []Span {
	if s.Start == s.End {
		return marks
	}
	return append(marks, s)
}

// A long text of which most is the same is marked word by word; of others the
// whole token is marked.
const (
	longString = 60
	sameShare  = 0.6
)

// markWords marks the words in which two string literals differ, and reports
// false where they are short or differ too much for that.
func markWords(row *Row, a, b string, fromA, fromB int) bool {
	longer := max(len(a), len(b))
	if longer < longString {
		return false
	}
	wa, wb := words(a, fromA), words(b, fromB)
	ma, mb := differing(wa, wb)
	same := 0
	for i, w := range wa {
		if !ma[i] {
			same += len(w.text) + 1
		}
	}
	if float64(same) < sameShare*float64(longer) {
		return false
	}
	row.Left.Marks = markTokens(row.Left.Marks, row.Left.Text, wa, ma)
	row.Right.Marks = markTokens(row.Right.Marks, row.Right.Text, wb, mb)
	// Texts that differ only in the spaces between words have no words to mark.
	return len(row.Left.Marks)+len(row.Right.Marks) > 0
}

// words cuts a string literal at its spaces.
func words(text string, from int) []token {
	var out []token
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] != ' ' {
			end++
		}
		if end > start {
			out = append(out, token{text[start:end], Span{from + start, from + end}})
		}
		start = end + 1
	}
	return out
}
