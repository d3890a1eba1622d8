package main

import (
	"fmt"
	"io"
	"strings"
)

// maxMarkdown bounds a Markdown report, in bytes: GitHub takes a comment of at
// most 65,536 characters.
const maxMarkdown = 60_000

// printCheckMarkdown prints a report for a pull request: what fails in a table,
// the rest folded. Nothing that a server said can end a cell, open a link or
// mention anyone.
func printCheckMarkdown(out io.Writer, r *checkReport) error {
	w := &markdownWriter{left: maxMarkdown}
	w.line("### mcploupe: %s", markdown(r.headline()))
	w.line("")
	for _, s := range r.sources {
		w.line("- %s", sourceLine(s))
	}
	if len(r.targets) > 0 {
		w.line("- judged for %s", markdown(strings.Join(r.targets, ", ")))
	}
	if asides := r.asides(); len(asides) > 0 {
		w.line("- besides: %s", strings.Join(asides, ", "))
	}
	w.table(r, r.fails)
	w.fold(r, "Possible: under a condition, or in older versions of a client", func(f *checkFinding) bool {
		return !f.known && r.reaches(f) && !r.fails(f)
	})
	w.fold(r, "Milder", func(f *checkFinding) bool { return !f.known && !r.reaches(f) })
	w.ignored(r)
	_, err := io.WriteString(out, w.b.String())
	return err
}

func sourceLine(s *checkedSource) string {
	text := codeSpan(s.source)
	if s.err != nil {
		return text + ": **not checked**: " + markdown(s.err.Error())
	}
	if s.server != s.source {
		text += ": " + markdown(strings.TrimSpace(s.server+" "+s.version))
	}
	return text + ", " + count(len(s.snapshot.Tools), "tool", "tools")
}

// markdownWriter stops at its bound and counts what it leaves out.
type markdownWriter struct {
	b       strings.Builder
	left    int // bytes
	dropped int // rows
}

func (w *markdownWriter) line(format string, args ...any) bool {
	line := fmt.Sprintf(format, args...) + "\n"
	if len(line) > w.left {
		return false
	}
	w.left -= len(line)
	w.b.WriteString(line)
	return true
}

// table prints a row for each wanted finding.
func (w *markdownWriter) table(r *checkReport, want func(*checkFinding) bool) {
	w.dropped = 0
	begun := false
	for _, s := range r.sources {
		for i := range s.findings {
			f := &s.findings[i]
			if !want(f) {
				continue
			}
			if !begun {
				w.line("\n| level | tool | where | finding |\n|---|---|---|---|")
				begun = true
			}
			if w.dropped > 0 || !w.line("%s", row(r, s, f)) {
				w.dropped++
			}
		}
	}
	if w.dropped > 0 {
		w.left += maxMarkdownNote // the note is short and always fits
		w.line("\n%s left out; the job's log has them.", count(w.dropped, "row is", "rows are"))
	}
}

// maxMarkdownNote is more than a note about rows left out takes, in bytes.
const maxMarkdownNote = 200

func row(r *checkReport, s *checkedSource, f *checkFinding) string {
	name := "*the list*"
	if f.of != nil {
		name = codeSpan(f.of.Label())
	}
	if len(r.sources) > 1 {
		name = markdown(s.server) + "<br>" + name
	}
	where := codeSpan(string(f.Pointer))
	if f.Pointer == "" {
		where = "*the whole*"
	}
	if f.at.start.line > 0 {
		where += fmt.Sprintf("<br>%s:%d", markdown(f.at.file), f.at.start.line)
	}
	text := ruleLink(f) + "<br>" + markdown(f.Message)
	if f.Next != "" {
		text += "<br>**Mend:** " + markdown(f.Next)
	}
	if f.Target != "" {
		text += "<br>For " + markdown(f.Target)
	}
	return fmt.Sprintf("| %s | %s | %s | %s |", f.Level, name, where, text)
}

// ruleLink is a rule's name, as a link to its evidence where that is an address.
func ruleLink(f *checkFinding) string {
	if !strings.HasPrefix(f.Evidence, "https://") || strings.ContainsAny(f.Evidence, "<>|() \n\\") {
		return codeSpan(f.Rule)
	}
	return fmt.Sprintf("[%s](<%s>)", codeSpan(f.Rule), f.Evidence)
}

// fold prints a folded table, nothing where it would be empty.
func (w *markdownWriter) fold(r *checkReport, title string, want func(*checkFinding) bool) {
	n := 0
	for _, s := range r.sources {
		for i := range s.findings {
			if want(&s.findings[i]) {
				n++
			}
		}
	}
	const end = "\n</details>"
	if n == 0 || w.left < len(end)+len(title)+maxMarkdownNote {
		return
	}
	w.left -= len(end) + 1
	w.line("\n<details><summary>%s: %d</summary>", title, n)
	w.table(r, want)
	w.left += len(end) + 1
	w.line("%s", end)
}

// ignored lists what the settings leave out, with the reasons.
func (w *markdownWriter) ignored(r *checkReport) {
	begun := false
	for _, i := range r.ignored {
		if i.count == 0 {
			continue
		}
		if !begun {
			w.line("\nIgnored by the settings:\n")
			begun = true
		}
		w.line("- %s, %s: %s", codeSpan(i.rule), count(i.count, "finding", "findings"), markdown(i.reason))
	}
}

// markdown is a text that GitHub shows as it is: no markup, link, mention,
// reference or table cell begins or ends in it.
func markdown(s string) string {
	s = strings.TrimSpace(oneLine(s))
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '&':
			b.WriteString("&amp;")
		case c == '|':
			b.WriteString("&#124;")
		case c == '@' || c == '#':
			b.WriteByte(c)
			b.WriteString("<!-- -->") // no mention, no reference to an issue
		case c == ':' && strings.HasPrefix(s[i:], "://"):
			b.WriteString(":<!-- -->") // no link of itself
		case c == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"):
			b.WriteString("<!-- -->.")
		case strings.IndexByte("\\`*_{}[]()!~$", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		case i == 0 && strings.IndexByte("-+=", c) >= 0:
			fmt.Fprintf(&b, "&#%d;", c) // no list and no heading
		case c == '.' && i > 0 && strings.Trim(s[:i], "0123456789") == "":
			b.WriteString("\\.") // no numbered list
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// codeSpan is a text in a code span that also stands in a table. In it GitHub
// makes no links and no mentions.
func codeSpan(s string) string {
	s = oneLine(s)
	if s == "" {
		return "<code></code>"
	}
	if !strings.ContainsAny(s, "`|\\") && strings.TrimSpace(s) == s {
		return "`" + s + "`"
	}
	var b strings.Builder
	b.WriteString("<code>")
	for _, c := range s {
		if c < 0x80 && strings.ContainsRune(" `|\\<>&*_[]()!~$#@:.\"'{}", c) {
			fmt.Fprintf(&b, "&#%d;", c)
		} else {
			b.WriteRune(c)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
