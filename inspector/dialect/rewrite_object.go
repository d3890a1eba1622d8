package dialect

import (
	"mcploupe/inspector/jsondoc"
)

// dependencies splits the keyword into dependentRequired, for lists of names, and
// dependentSchemas, for schemas.
func (c *conv) dependencies(v *view) {
	key, deps := v.key(kwDependencies), v.val(kwDependencies)
	if c.kind(deps) != jsondoc.Object {
		return
	}
	var names, schemas []int32
	for k, end := deps+1, c.end(deps); k < end; k = c.end(k + 1) {
		switch c.kind(c.counting(k) + 1) { // what is hidden stays with what counts
		case jsondoc.String: // draft-03 writes one name without a list
			if v.from == Draft03 {
				c.write(k, lit("["), value(k+1), lit("]"))
			}
			names = append(names, k)
		case jsondoc.Array:
			names = append(names, k)
		default:
			schemas = append(schemas, k)
		}
	}
	c.hideDuplicates(v, kwDependencies)
	names = c.mergeNames(v, names)
	schemas = c.mergeSchemas(v, schemas)
	switch {
	case len(names) == 0 && len(schemas) == 0:
		if c.node(deps).Len() == 0 {
			c.noteGone(codeDependenciesEmpty, deps)
		}
		c.drop(key)
	case len(schemas) == 0:
		c.dependent(key, kwDependentRequired, names)
	default:
		c.dependent(key, kwDependentSchemas, schemas)
		if len(names) > 0 {
			c.split(v, key, names, names[0] < schemas[0])
		}
	}
}

// dependent renames dependencies and leaves in it only what the keyword is for.
func (c *conv) dependent(key int32, k kw, keep []int32) {
	c.rename(key, k.String())
	c.note(codeDependencies, key+1)
	i := 0
	for m, end := key+2, c.end(key+1); m < end; m = c.end(m + 1) {
		if i < len(keep) && keep[i] == m {
			i++
		} else {
			c.drop(m)
		}
	}
}

// split writes the lists of names as a keyword of their own, before or after the
// schemas. The value of the member they stand in is the one with the schemas.
func (c *conv) split(v *view, key int32, names []int32, first bool) {
	parts := []part{lit("{")}
	for i, k := range names {
		if i > 0 {
			parts = append(parts, lit(", "))
		}
		parts = append(parts, memberOf(k))
		c.moveTo(v, k+1, jsondoc.Pointer("/dependentRequired/"+string(appendEscaped(nil, c.text(k)))))
	}
	parts = append(parts, lit("}"))
	c.noteAt(v, codeDependencies, key+1, "/dependentRequired")
	if !first {
		c.after(key, "dependentRequired", parts...)
		return
	}
	c.rename(key, "dependentRequired")
	c.write(key, parts...)
	c.after(key, "dependentSchemas", value(key+1))
	c.moveTo(v, key+1, "/dependentSchemas")
}

// mergeNames adds lists of names to a dependentRequired that stands there already
// (2019-09 has both keywords) and returns what it did not take.
func (c *conv) mergeNames(v *view, names []int32) []int32 {
	there := v.val(kwDependentRequired)
	if v.from != Draft2019 || there == 0 || c.kind(there) != jsondoc.Object {
		return names
	}
	for _, k := range names {
		c.note(codeDependenciesMerged, k+1)
		have := c.member(there, c.text(k))
		if have == 0 || c.kind(have) != jsondoc.Array {
			c.add(there, string(c.text(k)), value(k+1))
			c.moveTo(v, k+1, jsondoc.Pointer("/dependentRequired").Join(string(c.text(k))))
			continue
		}
		seen := map[string]bool{}
		for _, e := range c.node(have).Elems() {
			seen[e.Text()] = true
		}
		for _, e := range c.node(k + 1).Elems() {
			if !seen[e.Text()] {
				seen[e.Text()] = true
				c.addElement(have, value(int32(e.ID())))
			}
		}
		c.move(k+1, have, "")
	}
	return nil
}

// mergeSchemas adds schemas to a dependentSchemas that stands there already.
func (c *conv) mergeSchemas(v *view, schemas []int32) []int32 {
	there := v.val(kwDependentSchemas)
	if v.from != Draft2019 || there == 0 || c.kind(there) != jsondoc.Object {
		return schemas
	}
	for _, k := range schemas {
		c.note(codeDependenciesMerged, k+1)
		path := jsondoc.Pointer("/dependentSchemas").Join(string(c.text(k)))
		have := c.member(there, c.text(k))
		if have == 0 {
			c.add(there, string(c.text(k)), value(k+1))
			c.moveTo(v, k+1, path)
			continue
		}
		c.write(have-1, lit(`{"allOf": [`), value(have), lit(", "), value(k+1), lit("]}"))
		c.moveTo(v, have, path+"/allOf/0")
		c.moveTo(v, k+1, path+"/allOf/1")
	}
	return nil
}

// definitions writes definitions as $defs, or into the $defs that stands there.
func (c *conv) definitions(v *view) {
	c.mergeDefs(v, kwDefinitions, kwDefs, codeDefinitions)
}

// mergeDefs writes one keyword for reusable schemas as the other.
func (c *conv) mergeDefs(v *view, old, now kw, why code) {
	key, val := v.key(old), v.val(old)
	if c.kind(val) != jsondoc.Object {
		return
	}
	defs := v.val(now)
	if defs == 0 || c.kind(defs) != jsondoc.Object {
		c.renameKeyword(v, old, now.String())
		c.note(why, val)
		return
	}
	for k, end := val+1, c.end(val); k < end; k = c.end(k + 1) {
		name := string(c.text(k))
		n := c.note(codeDefinitionsMerged, k+1)
		n.detail = now.String()
		if c.member(defs, []byte(name)) != 0 {
			name = c.defsName(v.id, name)
			n.code, n.detail = codeDefinitionsClash, name
		}
		c.add(defs, name, value(k+1))
		c.moveTo(v, k+1, jsondoc.Pointer("/"+now.String()).Join(name))
	}
	c.hideDuplicates(v, old)
	c.drop(key)
}
