package dialect

import (
	"bytes"
	"hash/maphash"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// ref is one reference of the source.
type ref struct {
	value  int32 // the string's ID
	schema int32 // the schema that refers
	target int32 // the node referred to, where state is refFound
	start  int32 // the resource that the fragment counts from
	res    int32 // the resource that the reference stands in
	region int32
	next   int32 // the next reference of the same ignored region, -1 = none
	k      kw
	state  refState
	byName bool // the fragment is a plain name

	respelled bool // the result has the text in conv.stored
	stored    span
}

type refState uint8

const (
	refPending  refState = iota
	refFound             // it leads to a node of this document
	refExternal          // to another document
	refMeta              // to a metaschema
	refOpaque            // into a resource of an unknown dialect
	refBroken            // nowhere, or to something that is not a schema
	refData              // into data: the conversion starts anew with a copy of it in $defs
)

// addRef queues a reference; one in an ignored region waits until something
// leads into the region.
func (c *conv) addRef(r ref) {
	i := int32(len(c.refs))
	r.next = -1
	if r.region != 0 && !c.regions[r.region].active {
		r.next = c.regions[r.region].refs
		c.regions[r.region].refs = i
		c.refs = append(c.refs, r)
		return
	}
	c.refs = append(c.refs, r)
	c.queue = append(c.queue, i)
}

// resolveAll resolves every live reference, and those in what becomes live by
// that, until nothing new is found.
func (c *conv) resolveAll() {
	for {
		for len(c.queue) > 0 {
			i := c.queue[len(c.queue)-1]
			c.queue = c.queue[:len(c.queue)-1]
			c.resolve(i)
		}
		if len(c.regions) == 1 || !c.activateAround() {
			return
		}
	}
}

// activateAround makes the ignored regions live in which something lies that a
// reference made a schema before the region was known. It reports whether there
// were any.
func (c *conv) activateAround() (found bool) {
	for _, node := range c.late {
		for at := node; at > 0; at = c.parent(at) {
			if r := c.state[at-1].region; c.isKey(at-1) && r != 0 && !c.regions[r].active {
				c.activate(r)
				found = true
			}
		}
	}
	return found
}

func (c *conv) resolve(i int32) {
	r := &c.refs[i]
	r.res = c.state[r.schema].res
	text := c.text(r.value)
	uri, fragment := text, []byte(nil)
	if h := bytes.IndexByte(text, '#'); h >= 0 {
		uri, fragment = text[:h], text[h+1:]
	}
	r.start = r.res
	if len(uri) > 0 {
		if r.state = c.resolveResource(r, string(uri)); r.state != refFound {
			return
		}
	}
	node, ok := c.locate(r, fragment)
	if !ok {
		r.state = refBroken
		return
	}
	r.target = node
	state := c.target(node)
	c.refs[i].state = state // the walk may have moved the slice
}

// resolveResource finds the resource that the URI of a reference names.
func (c *conv) resolveResource(r *ref, uri string) refState {
	abs := resolveURI(c.resources[r.res].uri, uri)
	c.uriBytes += len(abs)
	res, ok := c.byURI[abs]
	switch {
	case ok && c.state[c.resources[res].root].flags&isOpaque != 0:
		return refOpaque
	case ok:
		r.start = res
		return refFound
	}
	if _, meta := ByURI(abs); meta {
		return refMeta
	}
	return refExternal
}

// locate finds the node that a fragment names in the resource r.start.
func (c *conv) locate(r *ref, fragment []byte) (node int32, ok bool) {
	root := c.resources[r.start].root
	if len(fragment) == 0 {
		return root, true
	}
	if c.scratch, ok = appendUnescaped(c.scratch[:0], fragment); !ok {
		return 0, false
	}
	if fragment = c.scratch; fragment[0] == '/' {
		return c.follow(root, fragment)
	}
	r.byName = true
	a, ok := c.anchors[anchorKey{r.start, string(fragment)}]
	return a.schema, ok
}

// follow walks a JSON pointer, its percent escapes decoded, down from a node.
func (c *conv) follow(node int32, pointer []byte) (int32, bool) {
	for len(pointer) > 0 {
		token := pointer[1:]
		if i := bytes.IndexByte(token, '/'); i >= 0 {
			token = token[:i]
		}
		pointer = pointer[1+len(token):]
		if node = c.child(node, token); node <= 0 {
			return 0, false
		}
	}
	return node, true
}

// child returns the value under an escaped pointer token, 0 where there is none.
func (c *conv) child(node int32, token []byte) int32 {
	switch c.kind(node) {
	case jsondoc.Object:
		if bytes.IndexByte(token, '~') >= 0 {
			token = bytes.ReplaceAll(bytes.ReplaceAll(token, []byte("~1"), []byte("/")), []byte("~0"), []byte("~"))
		}
		return c.member(node, token)
	case jsondoc.Array:
		n, err := strconv.Atoi(string(token))
		if err != nil || n < 0 || len(token) > 1 && (token[0] == '0' || token[0] == '+') {
			return 0
		}
		return c.element(node, n)
	}
	return 0
}

// smallContainer is how many members are searched one by one. Larger containers
// are indexed at the first look, so that many references into one stay linear.
const smallContainer = 16

// member returns the value of the last member with a name, 0 where there is none.
func (c *conv) member(object int32, name []byte) int32 {
	end := c.end(object)
	if c.node(object).Len() > smallContainer {
		return c.indexed(object, name)
	}
	found := int32(0)
	for k := object + 1; k < end; k = c.end(k + 1) {
		if c.nameIs(k, name) {
			found = k + 1
		}
	}
	return found
}

func (c *conv) nameIs(key int32, name []byte) bool {
	raw := c.raw(key)
	if raw = raw[1 : len(raw)-1]; bytes.Equal(raw, name) {
		return bytes.IndexByte(raw, '\\') < 0
	}
	return bytes.IndexByte(raw, '\\') >= 0 && c.node(key).Is(string(name))
}

// slot is the key of an index: a container with the hash of a name, or with a
// position.
type slot struct {
	container int32
	key       uint64
}

func (c *conv) indexed(object int32, name []byte) int32 {
	if !c.indexedSet[object] {
		c.indexedSet[object] = true
		for k, end := object+1, c.end(object); k < end; k = c.end(k + 1) {
			c.putIndex(object, k)
		}
	}
	for s := (slot{object, maphash.Bytes(c.seed, name)}); ; s.key++ {
		k, ok := c.index[s]
		if !ok {
			return 0
		}
		if c.nameIs(k, name) {
			return k + 1
		}
	}
}

func (c *conv) putIndex(object, key int32) {
	name := c.text(key)
	for s := (slot{object, maphash.Bytes(c.seed, name)}); ; s.key++ {
		k, ok := c.index[s]
		if !ok || c.nameIs(k, name) {
			c.index[s] = key
			return
		}
	}
}

func (c *conv) element(array int32, n int) int32 {
	if n >= c.node(array).Len() {
		return 0
	}
	if c.node(array).Len() <= smallContainer {
		return int32(c.node(array).Elem(n).ID())
	}
	if !c.indexedSet[array] {
		c.indexedSet[array] = true
		pos := uint64(0)
		for e, end := array+1, c.end(array); e < end; e = c.end(e) {
			c.index[slot{array, pos}] = e
			pos++
		}
	}
	return c.index[slot{array, uint64(n)}]
}

// target makes a live schema of what a reference names.
func (c *conv) target(node int32) refState {
	if k := c.kind(node); k != jsondoc.Object && k != jsondoc.Bool {
		return refBroken
	}
	if st := &c.state[node]; st.flags&isOpaque != 0 {
		return refOpaque
	} else if st.flags&isSchema != 0 {
		c.activate(st.region)
		return refFound
	}
	owner, k := c.owner(node)
	o := c.state[owner]
	if o.flags&isOpaque != 0 {
		return refOpaque
	}
	if k.holdsData(o.d) {
		if o.d == c.to {
			return refFound // nothing in it changes
		}
		c.copies = append(c.copies, node)
		return refData
	}
	c.activate(o.region)
	c.late = append(c.late, node)
	c.walk(node, scope{res: o.res, region: o.region, d: o.d, late: true}, 0)
	return refFound
}

// owner returns the schema nearest around a node, and the keyword the node
// stands under there; kwNone is one that no dialect knows.
func (c *conv) owner(node int32) (schema int32, k kw) {
	for {
		parent := c.parent(node)
		if c.state[parent].flags&(isSchema|isOpaque) != 0 || parent == 0 {
			if c.kind(parent) != jsondoc.Object {
				return parent, kwNone
			}
			return parent, c.keyword(node - 1)
		}
		node = parent
	}
}

// activate makes an ignored region live, with the regions around it.
func (c *conv) activate(r int32) {
	for r != 0 && !c.regions[r].active {
		c.regions[r].active = true
		for i := c.regions[r].refs; i >= 0; i = c.refs[i].next {
			c.queue = append(c.queue, i)
		}
		r = c.regions[r].outer
	}
}

// recheck looks at the places that references made schemas again: a later
// reference may have turned what is around them into a schema that holds them as
// data or as a map of schemas.
func (c *conv) recheck() {
	for _, node := range c.late {
		st := &c.state[node]
		if st.d == c.to {
			continue
		}
		if st.flags&isContainer == 0 {
			if st.flags&inPosition != 0 {
				continue
			}
			if owner, k := c.owner(node); !k.holdsData(c.state[owner].d) {
				continue
			}
		}
		c.copies = append(c.copies, node)
	}
}

// holdsData reports whether what stands under a keyword of dialect d, other than
// the schemas that the walk finds there, has a meaning of its own that must not
// be changed.
func (k kw) holdsData(d Dialect) bool {
	return k != kwNone && (k.known(d) || k.walked(d) || keywordTable[k].class == annotation)
}
