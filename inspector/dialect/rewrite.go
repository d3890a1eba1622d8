package dialect

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

// view is a schema as the rules see it: its keywords, or only those of them that
// are kept or moved together.
type view struct {
	members
	id   int32
	from Dialect
	res  int32
	st   nodeFlag
	home string // the path below anchor at which the keywords stand in the result
	at   int32  // the anchor: the schema itself, or the resource they move to
	all  []allOfBranch
}

// allOfBranch is a branch that a rule adds to allOf.
type allOfBranch struct {
	key   int32 // the member it stands for
	parts []part
}

// rule rewrites one thing in a schema.
type rule struct {
	applies func(from, to Dialect) bool
	on      func(from, to Dialect) kwSet // the keywords that call for it
	run     func(*conv, *view)
}

// plan is what there is to do between two dialects.
type plan struct {
	trigger kwSet
	rules   []plannedRule
}

type plannedRule struct {
	on  kwSet
	run func(*conv, *view)
}

var plans [dialects][dialects]plan

func init() {
	for from := Draft03; from <= Draft2020; from++ {
		for to := Draft03; to <= Draft2020; to++ {
			p := &plans[from][to]
			for _, r := range slices.Concat(ruleTable, downRules) {
				if r.applies(from, to) {
					on := r.on(from, to)
					p.trigger = p.trigger.or(on)
					p.rules = append(p.rules, plannedRule{on, r.run})
				}
			}
		}
	}
}

// up returns the condition that a conversion crosses the border between two
// dialects upward: it comes from last or older and goes to first or newer.
func up(last, first Dialect) func(from, to Dialect) bool {
	return func(from, to Dialect) bool { return from <= last && to >= first }
}

func always(_, _ Dialect) bool { return true }

// asked reports whether a repair is to be made or at least offered: in a schema
// that is not converted nothing is offered.
func (c *conv) asked(v *view, r Repairs) bool { return c.fix&r != 0 || v.from != c.to }

func changing(from, to Dialect) bool { return from != to }

func on(ks ...kw) func(from, to Dialect) kwSet {
	s := setOf(ks...)
	return func(_, _ Dialect) kwSet { return s }
}

// ruleTable is every rule, in the order in which they run on a schema: first what
// is ignored goes, then what would come alive is put to sleep, then names and
// references, then the keywords themselves.
var ruleTable = []rule{
	{always, on(kwSchema), (*conv).schemaURI},
	{up(Draft07, Draft2019), on(kwNotAlone), (*conv).ignoredSiblings},
	{up(Draft2019, Draft2020), on(kwAdditionalItems), (*conv).ignoredAdditionalItems},
	{changing, wouldAct, (*conv).neutralise},
	{changing, wouldBeRefused, (*conv).annotationShape},
	{func(from, to Dialect) bool { return from >= Draft06 && from != to && to >= Draft06 }, on(kwOldID), (*conv).strayID},
	{func(from, to Dialect) bool {
		return from <= Draft04 && to >= Draft06 || from <= Draft07 && to >= Draft2019
	}, on(kwOldID, kwID), (*conv).identifiers},
	{func(from, to Dialect) bool { return from == Draft2019 && to == Draft2020 }, on(kwAnchor), (*conv).anchorSpelling},
	{func(from, to Dialect) bool { return from == Draft2019 && to == Draft2020 }, on(kwRecursiveAnchor, kwRecursiveRef), (*conv).recursive},
	{func(from, to Dialect) bool { return from == Draft2019 && to == Draft2020 }, on(kwVocabulary), (*conv).vocabulary},
	{up(Draft2019, Draft2020), on(kwItemsList, kwAdditionalItems), (*conv).tuple},
	{func(from, to Dialect) bool { return from <= Draft2019 && from >= Draft06 && to == Draft2020 }, on(kwContains), (*conv).contains},
	{up(Draft07, Draft2019), on(kwDependencies), (*conv).dependencies},
	{func(from, to Dialect) bool { return from == Draft2019 && to == Draft2020 }, on(kwDependencies), (*conv).dependencies},
	{up(Draft04, Draft06), on(kwExclusiveMinimum, kwExclusiveMaximum), (*conv).exclusiveFlags},
	{func(from, to Dialect) bool { return from >= Draft06 && to >= Draft06 }, on(kwExclusiveMinimum, kwExclusiveMaximum), (*conv).exclusiveHabit},
	{up(Draft03, Draft04), on(kwExtends, kwDisallow, kwDivisibleBy, kwType, kwProperties, kwRequired, kwDependencies), (*conv).draft03},
	{func(from, to Dialect) bool { return from >= Draft04 && to >= Draft04 }, on(kwProperties, kwRequired), (*conv).requiredHabit},
	{always, on(kwNullable), (*conv).nullable},
	{func(from, to Dialect) bool { return from == to }, on(kwItems, kwPrefixItems), (*conv).emptyTuple},
	{func(from, to Dialect) bool { return from <= Draft2019 && to >= Draft2019 && from != to }, on(kwDefinitions), (*conv).definitions},
	{up(Draft07, Draft2019), on(kwFormat), (*conv).formatNote},
	{up(Draft04, Draft06), on(kwType), (*conv).integerNote},
	{changing, on(kwDuplicated), (*conv).duplicates},
}

