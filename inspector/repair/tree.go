package repair

import (
	"bytes"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// source is a text that values are taken from, and where its places stood in the
// tool as it was sent.
type source struct {
	origin func(jsondoc.Pointer) (jsondoc.Pointer, bool)
}

// val is a JSON value that can be changed. Until somebody looks into it, it is
// nothing but a place in a source; what was not changed is printed to the letter.
type val struct {
	kind jsondoc.Kind
	src  jsondoc.Node // where it comes from; absent for a new value
	from *source
	lit  []byte // the spelling of a new scalar

	opened  bool // members or elems hold the children
	members []member
	elems   []*val
	names   nameIndex
}

// nameIndex finds the members of large objects by their names. It is for the
// members as they were when it was made.
type nameIndex struct {
	last  map[string]int
	first *member
	size  int
}

// manyMembers is from where on an index is worth its making.
const manyMembers = 32

// member is a name with its value. key is the name as it was written, absent
// where it is new.
type member struct {
	key  jsondoc.Node
	name string
	v    *val
}

func wrapNode(n jsondoc.Node, from *source) *val {
	return &val{kind: n.Kind(), src: n, from: from}
}

// open makes the children of a container.
func (v *val) open() {
	if v.opened {
		return
	}
	v.opened = true
	for k, c := range v.src.Members() {
		v.members = append(v.members, member{key: k, name: k.Text(), v: wrapNode(c, v.from)})
	}
	for _, c := range v.src.Elems() {
		v.elems = append(v.elems, wrapNode(c, v.from))
	}
}

// is reports the kind of a value; a nil value is absent.
func (v *val) is(k jsondoc.Kind) bool {
	if v == nil {
		return k == jsondoc.Absent
	}
	return v.kind == k
}

func (v *val) isObject() bool { return v.is(jsondoc.Object) }

// get returns a member's value, of duplicates the last one; nil where absent.
func (v *val) get(name string) *val {
	if !v.isObject() {
		return nil
	}
	if !v.opened && v.src.Len() <= manyMembers && !v.src.Get(name).Exists() {
		return nil
	}
	if i := v.index(name); i >= 0 {
		return v.members[i].v
	}
	return nil
}

func (v *val) has(name string) bool { return v.get(name) != nil }

// list returns the elements of an array.
func (v *val) list() []*val {
	if !v.is(jsondoc.Array) {
		return nil
	}
	v.open()
	return v.elems
}

// fields returns the members of an object.
func (v *val) fields() []member {
	if !v.isObject() {
		return nil
	}
	v.open()
	return v.members
}

// size is the number of members or elements.
func (v *val) size() int {
	switch {
	case v == nil:
		return 0
	case !v.opened:
		return v.src.Len()
	case v.kind == jsondoc.Object:
		return len(v.members)
	}
	return len(v.elems)
}

// index finds the last member of a name, -1 where there is none.
func (v *val) index(name string) int {
	v.open()
	if len(v.members) > manyMembers {
		return v.indexed(name)
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].name == name {
			return i
		}
	}
	return -1
}

func (v *val) indexed(name string) int {
	if n := &v.names; n.last == nil || n.first != &v.members[0] || n.size != len(v.members) {
		*n = nameIndex{last: make(map[string]int, len(v.members)), first: &v.members[0], size: len(v.members)}
		for i, m := range v.members {
			n.last[m.name] = i
		}
	}
	if i, ok := v.names.last[name]; ok {
		return i
	}
	return -1
}

// set gives a member a value; a new one is added at the end.
func (v *val) set(name string, to *val) {
	if i := v.index(name); i >= 0 {
		v.members[i].v = to
		return
	}
	v.members = append(v.members, member{name: name, v: to})
}

// putBefore adds a member before another, or at the end where that is absent.
func (v *val) putBefore(other, name string, to *val) {
	v.drop(name)
	at := v.index(other)
	if at < 0 {
		at = len(v.members)
	}
	v.members = slices.Insert(v.members, at, member{name: name, v: to})
	v.names = nameIndex{}
}

// putFirst adds a member before all others.
func (v *val) putFirst(name string, to *val) {
	v.drop(name)
	v.members = slices.Insert(v.members, 0, member{name: name, v: to})
	v.names = nameIndex{}
}

// putAfter adds a member after the first of others that is there, or at the end.
func (v *val) putAfter(name string, to *val, others ...string) {
	v.drop(name)
	at := len(v.members)
	for _, other := range others {
		if i := v.index(other); i >= 0 {
			at = i + 1
			break
		}
	}
	v.members = slices.Insert(v.members, at, member{name: name, v: to})
	v.names = nameIndex{}
}

