package dialect

import (
	"maps"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// evaluated is what a schema may evaluate in an object or array by itself and by
// the schemas it applies to the same value.
type evaluated struct {
	*conv
	names    map[string]bool
	patterns map[string]bool
	prefix   int  // items from the start
	all      bool // every property, or every item
	maybe    bool // some of it only under conditions that depend on the value
	unknown  bool // something cannot be followed
	seen     map[int32]bool
}

// maxEvaluated bounds the schemas and names that are looked at for all
// unevaluated keywords of a document together, and the items of one tuple: each
// keyword may see the whole schema.
const maxEvaluated = 100_000

func (c *conv) evaluatedBy(v *view, items bool) *evaluated {
	e := &evaluated{conv: c, names: map[string]bool{}, patterns: map[string]bool{}, seen: map[int32]bool{}}
	e.schema(v.id, items, false, true)
	return e
}

// schema adds what a schema evaluates. Where unsure is set it is applied only
// sometimes; where self is set it is the one whose unevaluated keyword is asked
// about.
func (e *evaluated) schema(id int32, items, unsure, self bool) {
	if e.looks++; e.looks > maxEvaluated {
		e.unknown = true
	}
	if e.unknown || e.seen[id] || e.kind(id) != jsondoc.Object {
		return
	}
	e.seen[id] = true
	var m members
	e.collect(id, &m)
	if items {
		e.items(id, &m, unsure, self)
	} else {
		e.properties(&m, unsure, self)
	}
	for _, k := range [...]kw{kwAllOf, kwAnyOf, kwOneOf} {
		if v := m.value(k); v != 0 {
			for _, s := range e.node(v).Elems() {
				e.schema(int32(s.ID()), items, unsure || k != kwAllOf, false)
			}
		}
	}
	for _, k := range [...]kw{kwIf, kwThen, kwElse} {
		if v := m.value(k); v != 0 && m.has(kwIf) {
			e.schema(v, items, true, false)
		}
	}
	if v := m.value(kwDependentSchemas); v != 0 {
		for _, s := range e.node(v).Members() {
			e.schema(int32(s.ID()), items, true, false)
		}
	}
	e.references(&m, items, unsure)
}

func (m *members) has(k kw) bool { return m.slot[k] != 0 }

func (e *evaluated) references(m *members, items, unsure bool) {
	for k := range m.set.and(referring).all {
		i, ok := e.refAt(m.value(k))
		switch {
		case !ok:
		case k != kwRef && e.refs[i].state == refFound && !e.static(i), e.refs[i].state != refFound:
			e.unknown = true
		default:
			e.schema(e.refs[i].target, items, unsure, false)
		}
	}
}

// static reports whether a dynamic reference can lead to one schema only.
func (e *evaluated) static(i int32) bool {
	r := &e.refs[i]
	if r.k == kwDynamicRef {
		return e.choices(r.value) <= 1
	}
	return !e.resources[r.res].dynamic
}

func (e *evaluated) properties(m *members, unsure, self bool) {
	if m.has(kwAdditionalProperties) || m.has(kwUnevaluatedProperties) && !self {
		e.under(unsure)
		e.all = true
	}
	for k, set := range map[kw]map[string]bool{kwProperties: e.names, kwPatternProperties: e.patterns} {
		v := m.value(k)
		if v == 0 {
			continue
		}
		e.looks += e.node(v).Len()
		for name := range e.node(v).Members() {
			text := name.Text()
			if !set[text] {
				e.under(unsure)
				set[text] = true
			}
		}
	}
}

func (e *evaluated) items(id int32, m *members, unsure, self bool) {
	newest := e.state[id].d == Draft2020
	rest := m.has(kwItems)
	if tuple := m.tuple(e.conv, e.state[id].d); tuple != 0 {
		e.upTo(e.node(tuple).Len(), unsure)
		rest = rest && newest || !newest && m.has(kwAdditionalItems)
	}
	if rest || m.has(kwUnevaluatedItems) && !self {
		e.under(unsure)
		e.all = true
	}
	if m.has(kwContains) && newest {
		e.unknown = true // it marks items as evaluated, and which depends on the value
	}
}

// tuple returns the list of schemas for the first items, 0 where there is none.
func (m *members) tuple(c *conv, d Dialect) int32 {
	if d == Draft2020 {
		return m.value(kwPrefixItems)
	}
	if v := m.value(kwItems); v != 0 && c.kind(v) == jsondoc.Array {
		return v
	}
	return 0
}

func (e *evaluated) upTo(n int, unsure bool) {
	if n > e.prefix {
		e.looks += n
		e.under(unsure)
		e.prefix = n
	}
}

func (e *evaluated) under(unsure bool) { e.maybe = e.maybe || unsure }

// refAt finds the reference that a value makes.
func (c *conv) refAt(value int32) (i int32, ok bool) {
	if c.refByValue == nil {
		c.refByValue = make(map[int32]int32, len(c.refs))
		for i := range c.refs {
			c.refByValue[c.refs[i].value] = int32(i)
		}
	}
	i, ok = c.refByValue[value]
	return i, ok
}

// unevaluatedProperties writes the keyword as additionalProperties, which counts
// only what stands beside it: the names and patterns that other parts of the
// schema evaluate are added there.
func (c *conv) unevaluatedProperties(v *view) {
	e := c.evaluatedBy(v, false)
	key := v.key(kwUnevaluatedProperties)
	switch {
	case e.unknown || e.all && e.maybe:
		c.takeAway(v, kwUnevaluatedProperties, codeUnevaluatedLost)
		return
	case e.all:
		c.takeAway(v, kwUnevaluatedProperties, codeUnevaluatedIdle)
		return
	case e.maybe:
		c.note(codeUnevaluatedNear, key+1)
	default:
		c.note(codeUnevaluatedDown, key+1)
	}
	c.addNames(v, key, kwPatternProperties, e.patterns)
	c.addNames(v, key, kwProperties, e.names)
	c.renameKeyword(v, kwUnevaluatedProperties, "additionalProperties")
}

// addNames adds what is missing to properties or patternProperties, as schemas
// that allow everything.
func (c *conv) addNames(v *view, key int32, k kw, names map[string]bool) {
	there := v.val(k)
	var parts []part
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if there != 0 && c.kind(there) == jsondoc.Object {
			if c.member(there, []byte(name)) == 0 {
				c.add(there, name, lit("{}"))
			}
			continue
		}
		lead := ", "
		if parts == nil {
			lead = "{"
		}
		parts = append(parts, lit(lead+jsondoc.Quote(name)+": {}"))
	}
	if parts != nil {
		c.after(key, k.String(), append(parts, lit("}"))...)
	}
}

