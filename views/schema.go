package views

import (
	"net/url"
	"strconv"
	"strings"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
)

// Limits of one page, which together keep it within some 3,000 elements.
const (
	maxRows   = 240   // rows of a schema in the page; a longer one is shown in parts
	blockRows = 120   // rows in one box that the browser may skip while out of sight
	maxLine   = 4_000 // bytes of one line; the rest is in the raw text
	maxIndent = 24    // levels of indentation that are drawn
)

// block is a run of rows of a schema.
type block struct {
	Rows  []diff.Row
	Fold  int   // rows folded away; 0 for an open block
	Open  *step // opens a fold whose rows are not in the page
	Start int   // index of the first row, for the id
}

// schemaPage is the part of a schema that one page shows.
type schemaPage struct {
	Blocks     []block
	Prev, Next *step // to the parts before and after; nil for none
	First      int   // number of the first open row shown, from 1
	Last       int
	Open       int // open rows in all
	lit        int // row to light; -1 for none
	litRight   bool
	anchor     string // id asked for
	flags      map[int]lineFlag
	noted      map[int]bool // notes whose anchor is written
	ids        map[string]bool
	plain      bool // rows have no ids: there may be several of one pointer on the page
}

// lineFlag is the worst finding at a row of the original.
type lineFlag struct {
	Href  string // of the findings of its rule
	Class string
	Title string
}

// layOut chooses what a page shows of a schema: everything, with unchanged runs
// folded, or a window of a schema that is too long for one page.
func layOut(w Where, t Tool, s Schema) *schemaPage {
	p := &schemaPage{lit: -1, anchor: w.At, flags: map[int]lineFlag{}, noted: map[int]bool{}, ids: map[string]bool{}}
	p.light(s)
	p.mark(w, t, s)
	hunks := s.Hunks
	if len(hunks) == 0 {
		hunks = []diff.Hunk{{End: len(s.Rows)}}
	}
	if len(s.Rows) <= maxRows {
		for _, h := range hunks {
			p.add(s, h, h.Folded)
		}
		return p
	}
	p.window(w, s, hunks)
	return p
}

// add appends a hunk, an open one in boxes of blockRows.
func (p *schemaPage) add(s Schema, h diff.Hunk, folded bool) {
	if folded {
		p.Blocks = append(p.Blocks, block{Rows: s.Rows[h.Start:h.End], Fold: h.End - h.Start, Start: h.Start})
		return
	}
	for i := h.Start; i < h.End; i += blockRows {
		p.Blocks = append(p.Blocks, block{Rows: s.Rows[i:min(i+blockRows, h.End)], Start: i})
	}
}

// window shows maxRows of the open rows, those around the lit one first.
// Folded runs are links, except the one asked for.
func (p *schemaPage) window(w Where, s Schema, hunks []diff.Hunk) {
	open := make([]bool, len(hunks))
	from := w.From
	for i, h := range hunks {
		holds := p.lit >= h.Start && p.lit < h.End
		open[i] = !h.Folded || holds || w.Unfold == i+1
		switch {
		case holds && w.From == 0:
			from = max(p.Open+p.lit-h.Start-maxRows/4, 0)
		case h.Folded && w.Unfold == i+1 && w.From == 0:
			from = max(p.Open-maxRows/8, 0)
		}
		if open[i] {
			p.Open += h.End - h.Start
		}
	}
	from = min(from, max(p.Open-1, 0))
	to := min(from+maxRows, p.Open)
	seen := 0
	for i, h := range hunks {
		if !open[i] {
			if seen >= from && seen <= to {
				link := w
				link.Unfold, link.From, link.At = i+1, 0, ""
				open := s.step(link, "#fold-"+strconv.Itoa(h.Start))
				p.Blocks = append(p.Blocks, block{Fold: h.End - h.Start, Open: &open, Start: h.Start})
			}
			continue
		}
		n := h.End - h.Start
		a, b := max(from-seen, 0), min(to-seen, n)
		if a < b {
			p.add(s, diff.Hunk{Start: h.Start + a, End: h.Start + b}, false)
		}
		seen += n
	}
	p.First, p.Last = from+1, to
	p.turn(w, s, from, to)
}

// turn sets the links to the parts before and after.
func (p *schemaPage) turn(w Where, s Schema, from, to int) {
	w.At = ""
	if from > 0 {
		w.From = max(from-maxRows, 0)
		if w.From == 0 && w.Unfold != 0 { // From 0 would jump to the opened fold
			w.From = 1
		}
		prev := s.step(w, "")
		p.Prev = &prev
	}
	if to < p.Open {
		w.From = to
		next := s.step(w, "")
		p.Next = &next
	}
}

