// Package views prints the dashboard: templ components that take the plain
// structs of model*.go and write HTML.
//
// A component decides how something looks and nothing else: it never asks a
// server, reads a clock, keeps state or judges a schema. Every string that a
// server controls goes through [Text] or one of its relatives, which escape it
// and make hidden characters visible. No component writes an inline script, an
// inline style or an event handler attribute; the pages work without a script.
package views
