// Package probe finds out whether a server keeps its word: it makes calls from a
// tool's schema, one change at a time, and compares what the schema says of each
// with what the server does.
//
//	tool ─► New ─► Plan ─► Run ─► Result: Trials, Findings, Notes
//
// A Plan is made from the schema alone and sends nothing: a base call, and steps
// that each differ from it, or from another step, in one thing. Whether the schema
// allows a step is the word of package validate, never of the code that made it.
//
// Run sends a plan that the caller has consent for, sorts each answer into a
// [Class], and makes a [Finding] of what is certain: it has been seen twice, beside
// a call without the change, with the smallest arguments that show it. All else is
// at most a [Note].
//
// The package never starts a server, never sends to a tool without consent, never
// takes a tool's own complaint (no such article) for one about its arguments, and
// never changes what is sent to make it fit the schema.
package probe
