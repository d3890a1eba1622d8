package report

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// Material is what the other packages say about a case.
type Material struct {
	Tool          *tool.Tool         // of the case
	Findings      []tool.Finding     // the worst first
	Verdicts      []profile.Verdict  // of every client that may be named
	Input, Output Schema             // of the tool
	Repairs       []repair.Repair    // of the finding that [Case.Pick] chose
	Arguments     *Judged            // the arguments by the input schema; nil where not known
	Structured    []validate.Problem // of the structured content by the output schema
	Refused       refusal.Explanation
}

// Schema is one schema of the tool and the same one converted.
type Schema struct {
	Present bool
	Dialect string       // it is read as
	Why     string       // how that is known
	Rows    []diff.Row   // both sides; the left one alone where Changes is 0
	Changes int          // of the conversion
	Problem string       // why it is not converted; empty where it is
	Target  string       // what it is converted to
	Right   jsondoc.Node // the converted schema; absent where there is none
}

// Judged is what a schema says of a value.
type Judged struct {
	State    validate.State
	Problems []validate.Problem
}

// Pick chooses what the report is about: the finding that the case names, else one
// about the argument that the server refused, else the worst. ok is false where
// there is none.
func (c *Case) Pick(found []tool.Finding, refused refusal.Explanation) (f tool.Finding, ok bool) {
	if c.Finding.Rule != "" {
		if i := slices.IndexFunc(found, c.Finding.Is); i >= 0 {
			return found[i], true
		}
	}
	for _, p := range refused.Problems {
		field := jsondoc.Pointer("/inputSchema/properties").Join(p.Pointer.Tokens()...)
		i := slices.IndexFunc(found, func(f tool.Finding) bool {
			return p.Pointer != "" && f.Target == "" && f.Level.Rank() <= tool.LevelCall.Rank() && f.Pointer.Within(field)
		})
		if i >= 0 {
			return found[i], true
		}
	}
	if len(found) == 0 || c.Call != nil && len(refused.Problems) > 0 && found[0].Level.Rank() >= tool.LevelMangle.Rank() {
		return tool.Finding{}, false
	}
	return found[0], true
}

// Compose makes the view of a case.
func Compose(c *Case, m Material) *View {
	v := &View{MadeBy: c.MadeBy, Made: c.Made, Server: c.Server, Tools: c.Tools, Tool: m.Tool.Label(), Hash: m.Tool.Hash, Masked: c.Masked}
	if title := m.Tool.DisplayName(); title != v.Tool {
		v.ToolTitle, _ = cut(title, maxName)
	}
	v.Tool, _ = cut(v.Tool, maxName)
	if c.Call != nil && c.Parts.Call {
		v.Call = composeCall(c.Call, m)
	}
	focus, has := c.Pick(m.Findings, m.Refused)
	concerned := concern(focus, has, m.Verdicts)
	v.Problem = problem(focus, has, m, c.Call, concerned)
	if c.Parts.Schemas {
		v.Excerpts = excerpts(v.Problem, m)
	}
	if c.Parts.Clients {
		v.clients(concerned, m.Verdicts)
	}
	if c.Parts.Repair && has {
		v.Repair = composeRepair(focus, m)
	}
	if c.Parts.Raw {
		v.Raw = raws(c, m)
	}
	return v
}

// Bounds of texts in a view, in bytes.
const (
	maxName     = 120
	maxSentence = 400
	maxArgs     = 320
	maxWords    = 420
	maxRaw      = 256 << 10
)

