package profile

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// maxQuote bounds what is quoted of a value in a message, in characters.
const maxQuote = 80

// finding puts a hit in words.
func (r *Rule) finding(h hit) tool.Finding {
	return tool.Finding{
		Rule: r.ID, Level: r.Level, Pointer: h.at, Message: joinSentences(r.template.fill(h), r.Effect),
		Next: r.Mend, Evidence: r.Evidence[0],
	}
}

// template is a message cut at its placeholders.
type template []struct {
	text string // what stands before the placeholder
	hole string // "" at the end
}

// holes are the placeholders a message may have, and what they stand for.
var holes = map[string]func(hit) string{
	"keyword": func(h hit) string { return h.word },
	"name":    func(h hit) string { return quoteShort(h.word) },
	"value":   func(h hit) string { return valueShort(h.value) },
	"n":       func(h hit) string { return strconv.Itoa(h.n) },
	"limit":   func(h hit) string { return strconv.Itoa(h.limit) },
	"text":    func(h hit) string { return h.text },
}

// cut makes the template of a message.
func cut(message string) (template, error) {
	var t template
	for {
		before, rest, found := strings.Cut(message, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !found {
			return append(t, struct{ text, hole string }{before, ""}), nil
		}
		if _, ok := holes[name]; !ok || !closed {
			return nil, fmt.Errorf("no placeholder is called {%s}", name)
		}
		t = append(t, struct{ text, hole string }{before, name})
		message = after
	}
}

// fill puts what was found into a message. Quoted text of the server stays as
// it is; whoever prints it escapes it.
func (t template) fill(h hit) string {
	if len(t) == 1 {
		return t[0].text
	}
	var b strings.Builder
	for _, part := range t {
		b.WriteString(part.text)
		if part.hole != "" {
			b.WriteString(holes[part.hole](h))
		}
	}
	return b.String()
}

func quoteShort(s string) string { return shorten(jsondoc.Quote(s)) }

func valueShort(n jsondoc.Node) string {
	if !n.Exists() {
		return "nothing"
	}
	raw := n.Raw()
	if len(raw) > 16*maxQuote {
		raw = raw[:16*maxQuote] // what is cut off is not shown anyway
		return shorten(string(raw))
	}
	return shorten(string(n.Compact()))
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxQuote {
		return s
	}
	runes := []rune(s)
	return string(runes[:maxQuote-1]) + "…"
}

func joinSentences(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}
