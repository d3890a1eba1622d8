package jsondoc

import (
	"bytes"
	"iter"
)

// Kind is the type of a JSON value. The zero Kind is no value at all, which is
// how absence is told from null.
type Kind uint8

// The kinds of JSON values.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}

// String returns the JSON Schema name of the kind ("null", "boolean", …).
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// node is one entry of the tape. The members of an object are a key entry
// (a string) followed by the value's entries.
type node struct {
	start, end int32 // range in the source
	next       int32 // index after the last descendant
	parent     int32 // index of the container; -1 for the root
	count      int32 // elements or members of a container
	kind       Kind
	escaped    bool // a string with a backslash in it
	nonASCII   bool // a string with bytes from 0x80 on
}

// Document is a parsed JSON text.
type Document struct {
	src   []byte
	nodes []node
	bom   bool
}

// Source returns the text the document was parsed from. It must not be modified.
func (d *Document) Source() []byte { return d.src }

// Root returns the outermost value.
func (d *Document) Root() Node {
	if d == nil || len(d.nodes) == 0 {
		return Node{}
	}
	return Node{d, 0}
}

// Len returns the number of nodes. Every [Node.ID] is below it.
func (d *Document) Len() int { return len(d.nodes) }

// Node returns the node with the given ID.
func (d *Document) Node(id int) Node { return Node{d, int32(id)} }

// Node is a value of a document, or the name of a member. The zero Node is
// absent: all its methods may be called and answer with nothing.
type Node struct {
	d *Document
	i int32
}

func (n Node) entry() *node { return &n.d.nodes[n.i] }

// Exists reports whether the node is a value at all.
func (n Node) Exists() bool { return n.d != nil }

// Document returns the document the node belongs to, nil for an absent one.
func (n Node) Document() *Document { return n.d }

// ID returns a dense number, stable for the life of the document: the node's
// position in reading order. It is -1 for an absent node.
func (n Node) ID() int {
	if n.d == nil {
		return -1
	}
	return int(n.i)
}

// EndID returns the ID after the node's last descendant: the IDs of the subtree
// are [ID, EndID).
func (n Node) EndID() int {
	if n.d == nil {
		return -1
	}
	return int(n.entry().next)
}

// Kind returns the type of the value.
func (n Node) Kind() Kind {
	if n.d == nil {
		return Absent
	}
	return n.entry().kind
}

// Start returns the byte offset of the value in the source.
func (n Node) Start() int {
	if n.d == nil {
		return 0
	}
	return int(n.entry().start)
}

// End returns the byte offset after the value.
func (n Node) End() int {
	if n.d == nil {
		return 0
	}
	return int(n.entry().end)
}

// Raw returns the value's bytes as written. They must not be modified.
func (n Node) Raw() []byte {
	if n.d == nil {
		return nil
	}
	e := n.entry()
	return n.d.src[e.start:e.end:e.end]
}

// Len returns the number of elements of an array or members of an object,
// duplicates included, and 0 for any other value.
func (n Node) Len() int {
	if n.d == nil || n.IsKey() {
		return 0
	}
	return int(n.entry().count)
}

// IsTrue reports whether the value is the literal true.
func (n Node) IsTrue() bool { return n.Kind() == Bool && n.d.src[n.entry().start] == 't' }

// IsFalse reports whether the value is the literal false.
func (n Node) IsFalse() bool { return n.Kind() == Bool && n.d.src[n.entry().start] == 'f' }

// Members yields the names and values of an object in the order written,
// duplicates included. For any other kind it yields nothing.
func (n Node) Members() iter.Seq2[Node, Node] {
	return func(yield func(Node, Node) bool) {
		if n.Kind() != Object {
			return
		}
		for i, end := n.i+1, n.entry().next; i < end; {
			if !yield(Node{n.d, i}, Node{n.d, i + 1}) {
				return
			}
			i = n.d.nodes[i+1].next
		}
	}
}

// Elems yields the elements of an array with their positions.
func (n Node) Elems() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		if n.Kind() != Array {
			return
		}
		k := 0
		for i, end := n.i+1, n.entry().next; i < end; i = n.d.nodes[i].next {
			if !yield(k, Node{n.d, i}) {
				return
			}
			k++
		}
	}
}

// Get returns the value of an object's member. Of duplicates the last one wins,
// as in every common decoder.
func (n Node) Get(name string) Node {
	if n.Kind() != Object {
		return Node{}
	}
	var found Node
	for i, end := n.i+1, n.entry().next; i < end; i = n.d.nodes[i+1].next {
		if (Node{n.d, i}).Is(name) {
			found = Node{n.d, i + 1}
		}
	}
	return found
}

// Elem returns the element of an array at a position, absent when out of range.
func (n Node) Elem(pos int) Node {
	if pos < 0 || pos >= n.Len() || n.Kind() != Array {
		return Node{}
	}
	i := n.i + 1
	for ; pos > 0; pos-- {
		i = n.d.nodes[i].next
	}
	return Node{n.d, i}
}

// Parent returns the container of a value or a member name; absent for the root.
func (n Node) Parent() Node {
	if n.d == nil || n.entry().parent < 0 {
		return Node{}
	}
	return Node{n.d, n.entry().parent}
}

// Key returns the name of a member's value; absent for anything else.
func (n Node) Key() Node {
	if n.d == nil || n.entry().parent < 0 || n.IsKey() {
		return Node{}
	}
	if n.d.nodes[n.entry().parent].kind != Object {
		return Node{}
	}
	return Node{n.d, n.i - 1}
}

// IsKey reports whether the node is the name of a member.
func (n Node) IsKey() bool {
	if n.d == nil {
		return false
	}
	e := n.entry()
	return e.kind == String && e.parent >= 0 && e.count == keyMark
}

// keyMark in count marks a member name: a string has no elements to count.
const keyMark = -1

// Is reports whether the node is the given string, as written or as [Node.Text]
// decodes it; it decodes only where the two can differ.
func (n Node) Is(s string) bool {
	if n.Kind() != String {
		return false
	}
	e := n.entry()
	if !e.escaped && string(n.d.src[e.start+1:e.end-1]) == s {
		return true
	}
	return (e.escaped || e.nonASCII) && n.Text() == s
}

// Equal reports whether two nodes are written with the same bytes.
func (n Node) Equal(o Node) bool {
	return n.Exists() == o.Exists() && bytes.Equal(n.Raw(), o.Raw())
}
