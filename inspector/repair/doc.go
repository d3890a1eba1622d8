// Package repair mends what package lint and package profile find in a tool: for
// a finding it gives the ways to mend it, each as the exact bytes of the mended
// tool with its changes, what the mend would break for the clients that matter,
// and the same mend in the words of the SDK that made the schema.
//
// A repair changes what a tool says, on purpose; a conversion, which keeps the
// meaning, is the work of package dialect. The two are never mixed: the only
// repair that converts is the one for a client that refuses a dialect.
//
// A way to mend is a row of a table with one function over the tree of the tool;
// which rules it mends is a second table. What a mend does not touch stays as it
// was written, to the letter. No repair is handed out that was not tried: the
// mended tool is looked at again by the same rules, and the finding must be gone.
//
// The package never calls a tool, never fetches what a schema refers to, and
// never invents what only the author knows: where a mend needs it, the repair is
// marked as a guess, or there is only an explanation.
package repair
