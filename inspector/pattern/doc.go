// Package pattern is for the regular expressions of JSON Schema: patterns of
// ECMA-262 with the flag u (JSON Schema 2020-12 core, section 6.4).
//
// [ECMA] and [Python] read a pattern by the grammar of an engine and say in plain
// words what is wrong with it; [Compile] makes it ready to match, in time linear
// in the text where it can be, and else under a time limit.
//
// A match that was not finished is an error and never taken for a mismatch. The
// package never reads a pattern without a bound on its depth, and it knows nothing
// of schemas.
package pattern