// problem says what is wrong.
func problem(f tool.Finding, has bool, m Material, call *Call, concerned []Client) Problem {
	if !has {
		return callProblem(m, call)
	}
	p := Problem{Level: f.Level, Rule: f.Rule, Pointer: f.Pointer, Evidence: f.Evidence}
	message := f.Message
	for _, start := range []string{" It holds here since ", " Inferred, since ", " It counts for this client because ", " Only if ", " Only in some versions: ", " An old report ("} {
		if f.Target != "" { // the caveat stands at the client
			message, _, _ = strings.Cut(message, start)
		}
	}
	first, rest := sentences(message)
	if len(concerned) > 0 && f.Target != "" && strings.HasSuffix(concerned[0].Says, rest) {
		rest = "" // said there
	}
	p.Headline, _ = cut(levels[f.Level].sentence+whom(f, concerned)+": "+lower(first), maxSentence)
	p.Detail, _ = cut(rest, maxSentence)
	seen := map[string]bool{f.Rule: true}
	for _, o := range m.Findings {
		if o.Rule == f.Rule && o.Pointer != f.Pointer {
			p.Same = append(p.Same, o.Pointer)
		}
		if !seen[o.Rule] {
			seen[o.Rule] = true
			p.More++
		}
	}
	return p
}

// callProblem is the problem of a call of a tool without a fault of its own.
func callProblem(m Material, call *Call) Problem {
	all := append(slices.Clone(m.Refused.Problems), m.Refused.General...)
	switch {
	case call == nil:
	case len(all) > 0:
		first, _ := cut(all[0].Message, maxSentence)
		at := ""
		if all[0].Pointer != "" {
			at = " `" + string(all[0].Pointer) + "`"
		}
		return Problem{Level: tool.LevelCall, Headline: "The server refuses the arguments" + at + ": " + first}
	case call.Outcome != "ok":
		first, _ := cut(strings.TrimSpace(strings.SplitN(m.Refused.Text+"\n", "\n", 2)[0]), maxSentence)
		if first == "" {
			first = call.Failure
		}
		return Problem{Level: tool.LevelCall, Headline: "The call ends with “" + call.Outcome + "”: " + first}
	case len(m.Structured) > 0:
		p := m.Structured[0]
		return Problem{Level: tool.LevelCall, Pointer: "/outputSchema" + p.Schema, Headline: "The answer breaks the tool's own output schema at `" + name(p.Field()) + "`: " + p.Message}
	}
	return Problem{Headline: "No fault of this tool is known."}
}

func name(p jsondoc.Pointer) string {
	if p == "" {
		return "the whole value"
	}
	return string(p)
}

// whom names the clients in the headline, where the finding is about clients.
func whom(f tool.Finding, concerned []Client) string {
	if f.Target == "" || len(concerned) == 0 {
		return ""
	}
	names := concerned[0].Names
	more := len(names) + concerned[0].More
	switch {
	case more == 1:
		return " in " + names[0]
	case more == 2:
		return " in " + names[0] + " and " + names[1]
	}
	return fmt.Sprintf(" in %s, %s and %d more", names[0], names[1], more-2)
}

// sentences divides a text after its first sentence.
func sentences(text string) (first, rest string) {
	inside := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"' || text[i] == '`':
			inside = !inside
		case text[i] == '.' && !inside && (i+1 == len(text) || text[i+1] == ' '):
			return text[:i+1], strings.TrimSpace(text[i+1:])
		}
	}
	return text, ""
}

// lower begins a clause with a small letter where the word is an article.
func lower(s string) string {
	for _, word := range []string{"The ", "A ", "An ", "It ", "Entry ", "Without "} {
		if strings.HasPrefix(s, word) {
			r, n := utf8.DecodeRuneInString(s)
			return string(unicode.ToLower(r)) + s[n:]
		}
	}
	return s
}

