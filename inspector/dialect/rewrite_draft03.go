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
	c.required03(v)
}

func (c *conv) extends(v *view) {
	key := v.key(kwExtends)
	c.renameKeyword(v, kwExtends, "allOf")
	c.note(codeExtends, key+1)
	if c.kind(key+1) != jsondoc.Array {
		c.write(key, lit("["), value(key+1), lit("]"))
		c.moveTo(v, key+1, "/allOf/0")
	}
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
	case !schemas && n > 0:
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
