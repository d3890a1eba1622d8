package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// printShown writes what the tool page shows for a terminal. Nothing that a
// server said reaches it unescaped.
func printShown(out io.Writer, s shown) error {
	w := &textWriter{w: bufio.NewWriter(out)}
	w.line(0, "%s", strings.TrimSpace(orNone(s.Server.Name, "(the server does not say its name)")+" "+s.Server.Version))
	if s.Server.ProtocolVersion != "" {
		w.line(0, "protocol %s, %s", s.Server.ProtocolVersion, orNone(s.Server.Era, "era not known"))
	}
	for _, n := range s.Notes {
		w.line(0, "note: %s", n)
	}
	w.findings(0, s.Findings)
	if len(s.Tools) == 0 {
		w.line(0, "no tools: the list is empty")
	}
	for _, t := range s.Tools {
		name := "(a tool without a name)"
		if t.Name != nil {
			name = orNone(*t.Name, "(a tool whose name is empty)")
		}
		w.line(0, "")
		w.line(0, "%s", name)
		w.findings(1, t.Findings)
		for _, sc := range []*shownSchema{t.Input, t.Output} {
			if sc != nil {
				w.schema(sc)
			}
		}
	}
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

func orNone(s, none string) string {
	if strings.TrimSpace(s) == "" {
		return none
	}
	return s
}

// textWriter keeps the first error, so that printing reads as printing.
type textWriter struct {
	w   *bufio.Writer
	err error
}

func (w *textWriter) line(depth int, format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.w, strings.Repeat("  ", depth)+printable(fmt.Sprintf(format, args...)))
	}
}

func (w *textWriter) findings(depth int, list []shownFinding) {
	for _, f := range list {
		at := ""
		if f.Pointer != "" {
			at = " at " + jsondoc.Pointer(f.Pointer).Short()
		}
		w.line(depth, "%s %s%s: %s", f.Level, f.Rule, at, f.Message)
		if f.Mend != "" {
			w.line(depth+1, "→ %s", f.Mend)
		}
	}
}

func (w *textWriter) schema(sc *shownSchema) {
	w.line(1, "%s, %s. %s", sc.name, sc.Dialect.Used, sc.Dialect.Why)
	if sc.Problem != "" {
		w.line(2, "does not compile: %s", sc.Problem)
	}
	for i, c := range sc.Changes {
		from, to := "(new)", "(gone)"
		if c.From != nil {
			from = *c.From
		}
		if c.To != nil {
			to = *c.To
		}
		loss := ""
		if c.Loss {
			loss = " LOSS:"
		}
		w.line(2, "%d. %s → %s:%s %s", i+1, orNone(from, "(root)"), orNone(to, "(root)"), loss, c.Reason)
	}
	w.json("as sent", sc.original)
	if len(sc.Changes) > 0 {
		w.json("converted", sc.Converted)
	}
}

func (w *textWriter) json(title string, text []byte) {
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return // the findings say so already
	}
	w.line(2, "%s:", title)
	for line := range strings.SplitSeq(doc.Root().Pretty(), "\n") {
		w.line(3, "%s", line)
	}
}
