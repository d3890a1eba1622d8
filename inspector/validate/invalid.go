package validate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// invalid explains why a metaschema refuses the document: the instance is our
// schema now, and the library's own schema pointers are of no use to anybody.
func (s *survey) invalid(e *jsonschema.SchemaValidationError) *CompileError {
	var verr *jsonschema.ValidationError
	if !errors.As(e.Err, &verr) {
		return nil
	}
	start, _ := schemaPointer(e.URL)
	node, err := s.doc.At(start)
	if err != nil {
		return nil
	}
	r := &reporter{instance: node}
	var bad []*CompileError
	for _, l := range arrange(node, r.leaves(verr, "", nil), 0) {
		l = r.innermost(l)
		bad = append(bad, s.faulty(start+instancePointer(l.tokens), l, put(l.kind, r.scene(l, "", r.branches(l)))))
		if len(bad) > maxFaults {
			break
		}
	}
	return several(slices.CompactFunc(bad, func(a, b *CompileError) bool { return a.Pointer == b.Pointer && a.Message == b.Message }))
}

// innermost goes from an anyOf to the problem that its nearest alternative has
// below it: of ["string", "any"] the second is wrong, not the list.
func (r *reporter) innermost(l *leaf) *leaf {
	for {
		tried := r.branches(l)
		if len(tried) == 0 || len(tried[0].leaves) == 0 || len(tried[0].leaves[0].tokens) <= len(l.tokens) {
			return l
		}
		l = tried[0].leaves[0]
	}
}

// mustBe says what the value of a keyword has to be, in words that hold for
// every dialect.
var mustBe = map[string]string{
	"$schema": "the URI of a dialect", "$id": "a URI reference", "id": "a URI reference", "$ref": "a URI reference",
	"$anchor": "a name that starts with a letter or _", "$dynamicAnchor": "a name that starts with a letter or _",
	"$comment": "a text", "title": "a text", "description": "a text", "format": "the name of a format",
	"pattern": "a regular expression", "contentEncoding": "a text", "contentMediaType": "a text",
	"type": "one of the seven JSON Schema types or a list of them",
	"enum": "a list of values", "examples": "a list of values",
	"required": "a list of property names, each once", "dependentRequired": "an object with lists of property names",
	"properties": "an object with schemas", "patternProperties": "an object with schemas", "definitions": "an object with schemas",
	"$defs": "an object with schemas", "dependentSchemas": "an object with schemas", "dependencies": "an object with schemas or lists of property names",
	"allOf": "a list of at least one schema", "anyOf": "a list of at least one schema", "oneOf": "a list of at least one schema",
	"prefixItems": "a list of at least one schema",
	"minLength":   "a whole number from 0", "maxLength": "a whole number from 0", "minItems": "a whole number from 0", "maxItems": "a whole number from 0",
	"minProperties": "a whole number from 0", "maxProperties": "a whole number from 0", "minContains": "a whole number from 0", "maxContains": "a whole number from 0",
	"minimum": "a number", "maximum": "a number", "exclusiveMinimum": "a number", "exclusiveMaximum": "a number", "multipleOf": "a number above 0",
	"uniqueItems": "true or false", "readOnly": "true or false", "writeOnly": "true or false", "deprecated": "true or false",
}

// oldForm recognises a keyword in the form of another dialect.
type oldForm struct {
	keyword  string
	kind     jsondoc.Kind
	from, to dialect.Dialect // in which it is wrong
	message  string
}

var oldForms = []oldForm{
	{"required", jsondoc.Bool, dialect.Draft04, dialect.Draft2020, "required is a list of property names, on the object; true or false on the property is the form of draft-03"},
	{"exclusiveMinimum", jsondoc.Bool, dialect.Draft06, dialect.Draft2020, "exclusiveMinimum is a number since draft-06; true or false is the form of draft-04"},
	{"exclusiveMaximum", jsondoc.Bool, dialect.Draft06, dialect.Draft2020, "exclusiveMaximum is a number since draft-06; true or false is the form of draft-04"},
	{"exclusiveMinimum", jsondoc.Number, dialect.Draft04, dialect.Draft04, "exclusiveMinimum is true or false in draft-04; a number is the form of draft-06"},
	{"exclusiveMaximum", jsondoc.Number, dialect.Draft04, dialect.Draft04, "exclusiveMaximum is true or false in draft-04; a number is the form of draft-06"},
	{"items", jsondoc.Array, dialect.Draft2020, dialect.Draft2020, "items is one schema in 2020-12; a list of schemas is called prefixItems there"},
}

// faulty says what is wrong at a place of the schema.
func (s *survey) faulty(at jsondoc.Pointer, l *leaf, w words) *CompileError {
	n, _ := s.doc.At(at)
	home := s.enclosing(at)
	keyword := home.keywordOf(at)
	if d, ok := l.kind.(*kind.Dependency); ok && at == home.at {
		keyword = d.Prop
	}
	e := fault(InvalidSchema, at, keyword, "%s", w.message)
	value, _ := s.doc.At(home.at.Join(keyword))
	for _, f := range oldForms {
		if f.keyword == keyword && f.kind == value.Kind() && home.dialect >= f.from && home.dialect <= f.to {
			e.Pointer, e.Message = home.at.Join(keyword), f.message
			return e
		}
	}
	if m := plainly(at, keyword, n, home, l); m != "" {
		e.Message = m
	}
	if keyword == "" && at != "" {
		e.Keyword = standsUnder(at)
	}
	return e
}

// plainly has the words for the most common faults; "" where there are none.
func plainly(at jsondoc.Pointer, keyword string, n jsondoc.Node, home *spot, l *leaf) string {
	want, known := mustBe[keyword]
	got := described(n)
	if n.Kind() == jsondoc.Array {
		got = brief(n)
	}
	_, missing := l.kind.(*kind.Required)
	switch {
	case keyword == "": // the place itself should be a schema
		if _, ok := l.kind.(*kind.Type); !ok {
			return ""
		}
		if home.dialect <= dialect.Draft04 {
			return "a schema is an object; got " + got
		}
		return "a schema is an object, true or false; got " + got
	case keyword == "type" && n.Kind() == jsondoc.String:
		return brief(n) + " is not one of the seven JSON Schema types"
	case keyword == "enum" && n.Kind() == jsondoc.Array && n.Len() == 0:
		return "enum has no values, so nothing fits"
	case keyword == "required" && at != home.at.Join("required"):
		return "required lists property names; got " + got
	case keyword == "dependencies" && at.Parent() == home.at.Join("dependencies"):
		return "what depends is a schema or a list of property names; got " + got
	case strings.HasPrefix(keyword, "depend") && at.Parent().Parent() == home.at.Join(keyword):
		return keyword + " lists property names; got " + got
	case known && !missing && strings.Count(string(at), "/") == strings.Count(string(home.at), "/")+1:
		if u, ok := l.kind.(*kind.UniqueItems); ok {
			return fmt.Sprintf("%s must be %s; items %d and %d are equal", keyword, want, u.Duplicates[0], u.Duplicates[1])
		}
		return keyword + " must be " + want + "; got " + got
	}
	return ""
}

// keywordOf returns the keyword of a subschema that a pointer leads through.
func (sp *spot) keywordOf(at jsondoc.Pointer) string {
	rest := at[len(sp.at):]
	if rest == "" {
		return ""
	}
	return rest.Tokens()[0]
}
