package web

import (
	"errors"
	"slices"
	"unicode/utf16"

	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// maxPlaced bounds the problems that are placed in the JSON text.
const maxPlaced = 200

// placeInText says where in the JSON text the values are that have problems, or
// where the text stops being JSON.
func (c *callForm) placeInText(out *views.Call) {
	if c.mode != views.ModeJSON {
		return
	}
	var syntax *jsondoc.SyntaxError
	if errors.As(c.readErr, &syntax) {
		out.Problems = append(out.Problems, views.PlacedProblem{Field: syntax.Pointer, At: syntax.Pointer, Message: syntax.Msg})
		placeRanges(c.text, out.Problems[len(out.Problems)-1:], [][2]int{{syntax.Offset, syntax.Offset + 1}})
		return
	}
	problems := out.Problems[:min(len(out.Problems), maxPlaced)]
	ranges := make([][2]int, len(problems))
	for i, p := range problems {
		ranges[i] = [2]int{-1, -1}
		if n := around(c.args.Root(), p.At); n.Exists() {
			ranges[i] = [2]int{n.Start(), n.End()}
		}
	}
	placeRanges(c.text, problems, ranges)
}

// around is the value at a place, or the nearest one around it: what is missing
// stands at what it is missing from.
func around(root jsondoc.Node, at jsondoc.Pointer) jsondoc.Node {
	n := root
	for _, token := range at.Tokens() {
		next, err := n.Follow(jsondoc.Pointer("").Join(token))
		if err != nil || !next.Exists() {
			break
		}
		n = next
	}
	return n
}

// placeRanges turns byte ranges of a text, one for each problem, into lines,
// columns of characters and the offsets of a text area. A range that begins below
// 0 is nowhere.
func placeRanges(text string, problems []views.PlacedProblem, ranges [][2]int) {
	type mark struct {
		offset int
		set    func(line, column, unit int)
	}
	var marks []mark
	for i, r := range ranges {
		if r[0] < 0 {
			continue
		}
		p := &problems[i]
		marks = append(marks,
			mark{r[0], func(line, column, unit int) { p.Line, p.Column, p.From = line, column, unit }},
			mark{r[1], func(_, _, unit int) { p.To = unit }})
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return a.offset - b.offset })
	line, column, unit := 1, 1, 0
	for i, r := range text {
		for len(marks) > 0 && marks[0].offset <= i {
			marks[0].set(line, column, unit)
			marks = marks[1:]
		}
		if len(marks) == 0 {
			return
		}
		column, unit = column+1, unit+max(utf16.RuneLen(r), 1)
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	for _, m := range marks {
		m.set(line, column, unit)
	}
}
