package repair

import (
	"bytes"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// style is how a text is laid out, so that what is added looks like the rest.
type style struct {
	multi bool   // one member a line
	flat  bool   // but arrays of scalars on one line
	unit  string // one level of indentation
	comma string // after a comma on the same line
	colon string // after a colon
}

// place is where a value is printed.
type place struct {
	indent string // of the line it stands on
	multi  bool   // the container around it has one member a line
}

// styleOf looks at the outermost object and, where that says nothing, at the
// first one inside that does.
func styleOf(root jsondoc.Node) style {
	var st style
	doc := root.Document()
	for id, seen := root.ID(), 0; id < root.EndID() && seen < 8; id++ {
		n := doc.Node(id)
		if n.Kind() != jsondoc.Object || n.Len() == 0 {
			continue
		}
		seen++
		g := gapsOf(n)
		st.colon = g[0].colon
		if i := strings.LastIndexByte(g[0].lead, '\n'); i >= 0 {
			st.multi = true
			tail := g[len(g)-1].tail
			st.unit = strings.TrimPrefix(g[0].lead[i+1:], tail[strings.LastIndexByte(tail, '\n')+1:])
			st.flat, st.comma = flatArrays(root)
			return st
		}
		if len(g) > 1 {
			st.comma = g[1].lead
			return st
		}
	}
	return st
}

// flatArrays reports whether the first array of several scalars stands on one
// line, with what follows its commas.
func flatArrays(root jsondoc.Node) (flat bool, comma string) {
	doc := root.Document()
	for id := root.ID(); id < root.EndID(); id++ {
		n := doc.Node(id)
		if n.Kind() != jsondoc.Array || n.Len() < 2 || n.EndID()-n.ID() != n.Len()+1 {
			continue
		}
		g := gapsOf(n)
		return !strings.Contains(g[0].lead, "\n"), g[1].lead
	}
	return false, ""
}

// scalars reports whether an array holds nothing but scalars.
func (v *val) scalars() bool {
	for _, e := range v.list() {
		if e.kind == jsondoc.Object || e.kind == jsondoc.Array {
			return false
		}
	}
	return v.kind == jsondoc.Array
}

// lineIndent is the white space at the begin of the line a value starts on.
func lineIndent(n jsondoc.Node) string {
	src := n.Document().Source()
	start := bytes.LastIndexByte(src[:n.Start()], '\n') + 1
	end := start
	for end < n.Start() && (src[end] == ' ' || src[end] == '\t') {
		end++
	}
	if start == 0 {
		return ""
	}
	return string(src[start:end])
}

// gap is the white space around one child of a container.
type gap struct{ lead, colonBefore, colon, tail string }

// gapsOf reads the white space of a container that has children.
func gapsOf(n jsondoc.Node) []gap {
	src := n.Document().Source()
	out := make([]gap, 0, n.Len())
	at := n.Start() + 1
	next := func(start, end int, g gap) {
		between := string(src[at:start])
		if i := strings.IndexByte(between, ','); i >= 0 {
			out[len(out)-1].tail, between = between[:i], between[i+1:]
		}
		g.lead = between
		out = append(out, g)
		at = end
	}
	for k, v := range n.Members() {
		before, after, _ := strings.Cut(string(src[k.End():v.Start()]), ":")
		next(k.Start(), v.End(), gap{colonBefore: before, colon: after})
	}
	for _, v := range n.Elems() {
		next(v.Start(), v.End(), gap{})
	}
	if len(out) > 0 {
		out[len(out)-1].tail = string(src[at : n.End()-1])
	}
	return out
}

// appendVal prints a value: what is unchanged to the letter, what is new in the
// style of the text.
func appendVal(dst []byte, v *val, at place, st style) []byte {
	switch {
	case v.clean():
		return appendMoved(dst, v.src, at)
	case v.kind != jsondoc.Object && v.kind != jsondoc.Array:
		return append(dst, v.lit...)
	}
	open, shut := byte('{'), byte('}')
	if v.kind == jsondoc.Array {
		open, shut = '[', ']'
	}
	if v.size() == 0 {
		return append(dst, open, shut)
	}
	l := v.layout(at, st)
	dst = append(dst, open)
	for i := range v.size() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = v.appendChild(dst, i, l, st)
	}
	dst = append(dst, l.end...)
	return append(dst, shut)
}

