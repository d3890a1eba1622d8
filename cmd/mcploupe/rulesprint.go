package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/rulebook"
)

// printRuleList prints a line a rule.
func printRuleList(out io.Writer, rules []*rulebook.Rule) error {
	w := &textWriter{w: bufio.NewWriter(out)}
	width := 0
	for _, r := range rules {
		width = max(width, len(r.Name))
	}
	for _, r := range rules {
		w.line(0, "%-8s %-*s  %s", r.Level, width, r.Name, firstSentence(orNone(r.Title, r.Why)))
	}
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// firstSentence is a text up to its first full stop, without it.
func firstSentence(s string) string {
	before, _, _ := strings.Cut(s, ". ")
	return strings.TrimSuffix(before, ".")
}

// printRuleText prints rules whole.
func printRuleText(ctx context.Context, out io.Writer, rules []*rulebook.Rule) error {
	w := &textWriter{w: bufio.NewWriter(out)}
	for i, r := range rules {
		if i > 0 {
			w.line(0, "")
		}
		r.Try(ctx)
		w.line(0, "%s  %s", r.Name, r.Level)
		for _, p := range ruleFacts(r) {
			w.line(1, "%-9s %s", p.name+":", p.text)
		}
		for _, e := range r.Evidence {
			w.line(1, "%-9s %s", "evidence:", e)
		}
		w.example("example", r.Example)
		if r.Found != nil {
			w.line(2, "→ at %q: %s", r.Found.Pointer, r.Found.Message)
		}
		w.example("mended", r.Clean)
	}
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// fact is one thing to know about a rule.
type fact struct{ name, text string }

// facts are what is known about a rule beside its evidence and examples.
func ruleFacts(r *rulebook.Rule) []fact {
	var when string
	if r.When != "" {
		when = "only if " + r.When
	}
	all := []fact{
		{"client", r.Client}, {"title", r.Title}, {"why", r.Why}, {"says", r.Says}, {"when", when},
		{"versions", r.Versions}, {"known by", strings.Join(r.Basis, ", ")}, {"status", r.Status},
		{"date", ruleDates(r)}, {"targets", strings.Join(r.Targets, ", ")}, {"note", r.Note}, {"mend", r.Mend},
	}
	return slices.DeleteFunc(all, func(f fact) bool { return f.text == "" || f.name == "title" && f.text == r.Why })
}

func ruleDates(r *rulebook.Rule) string {
	if r.Since == "" || r.Since == r.Date {
		return r.Date
	}
	return r.Since + " to " + r.Date
}

func (w *textWriter) example(title string, e rulebook.Example) {
	w.line(1, "%s:", title)
	for line := range strings.SplitSeq(prettyExample(e), "\n") {
		w.line(2, "%s", line)
	}
}

// pretty is an example with a member a line, as the rest of the program prints
// JSON.
func prettyExample(e rulebook.Example) string {
	doc, err := jsondoc.Parse([]byte(e))
	if err != nil {
		return string(e) // the lines of a session
	}
	return doc.Root().Pretty()
}

// printRulesMarkdown prints rules as a page: a table of all, and each whole.
func printRulesMarkdown(ctx context.Context, out io.Writer, rules []*rulebook.Rule) error {
	var b bytes.Buffer
	b.WriteString("# Rules\n\nWritten by `mcploupe rules --format markdown`; a test of `cmd/mcploupe` keeps it fresh. ")
	b.WriteString("Levels, the worst first: `session` a provider refuses the whole request, `server` all tools of the server are lost, `tool` this tool is lost, `call` a call fails, `mangle` something is rewritten silently, `drop` something is ignored silently, `warn` noise or a point for a review.\n")
	families, byFamily := familiesOf(rules)
	fmt.Fprintf(&b, "\n%s in %s.\n", count(len(rules), "rule", "rules"), count(len(families), "family", "families"))
	for _, name := range families {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | level | |\n|---|---|---|\n", name)
		for _, r := range byFamily[name] {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.Name, anchor(r.Name), r.Level, markdown(firstSentence(orNone(r.Title, r.Why))))
		}
		for _, r := range byFamily[name] {
			r.Try(ctx)
			ruleMarkdown(r, &b)
		}
	}
	_, err := out.Write(b.Bytes())
	return err
}

func familiesOf(rules []*rulebook.Rule) (names []string, byFamily map[string][]*rulebook.Rule) {
	byFamily = map[string][]*rulebook.Rule{}
	for _, r := range rules {
		family, _, _ := strings.Cut(r.Name, "/")
		if byFamily[family] == nil {
			names = append(names, family)
		}
		byFamily[family] = append(byFamily[family], r)
	}
	return names, byFamily
}

// anchor is the fragment that GitHub gives a heading.
func anchor(heading string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(heading) {
		switch {
		case c == ' ':
			b.WriteByte('-')
		case c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		}
	}
	return b.String()
}

// markdown prints one rule.
func ruleMarkdown(r *rulebook.Rule, b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s\n\n`%s` · %s\n\n", r.Name, r.Level, ruleSubject(r))
	if r.Title != "" && r.Title != r.Why {
		fmt.Fprintf(b, "%s. ", markdown(strings.TrimSuffix(r.Title, ".")))
	}
	fmt.Fprintf(b, "%s\n", markdown(r.Why))
	if r.Found != nil {
		fmt.Fprintf(b, "\nIn the example, at %s: %s\n", codeSpan(r.Found.Pointer), markdown(r.Found.Message))
	}
	fmt.Fprintf(b, "\n**Mend:** %s\n\n", markdown(r.Mend))
	for _, f := range ruleFacts(r) {
		switch f.name {
		case "client", "title", "why", "mend":
		case "says":
			fmt.Fprintf(b, "- says: %s\n", codeSpan(f.text))
		default:
			fmt.Fprintf(b, "- %s: %s\n", f.name, markdown(f.text))
		}
	}
	for _, e := range r.Evidence {
		if strings.HasPrefix(e, "https://") {
			fmt.Fprintf(b, "- evidence: <%s>\n", e)
		} else {
			fmt.Fprintf(b, "- evidence: %s\n", markdown(e))
		}
	}
	fmt.Fprintf(b, "\n<details><summary>Example and mend</summary>\n\n%s\n%s\n</details>\n", fence(r.Example), fence(r.Clean))
}

func ruleSubject(r *rulebook.Rule) string {
	switch r.About {
	case "client":
		return markdown(r.Client)
	case "protocol":
		return "the protocol"
	case "probe":
		return "what the server does"
	}
	return "the tool alone"
}

// fence is an example as a fenced block, with a fence longer than any in it.
func fence(e rulebook.Example) string {
	mark, language := "```", "text"
	for strings.Contains(string(e), mark) {
		mark += "`"
	}
	if json.Valid([]byte(e)) {
		language = "json"
	}
	return mark + language + "\n" + visible(prettyExample(e)) + "\n" + mark + "\n"
}

// visible shows hidden characters of an example as what they are, and keeps its
// lines.
func visible(s string) string { return printable(s) }