// excerpts chooses the documents that matter and their lines.
func excerpts(p Problem, m Material) []Excerpt {
	faults := append([]jsondoc.Pointer{p.Pointer}, p.Same...)
	for _, side := range []struct {
		prefix jsondoc.Pointer
		title  string
		schema Schema
	}{{"/inputSchema", "Input schema", m.Input}, {"/outputSchema", "Output schema", m.Output}} {
		if !side.schema.Present || !p.Pointer.Within(side.prefix) && p.Rule != "" || p.Rule == "" && p.Pointer != "" && !p.Pointer.Within(side.prefix) {
			continue
		}
		var inside []jsondoc.Pointer
		for _, f := range faults {
			if p.Pointer != "" && f.Within(side.prefix) {
				inside = append(inside, f[len(side.prefix):])
			}
		}
		return []Excerpt{side.schema.excerpt(side.title, inside)}
	}
	if m.Tool.Doc == nil {
		return nil
	}
	return []Excerpt{{Title: "Tool", Left: "as the server sent it", OneSided: true, Rows: pick(OneSide(m.Tool.Doc), faults, maxRows)}}
}

func (s Schema) excerpt(title string, faults []jsondoc.Pointer) Excerpt {
	e := Excerpt{Title: title, Left: "as the server sent it · " + s.Dialect, OneSided: s.Changes == 0, Rows: pick(s.Rows, faults, maxRows)}
	switch {
	case s.Problem != "":
		e.Right = "not converted: " + s.Problem
	case s.Changes == 0:
		e.Right = "already " + s.Target + ": nothing to convert"
	case s.Changes == 1:
		e.Right = "the same in JSON Schema " + s.Target + " · 1 change"
	default:
		e.Right = fmt.Sprintf("the same in JSON Schema %s · %d changes", s.Target, s.Changes)
	}
	return e
}

// composeRepair says what to do about a finding.
func composeRepair(f tool.Finding, m Material) *RepairView {
	if len(m.Repairs) == 0 {
		text := repair.ByHand(f.Rule)
		if text == "" {
			text = f.Next
		}
		if text == "" {
			return nil
		}
		return &RepairView{Title: "To be mended by hand", Explain: shorten(text)}
	}
	r := m.Repairs[0]
	v := &RepairView{Title: r.Title, Explain: shorten(r.Explain), Guess: r.Guess, More: len(m.Repairs) - 1}
	for _, b := range r.Breaks[:min(len(r.Breaks), 2)] {
		v.Breaks = append(v.Breaks, shorten(strings.TrimPrefix(b.Target+": "+b.Message, ": ")))
	}
	if r.Source != nil {
		v.Source = &Source{SDK: string(r.Source.SDK), Language: r.Source.Language, Before: clip(r.Source.Before), After: clip(r.Source.After)}
	}
	if mended, err := jsondoc.Parse(r.Tool); err == nil && m.Tool.Doc != nil {
		var links []diff.Link
		for _, c := range r.Changes {
			links = append(links, diff.Link{From: c.From, To: c.To, New: c.New, Gone: c.Gone})
		}
		v.Rows = pick(changedOnly(diff.Compare(m.Tool.Doc, mended, links).Rows, 1), nil, maxMend)
	}
	return v
}

// maxMend is how many rows of a mend are shown.
const maxMend = 6

// changedOnly leaves the rows that differ, and some round them.
func changedOnly(rows []diff.Row, context int) []diff.Row {
	var out []diff.Row
	for i, r := range rows {
		near := r.Op != diff.Same
		for d := 1; d <= context && !near; d++ {
			near = i >= d && rows[i-d].Op != diff.Same || i+d < len(rows) && rows[i+d].Op != diff.Same
		}
		if near {
			out = append(out, r)
		}
	}
	return out
}

// shorten cuts a sentence of ours.
func shorten(s string) string {
	short, left := cut(s, maxSentence)
	if left > 0 {
		short += "…"
	}
	return short
}

// clip keeps the first lines of a piece of source text.
func clip(s string) string {
	lines := strings.SplitN(s, "\n", maxSource+1)
	if len(lines) > maxSource {
		lines = append(lines[:maxSource-1], "…")
	}
	short, _ := cut(strings.Join(lines, "\n"), maxWords)
	return short
}

// maxSource is how many lines of source text are shown of each side.
const maxSource = 8

// clock is a time for people: "2026-11-30 21:04:05 UTC".
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
