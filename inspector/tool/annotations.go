package tool

import (
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// The defaults of the hints (specification 2025-03-26 and later, schema.ts,
// interface ToolAnnotations).
const (
	defaultReadOnly    = false
	defaultDestructive = true
	defaultIdempotent  = false
	defaultOpenWorld   = true
)

func readAnnotations(n jsondoc.Node) Annotations {
	title := n.Get("title")
	return Annotations{
		Present:     n.Exists(),
		Node:        n,
		Title:       title.Text(),
		HasTitle:    title.Kind() == jsondoc.String,
		ReadOnly:    readHint(n.Get("readOnlyHint"), defaultReadOnly),
		Destructive: readHint(n.Get("destructiveHint"), defaultDestructive),
		Idempotent:  readHint(n.Get("idempotentHint"), defaultIdempotent),
		OpenWorld:   readHint(n.Get("openWorldHint"), defaultOpenWorld),
	}
}

func readHint(n jsondoc.Node, absent bool) Hint {
	if n.Kind() != jsondoc.Bool {
		return Hint{Value: absent}
	}
	return Hint{Present: true, Value: n.IsTrue()}
}

// hintNames are the members of annotations with their types.
var hintNames = []field{
	{name: "title", kind: jsondoc.String},
	{name: "readOnlyHint", kind: jsondoc.Bool},
	{name: "destructiveHint", kind: jsondoc.Bool},
	{name: "idempotentHint", kind: jsondoc.Bool},
	{name: "openWorldHint", kind: jsondoc.Bool},
}

func (t *Tool) checkAnnotations() {
	n := t.Annotations.Node
	const at = jsondoc.Pointer("/annotations")
	if !n.Exists() {
		return
	}
	if n.Kind() != jsondoc.Object {
		t.breach(ruleHint, at, fmt.Sprintf("annotations is %s; it must be an object or left out.", what(n)), "Leave annotations out where there are none.")
		return
	}
	for _, h := range hintNames {
		v := n.Get(h.name)
		if v.Exists() && v.Kind() != h.kind {
			t.breach(ruleHint, at.Join(h.name), fmt.Sprintf("%s is %s; it must be a %s or left out.", h.name, what(v), h.kind))
		}
	}
}

// checkIcons checks the type and the addresses of icons (SEP-973). Nothing is
// ever fetched from there.
func (t *Tool) checkIcons(n jsondoc.Node) {
	const at = jsondoc.Pointer("/icons")
	switch n.Kind() {
	case jsondoc.Absent:
		return
	case jsondoc.Array:
	default:
		t.breach(ruleIcon, at, fmt.Sprintf("icons is %s; it must be an array or left out.", what(n)))
		return
	}
	for i, icon := range n.Elems() {
		src := icon.Get("src")
		switch address := strings.ToLower(src.Text()); {
		case icon.Kind() != jsondoc.Object:
			t.breach(ruleIcon, at.Index(i), fmt.Sprintf("The icon is %s; it must be an object.", what(icon)))
		case src.Kind() != jsondoc.String:
			t.breach(ruleIcon, at.Index(i).Join("src"), fmt.Sprintf("The src of the icon is %s; it must be a string.", what(src)))
		case !strings.HasPrefix(address, "https:") && !strings.HasPrefix(address, "data:"):
			t.breach(ruleIconAddress, at.Index(i).Join("src"), fmt.Sprintf("The src of the icon is %s; only https: and data: addresses are shown.", sample(src)))
		}
	}
}

// checkExecution checks the one member that execution had, in 2025-11-25.
func (t *Tool) checkExecution(n jsondoc.Node) {
	support := n.Get("taskSupport")
	if !support.Exists() || support.Is("forbidden") || support.Is("optional") || support.Is("required") {
		return
	}
	t.breach(ruleTaskSupport, "/execution/taskSupport", fmt.Sprintf("taskSupport is %s; it must be \"forbidden\", \"optional\" or \"required\".", what(support)))
}
