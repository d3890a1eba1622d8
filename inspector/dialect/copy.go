package dialect

import (
	"bytes"
	"slices"

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
	for _, node := range c.outermost() {
		c.copyData(node, made)
	}
	for i := range c.refs {
		if r := &c.refs[i]; (r.state == refData || r.state == refFound) && !r.byName {
			c.leadToCopy(r, made)
		}
	}
	doc, err := jsondoc.Parse(c.result())
	if err != nil {
		return &Error{Kind: Inconsistent, Detail: "copying data made no JSON: " + err.Error(), Next: "please report the schema", Err: err}
	}
	again := convs.Get().(*conv)
	defer again.release()
	return again.convert(doc, out, fix, made)
}

// outermost returns the data to copy, without what lies in other data to copy.
func (c *conv) outermost() []int32 {
	slices.Sort(c.copies)
	out, end := c.copies[:0], int32(0)
	for _, node := range c.copies {
		if node >= end {
			out, end = append(out, node), c.end(node)
		}
	}
	return out
}

func (c *conv) copyData(node int32, made *copies) {
	data := c.node(node).Pointer()
	for i := range made.made {
		if data.Within(made.made[i].data) {
			return
		}
	}
	owner, _ := c.owner(node)
	root := c.resources[c.state[owner].res].root
	key := c.defsFor(root)
	if key == "" {
		return
	}
	_, name := c.keptName(&view{id: owner, res: c.state[owner].res}, node-1)
	made.made = append(made.made, copied{data, c.node(root).Pointer(), jsondoc.Pointer("/" + key).Join(name)})
	if defs := c.member(root, []byte(key)); defs != 0 {
		c.add(defs, name, lit(string(c.raw(node))))
		return
	}
	c.freshDefs(root, key, name, node)
}

// freshDefs starts a $defs, or adds to the one that was started.
func (c *conv) freshDefs(root int32, key, name string, node int32) {
	if i := c.edit(root).tail; i != 0 {
		e := &c.edits[i]
		old := slices.Clone(c.parts[e.value.from : e.value.to-1])
		e.value = c.span(append(old, lit(", "+jsondoc.Quote(name)+": "), lit(string(c.raw(node))), lit("}")))
		return
	}
	c.add(root, key, lit("{"+jsondoc.Quote(name)+": "), lit(string(c.raw(node))), lit("}"))
}

// defsFor returns the keyword under which a resource can take a schema for reuse.
func (c *conv) defsFor(root int32) string {
	if c.kind(root) != jsondoc.Object {
		return ""
	}
	for _, key := range [...]string{"$defs", "definitions"} {
		if d := c.member(root, []byte(key)); d != 0 && c.holdsSchemas(d) {
			return key
		}
	}
	for _, key := range [...]string{"$defs", "definitions"} {
		if c.member(root, []byte(key)) == 0 {
			return key
		}
	}
	return ""
}

// leadToCopy spells a reference anew that leads into copied data.
func (c *conv) leadToCopy(r *ref, made *copies) {
	text := c.text(r.value)
	h := bytes.IndexByte(text, '#')
	if h < 0 {
		return
	}
	at := c.node(r.target).Pointer()
	for _, m := range made.made {
		if !at.Within(m.data) {
			continue
		}
		start := c.node(c.resources[r.start].root).Pointer()
		if !m.root.Within(start) {
			continue
		}
		to := m.root[len(start):] + m.path + at[len(m.data):]
		made.refs = append(made.refs, respelled{c.node(r.value).Pointer(), string(c.raw(r.value))})
		c.replace(r.value, quoted(string(text[:h])+"#"+string(appendFragment(nil, []byte(to)))))
		return
	}
}

// note tells about the copies, once the text with them is converted.
func (m *copies) note(c *conv) {
	if m == nil {
		return
	}
	for _, made := range m.made {
		if n, err := c.doc.At(made.root + made.path); err == nil {
			c.note(codeDataCopied, int32(n.ID()))
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
		n, err := c.doc.At(r.at)
		if err != nil {
			continue
		}
		id := int32(n.ID())
		at, ok := said[id]
		if !ok {
			at = len(c.notes)
			said[id] = at
			c.note(codeRefMoved, id)
		}
		c.notes[at].detail, c.notes[at].quote = r.was, 0
	}
}

// rename lets the changes speak of the source without the copies.
func (m *copies) rename(changes []Change) []Change {
	if m == nil {
		return changes
	}
	for i := range changes {
		for j := len(m.made) - 1; j >= 0; j-- { // a copy may stand in another one
			made := &m.made[j]
			if in := made.root + made.path; changes[i].From.Within(in) {
				changes[i].From = made.data + changes[i].From[len(in):]
			}
		}
	}
	return changes
}
