package validate

import (
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// shape says where the schemas under a keyword stand.
type shape uint8

const (
	asOne    shape = iota // the value is a schema
	asList                // its elements are
	asEach                // the values of its members are
	asEither              // the value, or its elements where it is an array
)

// applicator is a keyword with schemas under it.
type applicator struct {
	keyword string
	shape   shape
	since   dialect.Dialect
	shelf   bool // only keeps schemas for others to refer to
}

// applicators mirrors what the library looks into for each draft; later drafts
// go on looking into the keywords of earlier ones.
var applicators = func() map[string]applicator {
	m := map[string]applicator{}
	for _, a := range []applicator{
		{"definitions", asEach, dialect.Draft04, true},
		{"not", asOne, dialect.Draft04, false},
		{"allOf", asList, dialect.Draft04, false},
		{"anyOf", asList, dialect.Draft04, false},
		{"oneOf", asList, dialect.Draft04, false},
		{"properties", asEach, dialect.Draft04, false},
		{"additionalProperties", asOne, dialect.Draft04, false},
		{"patternProperties", asEach, dialect.Draft04, false},
		{"items", asEither, dialect.Draft04, false},
		{"additionalItems", asOne, dialect.Draft04, false},
		{"dependencies", asEach, dialect.Draft04, false},
		{"propertyNames", asOne, dialect.Draft06, false},
		{"contains", asOne, dialect.Draft06, false},
		{"if", asOne, dialect.Draft07, false},
		{"then", asOne, dialect.Draft07, false},
		{"else", asOne, dialect.Draft07, false},
		{"$defs", asEach, dialect.Draft2019, true},
		{"dependentSchemas", asEach, dialect.Draft2019, false},
		{"unevaluatedProperties", asOne, dialect.Draft2019, false},
		{"unevaluatedItems", asOne, dialect.Draft2019, false},
		{"contentSchema", asOne, dialect.Draft2019, true},
		{"prefixItems", asList, dialect.Draft2020, false},
	} {
		m[a.keyword] = a
	}
	return m
}()

// spot is one subschema of the document.
type spot struct {
	at       jsondoc.Pointer
	node     jsondoc.Node
	dialect  dialect.Dialect
	base     string  // URI that references in it are resolved against
	children []*spot // applied with it, so shelves are left out
	resource bool    // it has an $id of its own, or is the root
	stray    bool    // found through a reference only, where no schema is expected
	seen     bool    // applied to some instance, as far as can be told
}

// survey is what is known of a schema before the library sees it.
type survey struct {
	doc       *jsondoc.Document
	spots     []*spot // in the order found
	at        map[jsondoc.Pointer]*spot
	resources map[string]*resource // by absolute URI
	strays    int
	pathBytes int
	pathWork  int
	err       *CompileError
}

// resource is a part of the document with a URI of its own.
type resource struct {
	root    *spot
	anchors map[string]*spot
}

// takeSurvey walks all subschemas, and then what is referred to besides them.
func takeSurvey(doc *jsondoc.Document, d dialect.Dialect) (*survey, *CompileError) {
	s := &survey{doc: doc, at: map[jsondoc.Pointer]*spot{}, resources: map[string]*resource{}}
	root := s.walk(doc.Root(), "", d, rootURI, 0, false)
	if s.err == nil {
		s.reach(root)
	}
	return s, s.err
}

func (s *survey) walk(n jsondoc.Node, at jsondoc.Pointer, d dialect.Dialect, base string, depth int, stray bool) *spot {
	sp := &spot{at: at, node: n, dialect: d, base: base, stray: stray}
	s.spots = append(s.spots, sp)
	s.at[at] = sp
	s.pathBytes += len(at)
	s.pathWork += len(at) * strings.Count(string(at), "/")
	if s.err = s.overrun(sp, depth); s.err != nil {
		return sp
	}
	s.identify(sp)
	if n.Kind() != jsondoc.Object {
		return sp
	}
	for name, value := range members(n) {
		a, ok := applicators[name]
		if !ok || a.since > sp.dialect {
			continue
		}
		for p, child := range a.under(at.Join(name), value) {
			if c := s.walk(child, p, sp.dialect, sp.base, depth+1, stray); !a.shelf {
				sp.children = append(sp.children, c)
			}
			if s.err != nil {
				return sp
			}
		}
	}
	return sp
}

// under yields the schemas that stand under a keyword.
func (a applicator) under(at jsondoc.Pointer, value jsondoc.Node) func(func(jsondoc.Pointer, jsondoc.Node) bool) {
	return func(yield func(jsondoc.Pointer, jsondoc.Node) bool) {
		switch {
		case a.shape == asOne, a.shape == asEither && value.Kind() != jsondoc.Array:
			yield(at, value)
		case a.shape == asEach:
			for name, v := range members(value) {
				if a.keyword == "dependencies" && v.Kind() == jsondoc.Array {
					continue // names, not a schema
				}
				if !yield(at.Join(name), v) {
					return
				}
			}
		default:
			for i, v := range value.Elems() {
				if !yield(at.Index(i), v) {
					return
				}
			}
		}
	}
}

// overrun is the bound that the survey has just passed; nil where it has not.
func (s *survey) overrun(sp *spot, depth int) *CompileError {
	switch n := len(s.spots); {
	case n > MaxSubschemas:
		return fault(TooLarge, sp.at, "", "the schema holds more than %d subschemas; at most %d are compiled", MaxSubschemas, MaxSubschemas)
	case depth > MaxDepth:
		return fault(TooLarge, sp.at, "", "subschemas are nested more than %d levels deep; at most %d are compiled", MaxDepth, MaxDepth)
	case s.pathBytes > MaxPathBytes:
		return fault(TooLarge, sp.at, "", "the pointers of the subschemas take more than %d bytes together; at most %d are compiled", MaxPathBytes, MaxPathBytes)
	case s.pathWork > MaxPathWork:
		return fault(TooLarge, sp.at, "", "too many subschemas are nested too deep; the length of their pointers times their depth may be %d together", MaxPathWork)
	case len(s.resources) > MaxIDs:
		return fault(TooLarge, sp.at, "$id", "the schema holds more than %d embedded $id; at most %d are compiled", MaxIDs, MaxIDs)
	case s.strays*n > MaxStrayWork:
		return fault(TooLarge, sp.at, "", "%d references to places where no schema is expected, in a schema of %d subschemas, are too many to compile", s.strays, n)
	}
	return nil
}

// identify applies the $id, $schema and anchors of a subschema.
func (s *survey) identify(sp *spot) {
	sp.resource = sp.at == ""
	id, anchors := sp.ownID()
	if id != "" {
		if abs, _, ok := resolveURI(sp.base, id); ok {
			sp.base, sp.resource = abs, true
		}
	}
	if sp.resource {
		if declared := sp.node.Get("$schema"); sp.at != "" && declared.Kind() == jsondoc.String {
			if d, ok := dialect.ByURI(declared.Text()); ok {
				sp.dialect = d
			}
		}
		if s.resources[sp.base] == nil {
			s.resources[sp.base] = &resource{root: sp, anchors: map[string]*spot{}}
		}
	}
	r := s.resources[sp.base]
	if r == nil {
		return
	}
	for _, a := range anchors {
		if r.anchors[a] == nil {
			r.anchors[a] = sp
		}
	}
}

// ownID returns the URI a subschema gives itself, without fragment, and its
// anchors. Up to draft-07 a $ref hides both, and an anchor is an $id that is a
// fragment only (draft-07 core, section 8.2.3).
func (sp *spot) ownID() (id string, anchors []string) {
	old := sp.dialect < dialect.Draft2019
	if old && sp.node.Get("$ref").Exists() {
		return "", nil
	}
	text := sp.node.Get(sp.idKeyword())
	id, fragment, _ := splitFragment(text.Text())
	if old && fragment != "" && fragment[0] != '/' {
		anchors = append(anchors, fragment)
	}
	if !old {
		for _, k := range []string{"$anchor", "$dynamicAnchor"} {
			if a := sp.node.Get(k); a.Kind() == jsondoc.String {
				anchors = append(anchors, a.Text())
			}
		}
	}
	return id, anchors
}

func (sp *spot) idKeyword() string {
	if sp.dialect <= dialect.Draft04 {
		return "id"
	}
	return "$id"
}

// reach marks what is applied from the root on, and walks what is referred to
// outside of every place for schemas, such as #/x-models/pet.
func (s *survey) reach(root *spot) {
	queue := []*spot{root}
	push := func(sp *spot) {
		if sp != nil && !sp.seen {
			sp.seen = true
			queue = append(queue, sp)
		}
	}
	root.seen = true
	for len(queue) > 0 && s.err == nil {
		sp := queue[0]
		queue = queue[1:]
		if sp.resource && sp.dialect >= dialect.Draft2020 {
			for _, a := range s.resources[sp.base].anchors { // a $dynamicRef may lead to any
				push(a)
			}
		}
		refs := sp.references()
		for _, ref := range refs {
			push(s.target(sp, ref))
		}
		if len(refs) > 0 && sp.dialect < dialect.Draft2019 {
			continue // siblings of $ref are ignored
		}
		for _, c := range sp.children {
			push(c)
		}
	}
}

// target finds the subschema a reference leads to within the document; nil where
// there is none.
func (s *survey) target(from *spot, ref jsondoc.Node) *spot {
	p, fate := s.follow(from, ref.Text())
	if fate != found {
		return nil
	}
	if sp := s.at[p]; sp != nil {
		return sp
	}
	n, err := s.doc.At(p)
	if err != nil {
		return nil
	}
	s.strays++
	home := s.enclosing(p)
	return s.walk(n, p, home.dialect, home.base, 0, true)
}

// enclosing returns the innermost subschema around or at a pointer.
func (s *survey) enclosing(p jsondoc.Pointer) *spot {
	for ; p != ""; p = p.Parent() {
		if sp := s.at[p]; sp != nil {
			return sp
		}
	}
	return s.at[""]
}

// members yields the members of an object in order; of members with the same
// name only the last.
func members(n jsondoc.Node) func(func(string, jsondoc.Node) bool) {
	return func(yield func(string, jsondoc.Node) bool) {
		last := make(map[string]int, n.Len())
		for k, v := range n.Members() {
			last[k.Text()] = v.ID()
		}
		for k, v := range n.Members() {
			if name := k.Text(); last[name] == v.ID() && !yield(name, v) {
				return
			}
		}
	}
}
