package report

import (
	"slices"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
)

// Bounds of an excerpt.
const (
	maxRows    = 15  // that are shown
	maxLine    = 160 // bytes of one side of a row
	nearby     = 2   // rows round the fault
	minFold    = 2   // rows that are worth folding
	maxFaults  = 4   // places of the same fault
	filled     = 12  // rows that are shown in any case
	maxChanged = 8   // rows that differ, but for those at the fault
)

// pick chooses the rows that matter: the fault with what is near it, the way to
// it from the root, and what differs, the nearest to the fault first. Rows between
// are folded.
func pick(rows []diff.Row, faults []jsondoc.Pointer, most int) []Row {
	p := picker{rows: rows, kept: map[int]bool{}, fault: map[int]bool{}, most: most}
	if len(rows) <= most {
		for i := range rows {
			p.kept[i] = true
		}
	}
	centre := 0
	for i, at := range faults[:min(len(faults), maxFaults)] {
		row := p.row(at)
		if row < 0 {
			continue
		}
		p.fault[row] = true
		p.keep(row)
		if i == 0 {
			centre = row
			for d := 1; d <= nearby; d++ {
				p.keep(row + d)
				p.keep(row - d)
			}
		}
		p.way(at)
	}
	p.differing(centre)
	for d := nearby + 1; d <= most && len(p.fault) > 0 && len(p.kept) < filled; d++ { // there is room
		p.keep(centre + d)
		if len(p.kept) < filled {
			p.keep(centre - d)
		}
	}
	if len(p.kept) < most { // nothing to be about: the beginning
		for i := 0; i < len(rows) && len(p.kept) < min(most, len(rows)) && len(faults) == 0; i++ {
			p.keep(i)
		}
	}
	return p.fold()
}

type picker struct {
	rows  []diff.Row
	kept  map[int]bool
	fault map[int]bool
	most  int
}

func (p *picker) keep(i int) {
	if i >= 0 && i < len(p.rows) && len(p.kept) < p.most {
		p.kept[i] = true
	}
}

// row finds the row of a value, or that of the nearest one around it.
func (p *picker) row(at jsondoc.Pointer) int {
	for {
		i := slices.IndexFunc(p.rows, func(r diff.Row) bool { return r.Left.Number > 0 && r.Left.Pointer == at })
		if i >= 0 || at == "" {
			return i
		}
		at = at.Parent()
	}
}

// way keeps the lines that open what the fault stands in.
func (p *picker) way(at jsondoc.Pointer) {
	for at != "" {
		at = at.Parent()
		p.keep(p.row(at))
	}
}

// differing keeps rows that differ.
func (p *picker) differing(centre int) {
	var list []int
	for i, r := range p.rows {
		if r.Op != diff.Same && !p.kept[i] {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return abs(a-centre) - abs(b-centre) })
	for _, i := range list[:min(len(list), maxChanged)] {
		p.keep(i)
	}
}

func abs(n int) int { return max(n, -n) }

// fold makes the excerpt of what is kept.
func (p *picker) fold() []Row {
	var out []Row
	hidden := 0
	flush := func(end int) {
		if hidden > 0 && hidden < minFold {
			out = append(out, p.cut(end-1))
		} else if hidden > 0 {
			out = append(out, Row{Fold: hidden})
		}
		hidden = 0
	}
	for i := range p.rows {
		if !p.kept[i] {
			hidden++
			continue
		}
		flush(i)
		out = append(out, p.cut(i))
	}
	flush(len(p.rows))
	return out
}

// cut is a row of which each side fits.
func (p *picker) cut(i int) Row {
	r := Row{Row: p.rows[i], Fault: p.fault[i]}
	r.Left.Text, r.CutLeft = cut(r.Left.Text, maxLine)
	r.Right.Text, r.CutRight = cut(r.Right.Text, maxLine)
	r.Left.Marks, r.Right.Marks = within(r.Left.Marks, len(r.Left.Text)), within(r.Right.Marks, len(r.Right.Text))
	return r
}

// within cuts marks off at the end of a text.
func within(marks []diff.Span, size int) []diff.Span {
	var out []diff.Span
	for _, m := range marks {
		if m.Start < size {
			out = append(out, diff.Span{Start: m.Start, End: min(m.End, size)})
		}
	}
	return out
}

// OneSide are the rows of a document alone.
func OneSide(doc *jsondoc.Document) []diff.Row {
	rows := diff.Compare(doc, doc, nil).Rows
	for i := range rows {
		rows[i].Right = diff.Side{}
	}
	return rows
}

// Changed are the rows that differ, with one row round them, cut to fit.
func Changed(rows []diff.Row, most int) []Row {
	near := changedOnly(rows, 1)
	out := pick(near[:min(len(near), most)], nil, most)
	if more := len(near) - most; more > 0 {
		out = append(out, Row{Fold: more})
	}
	return out
}
