package dialect

import (
	"sort"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// containsBounds deals with the bounds of contains, which draft-07 does not have.
func (c *conv) containsBounds(v *view) {
	if !v.has(kwContains) {
		return // without it they say nothing, here as there
	}
	least, ok := c.whole(v.val(kwMinContains), 1)
	most, bounded := c.whole(v.val(kwMaxContains), -1)
	if !ok || !bounded {
		return
	}
	key := v.key(kwContains)
	switch {
	case least == 0 && most < 0:
		c.dropBounds(v, codeContainsNothing)
		c.takeAway(v, kwContains, codeContainsNothing)
	case least == 0 && most == 0:
		c.dropBounds(v, codeContainsNever)
		if at, ok := c.branch(v, key, lit(`{"items": {"not": `), value(key+1), lit("}}")); ok {
			c.note(codeContainsNever, key+1)
			c.moveTo(v, key+1, at+"/items/not")
			v.take(kwContains)
		}
	case least == 0:
		c.dropBounds(v, codeContainsBounds)
		c.takeAway(v, kwContains, codeContainsBounds)
	case least > 1 || most >= 0:
		c.dropBounds(v, codeContainsBounds)
	default:
		c.dropBounds(v, codeContainsOnce)
	}
}

func (c *conv) dropBounds(v *view, why code) {
	for _, k := range [...]kw{kwMinContains, kwMaxContains} {
		if v.has(k) {
			c.noteGone(why, v.val(k))
			c.remove(v, k)
		}
	}
}

// whole reads a number that must be a whole one.
func (c *conv) whole(value int32, absent int) (n int, ok bool) {
	if value == 0 {
		return absent, true
	}
	if c.kind(value) != jsondoc.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(c.raw(value)), 64)
	if err != nil || f < 0 || f > 1<<30 || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}

// takeAway removes a keyword that holds a schema, or keeps the schema in the
// definitions where something refers into it.
func (c *conv) takeAway(v *view, k kw, why code) {
	key := v.key(k)
	if c.targeted(key + 1) {
		c.note(why, key+1)
		v.take(k)
		c.keepValue(v, key)
		return
	}
	c.noteGone(why, key+1)
	c.remove(v, k)
}

// targeted reports whether a reference leads into a value.
func (c *conv) targeted(id int32) bool {
	if c.targets == nil {
		c.targets = []int32{}
		for i := range c.refs {
			if c.refs[i].state == refFound {
				c.targets = append(c.targets, c.refs[i].target)
			}
		}
		sort.Slice(c.targets, func(i, j int) bool { return c.targets[i] < c.targets[j] })
	}
	i := sort.Search(len(c.targets), func(i int) bool { return c.targets[i] >= id })
	return i < len(c.targets) && c.targets[i] < c.end(id)
}

// conditional writes if, then and else with anyOf and not.
func (c *conv) conditional(v *view) {
	ifKey, thenKey, elseKey := v.key(kwIf), v.key(kwThen), v.key(kwElse)
	switch {
	case thenKey == 0 && elseKey == 0:
		c.takeAway(v, kwIf, codeConditionalEmpty)
		return
	case thenKey != 0 && elseKey != 0:
		c.conditionalBoth(v, ifKey, thenKey, elseKey)
		return
	}
	at, ok := jsondoc.Pointer(""), false
	if thenKey != 0 {
		at, ok = c.branch(v, thenKey, lit(`{"anyOf": [{"not": `), value(ifKey+1), lit("}, "), value(thenKey+1), lit("]}"))
		if ok {
			c.moveTo(v, ifKey+1, at+"/anyOf/0/not")
			c.moveTo(v, thenKey+1, at+"/anyOf/1")
		}
	} else if at, ok = c.branch(v, elseKey, lit(`{"anyOf": [`), value(ifKey+1), lit(", "), value(elseKey+1), lit("]}")); ok {
		c.moveTo(v, ifKey+1, at+"/anyOf/0")
		c.moveTo(v, elseKey+1, at+"/anyOf/1")
	}
	if ok {
		c.noteConditional(v)
		c.drop(ifKey)
	}
}

// conditionalBoth needs the condition twice, so it moves to the definitions.
func (c *conv) conditionalBoth(v *view, ifKey, thenKey, elseKey int32) {
	root, name := c.keptName(v, "if")
	pointer := jsondoc.Pointer("/" + c.defsKeyword()).Join(name)
	ref := `{"$ref": ` + jsondoc.Quote("#"+string(appendFragment(nil, []byte(pointer)))) + `}`
	then, ok := c.branch(v, thenKey, lit(`{"anyOf": [{"not": `+ref+`}, `), value(thenKey+1), lit("]}"))
	if !ok {
		return
	}
	other, _ := c.branch(v, elseKey, lit(`{"anyOf": [`+ref+`, `), value(elseKey+1), lit("]}"))
	c.moveTo(v, thenKey+1, then+"/anyOf/1")
	c.moveTo(v, elseKey+1, other+"/anyOf/1")
	c.move(ifKey+1, root, pointer)
	c.moved = append(c.moved, movedPart{root, name, []part{value(ifKey + 1)}})
	c.noteConditional(v)
	c.drop(ifKey)
}

