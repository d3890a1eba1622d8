package dialect

import (
	"bytes"

	"mcploupe/inspector/jsondoc"
)

// nodeFlag is what the walk finds out about a node.
type nodeFlag uint16

const (
	isSchema    nodeFlag = 1 << iota // a schema that has been walked
	isContainer                      // a map or list of schemas
	inPosition                       // a schema because of the keyword it stands under
	isLate                           // or because a reference names it, or inside of such a one
	isResource                       // the root of a schema resource
	isEmbedded                       // a resource with a $schema of its own
	isOpaque                         // a resource of an unknown dialect, left alone
	isIgnoring                       // $ref makes its siblings ignored
	isRewritten                      // the rules have run
	isDirty                          // it or something in it is written differently
)

// nodeState is what is known about a node of the source. States lie in a slice
// by the node's ID.
type nodeState struct {
	edit   int32 // index of what is done to a member (under its name's ID) or a value
	res    int32 // the resource a schema belongs to
	region int32 // the ignored region a schema stands in, 0 = none
	flags  nodeFlag
	d      Dialect
}

// scope is where a walk is.
type scope struct {
	res    int32
	region int32
	d      Dialect
	late   bool
}

// region is the value of a keyword that the old dialect ignores and the new one
// would not: it goes, or, where a reference leads into it, moves to $defs.
type region struct {
	schema int32 // the schema the keyword stands in
	key    int32 // the name's ID
	outer  int32 // the region around, 0 = none
	refs   int32 // the last of the references in it, linked by ref.next
	active bool  // a live reference leads into it
}

// members are the keywords of one schema. Of duplicates the last one counts.
type members struct {
	slot  [kwCount]int32 // the name's ID, 0 = absent
	set   kwSet
	count int
}

// value returns the ID of a keyword's value, 0 where it is absent.
func (m *members) value(k kw) int32 {
	if m.slot[k] == 0 {
		return 0
	}
	return m.slot[k] + 1
}

// collect reads the keywords of the schema object id.
func (c *conv) collect(id int32, m *members) {
	end := c.end(id)
	for k := id + 1; k < end; k = c.end(k + 1) {
		m.count++
		w := c.keyword(k)
		if w == kwNone {
			continue
		}
		if m.slot[w] != 0 {
			m.set.add(kwDuplicated)
		}
		m.slot[w] = k
		m.set.add(w)
	}
	if v := m.value(kwItems); v != 0 && c.kind(v) == jsondoc.Array {
		m.set.add(kwItemsList)
	}
	if v := m.value(kwRef); v != 0 && m.count > 1 && c.kind(v) == jsondoc.String {
		m.set.add(kwNotAlone)
	}
}

// keyword looks up a member name.
func (c *conv) keyword(key int32) kw {
	raw := c.raw(key)
	raw = raw[1 : len(raw)-1]
	if k := keywordOf(raw); k != kwNone {
		return k
	}
	if bytes.IndexByte(raw, '\\') >= 0 {
		return keywordOf([]byte(c.node(key).Text()))
	}
	return kwNone
}

// walk visits a schema and everything below it that is a schema by its keyword.
func (c *conv) walk(id int32, at scope, how nodeFlag) {
	st := &c.state[id]
	if st.flags&isSchema != 0 && st.res == at.res && st.d == at.d && (st.flags&isLate != 0) == at.late {
		st.flags |= how
		return
	}
	switch c.kind(id) {
	case jsondoc.Bool:
		c.mark(id, at, how)
		if c.to == Draft04 {
			c.booleans = append(c.booleans, id)
		}
	case jsondoc.Object:
		c.object(id, at, how)
	default:
		if at.region == 0 {
			c.note(codeNotASchema, id)
		}
	}
}

func (c *conv) mark(id int32, at scope, how nodeFlag) {
	st := &c.state[id]
	st.d, st.res, st.region = at.d, at.res, at.region
	st.flags |= isSchema | how
	st.flags &^= isLate
	if at.late {
		st.flags |= isLate
	}
}