// changes are those to explain: all, or, of a schema in parts, those at the rows
// of this part and, with the first part, those at no row.
func (p *schemaPage) changes(s Schema) []Change {
	if p.Prev == nil && p.Next == nil {
		return s.Changes
	}
	here, anywhere := map[int]bool{}, map[int]bool{}
	for _, b := range p.Blocks {
		for _, r := range b.Rows {
			for _, n := range r.Notes {
				here[n] = true
			}
		}
	}
	for _, r := range s.Rows {
		for _, n := range r.Notes {
			anywhere[n] = true
		}
	}
	var list []Change
	for _, c := range s.Changes {
		if here[c.Number] || p.Prev == nil && !anywhere[c.Number] && len(list) < maxRows {
			list = append(list, c)
		}
	}
	return list
}

// light finds the row of Where.At: its own line, or the nearest around it.
func (p *schemaPage) light(s Schema) {
	at, right, ok := linePointer(p.anchor)
	if !ok {
		return
	}
	p.litRight = right
	longest := -1
	for i, r := range s.Rows {
		side := r.Left
		if right {
			side = r.Right
		}
		if side.Number == 0 || len(side.Pointer) <= longest || !at.Within(side.Pointer) || closing(side.Text) {
			continue
		}
		p.lit, longest = i, len(side.Pointer)
	}
}

// mark ties the findings of the schema to the rows of the original side.
func (p *schemaPage) mark(w Where, t Tool, s Schema) {
	prefix := jsondoc.Pointer("").Join(memberName(s.Side))
	want := map[jsondoc.Pointer]lineFlag{}
	for _, m := range t.Marks {
		if !m.At.Within(prefix) {
			continue
		}
		at := m.At[len(prefix):]
		if _, ok := want[at]; !ok { // the worst comes first
			want[at] = lineFlag{Href: w.AtFindings("", "", m.Rule).URL(), Class: levelClass(m.Level), Title: m.Title}
		}
	}
	for i, r := range s.Rows {
		if len(want) == 0 {
			return
		}
		if f, ok := want[r.Left.Pointer]; ok && r.Left.Number > 0 && !closing(r.Left.Text) && r.Left.Pointer != "" {
			p.flags[i] = f
			delete(want, r.Left.Pointer)
		}
	}
}

// memberName is the name of the schema in the tool object.
func memberName(s Side) string {
	if s == Output {
		return "outputSchema"
	}
	return "inputSchema"
}

// step leads to another line or part of a schema: by an address on the page of a
// tool. A pasted text has none: there a button sends it again and says what to
// show of it.
type step struct {
	Href   string
	Pasted bool
	Show   string // the parameters of what to show of a pasted text
	Hash   string // where on the page that is, with its "#"
}

// step is the way to the part that w names.
func (s Schema) step(w Where, hash string) step {
	if s.Side != Pasted {
		return step{Href: w.URL() + hash}
	}
	_, show, _ := strings.Cut(Where{From: w.From, Unfold: w.Unfold, At: w.At}.URL(), "?")
	return step{Pasted: true, Show: show, Hash: hash}
}

// line is the way to a line of one of the sides; see [Where.Line].
func (s Schema) line(w Where, right bool, p jsondoc.Pointer) step {
	w = w.AtTab(Tab(s.Side))
	w.At = LineID(right, p)
	return s.step(w, "#"+w.At)
}

// readAs names the dialect that was chosen to read a schema as.
func readAs(s Schema) string {
	if s.As == "" {
		return "recognised"
	}
	return Plain(s.As)
}

// SchemaPlace tells which schema of a tool a pointer into the tool object leads
// to, and the pointer inside it.
func SchemaPlace(p jsondoc.Pointer) (Side, jsondoc.Pointer, bool) {
	for _, side := range []Side{Input, Output} {
		prefix := jsondoc.Pointer("").Join(memberName(side))
		if p.Within(prefix) {
			return side, p[len(prefix):], true
		}
	}
	return "", "", false
}

// closing reports whether a line only closes a container.
func closing(text string) bool {
	return strings.HasPrefix(text, "}") || strings.HasPrefix(text, "]")
}

// oneSided reports whether only the original is shown.
func oneSided(s Schema) bool { return s.Same || s.NotConverted != nil }

func schemaLabel(s Schema) string {
	name := map[Side]string{Input: "Input schema", Output: "Output schema", Pasted: "Schema"}[s.Side]
	if oneSided(s) {
		return name + ", original"
	}
	return name + ", original and converted"
}

// pointerName is a pointer for a reader: the root has a name.
func pointerName(p jsondoc.Pointer) string {
	if p == "" {
		return "(root)"
	}
	return string(p)
}

// rawURL is where the exact bytes of a part of the tool are.
func rawURL(w Where, what string) string {
	q := "/raw?what=" + what
	for _, p := range (Where{Server: w.Server, N: w.N, HasN: w.HasN, Target: w.Target, As: w.As}).Params() {
		q += "&" + p.Name + "=" + url.QueryEscape(p.Value)
	}
	return q
}
