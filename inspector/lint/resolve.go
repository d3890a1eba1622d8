package lint

import (
	"net/url"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// reach says where a reference leads.
type reach uint8

const (
	found    reach = iota // to a value of the document
	dangling              // into the document, and nothing is there
	outside               // to another document, which is never fetched
	broken                // it is no reference at all
)

// destination is where a reference leads.
type destination struct {
	reach reach
	node  jsondoc.Node // where found
	why   string       // where dangling: what is missing
}

// references knows the names that the schemas of a document have: $id with the
// base address of everything in it, and anchors.
type references struct {
	bases     []*url.URL              // of each subschema, by index
	resources map[string]jsondoc.Node // address without fragment → its root
	anchors   map[string]jsondoc.Node // address with fragment → schema
}

// rootBase is the address of a schema that has none.
const rootBase = "urn:mcploupe:document"

func (s *schema) references() *references {
	if s.refs == nil {
		s.refs = s.name()
	}
	return s.refs
}

// name reads the identifiers of all subschemas. Parents stand before children,
// so that a base is known before what is resolved against it.
func (s *schema) name() *references {
	r := &references{bases: make([]*url.URL, len(s.nodes)), resources: map[string]jsondoc.Node{}, anchors: map[string]jsondoc.Node{}}
	start, _ := url.Parse(rootBase)
	for i := range s.nodes {
		n := &s.nodes[i]
		base := start
		if n.parent >= 0 {
			base = r.bases[n.parent]
		} else {
			r.resources[rootBase] = n.Node
		}
		r.bases[i] = r.identify(s, n, base)
	}
	return r
}

// identify reads the names of one subschema and returns the base inside of it.
func (r *references) identify(s *schema, n *node, base *url.URL) *url.URL {
	id := n.Get("$id")
	if s.used <= dialect.Draft04 {
		id = n.Get("id")
	}
	ignored := s.used <= dialect.Draft07 && n.Get("$ref").Exists() // siblings of $ref
	if id.Kind() == jsondoc.String && !ignored {
		if u, err := url.Parse(id.Text()); err == nil {
			base = r.rename(n, base, u)
		}
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if a := n.Get(name); a.Kind() == jsondoc.String {
			r.anchors[base.String()+"#"+a.Text()] = n.Node
		}
	}
	return base
}

func (r *references) rename(n *node, base, id *url.URL) *url.URL {
	if strings.HasPrefix(id.String(), "#") { // an anchor, up to draft-07
		if id.Fragment != "" {
			r.anchors[base.String()+"#"+id.Fragment] = n.Node
		}
		return base
	}
	u := *base.ResolveReference(id)
	if base.Opaque != "" && !id.IsAbs() {
		u = *id // nothing to resolve against: it stands for itself
	}
	u.Fragment, u.RawFragment = "", ""
	r.resources[u.String()] = n.Node
	return &u
}

// target finds where the $ref of a subschema leads.
func (r *references) target(s *schema, n *node) destination {
	return r.follow(s, n, n.Get("$ref"))
}

func (r *references) follow(s *schema, n *node, ref jsondoc.Node) destination {
	u, err := url.Parse(ref.Text())
	if err != nil {
		return destination{reach: broken, why: err.Error()}
	}
	base := r.bases[s.byID[n.ID()]-1]
	full := base.ResolveReference(u)
	if u.String() == "" || strings.HasPrefix(u.String(), "#") {
		same := *base
		full = &same
	} else if base.Opaque != "" && !u.IsAbs() {
		full = u
	}
	bare := *full
	bare.Fragment, bare.RawFragment = "", ""
	root, known := r.resources[bare.String()]
	if !known {
		return destination{reach: outside}
	}
	return r.inside(root, bare.String(), u.Fragment)
}

// inside finds a fragment within a resource: a pointer or an anchor.
func (r *references) inside(root jsondoc.Node, address, fragment string) destination {
	if fragment == "" {
		return destination{node: root}
	}
	if !strings.HasPrefix(fragment, "/") {
		if n, ok := r.anchors[address+"#"+fragment]; ok {
			return destination{node: n}
		}
		return destination{reach: dangling, why: "no schema has the anchor " + quote(fragment)}
	}
	n, err := root.Follow(jsondoc.Pointer(fragment))
	if err != nil {
		return destination{reach: dangling, why: missing(err)}
	}
	return destination{node: n}
}

func missing(err error) string {
	pe, ok := err.(*jsondoc.PointerError)
	if !ok {
		return err.Error()
	}
	if pe.At == "" {
		return "the root has no " + quote(pe.Token)
	}
	return quote(string(pe.At)) + " has no " + quote(pe.Token)
}
