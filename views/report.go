package views

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
)

// sheetClass is the look of a level on the sheet; what has no fault is fine.
func sheetClass(l tool.Level) string {
	if c := levelClass(l); c != "" {
		return c
	}
	return "fine"
}

// maxSameNamed is how many other places of a fault are named.
const maxSameNamed = 2

// sameText says where else the same fault stands.
func sameText(p report.Problem) string {
	if len(p.Same) == 0 {
		return ""
	}
	var names []string
	for _, at := range p.Same[:min(len(p.Same), maxSameNamed)] {
		names = append(names, Plain(string(at)))
	}
	text := "and the same at " + strings.Join(names, ", ")
	if more := len(p.Same) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func listText(names []string) string { return Plain(strings.Join(names, ", ")) }

// maxOthers is how many other clients are named.
const maxOthers = 6

func othersText(names []string) string {
	if len(names) > maxOthers {
		return listText(names[:maxOthers]) + fmt.Sprintf(" and %d more", len(names)-maxOthers)
	}
	return listText(names)
}

// reportRows prints the rows of an excerpt.
func reportRows(rows []report.Row, oneSided bool) templ.Component {
	return write(func(out *strings.Builder) {
		for _, r := range rows {
			if r.Fold > 0 {
				out.WriteString(`<p class="sheet-fold">⋯ ` + count(r.Fold, "line") + `</p>`)
				continue
			}
			class := "sheet-row"
			if r.Fault {
				class += " fault"
			}
			if r.Op != diff.Same && !oneSided {
				class += " chg"
			}
			out.WriteString(`<div class="` + class + `">`)
			reportSide(out, r.Left, "l", r.CutLeft)
			if !oneSided {
				reportSide(out, r.Right, "r", r.CutRight)
			}
			out.WriteString("</div>")
		}
	})
}

// reportSide prints one side of a row with its number.
func reportSide(out *strings.Builder, s diff.Side, class string, left int) {
	if s.Number == 0 {
		out.WriteString(`<div class="` + class + ` void"></div>`)
		return
	}
	depth := min(s.Depth, maxIndent)
	out.WriteString(`<div class="` + class + ` d` + strconv.Itoa(depth) + `"><span class="no">` + strconv.Itoa(s.Number) + `</span><code>` + strings.Repeat("  ", depth))
	writeCode(out, s.Text, s.Marks)
	if left > 0 {
		out.WriteString(`<em>… ` + size(left) + ` more</em>`)
	}
	out.WriteString("</code></div>")
}

// reportMend prints what goes and what comes.
func reportMend(rows []report.Row) templ.Component {
	return write(func(out *strings.Builder) {
		line := func(class, sign string, s diff.Side) {
			out.WriteString(`<div class="mend-row ` + class + `"><span class="no" aria-hidden="true">` + sign + `</span><code>` + strings.Repeat("  ", min(s.Depth, maxIndent)))
			writeCode(out, s.Text, s.Marks)
			out.WriteString("</code></div>")
		}
		for _, r := range rows {
			switch {
			case r.Fold > 0:
				out.WriteString(`<p class="sheet-fold">⋯ ` + count(r.Fold, "line") + `</p>`)
			case r.Op == diff.Same && r.Left.Number > 0:
				line("", " ", r.Left)
			default:
				if r.Left.Number > 0 {
					line("del", "−", r.Left)
				}
				if r.Right.Number > 0 {
					line("add", "+", r.Right)
				}
			}
		}
	})
}

// sourceLines prints source text before and after.
func sourceLines(s *report.Source) templ.Component {
	return write(func(out *strings.Builder) {
		for _, part := range []struct{ element, sign, text string }{{"del", "− ", s.Before}, {"ins", "+ ", s.After}} {
			for line := range strings.SplitSeq(strings.TrimSuffix(part.text, "\n"), "\n") {
				out.WriteString("<" + part.element + ">" + part.sign)
				writePieces(out, Reveal(line))
				out.WriteString("</" + part.element + ">")
			}
		}
	})
}

// basisText says how something is known, and when it was seen last.
func basisText(c report.Client) string {
	if c.Date == "" {
		return c.Basis
	}
	return c.Basis + ", " + c.Date
}

// reportURL is the report of the tool on the page, with the call that is open.
func reportURL(p Page) string {
	address := "/report" + p.Where.URL()[1:]
	if p.Call != nil && p.Call.Opened != "" {
		address += "&call=" + url.QueryEscape(p.Call.Opened)
	}
	return address
}

// shortHash is enough of a hash to tell forms apart.
func shortHash(h string) string { return Plain(h[:min(len(h), 12)]) }
