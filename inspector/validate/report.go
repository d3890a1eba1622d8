package validate

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
)

// leaf is a node of the library's error tree that says something by itself.
type leaf struct {
	err     *jsonschema.ValidationError
	kind    jsonschema.ErrorKind
	tokens  []string        // instance location
	schema  jsondoc.Pointer // of the keyword
	inside  bool            // schema points into our document
	owner   jsondoc.Pointer // of the subschema, where inside
	keyword string
	name    string       // the one name, for kinds that are about names
	node    jsondoc.Node // the value, once arranged
	order   int          // position in the instance, once arranged
}

// reporter turns an error tree into problems.
type reporter struct {
	instance jsondoc.Node
	schema   *jsondoc.Document // nil for a metaschema
}

// leaves lists what the tree says, unordered. via is the place in our document
// that led to where e is, for a metaschema that is referred to.
func (r *reporter) leaves(e *jsonschema.ValidationError, via jsondoc.Pointer, out []*leaf) []*leaf {
	k := kindOf(e)
	own, inside := schemaPointer(e.SchemaURL)
	if inside {
		via = own
	}
	switch k := k.(type) {
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		if ref, ok := k.(*kind.Reference); ok && inside {
			via = own.Join(ref.Keyword)
		}
		for _, c := range e.Causes {
			out = r.leaves(c, via, out)
		}
		if len(e.Causes) > 0 {
			return out
		}
	}
	l := &leaf{err: e, kind: k, tokens: e.InstanceLocation, schema: via, inside: inside, owner: via}
	l.locate()
	return append(out, l)
}

// locate finds the keyword of a leaf and points to it.
func (l *leaf) locate() {
	l.keyword = rowOf(l.kind).keyword
	path := []string{l.keyword}
	switch k := l.kind.(type) {
	case *kind.FalseSchema:
		l.keyword, path = standsUnder(l.owner), nil
	case *kind.Dependency:
		path = append(path, k.Prop)
	case *kind.DependentRequired:
		path = append(path, k.Prop)
	case *kind.RefCycle, *kind.Schema, *kind.Group, *kind.InvalidJsonValue:
		path = nil
	}
	if l.inside {
		l.schema = l.owner.Join(path...)
	}
}

// standsUnder returns the keyword that a subschema stands under; "false" for the
// top level.
func standsUnder(p jsondoc.Pointer) string {
	keyword := "false"
	tokens := p.Tokens()
	for i := 0; i < len(tokens); i++ {
		a, ok := applicators[tokens[i]]
		if !ok {
			i++ // a place of somebody's own, #/x-models/pet
			continue
		}
		keyword = tokens[i]
		switch {
		case a.shape == asEach || a.shape == asList:
			i++
		case a.shape == asEither && i+1 < len(tokens):
			if _, err := strconv.Atoi(tokens[i+1]); err == nil {
				i++
			}
		}
	}
	return keyword
}

// arrange finds the values of the leaves, makes one leaf of each name, and sorts
// all by the order of the instance and then of the schema. depth is the number
// of tokens that lead to n.
func arrange(n jsondoc.Node, leaves []*leaf, depth int) []*leaf {
	out := attach(n, leaves, depth, nil)
	slices.SortStableFunc(out, func(a, b *leaf) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.schema, b.schema))
	})
	return slices.CompactFunc(out, func(a, b *leaf) bool {
		return a.order == b.order && a.schema == b.schema && a.keyword == b.keyword && a.name == b.name && len(a.tokens) == len(b.tokens)
	})
}

// attach walks only where there are leaves, and each container there once.
func attach(n jsondoc.Node, leaves []*leaf, depth int, out []*leaf) []*leaf {
	below := map[string][]*leaf{}
	for _, l := range leaves {
		if len(l.tokens) > depth {
			below[l.tokens[depth]] = append(below[l.tokens[depth]], l)
			continue
		}
		l.node, l.order = n, n.ID()
		out = append(out, l.split()...)
	}
	if len(below) == 0 {
		return out
	}
	switch n.Kind() {
	case jsondoc.Object:
		for name, v := range members(n) {
			if ls := below[name]; ls != nil {
				out = attach(v, ls, depth+1, out)
			}
		}
	case jsondoc.Array:
		for i, v := range n.Elems() {
			if ls := below[strconv.Itoa(i)]; ls != nil {
				out = attach(v, ls, depth+1, out)
			}
		}
	}
	return out
}

