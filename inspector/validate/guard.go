package validate

import (
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// guard stands in for the type, const, enum and format of a subschema: it is
// what the library calls first for every value, as if it were a format, and so
// the place where a run can be counted and stopped. Taking const and enum over
// makes them cost one look-up, however long the enum is.
type guard struct {
	meter    *meter
	types    []string // nil: any
	constKey string
	want     any // of const
	enum     []any
	enumKeys map[string]struct{}
	enumType map[string]bool // the types that enum has values of
	format   *jsonschema.Format
	asserted bool // the dialect asserts formats
}

// refused carries a problem of type, const or enum through the library, which
// takes it for one of format.
type refused struct{ kind jsonschema.ErrorKind }

func (r *refused) Error() string { return "refused" }

// kindOf returns what a problem is about.
func kindOf(e *jsonschema.ValidationError) jsonschema.ErrorKind {
	if f, ok := e.ErrorKind.(*kind.Format); ok {
		if r, ok := f.Err.(*refused); ok {
			return r.kind
		}
	}
	return e.ErrorKind
}

// putGuard moves the keywords from a subschema into a guard.
func putGuard(m *meter, s *jsonschema.Schema) {
	g := &guard{meter: m, format: s.Format, asserted: s.DraftVersion < 2019}
	if s.Types != nil && !s.Types.IsEmpty() {
		g.types = s.Types.ToStrings()
	}
	if s.Const != nil {
		g.constKey, g.want = key(*s.Const), *s.Const
	}
	if s.Enum != nil {
		g.enum, g.enumKeys, g.enumType = s.Enum.Values, make(map[string]struct{}, len(s.Enum.Values)), map[string]bool{}
		for _, v := range s.Enum.Values {
			g.enumKeys[key(v)] = struct{}{}
			g.enumType[typeName(v)] = true
		}
	}
	name := ""
	if g.format != nil {
		name = g.format.Name
	}
	if own := ownFormats[name]; own != nil {
		g.format = &jsonschema.Format{Name: name, Validate: own}
	}
	s.Types, s.Const, s.Enum = nil, nil, nil
	s.Format = &jsonschema.Format{Name: name, Validate: g.check}
}

// check is called with every value that is held against the subschema. It looks
// at the keywords in the library's own order.
func (g *guard) check(v any) error {
	run := g.meter.run
	run.step()
	if k := g.refusal(v); k != nil {
		run.refuse()
		return &refused{k}
	}
	if g.format != nil && (g.asserted || run.formats) {
		return g.format.Validate(v)
	}
	return nil
}

func (g *guard) refusal(v any) jsonschema.ErrorKind {
	name := typeName(v)
	if g.types != nil && !g.typed(name, v) {
		return &kind.Type{Got: name, Want: g.types}
	}
	if g.constKey != "" && (typeName(g.want) != name || key(v) != g.constKey) {
		return &kind.Const{Got: v, Want: g.want}
	}
	if g.enumKeys == nil {
		return nil
	}
	if g.enumType[name] {
		if _, ok := g.enumKeys[key(v)]; ok {
			return nil
		}
	}
	return &kind.Enum{Got: v, Want: g.enum}
}

func (g *guard) typed(name string, v any) bool {
	if slices.Contains(g.types, name) {
		return true
	}
	n, ok := v.(json.Number)
	return ok && slices.Contains(g.types, "integer") && parseDecimal(string(n)).isInteger()
}

// nameCheck stands in for propertyNames. The library reports a bad name at the
// object that it looked at last, not at the one that has the name
// (https://github.com/santhosh-tekuri/jsonschema/issues/258).
type nameCheck struct{ owner, names *jsonschema.Schema }

// Validate holds each name of an object against the schema for names.
func (c *nameCheck) Validate(ctx *jsonschema.ValidatorContext, v any) {
	obj, ok := v.(map[string]any)
	if !ok {
		return
	}
	for _, name := range sortedNames(obj) {
		err := c.names.Validate(name)
		verr, ok := err.(*jsonschema.ValidationError)
		if !ok {
			continue
		}
		ctx.AddErr(&jsonschema.ValidationError{
			SchemaURL:        c.owner.Location,
			InstanceLocation: slices.Clone(ctx.ValueLocation()),
			ErrorKind:        &kind.PropertyNames{Property: name},
			Causes:           verr.Causes,
		})
	}
}

// uniqueCheck stands in for uniqueItems. The library's hash lets distinct items
// be made that all share it, and then each is compared with each.
type uniqueCheck struct{}

// Validate looks for the first two items that are equal.
func (uniqueCheck) Validate(ctx *jsonschema.ValidatorContext, v any) {
	items, ok := v.([]any)
	if !ok {
		return
	}
	first := make(map[string]int, len(items))
	for i, item := range items {
		k := key(item)
		if j, ok := first[k]; ok {
			ctx.AddError(&kind.UniqueItems{Duplicates: [2]int{j, i}})
			return
		}
		first[k] = i
	}
}
