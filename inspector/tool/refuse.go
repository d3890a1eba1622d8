package tool

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// refuse keeps the reason why a value gives no tools. It counts only where no
// other value does.
func (o *opening) refuse(v value, s shape, at jsondoc.Node) {
	e := &OpenError{Name: o.name, Offset: v.offset, Line: v.line, Column: 1, Pointer: at.Pointer()}
	switch s {
	case shapeError:
		e.Kind = OpenRPCError
		e.Detail = "the server answered with an error: " + rpcError(at.Get("error")) + "."
		e.Next = "Call tools/list again; where it fails again the server's log should say why."
	case shapeConfig:
		e.Kind = OpenNotSource
		e.Detail = "this is a configuration of servers, not a server's answer."
		e.Next = "Open it with --config FILE --server NAME."
	case shapeForeign:
		e.Kind = OpenNotSource
		e.Detail = "this is a tool definition of a model provider's API, not of MCP."
		e.Next = "An MCP tool has name, description and inputSchema; save the server's answer to tools/list, or the schema alone."
	default:
		e.Kind = OpenNoTools
		e.Detail = fmt.Sprintf("there are no tools in it; the value here is %s.", describe(at))
		e.Next = "A result of tools/list, a JSON-RPC response, an array of tools, one tool or one schema would open."
	}
	if s == shapeError && o.failure == nil {
		o.snap.breach(ruleListError, "", "One of the answers is an error: "+rpcError(at.Get("error"))+".")
	}
	o.skipped++
	if o.failure == nil {
		o.failure = e
	}
}

// rpcError gives code and message of a JSON-RPC error object.
func rpcError(n jsondoc.Node) string {
	if n.Kind() != jsondoc.Object {
		return what(n)
	}
	text := ""
	if m := n.Get("message"); m.Exists() {
		text = sample(m)
	}
	if c := n.Get("code"); c.Exists() {
		text += " (code " + sample(c) + ")"
	}
	return text
}

// describe names a value by its first members.
func describe(n jsondoc.Node) string {
	if n.Kind() != jsondoc.Object {
		return what(n)
	}
	var names []string
	for k := range n.Members() {
		names = append(names, sample(k))
	}
	return "an object with " + list(names)
}

// check ends the opening: an error where there is nothing to show, a note about
// what was passed over where there is.
func (o *opening) check() error {
	if len(o.snap.Pages) == 0 {
		if o.failure != nil {
			return o.failure
		}
		return &OpenError{Kind: OpenNoTools, Name: o.name,
			Detail: "there is no answer to tools/list in it.", Next: "Save the answer to tools/list; those to other requests hold no tools."}
	}
	switch {
	case o.skipped == 1:
		o.note("1 other message or value in the file is passed over.")
	case o.skipped > 1:
		o.note(fmt.Sprintf("%d other messages or values in the file are passed over.", o.skipped))
	}
	if o.more {
		o.note("The last page names a next page that is not in the file: the server has more tools.")
	}
	return nil
}
