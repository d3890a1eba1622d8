package report

import (
	"fmt"
	"strings"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
)

// maxMarkdown bounds the raw parts, in bytes each: a comment on GitHub holds 65,536
// characters.
const maxMarkdown = 12_000

// Markdown prints a view for an issue, as GitHub shows it well. reveal makes hidden
// characters visible. Nothing that a server wrote can end a fence, a table or a
// fold: fences are longer than any run in them, and what stands in prose is escaped.
func Markdown(v *View, reveal func(string) string) string {
	m := &markdown{reveal: reveal}
	p := v.Problem
	m.line("### %s: %s", m.code(v.Tool), m.prose(p.Headline))
	m.line("")
	if p.Detail != "" {
		m.line("%s", m.prose(p.Detail))
		m.line("")
	}
	m.facts(v)
	if p.Rule != "" {
		where := "**Where:** " + m.code(pointerName(p.Pointer)) + " · rule " + m.code(p.Rule)
		for i, at := range p.Same {
			if i == maxFaults {
				where += fmt.Sprintf(" and %d more places", len(p.Same)-i)
				break
			}
			where += ", the same at " + m.code(pointerName(at))
		}
		m.line("%s", where)
		m.line("")
	}
	for _, e := range v.Excerpts {
		m.excerpt(e)
	}
	if v.Call != nil {
		m.call(v.Call)
	}
	m.clients(v)
	if v.Repair != nil {
		m.repair(v.Repair)
	}
	for _, r := range v.Raw {
		m.raw(r)
	}
	m.line("<sub>%s</sub>", m.prose(foot(v)))
	return m.b.String()
}

