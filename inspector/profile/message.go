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
	"keyword": func(h hit) string { return h.subject() },
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
	for i, part := range t {
		b.WriteString(part.text)
		if part.hole == "" {
			continue
		}
		filled := holes[part.hole](h)
		if i == 0 && part.text == "" && strings.HasPrefix(filled, "the ") {
			filled = "T" + filled[1:]
		}
		b.WriteString(filled)
	}
	return b.String()
}

// subject names what a hit is about: a keyword, or a place of a schema by the
// nearest name.
func (h hit) subject() string {
	if h.view == nil {
		return quoteShort(h.word)
	}
	return h.view.describe(h.pos)
}

// describe names a place: "the root", a property, or a keyword and the property
// it stands in.
func (v *view) describe(i int32) string {
	p := &v.pos[i]
	switch p.via {
	case kwNone:
		return "the root"
	case kwProperties:
		return quoteShort(text(p.node.Key()))
	case kwDefs, kwDefinitions:
		return "the definition " + quoteShort(text(p.node.Key()))
	}
	name := p.via.String()
	if p.index >= 0 {
		name += "/" + strconv.Itoa(int(p.index))
	}
	if key := p.node.Key(); keywords[p.via].holds == schemaMap {
		name += "/" + text(key)
	}
	if up := v.pos[p.parent].via; up == kwProperties || up == kwDefs || up == kwDefinitions {
		name += " of " + v.describe(p.parent)
	}
	return name
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

// joinSentences puts one text behind another and ends the first with a full stop
// where it has no end.
func joinSentences(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	if !strings.HasSuffix(a, ".") && !strings.HasSuffix(a, "…") {
		a += "."
	}
	return a + " " + b
}
