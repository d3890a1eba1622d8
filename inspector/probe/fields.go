package probe

import (
	"strconv"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// steps plans everything: the arguments as a whole, then field by field.
func (m *maker) steps() {
	m.add(tryout{kind: Base, from: -1, detail: "the base call"}, m.base)
	if m.doc == nil {
		return
	}
	if m.full != nil {
		m.add(tryout{kind: Everything, detail: "a value for every field"}, m.full)
	}
	m.allDefaults()
	m.noArguments()
	m.members(m.shape.Root, spot{}, 0)
	m.branches(m.shape.Root, spot{})
	for _, f := range m.shape.Root.Fields {
		m.field(f, 0, 0)
	}
}

// spot is a place in the arguments of a step.
type spot struct {
	from int // the step
	at   jsondoc.Pointer
}

// field plans the steps of one field and of what is in it. from is the step that
// has the field's parent.
func (m *maker) field(f *form.Field, from, level int) {
	if m.fields++; m.fields > maxFields || m.ctx.Err() != nil {
		if m.fields == maxFields+1 {
			m.note("Only the first %d fields are probed.", maxFields)
		}
		return
	}
	carrier := m.plan.Steps[from].Arguments
	value := m.example(f)
	here := spot{from, f.Pointer}
	m.byDefault(f, here)
	m.byNull(f, here)
	if valueAt(carrier, f.Pointer) != nil {
		m.leaveOut(f, here)
	} else if args, ok := put(carrier, f.Pointer, value); ok && value != nil {
		if id := m.add(tryout{Given, from, f.Pointer, f.Schema, "a valid value: " + brief(value)}, args); m.plan.Steps[id].Kind == Given {
			here.from = id // what is tried is compared with a call that has the field
		}
	}
	rules := m.rules(f)
	m.byEnum(rules, here)
	m.byNumber(f, rules, here)
	m.byText(f, rules, here, value)
	m.bySize(f, rules, here, value)
	m.byType(f, rules, here, value)
	m.branches(f, here)
	if !f.HasFields() || level+1 >= maxLevels || valueAt(m.plan.Steps[here.from].Arguments, f.Pointer) == nil {
		return
	}
	if f.Control != form.Array {
		m.members(f, here, level+1)
	}
	for i, c := range f.Fields {
		if f.Control == form.Array && i > 0 && !c.Fixed {
			break // elements are alike
		}
		if valueAt(m.plan.Steps[here.from].Arguments, c.Pointer) != nil || f.Control != form.Array {
			m.field(c, here.from, level+1)
		}
	}
}

// example is a valid value for a field: the base call's, or one made from the schema.
func (m *maker) example(f *form.Field) []byte {
	for _, text := range [][]byte{m.base, m.full} {
		if v := valueAt(text, f.Pointer); v != nil && string(v) != "null" {
			return v
		}
	}
	if f.Closed || f.Row {
		return nil
	}
	if _, err := m.shape.Fill(m.ctx, f.Pointer, form.OnlyRequired); err != nil {
		return nil
	}
	text, _ := m.shape.JSON()
	return valueAt(text, f.Pointer)
}

// within are the kinds whose point is that the schema allows them. Where it does not,
// by another of its rules, there is nothing to try.
var within = map[Kind]bool{
	EnumValue: true, Bound: true, Inside: true, JSONShaped: true, Empty: true, Huge: true,
	FormatMatch: true, PatternMatch: true, IntegerEdge: true,
}

// change adds a step with another value in a place.
func (m *maker) change(kind Kind, at spot, schema jsondoc.Pointer, value, detail string) {
	if within[kind] && m.isForbidden(at, value) {
		return
	}
	if args, ok := put(m.plan.Steps[at.from].Arguments, at.at, []byte(value)); ok {
		m.add(tryout{kind, at.from, at.at, schema, detail}, args)
	}
}

func (m *maker) byDefault(f *form.Field, at spot) {
	if f.HasDefault {
		m.change(Default, at, f.Schema.Join("default"), f.Default, "the default, "+brief([]byte(f.Default)))
	}
}

func (m *maker) byNull(f *form.Field, at spot) {
	kind := Null
	if f.Required || f.Item {
		kind = WrongType // nobody takes it for leaving the field out
	}
	m.change(kind, at, f.Schema, "null", "null")
}

func (m *maker) leaveOut(f *form.Field, at spot) {
	if f.Item {
		return
	}
	kind, detail := LeftOut, "left out"
	if f.Required {
		kind, detail = Missing, "the required field left out"
	}
	schema := f.Schema
	if parent := m.shape.Field(f.Pointer.Parent()); f.Required && parent != nil {
		schema = m.keyword(parent, schema, "required")
	}
	if args, ok := drop(m.plan.Steps[at.from].Arguments, at.at); ok {
		m.add(tryout{kind, at.from, at.at, schema, detail}, args)
	}
}

// keyword is the place of the first of some keywords that a field's schemas have.
func (m *maker) keyword(f *form.Field, otherwise jsondoc.Pointer, names ...string) jsondoc.Pointer {
	r := m.rules(f)
	for _, name := range names {
		if found := r.all(name); len(found) > 0 {
			return found[0].Pointer()
		}
	}
	return otherwise
}

// allDefaults sends every advertised default of the top level at once.
func (m *maker) allDefaults() {
	args, n := m.base, 0
	for _, f := range m.shape.Root.Fields {
		if !f.HasDefault {
			continue
		}
		if next, ok := put(args, f.Pointer, []byte(f.Default)); ok {
			args, n = next, n+1
		}
	}
	if n > 1 {
		m.add(tryout{kind: AllDefaults, detail: "all " + strconv.Itoa(n) + " advertised defaults at once"}, args)
	}
}

// noArguments leaves the member out where an empty object would do.
func (m *maker) noArguments() {
	if strings.Join(strings.Fields(string(m.base)), "") != "{}" {
		return
	}
	says := m.plan.Steps[0].Says
	m.append(tryout{kind: NoArguments, detail: "the member arguments left out"}, nil, says, "")
}

// members tries properties that an object does not name.
func (m *maker) members(f *form.Field, at spot, level int) {
	schema := m.keyword(f, f.Schema, "additionalProperties", "unevaluatedProperties")
	unknown := "probe_" + strconv.FormatUint(m.rnd.Uint64N(9000)+1000, 10)
	m.changeKey(UnknownKey, at, schema, unknown, `"probe"`, "a property that the schema does not name")
	if level > 0 {
		return
	}
	for _, c := range f.Fields {
		value := valueAt(m.full, c.Pointer)
		if near := f.Pointer.Join(misspell(c.Name)); value != nil && !c.Required && !c.Row && m.shape.Field(near) == nil {
			m.changeKey(NearMiss, at, schema, misspell(c.Name), string(value), "almost the name of "+c.Name)
			return
		}
	}
}

func (m *maker) changeKey(kind Kind, at spot, schema jsondoc.Pointer, key, value, detail string) {
	at.at = at.at.Join(key)
	m.change(kind, at, schema, value, detail)
}

// misspell writes a name as a hurried caller would.
func misspell(name string) string {
	if before, ok := strings.CutSuffix(name, "s"); ok && before != "" {
		return before
	}
	return name + "s"
}

// branches tries each alternative of a field.
func (m *maker) branches(f *form.Field, at spot) {
	if len(f.Branches) < 2 {
		return
	}
	doc, err := jsondoc.Parse(m.plan.Steps[at.from].Arguments)
	if err != nil {
		return
	}
	for i, b := range f.Branches {
		if i == maxListed {
			m.note("Only the first %d of the %d alternatives of %q are tried.", maxListed, len(f.Branches), f.Pointer)
			return
		}
		alt := form.New(m.doc, m.dialect)
		alt.Load(doc)
		if c := alt.Field(f.Pointer); c == nil || len(c.Branches) != len(f.Branches) {
			return
		}
		if alt.Choose(f.Pointer, i) != nil {
			continue
		}
		if _, err := alt.Fill(m.ctx, f.Pointer, form.OnlyRequired); err != nil {
			continue
		}
		text, problems := alt.JSON()
		schema := b.Schema
		if schema == "" { // one of several types, or any type
			schema = f.Schema
		}
		if text != nil && len(problems) == 0 {
			m.add(tryout{Branch, at.from, at.at, schema, "the alternative " + b.Label}, text)
		}
	}
}

// brief is a value in a few words.
func brief(value []byte) string {
	const most = 60
	if r := []rune(string(value)); len(r) > most {
		return string(r[:most]) + "… (" + strconv.Itoa(len(value)) + " bytes)"
	}
	return string(value)
}
