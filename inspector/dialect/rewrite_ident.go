package dialect

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// identifiers rewrites id and $id of dialects up to draft-07.
func (c *conv) identifiers(v *view) {
	k := idKeyword(v.from)
	key, val := v.key(k), v.val(k)
	if key == 0 {
		return
	}
	if c.kind(val) != jsondoc.String {
		if k == kwID { // draft-04 allows any value of id that is no text: it names nothing
			c.note(codeMalformed, val)
		}
		return
	}
	old := v.from <= Draft04
	if c.to <= Draft07 {
		if old {
			c.renameKeyword(v, k, "$id")
			c.note(codeIDRenamed, val)
		}
		return
	}
	text := c.node(val).Text()
	uri, fragment := splitID(text)
	keep := uri != "" && v.st&isResource != 0
	name := c.plainName(v.res, fragment)
	switch {
	case keep:
		if old {
			c.renameKeyword(v, k, "$id")
			c.note(codeIDRenamed, val)
		}
		if uri != text {
			c.writeText(key, uri)
			c.note(codeIDRespelled, val)
		}
		if name != "" {
			c.after(key, "$anchor", quoted(name))
			c.noteAt(v, codeAnchorFromID, val, "/$anchor").detail = name
		}
	case name != "":
		c.renameKeyword(v, k, "$anchor")
		c.writeText(key, name)
		c.note(codeAnchorFromID, val).detail = name
	default:
		c.noteGone(codeIDRemoved, val)
		c.remove(v, k)
	}
}

// plainName returns the anchor that the fragment of an identifier makes, "" where
// it makes none.
func (c *conv) plainName(res int32, fragment string) string {
	if fragment == "" || fragment[0] == '/' {
		return ""
	}
	name, ok := appendUnescaped(nil, []byte(fragment))
	if !ok {
		return ""
	}
	to := c.anchorName(res, string(name))
	return to
}

// anchorSpelling respells an $anchor that the target does not allow.
func (c *conv) anchorSpelling(v *view) {
	val := v.val(kwAnchor)
	if c.kind(val) != jsondoc.String || v.from < Draft2019 {
		return
	}
	old := c.node(val).Text()
	if name := c.anchorName(v.res, old); name != old {
		c.writeText(v.key(kwAnchor), name)
		c.note(codeAnchorRespelled, val).detail = jsondoc.Quote(old)
	}
}

// recursive writes $recursiveAnchor and $recursiveRef as $dynamicAnchor and
// $dynamicRef. One name stands for all resources, so that each $dynamicRef finds
// the outermost one that has it, as $recursiveRef did.
func (c *conv) recursive(v *view) {
	if v.from != Draft2019 {
		return
	}
	res := c.resources[v.res]
	if key := v.key(kwRecursiveAnchor); key != 0 {
		if res.root == v.id && res.dynamic {
			c.renameKeyword(v, kwRecursiveAnchor, "$dynamicAnchor")
			c.writeText(key, c.dynamic())
			c.note(codeRecursive, key+1)
		} else {
			c.noteGone(codeRecursiveOff, key+1)
			c.remove(v, kwRecursiveAnchor)
		}
	}
	key := v.key(kwRecursiveRef)
	if key == 0 || c.kind(key+1) != jsondoc.String {
		return
	}
	to := "$ref"
	if v.has(kwRef) {
		to = "$dynamicRef" // acts as $ref where its target is no $dynamicAnchor
	}
	if res.dynamic && c.node(key+1).Is("#") {
		to = "$dynamicRef"
		c.writeText(key, "#"+c.dynamic())
	}
	c.renameKeyword(v, kwRecursiveRef, to)
	c.note(codeRecursive, key+1)
}

// dynamic returns the name of all dynamic anchors: one that no anchor has.
func (c *conv) dynamic() string {
	if c.dynamicName == "" {
		names := map[string]bool{}
		for k := range c.anchors {
			names[k.name] = true
		}
		for _, name := range c.renamed {
			names[name] = true
		}
		c.dynamicName = c.unique(-1<<31, "recursive", func(s string) bool { return names[s] })
	}
	return c.dynamicName
}

// vocabulary maps the vocabularies of a 2019-09 metaschema. 2020-12 split
// "unevaluated" from the applicators and made two of "format".
func (c *conv) vocabulary(v *view) {
	obj := v.val(kwVocabulary)
	if v.from != Draft2019 || c.kind(obj) != jsondoc.Object {
		return
	}
	const old, now = "https://json-schema.org/draft/2019-09/vocab/", "https://json-schema.org/draft/2020-12/vocab/"
	changed := false
	for key, end := obj+1, c.end(obj); key < end; key = c.end(key + 1) {
		name, ok := strings.CutPrefix(string(c.text(key)), old)
		if !ok {
			continue
		}
		switch name {
		case "applicator":
			c.after(key, now+"unevaluated", value(key+1))
		case "format":
			name = "format-annotation"
		}
		c.rename(key, now+name)
		changed = true
	}
	if changed {
		c.note(codeVocabulary, obj)
	}
}
