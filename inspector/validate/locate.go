package validate

import (
	"net/url"
	"strconv"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// rootURI is the address under which the library knows the document. The .invalid
// domain is reserved for never being resolved (RFC 2606), and nothing resolves it.
const rootURI = "mem://schema.invalid/schema.json"

// fate is what becomes of a reference.
type fate uint8

const (
	found     fate = iota
	dangling       // leads into the document and finds nothing
	external       // leads out of the document
	builtin        // leads to a metaschema, which the library carries with it
	malformed      // is no URI reference
)

// references returns the references of a subschema that are followed.
func (sp *spot) references() []jsondoc.Node {
	var refs []jsondoc.Node
	add := func(keyword string) {
		if r := sp.node.Get(keyword); r.Kind() == jsondoc.String {
			refs = append(refs, r)
		}
	}
	add("$ref")
	switch sp.dialect {
	case dialect.Draft2019:
		add("$recursiveRef")
	case dialect.Draft2020:
		add("$recursiveRef")
		add("$dynamicRef")
	}
	return refs
}

// follow resolves a reference as it stands in a subschema.
func (s *survey) follow(from *spot, ref string) (jsondoc.Pointer, fate) {
	abs, fragment, ok := resolveURI(from.base, ref)
	if !ok {
		return "", malformed
	}
	r := s.resources[abs]
	if abs == rootURI {
		r = &resource{root: s.at[""], anchors: map[string]*spot{}}
		if own := s.resources[s.at[""].base]; own != nil {
			r = own
		}
	}
	if r == nil {
		if _, ok := dialect.ByURI(abs); ok {
			return "", builtin
		}
		return "", external
	}
	if fragment != "" && fragment[0] != '/' {
		if sp := r.anchors[fragment]; sp != nil {
			return sp.at, found
		}
		return "", dangling
	}
	p, ok := descend(r.root.node, jsondoc.Pointer(fragment))
	if !ok {
		return "", dangling
	}
	return r.root.at + p, found
}

// descend follows a pointer below a node and spells it in its plain form.
func descend(n jsondoc.Node, p jsondoc.Pointer) (jsondoc.Pointer, bool) {
	plain := jsondoc.Pointer("")
	for _, token := range p.Tokens() {
		switch n.Kind() {
		case jsondoc.Object:
			n = n.Get(token)
		case jsondoc.Array:
			i, err := strconv.Atoi(token)
			if err != nil {
				return "", false
			}
			n, token = n.Elem(i), strconv.Itoa(i)
		default:
			return "", false
		}
		if !n.Exists() {
			return "", false
		}
		plain = plain.Join(token)
	}
	return plain, true
}

// resolveURI resolves a reference against a base and splits the fragment off, in
// the way the library does it, so that both agree.
func resolveURI(base, ref string) (abs, fragment string, ok bool) {
	b, err := url.Parse(base)
	if err != nil {
		return "", "", false
	}
	path, fragment, ok := splitFragment(ref)
	if !ok {
		return "", "", false
	}
	r, err := url.Parse(path)
	if err != nil {
		return "", "", false
	}
	u := b.ResolveReference(r)
	if !r.IsAbs() && b.Opaque != "" {
		u.Opaque = b.Opaque // https://github.com/golang/go/issues/66084
	}
	return u.String(), fragment, true
}

// splitFragment cuts a reference at the # and decodes the fragment.
func splitFragment(ref string) (path, fragment string, ok bool) {
	path, fragment, _ = strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	return path, fragment, err == nil
}

// schemaPointer turns a location of the library's into a pointer into the
// document; it reports false for one in a metaschema.
func schemaPointer(location string) (jsondoc.Pointer, bool) {
	path, fragment, ok := splitFragment(location)
	if !ok || path != rootURI {
		return "", false
	}
	return jsondoc.Pointer(fragment), true
}

// instancePointer joins the tokens of an instance location.
func instancePointer(tokens []string) jsondoc.Pointer { return jsondoc.Pointer("").Join(tokens...) }

// badReferences lists the applied references that cannot be followed, in the
// order of the document.
func (s *survey) badReferences() []*CompileError {
	var bad []*CompileError
	for _, sp := range s.ordered() {
		if !sp.seen {
			continue
		}
		for _, ref := range sp.references() {
			keyword := ref.Key().Text()
			at := sp.at.Join(keyword)
			switch _, f := s.follow(sp, ref.Text()); f {
			case dangling:
				bad = append(bad, fault(DanglingRef, at, keyword, "%s %s leads nowhere in this schema", keyword, brief(ref)))
			case external:
				bad = append(bad, fault(ExternalRef, at, keyword, "%s %s leads out of this schema; it is not fetched", keyword, brief(ref)))
			case malformed:
				bad = append(bad, fault(InvalidSchema, at, keyword, "%s %s is no URI reference", keyword, brief(ref)))
			}
		}
	}
	return bad
}

// fragment spells a pointer for the fragment of a URI.
func fragment(p jsondoc.Pointer) string { return (&url.URL{Fragment: string(p)}).EscapedFragment() }
