package dialect

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// hard makes random schemas of one old dialect that are made to be difficult:
// names that look like keywords or need escapes, references into places that get
// other names, keywords that the dialect does not know, siblings of $ref.
type hard struct {
	r       *rand.Rand
	d       Dialect
	size    int      // how many schemas may still be made
	ids     int      // identifiers so far
	names   int      // anchors so far
	targets []target // places a reference may lead to
	holes   int      // references to be filled in
}

// target is a place in the schema being made.
type target struct {
	pointer string // from the document's root
	root    string // the pointer of its resource
	uri     string // the resource's URI, "" for the document
	name    string // a plain name, "" = none
}

var hardNames = []string{"a", "b", "items", "definitions", "$defs", "a/b", "m~n", "100%", "properties", "dependencies", "additionalItems", "$ref", "id", "const", "0", "", "é", `q"t`, "prefixItems"}

var hardValues = []string{`1`, `0`, `1.5`, `-1`, `"a"`, `"abc"`, `""`, `null`, `true`, `false`, `[]`, `{}`, `[1]`, `["a",1]`, `{"a":1}`, `[1,2,3]`, `{"a":"a","b":1}`}

func (h *hard) pick(list []string) string { return list[h.r.IntN(len(list))] }
func (h *hard) chance(p float64) bool     { return h.r.Float64() < p }

// member is a name with its text.
type hardMember struct{ name, text string }

func writeObject(ms []hardMember) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(jsondoc.Quote(m.name))
		b.WriteByte(':')
		b.WriteString(m.text)
	}
	b.WriteByte('}')
	return b.String()
}

// where is the place of the schema being made.
type where struct {
	pointer, root, uri string
	noID               bool // identifiers would not be found here, or mean something else

	// closed places are inside a resource with $recursiveAnchor. Nothing refers
	// into one but to its root: the judge (santhosh-tekuri/jsonschema v6.0.3,
	// resolveRecursiveAnchor) then takes the inner schema for the root.
	closed bool
}

func (w where) in(tokens ...string) where {
	w.pointer = string(jsondoc.Pointer(w.pointer).Join(tokens...))
	return w
}

// document makes a whole schema with its references filled in.
func (h *hard) document() string {
	h.size = 4 + h.r.IntN(14)
	text := h.schema(where{}, true)
	for i := range h.holes {
		text = strings.Replace(text, fmt.Sprintf("\x00%d\x00", i), h.reference(), 1)
	}
	return text
}

// reference spells a reference to a random target.
func (h *hard) reference() string {
	t := h.targets[h.r.IntN(len(h.targets))]
	frag := string(appendFragment(nil, []byte(strings.TrimPrefix(t.pointer, t.root))))
	if t.name != "" {
		frag = t.name
	}
	if h.chance(0.15) {
		frag = strings.ReplaceAll(frag, "e", "%65")
	}
	switch {
	case t.uri != "":
		return t.uri + "#" + frag
	case frag == "":
		return "#/definitions/any" // the root would loop too often
	}
	return "#" + frag
}

func (h *hard) target(at where, name string) {
	if !at.closed {
		h.targets = append(h.targets, target{at.pointer, at.root, at.uri, name})
	}
}

// name makes a plain name for a schema, often one that 2020-12 does not allow.
func (h *hard) name(at where) string {
	h.names++
	name := fmt.Sprintf(h.pick([]string{"n%d", "n:%d", "n_%d", "n%d"}), h.names)
	if h.d <= Draft07 && h.chance(0.3) {
		name = fmt.Sprint(h.names) + name
	}
	h.target(at, name)
	return name
}

func (h *hard) hole() string {
	h.holes++
	return fmt.Sprintf("\"\x00%d\x00\"", h.holes-1)
}

// schema makes a schema at a place.
func (h *hard) schema(at where, root bool) string {
	h.size--
	if h.d >= Draft06 && !root && h.chance(0.1) {
		h.target(at, "")
		return h.pick([]string{"true", "true", "false"})
	}
	var ms []hardMember
	ref := !root && h.chance(0.25)
	if !root && !ref && !at.noID && h.chance(0.12) {
		h.ids++
		uri := fmt.Sprintf("http://e.test/r%d", h.ids)
		at.root, at.uri, at.closed = at.pointer, uri, false
		if h.d <= Draft07 && h.chance(0.3) {
			uri += "#" + h.name(at)
		}
		ms = append(ms, hardMember{idKeyword(h.d).String(), jsondoc.Quote(uri)})
		if h.d == Draft2019 && h.chance(0.6) {
			on := h.pick([]string{"true", "true", "false"})
			ms = append(ms, hardMember{"$recursiveAnchor", on})
			h.target(at, "")
			at.closed = on == "true"
		}
	} else if !ref && !at.noID && h.chance(0.1) {
		switch name := h.name(at); {
		case h.d <= Draft07:
			ms = append(ms, hardMember{idKeyword(h.d).String(), jsondoc.Quote("#" + name)})
		case h.d == Draft2019:
			ms = append(ms, hardMember{"$anchor", jsondoc.Quote(name)})
		}
	}
	h.target(at, "")
	if ref {
		ms = append(ms, hardMember{"$ref", h.hole()})
		if h.d <= Draft07 && h.chance(0.5) {
			if h.chance(0.2) {
				ms = append(ms, hardMember{idKeyword(h.d).String(), `"http://e.test/ignored"`})
			}
		} else if h.d <= Draft07 {
			return writeObject(ms)
		}
	}
	used := map[string]bool{}
	for n := 1 + h.r.IntN(4); n > 0; n-- {
		before := len(h.targets)
		for _, m := range h.keyword(at, ref) {
			if used[m.name] {
				h.targets = h.targets[:before] // they lead into what is thrown away
				continue
			}
			used[m.name] = true
			ms = append(ms, m)
		}
	}
	if root && !used["definitions"] {
		ms = append(ms, hardMember{"definitions", h.mapOf(at.in("definitions"), "any")})
	}
	h.r.Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
	return writeObject(ms)
}

