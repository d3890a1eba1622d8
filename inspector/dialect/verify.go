package dialect

import "mcploupe/inspector/jsondoc"

// verify reads the result again and resolves every reference in it: none may lead
// nowhere that led somewhere in the source.
func (c *conv) verify(out *Conversion) error {
	doc := documents.Get().(*jsondoc.Document)
	defer documents.Put(doc)
	if err := doc.Reset(out.JSON); err != nil {
		if jsondocDepth(err) {
			return overLimit("the converted schema is nested deeper than %d levels", jsondoc.MaxDepth)
		}
		return &Error{Kind: Inconsistent, Detail: "the result is not JSON: " + err.Error(), Next: "please report the schema", Err: err}
	}
	check := convs.Get().(*conv)
	defer check.release()
	check.reset(doc, c.to, 0)
	check.walk(0, scope{d: c.to, res: -1}, inPosition)
	check.resolveAll()
	if was, is := c.broken(), check.broken(); is > was {
		return &Error{Kind: Inconsistent, Detail: "a reference of the result leads nowhere", Pointer: check.firstBroken(), Next: "please report the schema"}
	}
	return nil
}

// broken counts the live references that do not lead to a schema of the document.
func (c *conv) broken() int {
	n := 0
	for i := range c.refs {
		if r := &c.refs[i]; r.state != refFound && r.state != refPending {
			n++
		}
	}
	return n
}

func (c *conv) firstBroken() jsondoc.Pointer {
	for i := range c.refs {
		if r := &c.refs[i]; r.state == refBroken || r.state == refExternal {
			return c.node(r.value).Pointer()
		}
	}
	return ""
}

func jsondocDepth(err error) bool {
	se, ok := err.(*jsondoc.SyntaxError)
	return ok && se.Offset > 0 && len(se.Msg) > 6 && se.Msg[:6] == "nested"
}
