package diff

import (
	"hash/maphash"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// page is one of the two documents with what is known about its lines and nodes.
type page struct {
	doc      *jsondoc.Document
	lines    []jsondoc.Line
	pointers []jsondoc.Pointer // of each line
	first    []int32           // node ID → line that shows or opens it; -1 where it stands inside another's line
	last     []int32           // node ID → line that closes it; -1 where it has none
	hash     []uint64          // node ID → of its tokens, layout aside
}

func newPage(doc *jsondoc.Document, seed maphash.Seed) *page {
	p := &page{doc: doc, lines: doc.Root().Lines()}
	n := 0
	if doc != nil {
		n = doc.Len()
	}
	p.first, p.last, p.hash = make([]int32, n), make([]int32, n), make([]uint64, n)
	for i := range n {
		p.first[i], p.last[i] = -1, -1
	}
	p.place()
	p.digest(seed)
	return p
}

// level is an open container while lines are placed.
type level struct {
	pointer jsondoc.Pointer
	elems   int // lines of elements seen
	array   bool
}

// These bound the pointers of a document: the length of each and what all take
// together, in bytes. Values nested ten thousand levels deep under long names
// would take gigabytes.
const (
	maxPointer  = 4096
	maxPointers = 64 << 20
)

// next is the pointer of the container's next value, or the container's own
// where it would be too long or the budget is spent.
func (up *level) next(n jsondoc.Node, budget *int) jsondoc.Pointer {
	token := ""
	if up.array {
		token = strconv.Itoa(up.elems)
		up.elems++
	} else {
		token = n.Key().Text()
	}
	size := len(up.pointer) + 1 + len(token)
	if *budget -= size; size > maxPointer || *budget < 0 {
		return up.pointer
	}
	return up.pointer.Join(token)
}

// place finds the pointer of every line and the lines of every node, in one
// pass: jsondoc.Node.Pointer would count the elements of an array every time.
func (p *page) place() {
	budget := maxPointers
	p.pointers = make([]jsondoc.Pointer, len(p.lines))
	stack := make([]level, 0, 16)
	for i, l := range p.lines {
		id := l.Node.ID()
		if l.Part == jsondoc.Close {
			p.pointers[i] = stack[len(stack)-1].pointer
			stack = stack[:len(stack)-1]
			p.last[id] = int32(i)
			continue
		}
		at := jsondoc.Pointer("")
		if len(stack) > 0 {
			up := &stack[len(stack)-1]
			at = up.next(l.Node, &budget)
		}
		p.pointers[i] = at
		p.first[id] = int32(i)
		if l.Part == jsondoc.Open {
			stack = append(stack, level{pointer: at, array: l.Node.Kind() == jsondoc.Array})
		}
	}
}

// digest hashes every node, the last first, so that a container finds the
// hashes of its children.
func (p *page) digest(seed maphash.Seed) {
	for id := len(p.hash) - 1; id >= 0; id-- {
		n := p.doc.Node(id)
		kind := n.Kind()
		if kind != jsondoc.Array && kind != jsondoc.Object {
			p.hash[id] = maphash.Bytes(seed, n.Raw())
			continue
		}
		h := uint64(kind) * 0x9e3779b97f4a7c15
		for at, end := id+1, n.EndID(); at < end; at = p.doc.Node(at).EndID() {
			h = (h ^ p.hash[at]) * 0x100000001b3
			h ^= h >> 29
		}
		p.hash[id] = h
	}
}

// lineOf is the line on which a node stands, alone or inside a container's.
func (p *page) lineOf(n jsondoc.Node) int {
	for n.Exists() {
		if i := p.first[n.ID()]; i >= 0 {
			return int(i)
		}
		n = n.Parent()
	}
	return -1
}

// keyLen is the length of the name and colon at the start of a line's text.
func keyLen(l jsondoc.Line) int {
	if l.Part == jsondoc.Close {
		return 0
	}
	if key := l.Node.Key(); key.Exists() && l.Depth > 0 {
		return len(key.Raw()) + len(": ")
	}
	return 0
}

// body is a line's text without name and comma.
func body(l jsondoc.Line) string {
	text := l.Text[keyLen(l):]
	if l.Comma {
		text = text[:len(text)-1]
	}
	return text
}
