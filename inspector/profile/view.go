package profile

import (
	"bytes"
	"slices"
	"sort"

	"mcploupe/inspector/jsondoc"
)

// view is one schema of a tool with every place in it where a schema stands, in
// the order of the document. A property that is called "items" is no keyword,
// and what stands under enum, const, default or examples is no schema.
type view struct {
	root    jsondoc.Node
	base    jsondoc.Pointer // of root, in the tool
	pos     []position      // by growing Node.ID; pos[0] is the root
	members []member
	seen    set // keywords used anywhere

	links   []link  // of the positions with $ref, see ref.go
	linked  bool    // links is there
	cyclic  []int32 // positions whose $ref closes a cycle, growing
	cycled  bool    // cyclic is there
	admits  []int8  // memo of admitsNull: 0 not known, 1 yes, -1 no
	used    []bool  // see isUsed
	pointer []jsondoc.Pointer
}

// position is one place of a view where a schema stands, whatever stands there.
type position struct {
	node        jsondoc.Node
	has         set   // keywords present
	path        set   // keywords passed on the way from the root
	first, last int32 // its members in view.members
	parent      int32 // -1 for the root
	child       int32 // the first position right below it, -1 if none
	next        int32 // the next position with the same parent, -1 if none
	resource    int32 // the position with the nearest $id at or above it, or the root
	depth       int32 // positions above it
	index       int32 // in the array under via, -1 where that is none
	via         keyword
	form        typeForm
	types       typeSet
	optional    bool // a property that its parent does not require
}

// member is one member of a schema; of duplicates the last counts.
type member struct {
	kw    keyword
	key   jsondoc.Node
	value jsondoc.Node
}

// newView walks a schema. An absent root gives a view of one position of kind
// absent, so that a missing schema can be matched as well.
func newView(root jsondoc.Node, base jsondoc.Pointer) *view {
	v := &view{root: root, base: base}
	b := builder{view: v}
	b.add(root, position{parent: -1, index: -1})
	return v
}

// builder is the walk of newView.
type builder struct {
	*view
	lastChild []int32 // of each position
}

// add appends the position p of a node and walks what is below it. The caller
// sets where p stands: parent, via, path, index and optional.
func (b *builder) add(n jsondoc.Node, p position) {
	i := int32(len(b.pos))
	p.node, p.child, p.next = n, -1, -1
	if p.parent >= 0 {
		p.resource, p.depth = b.pos[p.parent].resource, b.pos[p.parent].depth+1
		if last := b.lastChild[p.parent]; last >= 0 {
			b.pos[last].next = i
		} else {
			b.pos[p.parent].child = i
		}
		b.lastChild[p.parent] = i
	}
	b.pos = append(b.pos, p)
	b.lastChild = append(b.lastChild, -1)
	if n.Kind() != jsondoc.Object {
		return
	}
	b.read(i)
	for m := b.pos[i].first; m < b.pos[i].last; m++ {
		b.below(i, b.members[m])
	}
}

// read collects the members of an object.
func (b *builder) read(i int32) {
	p := &b.pos[i]
	p.first = int32(len(b.members))
	for key, value := range p.node.Members() {
		k := keywordOf(key)
		if k != kwNone && p.has.has(k) {
			old := slices.IndexFunc(b.members[p.first:], func(m member) bool { return m.kw == k })
			b.members = slices.Delete(b.members, int(p.first)+old, int(p.first)+old+1)
		}
		if k != kwNone {
			p.has.add(k)
		}
		b.members = append(b.members, member{k, key, value})
	}
	p.last = int32(len(b.members))
	b.seen = b.seen.with(p.has)
	p.form, p.types = readTypes(b.value(i, kwType))
	if id := text(b.value(i, kwID)); i > 0 && id != "" && id[0] != '#' {
		p.resource = i
	}
}