// unevaluatedItemsDown writes the keyword as what draft-07 has for the items after
// the ones that are accounted for.
func (c *conv) unevaluatedItemsDown(v *view) {
	e := c.evaluatedBy(v, true)
	key := v.key(kwUnevaluatedItems)
	own := v.tuple(c, v.from)
	switch {
	case e.unknown || e.all && e.maybe:
		c.takeAway(v, kwUnevaluatedItems, codeUnevaluatedLost)
		return
	case e.all:
		c.takeAway(v, kwUnevaluatedItems, codeUnevaluatedIdle)
		return
	case e.maybe:
		c.note(codeUnevaluatedNear, key+1)
	default:
		c.note(codeUnevaluatedDown, key+1)
	}
	if v.has(kwAdditionalItems) && own == 0 {
		c.takeAway(v, kwAdditionalItems, codeAdditionalItemsDropped) // it would count beside a list
	}
	have := 0
	if own != 0 {
		have = c.node(own).Len()
	}
	var parts []part
	for i := have; i < e.prefix; i++ {
		if own != 0 {
			c.addElement(own, lit("{}"))
			continue
		}
		lead := ", "
		if parts == nil {
			lead = "["
		}
		parts = append(parts, lit(lead+"{}"))
	}
	switch {
	case parts != nil:
		c.after(key, "items", append(parts, lit("]"))...)
		c.renameKeyword(v, kwUnevaluatedItems, "additionalItems")
	case own != 0:
		c.renameKeyword(v, kwUnevaluatedItems, "additionalItems")
	default:
		c.renameKeyword(v, kwUnevaluatedItems, "items")
	}
}
