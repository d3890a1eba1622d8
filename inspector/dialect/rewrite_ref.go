package dialect

import (
	"bytes"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// movedPart is something that moves to the $defs of its resource.
type movedPart struct {
	root  int32 // the resource's root
	name  string
	parts []part
}

// ignoredSiblings deals with what stands beside $ref and was ignored because of
// it: it goes, or moves in one piece where something refers into it.
func (c *conv) ignoredSiblings(v *view) {
	dead := v.set.and(knows[v.from].dead)
	piece := view{id: v.id, from: v.from, res: v.res, st: v.st &^ isIgnoring}
	for k := range dead.all {
		key := v.key(k)
		if r := c.state[key].region; r == 0 || !c.regions[r].active {
			c.noteGone(codeSiblingRemoved, key+1)
			c.remove(v, k)
			continue
		}
		v.take(k)
		piece.slot[k] = key
		piece.set.add(k)
	}
	if piece.set.empty() {
		return
	}
	if items := piece.val(kwItems); items != 0 && c.kind(items) == jsondoc.Array {
		piece.set.add(kwItemsList)
	} else if a := piece.key(kwAdditionalItems); a != 0 {
		piece.take(kwAdditionalItems)
		c.keepValue(v, a)
	}
	c.keepPiece(v, &piece)
}

// ignoredAdditionalItems deals with additionalItems that no list of items stands
// beside.
func (c *conv) ignoredAdditionalItems(v *view) {
	if v.has(kwItemsList) {
		return
	}
	key := v.key(kwAdditionalItems)
	if r := c.state[key].region; r != 0 && c.regions[r].active {
		v.take(kwAdditionalItems)
		c.keepValue(v, key)
		return
	}
	c.noteGone(codeAdditionalItemsDropped, key+1)
	c.remove(v, kwAdditionalItems)
}

// keepValue moves one schema to $defs.
func (c *conv) keepValue(v *view, key int32) {
	root, name := c.keptName(v, string(c.text(key)))
	c.move(key+1, root, jsondoc.Pointer("/"+c.defsKeyword()).Join(name))
	c.moved = append(c.moved, movedPart{root, name, []part{value(key + 1)}})
	c.note(codeSubtreeKept, key+1).detail = name
	c.drop(key)
}

// keepPiece moves keywords to $defs as a schema of their own, rewritten by the
// same rules.
func (c *conv) keepPiece(v, piece *view) {
	first := int32(0)
	for k := range piece.set.all {
		if key := piece.key(k); key != 0 && (first == 0 || key < first) {
			first = key
		}
	}
	if first == 0 {
		return
	}
	root, name := c.keptName(v, string(c.text(first)))
	path := jsondoc.Pointer("/" + c.defsKeyword()).Join(name)
	keys := piece.members // the rules may take keywords out
	piece.at, piece.home = root, string(path)
	c.apply(piece)
	parts := []part{lit("{")}
	for key, end := v.id+1, c.end(v.id); key < end; key = c.end(key + 1) {
		if k := c.keyword(key); k == kwNone || keys.slot[k] != key {
			continue
		}
		e := c.edit(key)
		if e.drop {
			continue
		}
		if len(parts) > 1 {
			parts = append(parts, lit(", "))
		}
		parts = append(parts, memberOf(key))
		e.drop = true
		if c.moveOf(key+1) == nil {
			token := c.appendToken(nil, key+1)
			c.move(key+1, root, path+"/"+jsondoc.Pointer(token))
		}
		c.note(codeSubtreeKept, key+1).detail = name
	}
	c.moved = append(c.moved, movedPart{root, name, append(parts, lit("}"))})
}

// defsKeyword is where the target dialect keeps schemas for reuse.
func (c *conv) defsKeyword() string {
	if c.to >= Draft2019 {
		return "$defs"
	}
	return "definitions"
}

// keptName makes a name in the $defs of the view's resource, from the name of the
// schema and what comes from it.
func (c *conv) keptName(v *view, base string) (root int32, name string) {
	root = c.resources[v.res].root
	if v.id != 0 {
		base = string(c.appendToken(nil, v.id)) + "_" + base
	}
	return root, c.defsName(root, strings.Map(plainRune, base))
}

// plainRune keeps what needs no escape in a pointer or a fragment.
func plainRune(r rune) rune {
	if r < 0x80 && (validAnchor("a"+string(r), Draft2020)) {
		return r
	}
	return '_'
}

// defsName returns a name that is free in a schema's $defs and definitions.
func (c *conv) defsName(schema int32, base string) string {
	return c.unique(schema, base, func(s string) bool {
		for _, k := range [...]string{"$defs", "definitions"} {
			if d := c.member(schema, []byte(k)); d != 0 && c.kind(d) == jsondoc.Object && c.member(d, []byte(s)) != 0 {
				return true
			}
		}
		return false
	})
}

// writeMoved adds what moves to the $defs of each resource.
func (c *conv) writeMoved() {
	if len(c.moved) == 0 {
		return
	}
	fresh := map[int32][]part{}
	var order []int32
	for _, m := range c.moved {
		if defs := c.defsOf(m.root); defs != 0 {
			c.add(defs, m.name, m.parts...)
			continue
		}
		lead := ", "
		if fresh[m.root] == nil {
			order = append(order, m.root)
			lead = "{"
		}
		fresh[m.root] = append(append(fresh[m.root], lit(lead+jsondoc.Quote(m.name)+": ")), m.parts...)
	}
	for _, root := range order {
		c.add(root, c.defsKeyword(), append(fresh[root], lit("}"))...)
	}
}

// defsOf returns the object that is the schema's $defs in the result, 0 where it
// has none.
func (c *conv) defsOf(schema int32) int32 {
	found := int32(0)
	for k, end := schema+1, c.end(schema); k < end; k = c.end(k + 1) {
		name := ""
		if e := c.edits[c.state[k].edit]; e.drop {
			continue
		} else if name = e.name; name == "" {
			name = string(c.text(k))
		}
		if name == c.defsKeyword() && c.kind(k+1) == jsondoc.Object {
			found = k + 1
		}
	}
	return found
}

// rewriteRefs spells every reference anew whose target has another address in the
// result, and notes those that lead nowhere.
func (c *conv) rewriteRefs() {
	for i := range c.refs {
		r := &c.refs[i]
		if r.region != 0 && !c.regions[r.region].active {
			continue
		}
		switch r.state {
		case refFound:
			c.rewriteRef(r)
		case refExternal:
			c.note(codeExternalRef, r.value)
		case refMeta:
			c.note(codeMetaRef, r.value)
		case refBroken:
			c.note(codeBrokenRef, r.value)
			if r.target > 0 { // not a schema, but it may have moved all the same
				c.rewriteRef(r)
			}
		case refOpaque:
			c.note(codeOpaqueRef, r.value)
		}
	}
}

func (c *conv) rewriteRef(r *ref) {
	text := c.text(r.value)
	h := bytes.IndexByte(text, '#')
	if h < 0 || h == len(text)-1 {
		return
	}
	uri, fragment := text[:h], text[h+1:]
	if r.byName {
		if len(c.renamed) == 0 && len(c.pointers) == 0 {
			return
		}
		name, _ := appendUnescaped(nil, fragment)
		if c.pointers[anchorKey{r.start, string(name)}] {
			if path, ok := c.appendNewPointer(c.scratch[:0], r.target, c.resources[r.start].root); ok {
				c.spell(r, codeRefMoved, uri, nil, appendFragment(nil, path))
			}
			return
		}
		if to, ok := c.renamed[anchorKey{r.start, string(name)}]; ok {
			c.spell(r, codeRefMoved, uri, nil, []byte(to))
		}
		return
	}
	root := c.resources[r.start].root
	p := newPath{conv: c, root: root, cur: root}
	if !c.restructured && len(c.resources) == 1 || !p.follow(fragment) {
		return
	}
	if p.cur != p.root && c.to >= Draft2019 {
		res := c.state[p.cur].res
		if rel, ok := relativeURI(c.resources[r.res].uri, c.resources[res].uri); ok {
			c.spell(r, codeRefThroughID, []byte(rel), nil, c.path)
			return
		}
	}
	if p.changed {
		c.spell(r, codeRefMoved, uri, c.prefix, c.path)
	}
}

// spell writes a reference's new text: a URI and a fragment of two pieces.
func (c *conv) spell(r *ref, k code, uri, prefix, path []byte) {
	from := int32(len(c.stored))
	c.stored = append(c.stored, uri...)
	c.stored = append(c.stored, '#')
	c.stored = append(c.stored, prefix...)
	c.stored = append(c.stored, path...)
	r.respelled, r.stored = true, span{from, int32(len(c.stored))}
	if text, ok := quoteLike(c.raw(r.value), c.stored[from:]); ok {
		c.replace(r.value, lit(text))
	} else {
		c.replace(r.value, part{kind: partStored, node: r.stored.from, end: r.stored.to})
	}
	c.note(k, r.value).quote = r.value
}

// newPath follows a pointer of the source and spells, on the way, where it leads
// in the result. Segments that did not change keep their spelling. The path from
// root to the innermost resource on the way goes to conv.prefix, the rest to
// conv.path.
type newPath struct {
	*conv
	root    int32 // where the pointer starts
	cur     int32 // the root of the innermost resource on the way
	changed bool
}

func (p *newPath) follow(pointer []byte) bool {
	p.prefix, p.path = p.prefix[:0], p.path[:0]
	node, ok := p.root, true
	for len(pointer) > 0 {
		if node != p.cur && p.state[node].flags&(isResource|isLate) == isResource {
			p.prefix, p.path, p.cur = append(p.prefix, p.path...), p.path[:0], node
		}
		segment := pointer[1:]
		if i := bytes.IndexByte(segment, '/'); i >= 0 {
			segment = segment[:i]
		}
		pointer = pointer[1+len(segment):]
		token := segment
		if bytes.IndexByte(segment, '%') >= 0 {
			if p.scratch, ok = appendUnescaped(p.scratch[:0], segment); !ok {
				return false
			}
			token = p.scratch
		}
		if node = p.child(node, token); node <= 0 || !p.step(node, segment) {
			return false
		}
	}
	return true
}

// step appends the segment of one node.
func (p *newPath) step(node int32, segment []byte) bool {
	if p.moveOf(node) != nil {
		p.changed = true
		for _, root := range [...]int32{p.cur, p.root} {
			var ok bool
			if p.scratch, ok = p.appendNewPointer(p.scratch[:0], node, root); ok {
				if root != p.cur {
					p.prefix = p.prefix[:0]
				}
				p.cur, p.path = root, appendFragment(p.path[:0], p.scratch)
				return true
			}
		}
		return false
	}
	p.path = append(p.path, '/')
	if p.childOfObject(node) {
		if e := &p.edits[p.state[node-1].edit]; e.name != "" {
			p.changed = true
			p.scratch = appendEscaped(p.scratch[:0], []byte(e.name))
			p.path = appendFragment(p.path, p.scratch)
			return true
		}
	}
	p.path = append(p.path, segment...)
	return true
}
