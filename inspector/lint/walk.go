package lint

import (
	"slices"
	"strconv"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// node is one subschema: a schema object or a boolean where a schema stands.
type node struct {
	jsondoc.Node
	parent int32  // index of the schema around it; -1 for the root
	under  string // the keyword it stands under; "" for the root
	level  int32  // how many schemas are around it
	name   string // the name or position within that keyword; "" where it is the value itself
}

// holds says where schemas stand in the value of a keyword.
type holds uint8

const (
	holdsNone   holds = iota
	holdsOne          // a schema
	holdsList         // a list of schemas
	holdsMap          // an object of schemas
	holdsEither       // a schema or a list of schemas
	holdsDeps         // an object of schemas and of lists of names
)

// applies is the set of instance types that a keyword says something about.
type applies uint8

const (
	toAny    applies = 0
	toNumber applies = 1 << iota
	toString
	toArray
	toObject
)

// keyword is what is known about one keyword.
type keyword struct {
	holds        holds
	to           applies
	since, until dialect.Dialect
	asserts      bool // it can refuse a value
	inPlace      bool // its schemas look at the same value
}

// keywords is every keyword of every dialect. Sources: the specifications of
// draft-03 to 2020-12.
var keywords = map[string]keyword{
	"$schema":          {since: dialect.Draft03, until: dialect.Draft2020},
	"$id":              {since: dialect.Draft06, until: dialect.Draft2020},
	"id":               {since: dialect.Draft03, until: dialect.Draft04},
	"$ref":             {since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"$anchor":          {since: dialect.Draft2019, until: dialect.Draft2020},
	"$dynamicAnchor":   {since: dialect.Draft2020, until: dialect.Draft2020},
	"$dynamicRef":      {since: dialect.Draft2020, until: dialect.Draft2020, asserts: true},
	"$recursiveAnchor": {since: dialect.Draft2019, until: dialect.Draft2019},
	"$recursiveRef":    {since: dialect.Draft2019, until: dialect.Draft2019, asserts: true},
	"$vocabulary":      {since: dialect.Draft2019, until: dialect.Draft2020},
	"$comment":         {since: dialect.Draft07, until: dialect.Draft2020},
	"$defs":            {holds: holdsMap, since: dialect.Draft03, until: dialect.Draft2020},
	"definitions":      {holds: holdsMap, since: dialect.Draft03, until: dialect.Draft2020},

	"type":  {since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"enum":  {since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"const": {since: dialect.Draft06, until: dialect.Draft2020, asserts: true},

	"allOf":    {holds: holdsList, since: dialect.Draft04, until: dialect.Draft2020, asserts: true, inPlace: true},
	"anyOf":    {holds: holdsList, since: dialect.Draft04, until: dialect.Draft2020, asserts: true, inPlace: true},
	"oneOf":    {holds: holdsList, since: dialect.Draft04, until: dialect.Draft2020, asserts: true, inPlace: true},
	"not":      {holds: holdsOne, since: dialect.Draft04, until: dialect.Draft2020, asserts: true, inPlace: true},
	"if":       {holds: holdsOne, since: dialect.Draft07, until: dialect.Draft2020, asserts: true, inPlace: true},
	"then":     {holds: holdsOne, since: dialect.Draft07, until: dialect.Draft2020, asserts: true, inPlace: true},
	"else":     {holds: holdsOne, since: dialect.Draft07, until: dialect.Draft2020, asserts: true, inPlace: true},
	"extends":  {since: dialect.Draft03, until: dialect.Draft03, asserts: true, inPlace: true},
	"disallow": {since: dialect.Draft03, until: dialect.Draft03, asserts: true},

	"items":            {holds: holdsEither, to: toArray, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"additionalItems":  {holds: holdsOne, to: toArray, since: dialect.Draft03, until: dialect.Draft2019, asserts: true},
	"prefixItems":      {holds: holdsList, to: toArray, since: dialect.Draft2020, until: dialect.Draft2020, asserts: true},
	"contains":         {holds: holdsOne, to: toArray, since: dialect.Draft06, until: dialect.Draft2020, asserts: true},
	"minContains":      {to: toArray, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true},
	"maxContains":      {to: toArray, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true},
	"unevaluatedItems": {holds: holdsOne, to: toArray, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true},
	"minItems":         {to: toArray, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"maxItems":         {to: toArray, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"uniqueItems":      {to: toArray, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},

	"properties":            {holds: holdsMap, to: toObject, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"patternProperties":     {holds: holdsMap, to: toObject, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"additionalProperties":  {holds: holdsOne, to: toObject, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"propertyNames":         {holds: holdsOne, to: toObject, since: dialect.Draft06, until: dialect.Draft2020, asserts: true},
	"dependencies":          {holds: holdsDeps, to: toObject, since: dialect.Draft03, until: dialect.Draft2019, asserts: true, inPlace: true},
	"dependentRequired":     {to: toObject, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true},
	"dependentSchemas":      {holds: holdsMap, to: toObject, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true, inPlace: true},
	"unevaluatedProperties": {holds: holdsOne, to: toObject, since: dialect.Draft2019, until: dialect.Draft2020, asserts: true},
	"required":              {to: toObject, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"minProperties":         {to: toObject, since: dialect.Draft04, until: dialect.Draft2020, asserts: true},
	"maxProperties":         {to: toObject, since: dialect.Draft04, until: dialect.Draft2020, asserts: true},

	"divisibleBy":      {to: toNumber, since: dialect.Draft03, until: dialect.Draft03, asserts: true},
	"multipleOf":       {to: toNumber, since: dialect.Draft04, until: dialect.Draft2020, asserts: true},
	"minimum":          {to: toNumber, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"maximum":          {to: toNumber, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"exclusiveMinimum": {to: toNumber, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"exclusiveMaximum": {to: toNumber, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"minLength":        {to: toString, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"maxLength":        {to: toString, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"pattern":          {to: toString, since: dialect.Draft03, until: dialect.Draft2020, asserts: true},
	"format":           {since: dialect.Draft03, until: dialect.Draft2020},
	"contentEncoding":  {to: toString, since: dialect.Draft07, until: dialect.Draft2020},
	"contentMediaType": {to: toString, since: dialect.Draft07, until: dialect.Draft2020},
	"contentSchema":    {holds: holdsOne, to: toString, since: dialect.Draft2019, until: dialect.Draft2020},

	"title":       {since: dialect.Draft03, until: dialect.Draft2020},
	"description": {since: dialect.Draft03, until: dialect.Draft2020},
	"default":     {since: dialect.Draft03, until: dialect.Draft2020},
	"examples":    {since: dialect.Draft06, until: dialect.Draft2020},
	"deprecated":  {since: dialect.Draft2019, until: dialect.Draft2020},
	"readOnly":    {since: dialect.Draft07, until: dialect.Draft2020},
	"writeOnly":   {since: dialect.Draft07, until: dialect.Draft2020},
}

// walk lists every subschema, parents before children. Schemas are looked for
// under the keywords of every dialect, whatever the schema's own is: what is
// wrong with a tuple does not depend on whether items may be a list.
func (s *schema) walk() {
	s.byID = make([]int32, s.doc.Len())
	s.enter(s.doc.Root(), -1, "", "")
	for i := 0; i < len(s.nodes); i++ {
		n := s.nodes[i]
		for k, v := range n.Members() {
			name := k.Text()
			if kw, ok := keywords[name]; ok && kw.holds != holdsNone {
				s.children(int32(i), name, kw.holds, v)
			}
		}
	}
}

func (s *schema) children(parent int32, under string, h holds, v jsondoc.Node) {
	switch kind := v.Kind(); {
	case kind == jsondoc.Array && (h == holdsList || h == holdsEither):
		for i, e := range v.Elems() {
			s.enter(e, parent, under, strconv.Itoa(i))
		}
	case kind == jsondoc.Object && (h == holdsMap || h == holdsDeps):
		for k, e := range v.Members() {
			s.enter(e, parent, under, k.Text())
		}
	case h == holdsOne || h == holdsEither:
		s.enter(v, parent, under, "")
	}
}

func (s *schema) enter(n jsondoc.Node, parent int32, under, name string) {
	if k := n.Kind(); k != jsondoc.Object && k != jsondoc.Bool {
		return
	}
	if s.byID[n.ID()] != 0 {
		return
	}
	level := int32(0)
	if parent >= 0 {
		level = s.nodes[parent].level + 1
	}
	s.nodes = append(s.nodes, node{Node: n, parent: parent, under: under, name: name, level: level})
	s.byID[n.ID()] = int32(len(s.nodes))
}

// place is the pointer of a subschema within the schema.
func (s *schema) place(n *node) jsondoc.Pointer {
	var steps []*node
	for at := n; at.parent >= 0; at = &s.nodes[at.parent] {
		steps = append(steps, at)
	}
	tokens := make([]string, 0, 2*len(steps))
	for _, at := range slices.Backward(steps) {
		tokens = append(tokens, at.under)
		if at.stands() {
			tokens = append(tokens, at.name)
		}
	}
	return jsondoc.Pointer("").Join(tokens...)
}

// stands reports whether the subschema is a member or an element of its
// keyword's value, and not the value itself.
func (n *node) stands() bool {
	up := n.Parent()
	h := keywords[n.under].holds
	return up.Kind() == jsondoc.Array || h == holdsMap || h == holdsDeps
}

// up is the schema around a subschema, nil for the root.
func (s *schema) up(n *node) *node {
	if n.parent < 0 {
		return nil
	}
	return &s.nodes[n.parent]
}

// at finds the subschema that a value is, nil where it is none.
func (s *schema) nodeAt(n jsondoc.Node) *node {
	if !n.Exists() || n.Document() != s.doc || s.byID[n.ID()] == 0 {
		return nil
	}
	return &s.nodes[s.byID[n.ID()]-1]
}

// isProperty reports whether the subschema is a member of properties.
func (n *node) isProperty() bool { return n.under == "properties" }

// label names a subschema for a message: the property "title", the items of …
func (s *schema) label(n *node) string {
	switch {
	case n.parent < 0:
		return "the root"
	case n.isProperty():
		return "the property " + quote(n.name)
	case n.under == "$defs" || n.under == "definitions":
		return "the definition " + quote(n.name)
	case n.under == "items" && !n.stands() && s.up(n).under != "items":
		return "the items of " + s.label(s.up(n))
	}
	return quote(string(s.place(n)))
}

// quote writes text of a server as a JSON string, cut where it is long.
func quote(text string) string { return cut(jsondoc.Quote(text)) }

// show is the compact text of a value, cut where it is long.
func show(n jsondoc.Node) string { return cut(string(n.Compact())) }

// maxShown bounds what a message quotes, in bytes.
const maxShown = 60

func cut(text string) string {
	if len(text) <= maxShown {
		return text
	}
	at := maxShown
	for at > 0 && text[at]&0xc0 == 0x80 { // not inside a character
		at--
	}
	return text[:at] + "…"
}
