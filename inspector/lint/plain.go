package lint

import (
	"regexp"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/pattern"
)

// Bounds within which a schema is taken for one that compiles without asking the
// validator, which takes a hundred times as long.
const (
	plainNodes = 400
	plainRefs  = 100
	plainLevel = 50
)

// plain reports whether a schema certainly compiles in a dialect: every keyword
// has a value that the metaschema allows, and nothing in it is unusual. Where
// this is not certain the validator is asked.
func (s *schema) plain(d dialect.Dialect) bool {
	if len(s.nodes) > plainNodes || d < dialect.Draft06 || s.used != d {
		return false
	}
	refs := 0
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.level > plainLevel {
			return false
		}
		for k, v := range n.Members() {
			name := k.Text()
			kw, known := keywords[name]
			if name == "$ref" {
				if refs++; refs > plainRefs || !s.plainRef(n, v) {
					return false
				}
				continue
			}
			if known && (d < kw.since || d > kw.until) {
				if name == "dependencies" || name == "definitions" || strings.HasPrefix(name, "$") {
					return false // the newer metaschemas still look at these
				}
				continue
			}
			if known && !plainValue(name, kw, v, d) {
				return false
			}
		}
	}
	return true
}

// plainRef reports whether a reference leads to a schema of the document by a
// pointer.
func (s *schema) plainRef(n *node, ref jsondoc.Node) bool {
	text := ref.Text()
	if ref.Kind() != jsondoc.String || text != "#" && !strings.HasPrefix(text, "#/") || strings.ContainsAny(text, "%\"<>\\^`{|} ") {
		return false
	}
	return s.nodeAt(s.references().target(s, n).node) != nil
}

// plainKinds are the keywords of which only the kind of the value matters.
var plainKinds = map[string]jsondoc.Kind{
	"title": jsondoc.String, "description": jsondoc.String, "$comment": jsondoc.String, "format": jsondoc.String,
	"contentEncoding": jsondoc.String, "contentMediaType": jsondoc.String,
	"examples": jsondoc.Array, "uniqueItems": jsondoc.Bool, "deprecated": jsondoc.Bool, "readOnly": jsondoc.Bool, "writeOnly": jsondoc.Bool,
	"minimum": jsondoc.Number, "maximum": jsondoc.Number, "exclusiveMinimum": jsondoc.Number, "exclusiveMaximum": jsondoc.Number,
}

func plainValue(name string, kw keyword, v jsondoc.Node, d dialect.Dialect) bool {
	if kind, ok := plainKinds[name]; ok {
		return v.Kind() == kind
	}
	switch name {
	case "default", "const", "$schema": // $schema has been looked at
		return true
	case "type":
		return plainType(v)
	case "enum", "required":
		return distinct(v, name == "required") && (name == "required" || v.Len() > 0)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return v.Kind() == jsondoc.Number && written(v) && v.Raw()[0] != '-'
	case "pattern":
		return v.Kind() == jsondoc.String && plainPattern(v.Text())
	}
	switch kw.holds {
	case holdsOne:
		return isSchema(v)
	case holdsList:
		return schemas(v, jsondoc.Array) && v.Len() > 0
	case holdsEither:
		return isSchema(v) || d < dialect.Draft2020 && schemas(v, jsondoc.Array) && v.Len() > 0
	case holdsMap:
		return schemas(v, jsondoc.Object) && name != "patternProperties"
	}
	return false
}

func isSchema(v jsondoc.Node) bool {
	return v.Kind() == jsondoc.Object || v.Kind() == jsondoc.Bool
}

// schemas reports whether a container of the kind holds nothing but schemas.
func schemas(v jsondoc.Node, kind jsondoc.Kind) bool {
	if v.Kind() != kind {
		return false
	}
	for _, e := range v.Elems() {
		if !isSchema(e) {
			return false
		}
	}
	for _, e := range v.Members() {
		if !isSchema(e) {
			return false
		}
	}
	return true
}

func plainType(v jsondoc.Node) bool {
	if v.Kind() == jsondoc.String {
		_, known := typeNames[v.Text()]
		return known
	}
	for _, e := range v.Elems() {
		if _, known := typeNames[e.Text()]; !known {
			return false
		}
	}
	return v.Len() > 0 && distinct(v, true)
}

// distinct reports whether an array holds scalars that differ from each other,
// or nothing but strings that do.
func distinct(v jsondoc.Node, strings bool) bool {
	if v.Kind() != jsondoc.Array {
		return false
	}
	seen := make(map[string]bool, v.Len())
	for _, e := range v.Elems() {
		text := canonical(e)
		if text == "" || seen[text] || strings && e.Kind() != jsondoc.String {
			return false
		}
		seen[text] = true
	}
	return true
}

// plainPattern reports whether a pattern is one for every engine.
func plainPattern(text string) bool {
	if len(text) > 500 {
		return false
	}
	if _, fault := pattern.ECMA(text); fault != nil {
		return false
	}
	_, err := regexp.Compile(text)
	return err == nil
}
