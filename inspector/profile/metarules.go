package profile

import (
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// metaRule says what is wrong with the value of a keyword under a dialect's
// metaschema; "" is nothing.
type metaRule func(n jsondoc.Node, d dialect.Dialect, a *metaArgs) string

// metaRules is what the metaschemas say of the values of keywords, from the
// texts at https://json-schema.org/specification-links.
var metaRules = map[keyword]metaRule{
	kwType:              typeRule,
	kwEnum:              enumRule,
	kwRequired:          requiredRule,
	kwItems:             itemsRule,
	kwExclusiveMinimum:  exclusiveRule,
	kwExclusiveMaximum:  exclusiveRule,
	kwMultipleOf:        multipleRule,
	kwMinimum:           kindRule("a number", "number"),
	kwMaximum:           kindRule("a number", "number"),
	kwMinLength:         countRule,
	kwMaxLength:         countRule,
	kwMinItems:          countRule,
	kwMaxItems:          countRule,
	kwMinProperties:     countRule,
	kwMaxProperties:     countRule,
	kwMinContains:       countRule,
	kwMaxContains:       countRule,
	kwProperties:        kindRule("an object", "object"),
	kwPatternProperties: kindRule("an object", "object"),
	kwDefs:              kindRule("an object", "object"),
	kwDefinitions:       kindRule("an object", "object"),
	kwDependentSchemas:  kindRule("an object", "object"),
	kwDependentRequired: dependentRule,
	kwDependencies:      kindRule("an object", "object"),
	kwAllOf:             branchesRule,
	kwAnyOf:             branchesRule,
	kwOneOf:             branchesRule,
	kwPrefixItems:       branchesRule,
	kwUniqueItems:       kindRule("a boolean", "boolean"),
	kwReadOnly:          kindRule("a boolean", "boolean"),
	kwWriteOnly:         kindRule("a boolean", "boolean"),
	kwDeprecated:        kindRule("a boolean", "boolean"),
	kwTitle:             kindRule("a text", "string"),
	kwDescription:       kindRule("a text", "string"),
	kwComment:           kindRule("a text", "string"),
	kwFormat:            kindRule("a text", "string"),
	kwPattern:           kindRule("a text", "string"),
	kwRef:               kindRule("a text", "string"),
	kwID:                kindRule("a text", "string"),
	kwContentEncoding:   kindRule("a text", "string"),
	kwContentMediaType:  kindRule("a text", "string"),
	kwSchema:            kindRule("a text", "string"),
	kwExamples:          kindRule("an array", "array"),
}

func kindRule(what, kind string) metaRule {
	want := kindNames[kind]
	return func(n jsondoc.Node, _ dialect.Dialect, a *metaArgs) string {
		if kindAs(n, want, a.Coerce) {
			return ""
		}
		return "it must be " + what
	}
}

func dependentRule(n jsondoc.Node, _ dialect.Dialect, _ *metaArgs) string {
	for _, list := range n.Members() {
		if !isNameList(list) || repeats(list) {
			return "each member must be an array of names"
		}
	}
	if n.Kind() != jsondoc.Object {
		return "it must be an object"
	}
	return ""
}

func typeRule(n jsondoc.Node, _ dialect.Dialect, _ *metaArgs) string {
	form, types := readTypes(n)
	switch {
	case form == formOther:
		return "it must be a name of a type or a list of them"
	case types&typeUnknown != 0:
		return "no type has this name"
	case form == formList && n.Len() == 0:
		return "the list is empty"
	case form == formList && repeats(n):
		return "a name is listed twice"
	default:
		return ""
	}
}

func enumRule(n jsondoc.Node, d dialect.Dialect, a *metaArgs) string {
	strict := a.Enums || d <= dialect.Draft06
	switch {
	case n.Kind() != jsondoc.Array:
		return "it must be an array"
	case strict && n.Len() == 0:
		return "the list is empty"
	case strict && repeats(n):
		return "a value is listed twice"
	default:
		return ""
	}
}

func requiredRule(n jsondoc.Node, d dialect.Dialect, _ *metaArgs) string {
	switch {
	case !isNameList(n):
		return "it must be an array of names"
	case d <= dialect.Draft04 && n.Len() == 0:
		return "the list is empty"
	case repeats(n):
		return "a name is listed twice"
	default:
		return ""
	}
}

func isNameList(n jsondoc.Node) bool {
	for _, e := range n.Elems() {
		if e.Kind() != jsondoc.String {
			return false
		}
	}
	return n.Kind() == jsondoc.Array
}

func itemsRule(n jsondoc.Node, d dialect.Dialect, _ *metaArgs) string {
	switch {
	case n.Kind() != jsondoc.Array:
		return "" // a position of its own
	case d >= dialect.Draft2020:
		return "in 2020-12 a list of schemas stands under prefixItems"
	case n.Len() == 0:
		return "the list is empty"
	default:
		return ""
	}
}

func exclusiveRule(n jsondoc.Node, d dialect.Dialect, a *metaArgs) string {
	if d <= dialect.Draft04 {
		return kindRule("a boolean", "boolean")(n, d, a)
	}
	return kindRule("a number", "number")(n, d, a)
}

func multipleRule(n jsondoc.Node, d dialect.Dialect, a *metaArgs) string {
	if fault := kindRule("a number", "number")(n, d, a); fault != "" {
		return fault
	}
	if f, ok := number(n); ok && f <= 0 {
		return "it must be above 0"
	}
	return ""
}

func countRule(n jsondoc.Node, d dialect.Dialect, a *metaArgs) string {
	if fault := kindRule("a number", "number")(n, d, a); fault != "" {
		return fault
	}
	if f, ok := number(n); ok && (f < 0 || f != float64(int64(f))) && f < 1e18 {
		return "it must be a whole number from 0 on"
	}
	return ""
}

func branchesRule(n jsondoc.Node, _ dialect.Dialect, _ *metaArgs) string {
	switch {
	case n.Kind() != jsondoc.Array:
		return "it must be an array of schemas"
	case n.Len() == 0:
		return "the list is empty"
	default:
		return ""
	}
}

// repeats tells whether two elements of an array are the same value. Strings
// are compared as what they say; all else as it is written without white space,
// so that 1 and 1.0 count as different.
func repeats(list jsondoc.Node) bool {
	if list.Len() < 2 {
		return false
	}
	seen := make(map[string]bool, list.Len())
	for _, e := range list.Elems() {
		key := string(e.Compact())
		if e.Kind() == jsondoc.String {
			key = jsondoc.Quote(text(e))
		}
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}
