package form

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Bounds of what is made before anybody asks for it.
const (
	maxEager = 4   // levels of fields inside fields
	maxAhead = 400 // fields by one operation
	maxFirst = 10  // elements of an array with minItems
)

// maxWork bounds the schemas that one operation follows to others, which real
// schemas stay far below: alternatives within alternatives multiply.
const maxWork = 300_000

// place is where a field is built.
type place struct {
	up       *Field
	pointer  jsondoc.Pointer
	required bool
}

func itoa(n int) string { return strconv.Itoa(n) }

// allow sets what the next operation may take.
func (s *source) allow() { s.ahead, s.work = maxAhead, maxWork }

// build makes a field with its first state from the schemas that apply to it.
func (s *source) build(of set, at place) *Field {
	s.ahead--
	name := at.pointer.Last()
	f := &Field{Pointer: at.pointer, Name: name, KeyText: name, Required: at.required, State: Omit}
	f.up, f.base = at.up, of
	s.settle(f)
	f.Branch = s.firstBranch(f)
	s.choose(f, f.Branch)
	if at.required {
		f.State = Value
		f.Text = firstText(f)
	}
	if f.Closed = !s.eager(f) && s.opens(f); !f.Closed {
		s.populate(f)
	}
	return f
}

// settle sets what follows from the field's base schemas.
func (s *source) settle(f *Field) {
	f.alts = s.alternatives(f.base)
	f.Branches = s.branchesFor(f)
	if f.Branch >= len(f.alts) {
		f.Branch = 0
	}
	f.when, f.demand, f.taken = nil, nil, nil
	f.Type = s.typeText(f.base, 0)
	f.Nullable = s.takesNull(f.base)
	f.Schema = ""
	if len(f.base) > 0 {
		f.Schema = f.base[0].node.Pointer()
	}
	s.rule(f)
}

// rule works out the schemas that apply now, and describes the field by them.
func (s *source) rule(f *Field) {
	f.rules = f.chosen()
	for _, p := range f.when {
		if !f.rules.has(p.node) {
			f.rules = append(f.rules, p)
		}
	}
	s.describe(f)
}

// chosen is the base with the chosen branch.
func (f *Field) chosen() set {
	if len(f.alts) > 0 {
		return slices.Clone(f.alts[f.Branch].rules)
	}
	return slices.Clone(f.base)
}

// describe sets what the schemas that apply now say about a field.
func (s *source) describe(f *Field) {
	of := f.rules
	v := s.view(of)
	s.setControl(f)
	f.Title, f.Description = of.text("title"), of.text("description")
	f.Deprecated, f.ReadOnly = of.flag("deprecated"), of.flag("readOnly")
	f.Format, f.Encoding, f.MediaType = of.text("format"), of.text("contentEncoding"), of.text("contentMediaType")
	f.Options = v.options
	if f.Native == Boolean {
		f.Options = booleans()
	}
	s.describeValues(f)
	f.Multiline = f.Native == Text && (long(of) || linesByName(f.Name) || strings.ContainsAny(f.DefaultText+f.Text, "\r\n"))
	f.Sealed = !v.hasRows() && slices.ContainsFunc(of, func(p part) bool {
		return p.get("additionalProperties").IsFalse() || p.get("unevaluatedProperties").IsFalse()
	})
	f.admit()
}

// setControl sets the control; one that JSON text stands in for stays so.
// Conditions do not change it: they come and go with what is in it.
func (s *source) setControl(f *Field) {
	v, asJSON := s.view(f.chosen()), f.AsJSON()
	f.Native = v.control()
	if f.up == nil { // arguments are an object wherever the schema lets them
		f.Native = JSON
		if v.types&isObject != 0 && len(v.options) == 0 && !v.set.never() {
			f.Native = Object
		}
	}
	if f.Native == choice {
		f.Native = JSON
	}
	if !asJSON || f.Native == JSON {
		f.Control, f.forced = f.Native, false
	}
}

