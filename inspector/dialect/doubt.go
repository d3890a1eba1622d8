package dialect

import (
	"bytes"
	"hash/maphash"
	"math"
	"strconv"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// duplicateNames notes names that stand twice in a map of schemas. The last one
// counts. Keywords that stand twice are noted by a rule.
func (c *conv) duplicateNames(object int32) {
	n := c.node(object).Len()
	if n < 2 {
		return
	}
	if n > smallContainer {
		c.duplicateMany(object)
		return
	}
	var keys [smallContainer]int32
	have := keys[:0]
	for k, end := object+1, c.end(object); k < end; k = c.end(k + 1) {
		raw := c.raw(k)
		for _, other := range have {
			if o := c.raw(other); len(o) == len(raw) && o[len(o)/2] == raw[len(raw)/2] && bytes.Equal(o, raw) {
				c.note(codeDuplicate, k+1)
			}
		}
		have = append(have, k)
	}
}

func (c *conv) duplicateMany(object int32) {
	seen := make(map[uint64]int32, c.node(object).Len())
	for k, end := object+1, c.end(object); k < end; k = c.end(k + 1) {
		h := maphash.Bytes(c.seed, c.raw(k))
		if other, ok := seen[h]; ok && c.sameText(other, k) {
			c.note(codeDuplicate, k+1)
		}
		seen[h] = k
	}
}

// doubts notes what decoders disagree about in the source: text that is not
// Unicode and numbers that are not finite for most of them.
func (c *conv) doubts() {
	if bytes.Contains(c.src, []byte(`\ud`)) || bytes.Contains(c.src, []byte(`\uD`)) || !utf8.Valid(c.src) {
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
