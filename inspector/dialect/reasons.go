package dialect

// code is the kind of a change.
type code uint8

const (
	codeNone code = iota
	codeSchemaURI
	codeSchemaAdded
	codeSchemaNested
	codeUnknownEmbedded
	codeTuple
	codeTupleEmpty
	codeTupleDropped
	codeAdditionalItems
	codeAdditionalItemsDropped
	codeContainsHidden
	codeDependencies
	codeDependenciesMerged
	codeDependenciesEmpty
	codeDefinitions
	codeDefinitionsMerged
	codeDefinitionsClash
	codeRefMoved
	codeRefThroughID
	codeSiblingRemoved
	codeSubtreeKept
	codeDataCopied
	codeIDRenamed
	codeIDRespelled
	codeIDRemoved
	codeIDTwice
	codeStrayID
	codeAnchorFromID
	codeAnchorRespelled
	codeRecursive
	codeRecursiveOff
	codeVocabulary
	codeExclusive
	codeExclusiveBound
	codeExclusiveOff
	codeExclusiveNumber
	codeExclusiveFlag
	codeExclusiveRepaired
	codeNeutralised
	codeAnnotationShape
	codeExternalRef
	codeMetaRef
	codeBrokenRef
	codeOpaqueRef
	codeFormat
	codeInteger
	codeNullable
	codeNullableRepaired
	codeRequiredFlag
	codeRequiredRepaired
	codeMalformed
	codeNotASchema
	codeDuplicate
	codeIllFormed
	codeNumberRange
	codeTruncated
	codeExtends
	codeDisallow
	codeDivisibleBy
	codeTypeUnion
	codeTypeAny
	codeRequired03
	codeRequired03Moved
	codeCount
)

// reason is what a code says to the author of a schema. "%s" in the text stands
// for the name or spelling that the change is about.
type reason struct {
	code   string
	reason string
	source string
	effect Effect
	loss   bool
}

// Where the specifications say it.
const (
	core20     = "https://json-schema.org/draft/2020-12/json-schema-core#section-"
	valid20    = "https://json-schema.org/draft/2020-12/json-schema-validation#section-"
	notes20    = "https://json-schema.org/draft/2020-12/release-notes"
	notes19    = "https://json-schema.org/draft/2019-09/release-notes"
	core07     = "https://json-schema.org/draft-07/draft-handrews-json-schema-01#rfc.section."
	valid07    = "https://json-schema.org/draft-07/draft-handrews-json-schema-validation-01#rfc.section."
	notes06    = "https://json-schema.org/draft-06/json-schema-release-notes"
	draft03    = "https://datatracker.ietf.org/doc/html/draft-zyp-json-schema-03#section-"
	draft04    = "https://datatracker.ietf.org/doc/html/draft-fge-json-schema-validation-00#section-"
	rfc8259    = "https://datatracker.ietf.org/doc/html/rfc8259#section-"
	openAPI303 = "https://spec.openapis.org/oas/v3.0.3#fixed-fields-19"
)

