package dialect

import (
	"math/bits"

	"mcploupe/inspector/jsondoc"
)

// kw is a keyword of any dialect.
type kw uint8

const (
	kwNone kw = iota
	// core
	kwSchema
	kwID
	kwOldID
	kwRef
	kwAnchor
	kwDynamicAnchor
	kwDynamicRef
	kwRecursiveAnchor
	kwRecursiveRef
	kwVocabulary
	kwComment
	kwDefs
	kwDefinitions
	// arrays
	kwItems
	kwAdditionalItems
	kwPrefixItems
	kwContains
	kwMinContains
	kwMaxContains
	kwUnevaluatedItems
	kwMinItems
	kwMaxItems
	kwUniqueItems
	// objects
	kwProperties
	kwPatternProperties
	kwAdditionalProperties
	kwPropertyNames
	kwDependencies
	kwDependentRequired
	kwDependentSchemas
	kwUnevaluatedProperties
	kwRequired
	kwMinProperties
	kwMaxProperties
	// in place
	kwAllOf
	kwAnyOf
	kwOneOf
	kwNot
	kwIf
	kwThen
	kwElse
	kwExtends
	kwDisallow
	// any type
	kwType
	kwEnum
	kwConst
	// numbers and strings
	kwDivisibleBy
	kwMultipleOf
	kwMinimum
	kwMaximum
	kwExclusiveMinimum
	kwExclusiveMaximum
	kwMinLength
	kwMaxLength
	kwPattern
	kwFormat
	kwContentEncoding
	kwContentMediaType
	kwContentSchema
	// annotations
	kwTitle
	kwDescription
	kwDefault
	kwExamples
	kwDeprecated
	kwReadOnly
	kwWriteOnly
	// what no dialect knows and yet is met often
	kwNullable
	// what a walk finds out on the way, as if it were a keyword
	kwItemsList  // items is a list
	kwNotAlone   // $ref has siblings
	kwDuplicated // a keyword stands twice
	kwCount
)

// shape says where schemas stand in the value of a keyword.
type shape uint8

const (
	holdsNothing   shape = iota
	holdsOne             // the value is a schema
	holdsList            // a list of schemas
	holdsMap             // an object whose values are schemas
	holdsItems           // a schema or a list of them
	holdsDeps            // an object whose values are schemas or lists of names
	holdsOneOrList       // draft-03 extends
	holdsTypes           // draft-03 type and disallow: names mixed with schemas
)

// class says what a keyword does.
type class uint8

const (
	classNone  class = iota
	identifier       // names a schema or its dialect
	reference
	definitions // holds schemas without applying them
	assertion   // decides about the instance by itself
	applicator  // applies schemas
	annotation  // says something about the instance, never whether it is valid
)

type keyword struct {
	name         string
	class        class
	holds        shape
	since, until Dialect
	values       kindSet // what the 2020-12 metaschema wants, 0 = not looked at
}

// kindSet is a set of JSON kinds.
type kindSet uint8

func kinds(ks ...jsondoc.Kind) kindSet {
	var s kindSet
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kindSet) has(k jsondoc.Kind) bool { return s == 0 || s&(1<<k) != 0 }

var (
	aText   = kinds(jsondoc.String)
	aFlag   = kinds(jsondoc.Bool)
	aList   = kinds(jsondoc.Array)
	aNumber = kinds(jsondoc.Number)
	aMap    = kinds(jsondoc.Object)
	aSchema = kinds(jsondoc.Object, jsondoc.Bool)
)