func (c *conv) noteConditional(v *view) {
	for _, k := range [...]kw{kwIf, kwThen, kwElse} {
		if v.has(k) {
			c.note(codeConditional, v.val(k))
			v.take(k)
		}
	}
}

// idleBranches keeps a then or else without if, which is never applied, where
// something refers into it: in the target it is no place for a schema.
func (c *conv) idleBranches(v *view) {
	for _, k := range [...]kw{kwThen, kwElse} {
		c.keepTargeted(v, k)
	}
}

// contentSchemaDown does the same for contentSchema.
func (c *conv) contentSchemaDown(v *view) { c.keepTargeted(v, kwContentSchema) }

func (c *conv) keepTargeted(v *view, k kw) {
	if key := v.key(k); key != 0 && c.targeted(key+1) {
		v.take(k)
		c.keepValue(v, key)
	}
}

// containsDown writes contains as draft-04 can: not every item may fail.
func (c *conv) containsDown(v *view) {
	key := v.key(kwContains)
	if at, ok := c.branch(v, key, lit(`{"not": {"type": "array", "items": {"not": `), value(key+1), lit("}}}")); ok {
		c.note(codeContainsDown, key+1)
		c.moveTo(v, key+1, at+"/not/items/not")
		v.take(kwContains)
	}
}

func (c *conv) propertyNamesDown(v *view) {
	c.takeAway(v, kwPropertyNames, codePropertyNamesLost)
}

// constDown writes const as a list of one value.
func (c *conv) constDown(v *view) {
	key := v.key(kwConst)
	c.note(codeConstDown, key+1)
	if !v.has(kwEnum) {
		c.renameKeyword(v, kwConst, "enum")
		c.write(key, lit("["), value(key+1), lit("]"))
		c.moveTo(v, key+1, "/enum/0")
		return
	}
	if at, ok := c.branch(v, key, lit(`{"enum": [`), value(key+1), lit("]}")); ok {
		c.moveTo(v, key+1, at+"/enum/0")
	}
}

// exclusiveDown writes an exclusive bound as a bound with a flag. Beside another
// bound it gets a branch of its own.
func (c *conv) exclusiveDown(v *view) {
	for _, p := range exclusivePairs {
		key := v.key(p.exclusive)
		if key == 0 || c.kind(key+1) != jsondoc.Number {
			continue
		}
		c.note(codeExclusiveDown, key+1)
		if !v.has(p.bound) {
			c.renameKeyword(v, p.exclusive, p.bound.String())
			c.after(key, p.exclusive.String(), lit("true"))
			continue
		}
		at, ok := c.branch(v, key, lit(`{`+jsondoc.Quote(p.bound.String())+`: `), value(key+1), lit(`, `+jsondoc.Quote(p.exclusive.String())+`: true}`))
		if ok {
			c.moveTo(v, key+1, at+"/"+jsondoc.Pointer(p.bound.String()))
		}
	}
}

// emptyRequired drops an empty list, which draft-04 does not allow.
func (c *conv) emptyRequired(v *view) {
	if val := v.val(kwRequired); c.kind(val) == jsondoc.Array && c.node(val).Len() == 0 {
		c.noteGone(codeRequiredEmpty, val)
		c.remove(v, kwRequired)
	}
}

// emptyEnum writes a list of no values, which older metaschemas refuse, as a schema
// that nothing is valid against.
func (c *conv) emptyEnum(v *view) {
	if val := v.val(kwEnum); c.kind(val) == jsondoc.Array && c.node(val).Len() == 0 {
		if at, ok := c.branch(v, v.key(kwEnum), lit(`{"not": {}}`)); ok {
			n := c.note(codeEnumEmpty, val)
			n.to, n.path = v.at, v.home+string(at)
			v.take(kwEnum)
		}
	}
}

func (c *conv) idDown(v *view) {
	if val := v.val(kwID); c.kind(val) == jsondoc.String {
		c.renameKeyword(v, kwID, "id")
		c.note(codeIDDown, val)
	}
}

// booleansDown writes schemas that are true or false as objects, which is all that
// draft-04 has, but for additionalProperties and additionalItems.
func (c *conv) booleansDown() {
	for _, id := range c.booleans {
		st := c.state[id]
		if st.d <= Draft04 || st.region != 0 && !c.regions[st.region].active {
			continue
		}
		if id > 0 && c.childOfObject(id) && c.keyword(id-1) == kwAdditionalProperties && c.state[c.parent(id)].flags&isSchema != 0 {
			continue
		}
		text := "{}"
		if c.node(id).IsFalse() {
			text = `{"not": {}}`
		}
		c.replace(id, lit(text))
		c.note(codeBooleanDown, id)
	}
}
