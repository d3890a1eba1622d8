package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"mcploupe/inspector/tool"
)

// printCheckText prints a report for a terminal or a job's log. What fails is
// told in full; what does not has a line each. No line begins with what a server
// said, since CI runners take lines like "::error::" for commands.
func printCheckText(out io.Writer, r *checkReport) error {
	w := &checkText{out: out, report: r}
	for _, s := range r.sources {
		w.source(s)
	}
	for _, i := range r.ignored {
		if i.count > 0 {
			w.line(0, "ignored %s, %s: %s", i.rule, count(i.count, "finding", "findings"), i.reason)
		}
	}
	w.summary()
	return w.err
}

// checkText keeps the first error.
type checkText struct {
	out    io.Writer
	report *checkReport
	err    error
}

// raw writes a line that has been made printable.
func (w *checkText) raw(depth int, line string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, strings.Repeat("  ", depth)+line+"\n")
	}
}

func (w *checkText) line(depth int, format string, args ...any) {
	w.raw(depth, oneLine(fmt.Sprintf(format, args...)))
}

func (w *checkText) source(s *checkedSource) {
	if s.err != nil {
		w.raw(0, w.paint(styleBad, "not checked")+" "+oneLine(s.failure()))
		return
	}
	title := oneLine(s.source)
	if s.server != s.source {
		title += oneLine(": " + strings.TrimSpace(s.server+" "+s.version))
	}
	w.raw(0, w.paint(styleBold, title)+", "+count(len(s.snapshot.Tools), "tool", "tools"))
	for _, g := range s.groups(func(f *checkFinding) bool { return !f.known }) {
		w.group(g)
	}
	if len(s.findings) > 0 {
		w.raw(0, "")
	}
}

// group prints a tool: what fails first, told in full, since findings are sorted
// by level.
func (w *checkText) group(g toolGroup) {
	w.raw(1, w.paint(styleBold, oneLine(g.title())))
	for i, f := range g.findings {
		label := string(f.Level)
		if w.report.reaches(f) && !w.report.fails(f) {
			label += ", possible"
		}
		if !w.report.fails(f) {
			w.raw(2, w.paint(levelStyle(f.Level, false), fmt.Sprintf("%-8s", label))+oneLine(fmt.Sprintf(" %s%s%s: %s%s", f.Rule, where(f), lineOf(f), f.Message, forTarget(f))))
			continue
		}
		w.raw(2, w.paint(levelStyle(f.Level, true), fmt.Sprintf("%-8s", label))+oneLine(fmt.Sprintf(" %s%s%s", f.Rule, where(f), lineOf(f))))
		w.line(4, "says: %s", f.Message)
		if f.Target != "" {
			w.line(4, "for:  %s", f.Target)
		}
		if i+1 < len(g.findings) && sameAdvice(f, g.findings[i+1]) && w.report.fails(g.findings[i+1]) {
			continue // said once, after the last of them
		}
		if f.Next != "" {
			w.line(4, "mend: %s", f.Next)
		}
		if f.Evidence != "" {
			w.line(4, "see:  %s", f.Evidence)
		}
	}
}

func sameAdvice(a, b *checkFinding) bool {
	return a.Rule == b.Rule && a.Next == b.Next && a.Evidence == b.Evidence
}

func where(f *checkFinding) string {
	if f.Pointer == "" {
		return ""
	}
	return " at " + string(f.Pointer)
}

func lineOf(f *checkFinding) string {
	if f.at.start.line == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s:%d:%d)", f.at.file, f.at.start.line, f.at.start.column)
}

func forTarget(f *checkFinding) string {
	if f.Target == "" {
		return ""
	}
	return " For " + f.Target + "."
}

func (w *checkText) summary() {
	n := w.report.count()
	style, sign := styleGood, "✓"
	if n.failing > 0 || n.unchecked > 0 {
		style, sign = styleBad, "✗"
	}
	line := w.paint(style, sign+" "+w.report.headline())
	if asides := w.report.asides(); len(asides) > 0 {
		line += "; " + strings.Join(asides, ", ")
	}
	w.raw(0, line)
}

// style is an SGR sequence (ECMA-48, section 8.3.117).
type style string

const (
	styleBold style = "1"
	styleGood style = "32"
	styleBad  style = "31;1"
	styleWarn style = "33"
	styleDim  style = "2"
)

func levelStyle(l tool.Level, fails bool) style {
	switch {
	case fails:
		return styleBad
	case l.Rank() <= tool.LevelDrop.Rank():
		return styleWarn
	}
	return styleDim
}

func (w *checkText) paint(s style, text string) string {
	if !w.report.colour {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// wantColour says whether to colour what goes to out: a terminal that can, and a
// person who has not set NO_COLOR (https://no-color.org).
func wantColour(out io.Writer, getenv func(string) string) bool {
	f, ok := out.(*os.File)
	if !ok || getenv("NO_COLOR") != "" || getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