// describeValues sets the default, the examples and the placeholder.
func (s *source) describeValues(f *Field) {
	f.HasDefault, f.Default, f.DefaultText, f.Examples = false, "", "", nil
	if d := f.rules.first("default"); d.Exists() {
		f.HasDefault, f.Default, f.DefaultText = true, string(d.Raw()), plainText(d)
	}
	for _, e := range f.rules.first("examples").Elems() {
		f.Examples = append(f.Examples, f.controlText(e))
	}
	if e := f.rules.first("example"); e.Exists() && f.Examples == nil { // OpenAPI's
		f.Examples = []string{f.controlText(e)}
	}
	switch {
	case f.HasDefault && f.Default != "null":
		f.Placeholder = f.DefaultText
	case len(f.Examples) > 0:
		f.Placeholder = f.Examples[0]
	default:
		f.Placeholder = formatSamples[f.Format]
	}
}

// plainText is a value for people: a string without its quotes.
func plainText(n jsondoc.Node) string {
	if n.Kind() == jsondoc.String {
		return n.Text()
	}
	return string(n.Compact())
}

// controlText is a value as it stands in the field's control.
func (f *Field) controlText(n jsondoc.Node) string {
	if f.Native == Text {
		return plainText(n)
	}
	return string(n.Compact())
}

// firstText is what stands in the control of a required field at first: the
// default, the only option there is, or an empty container.
func firstText(f *Field) string {
	d := f.rules.first("default")
	kind, fixed := kindOf[f.Native]
	switch {
	case d.Exists() && d.Kind() != jsondoc.Null && (!fixed || d.Kind() == kind) && !container(f.Native):
		return f.controlText(d)
	case f.Native == Enum && len(f.Options) == 1:
		return f.Options[0].Value
	case f.Native == JSON && f.rules.types()&^isNull == isObject:
		return "{}"
	case f.Native == JSON && f.rules.types()&^isNull == isArray:
		return "[]"
	}
	return ""
}

// eager reports whether the field's members are made at once: not too deep, not
// too many, and not of a schema that one of the fields around it has.
func (s *source) eager(f *Field) bool {
	depth := 0
	for at := f.up; at != nil; at = at.up {
		if depth++; sharesContent(f.rules, at.rules) {
			return false
		}
	}
	return depth <= maxEager && s.ahead > 0
}

// sharesContent reports whether two sets have a schema in common that makes
// fields.
func sharesContent(a, b set) bool {
	return slices.ContainsFunc(a, func(p part) bool { return p.hasContent() && b.has(p.node) })
}

// hasContent reports whether a schema describes members or elements.
func (p part) hasContent() bool {
	return p.get("properties").Len() > 0 || p.get("prefixItems").Len() > 0 || p.get("items").Exists()
}

// opens reports whether there are fields to make.
func (s *source) opens(f *Field) bool {
	switch f.Native {
	case Object:
		return len(s.propertyNames(f.rules)) > 0
	case Array:
		return s.firstLen(f.rules) > 0
	}
	return false
}

// populate makes the first fields of a container.
func (s *source) populate(f *Field) {
	f.Closed = false
	if container(f.Control) {
		f.Text, f.spell = "", nil
	}
	switch f.Control {
	case Object, Map:
		s.reconcile(f)
	case Array:
		for range s.firstLen(f.rules) {
			s.addItem(f)
		}
	}
}

// firstLen is how many elements an array starts with: those that have positions
// and those that it must have.
func (s *source) firstLen(of set) int {
	n := tupleLen(of)
	for _, least := range of.all("minItems") {
		for k := n + 1; k <= maxFirst; k++ {
			if least.Kind() == jsondoc.Number && number(itoa(k)).compare(number(string(least.Raw()))) <= 0 {
				n = k
			}
		}
	}
	return min(n, maxMembers)
}