func (h *hard) one(at where, name string) hardMember {
	if h.size <= 0 {
		return hardMember{name, `{"type":"string"}`}
	}
	return hardMember{name, h.schema(at.in(name), false)}
}

func (h *hard) list(at where, n int) string {
	var out []string
	for i := range n {
		if h.size <= 0 && i > 0 {
			break
		}
		out = append(out, h.schema(at.in(fmt.Sprint(i)), false))
	}
	return "[" + strings.Join(out, ",") + "]"
}

func (h *hard) mapOf(at where, first string) string {
	var ms []hardMember
	used := map[string]bool{}
	if first != "" {
		used[first] = true
		ms = append(ms, hardMember{first, "{}"})
	}
	for n := 1 + h.r.IntN(3); n > 0 && h.size > 0; n-- {
		name := h.pick(hardNames)
		if !used[name] {
			used[name] = true
			ms = append(ms, hardMember{name, h.schema(at.in(name), false)})
		}
	}
	return writeObject(ms)
}

// keyword makes one keyword, or some that belong together.
func (h *hard) keyword(at where, ref bool) []hardMember {
	all := hardKeywords
	k := all[h.r.IntN(len(all))]
	if h.d < k.since || h.d > k.until || ref && k.notBesideRef {
		return nil
	}
	return k.make(h, at)
}

type hardKeyword struct {
	since, until Dialect
	notBesideRef bool
	make         func(h *hard, at where) []hardMember
}

func oneOf(name string) func(*hard, where) []hardMember {
	return func(h *hard, at where) []hardMember { return []hardMember{h.one(at, name)} }
}

func listOf(name string) func(*hard, where) []hardMember {
	return func(h *hard, at where) []hardMember {
		return []hardMember{{name, h.list(at.in(name), 1+h.r.IntN(2))}}
	}
}

func mapped(name string) func(*hard, where) []hardMember {
	return func(h *hard, at where) []hardMember { return []hardMember{{name, h.mapOf(at.in(name), "")}} }
}

func text(pairs ...string) func(*hard, where) []hardMember {
	return func(h *hard, _ where) []hardMember {
		i := h.r.IntN(len(pairs)/2) * 2
		return []hardMember{{pairs[i], pairs[i+1]}}
	}
}

// hardKeywords are what a schema is made of. The ones that a dialect does not
// know are there as well: below their since they must stay without effect.
var hardKeywords []hardKeyword