// rewrite runs the rules on every schema that stays.
func (c *conv) rewrite() {
	v := &c.view
	for _, id := range c.schemas {
		st := &c.state[id]
		if st.flags&isRewritten != 0 || st.region != 0 && !c.regions[st.region].active {
			continue
		}
		st.flags |= isRewritten
		*v = view{id: id, from: st.d, res: st.res, st: st.flags, at: id, all: v.all[:0]}
		c.collect(id, &v.members)
		c.apply(v)
	}
	c.booleansDown()
	c.writeMoved()
}

func (c *conv) apply(v *view) {
	p := &plans[v.from][c.to]
	for i := range p.rules {
		if !p.rules[i].on.and(v.set).empty() {
			p.rules[i].run(c, v)
		}
	}
	c.writeBranches(v)
}

// moveTo notes that a value stands at a path below the view's schema.
func (c *conv) moveTo(v *view, value int32, path jsondoc.Pointer) {
	c.move(value, v.at, jsondoc.Pointer(v.home)+path)
}

// branch adds a branch to the schema's allOf, which takes the place of the member
// key, and returns where it will stand. ok is false where allOf is not a list.
func (c *conv) branch(v *view, key int32, parts ...part) (at jsondoc.Pointer, ok bool) {
	n := 0
	if a := v.val(kwAllOf); a != 0 {
		if c.kind(a) != jsondoc.Array {
			return "", false
		}
		n = c.node(a).Len()
	}
	v.all = append(v.all, allOfBranch{key, parts})
	return jsondoc.Pointer("/allOf").Index(n + len(v.all) - 1), true
}

// writeBranches writes what was added to allOf: at the end of the one that is
// there, else as a new one in place of the first member that it stands for.
func (c *conv) writeBranches(v *view) {
	if len(v.all) == 0 {
		return
	}
	if a := v.val(kwAllOf); a != 0 {
		for _, b := range v.all {
			c.addElement(a, b.parts...)
			c.drop(b.key)
		}
		return
	}
	parts := []part{lit("[")}
	for i, b := range v.all {
		if i > 0 {
			parts = append(parts, lit(", "))
			c.drop(b.key)
		}
		parts = append(parts, b.parts...)
	}
	c.rename(v.all[0].key, "allOf")
	c.write(v.all[0].key, append(parts, lit("]"))...)
}

// key and val return the IDs of a keyword's name and value, 0 where it is absent.
func (v *view) key(k kw) int32 { return v.slot[k] }
func (v *view) val(k kw) int32 { return v.value(k) }

func (v *view) has(k kw) bool { return v.set.has(k) }

// take removes a keyword from the view, so that no later rule sees it.
func (v *view) take(k kw) {
	v.set.remove(k)
	v.slot[k] = 0
	switch k {
	case kwItems:
		v.set.remove(kwItemsList)
	}
}

// remove drops a keyword of the schema and its duplicates.
func (c *conv) remove(v *view, k kw) {
	c.each(v, k, c.drop)
	v.take(k)
}

// renameKeyword gives a keyword of the schema, and its duplicates, another name.
func (c *conv) renameKeyword(v *view, k kw, name string) {
	c.each(v, k, func(key int32) { c.rename(key, name) })
}

// each calls do for every member that spells a keyword. Only the last one counts,
// but one that was left under the old name would come alive.
func (c *conv) each(v *view, k kw, do func(key int32)) {
	if !v.has(kwDuplicated) {
		do(v.key(k))
		return
	}
	for key, end := v.id+1, c.end(v.id); key < end; key = c.end(key + 1) {
		if c.keyword(key) == k {
			do(key)
		}
	}
}

// duplicates notes keywords that stand twice.
func (c *conv) duplicates(v *view) {
	var seen kwSet
	for key, end := v.id+1, c.end(v.id); key < end; key = c.end(key + 1) {
		k := c.keyword(key)
		if k != kwNone && seen.has(k) {
			c.note(codeDuplicate, key+1)
		}
		seen.add(k)
	}
}

// freeName returns a name that no member of an object has.
func (c *conv) freeName(object int32, base string) string {
	return c.unique(object, base, func(s string) bool { return c.member(object, []byte(s)) != 0 })
}

// schemaURI writes the new dialect where the old one was named.
func (c *conv) schemaURI(v *view) {
	k, s := v.key(kwSchema), v.val(kwSchema)
	switch {
	case v.id == 0, v.st&isEmbedded != 0:
		if !c.node(s).Is(c.to.URI()) && (v.from != c.to || c.kind(s) == jsondoc.String) {
			c.writeText(k, c.to.URI())
			c.note(codeSchemaURI, s)
		}
	case v.from != c.to:
		c.noteGone(codeSchemaNested, s)
		c.remove(v, kwSchema)
	}
}