var reasons = [codeCount]reason{
	codeSchemaURI:       {"schema-uri", `$schema names the dialect the schema is now written in. Readers compare it as text, so it is spelled exactly as the specification does.`, core20 + "8.1.1", Same, false},
	codeSchemaAdded:     {"schema-added", `The schema did not say which dialect it is written in. Now it does, so that nobody reads it as another one.`, core20 + "8.1.1", Same, false},
	codeSchemaNested:    {"schema-nested-removed", `$schema belongs to the root of a schema or beside an $id. Here it had no effect before, and in the new dialect readers refuse it or change the dialect half way.`, core20 + "8.1.1", Neutralised, false},
	codeUnknownEmbedded: {"schema-unknown-embedded", `This part is a schema of its own in a dialect that is not known here. It was left exactly as it is.`, core20 + "9.3.1", Kept, false},

	codeTuple:                  {"items-tuple", `A tuple is written prefixItems in 2020-12; items may no longer be an array.`, core20 + "10.3.1.1", Same, false},
	codeTupleEmpty:             {"items-empty", `items is an empty list, which no dialect allows, so the schema is not valid before or after. The repair "tuple" removes it.`, core20 + "10.3.1.1", Kept, false},
	codeTupleDropped:           {"items-empty-removed", `An empty list of items says nothing and no dialect allows it, so it was removed.`, core20 + "10.3.1.1", Repaired, false},
	codeAdditionalItems:        {"additional-items-moved", `What comes after the tuple is written items in 2020-12; additionalItems no longer exists.`, core20 + "10.3.1.2", Same, false},
	codeAdditionalItemsDropped: {"additional-items-dropped", `additionalItems only counts beside a list of items. Without one it never had an effect, and written as items it would get one, so it goes.`, valid07 + "6.4.2", Neutralised, false},
	codeContainsHidden:         {"contains-hidden", `In 2020-12 an item that matches contains counts as evaluated, which would make unevaluatedItems let more pass. Behind two not it still has to match and marks nothing.`, notes20 + "#contains-and-unevaluateditems", Same, false},

	codeDependencies:       {"dependencies-split", `dependencies became two keywords: lists of names are dependentRequired, schemas are dependentSchemas.`, notes19, Same, false},
	codeDependenciesMerged: {"dependencies-merged", `2019-09 keeps dependencies for compatibility only, and most validators still apply it. It was merged with the keyword that replaced it, so that both hold.`, notes19, Same, false},
	codeDependenciesEmpty:  {"dependencies-removed", `An empty dependencies says nothing and its keyword no longer exists.`, notes19, Same, false},
	codeDefinitions:        {"definitions-renamed", `Schemas for reuse stand in $defs since 2019-09. Several clients look only there. Every reference follows.`, core20 + "8.2.4", Same, false},
	codeDefinitionsMerged:  {"definitions-merged", `$defs stands here too, so the definitions were put into it. Every reference follows.`, core20 + "8.2.4", Same, false},
	codeDefinitionsClash:   {"definitions-collision", `$defs has an entry of this name already, so this one is called %s now. Every reference follows.`, core20 + "8.2.4", Same, false},

	codeRefMoved:       {"ref-moved", `The place that this refers to has another address now; it was %s.`, core20 + "8.2.3.1", Same, false},
	codeRefThroughID:   {"ref-through-id", `This pointed through a schema with an $id of its own. Such pointers need not work any more, so it now starts at that schema; it was %s.`, core20 + "9.2.1", Same, false},
	codeSiblingRemoved: {"ref-sibling-removed", `Up to draft-07 everything beside $ref is ignored; from 2019-09 on it counts. This never had an effect and would get one, so it goes.`, core07 + "8.3", Neutralised, false},
	codeSubtreeKept:    {"subtree-kept-in-defs", `This has no effect where it stands and would get one, but something refers into it, so it moves to %s, where it is not applied.`, core20 + "8.2.4", Neutralised, false},
	codeDataCopied:     {"data-copied-to-defs", `Something refers to this value as a schema, though it is data. The data stays as it is, and a copy of it in $defs serves as the schema.`, core20 + "9.4.2", Same, false},

	codeIDRenamed:       {"id-renamed", `The identifier of a schema is called $id since draft-06.`, notes06, Same, false},
	codeIDRespelled:     {"id-fragment-removed", `An $id must not have a fragment any more.`, core20 + "8.2.1", Same, false},
	codeIDRemoved:       {"id-removed", `This identifier names nothing: it is empty, only a pointer, or the address that the schema has anyway. Now it would be refused.`, core20 + "8.2.1", Neutralised, false},
	codeIDTwice:         {"id-duplicate-removed", `id and $id say the same here; one of them is kept, as $id.`, notes06, Same, false},
	codeStrayID:         {"stray-id-renamed", `id without $ has meant nothing since draft-06, and some validators (Ajv) refuse every schema that has it. It is called %s now.`, notes06, Neutralised, false},
	codeAnchorFromID:    {"anchor-from-id", `A plain name such as #%s is written $anchor since 2019-09.`, core20 + "8.2.2", Same, false},
	codeAnchorRespelled: {"anchor-respelled", `The name %s has characters that an anchor may not have. Every reference follows.`, core20 + "8.2.2", Same, false},
	codeRecursive:       {"recursive-to-dynamic", `$recursiveRef and $recursiveAnchor became $dynamicRef and $dynamicAnchor, with a name that is the same everywhere.`, notes20 + "#dynamicref-and-dynamicanchor", Same, false},
	codeRecursiveOff:    {"recursive-anchor-removed", `This $recursiveAnchor has no effect: it is false, or not at the root of its schema.`, notes20 + "#dynamicref-and-dynamicanchor", Same, false},
	codeVocabulary:      {"vocabulary-updated", `The vocabularies of 2020-12 have addresses of their own.`, core20 + "8.1.2", Same, false},

	codeExclusive:         {"exclusive-folded", `An exclusive bound is a number of its own since draft-06, not a flag beside the bound.`, valid20 + "6.2", Same, false},
	codeExclusiveBound:    {"exclusive-bound-moved", `This bound is exclusive, so the number stands in %s now.`, valid20 + "6.2", Same, false},
	codeExclusiveOff:      {"exclusive-dropped", `This flag has no effect: it is false, or there is no bound that it could make exclusive.`, draft04 + "5.1", Same, false},
	codeExclusiveNumber:   {"exclusive-number", `draft-04 wants true or false here, so the schema was not valid. A number is what later dialects want; it now counts as the bound.`, valid20 + "6.2", Kept, false},
	codeExclusiveFlag:     {"exclusive-flag", `true or false is what draft-04 wants here; this dialect wants the bound itself, so validators refuse the schema. The repair "exclusive" writes it so.`, valid20 + "6.2", Kept, false},
	codeExclusiveRepaired: {"exclusive-repaired", `true or false is what draft-04 wants here; it was read as meant and written as the bound itself.`, valid20 + "6.2", Repaired, false},

	codeNeutralised:     {"keyword-neutralised", `This keyword meant nothing in the old dialect and would count in the new one. Under the name %s it still means nothing.`, core20 + "4.3.1", Neutralised, false},
	codeAnnotationShape: {"annotation-shape", `This keyword meant nothing in the old dialect. In the new one its value has the wrong type, and validators would refuse the whole schema. It is called %s now.`, core20 + "4.3.1", Neutralised, false},

	codeExternalRef: {"external-ref", `This refers to another document, which is never fetched. It was left as it is; whether it still fits is not known.`, core20 + "8.2.3.1", Kept, false},
	codeMetaRef:     {"metaschema-ref", `This refers to a metaschema of JSON Schema itself and was left as it is. Some validators have only the newest one.`, core20 + "8.2.3.1", Kept, false},
	codeBrokenRef:   {"broken-ref", `This refers to nothing in the schema, or to something that is not a schema. It was left as it is.`, core20 + "8.2.3.1", Kept, false},
	codeOpaqueRef:   {"opaque-ref", `This refers into a part that is written in an unknown dialect. It was left as it is.`, core20 + "9.3.1", Kept, false},

	codeFormat:           {"format-note", `Up to draft-07 validators check format unless told otherwise; since 2019-09 it only describes the value unless they are told to check. Nothing was changed here; this is said once.`, notes19, Unpreservable, false},
	codeInteger:          {"integer-note", `For draft-04 1.0 is not an integer; for later dialects it is. Nothing was changed here; this is said once.`, notes06, Unpreservable, true},
	codeNullable:         {"nullable-note", `nullable belongs to OpenAPI 3.0 and means nothing in JSON Schema, so null is not allowed here. The repair "nullable" allows it.`, openAPI303, Kept, false},
	codeNullableRepaired: {"nullable-repaired", `nullable belongs to OpenAPI 3.0. Read as meant, null is now allowed the way JSON Schema says it.`, openAPI303, Repaired, false},
	codeRequiredFlag:     {"required-flag", `required is true or false here, as in draft-03; since draft-04 it is a list of names in the schema around, and validators refuse this. The repair "required" moves it there.`, draft04 + "5.4.3", Kept, false},
	codeRequiredRepaired: {"required-repaired", `required is a list of names in the schema around since draft-04. It was moved there as meant.`, draft04 + "5.4.3", Repaired, false},

	codeMalformed:   {"malformed", `The value has a type that this keyword cannot have, so it was left as it is.`, core20 + "4.3", Kept, false},
	codeNotASchema:  {"not-a-schema", `A schema should stand here, an object or true or false. It was left as it is.`, core20 + "4.3", Kept, false},
	codeDuplicate:   {"duplicate-name", `This name stands twice in one object. Almost every reader takes the last one; it counts here too, and both were kept under one name.`, rfc8259 + "4", Kept, false},
	codeIllFormed:   {"ill-formed-text", `The text holds half a surrogate pair or bytes that are not UTF-8. It was kept; readers differ in what they make of it.`, rfc8259 + "8.2", Kept, false},
	codeNumberRange: {"number-range", `The number is too large for most readers, which make infinity of it or refuse the schema. It was kept as it is.`, rfc8259 + "6", Kept, false},
	codeTruncated:   {"more-changes", `There are %s more changes; the list ends here because it would be too long.`, "", Kept, false},

	codeExtends:         {"extends-to-all-of", `extends is written allOf since draft-04.`, draft03 + "5.26", Same, false},
	codeDisallow:        {"disallow-to-not", `disallow is written not since draft-04.`, draft03 + "5.25", Same, false},
	codeDivisibleBy:     {"divisible-by-renamed", `divisibleBy is called multipleOf since draft-04.`, draft03 + "5.24", Same, false},
	codeTypeUnion:       {"type-union", `A type can no longer be a schema; the choice is written anyOf.`, draft03 + "5.1", Same, false},
	codeTypeAny:         {"type-any", `The type "any" no longer exists; without a type any value is allowed.`, draft03 + "5.1", Same, false},
	codeRequired03:      {"required-moved", `Which properties are required is a list in the schema around since draft-04.`, draft03 + "5.7", Same, false},
	codeRequired03Moved: {"required-list", `The list of required properties, collected from the properties themselves.`, draft03 + "5.7", Same, false},
}
