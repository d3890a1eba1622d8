// Package lint holds the rules about a tool and its schemas alone, without any
// client in mind: a default that its own schema refuses, a reference that leads
// nowhere, a keyword of another dialect, characters that nobody sees.
//
// A rule is a row of a table: name, level, a sentence for the reader, a check, a
// tool that trips it and one that does not. Breaches of the protocol are found
// by package tool while it reads, and are not repeated here.
//
// The package never fetches what a schema refers to, never calls a tool, and
// never says what a particular client does; that is the work of package profile.
package lint
