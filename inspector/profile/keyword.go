package profile

// keyword is a member name that some dialect of JSON Schema, OpenAPI or MCP
// gives a meaning. kwNone stands for all other names.
type keyword uint8

const (
	kwNone keyword = iota
	kwSchema
	kwID
	kwOldID
	kwRef
	kwAnchor
	kwDynamicRef
	kwDynamicAnchor
	kwRecursiveRef
	kwRecursiveAnchor
	kwVocabulary
	kwComment
	kwDefs
	kwDefinitions
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
	kwAllOf
	kwAnyOf
	kwOneOf
	kwNot
	kwIf
	kwThen
	kwElse
	kwType
	kwEnum
	kwConst
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
	kwTitle
	kwDescription
	kwDefault
	kwExamples
	kwExample
	kwDeprecated
	kwReadOnly
	kwWriteOnly
	kwNullable
	kwDiscriminator
	kwXML
	kwExternalDocs
	kwPropertyOrdering
	kwHeader
	keywordCount
)

// holds says what stands under a keyword.
type holds uint8

const (
	leaf         holds = iota // no schema
	oneSchema                 // a schema
	schemaList                // an array of schemas
	schemaOrList              // a schema, or an array of them
	schemaMap                 // an object whose members are schemas
	dependencies              // an object whose members are schemas or arrays of names
)

// keywords lists the names, and where schemas stand. It is the union of all
// dialects: the clients that are described here walk a schema without looking
// at its $schema.
var keywords = [keywordCount]struct {
	name  string
	holds holds
}{
	kwSchema:                {"$schema", leaf},
	kwID:                    {"$id", leaf},
	kwOldID:                 {"id", leaf},
	kwRef:                   {"$ref", leaf},
	kwAnchor:                {"$anchor", leaf},
	kwDynamicRef:            {"$dynamicRef", leaf},
	kwDynamicAnchor:         {"$dynamicAnchor", leaf},
	kwRecursiveRef:          {"$recursiveRef", leaf},
	kwRecursiveAnchor:       {"$recursiveAnchor", leaf},
	kwVocabulary:            {"$vocabulary", leaf},
	kwComment:               {"$comment", leaf},
	kwDefs:                  {"$defs", schemaMap},
	kwDefinitions:           {"definitions", schemaMap},
	kwItems:                 {"items", schemaOrList},
	kwAdditionalItems:       {"additionalItems", oneSchema},
	kwPrefixItems:           {"prefixItems", schemaList},
	kwContains:              {"contains", oneSchema},
	kwMinContains:           {"minContains", leaf},
	kwMaxContains:           {"maxContains", leaf},
	kwUnevaluatedItems:      {"unevaluatedItems", oneSchema},
	kwMinItems:              {"minItems", leaf},
	kwMaxItems:              {"maxItems", leaf},
	kwUniqueItems:           {"uniqueItems", leaf},
	kwProperties:            {"properties", schemaMap},
	kwPatternProperties:     {"patternProperties", schemaMap},
	kwAdditionalProperties:  {"additionalProperties", oneSchema},
	kwPropertyNames:         {"propertyNames", oneSchema},
	kwDependencies:          {"dependencies", dependencies},
	kwDependentRequired:     {"dependentRequired", leaf},
	kwDependentSchemas:      {"dependentSchemas", schemaMap},
	kwUnevaluatedProperties: {"unevaluatedProperties", oneSchema},
	kwRequired:              {"required", leaf},
	kwMinProperties:         {"minProperties", leaf},
	kwMaxProperties:         {"maxProperties", leaf},
	kwAllOf:                 {"allOf", schemaList},
	kwAnyOf:                 {"anyOf", schemaList},
	kwOneOf:                 {"oneOf", schemaList},
	kwNot:                   {"not", oneSchema},
	kwIf:                    {"if", oneSchema},
	kwThen:                  {"then", oneSchema},
	kwElse:                  {"else", oneSchema},
	kwType:                  {"type", leaf},
	kwEnum:                  {"enum", leaf},
	kwConst:                 {"const", leaf},
	kwMultipleOf:            {"multipleOf", leaf},
	kwMinimum:               {"minimum", leaf},
	kwMaximum:               {"maximum", leaf},
	kwExclusiveMinimum:      {"exclusiveMinimum", leaf},
	kwExclusiveMaximum:      {"exclusiveMaximum", leaf},
	kwMinLength:             {"minLength", leaf},
	kwMaxLength:             {"maxLength", leaf},
	kwPattern:               {"pattern", leaf},
	kwFormat:                {"format", leaf},
	kwContentEncoding:       {"contentEncoding", leaf},
	kwContentMediaType:      {"contentMediaType", leaf},
	kwContentSchema:         {"contentSchema", oneSchema},
	kwTitle:                 {"title", leaf},
	kwDescription:           {"description", leaf},
	kwDefault:               {"default", leaf},
	kwExamples:              {"examples", leaf},
	kwExample:               {"example", leaf},
	kwDeprecated:            {"deprecated", leaf},
	kwReadOnly:              {"readOnly", leaf},
	kwWriteOnly:             {"writeOnly", leaf},
	kwNullable:              {"nullable", leaf},
	kwDiscriminator:         {"discriminator", leaf},
	kwXML:                   {"xml", leaf},
	kwExternalDocs:          {"externalDocs", leaf},
	kwPropertyOrdering:      {"propertyOrdering", leaf},
	kwHeader:                {"x-mcp-header", leaf},
}

var keywordByName = func() map[string]keyword {
	m := make(map[string]keyword, len(keywords))
	for k, info := range keywords {
		if info.name != "" {
			m[info.name] = keyword(k)
		}
	}
	return m
}()

func (k keyword) String() string { return keywords[k].name }

// set is a set of keywords.
type set [2]uint64

func setOf(ks ...keyword) set {
	var s set
	for _, k := range ks {
		s.add(k)
	}
	return s
}

func (s *set) add(k keyword)          { s[k>>6] |= 1 << (k & 63) }
func (s set) has(k keyword) bool      { return s[k>>6]&(1<<(k&63)) != 0 }
func (s set) meets(o set) bool        { return s[0]&o[0]|s[1]&o[1] != 0 }
func (s set) within(o set) bool       { return s[0]&^o[0]|s[1]&^o[1] == 0 }
func (s set) with(o set) set          { return set{s[0] | o[0], s[1] | o[1]} }
func (s set) plus(k keyword) (n set)  { n = s; n.add(k); return n }
func (s set) minus(k keyword) (n set) { n = s; n[k>>6] &^= 1 << (k & 63); return n }
