package validate

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// instrument makes a compiled schema safe to run: it measures how far one value
// can fan out, and puts a guard into every subschema. It returns the subschema
// whose fan-out is beyond MaxFanOut, nil if none is.
func instrument(root *jsonschema.Schema, more []*jsonschema.Schema, m *meter) (info shapeInfo, worst *jsonschema.Schema) {
	all := collect(append([]*jsonschema.Schema{root}, more...))
	f := &fanout{anchors: map[string][]*jsonschema.Schema{}, memo: map[*jsonschema.Schema]*measure{}}
	for _, s := range all {
		if s.DynamicAnchor != "" {
			f.anchors[s.DynamicAnchor] = append(f.anchors[s.DynamicAnchor], s)
		}
		info.formats = info.formats || s.Format != nil && s.DraftVersion >= 2019
	}
	for _, s := range all {
		mm := f.measure(s)
		if mm.count > MaxFanOut && (worst == nil || s.Location < worst.Location) {
			worst = s
		}
		info.height = max(info.height, mm.height)
	}
	if f.cyclic {
		info.height = len(all)
	}
	info.weight = len(all)
	for _, s := range all {
		placePatterns(s, m)
		putGuard(m, s)
		if s.PropertyNames != nil {
			s.Extensions = append(s.Extensions, &nameCheck{s, s.PropertyNames})
			s.PropertyNames = nil
		}
		if s.UniqueItems {
			s.Extensions = append(s.Extensions, uniqueCheck{})
			s.UniqueItems = false
		}
	}
	return info, worst
}

// shapeInfo is what the bounds of a validation depend on.
type shapeInfo struct {
	height  int  // subschemas one within the other at one value
	weight  int  // subschemas
	formats bool // some formats are annotations
}

func placePatterns(s *jsonschema.Schema, m *meter) {
	at, _ := schemaPointer(s.Location)
	if p, ok := s.Pattern.(*pattern); ok {
		p.at, p.meter = at.Join("pattern"), m
	}
	for re := range s.PatternProperties {
		if p, ok := re.(*pattern); ok {
			p.at, p.name, p.meter = at.Join("patternProperties", p.source), true, m
		}
	}
}

// collect lists all schemas that can be reached, breadth first.
func collect(queue []*jsonschema.Schema) []*jsonschema.Schema {
	seen := map[*jsonschema.Schema]bool{}
	var all []*jsonschema.Schema
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		all = append(all, s)
		queue = append(append(queue, here(s)...), below(s)...)
	}
	return all
}

// here lists the schemas that s holds against the same value, but for what a
// dynamic reference may lead to.
func here(s *jsonschema.Schema) []*jsonschema.Schema {
	out := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else}
	if s.DynamicRef != nil {
		out = append(out, s.DynamicRef.Ref)
	}
	out = append(append(append(out, s.AllOf...), s.AnyOf...), s.OneOf...)
	for _, d := range s.DependentSchemas {
		out = append(out, d)
	}
	for _, d := range s.Dependencies {
		if sch, ok := d.(*jsonschema.Schema); ok {
			out = append(out, sch)
		}
	}
	return out
}

// below lists the schemas that s holds against members, names and items.
func below(s *jsonschema.Schema) []*jsonschema.Schema {
	out := []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema}
	for _, v := range []any{s.AdditionalProperties, s.AdditionalItems, s.Items} {
		switch v := v.(type) {
		case *jsonschema.Schema:
			out = append(out, v)
		case []*jsonschema.Schema:
			out = append(out, v...)
		}
	}
	out = append(out, s.PrefixItems...)
	for _, p := range s.Properties {
		out = append(out, p)
	}
	for _, p := range s.PatternProperties {
		out = append(out, p)
	}
	return out
}

// measure is what one value can set off in a schema.
type measure struct {
	count  int // subschemas it is held against, saturating above MaxFanOut
	height int // the most of them one within the other
	done   bool
}

// fanout measures schemas. Two references to the same schema count twice, since
// the value is held against it twice: twenty-four levels of them are 16 million.
type fanout struct {
	anchors map[string][]*jsonschema.Schema
	memo    map[*jsonschema.Schema]*measure
	cyclic  bool // some schema can come back to itself at the same value
}

func (f *fanout) measure(s *jsonschema.Schema) *measure {
	if m := f.memo[s]; m != nil {
		f.cyclic = f.cyclic || !m.done
		return m
	}
	m := &measure{count: 1}
	f.memo[s] = m
	next := here(s)
	if s.DynamicRef != nil {
		next = append(next, f.anchors[s.DynamicRef.Anchor]...)
	}
	f.cyclic = f.cyclic || s.RecursiveRef != nil // it may lead to any schema of the document
	for _, n := range next {
		if n == nil {
			continue
		}
		c := f.measure(n)
		m.count = min(m.count+c.count, MaxFanOut+1)
		m.height = max(m.height, c.height)
	}
	m.height++
	m.done = true
	return m
}
