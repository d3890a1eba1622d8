package dialect

import (
	"bytes"
	"hash/maphash"
	"sync"

	"mcploupe/inspector/jsondoc"
)

// conv is one conversion at work. Its memory is used again by the next one.
type conv struct {
	doc *jsondoc.Document
	src []byte
	to  Dialect
	fix Repairs

	state     []nodeState // by node ID
	schemas   []int32     // the schemas that some rule may apply to
	resources []resource
	regions   []region // [0] stands for "none"
	refs      []ref
	queue     []int32 // references to resolve
	late      []int32 // what references made schemas
	copies    []int32 // data that references use as schemas

	byURI      map[string]int32
	anchors    map[anchorKey]anchor
	renamed    map[anchorKey]string
	serial     map[anchorKey]int
	index      map[slot]int32
	indexedSet map[int32]bool
	positions  map[int32]int32    // of the elements of large arrays
	shadowed   map[int32]int32    // names that do not count, with the one that does
	pointers   map[anchorKey]bool // plain names that references to them lose
	seed       maphash.Seed
	uriBytes   int

	unevaluatedItems bool // some schema has it
	restructured     bool // something moved or got another name
	deepened         bool // something moved
	containsSeen     bool // some schema of 2020-12 has it
	dynamicName      string

	dynamicAnchors []int32         // the values of $dynamicAnchor
	booleans       []int32         // schemas that are true or false, for draft-04
	targets        []int32         // what references lead to, sorted, made when asked for
	refByValue     map[int32]int32 // references by their value, made when asked for
	looks          int             // what was looked at for unevaluated keywords

	edits []edit // [0] stands for "none"
	parts []part // what edits write
	moved []movedPart
	chain []int32 // scratch of pathTo

	notes   []note
	spans   [][3]span
	said    [codeCount]int // notes that are made once, by their index plus one
	arena   []byte         // texts that notes point into
	stored  []byte         // texts of references that are written anew
	scratch []byte
	prefix  []byte // scratch of newPath
	path    []byte
	view    view // scratch of rewrite
	out     []byte
}

var convs = sync.Pool{New: func() any {
	return &conv{
		byURI: map[string]int32{}, anchors: map[anchorKey]anchor{}, renamed: map[anchorKey]string{},
		serial: map[anchorKey]int{}, index: map[slot]int32{}, indexedSet: map[int32]bool{}, positions: map[int32]int32{}, shadowed: map[int32]int32{}, pointers: map[anchorKey]bool{},
		seed: maphash.MakeSeed(),
	}
}}

// maxKept is how many nodes the state of a conversion may have had to be kept for
// the next one.
const maxKept = 1 << 20

func (c *conv) release() {
	if cap(c.state) > maxKept || len(c.index) > maxKept {
		return
	}
	c.doc, c.src = nil, nil
	convs.Put(c)
}

// reset makes c ready for a document.
func (c *conv) reset(doc *jsondoc.Document, to Dialect, fix Repairs) {
	c.doc, c.src, c.to, c.fix = doc, doc.Source(), to, fix
	n := doc.Len()
	if cap(c.state) < n {
		c.state = make([]nodeState, n)
	} else {
		c.state = c.state[:n]
		clear(c.state)
	}
	c.schemas, c.resources, c.refs, c.queue = c.schemas[:0], c.resources[:0], c.refs[:0], c.queue[:0]
	c.late, c.copies, c.moved = c.late[:0], c.copies[:0], c.moved[:0]
	c.regions = append(c.regions[:0], region{})
	c.edits = append(c.edits[:0], edit{})
	c.parts, c.notes, c.arena, c.out, c.stored = c.parts[:0], c.notes[:0], c.arena[:0], c.out[:0], c.stored[:0]
	clearMap(c.byURI)
	clearMap(c.anchors)
	clearMap(c.renamed)
	clearMap(c.serial)
	clearMap(c.index)
	clearMap(c.indexedSet)
	clearMap(c.positions)
	clearMap(c.shadowed)
	clearMap(c.pointers)
	c.said = [codeCount]int{}
	c.dynamicAnchors, c.booleans, c.targets, c.refByValue = c.dynamicAnchors[:0], c.booleans[:0], nil, nil
	c.containsSeen, c.looks = false, 0
	c.unevaluatedItems, c.restructured, c.deepened, c.dynamicName, c.uriBytes = false, false, false, "", 0
}

func clearMap[K comparable, V any](m map[K]V) {
	if len(m) > 0 {
		clear(m)
	}
}

func (c *conv) node(id int32) jsondoc.Node  { return c.doc.Node(int(id)) }
func (c *conv) kind(id int32) jsondoc.Kind  { return c.node(id).Kind() }
func (c *conv) end(id int32) int32          { return int32(c.node(id).EndID()) }
func (c *conv) raw(id int32) []byte         { return c.node(id).Raw() }
func (c *conv) parent(id int32) int32       { return int32(c.node(id).Parent().ID()) }
func (c *conv) isKey(id int32) bool         { return c.node(id).IsKey() }
func (c *conv) childOfObject(id int32) bool { return c.kind(c.parent(id)) == jsondoc.Object }
func (c *conv) sameText(a, b int32) bool    { return bytes.Equal(c.raw(a), c.raw(b)) }

// text returns the decoded text of a string or a name.
func (c *conv) text(id int32) []byte {
	raw := c.raw(id)
	if raw = raw[1 : len(raw)-1]; bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return []byte(c.node(id).Text())
}
