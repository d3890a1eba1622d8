// Package jsondoc keeps one JSON text (RFC 8259) as it was written: key order,
// the exact spelling of numbers and strings, duplicate names, and the offset of
// every value.
//
// A [Document] is a flat tape of nodes over the source bytes; a [Node] is a
// cheap handle into it. Nothing is decoded until it is asked for, and nothing is
// ever normalised: [Node.Raw] of the root is the text that was read.
//
// Reading is lenient about what a text says and strict about what a JSON text
// is. Duplicate names, invalid UTF-8, lone surrogates and a byte order mark are
// kept and reported by [Document.Issues]; a syntax error is a [*SyntaxError]
// with offset, line, column and pointer.
//
// The package never converts a number to a float, never reorders members, and
// never changes the bytes it was given. It holds on to the slice it parses, so
// the caller must not modify it afterwards.
package jsondoc
