package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// field is one member that the protocol gives to a tool, with the type it must
// have (specification, schema.ts, interface Tool and its bases).
type field struct {
	name string
	kind jsondoc.Kind
	// own says that a rule of its own looks at the member.
	own bool
}

var fields = []field{
	{name: "name", kind: jsondoc.String, own: true},
	{name: "title", kind: jsondoc.String},       // since 2025-06-18
	{name: "description", kind: jsondoc.String}, //
	{name: "inputSchema", kind: jsondoc.Object, own: true},
	{name: "outputSchema", kind: jsondoc.Object, own: true}, // since 2025-06-18
	{name: "annotations", kind: jsondoc.Object, own: true},  // since 2025-03-26
	{name: "icons", kind: jsondoc.Array, own: true},         // since 2025-11-25, SEP-973
	{name: "execution", kind: jsondoc.Object},               // 2025-11-25 only
	{name: "_meta", kind: jsondoc.Object},                   // since 2025-06-18
}

// nameFormat is SEP-986 as the specification's page has it.
var nameFormat = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// readTool reads one entry of a list. raw is valid JSON.
func readTool(raw []byte, index, page int, version string) *Tool {
	sum := sha256.Sum256(raw)
	t := &Tool{Index: index, Page: page, Raw: raw, Hash: hex.EncodeToString(sum[:])}
	doc, err := jsondoc.Parse(raw)
	if err != nil {
		t.Broken = true
		if tooDeep(err) {
			t.outline(version)
			return t
		}
		t.breach(ruleNotObject, "", fmt.Sprintf("The entry is not JSON: %v.", err))
		return t
	}
	t.Doc = doc
	root := doc.Root()
	t.Annotations = readAnnotations(jsondoc.Node{})
	if root.Kind() != jsondoc.Object {
		t.Broken = true
		t.breach(ruleNotObject, "", fmt.Sprintf("The entry is %s; a tool is an object.", what(root)))
		return t
	}
	t.readName(root.Get("name"), version)
	t.Title = root.Get("title").Text()
	description := root.Get("description")
	t.Description, t.HasDescription = description.Text(), description.Kind() == jsondoc.String
	t.readFields(root)
	t.Input, t.Output = readSchema(root.Get("inputSchema")), readSchema(root.Get("outputSchema"))
	t.checkInput(version)
	t.checkOutput(version)
	t.Annotations = readAnnotations(root.Get("annotations"))
	t.checkAnnotations()
	t.checkIcons(root.Get("icons"))
	t.checkExecution(root.Get("execution"))
	return t
}

// outline reads what is at the top of an entry that is nested too deep for the
// rest to be looked at.
func (t *Tool) outline(version string) {
	t.Annotations = readAnnotations(jsondoc.Node{})
	if doc, _, err := jsondoc.Outline(t.Raw, 1); err == nil {
		root := doc.Root()
		t.readName(root.Get("name"), version)
		t.Title = root.Get("title").Text()
		description := root.Get("description")
		t.Description, t.HasDescription = description.Text(), description.Kind() == jsondoc.String
	}
	t.breach(ruleNotObject, "", fmt.Sprintf("The entry is nested deeper than %d levels, which most JSON readers refuse. Its schemas are not looked at.", jsondoc.MaxDepth),
		"Find out what makes the schema so deep; a recursive type needs a $ref instead of a copy in each level.")
}

func (t *Tool) readName(n jsondoc.Node, version string) {
	t.Name, t.HasName = n.Text(), n.Kind() == jsondoc.String
	switch {
	case !n.Exists():
		t.Broken = true
		t.breach(ruleNameMissing, "/name", "The tool has no name.")
	case !t.HasName:
		t.Broken = true
		t.breach(ruleNameMissing, "/name", fmt.Sprintf("The tool's name is %s; it must be a string.", what(n)))
	case t.Name == "":
		t.Broken = true
		t.breach(ruleNameEmpty, "/name", "The tool's name is the empty string.")
	case (version == "" || since(version, v2025Nov)) && !nameFormat.MatchString(t.Name):
		t.breach(ruleNameFormat, "/name", nameTrouble(t.Name))
	}
}

// nameTrouble says what of a name is outside of the recommendation.
func nameTrouble(name string) string {
	if len(name) > 128 && nameFormat.MatchString(name[:128]) {
		return fmt.Sprintf("The name has %d characters; at most 128 are recommended.", len(name))
	}
	var odd []string
	for _, r := range name {
		if !nameFormat.MatchString(string(r)) {
			odd = appendNew(odd, fmt.Sprintf("%s (U+%04X)", quote(string(r)), r))
		}
	}
	return fmt.Sprintf("The name %s has characters that are not recommended: %s.", quote(name), list(odd))
}

func appendNew(to []string, s string) []string {
	for _, have := range to {
		if have == s {
			return to
		}
	}
	return append(to, s)
}

// list joins at most five items for a message.
func list(items []string) string {
	const most = 5
	if len(items) > most {
		return strings.Join(items[:most], ", ") + fmt.Sprintf(" and %d more", len(items)-most)
	}
	return strings.Join(items, ", ")
}

// readFields checks the types of the plain members and lists the unknown ones.
func (t *Tool) readFields(root jsondoc.Node) {
	for _, f := range fields {
		n := root.Get(f.name)
		if !f.own && n.Exists() && n.Kind() != f.kind {
			t.breach(ruleFieldType, jsondoc.Pointer("").Join(f.name), fmt.Sprintf("%s is %s; it must be %s %s or left out.", f.name, what(n), article(f.kind), f.kind))
		}
	}
	for k := range root.Members() {
		name := k.Text()
		if known(name) || contains(t.Unknown, name) {
			continue
		}
		t.Unknown = append(t.Unknown, name)
		if right := almost(name); right != "" && !root.Get(right).Exists() {
			t.breach(ruleFieldTypo, jsondoc.Pointer("").Join(name),
				fmt.Sprintf("The member %s is not one of the protocol's, and %s is missing.", quote(name), right),
				fmt.Sprintf("Rename it to %s.", right))
		}
	}
}

func article(k jsondoc.Kind) string {
	if k == jsondoc.Object || k == jsondoc.Array {
		return "an"
	}
	return "a"
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func known(name string) bool {
	for _, f := range fields {
		if f.name == name {
			return true
		}
	}
	return false
}

// others are names that the tool definitions of model providers' APIs use.
var others = map[string]string{
	"parameters": "inputSchema", "input": "inputSchema", "schema": "inputSchema", "args": "inputSchema",
	"returns": "outputSchema", "output": "outputSchema", "hints": "annotations", "desc": "description",
}

// almost finds the protocol's name that a member name was meant to be.
func almost(name string) string {
	squeeze := strings.NewReplacer("_", "", "-", "", " ", "")
	low := strings.ToLower(squeeze.Replace(name))
	for _, f := range fields {
		right := strings.ToLower(squeeze.Replace(f.name))
		if low == right || low == right+"s" || low+"s" == right {
			return f.name
		}
	}
	return others[low]
}
