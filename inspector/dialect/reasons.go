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
	codeDependenciesKept
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
	codeListEmpty03
	codeDependency03
	codeRequired03
	codeRequired03Moved
	codeTupleDown
	codeAdditionalDown
	codeDynamicDown
	codeDynamicLost
	codeRecursiveGone
	codeDynamicAnchorDown
	codeAnchorDown
	codeAnchorGone
	codeSiblingsDown
	codeDependentDown
	codeDefsDown
	codeFormatDown
	codeContainsEvaluates
	codeContainsNothing
	codeContainsNever
	codeContainsOnce
	codeContainsBounds
	codeContainsDown
	codeConditional
	codeConditionalEmpty
	codePropertyNamesLost
	codeConstDown
	codeExclusiveDown
	codeRequiredEmpty
	codeEnumEmpty
	codeIDDown
	codeBooleanDown
	codeUnevaluatedDown
	codeUnevaluatedIdle
	codeUnevaluatedNear
	codeUnevaluatedLost
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
	openAPI303 = "https://spec.openapis.org/oas/v3.0.3#schema-object"
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
	codeDependenciesKept:   {"dependencies-split", `2019-09 keeps dependencies for compatibility only; most validators apply it, some do not. It is taken to hold and written as the keywords that replaced it: dependentRequired for lists of names, dependentSchemas for schemas.`, notes19, Same, false},
	codeDependenciesMerged: {"dependencies-merged", `2019-09 keeps dependencies for compatibility only, and most validators still apply it. It was merged with the keyword that replaced it, so that both hold.`, notes19, Same, false},
	codeDependenciesEmpty:  {"dependencies-removed", `An empty dependencies says nothing and its keyword no longer exists.`, notes19, Same, false},
	codeDefinitions:        {"definitions-renamed", `Schemas for reuse stand in $defs since 2019-09. Several clients look only there. Every reference follows.`, core20 + "8.2.4", Same, false},
	codeDefinitionsMerged:  {"definitions-merged", `%s stands here too, so this was put into it. Every reference follows.`, core20 + "8.2.4", Same, false},
	codeDefinitionsClash:   {"definitions-collision", `Another schema for reuse has this name already, so this one is called %s now. Every reference follows.`, core20 + "8.2.4", Same, false},

	codeRefMoved:       {"ref-moved", `The place that this refers to has another address now; it was %s.`, core20 + "8.2.3.1", Same, false},
	codeRefThroughID:   {"ref-through-id", `This pointed through a schema with an $id of its own. Such pointers need not work any more, so it now starts at that schema; it was %s.`, core20 + "9.2.1", Same, false},
	codeSiblingRemoved: {"ref-sibling-removed", `Up to draft-07 everything beside $ref is ignored; from 2019-09 on it counts. This never had an effect and would get one, so it goes.`, core07 + "8.3", Neutralised, false},
	codeSubtreeKept:    {"subtree-kept-in-defs", `This has no effect where it stands and would get one, but something refers into it, so it moves to %s among the schemas for reuse, where it is not applied.`, core20 + "8.2.4", Neutralised, false},
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
	codeListEmpty03:     {"list-removed", `An empty list here says nothing, and dialects since draft-04 do not allow it, so it goes.`, draft03 + "5", Same, false},
	codeDependency03:    {"dependency-list", `The properties that another one needs are written as a list since draft-04, a single one too.`, draft03 + "5.8", Same, false},
	codeRequired03:      {"required-moved", `Which properties are required is a list in the schema around since draft-04.`, draft03 + "5.7", Same, false},
	codeRequired03Moved: {"required-list", `The list of required properties, collected from the properties themselves.`, draft03 + "5.7", Same, false},

	codeTupleDown:         {"tuple-as-items", `Before 2020-12 a tuple is a list of items; prefixItems does not exist.`, valid07 + "6.4.1", Same, false},
	codeAdditionalDown:    {"items-as-additional", `What comes after a tuple is additionalItems before 2020-12.`, valid07 + "6.4.2", Same, false},
	codeDynamicDown:       {"dynamic-to-ref", `Older dialects have no references that depend on where validation started. This one can lead to one schema only, so it became a plain reference.`, core20 + "8.2.3.2", Same, false},
	codeDynamicLost:       {"dynamic-lost", `Older dialects have no references that depend on where validation started. This one could lead to several schemas; it now always leads to the nearest one.`, core20 + "8.2.3.2", Unpreservable, true},
	codeRecursiveGone:     {"recursive-anchor-removed", `Before 2019-09 references do not depend on where validation started, so nothing needs this.`, core20 + "8.2.3.2", Same, false},
	codeDynamicAnchorDown: {"dynamic-anchor-to-anchor", `Before 2020-12 a name is just a name.`, core20 + "8.2.2", Same, false},
	codeAnchorDown:        {"anchor-as-id", `Before 2019-09 a plain name is written as an identifier, #%s.`, core07 + "8.2.3", Same, false},
	codeAnchorGone:        {"anchor-removed", `A schema has one identifier only before 2019-09, so this name goes. References to it became pointers.`, core07 + "8.2.3", Same, false},
	codeSiblingsDown:      {"ref-wrapped", `Before 2019-09 everything beside $ref is ignored, so the reference moved into allOf, where what stood beside it counts.`, core07 + "8.3", Same, false},
	codeDependentDown:     {"dependent-as-dependencies", `Before 2019-09 both are written dependencies.`, valid07 + "6.5.7", Same, false},
	codeDefsDown:          {"defs-renamed", `Before 2019-09 schemas for reuse stand in definitions. Every reference follows.`, valid07 + "9", Same, false},
	codeFormatDown:        {"format-note", `Since 2019-09 format only describes the value; up to draft-07 validators check it unless told otherwise, and refuse more then. Nothing was changed here; this is said once.`, valid07 + "7.2", Unpreservable, true},

	codeContainsEvaluates: {"contains-evaluates", `In 2020-12 an item that matches contains counts as evaluated, in 2019-09 it does not. Arrays that were valid only because of that are refused now.`, notes20 + "#contains-and-unevaluateditems", Unpreservable, true},
	codeContainsNothing:   {"contains-without-effect", `With minContains 0 and no maxContains, contains lets everything pass. Older dialects cannot say that, so it goes.`, valid20 + "6.4.5", Same, false},
	codeContainsNever:     {"contains-never", `maxContains 0 says that no item may match; written with items and not.`, valid20 + "6.4.4", Same, false},
	codeContainsOnce:      {"contains-bound-removed", `One match at least is what contains means anyway.`, valid20 + "6.4.5", Same, false},
	codeContainsBounds:    {"contains-bounds-lost", `Before 2019-09 the number of matching items cannot be bounded. More arrays are valid now than before.`, valid20 + "6.4.4", Unpreservable, true},
	codeContainsDown:      {"contains-as-not", `draft-04 has no contains; it is said by not allowing that every item fails.`, notes06, Same, false},
	codeConditional:       {"conditional-as-any-of", `if, then and else exist since draft-07; the same is said with anyOf and not.`, valid07 + "6.6", Same, false},
	codeConditionalEmpty:  {"if-removed", `if without then and else says nothing, and the keyword exists since draft-07 only.`, valid07 + "6.6", Same, false},
	codePropertyNamesLost: {"property-names-lost", `draft-04 cannot say what names of properties must be like. Objects with any names are valid now.`, notes06, Unpreservable, true},
	codeConstDown:         {"const-as-enum", `draft-04 has no const; a list of one value says the same.`, notes06, Same, false},
	codeExclusiveDown:     {"exclusive-as-flag", `In draft-04 an exclusive bound is a flag beside the bound.`, draft04 + "5.1.2", Same, false},
	codeRequiredEmpty:     {"required-removed", `draft-04 does not allow an empty list here, and it says nothing.`, draft04 + "5.4.3", Same, false},
	codeEnumEmpty:         {"enum-empty", `Older dialects do not allow an empty list here. Nothing is valid against it, which not says too.`, valid07 + "6.1.2", Same, false},
	codeIDDown:            {"id-renamed", `In draft-04 the identifier of a schema is called id.`, notes06, Same, false},
	codeBooleanDown:       {"boolean-schema", `draft-04 has no schemas that are true or false; an object says the same.`, notes06, Same, false},

	codeUnevaluatedDown: {"unevaluated-as-additional", `Older dialects have no such keyword. Everything that counts as evaluated is known beforehand, so it was listed here and the rest is said with the older keyword.`, core20 + "11", Same, false},
	codeUnevaluatedIdle: {"unevaluated-without-effect", `Older dialects have no such keyword, and here everything is evaluated by other parts, so it had no effect.`, core20 + "11", Same, false},
	codeUnevaluatedNear: {"unevaluated-widened", `Older dialects have no such keyword, and what counts as evaluated depends on the value. Everything that may count was listed, so some values are valid now that were refused.`, core20 + "11", Unpreservable, true},
	codeUnevaluatedLost: {"unevaluated-lost", `Older dialects have no such keyword, and what counts as evaluated cannot be told beforehand, or is too much to list. It goes, and values are valid now that were refused.`, core20 + "11", Unpreservable, true},
}
