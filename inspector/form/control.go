package form

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// choice is the control of a schema that leaves more alternatives than are
// followed.
const choice Control = "choice"

// view is what the choice of a control looks at.
type view struct {
	set      set
	types    types // without null
	options  []Option
	branches []jsondoc.Node
}

// controls is read from the top; the first that fits is taken.
var controls = []struct {
	control Control
	fits    func(*view) bool
}{
	{JSON, func(v *view) bool { return v.set.never() }},
	{Enum, func(v *view) bool { return len(v.options) > 0 }},
	{choice, func(v *view) bool { return len(v.branches) > 1 }},
	{Boolean, func(v *view) bool { return v.types == isBoolean }},
	{Integer, func(v *view) bool { return v.types == isInteger }},
	{Number, func(v *view) bool { return v.types != 0 && v.types&^isNumber == 0 }},
	{Text, func(v *view) bool { return v.types == isString }},
	{Array, func(v *view) bool { return v.types == isArray }},
	{Object, func(v *view) bool { return v.types == isObject && v.has("properties") }},
	{Map, func(v *view) bool { return v.types == isObject && v.hasRows() }},
	{JSON, func(*view) bool { return true }},
}

// hints tell a type from keywords that only say something about that type, for
// schemas that declare none.
var hints = []struct {
	keyword string
	bits    types
}{
	{"properties", isObject}, {"patternProperties", isObject}, {"required", isObject},
	{"additionalProperties", isObject}, {"propertyNames", isObject},
	{"items", isArray}, {"prefixItems", isArray}, {"minItems", isArray}, {"maxItems", isArray},
	{"pattern", isString}, {"minLength", isString}, {"maxLength", isString},
	{"contentEncoding", isString}, {"contentMediaType", isString}, {"format", isString},
	{"minimum", isNumber}, {"maximum", isNumber}, {"multipleOf", isNumber},
	{"exclusiveMinimum", isNumber}, {"exclusiveMaximum", isNumber},
}

func (s *source) view(of set) *view {
	v := &view{set: of, types: of.types() &^ isNull, options: s.options(of)}
	if len(v.options) == 0 {
		v.branches = s.branches(of)
	}
	if v.types == anyType&^isNull {
		for _, h := range hints {
			if v.has(h.keyword) {
				v.types = h.bits
				break
			}
		}
	}
	return v
}

func (v *view) has(keyword string) bool { return v.set.first(keyword).Exists() }

// hasRows reports whether the schema says what the values of unnamed keys are.
func (v *view) hasRows() bool {
	for _, n := range v.set.all("additionalProperties") {
		if n.Kind() == jsondoc.Object {
			return true
		}
	}
	return v.has("patternProperties")
}

func (v *view) control() Control {
	for _, c := range controls {
		if c.fits(v) {
			return c.control
		}
	}
	return JSON
}

// booleans are the options of every Boolean control.
func booleans() []Option {
	return []Option{{Value: "true", Label: "true"}, {Value: "false", Label: "false"}}
}

// options returns the values that a schema lists: const, what all enums have in
// common, or alternatives that are all such lists.
func (s *source) options(of set) []Option {
	if c := of.first("const"); c.Exists() {
		return label([]Option{{Value: string(c.Compact()), Label: of.text("title")}}, []jsondoc.Node{c})
	}
	if nodes := enumerated(of); len(nodes) > 0 {
		opts := make([]Option, len(nodes))
		names := of.first("enumNames")
		for i, n := range nodes {
			opts[i] = Option{Value: string(n.Compact()), Label: names.Elem(i).Text()}
		}
		return label(opts, nodes)
	}
	var opts []Option
	var nodes []jsondoc.Node
	for _, b := range s.branches(of) {
		more, values := s.branchOptions(b)
		if len(values) == 0 {
			return nil
		}
		opts, nodes = append(opts, more...), append(nodes, values...)
	}
	return label(opts, nodes)
}

// branchOptions returns the values that one alternative lists, with the title
// that it gives to a single one.
func (s *source) branchOptions(branch jsondoc.Node) ([]Option, []jsondoc.Node) {
	of := s.expand(branch, part{})
	nodes := enumerated(of)
	if c := of.first("const"); c.Exists() {
		nodes = []jsondoc.Node{c}
	}
	opts := make([]Option, len(nodes))
	for i, n := range nodes {
		opts[i] = Option{Value: string(n.Compact())}
		if len(nodes) == 1 {
			opts[i].Label, opts[i].Description = of.text("title"), of.text("description")
		}
	}
	return opts, nodes
}