func (c *conv) object(id int32, at scope, how nodeFlag) {
	var m members
	c.collect(id, &m)
	if !m.set.and(naming).empty() || id == 0 {
		var opaque bool
		if at, opaque = c.enter(id, &m, at); opaque {
			return
		}
	}
	c.mark(id, at, how)
	ignoring := at.d <= Draft07 && m.slot[kwRef] != 0 && c.kind(m.value(kwRef)) == jsondoc.String
	if ignoring {
		c.state[id].flags |= isIgnoring
	}
	if !m.set.and(plans[at.d][c.to].trigger).empty() {
		c.schemas = append(c.schemas, id)
	}
	if at.d >= Draft2019 && m.set.has(kwUnevaluatedItems) {
		c.unevaluatedItems = true
	}
	if at.d == Draft2020 && m.set.has(kwContains) {
		c.containsSeen = true
	}
	if !m.set.and(referring).empty() {
		c.references(id, &m, at)
	}
	know := &knows[at.d]
	for k := range m.set.and(know.walked).all {
		in := at
		if c.ignored(k, &m, at.d, ignoring) {
			in.region = c.region(id, m.slot[k], at.region)
		}
		c.children(m.value(k), k, in)
	}
}

// ignored reports whether the conversion has to get rid of a keyword that holds
// schemas because the old dialect ignores it and the new one does not.
func (c *conv) ignored(k kw, m *members, d Dialect, ignoring bool) bool {
	if ignoring && c.to >= Draft2019 && knows[d].dead.has(k) {
		return true
	}
	return k == kwAdditionalItems && c.to >= Draft2020 && !m.set.has(kwItemsList)
}

func (c *conv) region(schema, key, outer int32) int32 {
	c.regions = append(c.regions, region{schema: schema, key: key, outer: outer, refs: -1})
	r := int32(len(c.regions) - 1)
	c.state[key].region = r
	return r
}

// children visits the schemas in the value v of a keyword.
func (c *conv) children(v int32, k kw, at scope) {
	kind := c.kind(v)
	switch holds := keywordTable[k].holds; {
	case holds == holdsOne, holds == holdsItems && kind != jsondoc.Array, holds == holdsOneOrList && kind != jsondoc.Array:
		c.walk(v, at, inPosition)
	case kind == jsondoc.Array && (holds == holdsList || holds == holdsItems || holds == holdsOneOrList):
		c.list(v, at)
	case kind == jsondoc.Object && (holds == holdsMap || holds == holdsDeps):
		c.mapOf(v, at, holds == holdsDeps)
	case holds == holdsTypes:
		c.types(v, at)
	case at.region == 0 && (k != kwDefs || k.known(at.d)): // an unknown $defs is renamed, and that is said
		c.note(codeMalformed, v)
	}
}

func (c *conv) list(v int32, at scope) {
	c.state[v].flags |= isContainer
	for e, end := v+1, c.end(v); e < end; e = c.end(e) {
		c.walk(e, at, inPosition)
	}
}

func (c *conv) mapOf(v int32, at scope, names bool) {
	c.state[v].flags |= isContainer
	c.shadows(v, at.region != 0)
	for k, end := v+1, c.end(v); k < end; k = c.end(k + 1) {
		if kind := c.kind(k + 1); names && (kind == jsondoc.Array || kind == jsondoc.String) {
			continue
		}
		if len(c.shadowed) > 0 && c.shadowed[k] != 0 {
			continue
		}
		c.walk(k+1, at, inPosition)
	}
}

// types visits the schemas among the type names of draft-03.
func (c *conv) types(v int32, at scope) {
	switch c.kind(v) {
	case jsondoc.Object:
		c.walk(v, at, inPosition)
	case jsondoc.Array:
		c.state[v].flags |= isContainer
		for e, end := v+1, c.end(v); e < end; e = c.end(e) {
			if c.kind(e) == jsondoc.Object {
				c.walk(e, at, inPosition)
			}
		}
	}
}

// naming is what gives a schema a name or a dialect, referring what refers.
var (
	naming    = setOf(kwSchema, kwID, kwOldID, kwAnchor, kwDynamicAnchor, kwRecursiveAnchor)
	referring = setOf(kwRef, kwDynamicRef, kwRecursiveRef)
)

// references records the references that a schema makes.
func (c *conv) references(id int32, m *members, at scope) {
	for k := range m.set.and(referring).all {
		v := m.value(k)
		switch {
		case !k.known(at.d):
		case c.kind(v) == jsondoc.String:
			c.addRef(ref{value: v, schema: id, k: k, region: at.region, res: at.res})
		case at.region == 0:
			c.note(codeMalformed, v)
		}
	}
}
