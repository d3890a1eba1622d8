package views

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"mcploupe/inspector/diff"
)

// rows prints a block of a schema. The elements are few on purpose: line numbers
// and signs are drawn by the style, keys and punctuation have no element.
func (p *schemaPage) rows(b block, oneSide bool) templ.Component {
	return write(func(out *strings.Builder) {
		for i, r := range b.Rows {
			p.row(out, b.Start+i, r, oneSide)
		}
	})
}

// opClasses are the classes of a row by what it shows.
var opClasses = [...]string{diff.Same: "row", diff.Changed: "row chg", diff.Removed: "row del", diff.Added: "row add"}

func (p *schemaPage) row(out *strings.Builder, index int, r diff.Row, oneSide bool) {
	class := opClasses[r.Op&3]
	f, flagged := p.flags[index]
	if flagged {
		class += " flagged " + f.Class
	}
	pointer := r.Left.Pointer
	if r.Left.Number == 0 {
		pointer = r.Right.Pointer
	}
	out.WriteString(`<div class="` + class + `" data-pointer="` + templ.EscapeString(Plain(string(pointer))) + `">`)
	p.side(out, r.Left, false, index, func() { // floats: before the text, so that they stand on its first line
		if flagged {
			out.WriteString(`<a class="flag" data-swap="tool" href="` + templ.EscapeString(f.Href) + `" title="` +
				templ.EscapeString(Plain(f.Title)) + `">finding</a>`)
		}
	})
	if !oneSide {
		p.side(out, r.Right, true, index, func() { p.notes(out, r.Notes) })
	}
	out.WriteString("</div>")
}

// notes prints the numbers of the changes at a row. Where nothing stands on the
// right side they stand in a cell of their own.
func (p *schemaPage) notes(out *strings.Builder, notes []int) {
	for _, n := range notes {
		num := strconv.Itoa(n)
		id := ""
		if !p.noted[n] {
			p.noted[n] = true
			id = ` id="note-` + num + `"`
		}
		out.WriteString(`<a class="note"` + id + ` href="#change-` + num + `" aria-label="Change ` + num + `">` + num + `</a>`)
	}
}

// side prints one cell; signs is called for what floats at its right end.
func (p *schemaPage) side(out *strings.Builder, s diff.Side, right bool, index int, signs func()) {
	if s.Number == 0 {
		out.WriteString(`<div class="` + [2]string{"l", "r"}[btoi(right)] + ` void">`)
		signs()
		out.WriteString("</div>")
		return
	}
	depth := min(s.Depth, maxIndent)
	out.WriteString(`<code class="` + [2]string{"l", "r"}[btoi(right)] + ` d` + strconv.Itoa(depth))
	lit := p.lit == index && p.litRight == right
	if lit {
		out.WriteString(" lit")
	}
	out.WriteString(`" data-n="` + strconv.Itoa(s.Number) + `"`)
	id := LineID(right, s.Pointer)
	if !p.plain && !closing(s.Text) && !p.ids[id] {
		p.ids[id] = true
		out.WriteString(` id="` + id + `"`)
	}
	out.WriteString(">")
	if lit && p.anchor != id && !p.ids[p.anchor] {
		p.ids[p.anchor] = true
		out.WriteString(`<a id="` + templ.EscapeString(p.anchor) + `"></a>`)
	}
	signs()
	out.WriteString(strings.Repeat("  ", depth))
	writeCode(out, s.Text, s.Marks)
	out.WriteString("</code>")
}

// writeCode prints one line of JSON: values have a class, differing parts a
// mark.
func writeCode(out *strings.Builder, text string, marks []diff.Span) {
	rest := 0
	if len(text) > maxLine {
		cut := maxLine
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		rest, text = len(text)-cut, text[:cut]
	}
	for _, t := range tokens(text) {
		pos := t.Start
		for _, m := range marks {
			a, b := max(m.Start, pos), min(m.End, t.End)
			if a >= b {
				continue
			}
			writeToken(out, "span", t.class, text[pos:a])
			writeToken(out, "mark", t.class, text[a:b])
			pos = b
		}
		writeToken(out, "span", t.class, text[pos:t.End])
	}
	if rest > 0 {
		out.WriteString(`<em>… ` + size(rest) + ` more</em>`)
	}
}

// writeToken prints a part of a line in an element, or bare where a span would
// say nothing.
func writeToken(out *strings.Builder, element, class, text string) {
	switch {
	case text == "":
		return
	case element == "span" && class == "":
		writePieces(out, Reveal(text))
		return
	case class == "":
		out.WriteString("<" + element + ">")
	default:
		out.WriteString("<" + element + ` class="` + class + `">`)
	}
	writePieces(out, Reveal(text))
	out.WriteString("</" + element + ">")
}

// token is a part of a line of JSON: a value, or what stands between values.
type token struct {
	diff.Span
	class string // "s" a string, "n" a number or literal, "" a key or punctuation
}

// tokens divides a line of canonical JSON. Text that is no JSON is one token.
func tokens(line string) []token {
	var list []token
	plain := 0 // where the run without a class began
	add := func(start, end int, class string) {
		if plain < start {
			list = append(list, token{Span: diff.Span{Start: plain, End: start}})
		}
		list = append(list, token{Span: diff.Span{Start: start, End: end}, class: class})
		plain = end
	}
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '"':
			end := stringEnd(line, i)
			if !strings.HasPrefix(line[end:], ":") {
				add(i, end, "s")
			}
			i = end
		case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			end := i + 1
			for end < len(line) && strings.IndexByte(" ,]}:\"[{", line[end]) < 0 {
				end++
			}
			add(i, end, "n")
			i = end
		default:
			i++
		}
	}
	if plain < len(line) {
		list = append(list, token{Span: diff.Span{Start: plain, End: len(line)}})
	}
	return list
}

// stringEnd returns where the string literal that starts at i ends.
func stringEnd(line string, i int) int {
	for j := i + 1; j < len(line); j++ {
		switch line[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(line)
}

// codeLines prints a text of several lines of JSON with its values coloured.
func codeLines(text string) templ.Component {
	return write(func(out *strings.Builder) {
		if len(text) > 20*maxLine || strings.Count(text, "\n") > blockRows {
			writePieces(out, RevealLines(text)) // colours would cost too many elements
			return
		}
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				out.WriteByte('\n')
			}
			writeCode(out, line, nil)
		}
	})
}