func init() {
	hardKeywords = []hardKeyword{
		{Draft04, Draft2020, false, text("type", `"string"`, "type", `"object"`, "type", `["array","object"]`, "minLength", "2", "maxItems", "2", "minItems", "1", "required", `["a"]`, "maxProperties", "2", "pattern", `"^a"`, "uniqueItems", "true", "title", `"t"`, "default", "5")},
		{Draft04, Draft04, false, func(h *hard, _ where) []hardMember {
			return []hardMember{{"minimum", "1.0"}, {"exclusiveMinimum", h.pick([]string{"true", "false"})}}
		}},
		{Draft06, Draft2020, false, text("exclusiveMinimum", "1", "exclusiveMaximum", "1.50")},
		{Draft06, Draft2020, true, func(h *hard, _ where) []hardMember { return []hardMember{{"const", h.pick(hardValues)}} }},
		{Draft04, Draft2020, false, func(h *hard, _ where) []hardMember {
			return []hardMember{{"enum", "[" + h.pick(hardValues[:8]) + `,[1],{"a":1}]`}}
		}},
		{Draft04, Draft2020, false, mapped("properties")},
		{Draft04, Draft2020, false, mapped("properties")},
		{Draft04, Draft2020, false, mapped("definitions")},
		{Draft04, Draft2020, false, func(h *hard, at where) []hardMember {
			return []hardMember{{"patternProperties", writeObject([]hardMember{{"^a", h.one(at.in("patternProperties"), "^a").text}})}}
		}},
		{Draft04, Draft2020, false, oneOf("additionalProperties")},
		{Draft04, Draft2019, false, oneOf("additionalItems")},
		{Draft04, Draft2020, false, oneOf("items")},
		{Draft04, Draft2019, false, listOf("items")},
		{Draft04, Draft2019, false, func(h *hard, at where) []hardMember {
			return []hardMember{{"items", h.list(at.in("items"), 1+h.r.IntN(3))}, h.one(at, "additionalItems")}
		}},
		{Draft04, Draft2020, false, listOf("allOf")},
		{Draft04, Draft2020, false, listOf("anyOf")},
		{Draft04, Draft2020, false, listOf("oneOf")},
		{Draft04, Draft2020, false, oneOf("not")},
		{Draft04, Draft2019, false, func(h *hard, at where) []hardMember {
			deps := []hardMember{{h.pick(hardNames[:3]), `["b"]`}}
			name := h.pick(hardNames[3:])
			deps = append(deps, h.one(at.in("dependencies"), name))
			h.r.Shuffle(2, func(i, j int) { deps[i], deps[j] = deps[j], deps[i] })
			return []hardMember{{"dependencies", writeObject(deps)}}
		}},
		{Draft06, Draft2020, false, oneOf("contains")},
		{Draft06, Draft2020, false, oneOf("propertyNames")},
		{Draft07, Draft2020, false, func(h *hard, at where) []hardMember {
			return []hardMember{h.one(at, "if"), h.one(at, "then"), h.one(at, "else")}
		}},
		{Draft2019, Draft2020, false, func(h *hard, at where) []hardMember {
			return []hardMember{h.one(at, "contains"), {"minContains", h.pick([]string{"0", "1", "2"})}, {"maxContains", "2"}}
		}},
		{Draft2019, Draft2020, false, oneOf("unevaluatedItems")},
		{Draft2019, Draft2020, false, oneOf("unevaluatedProperties")},
		{Draft2019, Draft2020, false, mapped("dependentSchemas")},
		{Draft2019, Draft2020, false, text("dependentRequired", `{"a":["b"]}`, "dependentRequired", `{"items":["a","b"]}`)},
		{Draft2019, Draft2019, false, func(h *hard, at where) []hardMember {
			return []hardMember{{h.pick([]string{"additionalProperties", "items"}), `{"$recursiveRef":"#"}`}}
		}},
		// what the dialect does not know and 2020-12 does
		{Draft04, Draft2019, false, text("prefixItems", `[false]`, "prefixItems", `5`, "$dynamicRef", `"#nowhere"`, "$dynamicAnchor", `"not an anchor!"`)},
		{Draft04, Draft07, false, text("dependentRequired", `{"a":["zz"]}`, "dependentSchemas", `{"a":false}`, "minContains", "0", "maxContains", "0", "unevaluatedItems", "false", "unevaluatedProperties", "false", "$anchor", `"x y"`, "$recursiveRef", `"#"`, "$recursiveAnchor", "5", "contentSchema", "5", "deprecated", `"yes"`, "$vocabulary", "7")},
		{Draft04, Draft06, false, text("if", "true", "then", "false", "else", "false", "$comment", "5", "readOnly", `"x"`)},
		{Draft04, Draft04, false, text("const", `"never"`, "contains", "false", "propertyNames", "false", "examples", `{"a":1}`, "$id", `"http://e.test/r1"`)},
		{Draft2020, Draft2020, false, listOf("prefixItems")},
		{Draft2020, Draft2020, false, func(h *hard, at where) []hardMember {
			return []hardMember{{"prefixItems", h.list(at.in("prefixItems"), 1+h.r.IntN(3))}, h.one(at, "items")}
		}},
		{Draft2020, Draft2020, false, func(h *hard, _ where) []hardMember {
			h.names++
			return []hardMember{{h.pick([]string{"$anchor", "$dynamicAnchor"}), fmt.Sprintf(`"n%d"`, h.names)}}
		}},
		// what 2020-12 does not know and older dialects do
		{Draft2020, Draft2020, false, text("additionalItems", "false", "dependencies", `{"a":false}`, "$recursiveAnchor", `"x"`, "divisibleBy", "7")},
		{Draft06, Draft2020, false, text("id", `"http://e.test/r1"`)},
		// places that references may lead into although nothing is applied there
		{Draft04, Draft2020, false, func(h *hard, at where) []hardMember {
			at.noID = true
			name := h.pick([]string{"x-more", "components", "x/y"})
			return []hardMember{{name, h.mapOf(at.in(name), "")}}
		}},
		{Draft04, Draft2020, false, func(h *hard, at where) []hardMember {
			at.noID = true
			return []hardMember{{"$defs", h.mapOf(at.in("$defs"), "")}}
		}},
	}
}

// instance makes a value that has a chance to be valid.
func (h *hard) instance(depth int) string {
	if depth == 0 || h.chance(0.3) {
		return h.pick(hardValues)
	}
	if h.chance(0.4) {
		var out []string
		for n := h.r.IntN(4); n > 0; n-- {
			out = append(out, h.instance(depth-1))
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	var ms []hardMember
	used := map[string]bool{}
	for n := h.r.IntN(4); n > 0; n-- {
		name := h.pick(hardNames)
		if !used[name] {
			used[name] = true
			ms = append(ms, hardMember{name, h.instance(depth - 1)})
		}
	}
	return writeObject(ms)
}
