package dialect

import "mcploupe/inspector/jsondoc"

// tuple writes a list of items as prefixItems, and additionalItems, which counts
// only beside one, as items.
func (c *conv) tuple(v *view) {
	if !v.has(kwItemsList) {
		return
	}
	items := v.val(kwItems)
	switch {
	case c.node(items).Len() > 0:
		c.renameKeyword(v, kwItems, "prefixItems")
		c.note(codeTuple, items)
	case c.fix&RepairTuple != 0:
		c.noteGone(codeTupleDropped, items)
		c.remove(v, kwItems)
	default:
		c.renameKeyword(v, kwItems, "prefixItems")
		c.note(codeTupleEmpty, items)
	}
	if key := v.key(kwAdditionalItems); key != 0 {
		c.renameKeyword(v, kwAdditionalItems, "items")
		c.note(codeAdditionalItems, key+1)
	}
}

// emptyTuple removes an empty list in a schema that is not converted otherwise.
func (c *conv) emptyTuple(v *view) {
	if c.fix&RepairTuple == 0 {
		return
	}
	for _, k := range [...]kw{kwItems, kwPrefixItems} {
		if val := v.val(k); val != 0 && c.kind(val) == jsondoc.Array && c.node(val).Len() == 0 {
			c.noteGone(codeTupleDropped, val)
			c.remove(v, k)
		}
	}
}

// contains keeps the items that match contains from counting as evaluated, where
// something in the document asks for unevaluated ones.
func (c *conv) contains(v *view) {
	if !c.unevaluatedItems {
		return
	}
	parts := []part{lit(`{"not": {"not": {`)}
	var keys []int32
	for _, k := range [...]kw{kwContains, kwMinContains, kwMaxContains} {
		if key := v.key(k); key != 0 {
			if len(keys) > 0 {
				parts = append(parts, lit(", "))
			}
			keys = append(keys, key)
			parts = append(parts, lit(jsondoc.Quote(k.String())+": "), value(key+1))
		}
	}
	at, ok := c.branch(v, keys[0], append(parts, lit("}}}"))...)
	if !ok {
		return
	}
	c.note(codeContainsHidden, keys[0]+1)
	for _, key := range keys {
		c.moveTo(v, key+1, at+"/not/not/"+jsondoc.Pointer(c.keyword(key).String()))
	}
	for _, key := range keys[1:] {
		c.drop(key)
	}
	c.hideDuplicates(v, kwContains)
}

// hideDuplicates drops the members that spell a keyword and do not count.
func (c *conv) hideDuplicates(v *view, k kw) {
	c.each(v, k, func(key int32) {
		if key != v.key(k) {
			c.drop(key)
		}
	})
}
