package jsondoc

import "strings"

// Part tells which part of a value a printed line shows.
type Part uint8

// The parts of a value.
const (
	Whole Part = iota // the value with its name, on one line
	Open              // the name and the opening bracket of a container
	Close             // the closing bracket
)

// Line is one line of the canonical print.
type Line struct {
	Depth int    // levels of indentation
	Text  string // without the indentation; literals spelled as in the source
	Node  Node   // the value; never a member name
	Part  Part
	Comma bool // Text ends with a comma
}

// Indent is the text that a [Line] is indented by for each level.
const Indent = "  "

// Widths up to which a container of scalars stays on one line.
const (
	inlineArray  = 72
	inlineObject = 56
)

// Lines returns the canonical print of a value: one member or element a line,
// arrays of scalars and small objects inside arrays on one line where they fit.
// Every value stands on exactly one line or between its opening and closing
// ones; literals keep their spelling and members their order.
func (n Node) Lines() []Line {
	if !n.Exists() {
		return nil
	}
	pr := printer{lines: make([]Line, 0, n.EndID()-n.ID())}
	pr.print(n)
	return pr.lines
}

// Pretty returns the canonical print as text, without a final newline.
func (n Node) Pretty() string {
	var b strings.Builder
	for i, l := range n.Lines() {
		if i > 0 {
			b.WriteByte('\n')
		}
		for range l.Depth {
			b.WriteString(Indent)
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

type printer struct{ lines []Line }

func (pr *printer) add(depth int, text string, n Node, part Part, comma bool) {
	if comma {
		text += ","
	}
	pr.lines = append(pr.lines, Line{Depth: depth, Text: text, Node: n, Part: part, Comma: comma})
}

// frame is a container whose lines are being made; the printer keeps its own
// stack, since a document may be nested ten thousand levels deep.
type frame struct {
	n     Node
	next  int32
	comma bool
}

func (pr *printer) print(root Node) {
	stack := []frame{}
	if !pr.enter(root, 0, "", false) {
		return
	}
	stack = append(stack, frame{n: root, next: root.i + 1})
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		e := f.n.entry()
		if f.next >= e.next {
			bracket := "}"
			if e.kind == Array {
				bracket = "]"
			}
			stack = stack[:len(stack)-1]
			pr.add(len(stack), bracket, f.n, Close, f.comma)
			continue
		}
		child, name := Node{f.n.d, f.next}, ""
		if e.kind == Object {
			name = string(child.Raw()) + ": "
			child.i++
		}
		f.next = child.entry().next
		comma := f.next < e.next
		if pr.enter(child, len(stack), name, comma) {
			stack = append(stack, frame{n: child, next: child.i + 1, comma: comma})
		}
	}
}

// enter prints a value on one line, or opens it and reports true.
func (pr *printer) enter(n Node, depth int, name string, comma bool) bool {
	if text, ok := inline(n, len(name)); ok {
		pr.add(depth, name+text, n, Whole, comma)
		return false
	}
	bracket := "{"
	if n.Kind() == Array {
		bracket = "["
	}
	pr.add(depth, name+bracket, n, Open, false)
	return true
}

// inline gives the one-line form of a value, where it has one.
func inline(n Node, used int) (string, bool) {
	switch n.Kind() {
	case Array:
		return inlineChildren(n, "[", "]", "", inlineArray-used)
	case Object:
		if n.Len() == 0 {
			return "{}", true
		}
		if n.Parent().Kind() != Array {
			return "", false
		}
		return inlineChildren(n, "{", "}", " ", inlineObject-used)
	}
	return string(n.Raw()), true
}

func inlineChildren(n Node, opening, closing, pad string, width int) (string, bool) {
	if n.Len() == 0 {
		return opening + closing, true
	}
	if n.Len()*3 > width {
		return "", false
	}
	var b strings.Builder
	b.WriteString(opening + pad)
	for i, end := n.i+1, n.entry().next; i < end; {
		c := Node{n.d, i}
		if c.IsKey() {
			b.Write(c.Raw())
			b.WriteString(": ")
			c.i++
		}
		if k := c.Kind(); (k == Array || k == Object) && c.Len() > 0 {
			return "", false
		}
		b.Write(compactScalar(c))
		if i = c.entry().next; i < end {
			b.WriteString(", ")
		}
		if b.Len() > width {
			return "", false
		}
	}
	b.WriteString(pad + closing)
	return b.String(), true
}

// compactScalar is the source of a scalar, or the brackets of an empty container
// that may have been written with white space between them.
func compactScalar(n Node) []byte {
	switch n.Kind() {
	case Array:
		return []byte("[]")
	case Object:
		return []byte("{}")
	}
	return n.Raw()
}

// Compact returns the value without insignificant white space, every literal
// spelled as in the source.
func (n Node) Compact() []byte {
	if !n.Exists() {
		return nil
	}
	return AppendCompact(make([]byte, 0, n.End()-n.Start()), n.Raw())
}

// AppendCompact appends valid JSON text to dst without white space outside of strings.
func AppendCompact(dst, src []byte) []byte {
	inString := false
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case inString:
			if c == '\\' {
				dst = append(dst, c)
				i++
				c = src[i]
			} else if c == '"' {
				inString = false
			}
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			continue
		case c == '"':
			inString = true
		}
		dst = append(dst, c)
	}
	return dst
}
