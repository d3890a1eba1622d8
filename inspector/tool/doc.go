// Package tool reads what a server says about its tools, leniently: a
// [Snapshot] is one server at one moment, a [Tool] is one entry of its list
// with the bytes it came from.
//
// Nothing a server writes makes reading fail. A tool that breaks the protocol
// is a tool with findings, and it never hides the others. Only a saved file
// that is not JSON, or holds nothing that could be a tool, is an error of
// [Open], with its place and what to do.
//
// The package never decodes into structs of an SDK, never changes or reorders
// bytes, never compiles a schema and never judges what a schema means; that is
// the work of packages lint and profile.
package tool
