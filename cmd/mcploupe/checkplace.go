package main

import (
	"bytes"
	"os"
	"path/filepath"
	"sort"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// place is where a finding stands in a file. The zero place is nowhere; a place
// without a line is the file as a whole.
type place struct {
	file       string
	start, end position // end is just after the last character; zero for what goes over several lines
}

// position is a spot of a text, from 1.
type position struct {
	line   int
	column int // in characters
	unit   int // the column in UTF-16 code units, which SARIF counts by default
}

// locate gives every finding its place. A file that cannot be read any more, or
// has changed, leaves them without a line.
func (s *checkedSource) locate() {
	if s.file == "" {
		return
	}
	var loc *locator
	if s.saved && len(s.findings) > 0 {
		if text, err := os.ReadFile(s.file); err == nil {
			loc = newLocator(text, s.snapshot)
		}
	}
	for i := range s.findings {
		f := &s.findings[i]
		f.at.file = s.file
		switch {
		case loc != nil:
			f.at.start, f.at.end = loc.find(f)
		case s.line > 0:
			f.at.start = position{s.line, 1, 1}
		}
	}
}

// locator finds the values of a snapshot in the text that it was read from.
type locator struct {
	text     []byte
	snapshot *tool.Snapshot
	lines    []int   // the offset of each line
	marks    []marks // of each block of the text
	pages    []*locatedPage
	places   map[*tool.Tool]int // what to add to an offset in Tool.Doc; absent where not known
}

// marks count the characters and code units before a block, so that a column in
// a long line costs no more than one in a short line.
type marks struct{ runes, units int }

// block is how many bytes lie between two marks.
const block = 1 << 10

// locatedPage is a page with its offset in the text.
type locatedPage struct {
	offset int
	doc    *jsondoc.Document
}

func newLocator(text []byte, snap *tool.Snapshot) *locator {
	l := &locator{text: text, snapshot: snap, lines: []int{0}, places: map[*tool.Tool]int{}}
	var m marks
	for i, c := range text {
		if i%block == 0 {
			l.marks = append(l.marks, m)
		}
		m.add(c)
		if c == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	from := 0
	for _, page := range snap.Pages {
		at := -1
		if len(page) > 0 {
			at = bytes.Index(text[from:], page)
		}
		doc, err := jsondoc.Parse(page)
		if at < 0 || err != nil {
			l.pages = append(l.pages, nil) // the text is not UTF-8, or it has changed
			continue
		}
		l.pages = append(l.pages, &locatedPage{from + at, doc})
		from += at + len(page)
	}
	l.placeTools()
	return l
}

func (m *marks) add(c byte) {
	if c&0xc0 != 0x80 { // not inside a character
		m.runes++
		m.units++
	}
	if c >= 0xf0 { // beyond the basic plane
		m.units++
	}
}

// placeTools ties the tools of each page to its entries, which are in the same
// order.
func (l *locator) placeTools() {
	entries := make([][]jsondoc.Node, len(l.pages))
	for i, p := range l.pages {
		if p != nil {
			entries[i] = pageEntries(p.doc.Root())
		}
	}
	for _, t := range l.snapshot.Tools {
		if t.Page >= len(entries) || len(entries[t.Page]) == 0 {
			continue
		}
		n := entries[t.Page][0]
		entries[t.Page] = entries[t.Page][1:]
		switch at := l.pages[t.Page].offset + n.Start(); {
		case bytes.Equal(n.Raw(), t.Raw):
			l.places[t] = at
		case bytes.Equal(n.Raw(), t.Input.Node.Raw()): // a lone schema
			l.places[t] = at - t.Input.Node.Start()
		}
	}
}

// pageEntries are the values of a page that were read as tools.
func pageEntries(root jsondoc.Node) []jsondoc.Node {
	var entries []jsondoc.Node
	list := root
	if tools := root.Get("tools"); tools.Kind() == jsondoc.Array || tools.Kind() == jsondoc.Object {
		list = tools
	}
	switch {
	case list.Kind() == jsondoc.Array:
		for _, n := range list.Elems() {
			entries = append(entries, n)
		}
	case list != root:
		for _, n := range list.Members() {
			entries = append(entries, n)
		}
	default:
		entries = append(entries, root)
	}
	return entries
}

// find gives the place of what a finding points at, or of the nearest value
// around it.
func (l *locator) find(f *checkFinding) (start, end position) {
	if f.of == nil {
		return l.findInPages(f.Pointer)
	}
	base, ok := l.places[f.of]
	if !ok {
		return position{}, position{}
	}
	n := nearest(f.of.Doc, f.Pointer)
	if base+n.Start() < 0 { // the name that a lone schema was given
		n = f.of.Input.Node
	}
	return l.span(base, n)
}

// nearest follows a pointer as far as it leads.
func nearest(doc *jsondoc.Document, p jsondoc.Pointer) jsondoc.Node {
	for {
		n, err := doc.At(p)
		if err == nil || p == "" {
			return n
		}
		p = p.Parent()
	}
}

// findInPages finds what a finding about the list points at, in the first page
// that has it.
func (l *locator) findInPages(p jsondoc.Pointer) (start, end position) {
	for _, page := range l.pages {
		if page == nil {
			continue
		}
		if n, err := page.doc.At(p); err == nil {
			return l.span(page.offset, n)
		}
	}
	return position{}, position{}
}

func (l *locator) span(base int, n jsondoc.Node) (start, end position) {
	from, to := base+n.Start(), base+n.End()
	if from < 0 || to > len(l.text) {
		return position{}, position{}
	}
	start, end = l.position(from), l.position(to)
	if end.line != start.line {
		end = position{}
	}
	return start, end
}

func (l *locator) position(offset int) position {
	line := sort.SearchInts(l.lines, offset+1) - 1
	at, begin := l.count(offset), l.count(l.lines[line])
	return position{line + 1, at.runes - begin.runes + 1, at.units - begin.units + 1}
}

// count is the characters and code units before an offset.
func (l *locator) count(offset int) marks {
	if len(l.marks) == 0 {
		return marks{}
	}
	k := min(offset/block, len(l.marks)-1)
	m := l.marks[k]
	for _, c := range l.text[k*block : offset] {
		m.add(c)
	}
	return m
}

// repositoryRoot is the folder that holds .git, from dir upwards; dir itself
// where there is none.
func repositoryRoot(dir string) string {
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		if up == filepath.Dir(up) {
			return dir
		}
	}
}
