package dialect

import (
	"bytes"
	"errors"
	"slices"

	"mcploupe/inspector/jsondoc"
)

// verify checks that no reference leads nowhere that led somewhere in the source.
// Where things kept their place under other names, every reference must spell the
// address of its target, which is computed a second time the other way round, from
// the target up. Where something moved, or resources are about, the result is read
// again and all references in it are resolved.
func (c *conv) verify(out *Conversion) error {
	if len(c.refs) == 0 && !c.deepened {
		return nil
	}
	ok, at := true, jsondoc.Pointer("")
	if !c.deepened && len(c.resources) == 1 && len(c.anchors) == 0 {
		ok, at = c.verifySpelling()
	} else {
		var err error
		if ok, at, err = c.readAgain(out); err != nil {
			return err
		}
	}
	if !ok {
		return leadsNowhere(at)
	}
	return nil
}

func leadsNowhere(at jsondoc.Pointer) *Error {
	return &Error{Kind: Inconsistent, Detail: "a reference of the result leads nowhere", Pointer: at, Next: "please report the schema"}
}

func (c *conv) readAgain(out *Conversion) (ok bool, at jsondoc.Pointer, err error) {
	doc := documents.Get().(*jsondoc.Document)
	defer documents.Put(doc)
	if err := doc.Reset(out.JSON); err != nil {
		if tooDeep(err) {
			return false, "", overLimit("the converted schema is nested deeper than %d levels", jsondoc.MaxDepth)
		}
		return false, "", &Error{Kind: Inconsistent, Detail: "the result is not JSON: " + err.Error(), Next: "please report the schema", Err: err}
	}
	check := convs.Get().(*conv)
	defer check.release()
	check.reset(doc, c.to, 0)
	check.walk(0, scope{d: c.to, res: -1}, inPosition)
	check.resolveAll()
	return check.broken() <= c.broken(), check.firstBroken(), nil
}

// verifySpelling compares what each reference says now with where its target is.
func (c *conv) verifySpelling() (ok bool, at jsondoc.Pointer) {
	for i := range c.refs {
		r := &c.refs[i]
		if r.state != refFound {
			continue
		}
		text := c.text(r.value)
		if r.respelled {
			text = c.stored[r.stored.from:r.stored.to]
		}
		_, fragment, _ := bytes.Cut(text, []byte("#"))
		said, decodes := appendUnescaped(c.scratch[:0], fragment)
		is, stands := c.appendNewPointer(c.path[:0], r.target, 0)
		c.scratch, c.path = said, is
		if !decodes || !stands || !bytes.Equal(said, is) && !samePointer(said, is) {
			return false, c.node(r.value).Pointer()
		}
	}
	return true, ""
}

// samePointer compares pointers of which one may escape less than it should.
func samePointer(a, b []byte) bool {
	x, y := jsondoc.Pointer(a).Tokens(), jsondoc.Pointer(b).Tokens()
	return slices.Equal(x, y)
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
	se := (*jsondoc.SyntaxError)(nil)
	return errors.As(err, &se) && se.TooDeep
}
