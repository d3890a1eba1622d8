package dialect

import "mcploupe/inspector/jsondoc"

// requiredHabit deals with "required": true, which draft-03 has in the property
// itself.
func (c *conv) requiredHabit(v *view) {
	if !c.asked(v, RepairRequired) {
		return
	}
	if val := v.val(kwRequired); val != 0 && c.kind(val) == jsondoc.Bool {
		if c.fix&RepairRequired == 0 {
			c.note(codeRequiredFlag, val)
		} else {
			c.noteGone(codeRequiredRepaired, val)
			c.remove(v, kwRequired)
		}
	}
	if c.fix&RepairRequired != 0 {
		c.collectRequired(v, codeRequiredRepaired)
	}
}

// collectRequired adds the properties that say "required": true to the list of the
// schema around them.
func (c *conv) collectRequired(v *view, why code) {
	props := v.val(kwProperties)
	if props == 0 || c.kind(props) != jsondoc.Object {
		return
	}
	list := v.val(kwRequired)
	have := map[string]bool{}
	if c.kind0(list) == jsondoc.Array {
		for _, e := range c.node(list).Elems() {
			have[e.Text()] = true
		}
	}
	var parts []part
	for k, end := props+1, c.end(props); k < end; k = c.end(k + 1) {
		if c.shadowed[k] != 0 {
			continue
		}
		flag := c.member0(k+1, "required")
		if flag == 0 || !c.node(flag).IsTrue() || have[string(c.text(k))] {
			continue
		}
		name := jsondoc.Quote(string(c.text(k)))
		have[string(c.text(k))] = true
		if c.kind0(list) == jsondoc.Array {
			c.addElement(list, lit(name))
			continue
		}
		lead := ", "
		if parts == nil {
			lead = "["
		}
		parts = append(parts, lit(lead+name))
	}
	if parts != nil {
		c.add(v.id, "required", append(parts, lit("]"))...)
		c.noteNew(why, v.id, "required")
	}
}

func (c *conv) kind0(id int32) jsondoc.Kind {
	if id == 0 {
		return jsondoc.Absent
	}
	return c.kind(id)
}

func (c *conv) member0(object int32, name string) int32 {
	if c.kind(object) != jsondoc.Object {
		return 0
	}
	return c.member(object, []byte(name))
}

// nullable deals with OpenAPI 3.0's way to allow null.
func (c *conv) nullable(v *view) {
	val := v.val(kwNullable)
	if c.kind(val) != jsondoc.Bool || !c.asked(v, RepairNullable) {
		return
	}
	if c.fix&RepairNullable == 0 {
		if c.node(val).IsTrue() {
			c.note(codeNullable, val)
		}
		return
	}
	if c.node(val).IsTrue() {
		c.allowNull(v)
	}
	c.noteGone(codeNullableRepaired, val)
	c.remove(v, kwNullable)
}

// allowNull makes null valid: in the type, in the values, and in the alternatives
// of a schema that has neither.
func (c *conv) allowNull(v *view) {
	const null = `{"type": "null"}`
	typ, enum := v.val(kwType), v.val(kwEnum)
	switch c.kind0(typ) {
	case jsondoc.String:
		if !c.node(typ).Is("null") {
			c.write(v.key(kwType), lit("["), value(typ), lit(`, "null"]`))
		}
	case jsondoc.Array:
		c.addOnce(typ, `"null"`)
	}
	if c.kind0(enum) == jsondoc.Array {
		c.addOnce(enum, "null")
	}
	if key := v.key(kwConst); key != 0 && c.kind(key+1) != jsondoc.Null {
		c.rename(key, "enum")
		c.write(key, lit("["), value(key+1), lit(", null]"))
	}
	if typ != 0 || enum != 0 || v.has(kwConst) {
		return
	}
	switch key := v.key(kwAllOf); {
	case v.has(kwAnyOf) && c.kind(v.val(kwAnyOf)) == jsondoc.Array:
		c.addElement(v.val(kwAnyOf), lit(null))
	case v.has(kwOneOf) && c.kind(v.val(kwOneOf)) == jsondoc.Array:
		c.addElement(v.val(kwOneOf), lit(null))
	case key != 0 && c.kind(key+1) == jsondoc.Array && c.node(key+1).Len() == 1:
		c.rename(key, "anyOf")
		c.addElement(key+1, lit(null))
	case v.has(kwRef):
		ref := v.key(kwRef)
		c.rename(ref, "anyOf")
		c.write(ref, lit(`[{"$ref": `), value(ref+1), lit(`}, `+null+`]`))
		c.moveTo(v, ref+1, "/anyOf/0/$ref")
	}
}

// addOnce adds a value to a list that does not have it.
func (c *conv) addOnce(list int32, literal string) {
	for _, e := range c.node(list).Elems() {
		if string(e.Raw()) == literal {
			return
		}
	}
	c.addElement(list, lit(literal))
}
