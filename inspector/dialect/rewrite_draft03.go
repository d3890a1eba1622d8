package dialect

import "mcploupe/inspector/jsondoc"

// draft03 rewrites what only draft-03 has.
func (c *conv) draft03(v *view) {
	if v.has(kwExtends) {
		c.extends(v)
	}
	if key := v.key(kwDivisibleBy); key != 0 {
		c.renameKeyword(v, kwDivisibleBy, "multipleOf")
		c.note(codeDivisibleBy, key+1)
	}
	if v.has(kwType) {
		c.typeUnion(v)
	}
	if v.has(kwDisallow) {
		c.disallow(v)
	}
	if v.has(kwDependencies) {
		c.dependencies03(v)
	}
	c.required03(v)
}

// dependencies03 writes a dependency that names one property as a list of it. The
// rule that splits dependencies since 2019-09 does so itself.
func (c *conv) dependencies03(v *view) {
	deps := v.val(kwDependencies)
	if c.to >= Draft2019 || c.kind(deps) != jsondoc.Object {
		return
	}
	for k, end := deps+1, c.end(deps); k < end; k = c.end(k + 1) {
		if c.kind(k+1) == jsondoc.String {
			c.write(k, lit("["), value(k+1), lit("]"))
			c.moveTo(v, k+1, jsondoc.Pointer("/dependencies").Join(string(c.text(k)), "0"))
			c.note(codeDependency03, k+1)
		}
	}
}

func (c *conv) extends(v *view) {
	key := v.key(kwExtends)
	if c.dropEmpty(v, kwExtends) {
		return
	}
	c.renameKeyword(v, kwExtends, "allOf")
	c.note(codeExtends, key+1)
	if c.kind(key+1) != jsondoc.Array {
		c.write(key, lit("["), value(key+1), lit("]"))
		c.moveTo(v, key+1, "/allOf/0")
	}
}

// dropEmpty removes a list of nothing.
func (c *conv) dropEmpty(v *view, k kw) bool {
	val := v.val(k)
	if c.kind(val) != jsondoc.Array || c.node(val).Len() > 0 {
		return false
	}
	c.noteGone(codeListEmpty03, val)
	c.remove(v, k)
	return true
}

// types03 are the type names that still exist. Any other name allows every value
// (draft-03 section 5.1).
var types03 = map[string]bool{"string": true, "number": true, "integer": true, "boolean": true, "object": true, "array": true, "null": true}

// typeUnion rewrites a type that names "any" or has schemas among the names.
func (c *conv) typeUnion(v *view) {
	key, val := v.key(kwType), v.val(kwType)
	switch c.kind(val) {
	case jsondoc.String:
		if !types03[c.node(val).Text()] {
			c.noteGone(codeTypeAny, val)
			c.remove(v, kwType)
		}
		return
	case jsondoc.Object:
		c.renameKeyword(v, kwType, "anyOf")
		c.write(key, lit("["), value(val), lit("]"))
		c.moveTo(v, val, "/anyOf/0")
		c.note(codeTypeUnion, val)
		return
	case jsondoc.Array:
	default:
		return
	}
	any, schemas := c.members03(val)
	switch {
	case any:
		c.noteGone(codeTypeAny, val)
		c.remove(v, kwType)
	case schemas:
		c.renameKeyword(v, kwType, "anyOf")
		c.note(codeTypeUnion, val)
		c.typed(val)
	}
}

// members03 looks at the members of a type or disallow list.
func (c *conv) members03(list int32) (any, schemas bool) {
	for _, e := range c.node(list).Elems() {
		switch e.Kind() {
		case jsondoc.Object:
			schemas = true
		case jsondoc.String:
			any = any || !types03[e.Text()]
		}
	}
	return any, schemas
}

// typed writes the names in a list as schemas.
func (c *conv) typed(list int32) {
	for _, e := range c.node(list).Elems() {
		if e.Kind() == jsondoc.String {
			c.replace(int32(e.ID()), lit(`{"type": `+string(e.Raw())+`}`))
		}
	}
}

func (c *conv) disallow(v *view) {
	key, val := v.key(kwDisallow), v.val(kwDisallow)
	if c.dropEmpty(v, kwDisallow) {
		return
	}
	c.note(codeDisallow, val)
	switch c.kind(val) {
	case jsondoc.String:
		c.renameKeyword(v, kwDisallow, "not")
		if types03[c.node(val).Text()] {
			c.write(key, lit(`{"type": `), value(val), lit("}"))
		} else {
			c.write(key, lit("{}"))
		}
	case jsondoc.Object:
		c.renameKeyword(v, kwDisallow, "not")
	case jsondoc.Array:
		c.renameKeyword(v, kwDisallow, "not")
		c.disallowList(v, key, val)
	}
}

func (c *conv) disallowList(v *view, key, val int32) {
	any, schemas := c.members03(val)
	switch n := c.node(val).Len(); {
	case any:
		c.write(key, lit("{}"))
	case n == 1 && schemas:
		c.write(key, value(val+1))
		c.moveTo(v, val+1, "/not")
	case n == 1:
		c.write(key, lit(`{"type": `), value(val+1), lit("}"))
	case !schemas:
		c.write(key, lit(`{"type": `), value(val), lit("}"))
	default:
		c.typed(val)
		c.write(key, lit(`{"anyOf": `), value(val), lit("}"))
		c.moveTo(v, val, "/not/anyOf")
	}
}

// required03 collects the required properties in the schema around them.
func (c *conv) required03(v *view) {
	if val := v.val(kwRequired); val != 0 && c.kind(val) == jsondoc.Bool {
		c.noteGone(codeRequired03, val)
		c.remove(v, kwRequired)
	}
	c.collectRequired(v, codeRequired03Moved)
}
