package dialect

import (
	"bytes"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// copies is what earlier rounds of a conversion changed in the source, so that
// data that references use as schemas can be told from the schemas.
type copies struct {
	round int
	made  []copied
	refs  []respelled
}

// copied is data that was copied to $defs.
type copied struct {
	data jsondoc.Pointer // where it stands
	root jsondoc.Pointer // the resource it belongs to
	path jsondoc.Pointer // where the copy stands, counted from root
}

// respelled is a reference that leads to a copy.
type respelled struct {
	at  jsondoc.Pointer
	was string // the text of the source, as written
}

// maxRounds bounds data in copies of data that are used as schemas.
const maxRounds = 16

// startAnew copies data that references use as schemas to $defs, lets the
// references lead there, and converts the text that this makes. Everything is
// added at the end of objects, so all other pointers stay.
func (c *conv) startAnew(out *Conversion, fix Repairs, made *copies) error {
	if made == nil {
		made = &copies{}
	}
	if made.round++; made.round > maxRounds {
		return overLimit("references use data as schemas, in which references use data as schemas, more than %d deep", maxRounds)
	}
	copier := copier{conv: c, copies: made, at: map[int32]int{}, older: map[int32]bool{}, fresh: map[int32][]part{}}
	copier.run()
	doc, err := jsondoc.Parse(c.result())
	if err != nil {
		return &Error{Kind: Inconsistent, Detail: "copying data made no JSON: " + err.Error(), Next: "please report the schema", Err: err}
	}
	again := convs.Get().(*conv)
	err = again.convert(doc, out, fix, made)
	again.release()
	return err
}

// copier makes the copies of one round.
type copier struct {
	*conv
	*copies
	at    map[int32]int    // the data that has a copy, with the copy's index
	older map[int32]bool   // the copies of earlier rounds
	fresh map[int32][]part // a $defs that is started, by the root it belongs to
	roots []int32
	keys  map[int32]string
}

func (c *copier) run() {
	for i := range c.made {
		if node, ok := c.follow(0, []byte(c.made[i].data)); ok {
			c.at[node] = i
		}
		if node, ok := c.follow(0, []byte(c.made[i].root+c.made[i].path)); ok {
			c.older[node] = true
		}
	}
	c.keys = map[int32]string{}
	for _, node := range c.outermost() {
		c.copy(node)
	}
	for _, root := range c.roots {
		c.add(root, c.keys[root], append(c.fresh[root], lit("}"))...)
	}
	for i := range c.refs() {
		c.leadToCopy(&c.conv.refs[i])
	}
}

// refs yields the references that lead to a place, by a pointer.
func (c *copier) refs() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range c.conv.refs {
			r := &c.conv.refs[i]
			if (r.state == refData || r.state == refFound) && !r.byName && !yield(i) {
				return
			}
		}
	}
}

// outermost returns the data to copy, without what lies in other data to copy.
func (c *copier) outermost() []int32 {
	slices.Sort(c.conv.copies)
	out, end := c.conv.copies[:0], int32(0)
	for _, node := range c.conv.copies {
		if node >= end {
			out, end = append(out, node), c.end(node)
		}
	}
	return out
}

// copyOf finds the copy that holds what a node holds. A copy can stand in the data
// that it was made from, a map of schemas: it is not copied with it.
func (c *copier) copyOf(node int32) (i int, ok bool) {
	for ; node > 0; node = c.parent(node) {
		if i, ok := c.at[node]; ok {
			return i, true
		}
		if c.older[node] {
			break
		}
	}
	return 0, false
}

func (c *copier) pointer(node int32) jsondoc.Pointer {
	return jsondoc.Pointer(c.appendOldPointer(nil, node))
}

func (c *copier) copy(node int32) {
	if _, ok := c.copyOf(node); ok {
		return
	}
	owner, k := c.owner(node)
	root := c.resources[c.state[owner].res].root
	key := c.defsFor(root)
	if key == "" {
		return
	}
	_, name := c.keptName(&view{id: owner, res: c.state[owner].res}, k.String())
	c.at[node] = len(c.made)
	c.made = append(c.made, copied{c.pointer(node), c.pointer(root), jsondoc.Pointer("/" + key).Join(name)})
	text := lit(string(c.raw(node))) // as it is: edits belong to the original
	if defs := c.member(root, []byte(key)); defs != 0 {
		c.add(defs, name, text)
		return
	}
	lead := ", "
	if c.fresh[root] == nil {
		c.roots = append(c.roots, root)
		c.keys[root] = key
		lead = "{"
	}
	c.fresh[root] = append(c.fresh[root], lit(lead+jsondoc.Quote(name)+": "), text)
}