// split makes one leaf for each name that a leaf is about. A property that is
// not allowed has its place in the order; one that is missing has the object's.
func (l *leaf) split() []*leaf {
	var names []string
	switch k := l.kind.(type) {
	case *kind.Required:
		names = k.Missing
	case *kind.Dependency:
		names = k.Missing
	case *kind.DependentRequired:
		names = k.Missing
	case *kind.PropertyNames:
		names = []string{k.Property}
	case *kind.AdditionalProperties:
		return l.splitExtra(k.Properties)
	default:
		return []*leaf{l}
	}
	out := make([]*leaf, len(names))
	for i, n := range names {
		out[i] = l.about(n, l.order)
	}
	return out
}

func (l *leaf) splitExtra(names []string) []*leaf {
	extra := make(map[string]bool, len(names))
	for _, n := range names {
		extra[n] = true
	}
	var out []*leaf
	for name, v := range members(l.node) {
		if extra[name] {
			out = append(out, l.about(name, v.ID()))
		}
	}
	return out
}

func (l *leaf) about(name string, order int) *leaf {
	c := *l
	c.name, c.order = name, order
	return &c
}

// problem puts a leaf into words, with its causes.
func (r *reporter) problem(l *leaf) Problem {
	p := Problem{Instance: instancePointer(l.tokens), Schema: l.schema, Keyword: l.keyword}
	tried := r.branches(l)
	w := put(l.kind, r.scene(l, p.Instance, tried))
	p.Message, p.Expected, p.Got = w.message, w.expected, w.got
	switch l.kind.(type) {
	case *kind.Required, *kind.Dependency, *kind.DependentRequired:
		p.Missing = []string{l.name}
	case *kind.AdditionalProperties, *kind.PropertyNames:
		p.Extra = []string{l.name}
	}
	for i, b := range tried {
		for _, c := range b.problems {
			if len(p.Causes) < MaxCauses {
				p.Causes = append(p.Causes, c)
			}
		}
		if i == 0 {
			p.Nearest = len(p.Causes)
		}
	}
	return p
}

func (r *reporter) scene(l *leaf, at jsondoc.Pointer, tried []branch) scene {
	s := scene{value: l.node, name: l.name, at: at, under: l.keyword, last: at.Last(), tried: tried}
	if r.schema != nil && l.inside {
		s.schema, _ = r.schema.At(l.owner)
		s.keyword, _ = r.schema.At(l.schema)
	}
	return s
}

// branches reports what the library tried below a leaf, the nearest first.
func (r *reporter) branches(l *leaf) []branch {
	if len(l.err.Causes) == 0 {
		return nil
	}
	if k, ok := l.kind.(*kind.PropertyNames); ok {
		return r.nameBranch(l, k.Property)
	}
	base := len(l.tokens)
	out := make([]branch, len(l.err.Causes))
	for i, c := range l.err.Causes {
		b := branch{index: i, leaves: arrange(l.node, r.leaves(c, l.schema, nil), base)}
		b.rank = rankOf(b.leaves, base)
		out[i] = b
	}
	byNearness(out)
	left := MaxCauses
	for i := range out {
		out[i].problems = r.flat(out[i].leaves, &left)
	}
	return out
}

// flat puts leaves and what is within them one after the other, at most as many
// as are left, but at least one.
func (r *reporter) flat(leaves []*leaf, left *int) []Problem {
	var out []Problem
	for _, l := range leaves {
		if *left <= 0 && len(out) > 0 {
			return out
		}
		p := r.problem(l)
		causes := p.Causes
		p.Causes, p.Nearest = nil, 0
		out = append(append(out, p), causes...)
		*left -= 1 + len(causes)
	}
	return out
}

// nameBranch reports why a name does not fit: the name is the instance there.
func (r *reporter) nameBranch(l *leaf, name string) []branch {
	doc, err := jsondoc.Parse(jsondoc.AppendQuote(nil, name))
	if err != nil {
		return nil
	}
	named := &reporter{instance: doc.Root(), schema: r.schema}
	var leaves []*leaf
	for _, c := range l.err.Causes {
		leaves = named.leaves(c, l.schema, leaves)
	}
	left := MaxCauses
	problems := named.flat(arrange(doc.Root(), leaves, 0), &left)
	for i := range problems {
		problems[i].Instance = instancePointer(l.tokens)
		problems[i].Extra = []string{name}
	}
	return []branch{{problems: problems}}
}
