// Package profile knows what clients and model providers make of a tool: what
// caniemail is to e-mail, for MCP.
//
// A rule is a row of data with its condition, its date, the kind of its
// evidence and the addresses of it; the rows lie in the folder rules, and one
// small engine applies them to every place of a tool's schemas. A profile is a
// client, a provider or a framework with the rules that hold for it. Applied to
// a tool it gives a verdict: how far the damage reaches, the worst first, with
// the finding at each place and how sure the evidence lets one be.
//
// The package never asks a client, never fetches anything, never changes a
// schema, and never claims more than its evidence: what holds only under a
// condition or in some versions of a client is said to be so.
//
// # Adding a rule
//
// A rule is added in one place, the file of its family under rules, with a tool
// that trips it and one that is clean of it. What its "match" can say is
// described at [matchSpec]; what cannot be said so is a named function in
// functions.go. Tests refuse a rule whose examples do not behave, whose
// evidence is not an address, or that is not dated.
package profile
