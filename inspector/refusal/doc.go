// Package refusal reads what a server said when it refused the arguments of a
// tools/call: the outcome, which validator spoke, and its problems as JSON
// Pointers into the arguments with message, expected and received.
//
// Servers answer in their validator's own format: as text, as JSON inside text,
// or as the data of a JSON-RPC error. Each format is an entry of a table (what a
// path looks like: locators.go; what a message says: forms.go; objects of JSON:
// shapes.go; plain words: plain.go), and one engine runs the tables. Formats are
// recognised by their kind and never by the server that uses them.
//
// A problem is reported only where the text names a field. What is not
// recognised yields no problem: the package never guesses a field, never
// validates the arguments itself, never changes the server's words, and never
// takes a complaint about the tool's output for one about its input.
package refusal
