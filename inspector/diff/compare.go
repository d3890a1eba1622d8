package diff

import (
	"hash/maphash"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// Compare lays two documents side by side. Links may be nil, and a link whose
// pointers lead nowhere is only noted at the nearest place. A nil document is an
// empty one. The time grows with the lines of both sides.
func Compare(left, right *jsondoc.Document, links []Link) *Result {
	seed := maphash.MakeSeed()
	c := &comparison{l: newPage(left, seed), r: newPage(right, seed)}
	m := newMatcher(c.l, c.r)
	c.resolve(links, m)
	m.run()
	c.m = m
	c.layOut()
	c.number(links)
	for i := range c.rows {
		if c.rows[i].Op != Same {
			c.changed++
		}
	}
	return &Result{Rows: c.rows, Changed: c.changed}
}

type comparison struct {
	l, r    *page
	m       *matcher
	places  [2]map[jsondoc.Pointer]int // of each side: pointer → line, where there are links
	rows    []Row
	changed int
}

// resolve finds the places of the links and makes partners of those with two.
func (c *comparison) resolve(links []Link, m *matcher) {
	if len(links) == 0 {
		return
	}
	for side, p := range []*page{c.l, c.r} {
		c.places[side] = make(map[jsondoc.Pointer]int, len(p.lines))
		for i, at := range p.pointers {
			if p.lines[i].Part != jsondoc.Close {
				c.places[side][at] = i // of duplicate names the last counts
			}
		}
	}
	for _, link := range links {
		if link.New || link.Gone {
			continue
		}
		a, b := c.find(0, c.l, link.From), c.find(1, c.r, link.To)
		if a.Exists() && b.Exists() {
			m.force(a, b)
		}
	}
}

// find is the value at a pointer, absent where there is none. It starts at the
// nearest value with a line of its own, so that it need not search wide objects.
func (c *comparison) find(side int, p *page, at jsondoc.Pointer) jsondoc.Node {
	for from := at; ; from = from.Parent() {
		line, ok := c.places[side][from]
		if !ok && from != "" {
			continue
		}
		if !ok {
			return jsondoc.Node{}
		}
		n, err := p.lines[line].Node.Follow(at[len(from):])
		if err != nil {
			return jsondoc.Node{}
		}
		return n
	}
}

// layOut makes the rows: the lines of partners meet where they do not cross,
// and the lines between them stand alone.
func (c *comparison) layOut() {
	var pairs []match
	for i, line := range c.l.lines {
		if j := c.partner(line); j >= 0 {
			pairs = append(pairs, match{i, j})
		}
	}
	c.rows = make([]Row, 0, max(len(c.l.lines), len(c.r.lines)))
	i, j := 0, 0
	for _, p := range increasing(pairs) {
		if p.a < i || p.b < j {
			continue // taken already, with the lines of a container
		}
		c.alone(i, p.a, j, p.b)
		i, j = c.meet(p.a, p.b)
	}
	c.alone(i, len(c.l.lines), j, len(c.r.lines))
}

// partner is the right line that a left line may stand beside, or -1.
func (c *comparison) partner(line jsondoc.Line) int {
	to := c.m.toRight[line.Node.ID()]
	if to < 0 {
		return -1
	}
	if line.Part == jsondoc.Close {
		return int(c.r.last[to])
	}
	return int(c.r.first[to])
}

// alone adds the left lines [i, iEnd) and the right lines [j, jEnd), those that
// a former meet has not taken yet.
func (c *comparison) alone(i, iEnd, j, jEnd int) {
	for ; i < iEnd; i++ {
		c.rows = append(c.rows, Row{Op: Removed, Left: c.l.side(i)})
	}
	for ; j < jEnd; j++ {
		c.rows = append(c.rows, Row{Op: Added, Right: c.r.side(j)})
	}
}

func (p *page) side(i int) Side {
	l := p.lines[i]
	return Side{Number: i + 1, Depth: l.Depth, Text: l.Text, Pointer: p.pointers[i]}
}

// meet adds the row of two partners and, where one of them stands on one line
// and the other on many, the rows of those. It returns the lines that follow.
func (c *comparison) meet(i, j int) (nextLeft, nextRight int) {
	a, b := c.l.lines[i], c.r.lines[j]
	row := Row{Left: c.l.side(i), Right: c.r.side(j)}
	if a.Text == b.Text {
		c.rows = append(c.rows, row)
		return i + 1, j + 1
	}
	markNames(&row, a, b)
	kind := a.Node.Kind()
	if a.Part != b.Part && kind == b.Node.Kind() && (kind == jsondoc.Array || kind == jsondoc.Object) {
		return c.unfold(row, i, j)
	}
	markValues(&row, a, b)
	if len(row.Left.Marks)+len(row.Right.Marks) > 0 {
		row.Op = Changed
	}
	c.rows = append(c.rows, row)
	return i + 1, j + 1
}

// number puts the notes at their rows.
func (c *comparison) number(links []Link) {
	if len(links) == 0 {
		return
	}
	rowOf := [2][]int{make([]int, len(c.l.lines)), make([]int, len(c.r.lines))}
	for i, row := range c.rows {
		if row.Left.Exists() {
			rowOf[0][row.Left.Number-1] = i
		}
		if row.Right.Exists() {
			rowOf[1][row.Right.Number-1] = i
		}
	}
	for _, link := range links {
		side, p, at := 1, c.r, link.To
		if link.Gone {
			side, p, at = 0, c.l, link.From
		}
		if link.Note < 1 || len(p.lines) == 0 {
			continue
		}
		row := &c.rows[rowOf[side][c.nearest(side, p, at)]]
		if k, there := slices.BinarySearch(row.Notes, link.Note); !there {
			row.Notes = slices.Insert(row.Notes, k, link.Note)
		}
	}
}

// nearest is the line of a pointer, or of the closest value around it.
func (c *comparison) nearest(side int, p *page, at jsondoc.Pointer) int {
	for {
		if n := c.find(side, p, at); n.Exists() {
			return max(p.lineOf(n), 0)
		}
		if at == "" {
			return 0
		}
		at = at.Parent()
	}
}
