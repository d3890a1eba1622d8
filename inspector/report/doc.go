// Package report makes one view of a tool, a finding or a call, to be shared: a
// stranger who sees it alone must know what is wrong, where, for whom, and what
// to do.
//
// A [Case] is what was recorded: the tool's bytes, the arguments, the answer, the
// versions. It is written as JSON and opens again. [Compose] makes a [View] of a
// case and of what the other packages say about it: few enough lines to fit one
// picture. A view is printed as Markdown here and as HTML by package views.
//
// Everything in a case is untrusted text. What is long is cut with its size said,
// and what nobody else should see is masked by [Mask] before anything is made of it.
package report