// defsFor returns the keyword under which a resource can take a schema for reuse.
func (c *copier) defsFor(root int32) string {
	if c.kind(root) != jsondoc.Object {
		return ""
	}
	if key, ok := c.keys[root]; ok {
		return key
	}
	for _, key := range [...]string{"$defs", "definitions"} {
		if d := c.member(root, []byte(key)); d != 0 && c.holdsSchemas(d) {
			return key
		}
	}
	if key := c.defsKeyword(); c.member(root, []byte(key)) == 0 {
		return key
	}
	return ""
}

// leadToCopy spells a reference anew that leads into copied data.
func (c *copier) leadToCopy(r *ref) {
	if c.state[r.target].flags&(isSchema|inPosition|isLate) == isSchema|inPosition {
		return // a schema where it stands, in a map of schemas that serves as one too
	}
	text := c.text(r.value)
	h := bytes.IndexByte(text, '#')
	i, ok := c.copyOf(r.target)
	if h < 0 || !ok {
		return
	}
	m := &c.made[i]
	start := c.pointer(c.resources[r.start].root)
	if !m.root.Within(start) {
		return
	}
	to := m.root[len(start):] + m.path + c.pointer(r.target)[len(m.data):]
	c.copies.refs = append(c.copies.refs, respelled{c.pointer(r.value), string(c.raw(r.value))})
	c.replace(r.value, quoted(string(text[:h])+"#"+string(appendFragment(nil, []byte(to)))))
}

// check makes sure that every reference to a copy still leads to a schema.
func (m *copies) check(c *conv) error {
	if m == nil {
		return nil
	}
	for _, r := range m.refs {
		node, ok := c.follow(0, []byte(r.at))
		if !ok {
			continue
		}
		if i, ok := c.refAt(node); ok && c.refs[i].state == refBroken {
			return leadsNowhere(r.at)
		}
	}
	return nil
}

// note tells about the copies, once the text with them is converted.
func (m *copies) note(c *conv) {
	if m == nil {
		return
	}
	for _, made := range m.made {
		if node, ok := c.follow(0, []byte(made.root+made.path)); ok {
			c.note(codeDataCopied, node)
		}
	}
	said := map[int32]int{}
	for i, n := range c.notes {
		if n.code == codeRefMoved || n.code == codeRefThroughID {
			said[n.from] = i
		}
	}
	for i := len(m.refs) - 1; i >= 0; i-- { // of several rounds the first one saw the source
		r := m.refs[i]
		node, ok := c.follow(0, []byte(r.at))
		if !ok {
			continue
		}
		at, ok := said[node]
		if !ok {
			at = len(c.notes)
			said[node] = at
			c.note(codeRefMoved, node)
		}
		c.notes[at].detail, c.notes[at].quote = r.was, 0
	}
}

// rename lets the changes speak of the source without the copies.
func (m *copies) rename(changes []Change) []Change {
	if m == nil {
		return changes
	}
	original := map[jsondoc.Pointer]jsondoc.Pointer{}
	for _, made := range m.made {
		original[made.root+made.path] = made.data
	}
	for i := range changes {
		for from, ok := &changes[i].From, true; ok; { // a copy may stand in another one
			*from, ok = inOriginal(*from, original)
		}
	}
	return changes
}

// inOriginal replaces the shortest part of a pointer that leads to a copy.
func inOriginal(p jsondoc.Pointer, original map[jsondoc.Pointer]jsondoc.Pointer) (jsondoc.Pointer, bool) {
	for i := 1; i <= len(p); {
		end := len(p)
		if j := strings.IndexByte(string(p[i:]), '/'); j >= 0 {
			end = i + j
		}
		if data, ok := original[p[:end]]; ok {
			return data + p[end:], true
		}
		i = end + 1
	}
	return p, false
}
