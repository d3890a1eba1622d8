package dialect

import (
	"mcploupe/inspector/jsondoc"
)

// wouldAct returns the keywords that one dialect does not know and the other acts
// on. $defs and definitions are not among them: they never apply anything.
func wouldAct(from, to Dialect) kwSet {
	var s kwSet
	for k := kwNone + 1; k < kwCount; k++ {
		switch keywordTable[k].class {
		case identifier, reference, assertion, applicator:
			if !k.known(from) && k.known(to) {
				s.add(k)
			}
		}
	}
	if from <= Draft07 && to == Draft2020 {
		// The metaschema of 2020-12 still has them and wants texts.
		s.add(kwRecursiveAnchor)
		s.add(kwRecursiveRef)
	}
	return s
}

// wouldBeRefused returns the keywords that one dialect does not know and that are
// annotations in the other: harmless, unless their value has a type for which the
// metaschema refuses the whole schema.
func wouldBeRefused(from, to Dialect) kwSet {
	var s kwSet
	for k := kwNone + 1; k < kwCount; k++ {
		if c := keywordTable[k].class; (c == annotation || k == kwDefs) && !k.known(from) && k.known(to) {
			s.add(k)
		}
	}
	return s
}

// neutralise renames keywords that would come alive.
func (c *conv) neutralise(v *view) {
	for k := range v.set.and(wouldActTable[v.from][c.to]).all {
		if k == kwID && v.has(kwOldID) && c.sameText(v.val(kwID), v.val(kwOldID)) {
			c.note(codeIDTwice, v.val(kwID)).to = v.val(kwOldID)
			c.remove(v, kwID)
			continue
		}
		c.putToSleep(v, k, codeNeutralised)
	}
}

// annotationShape renames keywords whose value would be refused.
func (c *conv) annotationShape(v *view) {
	for k := range v.set.and(refusedTable[v.from][c.to]).all {
		val := v.val(k)
		if k == kwDefs && c.holdsSchemas(val) || k != kwDefs && keywordTable[k].values.has(c.kind(val)) {
			continue
		}
		c.putToSleep(v, k, codeAnnotationShape)
	}
}

// holdsSchemas reports whether a value is an object with nothing but schemas.
func (c *conv) holdsSchemas(val int32) bool {
	if c.kind(val) != jsondoc.Object {
		return false
	}
	for k, end := val+1, c.end(val); k < end; k = c.end(k + 1) {
		if !aSchema.has(c.kind(k + 1)) {
			return false
		}
	}
	return true
}

func (c *conv) putToSleep(v *view, k kw, why code) {
	name := c.freeName(v.id, "x-"+k.String())
	c.note(why, v.val(k)).detail = name
	c.renameKeyword(v, k, name)
	v.take(k)
}

// strayID renames id where it is no keyword any more. Ajv refuses every schema
// with it: https://github.com/ajv-validator/ajv/blob/master/lib/vocabularies/core/id.ts
func (c *conv) strayID(v *view) {
	c.putToSleep(v, kwOldID, codeStrayID)
}

// The sets of wouldAct and wouldBeRefused for each pair of dialects.
var wouldActTable, refusedTable = func() (act, refused [dialects][dialects]kwSet) {
	for from := Draft03; from <= Draft2020; from++ {
		for to := Draft03; to <= Draft2020; to++ {
			act[from][to], refused[from][to] = wouldAct(from, to), wouldBeRefused(from, to)
		}
	}
	return act, refused
}()
