package tool

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// readSchema makes a schema of a member's value. Every schema is a document of
// its own, since its pointers and its references start at its own root.
func readSchema(n jsondoc.Node) Schema {
	if !n.Exists() {
		return Schema{}
	}
	s := Schema{Present: true, Node: n}
	if doc, err := jsondoc.Parse(n.Raw()); err == nil {
		s.Doc = doc
	}
	return s
}

// IsObject reports whether the schema is there and is a JSON object, which is
// what the protocol wants of it.
func (s Schema) IsObject() bool { return s.Node.Kind() == jsondoc.Object }

// checkInput checks what the protocol itself says about inputSchema.
func (t *Tool) checkInput(version string) {
	n := t.Input.Node
	const at = jsondoc.Pointer("/inputSchema")
	switch n.Kind() {
	case jsondoc.Absent:
		t.Broken = true
		t.breach(ruleInputRoot, at, "The tool has no inputSchema.")
		return
	case jsondoc.Object:
	case jsondoc.String:
		t.Broken = true
		message := fmt.Sprintf("inputSchema is %s; it must be an object.", what(n))
		if doc, err := jsondoc.Parse([]byte(n.Text())); err == nil && doc.Root().Kind() == jsondoc.Object {
			t.breach(ruleInputRoot, at, message, "The string holds a schema as JSON text: send the object itself, not its text.")
			return
		}
		t.breach(ruleInputRoot, at, message)
		return
	default:
		t.Broken = true
		t.breach(ruleInputRoot, at, fmt.Sprintf("inputSchema is %s; it must be an object.", what(n)))
		return
	}
	if message, next := rootType("inputSchema", n); message != "" {
		t.breach(ruleInputRoot, at.Join("type"), message, next)
	}
	t.checkRoot(n, at, version)
}

// checkOutput checks what the protocol itself says about outputSchema.
func (t *Tool) checkOutput(version string) {
	n := t.Output.Node
	const at = jsondoc.Pointer("/outputSchema")
	switch n.Kind() {
	case jsondoc.Absent:
		return
	case jsondoc.Object:
	default:
		t.breach(ruleOutputRoot, at, fmt.Sprintf("outputSchema is %s; it must be an object.", what(n)),
			"Send a schema object, or leave outputSchema out.")
		return
	}
	if message, _ := rootType("outputSchema", n); message != "" && until(version, v2025Nov) {
		t.breach(ruleOutputRoot, at.Join("type"), message+" Only since 2026-07-28 is any schema object allowed here.")
	}
	t.checkRoot(n, at, version)
}

// rootType says what is wrong with the type of a root, if it is not "object".
func rootType(name string, n jsondoc.Node) (message, next string) {
	typ := n.Get("type")
	switch {
	case typ.Is("object"):
		return "", ""
	case !typ.Exists():
		return fmt.Sprintf("%s has no type at its root; it must be \"object\".", name), "Add \"type\": \"object\" at the root."
	case typ.Kind() == jsondoc.Array:
		return fmt.Sprintf("The type of %s is the list %s; it must be the string \"object\".", name, sample(typ)), "Write \"type\": \"object\"."
	}
	return fmt.Sprintf("The type of %s is %s; it must be \"object\".", name, sample(typ)),
		"The arguments of a tool are always an object: put the value into a property of one."
}

// checkRoot checks the members of a root that the protocol gives types to.
func (t *Tool) checkRoot(n jsondoc.Node, at jsondoc.Pointer, version string) {
	props := n.Get("properties")
	at = at.Join("properties")
	switch props.Kind() {
	case jsondoc.Absent:
	case jsondoc.Object:
		t.checkProperties(props, at, version)
	default:
		t.breach(ruleNotSchema, at, fmt.Sprintf("properties is %s; it must be an object.", what(props)), emptyProperties(props))
	}
	required := n.Get("required")
	if message := requiredTrouble(required); message != "" {
		t.breach(ruleRequired, at.Parent().Join("required"), message)
	}
}

// emptyProperties names the usual cause of an array: PHP writes an empty
// associative array as [].
func emptyProperties(props jsondoc.Node) string {
	if props.Kind() == jsondoc.Array && props.Len() == 0 {
		return "Write {}. PHP encodes an empty array as []; cast it to an object."
	}
	return "Write the properties as an object, or leave the key out."
}

func (t *Tool) checkProperties(props jsondoc.Node, at jsondoc.Pointer, version string) {
	for k, v := range props.Members() {
		switch v.Kind() {
		case jsondoc.Object:
		case jsondoc.Bool:
			if until(version, v2025Nov) {
				t.breach(ruleBoolProperty, at.Join(k.Text()), fmt.Sprintf("The schema of the property %s is %s; up to protocol version 2025-11-25 it must be an object.", quote(k.Text()), sample(v)))
			}
		default:
			t.breach(ruleNotSchema, at.Join(k.Text()), fmt.Sprintf("The schema of the property %s is %s; it must be an object.", quote(k.Text()), what(v)))
		}
	}
}

func requiredTrouble(n jsondoc.Node) string {
	switch n.Kind() {
	case jsondoc.Absent:
		return ""
	case jsondoc.Array:
		for i, v := range n.Elems() {
			if v.Kind() != jsondoc.String {
				return fmt.Sprintf("Entry %d of required is %s; it must be a string.", i+1, what(v))
			}
		}
		return ""
	}
	return fmt.Sprintf("required is %s; it must be an array of strings.", what(n))
}
