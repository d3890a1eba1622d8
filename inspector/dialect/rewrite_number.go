package dialect

import "mcploupe/inspector/jsondoc"

var exclusivePairs = [...]struct{ exclusive, bound kw }{
	{kwExclusiveMinimum, kwMinimum},
	{kwExclusiveMaximum, kwMaximum},
}

// exclusiveFlags folds the flags of draft-04 with the bounds they stand beside.
func (c *conv) exclusiveFlags(v *view) {
	for _, p := range exclusivePairs {
		key := v.key(p.exclusive)
		if key == 0 {
			continue
		}
		switch c.kind(key + 1) {
		case jsondoc.Bool:
			c.fold(v, p.exclusive, p.bound, codeExclusive)
		case jsondoc.Number:
			c.note(codeExclusiveNumber, key+1)
		default:
			c.note(codeMalformed, key+1)
		}
	}
}

// exclusiveHabit deals with the flags of draft-04 in later dialects.
func (c *conv) exclusiveHabit(v *view) {
	for _, p := range exclusivePairs {
		switch key := v.key(p.exclusive); {
		case key == 0 || c.kind(key+1) != jsondoc.Bool || !c.asked(v, RepairExclusive):
		case c.fix&RepairExclusive != 0:
			c.fold(v, p.exclusive, p.bound, codeExclusiveRepaired)
		default:
			c.note(codeExclusiveFlag, key+1)
		}
	}
}

// fold writes the bound where the flag was. The number keeps its spelling.
func (c *conv) fold(v *view, exclusive, bound kw, why code) {
	flag, number := v.val(exclusive), v.val(bound)
	if !c.node(flag).IsTrue() || number == 0 || c.kind(number) != jsondoc.Number {
		c.noteGone(codeExclusiveOff, flag)
		c.remove(v, exclusive)
		return
	}
	c.write(v.key(exclusive), value(number))
	e := c.ownEdit(number) // no reference leads to a number: no need to count it as moved
	e.moved, e.anchor, e.path = true, v.at, v.home+"/"+exclusive.String()
	c.hideDuplicates(v, exclusive)
	c.note(why, flag)
	c.noteGone(codeExclusiveBound, number).detail = exclusive.String()
	c.remove(v, bound)
}

// formatNote says once that format is no longer checked by default.
func (c *conv) formatNote(v *view) {
	if val := v.val(kwFormat); c.kind(val) == jsondoc.String && v.from <= Draft07 {
		c.once(codeFormat, val)
	}
}

// integerNote says once what becomes of draft-04's integer.
func (c *conv) integerNote(v *view) {
	val := v.val(kwType)
	if c.node(val).Is("integer") {
		c.once(codeInteger, val)
	}
	for _, e := range c.node(val).Elems() {
		if e.Is("integer") {
			c.once(codeInteger, val)
		}
	}
}

// once notes something at the first place only. Schemas are not visited in the
// order of the source, so an earlier place takes the note over.
func (c *conv) once(k code, at int32) {
	if c.said[k] == 0 {
		c.note(k, at)
		c.said[k] = len(c.notes)
		return
	}
	if n := &c.notes[c.said[k]-1]; at < n.from {
		n.from, n.to = at, at
	}
}