type markdown struct {
	b      strings.Builder
	reveal func(string) string
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

// marks are the characters that mean something in prose or in a table.
const marks = "\\`*_{}[]<>()#+-.!|~&@:"

// prose makes a text plain: `backticks` of ours stay code, everything else that
// would be markup is escaped. Escaping is done with entities for what a backslash
// does not stop on GitHub: mentions, references and HTML.
func (m *markdown) prose(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 {
		last := len(parts) - 1
		parts[last-1] += "'" + parts[last]
		parts = parts[:last]
	}
	var out strings.Builder
	for i, p := range parts {
		if i%2 == 1 {
			out.WriteString(m.code(p))
			continue
		}
		text := []rune(flat(m.reveal(p)))
		for i, r := range text {
			switch {
			case r == ':' && (i+1 == len(text) || text[i+1] == ' '):
				out.WriteRune(r) // no address and no emoji begins here
			case strings.ContainsRune("<>&@#:|", r):
				fmt.Fprintf(&out, "&#%d;", r)
			case strings.ContainsRune(marks, r) && r != '.' && r != '-' && r != '(' && r != ')' && r != '+' && r != '!':
				out.WriteString(`\` + string(r))
			default:
				out.WriteRune(r)
			}
		}
	}
	return out.String()
}

// flat has no line breaks.
func flat(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
}

// code is a text as code within a line, also within a cell of a table: there a
// backslash before a pipe is the one escape that works in code (GFM, 4.10).
func (m *markdown) code(s string) string {
	s = strings.ReplaceAll(flat(m.reveal(s)), "|", `\|`)
	if strings.TrimSpace(s) == "" {
		return "(empty)"
	}
	ticks := strings.Repeat("`", run(s, '`')+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// run is the length of the longest run of a character.
func run(s string, c byte) int {
	longest, now := 0, 0
	for i := range len(s) {
		if now++; s[i] != c {
			now = 0
		}
		longest = max(longest, now)
	}
	return longest
}

// fence prints a block of code.
func (m *markdown) fence(language, text string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] = m.reveal(strings.TrimSuffix(lines[i], "\r"))
	}
	text = strings.Join(lines, "\n")
	ticks := strings.Repeat("`", max(3, run(text, '`')+1))
	m.line("%s%s", ticks, language)
	m.line("%s", text)
	m.line("%s", ticks)
	m.line("")
}

func (m *markdown) facts(v *View) {
	m.line("| server | protocol | SDK | mcploupe |")
	m.line("|---|---|---|---|")
	m.line("| %s | %s | %s | %s |", m.cell(serverName(v.Server)), m.cell(protocol(v.Server)), m.cell(v.Server.SDK), m.cell(v.MadeBy+", "+clock(v.Made)))
	m.line("")
}

func (m *markdown) cell(s string) string {
	if s == "" {
		return "not known"
	}
	return m.prose(strings.ReplaceAll(s, "`", "'"))
}

func (m *markdown) excerpt(e Excerpt) {
	m.line("**%s**, %s", m.prose(e.Title), m.prose(e.Left))
	m.line("")
	m.fence("text", numbered(e.Rows, func(r Row) (diff.Side, int) { return r.Left, r.CutLeft }))
	if !e.OneSided {
		m.line("%s:", m.prose(upper(e.Right)))
		m.line("")
		m.fence("text", numbered(e.Rows, func(r Row) (diff.Side, int) { return r.Right, r.CutRight }))
	}
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// numbered is one side of an excerpt, with its line numbers; the fault has an arrow.
func numbered(rows []Row, side func(Row) (diff.Side, int)) string {
	var b strings.Builder
	for _, r := range rows {
		if r.Fold > 0 {
			fmt.Fprintf(&b, "        ⋯ %s\n", lines(r.Fold))
			continue
		}
		s, left := side(r)
		if s.Number == 0 {
			continue
		}
		sign := "  "
		if r.Fault {
			sign = "→ "
		}
		more := ""
		if left > 0 {
			more = "… " + Size(left) + " more"
		}
		fmt.Fprintf(&b, "%s%4d  %s%s%s\n", sign, s.Number, strings.Repeat(jsondoc.Indent, min(s.Depth, 20)), s.Text, more)
	}
	return b.String()
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

func (m *markdown) call(c *CallView) {
	m.line("**Test call** · %s", m.prose(join(c.Outcome, c.Took, c.At)))
	m.line("")
	if c.HasArguments {
		m.line("Arguments%s:", sized(c.Arguments))
		m.line("")
		m.fence("json", c.Arguments.Text)
	} else {
		m.line("No arguments were sent.")
		m.line("")
	}
	for _, s := range c.Says {
		m.line("- The server says of %s: %s", m.code(pointerName(s.Pointer)), m.prose(strings.ReplaceAll(join(s.Message, s.Detail), "`", "'")))
	}
	for _, s := range c.Output {
		m.line("- The answer breaks the output schema at %s: %s", m.code(pointerName(s.Pointer)), m.prose(s.Message))
	}
	if len(c.Says)+len(c.Output) > 0 {
		m.line("")
	}
	if c.Against != "" {
		m.line("%s", m.prose(c.Against))
		m.line("")
	}
	if c.Words.Text != "" {
		m.line("Answer%s:", sized(c.Words))
		m.line("")
		m.fence("text", c.Words.Text)
	}
}

// sized says how much of a text is missing.
func sized(t Text) string {
	if t.Cut == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s, of which %s are left out)", Size(t.Size), Size(t.Cut))
}

func (m *markdown) clients(v *View) {
	if len(v.Clients) == 0 {
		return
	}
	m.line("| for whom | what happens | how that is known |")
	m.line("|---|---|---|")
	for _, c := range v.Clients {
		evidence := m.prose(join(c.Basis, c.Date))
		for i, e := range c.Evidence[:min(len(c.Evidence), 2)] {
			if address := link(e); address != "" {
				evidence += fmt.Sprintf(" [%d](%s)", i+1, address)
			}
		}
		m.line("| %s | **%s**: %s | %s |", m.prose(Names(c)), m.prose(LevelWord(c.Level)), m.prose(strings.TrimSpace(c.Says+" "+c.Caveat)), evidence)
	}
	m.line("")
	if len(v.Others) > 0 {
		m.line("Also concerned, for other reasons: %s.", m.prose(strings.Join(v.Others, ", ")))
		m.line("")
	}
	if len(v.Fine) > 0 {
		m.line("No known rule of %s touches the tool.", m.prose(strings.Join(v.Fine, ", ")))
		m.line("")
	}
}

// link is an address that can stand in parentheses; "" for what is none.
func link(e string) string {
	if !strings.HasPrefix(e, "https://") && !strings.HasPrefix(e, "http://") || strings.ContainsAny(e, " \n<>|\"") {
		return ""
	}
	return strings.NewReplacer("(", "%28", ")", "%29").Replace(e)
}

func (m *markdown) repair(r *RepairView) {
	m.line("**What to do: %s**", m.prose(r.Title))
	m.line("")
	if r.Explain != "" {
		m.line("%s", m.prose(r.Explain))
		m.line("")
	}
	for _, b := range r.Breaks {
		m.line("It would break: %s", m.prose(b))
		m.line("")
	}
	if s := r.Source; s != nil {
		m.line("In the words of %s:", m.prose(s.SDK))
		m.line("")
		m.fence("diff", signed("- ", s.Before)+signed("+ ", s.After))
	}
	if len(r.Rows) > 0 {
		m.fence("diff", mend(r.Rows))
	}
}

// signed puts a sign before every line.
func signed(sign, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(sign + line + "\n")
	}
	return b.String()
}

// mend is a repair as lines that go and lines that come.
func mend(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		if r.Fold > 0 {
			fmt.Fprintf(&b, "  ⋯ %s\n", lines(r.Fold))
			continue
		}
		if r.Left.Number > 0 {
			b.WriteString([]string{"  ", "- "}[btoi(r.Op != diff.Same)] + strings.Repeat(jsondoc.Indent, min(r.Left.Depth, 20)) + r.Left.Text + "\n")
		}
		if r.Right.Number > 0 && r.Op != diff.Same {
			b.WriteString("+ " + strings.Repeat(jsondoc.Indent, min(r.Right.Depth, 20)) + r.Right.Text + "\n")
		}
	}
	return b.String()
}

func (m *markdown) raw(r Raw) {
	short, left := cut(r.Text.Text, maxMarkdown)
	note := Size(r.Size)
	if left += r.Cut; left > 0 {
		note += ", of which " + Size(left) + " are left out here"
	}
	m.line("<details><summary>%s (%s)</summary>", m.prose(r.Title), note)
	m.line("")
	m.fence(r.Language, short)
	m.line("</details>")
	m.line("")
}

// pointerName is a pointer for people.
func pointerName(p jsondoc.Pointer) string {
	if p == "" {
		return "(the whole)"
	}
	return string(p)
}

// join puts facts in a row and leaves out what is not there.
func join(facts ...string) string {
	out := ""
	for _, f := range facts {
		if f == "" {
			continue
		}
		if out != "" {
			out += " · "
		}
		out += f
	}
	return out
}

// Names are the clients of a row: "Cursor, Zed and 3 more".
func Names(c Client) string {
	text := strings.Join(c.Names, ", ")
	if c.More > 0 {
		text += fmt.Sprintf(" and %d more", c.More)
	}
	return text
}

func serverName(s Server) string {
	name := s.Name
	if name == "" {
		name = s.ID
	}
	return strings.TrimSpace(name + " " + s.Version)
}

func protocol(s Server) string {
	if s.Era == "" || s.ProtocolVersion == "" {
		return s.ProtocolVersion
	}
	return s.ProtocolVersion + " (" + s.Era + ")"
}

// Facts are the server, the SDK and the protocol as words for the head of a report.
func Facts(v *View) []string {
	var out []string
	for _, f := range [...][2]string{{"server", serverName(v.Server)}, {"SDK", v.Server.SDK}, {"protocol", protocol(v.Server)}} {
		if f[1] != "" {
			out = append(out, f[0]+" "+f[1])
		}
	}
	if v.Tools > 0 {
		out = append(out, fmt.Sprintf("1 of %d tools", v.Tools))
	}
	return out
}

// Foot says who made the report and what was masked.
func Foot(v *View) string { return foot(v) }

func foot(v *View) string {
	text := "Made by mcploupe " + v.MadeBy + " on " + clock(v.Made) + "."
	if len(v.Masked) > 0 {
		text += " Masked: " + MaskedText(v.Masked) + "."
	}
	if len(v.Hash) >= 12 {
		text += " Tool " + v.Hash[:12] + " (SHA-256)."
	}
	return text
}

// MaskedText counts what was masked: "2 secrets, 1 home folder".
func MaskedText(list []Masked) string {
	var parts []string
	for _, k := range MaskKinds() {
		n := 0
		for _, f := range list {
			n += btoi(f.Kind == k)
		}
		switch {
		case n == 1:
			parts = append(parts, "1 "+string(k))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, k))
		}
	}
	return strings.Join(parts, ", ")
}