// enumerated returns the values of the outermost enum that all other enums of
// the set have too.
func enumerated(of set) []jsondoc.Node {
	var common []jsondoc.Node
	first := true
	for _, e := range of.all("enum") {
		var both []jsondoc.Node
		for _, v := range e.Elems() {
			if first || among(common, v) {
				both = append(both, v)
			}
		}
		common, first = both, false
	}
	return common
}

func among(list []jsondoc.Node, v jsondoc.Node) bool {
	for _, n := range list {
		if same(n, v) {
			return true
		}
	}
	return false
}

// label gives the options that have no title a text: strings stand without
// quotes as long as nothing else in the list could be mistaken for them.
func label(opts []Option, nodes []jsondoc.Node) []Option {
	plain := true
	for _, n := range nodes {
		plain = plain && n.Kind() == jsondoc.String && strings.TrimSpace(n.Text()) != ""
	}
	for i := range opts {
		switch {
		case opts[i].Label != "":
		case plain:
			opts[i].Label = nodes[i].Text()
		default:
			opts[i].Label = opts[i].Value
		}
	}
	return opts
}

// maxTypeText bounds the nesting of a type for people: "array of array of …".
const maxTypeText = 3

// typeText says for people what a schema takes.
func (s *source) typeText(of set, depth int) string {
	v := s.view(of)
	text := s.plainType(v, depth)
	if of.types() != anyType && !strings.Contains(text, "null") && s.takesNull(of) {
		return text + " | null"
	}
	return text
}

func (s *source) plainType(v *view, depth int) string {
	switch control := v.control(); {
	case control == Enum:
		return optionTypes(v.options).String()
	case control == choice:
		return s.choiceType(v.branches, depth)
	case v.types == isArray && depth < maxTypeText:
		if n := tupleLen(v.set); n > 0 {
			return s.tupleType(v.set, n, depth)
		}
		if of := s.itemSet(v.set, -1); of.never() {
			return "empty array"
		} else if len(of) > 0 {
			if inner := s.typeText(of, depth+1); inner != "any" {
				return "array of " + parens(inner)
			}
		}
	case control == Map && depth < maxTypeText:
		if of := s.rowSet(v.set); len(of) > 0 {
			if inner := s.typeText(of, depth+1); inner != "any" {
				return "map of " + parens(inner)
			}
		}
	case v.set.never():
		return "nothing"
	}
	if v.types == anyType&^isNull {
		return "any"
	}
	return v.types.String()
}

// maxTupleText bounds the positions of a tuple that are named.
const maxTupleText = 4

// tupleType names the positions of a tuple: "[number, string]", and "[number, …]"
// where more may follow.
func (s *source) tupleType(of set, n, depth int) string {
	if n > maxTupleText {
		return "array of " + itoa(n) + " positions"
	}
	var names []string
	for i := range n {
		names = append(names, s.typeText(s.itemSet(of, i), depth+1))
	}
	if !s.itemSet(of, -1).never() {
		names = append(names, "…")
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func parens(s string) string {
	if strings.Contains(s, " | ") {
		return "(" + s + ")"
	}
	return s
}

// Of the alternatives maxChoiceText are named, when they are among the first
// maxChoiceLook; else they are counted.
const (
	maxChoiceText = 4
	maxChoiceLook = 12
)

func (s *source) choiceType(branches []jsondoc.Node, depth int) string {
	if depth >= maxTypeText {
		return "any"
	}
	var names []string
	seen := map[string]bool{}
	for _, b := range branches[:min(len(branches), maxChoiceLook)] {
		if name := s.typeText(s.expand(b, part{}), depth+1); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	if len(names) == 1 || len(names) > maxChoiceText || len(branches) > maxChoiceLook {
		return "one of " + strconv.Itoa(len(branches)) + " forms"
	}
	return strings.Join(names, " | ")
}

func optionTypes(opts []Option) types {
	var bits types
	for _, o := range opts {
		if doc, err := jsondoc.Parse([]byte(o.Value)); err == nil {
			bits |= kindTypes(doc.Root())
		}
	}
	return bits
}

// kindTypes returns the types of a value.
func kindTypes(n jsondoc.Node) types {
	switch n.Kind() {
	case jsondoc.Null:
		return isNull
	case jsondoc.Bool:
		return isBoolean
	case jsondoc.String:
		return isString
	case jsondoc.Array:
		return isArray
	case jsondoc.Object:
		return isObject
	case jsondoc.Number:
		if number(string(n.Raw())).integer() {
			return isInteger
		}
		return isFraction
	}
	return 0
}
