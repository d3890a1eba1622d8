package form

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// place is where a field is built.
type place struct {
	pointer  jsondoc.Pointer
	name     string
	required bool
}

func itoa(n int) string { return strconv.Itoa(n) }

// build makes a field with its first state from the schemas that apply to it.
func (s *source) build(of set, at place) *Field {
	f := &Field{Pointer: at.pointer, Name: at.name, Required: at.required, State: Omit, rules: of}
	s.describe(f)
	if at.required {
		f.State = Value
		f.Text = firstText(f)
	}
	if f.Native == Object || f.Native == Map {
		s.buildMembers(f)
	}
	return f
}

// describe sets all that the schema says about a field.
func (s *source) describe(f *Field) {
	of := f.rules
	v := s.view(of)
	f.Native = s.stage(f, v.control())
	if f.Pointer == "" && v.types&isObject != 0 && len(v.options) == 0 && !of.never() {
		f.Native = Object // arguments are an object wherever the schema lets them
	}
	f.Control = f.Native
	f.Type = s.typeText(of, 0)
	f.Nullable = s.takesNull(of)
	f.Title, f.Description = of.text("title"), of.text("description")
	f.Deprecated, f.ReadOnly = of.flag("deprecated"), of.flag("readOnly")
	f.Format, f.Encoding, f.MediaType = of.text("format"), of.text("contentEncoding"), of.text("contentMediaType")
	f.Options = v.options
	if f.Native == Boolean {
		f.Options = booleans()
	}
	if len(of) > 0 {
		f.Schema = of[0].node.Pointer()
	}
	s.describeValues(f)
	f.Multiline = f.Native == Text && (long(of) || linesByName(f.Name) || strings.Contains(f.DefaultText, "\n"))
}

// describeValues sets the default, the examples and the placeholder.
func (s *source) describeValues(f *Field) {
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

// stage holds back the controls that are not there yet.
func (s *source) stage(f *Field, c Control) Control {
	switch c {
	case Object, Map, Array, Choice:
		return JSON
	}
	return c
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
	switch d := f.rules.first("default"); {
	case d.Exists() && d.Kind() != jsondoc.Null && (f.Native != Text || d.Kind() == jsondoc.String):
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

// buildMembers makes the fields of all properties that the schema names.
func (s *source) buildMembers(f *Field) {
	for _, name := range s.propertyNames(f.rules) {
		f.Fields = append(f.Fields, s.buildMember(f, name))
	}
}

// buildMember makes the field of one key, whether or not a property names it.
func (s *source) buildMember(f *Field, name string) *Field {
	of := s.rowSet(f.rules, name)
	c := s.build(of, place{pointer: f.Pointer.Join(name), name: name, required: requires(f.rules, name)})
	c.Unknown = len(of) == 0
	c.row = !s.describes(f.rules, name)
	return c
}

// propertyNames returns the names under all "properties" of a set and those that
// are only required, in the order written.
func (s *source) propertyNames(of set) []string {
	var names []string
	seen := map[string]bool{}
	add := func(n jsondoc.Node) {
		if name := n.Text(); n.Kind() == jsondoc.String && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, props := range of.all("properties") {
		for k := range props.Members() {
			add(k)
		}
	}
	for _, list := range of.all("required") {
		for _, e := range list.Elems() {
			add(e)
		}
	}
	return names
}

// describes reports whether a schema names the key itself.
func (s *source) describes(of set, name string) bool {
	for _, props := range of.all("properties") {
		if props.Get(name).Exists() {
			return true
		}
	}
	return requires(of, name)
}

func requires(of set, name string) bool {
	for _, list := range of.all("required") {
		for _, e := range list.Elems() {
			if e.Is(name) {
				return true
			}
		}
	}
	return false
}

// memberSet gathers the schemas of one property from all schemas of the object.
func (s *source) memberSet(of set, name string) set {
	var out set
	for _, p := range of {
		below := part{when: p.when, branch: p.branch}
		below.node = p.get("properties").Get(name)
		s.expandInto(&out, below)
		for pattern, schema := range p.get("patternProperties").Members() {
			if matched, _ := matchPattern(pattern.Text(), name); matched {
				below.node = schema
				s.expandInto(&out, below)
			}
		}
	}
	return out
}

// rowSet gathers the schemas of a key that no property names.
func (s *source) rowSet(of set, name string) set {
	out := s.memberSet(of, name)
	for _, p := range of {
		schema := p.get("additionalProperties")
		if schema.Kind() != jsondoc.Object {
			continue
		}
		if !p.get("properties").Get(name).Exists() && !matchesAny(p.get("patternProperties"), name) {
			s.expandInto(&out, part{node: schema, when: p.when, branch: p.branch})
		}
	}
	return out
}

// itemSet gathers the schemas of an array element; position -1 stands for any
// element after the last named one. An array under "items" is the tuple of the
// dialects before 2020-12, whatever the dialect says.
func (s *source) itemSet(of set, position int) set {
	var out set
	for _, p := range of {
		below := part{when: p.when, branch: p.branch}
		tuple, rest := p.get("prefixItems"), p.get("items")
		if rest.Kind() == jsondoc.Array {
			tuple, rest = rest, p.get("additionalItems")
		}
		below.node = rest
		if position >= 0 && position < tuple.Len() {
			below.node = tuple.Elem(position)
		}
		s.expandInto(&out, below)
	}
	return out
}