// keywordTable is what each dialect knows. $defs and definitions are walked in
// every dialect: references into them work everywhere in practice. dependencies is
// no keyword any more since 2019-09, but the metaschemas reserve it and validators
// go on applying it, in 2020-12 too.
//
// Sources: draft-zyp-json-schema-03 and -04, draft-fge-json-schema-validation-00,
// the release notes of draft-06, draft-07, 2019-09 and 2020-12.
var keywordTable = [kwCount]keyword{
	kwSchema:          {"$schema", identifier, holdsNothing, Draft03, Draft2020, aText},
	kwID:              {"$id", identifier, holdsNothing, Draft06, Draft2020, aText},
	kwOldID:           {"id", identifier, holdsNothing, Draft03, Draft04, 0},
	kwRef:             {"$ref", reference, holdsNothing, Draft03, Draft2020, aText},
	kwAnchor:          {"$anchor", identifier, holdsNothing, Draft2019, Draft2020, aText},
	kwDynamicAnchor:   {"$dynamicAnchor", identifier, holdsNothing, Draft2020, Draft2020, aText},
	kwDynamicRef:      {"$dynamicRef", reference, holdsNothing, Draft2020, Draft2020, aText},
	kwRecursiveAnchor: {"$recursiveAnchor", identifier, holdsNothing, Draft2019, Draft2019, aFlag},
	kwRecursiveRef:    {"$recursiveRef", reference, holdsNothing, Draft2019, Draft2019, aText},
	kwVocabulary:      {"$vocabulary", identifier, holdsNothing, Draft2019, Draft2020, aMap},
	kwComment:         {"$comment", annotation, holdsNothing, Draft07, Draft2020, aText},
	kwDefs:            {"$defs", definitions, holdsMap, Draft2019, Draft2020, aMap},
	kwDefinitions:     {"definitions", definitions, holdsMap, Draft04, Draft2019, aMap},

	kwItems:            {"items", applicator, holdsItems, Draft03, Draft2020, 0},
	kwAdditionalItems:  {"additionalItems", applicator, holdsOne, Draft03, Draft2019, aSchema},
	kwPrefixItems:      {"prefixItems", applicator, holdsList, Draft2020, Draft2020, aList},
	kwContains:         {"contains", applicator, holdsOne, Draft06, Draft2020, aSchema},
	kwMinContains:      {"minContains", assertion, holdsNothing, Draft2019, Draft2020, aNumber},
	kwMaxContains:      {"maxContains", assertion, holdsNothing, Draft2019, Draft2020, aNumber},
	kwUnevaluatedItems: {"unevaluatedItems", applicator, holdsOne, Draft2019, Draft2020, aSchema},
	kwMinItems:         {"minItems", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwMaxItems:         {"maxItems", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwUniqueItems:      {"uniqueItems", assertion, holdsNothing, Draft03, Draft2020, aFlag},

	kwProperties:            {"properties", applicator, holdsMap, Draft03, Draft2020, aMap},
	kwPatternProperties:     {"patternProperties", applicator, holdsMap, Draft03, Draft2020, aMap},
	kwAdditionalProperties:  {"additionalProperties", applicator, holdsOne, Draft03, Draft2020, aSchema},
	kwPropertyNames:         {"propertyNames", applicator, holdsOne, Draft06, Draft2020, aSchema},
	kwDependencies:          {"dependencies", applicator, holdsDeps, Draft03, Draft2020, aMap},
	kwDependentRequired:     {"dependentRequired", assertion, holdsNothing, Draft2019, Draft2020, aMap},
	kwDependentSchemas:      {"dependentSchemas", applicator, holdsMap, Draft2019, Draft2020, aMap},
	kwUnevaluatedProperties: {"unevaluatedProperties", applicator, holdsOne, Draft2019, Draft2020, aSchema},
	kwRequired:              {"required", assertion, holdsNothing, Draft03, Draft2020, 0},
	kwMinProperties:         {"minProperties", assertion, holdsNothing, Draft04, Draft2020, aNumber},
	kwMaxProperties:         {"maxProperties", assertion, holdsNothing, Draft04, Draft2020, aNumber},

	kwAllOf:    {"allOf", applicator, holdsList, Draft04, Draft2020, aList},
	kwAnyOf:    {"anyOf", applicator, holdsList, Draft04, Draft2020, aList},
	kwOneOf:    {"oneOf", applicator, holdsList, Draft04, Draft2020, aList},
	kwNot:      {"not", applicator, holdsOne, Draft04, Draft2020, aSchema},
	kwIf:       {"if", applicator, holdsOne, Draft07, Draft2020, aSchema},
	kwThen:     {"then", applicator, holdsOne, Draft07, Draft2020, aSchema},
	kwElse:     {"else", applicator, holdsOne, Draft07, Draft2020, aSchema},
	kwExtends:  {"extends", applicator, holdsOneOrList, Draft03, Draft03, 0},
	kwDisallow: {"disallow", applicator, holdsTypes, Draft03, Draft03, 0},

	kwType:  {"type", assertion, holdsTypes, Draft03, Draft2020, 0},
	kwEnum:  {"enum", assertion, holdsNothing, Draft03, Draft2020, aList},
	kwConst: {"const", assertion, holdsNothing, Draft06, Draft2020, 0},

	kwDivisibleBy:      {"divisibleBy", assertion, holdsNothing, Draft03, Draft03, 0},
	kwMultipleOf:       {"multipleOf", assertion, holdsNothing, Draft04, Draft2020, aNumber},
	kwMinimum:          {"minimum", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwMaximum:          {"maximum", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwExclusiveMinimum: {"exclusiveMinimum", assertion, holdsNothing, Draft03, Draft2020, 0},
	kwExclusiveMaximum: {"exclusiveMaximum", assertion, holdsNothing, Draft03, Draft2020, 0},
	kwMinLength:        {"minLength", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwMaxLength:        {"maxLength", assertion, holdsNothing, Draft03, Draft2020, aNumber},
	kwPattern:          {"pattern", assertion, holdsNothing, Draft03, Draft2020, aText},
	kwFormat:           {"format", assertion, holdsNothing, Draft03, Draft2020, aText},
	kwContentEncoding:  {"contentEncoding", annotation, holdsNothing, Draft07, Draft2020, aText},
	kwContentMediaType: {"contentMediaType", annotation, holdsNothing, Draft07, Draft2020, aText},
	kwContentSchema:    {"contentSchema", applicator, holdsOne, Draft2019, Draft2020, aSchema},

	kwTitle:       {"title", annotation, holdsNothing, Draft03, Draft2020, aText},
	kwDescription: {"description", annotation, holdsNothing, Draft03, Draft2020, aText},
	kwDefault:     {"default", annotation, holdsNothing, Draft03, Draft2020, 0},
	kwExamples:    {"examples", annotation, holdsNothing, Draft06, Draft2020, aList},
	kwDeprecated:  {"deprecated", annotation, holdsNothing, Draft2019, Draft2020, aFlag},
	kwReadOnly:    {"readOnly", annotation, holdsNothing, Draft07, Draft2020, aFlag},
	kwWriteOnly:   {"writeOnly", annotation, holdsNothing, Draft07, Draft2020, aFlag},

	kwNullable: {name: "nullable"},
}

// known reports whether a dialect knows the keyword.
func (k kw) known(d Dialect) bool {
	e := &keywordTable[k]
	return e.since != Unknown && e.since <= d && d <= e.until
}

func (k kw) String() string { return keywordTable[k].name }

// walked reports whether schemas are looked for in the keyword's value.
func (k kw) walked(d Dialect) bool {
	switch e := &keywordTable[k]; {
	case e.class == definitions:
		return true
	case e.holds == holdsTypes:
		return d == Draft03
	default:
		return e.holds != holdsNothing && k.known(d)
	}
}

// kwSet is a set of keywords.
type kwSet [2]uint64

func setOf(ks ...kw) kwSet {
	var s kwSet
	for _, k := range ks {
		s.add(k)
	}
	return s
}

func (s *kwSet) add(k kw)         { s[k>>6] |= 1 << (k & 63) }
func (s *kwSet) remove(k kw)      { s[k>>6] &^= 1 << (k & 63) }
func (s kwSet) has(k kw) bool     { return s[k>>6]&(1<<(k&63)) != 0 }
func (s kwSet) empty() bool       { return s[0]|s[1] == 0 }
func (s kwSet) and(o kwSet) kwSet { return kwSet{s[0] & o[0], s[1] & o[1]} }
func (s kwSet) or(o kwSet) kwSet  { return kwSet{s[0] | o[0], s[1] | o[1]} }

// all yields the keywords of the set in the order of the table.
func (s kwSet) all(yield func(kw) bool) {
	for w := range s {
		for b := s[w]; b != 0; b &= b - 1 {
			if !yield(kw(w<<6 + bits.TrailingZeros64(b))) {
				return
			}
		}
	}
}

// knowledge is what the walk asks of a dialect, precomputed.
type knowledge struct {
	walked kwSet // schemas stand in the value
	dead   kwSet // ignored beside $ref (up to draft-07): what asserts, applies or identifies
}

var knows = func() (all [dialects]knowledge) {
	for d := Draft03; d <= Draft2020; d++ {
		for k := kwNone + 1; k < kwCount; k++ {
			if k.walked(d) {
				all[d].walked.add(k)
			}
			c := keywordTable[k].class
			if d <= Draft07 && k.known(d) && k != kwSchema && (c == assertion || c == applicator || c == identifier) {
				all[d].dead.add(k)
			}
		}
	}
	return all
}()
