package dialect

import (
	"bytes"

	"mcploupe/inspector/jsondoc"
)

// down returns the condition that a conversion crosses the border between two
// dialects downward: it comes from first or newer and goes to last or older.
func down(first, last Dialect) func(from, to Dialect) bool {
	return func(from, to Dialect) bool { return from >= first && to <= last }
}

// downRules is every rule for writing an older dialect. They run after the rules
// for both directions.
var downRules = []rule{
	{down(Draft2020, Draft2019), on(kwDynamicRef, kwDynamicAnchor), (*conv).dynamicDown},
	{func(from, to Dialect) bool { return from == Draft2019 && to <= Draft07 }, on(kwRecursiveRef, kwRecursiveAnchor), (*conv).recursiveDown},
	{down(Draft2019, Draft07), on(kwUnevaluatedProperties), (*conv).unevaluatedProperties},
	{down(Draft2019, Draft07), on(kwUnevaluatedItems), (*conv).unevaluatedItemsDown},
	{func(from, to Dialect) bool { return from == Draft2020 && to == Draft2019 }, on(kwUnevaluatedItems), (*conv).containsUnevaluated},
	{down(Draft2020, Draft2019), on(kwPrefixItems), (*conv).tupleDown},
	{down(Draft2019, Draft07), on(kwMinContains, kwMaxContains), (*conv).containsBounds},
	{down(Draft2019, Draft07), on(kwDependentRequired, kwDependentSchemas), (*conv).dependentDown},
	{down(Draft2020, Draft2019), on(kwAnchor), (*conv).anchorDown},
	{func(from, to Dialect) bool { return from == Draft2019 && to <= Draft07 }, on(kwAnchor), (*conv).anchorDown},
	{down(Draft07, Draft06), on(kwIf), (*conv).conditional},
	{down(Draft07, Draft06), on(kwThen, kwElse), (*conv).idleBranches},
	{down(Draft2019, Draft07), on(kwContentSchema), (*conv).contentSchemaDown},
	{down(Draft06, Draft04), on(kwContains), (*conv).containsDown},
	{down(Draft06, Draft04), on(kwPropertyNames), (*conv).propertyNamesDown},
	{down(Draft06, Draft04), on(kwConst), (*conv).constDown},
	{down(Draft06, Draft04), on(kwExclusiveMinimum, kwExclusiveMaximum), (*conv).exclusiveDown},
	{down(Draft06, Draft04), on(kwRequired), (*conv).emptyRequired},
	{down(Draft06, Draft04), on(kwDependencies), (*conv).emptyDependencies},
	{down(Draft2019, Draft07), on(kwEnum), (*conv).emptyEnum},
	{down(Draft06, Draft04), on(kwID), (*conv).idDown},
	{down(Draft2019, Draft07), on(kwNotAlone), (*conv).siblingsDown},
	{down(Draft2019, Draft07), on(kwDefs), (*conv).defsDown},
	{down(Draft2019, Draft07), on(kwFormat), (*conv).formatDown},
	{down(Draft06, Draft04), on(kwType), (*conv).integerNote},
}

// tupleDown writes prefixItems as a list of items, and items beside it as
// additionalItems.
func (c *conv) tupleDown(v *view) {
	if c.kind(v.val(kwPrefixItems)) != jsondoc.Array {
		return // said where it was found; as items it would get a meaning
	}
	c.note(codeTupleDown, v.val(kwPrefixItems))
	if key := v.key(kwItems); key != 0 {
		c.renameKeyword(v, kwItems, "additionalItems")
		c.note(codeAdditionalDown, key+1)
	}
	c.renameKeyword(v, kwPrefixItems, "items")
}

