package lint

import (
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// refRules are about references. Nothing is fetched.
func refRules() []Rule {
	return []Rule{
		{
			Name: "lint/ref-unresolved", Level: tool.LevelTool, onNode: refUnresolved,
			Doc:      "A $ref leads to something in the same schema. inputSchema and outputSchema are two documents: neither sees the definitions of the other.",
			Next:     "Add the definition under $defs at the root of this schema, or write it in place.",
			Evidence: specRef,
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}}`,
		},
		{
			Name: "lint/ref-remote", Level: tool.LevelTool, onNode: refRemote,
			Doc:      "A $ref to an address or a file must not be fetched, and a schema with one should be rejected.",
			Next:     "Put what it leads to under $defs and refer to it with #/$defs/…",
			Evidence: specRef,
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"https://x.test/a.json"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
		},
		{
			Name: "lint/ref-loop", Level: tool.LevelCall, onSchema: refLoop,
			Doc:      "References that lead only to each other mean nothing, and validators and inliners follow them for ever.",
			Next:     "Write the schema at the place where the loop closes.",
			Evidence: core2020 + "#name-guarding-against-infinite-",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}}`,
		},
		{
			Name: "lint/ref-recursive", Level: tool.LevelWarn, onNode: refRecursive,
			Doc:      "A $ref to a schema around it is legal and makes a tree of any depth; clients that write references out cut it short or refuse the tool.",
			Next:     "Where a few levels are enough, write them out.",
			Evidence: "https://github.com/BerriAI/litellm/issues/34328",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object","properties":{"c":{"$ref":"#/$defs/N"}}}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"object","properties":{"c":{"type":"object","properties":{}}}}}}}`,
		},
		{
			Name: "lint/ref-siblings-draft07", Level: tool.LevelWarn, onNode: refSiblings,
			Doc:      "Up to draft-07 the keywords beside $ref are ignored, since 2019-09 they apply: readers of the two accept different values.",
			Next:     "Put $ref into an allOf beside them, or take them away.",
			Evidence: "https://json-schema.org/draft/2019-09/release-notes#semi-incompatible-changes",
			Bad:      `{"name":"t","description":"d","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/A","maxLength":3}},"definitions":{"A":{"type":"string"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A","maxLength":3}},"$defs":{"A":{"type":"string"}}}}`,
		},
		{
			Name: "lint/defs-unused", Level: tool.LevelWarn, onSchema: defsUnused,
			Doc:      "A definition that no $ref leads to costs tokens in every request; often the schema has been inlined by half.",
			Next:     "Take the definition out.",
			Evidence: core2020 + "#name-schema-re-use-with-defs",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{},"$defs":{"A":{"type":"string"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{}}}`,
		},
	}
}

func refUnresolved(p *pass, s *schema, n *node) {
	ref := n.Get("$ref")
	if ref.Kind() != jsondoc.String {
		return
	}
	d := s.references().target(s, n)
	switch d.reach {
	case dangling:
		p.report(s.pointer(n, "$ref"), fmt.Sprintf("The reference %s leads nowhere: %s.", show(ref), d.why), elsewhere(p, s, ref))
	case broken:
		p.report(s.pointer(n, "$ref"), fmt.Sprintf("The reference %s is not an address.", show(ref)), "Write it as #/$defs/NAME.")
	}
}

// elsewhere looks whether the definition stands in the other schema or further
// down in this one, which are the usual causes.
func elsewhere(p *pass, s *schema, ref jsondoc.Node) string {
	pointer, ok := strings.CutPrefix(ref.Text(), "#")
	if !ok || pointer == "" {
		return ""
	}
	for _, other := range p.schemas {
		if other == s {
			continue
		}
		if _, err := other.doc.At(jsondoc.Pointer(pointer)); err == nil {
			return fmt.Sprintf("It stands in %s, which is another document: copy the definition to the root of this schema.", other.at[1:])
		}
	}
	tokens := jsondoc.Pointer(pointer).Tokens()
	for i := range s.nodes {
		n := &s.nodes[i]
		if (n.under == "$defs" || n.under == "definitions") && n.name == tokens[len(tokens)-1] {
			return fmt.Sprintf("A definition of this name stands at %s: references count from the root, so move it there.", quote(string(s.place(n))))
		}
	}
	return ""
}

func refRemote(p *pass, s *schema, n *node) {
	ref := n.Get("$ref")
	if ref.Kind() == jsondoc.String && s.references().target(s, n).reach == outside {
		p.report(s.pointer(n, "$ref"), fmt.Sprintf("The reference %s leads out of the schema. It is not fetched.", show(ref)))
	}
}

// next is the subschema that a reference of n leads to, where n is nothing but
// that reference to a validator.
func (s *schema) next(n *node) *node {
	if n.Get("$ref").Kind() != jsondoc.String {
		return nil
	}
	d := s.references().target(s, n)
	return s.nodeAt(d.node)
}

// refLoop follows each chain of references once.
func refLoop(p *pass, s *schema) {
	state := make([]int, len(s.nodes)) // the number of the walk that saw a node
	for i := 0; i < len(s.nodes) && !p.full(); i++ {
		walk := i + 1
		for n := &s.nodes[i]; n != nil; n = s.next(n) {
			at := s.byID[n.ID()] - 1
			if state[at] == walk {
				p.report(s.pointer(n, "$ref"), fmt.Sprintf("The reference %s leads back to itself.", show(n.Get("$ref"))))
				break
			}
			if state[at] != 0 {
				break
			}
			state[at] = walk
		}
	}
}

func refRecursive(p *pass, s *schema, n *node) {
	if n.Get("$ref").Kind() != jsondoc.String {
		return
	}
	d := s.references().target(s, n)
	if d.reach != found || !d.node.Exists() {
		return
	}
	// A container around it has the smaller ID and ends after it.
	if d.node.ID() < n.ID() && n.ID() < d.node.EndID() {
		p.report(s.pointer(n, "$ref"), fmt.Sprintf("The reference %s leads to a schema around it: the structure is recursive.", show(n.Get("$ref"))))
	}
}

func refSiblings(p *pass, s *schema, n *node) {
	if !s.detection.HasDeclared || s.used > dialect.Draft07 || n.Get("$ref").Kind() != jsondoc.String {
		return
	}
	var beside []string
	for k := range n.Members() {
		name := k.Text()
		if kw := keywords[name]; kw.asserts && name != "$ref" {
			beside = append(beside, name)
		}
	}
	if len(beside) > 0 {
		p.report(s.pointer(n), fmt.Sprintf("Beside the $ref of %s stands %s, which %s ignores.", s.label(n), strings.Join(beside, ", "), s.used))
	}
}

func defsUnused(p *pass, s *schema) {
	used := map[int]bool{} // IDs of values that references lead to
	for i := range s.nodes {
		n := &s.nodes[i]
		for _, name := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
			ref := n.Get(name)
			if ref.Kind() != jsondoc.String {
				continue
			}
			if d := s.references().follow(s, n, ref); d.reach == found && d.node.Exists() {
				used[d.node.ID()] = true
			} else {
				return // what leads nowhere may mean any of them
			}
		}
	}
	ids := make([]int, 0, len(used))
	for id := range used {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	root := s.doc.Root()
	for _, name := range []string{"$defs", "definitions"} {
		for k, v := range root.Get(name).Members() {
			if p.full() {
				return
			}
			if i, _ := slices.BinarySearch(ids, v.ID()); i < len(ids) && ids[i] < v.EndID() {
				continue
			}
			p.report((s.at + jsondoc.Pointer("").Join(name)).Join(k.Text()), fmt.Sprintf("No reference leads to the definition %s.", quote(k.Text())))
		}
	}
}
