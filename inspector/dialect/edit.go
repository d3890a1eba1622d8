package dialect

import (
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// edit is what is done to a member of an object (kept under the ID of its name),
// or to a value (kept under the value's ID). An edit that belongs to no node is a
// member to be inserted.
type edit struct {
	drop  bool
	bare  bool   // an element, not a member: there is no name
	name  string // the member's new name, "" = as it is
	like  int32  // an inserted member: the name of the source to copy to the letter, 0 = name
	value span   // parts to write for the value, empty = as it is
	next  int32  // a further member, written after this one
	head  int32  // value edits: members written first in the object
	tail  int32  // value edits: members or elements written last
	last  int32  // value edits: the end of the tail list

	// moved is set on the edit of a value that stands elsewhere in the result:
	// at a path below the node anchor.
	moved  bool
	anchor int32
	path   string
}

// span is a range of conv.parts or conv.arena.
type span struct{ from, to int32 }

func (s span) empty() bool { return s.from == s.to }

// part is a piece of output.
type part struct {
	text string
	node int32 // a node of the source, or the start of a stored text
	end  int32 // the end of a stored text
	kind partKind
}

type partKind uint8

const (
	partText   partKind = iota // text as it is
	partQuoted                 // text as a JSON string
	partStored                 // a range of conv.stored as a JSON string
	partValue                  // a value of the source with its edits
	partMember                 // a member of the source with its edits
)

// dirty notes that a node and what contains it are not copied as bytes.
func (c *conv) dirty(id int32) {
	for id >= 0 && c.state[id].flags&isDirty == 0 {
		c.state[id].flags |= isDirty
		id = c.parent(id)
	}
}

// edit returns the edit of a name or value, a new one where it has none. The
// pointer is valid until the next call.
func (c *conv) edit(id int32) *edit {
	if c.isKey(id) {
		c.dirty(c.parent(id))
	} else {
		c.dirty(id)
	}
	return c.ownEdit(id)
}

func (c *conv) ownEdit(id int32) *edit {
	if c.state[id].edit == 0 {
		c.edits = append(c.edits, edit{})
		c.state[id].edit = int32(len(c.edits) - 1)
	}
	return &c.edits[c.state[id].edit]
}

// moveOf returns where a value moved to, nil where it did not.
func (c *conv) moveOf(id int32) *edit {
	if i := c.state[id].edit; i != 0 && c.edits[i].moved {
		return &c.edits[i]
	}
	return nil
}

// rename gives a member another name.
func (c *conv) rename(key int32, name string) {
	c.edit(key).name = name
	c.restructured = true
}

// drop removes a member.
func (c *conv) drop(key int32) { c.edit(key).drop = true }

// write sets the value of a member. The value itself is not marked, so that the
// parts may contain it.
func (c *conv) write(key int32, parts ...part) {
	s := c.span(parts)
	c.edit(key).value = s
}

// writeText sets the value of a member to a string.
func (c *conv) writeText(key int32, s string) { c.write(key, quoted(s)) }

// replace writes parts for a value, whatever stands around it.
func (c *conv) replace(value int32, parts ...part) {
	s := c.span(parts)
	c.edit(value).value = s
}

func (c *conv) span(parts []part) span {
	from := int32(len(c.parts))
	c.parts = append(c.parts, parts...)
	return span{from, int32(len(c.parts))}
}

func lit(s string) part       { return part{text: s} }
func quoted(s string) part    { return part{text: s, kind: partQuoted} }
func value(id int32) part     { return part{node: id, kind: partValue} }
func memberOf(key int32) part { return part{node: key, kind: partMember} }

// insert makes a member that stands in no source.
func (c *conv) insert(name string, parts ...part) int32 {
	c.edits = append(c.edits, edit{name: name, value: c.span(parts)})
	return int32(len(c.edits) - 1)
}

// after writes a new member behind another one.
func (c *conv) after(key int32, name string, parts ...part) {
	i := c.insert(name, parts...)
	e := c.edit(key)
	c.edits[i].next, e.next = e.next, i
}

// prepend writes a new member first in an object.
func (c *conv) prepend(object int32, name string, parts ...part) {
	i := c.insert(name, parts...)
	e := c.edit(object)
	c.edits[i].next, e.head = e.head, i
}

// add writes a new member last in an object.
func (c *conv) add(object int32, name string, parts ...part) {
	c.append(object, c.insert(name, parts...))
}

// addLike writes a new member last in an object, under a name of the source in its
// spelling.
func (c *conv) addLike(object, key int32, parts ...part) {
	i := c.insert("", parts...)
	c.edits[i].like = key
	c.append(object, i)
}

// addElement writes a new element last in an array.
func (c *conv) addElement(array int32, parts ...part) {
	i := c.insert("", parts...)
	c.edits[i].bare = true
	c.append(array, i)
}

func (c *conv) append(container, i int32) {
	e := c.edit(container)
	if e.tail == 0 {
		e.tail = i
	} else {
		c.edits[e.last].next = i
	}
	e.last = i
}

// move notes that a value stands at a path below another node in the result.
func (c *conv) move(value, anchor int32, path jsondoc.Pointer) {
	e := c.ownEdit(value)
	e.moved, e.anchor, e.path = true, anchor, string(path)
	c.restructured, c.deepened = true, true
}

// appendToken appends the token of a value in the result: the name of its member
// or its position.
func (c *conv) appendToken(dst []byte, id int32) []byte {
	if !c.childOfObject(id) {
		return strconv.AppendInt(dst, int64(c.position(id)), 10)
	}
	if e := c.state[id-1].edit; e != 0 && c.edits[e].name != "" {
		return appendEscaped(dst, []byte(c.edits[e].name))
	}
	return appendEscaped(dst, c.text(id-1))
}

func appendEscaped(dst, token []byte) []byte {
	for _, b := range token {
		switch b {
		case '~':
			dst = append(dst, "~0"...)
		case '/':
			dst = append(dst, "~1"...)
		default:
			dst = append(dst, b)
		}
	}
	return dst
}

// position returns where an element stands in its array. The positions of a large
// array are looked up at once.
func (c *conv) position(id int32) int32 {
	array := c.parent(id)
	if c.node(array).Len() > smallContainer {
		if at, ok := c.positions[id]; ok {
			return at
		}
	}
	found, at := int32(0), int32(0)
	for e, end := array+1, c.end(array); e < end; e = c.end(e) {
		if e == id {
			found = at
		}
		if c.node(array).Len() > smallContainer {
			c.positions[e] = at
		} else if e == id {
			break
		}
		at++
	}
	return found
}

// appendOldPointer appends the pointer of a value in the source.
func (c *conv) appendOldPointer(dst []byte, id int32) []byte {
	c.chain = c.chain[:0]
	for ; id > 0; id = c.parent(id) {
		c.chain = append(c.chain, id)
	}
	for i := len(c.chain) - 1; i >= 0; i-- {
		dst = append(dst, '/')
		if v := c.chain[i]; c.childOfObject(v) {
			dst = appendEscaped(dst, c.text(v-1))
		} else {
			dst = strconv.AppendInt(dst, int64(c.position(v)), 10)
		}
	}
	return dst
}

// appendNewPointer appends the pointer of a value in the result, counted from the
// node root. ok is false where the value does not stand below root any more, or
// not at all.
func (c *conv) appendNewPointer(dst []byte, id, root int32) (out []byte, ok bool) {
	c.chain = c.chain[:0]
	for id != root {
		if id <= 0 {
			return dst, false
		}
		c.chain = append(c.chain, id)
		if m := c.moveOf(id); m != nil {
			id = m.anchor
			continue
		}
		if c.isKey(id - 1) {
			e := &c.edits[c.state[id-1].edit]
			below := len(c.chain) > 1
			if e.drop || below && !e.value.empty() {
				return dst, false // gone, or in something that was written anew
			}
		}
		id = c.parent(id)
	}
	for i := len(c.chain) - 1; i >= 0; i-- {
		v := c.chain[i]
		if m := c.moveOf(v); m != nil {
			dst = append(dst, m.path...)
			continue
		}
		dst = append(dst, '/')
		dst = c.appendToken(dst, v)
	}
	return dst, true
}
