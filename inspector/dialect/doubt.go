package dialect

import (
	"bytes"
	"hash/maphash"
	"math"
	"strconv"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// shadows finds the members of a map of schemas that do not count because a later
// one has the same name. They are left as they are, and noted at the one that
// counts. Keywords that stand twice are noted by a rule.
func (c *conv) shadows(object int32, quiet bool) {
	n := c.node(object).Len()
	if n < 2 {
		return
	}
	if n > smallContainer {
		c.shadowsOfMany(object, quiet)
		return
	}
	var names [smallContainer]struct {
		key    int32
		length int
		middle byte
	}
	have, escaped := names[:0], false
	for k, end := object+1, c.end(object); k < end; k = c.end(k + 1) {
		raw := c.raw(k)
		length, middle := len(raw), raw[len(raw)/2]
		escaped = escaped || bytes.IndexByte(raw, '\\') >= 0
		for _, o := range have {
			if o.length == length && o.middle == middle && c.sameText(o.key, k) || escaped && bytes.Equal(c.text(o.key), c.text(k)) {
				c.shadow(o.key, k, quiet)
			}
		}
		have = names[:len(have)+1]
		o := &names[len(have)-1]
		o.key, o.length, o.middle = k, length, middle
	}
}

// counting returns the member that counts of those with a member's name.
func (c *conv) counting(key int32) int32 {
	for c.shadowed[key] != 0 {
		key = c.shadowed[key]
	}
	return key
}

func (c *conv) shadowsOfMany(object int32, quiet bool) {
	seen := make(map[uint64]int32, c.node(object).Len())
	for k, end := object+1, c.end(object); k < end; k = c.end(k + 1) {
		text := c.text(k)
		for h := maphash.Bytes(c.seed, text); ; h++ {
			other, ok := seen[h]
			if ok && !bytes.Equal(c.text(other), text) {
				continue
			}
			if ok {
				c.shadow(other, k, quiet)
			}
			seen[h] = k
			break
		}
	}
}

// shadow notes that one member hides another.
func (c *conv) shadow(hidden, by int32, quiet bool) {
	if c.shadowed[hidden] != 0 {
		return
	}
	c.shadowed[hidden] = by
	if !quiet {
		c.note(codeDuplicate, by+1)
	}
}

// doubts notes what decoders disagree about in the source: text that is not
// Unicode and numbers that are not finite for most of them.
func (c *conv) doubts() {
	if bytes.Contains(c.src, []byte(`\u`)) || !utf8.Valid(c.src) {
		for _, issue := range c.doc.Issues() {
			if issue.Kind != jsondoc.LoneSurrogate && issue.Kind != jsondoc.InvalidUTF8 {
				continue
			}
			if n, err := c.doc.At(issue.Pointer); err == nil {
				c.note(codeIllFormed, int32(n.ID()))
			}
		}
	}
	for id := range int32(c.doc.Len()) {
		if c.kind(id) == jsondoc.Number && tooLarge(c.raw(id)) {
			c.note(codeNumberRange, id)
		}
	}
}

// tooLarge reports whether a number is beyond what a double can hold (RFC 8259
// section 6).
func tooLarge(number []byte) bool {
	if len(number) < 309 && bytes.IndexByte(number, 'e') < 0 && bytes.IndexByte(number, 'E') < 0 {
		return false
	}
	f, err := strconv.ParseFloat(string(number), 64)
	return err != nil && math.IsInf(f, 0)
}
