package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// mend is one way to mend: a row of the table. do changes the tool at the place
// of the finding and reports whether it applies there; whether it helps is found
// out by looking at the tool again.
type mend struct {
	name    string // stable
	title   string // for a button
	explain string // what it does and what the author must see to
	why     string // the reason at each change; explain where it is empty
	effect  Effect
	guess   bool
	do      func(*site) bool
}

func (m *mend) reason() string {
	if m.why != "" {
		return m.why
	}
	return m.explain
}

// waysFor lists the ways to mend a rule's findings, the best first.
func waysFor(rule string) []*mend {
	var out []*mend
	for _, row := range ruleTable {
		if !slices.Contains(strings.Fields(row.rules), rule) {
			continue
		}
		for _, name := range strings.Fields(row.ways) {
			if m := mendNamed[name]; m != nil && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// mendNamed finds a mend by its name. It is filled once and never changed.
var mendNamed = func() map[string]*mend {
	all := slices.Concat(valueMends(), requiredMends(), typeMends(), unionMends(), arrayMends(), objectMends(),
		rootMends(), keywordMends(), refMends(), dialectMends(), patternMends(), nameMends(), textMends(), toolMends())
	byName := make(map[string]*mend, len(all))
	for i := range all {
		byName[all[i].name] = &all[i]
	}
	return byName
}()

// onSchema makes a mend of a function that needs a schema object around the place.
func onSchema(f func(s *site, v *val) bool) func(*site) bool {
	return func(s *site) bool {
		v := s.schema()
		return v != nil && f(s, v)
	}
}

// annotations are the keywords that only describe.
var annotations = []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "example"}

// appliesTo gives the type of values that a keyword is about; "" for all.
var appliesTo = map[string]string{
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
	"minLength": "string", "maxLength": "string", "pattern": "string", "contentEncoding": "string", "contentMediaType": "string", "contentSchema": "string",
	"items": "array", "prefixItems": "array", "additionalItems": "array", "unevaluatedItems": "array", "contains": "array",
	"minContains": "array", "maxContains": "array", "minItems": "array", "maxItems": "array", "uniqueItems": "array",
	"properties": "object", "patternProperties": "object", "additionalProperties": "object", "unevaluatedProperties": "object",
	"propertyNames": "object", "required": "object", "minProperties": "object", "maxProperties": "object",
	"dependentRequired": "object", "dependentSchemas": "object", "dependencies": "object",
}

// typeNames are the names of types.
var typeNames = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

// typesOf lists the types a schema declares, nil where it declares none.
func typesOf(v *val) []string {
	t := v.get("type")
	if t.is(jsondoc.String) {
		return []string{t.text()}
	}
	var out []string
	for _, e := range t.list() {
		if e.is(jsondoc.String) {
			out = append(out, e.text())
		}
	}
	return out
}

// kindName is the JSON Schema name of the type of a value.
func kindName(v *val) string {
	if v.is(jsondoc.Number) {
		if isInteger(v) {
			return "integer"
		}
		return "number"
	}
	return v.kind.String()
}

// isInteger reports whether a number is written as one without a fraction, or
// with a fraction of nothing but zeros.
func isInteger(v *val) bool {
	text := string(v.spelling())
	if strings.ContainsAny(text, "eE") {
		return false
	}
	_, fraction, _ := strings.Cut(text, ".")
	return strings.Trim(fraction, "0") == ""
}

// fits reports whether a type takes a value of a kind.
func fits(typ string, v *val) bool {
	kind := kindName(v)
	return typ == kind || typ == "number" && kind == "integer"
}

// dropForeign takes the keywords away that say nothing about a type.
func dropForeign(v *val, typ string) {
	if typ == "integer" {
		typ = "number"
	}
	for _, m := range slices.Clone(v.fields()) {
		if about := appliesTo[m.name]; about != "" && about != typ {
			v.drop(m.name)
		}
	}
}

// setType gives a schema a type, where it has none before everything else.
func setType(v *val, to *val) {
	if v.has("type") {
		v.set("type", to)
		return
	}
	v.putFirst("type", to)
}

// unrequire takes a name out of a schema's required, which goes when it is empty.
func unrequire(v *val, name string) bool {
	list := v.get("required")
	if !list.is(jsondoc.Array) || !list.remove(func(e *val) bool { return e.isText(name) }) {
		return false
	}
	if list.size() == 0 {
		v.drop("required")
	}
	return true
}

// require adds names to a schema's required.
func require(v *val, names ...string) {
	list := v.get("required")
	if !list.is(jsondoc.Array) {
		list = arr()
		v.putAfter("required", list, "properties")
	}
	for _, name := range names {
		if !slices.ContainsFunc(list.list(), func(e *val) bool { return e.isText(name) }) {
			list.add(str(name))
		}
	}
}

func requires(v *val, name string) bool {
	return slices.ContainsFunc(v.get("required").list(), func(e *val) bool { return e.isText(name) })
}

// containsVal reports whether a list holds a value.
func containsVal(list []*val, v *val) bool {
	return slices.ContainsFunc(list, func(e *val) bool { return sameVal(e, v) })
}
