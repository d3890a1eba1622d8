package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// The components of this file are written by hand, because white space counts
// in them and a page holds hundreds. Whatever they print goes through
// [templ.EscapeString].

// Text shows a one-line string that a server controls, set apart from the
// direction of what stands around it.
func Text(s string) templ.Component { return isolated(Reveal(s)) }

// Lines shows a string that a server controls with its line breaks; the element
// around it decides about wrapping.
func Lines(s string) templ.Component { return isolated(RevealLines(s)) }

// Prose shows a sentence of ours that may quote a server: `backticks` become
// code, everything else is treated as [Text] is.
func Prose(s string) templ.Component {
	return write(func(b *strings.Builder) {
		for _, part := range prose(s) {
			if part.Code {
				b.WriteString("<code>")
				writePieces(b, Reveal(part.Text))
				b.WriteString("</code>")
				continue
			}
			writePieces(b, Reveal(part.Text))
		}
	})
}

func isolated(pieces []Piece) templ.Component {
	return write(func(b *strings.Builder) {
		b.WriteString("<bdi>")
		writePieces(b, pieces)
		b.WriteString("</bdi>")
	})
}

// write makes a component of a function that appends HTML.
func write(f func(*strings.Builder)) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		f(&b)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// writePieces appends a text with its hidden characters named.
func writePieces(b *strings.Builder, pieces []Piece) {
	for _, p := range pieces {
		if !p.Hidden {
			b.WriteString(templ.EscapeString(p.Text))
			continue
		}
		b.WriteString(`<span class="hidden-char" title="`)
		b.WriteString(templ.EscapeString(p.Title))
		b.WriteString(`">`)
		b.WriteString(templ.EscapeString(p.Text))
		b.WriteString(`</span>`)
	}
}
