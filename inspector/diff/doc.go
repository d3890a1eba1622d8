// Package diff lays two JSON documents side by side: one row a line, the lines
// of the canonical print of package jsondoc, with the differing tokens of a line
// marked and each row tied to the changes that made it.
//
// Lines are aligned by walking both trees, not by comparing text: members are
// matched by name, elements by content, and places that a change moved or
// renamed by its [Link]. The left lines in order are exactly the canonical print
// of the left document, and so on the right.
//
// The package never decides what a difference means, and never changes a line.
package diff