// dynamicDown writes $dynamicRef as a reference that always leads to the same
// schema. Where only one schema has the name that is exact.
func (c *conv) dynamicDown(v *view) {
	if v.from != Draft2020 {
		return
	}
	if key := v.key(kwDynamicRef); key != 0 && c.kind(key+1) == jsondoc.String {
		why := codeDynamicDown
		if c.choices(key+1) > 1 {
			why = codeDynamicLost
		}
		c.asRef(v, kwDynamicRef, why)
	}
	if key := v.key(kwDynamicAnchor); key != 0 && c.kind(key+1) == jsondoc.String {
		if v.has(kwAnchor) {
			c.toPointer(v, key)
			return
		}
		if c.to <= Draft07 {
			c.nameByID(v, kwDynamicAnchor)
			return
		}
		c.note(codeDynamicAnchorDown, key+1)
		c.renameKeyword(v, kwDynamicAnchor, "$anchor")
		c.writeText(key, c.anchorName(v.res, c.node(key+1).Text()))
	}
}

// choices counts the schemas that a $dynamicRef can lead to.
func (c *conv) choices(value int32) int {
	_, name, _ := bytes.Cut(c.text(value), []byte("#"))
	n := 0
	for i := range c.dynamicAnchors {
		if a := &c.dynamicAnchors[i]; bytes.Equal(c.text(*a), name) {
			n++
		}
	}
	return n
}

// recursiveDown does the same for 2019-09.
func (c *conv) recursiveDown(v *view) {
	if v.from != Draft2019 {
		return
	}
	if key := v.key(kwRecursiveAnchor); key != 0 {
		c.noteGone(codeRecursiveGone, key+1)
		c.remove(v, kwRecursiveAnchor)
	}
	key := v.key(kwRecursiveRef)
	if key == 0 || c.kind(key+1) != jsondoc.String {
		return
	}
	why := codeDynamicDown
	if c.resources[v.res].dynamic {
		n := 0
		for i := range c.resources {
			if c.resources[i].dynamic {
				n++
			}
		}
		if n > 1 {
			why = codeDynamicLost
		}
	}
	c.asRef(v, kwRecursiveRef, why)
}

// asRef writes a keyword as $ref, in a branch of allOf where there is one already.
func (c *conv) asRef(v *view, k kw, why code) {
	key := v.key(k)
	c.note(why, key+1)
	if !v.has(kwRef) {
		c.renameKeyword(v, k, "$ref")
		v.take(k)
		v.slot[kwRef] = key
		v.set.add(kwRef)
		if v.count > 1 {
			v.set.add(kwNotAlone)
		}
		return
	}
	if at, ok := c.branch(v, key, lit(`{"$ref": `), value(key+1), lit("}")); ok {
		c.moveTo(v, key+1, at+"/$ref")
	}
	v.take(k)
}

// anchorDown respells plain names for 2019-09 and writes them as $id for draft-07
// and older.
func (c *conv) anchorDown(v *view) {
	val := v.val(kwAnchor)
	if c.kind(val) != jsondoc.String || v.from <= Draft07 {
		return
	}
	if c.to <= Draft07 {
		c.nameByID(v, kwAnchor)
		return
	}
	old := c.node(val).Text()
	if name := c.anchorName(v.res, old); name != old {
		c.writeText(v.key(kwAnchor), name)
		c.note(codeAnchorRespelled, val).detail = jsondoc.Quote(old)
	}
}

// nameByID writes a plain name as the fragment of an identifier. Beside a URI that
// would not be reliable; then the references to the name become pointers.
func (c *conv) nameByID(v *view, k kw) {
	key := v.key(k)
	if v.has(kwID) {
		c.toPointer(v, key)
		return
	}
	c.renameKeyword(v, k, idKeyword(c.to).String())
	c.writeText(key, "#"+c.node(key+1).Text())
	c.note(codeAnchorDown, key+1).detail = c.node(key + 1).Text()
}

// toPointer drops a plain name; the references to it become pointers.
func (c *conv) toPointer(v *view, key int32) {
	c.pointers[anchorKey{v.res, c.node(key + 1).Text()}] = true
	c.noteGone(codeAnchorGone, key+1)
	c.drop(key)
}

