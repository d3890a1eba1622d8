package dialect

import (
	"bytes"

	"mcploupe/inspector/jsondoc"
)

// verify reads the result again and resolves the references in it: none may lead
// nowhere that led somewhere in the source.
func (c *conv) verify(out *Conversion) error {
	doc := documents.Get().(*jsondoc.Document)
	defer documents.Put(doc)
	if err := doc.Reset(out.JSON); err != nil {
		if tooDeep(err) {
			return overLimit("the converted schema is nested deeper than %d levels", jsondoc.MaxDepth)
		}
		return &Error{Kind: Inconsistent, Detail: "the result is not JSON: " + err.Error(), Next: "please report the schema", Err: err}
	}
	check := convs.Get().(*conv)
	defer check.release()
	check.reset(doc, c.to, 0)
	ok, at := true, jsondoc.Pointer("")
	if len(c.resources) == 1 && len(c.anchors) == 0 {
		ok, at = c.verifyPointers(check)
	} else {
		check.walk(0, scope{d: c.to, res: -1}, inPosition)
		check.resolveAll()
		ok, at = check.broken() <= c.broken(), check.firstBroken()
	}
	if !ok {
		return &Error{Kind: Inconsistent, Detail: "a reference of the result leads nowhere", Pointer: at, Next: "please report the schema"}
	}
	return nil
}

// verifyPointers follows every pointer that the references have now. A document
// of one resource without plain names needs no more.
func (c *conv) verifyPointers(check *conv) (ok bool, at jsondoc.Pointer) {
	for i := range c.refs {
		r := &c.refs[i]
		if r.state != refFound || r.region != 0 && !c.regions[r.region].active {
			continue
		}
		text := c.text(r.value)
		if r.respelled {
			text = c.stored[r.stored.from:r.stored.to]
		}
		_, fragment, _ := bytes.Cut(text, []byte("#"))
		pointer, ok := appendUnescaped(c.scratch[:0], fragment)
		c.scratch = pointer
		node, found := check.follow(0, pointer)
		if !ok || !found || !aSchema.has(check.kind(node)) {
			return false, c.node(r.value).Pointer()
		}
	}
	return true, ""
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

func tooDeep(err error) bool {
	se, ok := err.(*jsondoc.SyntaxError)
	return ok && se.Offset > 0 && len(se.Msg) > 6 && se.Msg[:6] == "nested"
}
