package dialect

import (
	"bytes"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// resource is a schema resource: the document, or a schema in it that names
// itself by a URI (2020-12 core section 4.3.5).
type resource struct {
	root    int32
	outer   int32  // the resource around it, -1 for the document
	uri     string // absolute, without fragment
	d       Dialect
	region  int32
	dynamic bool // $recursiveAnchor is true
}

type anchorKey struct {
	res  int32
	name string
}

// anchor is a schema with a plain name.
type anchor struct {
	schema int32
	region int32
}

// enter reads what a schema says about its own name and dialect and returns the
// scope for what is inside. A resource of an unknown dialect is opaque.
func (c *conv) enter(id int32, m *members, at scope) (in scope, opaque bool) {
	embedded := false
	if v := m.value(kwSchema); v != 0 && id != 0 && c.kind(v) == jsondoc.String {
		d, known := ByURI(c.node(v).Text())
		switch {
		case known && c.identity(m, d) != "":
			at.d, embedded = d, true
		case !known && (c.identity(m, at.d) != "" || c.identity(m, Draft2020) != ""):
			c.opaque(id, m, at)
			return at, true
		}
	}
	if at.d <= Draft07 && m.slot[kwRef] != 0 && c.kind(m.value(kwRef)) == jsondoc.String {
		if id == 0 {
			at.res = c.resource(id, selfBase, at)
		}
		return at, false // identifiers beside $ref are ignored: draft-07 core section 8.3
	}
	uri, name := splitID(c.idText(m, at.d))
	switch {
	case id == 0:
		at.res = c.resource(id, resolveURI(selfBase, uri), at)
	case uri != "":
		if uri = resolveURI(c.resources[at.res].uri, uri); uri != c.resources[at.res].uri {
			at.res = c.resource(id, uri, at)
		}
	}
	if embedded {
		c.state[id].flags |= isEmbedded
	}
	c.names(id, m, at, name)
	return at, false
}

// names registers the plain names of a schema.
func (c *conv) names(id int32, m *members, at scope, fragment string) {
	if at.d <= Draft07 {
		if fragment != "" && fragment[0] != '/' {
			if name, ok := appendUnescaped(nil, []byte(fragment)); ok {
				c.anchor(string(name), id, at)
			}
		}
		return
	}
	for _, k := range [...]kw{kwAnchor, kwDynamicAnchor} {
		if v := m.value(k); v != 0 && k.known(at.d) && c.kind(v) == jsondoc.String {
			c.anchor(c.node(v).Text(), id, at)
			if k == kwDynamicAnchor {
				c.dynamicAnchors = append(c.dynamicAnchors, v)
			}
		}
	}
	if v := m.value(kwRecursiveAnchor); v != 0 && at.d == Draft2019 && c.resources[at.res].root == id {
		c.resources[at.res].dynamic = c.node(v).IsTrue()
	}
}

// resource starts a resource. Of two with one URI the live one counts, then the
// first.
func (c *conv) resource(root int32, uri string, at scope) int32 {
	r := int32(len(c.resources))
	c.resources = append(c.resources, resource{root: root, outer: at.res, uri: uri, d: at.d, region: at.region})
	c.state[root].flags |= isResource
	c.uriBytes += len(uri)
	if old, ok := c.byURI[uri]; !ok || c.resources[old].region != 0 && at.region == 0 {
		c.byURI[uri] = r
	}
	return r
}

func (c *conv) anchor(name string, id int32, at scope) {
	key := anchorKey{at.res, name}
	if old, ok := c.anchors[key]; !ok || old.region != 0 && at.region == 0 {
		c.anchors[key] = anchor{id, at.region}
	}
}

// opaque registers a resource that is not looked into.
func (c *conv) opaque(id int32, m *members, at scope) {
	uri, _ := splitID(c.idText(m, at.d))
	if uri == "" {
		uri, _ = splitID(c.idText(m, Draft2020))
	}
	c.resource(id, resolveURI(c.resources[at.res].uri, uri), at)
	c.state[id].flags |= isOpaque
	if at.region == 0 {
		c.note(codeUnknownEmbedded, m.value(kwSchema))
	}
}

// identity returns the URI by which a schema of dialect d names itself, "" where
// it does not.
func (c *conv) identity(m *members, d Dialect) string {
	if d <= Draft07 && m.slot[kwRef] != 0 && c.kind(m.value(kwRef)) == jsondoc.String {
		return ""
	}
	uri, _ := splitID(c.idText(m, d))
	return uri
}

// idText returns the text of the identifier in dialect d.
func (c *conv) idText(m *members, d Dialect) string {
	v := m.value(idKeyword(d))
	if v == 0 || c.kind(v) != jsondoc.String {
		return ""
	}
	return c.node(v).Text()
}

func idKeyword(d Dialect) kw {
	if d <= Draft04 {
		return kwOldID
	}
	return kwID
}

// splitID takes an identifier apart at its fragment.
func splitID(id string) (uri, fragment string) {
	uri, fragment, _ = strings.Cut(id, "#")
	return uri, fragment
}

// validAnchor reports whether a plain name may be written in dialect d.
//
// 2020-12 core section 8.2.2 wants ^[A-Za-z_][-A-Za-z0-9._]*$, 2019-09 core
// section 8.2.3 ^[A-Za-z][-A-Za-z0-9.:_]*$.
func validAnchor(name string, d Dialect) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case letter, c == '_' && (i > 0 || d >= Draft2020 || d <= Draft07):
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		case i > 0 && c == ':' && d < Draft2020:
		default:
			return false
		}
	}
	return name != ""
}

// anchorName returns how a plain name of a resource is written in the target
// dialect: as it is where that may be, else respelled and unique.
func (c *conv) anchorName(res int32, name string) string {
	if validAnchor(name, c.to) {
		return name
	}
	key := anchorKey{res, name}
	if to, ok := c.renamed[key]; ok {
		return to
	}
	to := c.unique(^res, respell(name, c.to), func(s string) bool {
		_, ok := c.anchors[anchorKey{res, s}]
		return ok
	})
	c.renamed[key] = to
	return to
}

// unique returns a name that nothing else in scope has, made from base. Counters
// keep a long run of equal names from being searched again and again.
func (c *conv) unique(scope int32, base string, taken func(string) bool) string {
	key := anchorKey{scope, base}
	for {
		n := c.serial[key] + 1
		c.serial[key] = n
		name := base
		if n > 1 {
			name = base + "_" + strconv.Itoa(n)
		}
		if !taken(name) && (n == 1 || c.serial[anchorKey{scope, name}] == 0) {
			return name
		}
	}
}

// respell makes a valid plain name of any text.
func respell(name string, d Dialect) string {
	b := bytes.Map(func(r rune) rune {
		if r < 0x80 && validAnchor("a"+string(r), min(d, Draft2020)) && (r != ':' || d < Draft2020) {
			return r
		}
		return '_'
	}, []byte(name))
	if out := string(b); validAnchor(out, d) {
		return out
	}
	return "a_" + string(b)
}