// layout is the white space of one container that is printed anew.
type layout struct {
	gaps   []gap  // of its source
	pos    []int  // position in the source of each child, -1 for a new one
	first  string // before the first child
	next   string // before each other
	end    string // before the closing bracket
	indent string // of the children's lines
	multi  bool
}

func (v *val) layout(at place, st style) layout {
	l := layout{pos: v.positions()}
	if v.src.Exists() && v.src.Len() > 0 {
		l.gaps = gapsOf(v.src)
		if old := lineIndent(v.src); at.multi && old != at.indent {
			indent(l.gaps, "\n"+old, "\n"+at.indent)
		}
		l.first = l.gaps[0].lead
		l.end = l.gaps[len(l.gaps)-1].tail
		l.multi = strings.Contains(l.first, "\n")
		switch {
		case l.multi:
			l.next = l.first
		case len(l.gaps) > 1:
			l.next = l.gaps[1].lead
		default:
			l.next = st.comma
		}
	} else if l.multi = at.multi && st.multi && !(st.flat && v.scalars()); l.multi {
		l.first = "\n" + at.indent + st.unit
		l.next, l.end = l.first, "\n"+at.indent
	} else {
		l.next = st.comma
	}
	l.indent = at.indent
	if i := strings.LastIndexByte(l.first, '\n'); i >= 0 {
		l.indent = l.first[i+1:]
	}
	return l
}

// indent moves the lines of a container to another depth.
func indent(gaps []gap, from, to string) {
	for i := range gaps {
		gaps[i].lead = strings.ReplaceAll(gaps[i].lead, from, to)
		gaps[i].tail = strings.ReplaceAll(gaps[i].tail, from, to)
	}
}

// positions finds where each child stood in the container's source.
func (v *val) positions() []int {
	pos := make([]int, v.size())
	byID := map[int]int{}
	i := 0
	for k := range v.src.Members() {
		byID[k.ID()] = i
		i++
	}
	for j, e := range v.src.Elems() {
		byID[e.ID()] = j
	}
	doc := v.src.Document()
	for i := range pos {
		pos[i] = -1
		n := jsondoc.Node{}
		if v.kind == jsondoc.Object {
			n = v.members[i].key
		} else {
			n = v.elems[i].src
		}
		if n.Exists() && n.Document() == doc {
			if p, ok := byID[n.ID()]; ok {
				pos[i] = p
			}
		}
	}
	return pos
}

func (v *val) appendChild(dst []byte, i int, l layout, st style) []byte {
	g := gap{colon: st.colon}
	p := l.pos[i]
	if p >= 0 {
		g = l.gaps[p]
	}
	lead := l.next
	switch {
	case i == 0:
		lead = l.first
	case p > 0:
		lead = g.lead
	}
	dst = append(dst, lead...)
	child := v.child(i)
	if v.kind == jsondoc.Object {
		m := v.members[i]
		if m.key.Exists() {
			dst = append(dst, m.key.Raw()...)
		} else {
			dst = jsondoc.AppendQuote(dst, m.name)
		}
		dst = append(dst, g.colonBefore...)
		dst = append(append(dst, ':'), g.colon...)
	}
	dst = appendVal(dst, child, place{indent: l.indent, multi: l.multi}, st)
	if p >= 0 && p < len(l.gaps)-1 && i < v.size()-1 {
		dst = append(dst, g.tail...)
	}
	return dst
}

func (v *val) child(i int) *val {
	if v.kind == jsondoc.Object {
		return v.members[i].v
	}
	return v.elems[i]
}

// appendMoved prints a value as its source has it. Where it moved to another
// depth, its lines are indented anew: there is no line break inside of a JSON
// string, so that nothing but white space changes.
func appendMoved(dst []byte, n jsondoc.Node, at place) []byte {
	raw := n.Raw()
	if bytes.IndexByte(raw, '\n') < 0 {
		return append(dst, raw...)
	}
	old := lineIndent(n)
	if !at.multi || old == at.indent {
		return append(dst, raw...)
	}
	return append(dst, bytes.ReplaceAll(raw, []byte("\n"+old), []byte("\n"+at.indent))...)
}
