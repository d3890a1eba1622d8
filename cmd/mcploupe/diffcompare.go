package main

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// compareTools lists what differs between two forms of a tool. What stands in a
// schema is judged by what it does to callers: an input schema that takes less
// breaks those who send, an output schema that promises less those who read.
func compareTools(before, after *tool.Tool) []toolChange {
	c := comparer{}
	if before.Doc == nil || after.Doc == nil {
		if string(before.Raw) != string(after.Raw) {
			c.list = append(c.list, toolChange{Before: before.Raw, After: after.Raw, Breaks: after.Broken, Why: "one of the two is no tool"})
		}
		return c.list
	}
	c.value("", before.Doc.Root(), after.Doc.Root())
	return c.list
}

// comparer collects the changes.
type comparer struct{ list []toolChange }

// maxChanges bounds the changes of one tool.
const maxChanges = 1000

func (c *comparer) value(at jsondoc.Pointer, a, b jsondoc.Node) {
	if len(c.list) >= maxChanges {
		return
	}
	if a.Exists() && b.Exists() {
		if _, differ := jsondoc.Difference(a, b); !differ {
			return
		}
	}
	switch {
	case a.Kind() == jsondoc.Object && b.Kind() == jsondoc.Object:
		for key, old := range a.Members() {
			c.value(at.Join(key.Text()), old, b.Get(key.Text()))
		}
		for key, now := range b.Members() {
			if !a.Get(key.Text()).Exists() {
				c.value(at.Join(key.Text()), jsondoc.Node{}, now)
			}
		}
		return
	case a.Kind() == jsondoc.Array && b.Kind() == jsondoc.Array && a.Len() == b.Len() && !setKeywords[at.Last()]:
		for i := range a.Len() {
			c.value(at.Index(i), a.Elem(i), b.Elem(i))
		}
		return
	}
	ch := toolChange{Pointer: string(at)}
	if a.Exists() {
		ch.Before = a.Raw()
	}
	if b.Exists() {
		ch.After = b.Raw()
	}
	ch.Why = breaks(at, a, b)
	ch.Breaks = ch.Why != ""
	c.list = append(c.list, ch)
}

// setKeywords hold lists whose order means nothing.
var setKeywords = map[string]bool{"required": true, "enum": true, "type": true}

// notes are keywords that judge nothing.
var notes = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "deprecated": true, "readOnly": true, "writeOnly": true, "$comment": true, "$schema": true, "$id": true,
}

// breaks says why a change can break a caller; "" where it cannot, as far as one
// keyword tells. A keyword whose effect is not known counts as breaking.
func breaks(at jsondoc.Pointer, a, b jsondoc.Node) string {
	input, output := at.Within("/inputSchema"), at.Within("/outputSchema")
	if !input && !output {
		if at == "/name" {
			return "callers know the tool by its name"
		}
		return ""
	}
	side := jsondoc.Pointer("/inputSchema")
	if output {
		side = "/outputSchema"
	}
	if at == side {
		switch {
		case output && !a.Exists():
			return "" // a promise more
		case output && !b.Exists():
			return "the tool no longer promises what it returns"
		}
		return "the schema is another one"
	}
	keyword, inMap := keywordAt(at[len(side):])
	if notes[keyword] && !inMap {
		return ""
	}
	if inMap {
		return memberBreaks(keyword, at.Last(), a, b, input)
	}
	narrower, wider := direction(keyword, a, b)
	switch {
	case input && narrower:
		return "fewer arguments are taken than before"
	case output && wider:
		return "more may come back than before"
	}
	return ""
}

// keywordAt is the keyword that a place in a schema is about. inMap says that the
// place is a whole schema under properties or the like.
func keywordAt(p jsondoc.Pointer) (keyword string, inMap bool) {
	tokens := p.Tokens()
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
			if i+2 == len(tokens) {
				return tokens[i], true
			}
			i++
		case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems":
			if i+1 == len(tokens) {
				return tokens[i], false
			}
		case "anyOf", "oneOf", "allOf", "prefixItems":
			if i+1 == len(tokens) || i+2 == len(tokens) {
				return tokens[i], false
			}
			i++
		default:
			return tokens[i], false
		}
	}
	return "", false
}

// memberBreaks judges a property that came or went.
func memberBreaks(keyword, name string, a, b jsondoc.Node, input bool) string {
	switch {
	case keyword != "properties":
		return ""
	case input && !b.Exists():
		return "callers may send " + strconv.Quote(name)
	case input && !a.Exists():
		return "" // a caller that sent it before sent an unknown name; whether it must is said of required
	case !input && !b.Exists():
		return "readers may expect " + strconv.Quote(name)
	}
	return ""
}

// direction says whether a keyword takes less than before, or more; both where it
// cannot be told.
func direction(keyword string, a, b jsondoc.Node) (narrower, wider bool) {
	switch keyword {
	case "required":
		return !subset(b, a), !subset(a, b)
	case "enum":
		switch {
		case !a.Exists():
			return true, false
		case !b.Exists():
			return false, true
		}
		return !subset(a, b), !subset(b, a)
	case "type":
		switch {
		case !a.Exists():
			return true, false
		case !b.Exists():
			return false, true
		}
		return !types(a, b), !types(b, a)
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains":
		return bound(a, b)
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains":
		narrower, wider = bound(a, b)
		if a.Exists() && b.Exists() {
			return wider, narrower
		}
		return narrower, wider
	case "additionalProperties", "unevaluatedProperties":
		closed := func(n jsondoc.Node) bool { return n.Exists() && !n.IsTrue() }
		if closed(a) && closed(b) {
			return true, true
		}
		return closed(b), closed(a)
	case "pattern", "format", "const", "uniqueItems", "multipleOf", "contains", "propertyNames", "dependentRequired", "not", "allOf":
		switch {
		case !a.Exists():
			return true, false
		case !b.Exists():
			return false, true
		}
		return true, true
	}
	return true, true
}

// bound compares a lower bound.
func bound(a, b jsondoc.Node) (narrower, wider bool) {
	switch {
	case !a.Exists():
		return true, false
	case !b.Exists():
		return false, true
	}
	x, errX := strconv.ParseFloat(string(a.Raw()), 64)
	y, errY := strconv.ParseFloat(string(b.Raw()), 64)
	if errX != nil || errY != nil {
		return true, true
	}
	return y > x, y < x
}

// subset reports whether all elements of a list stand in another.
func subset(a, b jsondoc.Node) bool {
	for _, x := range a.Elems() {
		found := false
		for _, y := range b.Elems() {
			_, differ := jsondoc.Difference(x, y)
			found = found || !differ
		}
		if !found {
			return false
		}
	}
	return true
}

// types reports whether every type of a is taken by b: an integer is a number.
func types(a, b jsondoc.Node) bool {
	have := typeList(b)
	for _, t := range typeList(a) {
		if !slices.Contains(have, t) && !(t == "integer" && slices.Contains(have, "number")) {
			return false
		}
	}
	return true
}

func typeList(n jsondoc.Node) []string {
	if n.Kind() == jsondoc.String {
		return []string{n.Text()}
	}
	var list []string
	for _, e := range n.Elems() {
		list = append(list, strings.TrimSpace(e.Text()))
	}
	return list
}
