package dialect

import (
	"bytes"

	"mcploupe/inspector/jsondoc"
)

// writer splices the result from ranges of the source and the parts of edits.
// Source bytes before at have been written or left out already.
type writer struct {
	*conv
	at int
}

// result returns the converted text. It shares no memory with the source.
func (c *conv) result() []byte {
	w := writer{conv: c}
	w.value(0)
	w.copyTo(len(c.src))
	return bytes.Clone(c.out)
}

func (w *writer) copyTo(offset int) {
	if offset > w.at {
		w.out = append(w.out, w.src[w.at:offset]...)
		w.at = offset
	}
}

func (w *writer) skipTo(offset int) { w.at = max(w.at, offset) }

func (w *writer) text(s string) { w.out = append(w.out, s...) }

// value writes the edits of a value. What has none is left to a later copyTo.
func (w *writer) value(id int32) {
	st := &w.state[id]
	if st.flags&isDirty == 0 {
		return
	}
	var e *edit
	if st.edit != 0 {
		e = &w.edits[st.edit]
		if !e.value.empty() {
			w.copyTo(w.node(id).Start())
			w.partsOf(e.value)
			w.skipTo(w.node(id).End())
			return
		}
	}
	if w.kind(id) == jsondoc.Array {
		w.array(id, e)
	} else {
		w.object(id, e)
	}
}

// partsOf writes parts. Each source value in them is written from its own range,
// and the place in the source that is being written is taken up again after it.
func (w *writer) partsOf(s span) {
	for i := s.from; i < s.to; i++ {
		switch p := &w.parts[i]; p.kind {
		case partText:
			w.text(p.text)
		case partQuoted:
			w.out = jsondoc.AppendQuote(w.out, p.text)
		case partStored:
			w.out = appendQuoted(w.out, w.stored[p.node:p.end])
		case partMember:
			w.member(p.node)
		case partValue:
			w.elsewhere(p.node)
		}
	}
}

// appendQuoted is jsondoc.AppendQuote for bytes.
func appendQuoted(dst, s []byte) []byte {
	for _, b := range s {
		if b < 0x20 || b >= 0x80 || b == '"' || b == '\\' {
			return jsondoc.AppendQuote(dst, string(s))
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// elsewhere writes a source value, with its edits, outside of its place.
func (w *writer) elsewhere(id int32) {
	n := w.node(id)
	back := w.at
	w.at = n.Start()
	w.value(id)
	w.copyTo(n.End())
	w.at = back
}

// member writes a member of the source, with its edits, outside of its place.
func (w *writer) member(key int32) {
	back := w.at
	w.at = w.node(key).Start()
	w.inPlace(key)
	w.copyTo(w.node(key + 1).End())
	w.at = back
}

// inPlace writes a member's edits and the members that follow it.
func (w *writer) inPlace(key int32) {
	i := w.state[key].edit
	if i == 0 {
		w.value(key + 1)
		return
	}
	e := w.edits[i]
	n := w.node(key)
	if e.name != "" {
		w.copyTo(n.Start())
		w.out = jsondoc.AppendQuote(w.out, e.name)
		w.skipTo(n.End())
	}
	if e.value.empty() {
		w.value(key + 1)
	} else {
		v := w.node(key + 1)
		w.copyTo(v.Start())
		w.partsOf(e.value)
		w.skipTo(v.End())
	}
	if e.next != 0 {
		w.copyTo(w.node(key + 1).End())
		w.inserted(e.next, w.styleOf(key), true)
	}
}

// style is the white space around the members of an object.
type style struct{ lead, colon []byte }

var plain = style{colon: []byte(":")}

// comma is what separates the first member of an object from the next one: a text
// on one line with a space after the colon has one after the comma too.
func (s style) comma() string {
	if len(s.lead) == 0 && len(s.colon) > 1 {
		return ", "
	}
	return ","
}

// styleOf takes the style from a member: what stands before it and around its
// colon.
func (w *writer) styleOf(key int32) style {
	n := w.node(key)
	i := n.Start()
	for i > 0 && isSpace(w.src[i-1]) {
		i--
	}
	return style{w.src[i:n.Start()], w.src[n.End():w.node(key+1).Start()]}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// inserted writes a list of new members, each after a comma; the first one
// without, where comma is not set.
func (w *writer) inserted(i int32, s style, comma bool) {
	for ; i != 0; i = w.edits[i].next {
		if comma {
			w.text(s.comma())
		}
		comma = true
		w.out = append(w.out, s.lead...)
		if e := &w.edits[i]; !e.bare {
			if e.like != 0 {
				w.out = append(w.out, w.raw(e.like)...)
			} else {
				w.out = jsondoc.AppendQuote(w.out, e.name)
			}
			w.out = append(w.out, s.colon...)
		}
		w.partsOf(w.edits[i].value)
	}
}

func (w *writer) object(id int32, e *edit) {
	var head, tail int32
	if e != nil {
		head, tail = e.head, e.tail
	}
	open := w.node(id).Start() + 1
	end := w.end(id)
	last := w.lastKept(id)
	s := plain
	if w.node(id).Len() > 0 {
		s = w.styleOf(id + 1)
	}
	if head != 0 {
		w.copyTo(open)
		w.inserted(head, s, false)
		if last != 0 {
			w.text(s.comma())
		}
	}
	if last == 0 { // nothing of the source stays
		w.copyTo(open)
		if tail != 0 {
			w.inserted(tail, s, head != 0)
		}
		w.skipTo(w.node(id).End() - 1)
		w.closing(id, head != 0 || tail != 0)
		return
	}
	for k := id + 1; k < end; k = w.end(k + 1) {
		if i := w.state[k].edit; i != 0 && w.edits[i].drop {
			if k < last {
				w.copyTo(w.node(k).Start())
				w.skipTo(w.node(w.end(k + 1)).Start())
			}
			continue
		}
		w.inPlace(k)
		if k == last {
			w.copyTo(w.node(k + 1).End())
			w.inserted(tail, w.styleOf(k), true)
			w.skipTo(w.lastEnd(id))
		}
	}
}

// closing keeps the line break before the bracket where something stands before
// it.
func (w *writer) closing(id int32, filled bool) {
	if filled && w.node(id).Len() > 0 {
		w.out = append(w.out, w.src[w.lastEnd(id):w.node(id).End()-1]...)
	}
}

// lastEnd returns the offset after the last member or element.
func (w *writer) lastEnd(id int32) int {
	i := w.node(id).End() - 1
	for isSpace(w.src[i-1]) {
		i--
	}
	return i
}

// lastKept returns the name of the last member that is not dropped, 0 = none.
func (w *writer) lastKept(id int32) int32 {
	last := int32(0)
	for k, end := id+1, w.end(id); k < end; k = w.end(k + 1) {
		if i := w.state[k].edit; i == 0 || !w.edits[i].drop {
			last = k
		}
	}
	return last
}

func (w *writer) array(id int32, e *edit) {
	last := int32(0)
	for v, end := id+1, w.end(id); v < end; v = w.end(v) {
		w.value(v)
		last = v
	}
	if e == nil || e.tail == 0 {
		return
	}
	if last == 0 {
		w.copyTo(w.node(id).Start() + 1)
		w.inserted(e.tail, plain, false)
		return
	}
	w.copyTo(w.node(last).End())
	n := w.node(last)
	i := n.Start()
	for isSpace(w.src[i-1]) {
		i--
	}
	w.inserted(e.tail, style{lead: w.src[i:n.Start()]}, true)
}
