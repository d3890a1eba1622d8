package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// xsd is an XML Schema, as far as the schema of JUnit reports needs: elements by
// reference or by a named type, sequences and choices, attributes, patterns.
// What it does not know of, it fails the test for.
type xsd struct {
	elements map[string]*xsdNode
	types    map[string]*xsdNode
}

// xsdNode is one element of a document, with its text.
type xsdNode struct {
	name string
	attr map[string]string
	kids []*xsdNode
	text string
}

func readXML(t *testing.T, text []byte) *xsdNode {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	root := &xsdNode{}
	stack := []*xsdNode{root}
	for {
		token, err := dec.Token()
		if token == nil && len(stack) == 1 {
			return root.kids[0]
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &xsdNode{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
}

func readXSD(t *testing.T, text []byte) *xsd {
	t.Helper()
	s := &xsd{elements: map[string]*xsdNode{}, types: map[string]*xsdNode{}}
	for _, n := range readXML(t, text).kids {
		switch n.name {
		case "element":
			s.elements[n.attr["name"]] = n
		case "complexType", "simpleType":
			s.types[n.attr["name"]] = n
		default:
			t.Fatalf("the schema has an %s at its top", n.name)
		}
	}
	return s
}

// check lists what is wrong with a document.
func (s *xsd) check(t *testing.T, text []byte) []string {
	t.Helper()
	root := readXML(t, text)
	declared := s.elements[root.name]
	if declared == nil {
		return []string{"no root is called " + root.name}
	}
	return s.element(t, declared, root)
}

func (s *xsd) element(t *testing.T, declared, n *xsdNode) []string {
	t.Helper()
	if ref := declared.attr["ref"]; ref != "" {
		declared = s.elements[ref]
	}
	kind := s.types[declared.attr["type"]]
	switch {
	case declared.attr["type"] == "xs:string":
		if len(n.kids)+len(n.attr) > 0 {
			return []string{n.name + " is text alone"}
		}
		return nil
	case kind == nil && len(declared.kids) == 1:
		kind = declared.kids[0]
	}
	if kind == nil || kind.name != "complexType" {
		t.Fatalf("the type of %s is not understood", n.name)
	}
	return s.complex(t, kind, n)
}

func (s *xsd) complex(t *testing.T, kind, n *xsdNode) []string {
	t.Helper()
	var problems []string
	model := "^$"
	known := map[string]*xsdNode{}
	attributes := map[string]bool{}
	for _, part := range kind.kids {
		switch part.name {
		case "sequence", "choice":
			model = "^" + s.model(t, part, known) + "$"
		case "attribute":
			name := part.attr["name"]
			attributes[name] = true
			value, there := n.attr[name]
			if !there && part.attr["use"] == "required" {
				problems = append(problems, n.name+" lacks "+name)
			}
			if there && !s.simple(t, part.attr["type"], value) {
				problems = append(problems, fmt.Sprintf("%s of %s is %q", name, n.name, value))
			}
		default:
			t.Fatalf("a complexType with %s is not understood", part.name)
		}
	}
	for name := range n.attr {
		if !attributes[name] {
			problems = append(problems, n.name+" has "+name)
		}
	}
	if kind.attr["mixed"] != "true" && strings.TrimSpace(n.text) != "" {
		problems = append(problems, n.name+" has text")
	}
	var order strings.Builder
	for _, kid := range n.kids {
		order.WriteString(kid.name + ";")
		if declared := known[kid.name]; declared != nil {
			problems = append(problems, s.element(t, declared, kid)...)
		}
	}
	if !regexp.MustCompile(model).MatchString(order.String()) {
		problems = append(problems, n.name+" holds "+order.String())
	}
	return problems
}

// model writes a content model as a regular expression over the names of the
// elements in it, each followed by a semicolon.
func (s *xsd) model(t *testing.T, part *xsdNode, known map[string]*xsdNode) string {
	t.Helper()
	var text string
	switch part.name {
	case "element":
		name := part.attr["name"] + part.attr["ref"]
		known[name] = part
		text = regexp.QuoteMeta(name) + ";"
	case "sequence", "choice":
		var parts []string
		for _, kid := range part.kids {
			parts = append(parts, s.model(t, kid, known))
		}
		between := map[string]string{"sequence": "", "choice": "|"}[part.name]
		text = strings.Join(parts, between)
	default:
		t.Fatalf("a content model with %s is not understood", part.name)
	}
	least, most := part.attr["minOccurs"], part.attr["maxOccurs"]
	if !slices.Contains([]string{"", "0", "1"}, least) || !slices.Contains([]string{"", "1", "unbounded"}, most) {
		t.Fatalf("%s to %s is not understood", least, most)
	}
	times := map[[2]bool]string{{false, false}: "", {true, false}: "?", {true, true}: "*", {false, true}: "+"}
	return "(?:" + text + ")" + times[[2]bool{least == "0", most == "unbounded"}]
}

// simple checks an attribute's value.
func (s *xsd) simple(t *testing.T, kind, value string) bool {
	t.Helper()
	if kind == "xs:string" {
		return true
	}
	declared := s.types[kind]
	if declared == nil || len(declared.kids) != 1 || declared.kids[0].attr["base"] != "xs:string" {
		t.Fatalf("the type %s is not understood", kind)
	}
	for _, facet := range declared.kids[0].kids {
		if facet.name != "pattern" {
			t.Fatalf("the facet %s is not understood", facet.name)
		}
		if !regexp.MustCompile("^(?:" + facet.attr["value"] + ")$").MatchString(value) {
			return false
		}
	}
	return true
}