// drop takes a member away, duplicates of its name included.
func (v *val) drop(names ...string) bool {
	if !v.isObject() {
		return false
	}
	v.open()
	before := len(v.members)
	v.members = slices.DeleteFunc(v.members, func(m member) bool { return slices.Contains(names, m.name) })
	v.names = nameIndex{}
	return len(v.members) < before
}

// rename gives a member another name at the same place. It fails where the new
// name is taken.
func (v *val) rename(from, to string) bool {
	i := v.index(from)
	if i < 0 || v.index(to) >= 0 {
		return false
	}
	v.members[i].key, v.members[i].name = jsondoc.Node{}, to
	v.names = nameIndex{}
	return true
}

// add appends an element to an array.
func (v *val) add(to *val) {
	v.open()
	v.elems = append(v.elems, to)
}

// remove takes the elements away that a function picks.
func (v *val) remove(pick func(*val) bool) bool {
	v.open()
	before := len(v.elems)
	v.elems = slices.DeleteFunc(v.elems, pick)
	return len(v.elems) < before
}

// text is the decoded text of a string.
func (v *val) text() string {
	switch {
	case !v.is(jsondoc.String):
		return ""
	case v.src.Exists():
		return v.src.Text()
	}
	doc, err := jsondoc.Parse(v.lit)
	if err != nil {
		return ""
	}
	return doc.Root().Text()
}

// isText reports whether the value is one of the given strings.
func (v *val) isText(texts ...string) bool {
	return v.is(jsondoc.String) && slices.Contains(texts, v.text())
}

func (v *val) isTrue() bool  { return v.is(jsondoc.Bool) && string(v.spelling()) == "true" }
func (v *val) isFalse() bool { return v.is(jsondoc.Bool) && string(v.spelling()) == "false" }

// spelling is how a scalar is written.
func (v *val) spelling() []byte {
	if v.src.Exists() {
		return v.src.Raw()
	}
	return v.lit
}

// compact is the value without white space, for comparisons.
func (v *val) compact() string {
	if v == nil {
		return ""
	}
	if v.clean() {
		return string(v.src.Compact())
	}
	return string(appendVal(nil, v, place{}, style{}))
}

func sameVal(a, b *val) bool { return a.compact() == b.compact() }

// clone copies a value, so that the copy can be changed alone.
func (v *val) clone() *val {
	c := *v
	c.names = nameIndex{}
	if v.opened {
		c.members = slices.Clone(v.members)
		for i := range c.members {
			c.members[i].v = c.members[i].v.clone()
		}
		c.elems = make([]*val, len(v.elems))
		for i, e := range v.elems {
			c.elems[i] = e.clone()
		}
	}
	return &c
}

// clean reports whether the value is still what its source says.
func (v *val) clean() bool {
	if !v.src.Exists() {
		return false
	}
	if !v.opened {
		return true
	}
	if v.size() != v.src.Len() {
		return false
	}
	i := 0
	for k, c := range v.src.Members() {
		m := v.members[i]
		if m.key != k || m.v.src != c || !m.v.clean() {
			return false
		}
		i++
	}
	for j, c := range v.src.Elems() {
		if v.elems[j].src != c || !v.elems[j].clean() {
			return false
		}
	}
	return true
}

// The makers of new values.

func str(s string) *val { return &val{kind: jsondoc.String, lit: jsondoc.AppendQuote(nil, s)} }

func arr(elems ...*val) *val { return &val{kind: jsondoc.Array, opened: true, elems: elems} }

func texts(list ...string) *val {
	a := arr()
	for _, s := range list {
		a.elems = append(a.elems, str(s))
	}
	return a
}

func obj() *val { return &val{kind: jsondoc.Object, opened: true} }

// with adds a member to a value that is being made.
func (v *val) with(name string, to *val) *val {
	v.members = append(v.members, member{name: name, v: to})
	return v
}

// typed is {"type": …}.
func typed(name string) *val { return obj().with("type", str(name)) }

// made turns JSON text into a new value; nil where it is none.
func made(text string) *val {
	doc, err := jsondoc.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return remake(doc.Root())
}

func remake(n jsondoc.Node) *val {
	v := &val{kind: n.Kind()}
	switch n.Kind() {
	case jsondoc.Object, jsondoc.Array:
		v.opened = true
		for k, c := range n.Members() {
			v.members = append(v.members, member{name: k.Text(), v: remake(c)})
		}
		for _, c := range n.Elems() {
			v.elems = append(v.elems, remake(c))
		}
	default:
		v.lit = bytes.Clone(n.Raw())
	}
	return v
}
