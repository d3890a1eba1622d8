// Package validate compiles one JSON Schema document under its dialect and
// checks instances against it, so that each problem names the place in the
// instance, the place in the schema, and what was expected and got in plain
// words, with numbers as they are spelled in the source.
//
// It wraps github.com/santhosh-tekuri/jsonschema/v6 and guards what that leaves
// open: nothing is ever fetched or read from a file because a schema says so, no
// schema, pattern or instance takes longer than its bound ([CompileTime],
// [ValidateTime]), and what could not be checked is [Unchecked], never [Valid].
// Patterns are those of ECMA-262, look-around included.
//
// The package never changes an instance (no defaults, no coercion), never
// judges defaults or examples, and never asserts contentEncoding or
// contentMediaType, which are annotations in every dialect it knows. Format is
// asserted up to draft-07 and gives warnings in 2019-09 and 2020-12. Since 2019-09
// dependencies is no keyword any more; it is enforced all the same, as the
// optional part of the official suite expects (dependencies-compatibility.json).
package validate