// siblingsDown puts $ref into a branch of allOf where something beside it counts,
// which older dialects ignore.
func (c *conv) siblingsDown(v *view) {
	counts := false
	for k := range v.set.all {
		switch keywordTable[k].class {
		case identifier:
			counts = counts || k != kwSchema && k.known(v.from)
		case assertion, applicator, definitions:
			counts = counts || k.known(v.from) || keywordTable[k].class == definitions
		}
	}
	key := v.key(kwRef)
	if !counts && len(v.all) == 0 {
		return
	}
	if at, ok := c.branch(v, key, lit(`{"$ref": `), value(key+1), lit("}")); ok {
		c.note(codeSiblingsDown, key+1)
		c.moveTo(v, key+1, at+"/$ref")
		v.take(kwRef)
	}
}

// dependentDown writes dependentRequired and dependentSchemas as dependencies.
func (c *conv) dependentDown(v *view) {
	names, schemas := v.key(kwDependentRequired), v.key(kwDependentSchemas)
	for _, key := range [...]int32{names, schemas} {
		if key == 0 {
			continue
		}
		if c.kind(key+1) != jsondoc.Object {
			return
		}
		c.note(codeDependentDown, key+1)
	}
	switch {
	case v.has(kwDependencies):
		c.dependentBranch(v, names)
		c.dependentBranch(v, schemas)
	case schemas == 0:
		c.renameKeyword(v, kwDependentRequired, "dependencies")
	case names == 0:
		c.renameKeyword(v, kwDependentSchemas, "dependencies")
	default:
		c.renameKeyword(v, kwDependentSchemas, "dependencies")
		c.mergeDependent(v, names, schemas+1)
	}
	if names != 0 {
		c.dropEmptyLists(names + 1)
	}
}

// dropEmptyLists drops the lists of no names, which draft-04 does not allow and
// which say nothing.
func (c *conv) dropEmptyLists(deps int32) {
	if c.to != Draft04 || c.kind(deps) != jsondoc.Object {
		return
	}
	for k, end := deps+1, c.end(deps); k < end; k = c.end(k + 1) {
		if v := c.counting(k) + 1; c.kind(v) == jsondoc.Array && c.node(v).Len() == 0 {
			if v == k+1 {
				c.noteGone(codeRequiredEmpty, v)
			}
			c.drop(k)
		}
	}
}

func (c *conv) emptyDependencies(v *view) { c.dropEmptyLists(v.val(kwDependencies)) }

func (c *conv) dependentBranch(v *view, key int32) {
	if key == 0 {
		return
	}
	if at, ok := c.branch(v, key, lit(`{"dependencies": `), value(key+1), lit("}")); ok {
		c.moveTo(v, key+1, at+"/dependencies")
	}
}

// mergeDependent puts the lists of names into the object with the schemas.
func (c *conv) mergeDependent(v *view, names, schemas int32) {
	for k, end := names+2, c.end(names+1); k < end; k = c.end(k + 1) {
		name := string(c.text(k))
		path := jsondoc.Pointer("/dependencies").Join(name)
		have := c.member(schemas, []byte(name))
		if c.node(k+1).Len() == 0 && (have != 0 || c.to == Draft04) {
			continue
		}
		if have == 0 {
			c.addLike(schemas, k, value(k+1))
			c.moveTo(v, k+1, path)
			continue
		}
		c.write(have-1, lit(`{"allOf": [{"required": `), value(k+1), lit("}, "), value(have), lit("]}"))
		c.moveTo(v, k+1, path+"/allOf/0/required")
		c.moveTo(v, have, path+"/allOf/1")
	}
	c.moveTo(v, names+1, "/dependencies")
	c.drop(names)
}

// defsDown writes $defs as definitions, or into the definitions that stand there.
func (c *conv) defsDown(v *view) {
	c.mergeDefs(v, kwDefs, kwDefinitions, codeDefsDown)
}

// formatDown says once that format is checked by default.
func (c *conv) formatDown(v *view) {
	if val := v.val(kwFormat); c.kind(val) == jsondoc.String {
		c.once(codeFormatDown, val)
	}
}

// containsUnevaluated says what unevaluatedItems loses between 2020-12 and 2019-09.
func (c *conv) containsUnevaluated(v *view) {
	if c.containsSeen {
		c.note(codeContainsEvaluates, v.val(kwUnevaluatedItems))
	}
}