// keywordOf recognises a member name without copying it.
func keywordOf(key jsondoc.Node) keyword {
	raw := key.Raw()
	if bytes.IndexByte(raw, '\\') >= 0 {
		return keywordByName[key.Text()]
	}
	return keywordByName[string(raw[1:len(raw)-1])]
}

// below adds the schemas under one member.
func (b *builder) below(i int32, m member) {
	at := position{parent: i, via: m.kw, path: b.pos[i].path.plus(m.kw), index: -1}
	switch keywords[m.kw].holds {
	case oneSchema:
		b.add(m.value, at)
	case schemaList, schemaOrList:
		if m.value.Kind() == jsondoc.Array {
			for index, e := range m.value.Elems() {
				at.index = int32(index)
				b.add(e, at)
			}
		} else if keywords[m.kw].holds == schemaOrList {
			b.add(m.value, at)
		}
	case schemaMap:
		required := func(string) bool { return true }
		if m.kw == kwProperties {
			required = b.required(i)
		}
		for key, value := range m.value.Members() {
			at.optional = !required(text(key))
			b.add(value, at)
		}
	case dependencies:
		for _, value := range m.value.Members() {
			if value.Kind() != jsondoc.Array {
				b.add(value, at)
			}
		}
	}
}

// required returns the membership of a position's required, cheap for wide
// objects too.
func (v *view) required(i int32) func(string) bool {
	list := v.value(i, kwRequired)
	if list.Len() == 0 {
		return func(string) bool { return false }
	}
	names := make(map[string]bool, list.Len())
	for _, e := range list.Elems() {
		if e.Kind() == jsondoc.String {
			names[text(e)] = true
		}
	}
	return func(name string) bool { return names[name] }
}

// value returns what stands under a keyword, absent where it is not there.
func (v *view) value(i int32, k keyword) jsondoc.Node {
	p := &v.pos[i]
	if !p.has.has(k) {
		return jsondoc.Node{}
	}
	for m := p.first; m < p.last; m++ {
		if v.members[m].kw == k {
			return v.members[m].value
		}
	}
	return jsondoc.Node{}
}

// at finds the position of a node, -1 where no schema stands.
func (v *view) at(n jsondoc.Node) int32 {
	id := n.ID()
	i := sort.Search(len(v.pos), func(i int) bool { return v.pos[i].node.ID() >= id })
	if i < len(v.pos) && v.pos[i].node.ID() == id {
		return int32(i)
	}
	return -1
}

// under yields the positions right below one that stand under a keyword.
func (v *view) under(i int32, k keyword) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		if !v.pos[i].has.has(k) {
			return
		}
		for c := v.pos[i].child; c >= 0; c = v.pos[c].next {
			if v.pos[c].via == k && !yield(c) {
				return
			}
		}
	}
}

// place returns the pointer of a position in the tool.
func (v *view) place(i int32) jsondoc.Pointer {
	if i == 0 {
		return v.base
	}
	if v.pointer == nil {
		v.pointer = make([]jsondoc.Pointer, len(v.pos))
	}
	if v.pointer[i] == "" {
		v.pointer[i] = v.path(i)
	}
	return v.pointer[i]
}

func (v *view) path(i int32) jsondoc.Pointer {
	p := &v.pos[i]
	at := v.place(p.parent).Join(p.via.String())
	switch keywords[p.via].holds {
	case schemaMap, dependencies:
		return at.Join(text(p.node.Key()))
	default:
		if p.index >= 0 {
			return at.Index(int(p.index))
		}
		return at
	}
}

// isProperty reports whether a position is a member of properties.
func (v *view) isProperty(i int32) bool { return v.pos[i].via == kwProperties }

// isRootProperty reports whether a position is a member of the root's
// properties: what a caller sees as a parameter.
func (v *view) isRootProperty(i int32) bool { return v.isProperty(i) && v.pos[i].parent == 0 }

// text decodes a string; other kinds give "".
func text(n jsondoc.Node) string { return n.Text() }
