package probe

import (
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// byEnum tries each listed value, and one that is not listed.
func (m *maker) byEnum(r rules, at spot) {
	for _, c := range r.all("const") {
		m.change(EnumValue, at, c.Pointer(), string(c.Compact()), "the only value, "+brief(c.Raw()))
		m.outsideEnum(c.Pointer(), at, []jsondoc.Node{c})
	}
	for _, list := range r.all("enum") {
		var values []jsondoc.Node
		for _, v := range list.Elems() {
			values = append(values, v)
		}
		if len(values) == 0 {
			continue
		}
		picks := m.rnd.Perm(len(values))[:min(len(values), maxListed)]
		slices.Sort(picks)
		for _, i := range picks {
			m.change(EnumValue, at, list.Pointer(), string(values[i].Compact()), "the listed value "+brief(values[i].Raw()))
		}
		if len(values) > maxListed {
			m.note("%d of the %d values listed at %q are tried; another seed chooses others.", maxListed, len(values), list.Pointer())
		}
		m.outsideEnum(list.Pointer(), at, values)
	}
}

// outsideEnum tries a value of the type of the listed ones that is none of them.
func (m *maker) outsideEnum(schema jsondoc.Pointer, at spot, values []jsondoc.Node) {
	candidates := []string{`"probe"`, `"probe_none_of_these"`, "-7919", "7919.5"}
	if values[0].Kind() == jsondoc.Number {
		candidates = []string{"7919", "-7919", "7919.5"}
	}
	for _, c := range candidates {
		if m.isForbidden(at, c) {
			m.change(EnumOutside, at, schema, c, c+", which is not listed")
			return
		}
	}
}

// isForbidden reports whether the schema forbids a value in a place.
func (m *maker) isForbidden(at spot, value string) bool {
	args, ok := put(m.plan.Steps[at.from].Arguments, at.at, []byte(value))
	if !ok {
		return false
	}
	says, _ := m.judge(args)
	return says == Forbidden
}

// likes are values of each type that no lenient reader takes for another.
var unlike = map[string][]string{
	"string":  {`{"probe":1}`, `[1]`},
	"number":  {`"probe"`, `{"probe":1}`},
	"integer": {`"probe"`, `1.5`},
	"boolean": {`"probe"`, `{"probe":1}`},
	"object":  {`"probe"`, `[1]`},
	"array":   {`7`, `{"probe":1}`},
	"null":    {`"probe"`},
}

// alike are values that a lenient reader turns into the type.
var alike = map[string][]string{
	"string":  {`5`, `true`},
	"number":  {`"5"`},
	"integer": {`"5"`, `true`},
	"boolean": {`"true"`, `"yes"`, `1`},
}

// byType tries values of other types.
func (m *maker) byType(f *form.Field, r rules, at spot, value []byte) {
	types := r.types()
	if len(types) == 0 && f.Control != form.JSON && !r.listed() {
		types = []string{typeOfControl[f.Control]}
	}
	done := map[string]bool{}
	for _, t := range types {
		for _, v := range unlike[t] {
			if !done[v] && m.isForbidden(at, v) {
				m.change(WrongType, at, typePointer(f, r), v, v+" instead of "+article(t))
			}
			done[v] = true
		}
	}
	for _, t := range types {
		for _, v := range alike[t] {
			if !done[v] && m.isForbidden(at, v) {
				m.change(Coercible, at, typePointer(f, r), v, v+" instead of "+article(t))
			}
			done[v] = true
		}
	}
	if value == nil {
		return
	}
	if c := value[0]; c == '{' || c == '[' {
		m.change(Stringified, at, typePointer(f, r), jsondoc.Quote(string(value)), "the "+kindWord(c)+" as its JSON text")
	}
}

var typeOfControl = map[form.Control]string{
	form.Text: "string", form.Number: "number", form.Integer: "integer", form.Boolean: "boolean",
	form.Object: "object", form.Map: "object", form.Array: "array",
}

func typePointer(f *form.Field, r rules) jsondoc.Pointer {
	if t := r.all("type"); len(t) > 0 {
		return t[len(t)-1].Pointer()
	}
	return f.Schema
}

func kindWord(c byte) string {
	if c == '{' {
		return "object"
	}
	return "array"
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// jsonTexts are strings that read like other JSON values.
var jsonTexts = [...]string{`{"a":1}`, `123`, `null`, `true`}

// misses are strings to look among for one that a format or pattern does not take.
var misses = [...]string{"", " ", "probe", "PROBE 1", "~", "\u00e9", "-1", "0", "not:a:value", "2026-13-45", "a\nb"}

// byText tries strings: by length, pattern and format, and those that other readers
// stumble over.
func (m *maker) byText(f *form.Field, r rules, at spot, value []byte) {
	if !m.takes(f, r, "string") || r.listed() {
		return
	}
	for _, p := range r.all("pattern") {
		if len(value) > 0 && value[0] == '"' {
			m.change(PatternMatch, at, p.Pointer(), string(value), "a string that the pattern matches")
		}
		m.miss(PatternMiss, at, p.Pointer(), "a string that the pattern does not match")
	}
	for _, p := range r.all("format") {
		if p.Kind() != jsondoc.String {
			continue
		}
		if len(value) > 0 && value[0] == '"' {
			m.change(FormatMatch, at, p.Pointer(), string(value), "a string of the format "+p.Text())
		}
		m.miss(FormatMiss, at, p.Pointer(), "a string that is not of the format "+p.Text())
	}
	m.byLength(r, at)
	if len(r.all("pattern"))+len(r.all("format")) > 0 {
		return
	}
	m.change(Empty, at, f.Schema, `""`, "an empty string")
	m.change(JSONShaped, at, f.Schema, jsondoc.Quote(jsonTexts[0]), "a string that reads like an object")
	if t := jsonTexts[1+m.rnd.IntN(len(jsonTexts)-1)]; !m.isForbidden(at, jsondoc.Quote(t)) {
		m.change(JSONShaped, at, f.Schema, jsondoc.Quote(t), "a string that reads like "+t)
	}
	if len(r.all("maxLength")) == 0 {
		m.change(Huge, at, f.Schema, `"`+strings.Repeat("p", hugeText)+`"`, fmt.Sprintf("a string of %d characters", hugeText))
	}
}

// miss tries the first string that the schema has something against; only with
// its pattern or format, since types and lengths are tried elsewhere.
func (m *maker) miss(kind Kind, at spot, schema jsondoc.Pointer, detail string) {
	for _, s := range misses {
		args, ok := put(m.plan.Steps[at.from].Arguments, at.at, []byte(jsondoc.Quote(s)))
		if !ok {
			return
		}
		if says, why := m.judge(args); says == Forbidden || says == Nothing && why != "" {
			m.change(kind, at, schema, jsondoc.Quote(s), detail+": "+brief([]byte(jsondoc.Quote(s))))
			return
		}
	}
}

// byLength tries strings on and beside the bounds of their length.
func (m *maker) byLength(r rules, at spot) {
	text := func(n int) string { return `"` + strings.Repeat("p", n) + `"` }
	for _, n := range r.all("minLength") {
		m.sizes(n, at, -1, "character", text)
	}
	for _, n := range r.all("maxLength") {
		m.sizes(n, at, +1, "character", text)
	}
}

// maxSized bounds the sizes that are tried.
const maxSized = 1 << 20

// sizes tries a size on a bound, just inside and just outside. out is the direction
// that leads outside.
func (m *maker) sizes(bound jsondoc.Node, at spot, out int, noun string, make func(int) string) {
	n, ok := whole(bound)
	if !ok || n > maxSized {
		return
	}
	name := bound.Key().Text()
	for _, one := range []struct {
		kind Kind
		n    int
	}{{Bound, n}, {Inside, n - out}, {Outside, n + out}} {
		if one.n < 0 {
			continue
		}
		value := make(one.n)
		if one.kind == Outside && !m.isForbidden(at, value) {
			continue
		}
		m.change(one.kind, at, bound.Pointer(), value, fmt.Sprintf("%d %ss, %s is %d", one.n, noun, name, n))
	}
}

// takes reports whether the schema has a type among those allowed.
func (m *maker) takes(f *form.Field, r rules, typ string) bool {
	types := r.types()
	if len(types) == 0 {
		return typeOfControl[f.Control] == typ && len(f.Branches) == 0 // else any type will do
	}
	return slices.Contains(types, typ)
}

// bySize tries arrays and objects of many sizes.
func (m *maker) bySize(f *form.Field, r rules, at spot, value []byte) {
	if r.listed() {
		return
	}
	if m.takes(f, r, "array") && (len(value) == 0 || value[0] == '[') {
		m.byItems(f, r, at, value)
	}
	if m.takes(f, r, "object") && (len(value) == 0 || value[0] == '{') {
		m.change(Empty, at, f.Schema, "{}", "an empty object")
		if f.Control == form.Map {
			m.change(Huge, at, f.Schema, m.manyMembers(at, value), fmt.Sprintf("an object of %d members", hugeList))
		}
	}
}

func (m *maker) byItems(f *form.Field, r rules, at spot, value []byte) {
	unique := len(r.all("uniqueItems")) > 0
	item := `"probe"`
	if first := valueAt(value, "/0"); first != nil {
		item = string(first)
	}
	list := func(n int) string {
		elems := make([]string, n)
		for i := range elems {
			if elems[i] = item; unique && i > 0 {
				elems[i] = another(item, i)
			}
		}
		return "[" + strings.Join(elems, ",") + "]"
	}
	m.change(Empty, at, f.Schema, "[]", "an empty array")
	for _, n := range r.all("minItems") {
		m.sizes(n, at, -1, "element", list)
	}
	for _, n := range r.all("maxItems") {
		m.sizes(n, at, +1, "element", list)
	}
	for _, u := range r.all("uniqueItems") {
		if twice := "[" + item + "," + item + "]"; u.IsTrue() && m.isForbidden(at, twice) {
			m.change(Outside, at, u.Pointer(), twice, "the same element twice, uniqueItems is true")
		}
	}
	if len(r.all("maxItems")) == 0 && len(item) < hugeText/hugeList {
		m.change(Huge, at, f.Schema, list(hugeList), fmt.Sprintf("an array of %d elements", hugeList))
	}
}

// another makes a different element from one, where that can be done without knowing
// its schema.
func another(item string, i int) string {
	switch c := item[0]; {
	case c == '"':
		return fmt.Sprintf(`%s%d"`, item[:len(item)-1], i)
	case c == '-' || c >= '0' && c <= '9':
		return fmt.Sprint(i + 1000)
	}
	return item
}

// manyMembers makes a large object for a map, of members that its schema takes.
func (m *maker) manyMembers(at spot, value []byte) string {
	items := []string{`"probe"`, "1", "true", "{}", "[]"}
	if doc, err := jsondoc.Parse(value); err == nil {
		for _, v := range doc.Root().Members() {
			items = append([]string{string(v.Raw())}, items...)
			break
		}
	}
	for _, item := range items {
		if m.isForbidden(at, `{"probe_0":`+item+`}`) {
			continue
		}
		var b strings.Builder
		for i := range hugeList {
			fmt.Fprintf(&b, `,"probe_%d":%s`, i, item)
		}
		return "{" + b.String()[1:] + "}"
	}
	return "{}"
}
