package form

import (
	"net/url"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// source is the schema document with what is needed to follow its references.
// References that leave the document lead nowhere here.
type source struct {
	patterns
	root     jsondoc.Node
	dialect  dialect.Dialect
	names    map[string]jsondoc.Node // absolute URIs and URI#anchor, on demand
	targets  map[int]jsondoc.Node    // of references, by the schema they stand in
	large    map[int]map[string]jsondoc.Node
	quiet    bool             // members that a condition brings are left out
	ahead    int              // fields that may still be made before anybody asks
	compiled *validate.Schema // for Fill, on demand
	broken   error            // why it cannot be compiled
	work     int              // schemas that may still be followed
}

// fewMembers is how many members are looked through one by one.
const fewMembers = 32

// member is Node.Get for an object of the schema, quick where that has many
// members.
func (s *source) member(object jsondoc.Node, name string) jsondoc.Node {
	if object.Len() <= fewMembers || object.Kind() != jsondoc.Object || object.Document() != s.root.Document() {
		return object.Get(name)
	}
	byName, seen := s.large[object.ID()]
	if !seen {
		byName = make(map[string]jsondoc.Node, object.Len())
		for k, v := range object.Members() {
			byName[k.Text()] = v
		}
		if s.large == nil {
			s.large = map[int]map[string]jsondoc.Node{}
		}
		s.large[object.ID()] = byName
	}
	return byName[name]
}

// idKeyword is "id" up to draft-04 and "$id" from draft-06 on
// (https://json-schema.org/draft-06/json-schema-release-notes).
func (s *source) idKeyword() string {
	if s.dialect == dialect.Draft03 || s.dialect == dialect.Draft04 {
		return "id"
	}
	return "$id"
}

// refHidesSiblings: up to draft-07 all keywords beside $ref are ignored
// (draft-handrews-json-schema-01 section 8.3).
func (s *source) refHidesSiblings() bool {
	switch s.dialect {
	case dialect.Draft03, dialect.Draft04, dialect.Draft06, dialect.Draft07:
		return true
	}
	return false
}

// resolve follows the reference ref, one to a schema object, and finds nothing
// where it leads nowhere.
func (s *source) resolve(from jsondoc.Node, ref string) jsondoc.Node {
	n, seen := s.targets[from.ID()]
	if !seen {
		n, _ = s.lookUp(from, ref)
		if s.targets == nil {
			s.targets = map[int]jsondoc.Node{}
		}
		s.targets[from.ID()] = n
	}
	return n
}

func (s *source) lookUp(from jsondoc.Node, ref string) (jsondoc.Node, bool) {
	base, resource := s.resource(from)
	target, fragment, _ := strings.Cut(ref, "#")
	if target != "" {
		uri := join(base, target)
		n, ok := s.index()[uri]
		if !ok {
			return jsondoc.Node{}, false
		}
		base, resource = uri, n
	}
	if text, err := url.PathUnescape(fragment); err == nil {
		fragment = text
	}
	if fragment == "" {
		return resource, resource.Exists()
	}
	if strings.HasPrefix(fragment, "/") {
		n, err := resource.Follow(jsondoc.Pointer(fragment))
		return n, err == nil
	}
	n, ok := s.index()[base+"#"+fragment]
	return n, ok
}

// resource finds the schema resource that a node stands in: the nearest object
// around it with an identifier, else the whole document.
func (s *source) resource(n jsondoc.Node) (base string, root jsondoc.Node) {
	var ids []string
	root = s.root
	for at := n; at.Exists(); at = at.Parent() {
		if id := s.id(at); id != "" {
			if len(ids) == 0 {
				root = at
			}
			ids = append(ids, id)
		}
	}
	for i := len(ids) - 1; i >= 0; i-- {
		base = join(base, ids[i])
	}
	return base, root
}

// id returns the identifier of a schema resource without its empty fragment. A
// mere fragment is the name of a place up to draft-07, not of a resource, and
// what stands beside a $ref is nothing.
func (s *source) id(n jsondoc.Node) string {
	id := n.Get(s.idKeyword())
	if s.refHidesSiblings() && n.Get("$ref").Kind() == jsondoc.String {
		return ""
	}
	if id.Kind() != jsondoc.String || strings.HasPrefix(id.Text(), "#") {
		return ""
	}
	return strings.TrimSuffix(id.Text(), "#")
}

func join(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	u, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return u.String()
}

// index maps identifiers and anchors to their schemas. The first one wins.
func (s *source) index() map[string]jsondoc.Node {
	if s.names == nil {
		s.names = map[string]jsondoc.Node{}
		s.indexSchema(s.root, "", 0)
	}
	return s.names
}

// subschemas are the keywords under which schemas stand: one, a list of them, or
// an object of them by any names. An identifier anywhere else is data.
var subschemas = map[string]bool{
	"allOf": false, "anyOf": false, "oneOf": false, "prefixItems": false, "items": false,
	"additionalItems": false, "additionalProperties": false, "not": false, "if": false, "then": false,
	"else": false, "contains": false, "propertyNames": false, "unevaluatedItems": false,
	"unevaluatedProperties": false, "contentSchema": false,
	"properties": true, "patternProperties": true, "$defs": true, "definitions": true,
	"dependentSchemas": true, "dependencies": true,
}

// maxIndex bounds the nesting of schemas with identifiers.
const maxIndex = 200

func (s *source) indexSchema(n jsondoc.Node, base string, depth int) {
	if n.Kind() != jsondoc.Object || depth > maxIndex {
		return
	}
	if id := s.id(n); id != "" || depth == 0 {
		base = join(base, id)
		s.name(base, n)
	}
	for _, k := range [...]string{"$anchor", "$dynamicAnchor"} {
		if a := n.Get(k); a.Kind() == jsondoc.String {
			s.name(base+"#"+a.Text(), n)
		}
	}
	if id := n.Get(s.idKeyword()); id.Kind() == jsondoc.String && strings.HasPrefix(id.Text(), "#") {
		s.name(base+id.Text(), n)
	}
	for k, v := range n.Members() {
		byName, known := subschemas[k.Text()]
		switch {
		case !known:
		case byName:
			for _, sub := range v.Members() {
				s.indexSchema(sub, base, depth+1)
			}
		default:
			s.indexSchema(v, base, depth+1)
			for _, sub := range v.Elems() {
				s.indexSchema(sub, base, depth+1)
			}
		}
	}
}

func (s *source) name(uri string, n jsondoc.Node) {
	if _, taken := s.names[uri]; !taken {
		s.names[uri] = n
	}
}
