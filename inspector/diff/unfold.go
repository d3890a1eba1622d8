package diff

import "mcploupe/inspector/jsondoc"

// unfold adds the rows of a container that stands on one line on one side and on
// many on the other: [ "a", "b" ] beside
//
//	[
//	  "a",
//	  "b",
//	  "c"
//	]
//
// The row of the two is given with its names marked. It returns the lines that
// follow.
func (c *comparison) unfold(row Row, i, j int) (nextLeft, nextRight int) {
	short, long := i, j
	left := c.l.lines[i].Part == jsondoc.Whole // the left side is the short one
	p := c.r
	one := c.l.lines[i]
	if !left {
		short, long, p, one = j, i, c.l, c.r.lines[j]
	}
	end := int(p.last[p.lines[long].Node.ID()])
	ones := tokens(body(one), keyLen(one))
	many, lineOf := p.blockTokens(long, end)
	inOne, inMany := differing(ones, many)
	forgiveCommas(inMany, many, lineOf)

	shortSide, longSide := &row.Left, &row.Right
	if !left {
		shortSide, longSide = longSide, shortSide
	}
	shortSide.Marks = markTokens(shortSide.Marks, shortSide.Text, ones, inOne)
	k := 0
	for ; k < len(many) && lineOf[k] == long; k++ {
		if inMany[k] {
			longSide.Marks = joinMark(longSide.Marks, longSide.Text, many[k].at)
		}
	}
	if len(row.Left.Marks)+len(row.Right.Marks) > 0 {
		row.Op = Changed
	}
	c.rows = append(c.rows, row)
	for line := long + 1; line <= end; line++ {
		s := p.side(line)
		from := k
		for ; k < len(many) && lineOf[k] == line; k++ {
			if inMany[k] {
				s.Marks = joinMark(s.Marks, s.Text, many[k].at)
			}
		}
		c.rows = append(c.rows, lone(s, !left, allTrue(inMany[from:k])))
	}
	if left {
		return short + 1, end + 1
	}
	return end + 1, short + 1
}

// forgiveCommas takes the comma at the end of a line for what the rest of the
// line is: it stands there only because something follows.
func forgiveCommas(differs []bool, list []token, lineOf []int) {
	for k := 1; k < len(list); k++ {
		ends := k+1 == len(list) || lineOf[k+1] != lineOf[k]
		if ends && list[k].text == "," && lineOf[k-1] == lineOf[k] {
			differs[k] = differs[k-1]
		}
	}
}

// lone makes the row of a line whose tokens stand on another line of the other
// side: none of them, some, or all.
func lone(s Side, left, wholly bool) Row {
	op := Same
	switch {
	case len(s.Marks) == 0:
	case left:
		op = Removed
	default:
		op = Added
	}
	if wholly {
		s.Marks = nil // the row says it
	}
	if left {
		return Row{Op: op, Left: s}
	}
	return Row{Op: op, Right: s}
}

func allTrue(list []bool) bool {
	for _, b := range list {
		if !b {
			return false
		}
	}
	return true
}

// blockTokens gives the tokens of the lines of a container, without its name
// and the comma behind it, and the line of each.
func (p *page) blockTokens(first, last int) (list []token, lineOf []int) {
	for line := first; line <= last; line++ {
		l := p.lines[line]
		text, from := l.Text, 0
		switch line {
		case first:
			text, from = body(l), keyLen(l)
		case last:
			text = body(l)
		}
		for _, t := range tokens(text, from) {
			list = append(list, t)
			lineOf = append(lineOf, line)
		}
	}
	return list, lineOf
}
