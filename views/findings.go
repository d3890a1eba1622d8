package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// foundWords says how much was found: "2 errors and 1 warning".
func foundWords(t Tool) string {
	switch {
	case t.Errors == 0 && t.Warnings == 0:
		return "No findings"
	case t.Errors == 0:
		return count(t.Warnings, "warning")
	case t.Warnings == 0:
		return count(t.Errors, "error")
	}
	return count(t.Errors, "error") + " and " + count(t.Warnings, "warning")
}

// toggled is the value that a filter takes when its link is followed.
func toggled(l FilterLink) string {
	if l.Current {
		return ""
	}
	return l.Value
}

// RuleURL is the page of a rule.
func RuleURL(name string) string {
	family, rest, ok := strings.Cut(name, "/")
	if !ok {
		return "/rules/" + url.PathEscape(name)
	}
	return "/rules/" + url.PathEscape(family) + "/" + url.PathEscape(rest)
}

// mendURL shows the repairs of a group.
func mendURL(w Where, g FindingGroup) string {
	return w.AtMend(g.Rule+"@"+string(g.At)).URL() + "#f" + strconv.Itoa(g.Number)
}

// knownWords says how sure a finding is.
func knownWords(g FindingGroup) string {
	var parts []string
	for _, p := range []string{g.Basis, g.Status, g.Date} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "How it is known: " + strings.Join(parts, " · ")
}

// sentenceList joins names: "a, b and c".
func sentenceList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// excerptLines prints some lines of a schema with those that are meant lit.
func excerptLines(lines []ExcerptLine) templ.Component {
	return write(func(out *strings.Builder) {
		out.WriteString(`<pre class="excerpt code" tabindex="0">`)
		for _, l := range lines {
			out.WriteString(`<code`)
			if l.Lit {
				out.WriteString(` class="lit"`)
			}
			out.WriteString(` data-n="` + strconv.Itoa(l.Number) + `">` + strings.Repeat("  ", min(l.Depth, maxIndent)))
			writeCode(out, l.Text, nil)
			out.WriteString("</code>")
		}
		out.WriteString("</pre>")
	})
}

// mendRows prints the rows of a repair.
func mendRows(way MendWay) templ.Component {
	return write(func(out *strings.Builder) {
		p := &schemaPage{lit: -1, noted: map[int]bool{}, ids: map[string]bool{}, plain: true}
		out.WriteString(`<div class="rows">`)
		for i, r := range way.Rows {
			if slices.Contains(way.Gaps, i) {
				out.WriteString(`<div class="gap" aria-hidden="true">⋯</div>`)
			}
			p.row(out, i, r, false)
		}
		out.WriteString(`</div>`)
	})
}
