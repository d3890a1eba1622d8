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
		c.noteDependencies(v, kwDependentRequired)
		c.dependent(key, kwDependentRequired, names)
	case len(names) == 0:
		c.noteDependencies(v, kwDependentSchemas)
		c.dependent(key, kwDependentSchemas, schemas)
	default:
		c.dependent(key, kwDependentSchemas, schemas)
		c.split(v, key, names, names[0] < schemas[0])
	}
}

// noteDependencies tells about the keywords that take the place of dependencies,
// in the order in which they are written.
func (c *conv) noteDependencies(v *view, now ...kw) {
	why := codeDependencies
	if v.from == Draft2019 {
		why = codeDependenciesKept
	}
	for _, k := range now {
		c.noteAt(v, why, v.val(kwDependencies), "/"+k.String())
	}
}

// dependent renames dependencies and leaves in it only what the keyword is for.
func (c *conv) dependent(key int32, k kw, keep []int32) {
	c.rename(key, k.String())
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
	if !first {
		c.noteDependencies(v, kwDependentSchemas, kwDependentRequired)
		c.after(key, "dependentRequired", parts...)
		return
	}
	c.noteDependencies(v, kwDependentRequired, kwDependentSchemas)
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
			c.addLike(there, k, value(k+1))
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
			c.addLike(there, k, value(k+1))
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
			c.add(defs, name, value(k+1))
		} else {
			c.addLike(defs, k, value(k+1))
		}
		c.moveTo(v, k+1, jsondoc.Pointer("/"+now.String()).Join(name))
	}
	c.hideDuplicates(v, old)
	c.drop(key)
}
