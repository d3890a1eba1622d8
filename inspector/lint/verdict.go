package lint

import (
	"fmt"
	"net/url"
	"strconv"
	"unicode/utf8"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// verdict is what a subschema says of a value that stands in it.
type verdict struct {
	refused bool
	why     string // what is wanted and what is got, without a full stop; only where refused
}

// refusal tells whether a subschema refuses a value that stands in it: its
// default, an example, a member of enum, its const. What cannot be checked is
// not refused.
func (s *schema) refusal(value jsondoc.Node) verdict {
	if s.verdicts == nil {
		s.judge()
	}
	return s.verdicts[value.ID()]
}

// judge decides about all values of the schema at once.
func (s *schema) judge() {
	s.verdicts = map[int]verdict{}
	var open []claim
	for i := range s.nodes {
		n := &s.nodes[i]
		for _, v := range values(n) {
			switch answer, decided := s.quick(n, v); {
			case !decided && len(open) < maxOpen:
				open = append(open, claim{n, v})
			case answer.refused:
				s.verdicts[v.ID()] = answer
			}
		}
	}
	s.compileAndJudge(open)
}

// maxOpen bounds the values of one schema that the validator is asked about.
const maxOpen = 1000

// claim is a value that its subschema should let through.
type claim struct {
	n     *node
	value jsondoc.Node
}

// maxListed bounds how many values of one enum or examples are checked.
const maxListed = 500

// values are those that stand in a subschema and are meant for it.
func values(n *node) []jsondoc.Node {
	var out []jsondoc.Node
	if d := n.Get("default"); d.Exists() {
		out = append(out, d)
	}
	if c := n.Get("const"); c.Exists() {
		out = append(out, c)
	}
	for _, list := range []string{"examples", "enum"} {
		for i, v := range n.Get(list).Elems() {
			if i == maxListed {
				break
			}
			out = append(out, v)
		}
	}
	return out
}

// quick decides about a value by type, enum, const and the bounds of strings and
// numbers, where nothing else has a say.
func (s *schema) quick(n *node, v jsondoc.Node) (answer verdict, decided bool) {
	if s.used <= dialect.Draft07 && n.Get("$ref").Exists() {
		return verdict{}, false // its siblings have no say
	}
	is := typeOf(v)
	if want, ok := declared(n.Node); ok && want&is == 0 {
		return verdict{true, fmt.Sprintf("it wants %s and gets %s", want, is)}, true
	}
	decided = true
	for k, w := range n.Members() {
		name := k.Text()
		kw, known := keywords[name]
		if !known || !kw.asserts || kw.to.types()&is == 0 {
			continue
		}
		if name == "anyOf" && s.quickAny(w, v) {
			continue
		}
		refused, sure := quickly(name, w, v)
		if refused {
			return verdict{true, fmt.Sprintf("%s is %s", name, show(w))}, true
		}
		decided = decided && sure
	}
	return verdict{}, decided
}

// quickAny reports whether one branch of anyOf surely lets a value through: most
// often null, the default of what is written Optional in Python.
func (s *schema) quickAny(branches, v jsondoc.Node) bool {
	for _, b := range branches.Elems() {
		if n := s.nodeAt(b); n != nil && n.Kind() == jsondoc.Object {
			if answer, decided := s.quick(n, v); decided && !answer.refused {
				return true
			}
		}
	}
	return false
}

// quickly decides about a value by one keyword, where that is simple.
func quickly(name string, w, v jsondoc.Node) (refused, sure bool) {
	switch name {
	case "type":
		_, known := declared(w.Parent())
		return false, known // it has been looked at
	case "enum":
		if v.Parent() == w {
			return false, true // a member of it
		}
		for _, e := range w.Elems() {
			if same(e, v) {
				return false, true
			}
		}
		return w.Kind() == jsondoc.Array, true
	case "const":
		return !same(w, v), true
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return outOfBounds(name, w, v)
	case "minLength", "maxLength":
		length := number(w)
		if length == nil || !length.IsInt() || !length.Num().IsInt64() {
			return false, false
		}
		n := int64(utf8.RuneCountInString(v.Text()))
		return name == "minLength" && n < length.Num().Int64() || name == "maxLength" && n > length.Num().Int64(), true
	case "items", "additionalItems", "prefixItems", "uniqueItems", "maxItems", "unevaluatedItems":
		return false, v.Len() == 0
	case "properties", "patternProperties", "additionalProperties", "propertyNames", "maxProperties", "unevaluatedProperties", "dependentRequired":
		return false, v.Len() == 0
	}
	return false, false
}

// outOfBounds decides by a bound of numbers. A boolean exclusiveMinimum changes
// what minimum means and is left to the validator.
func outOfBounds(name string, w, v jsondoc.Node) (refused, sure bool) {
	exclusive := w.Parent().Get("exclusive" + map[string]string{"minimum": "Minimum", "maximum": "Maximum"}[name])
	c := compare(v, w)
	if w.Kind() != jsondoc.Number || exclusive.Kind() == jsondoc.Bool || c == 2 {
		return false, false
	}
	switch name {
	case "minimum":
		return c < 0, true
	case "maximum":
		return c > 0, true
	case "exclusiveMinimum":
		return c <= 0, true
	}
	return c >= 0, true
}

// The names under which a schema is put into another one that refers to its
// subschemas.
const (
	wrapperID = "urn:mcploupe:values"
	innerID   = "urn:mcploupe:schema"
)

// compileAndJudge decides with the validator. One schema holds the schema itself
// and refers to each subschema that a value stands in; one instance holds the
// values. A schema that does not compile refuses nothing.
func (s *schema) compileAndJudge(open []claim) {
	if len(open) == 0 || s.ctx.Err() != nil {
		return
	}
	wrapper, err := jsondoc.Parse(s.wrap(open))
	if err != nil {
		return
	}
	compiled, err := validate.Compile(wrapper, s.used)
	if err != nil {
		return
	}
	for from := 0; from < len(open); from += maxClaims {
		s.hold(compiled, open, from, min(from+maxClaims, len(open)))
	}
}

// maxClaims is how many values are held against the schema at a time: fewer
// than the problems that one validation lists.
const maxClaims = validate.MaxProblems / 2

// hold checks the values [from, to).
func (s *schema) hold(compiled *validate.Schema, open []claim, from, to int) {
	if s.ctx.Err() != nil {
		return
	}
	text := []byte{'{'}
	for i := from; i < to; i++ {
		if i > from {
			text = append(text, ',')
		}
		text = append(text, '"')
		text = strconv.AppendInt(text, int64(i), 10)
		text = append(text, `":`...)
		text = append(text, open[i].value.Raw()...)
	}
	instance, err := jsondoc.Parse(append(text, '}'))
	if err != nil {
		return
	}
	v := compiled.Validate(s.ctx, instance)
	crowded := v.State == validate.Unchecked || len(v.Problems) >= validate.MaxProblems
	if crowded && to-from > 1 { // one value with many problems hides the others
		mid := (from + to) / 2
		s.hold(compiled, open, from, mid)
		s.hold(compiled, open, mid, to)
		return
	}
	for _, p := range v.Problems {
		tokens := p.Instance.Tokens()
		if len(tokens) == 0 {
			continue
		}
		i, err := strconv.Atoi(tokens[0])
		if err != nil || i < from || i >= to {
			continue
		}
		id := open[i].value.ID()
		if !s.verdicts[id].refused {
			s.verdicts[id] = verdict{true, problemText(p, tokens[1:])}
		}
	}
}

func problemText(p validate.Problem, inside []string) string {
	text := p.Message
	if len(inside) > 0 {
		text += " at " + quote(string(jsondoc.Pointer("").Join(inside...)))
	}
	return text
}

// wrap writes the schema that refers to the subschemas of the claims.
func (s *schema) wrap(open []claim) []byte {
	defs, id := "definitions", "$id"
	if s.used >= dialect.Draft2019 {
		defs = "$defs"
	}
	if s.used <= dialect.Draft04 {
		id = "id"
	}
	root := s.doc.Root()
	base := innerID
	if own := root.Get(id); own.Kind() == jsondoc.String {
		if u, err := url.Parse(own.Text()); err == nil && u.IsAbs() && u.Fragment == "" {
			base = own.Text()
		}
	}
	text := fmt.Appendf(nil, `{"$schema":%s,%s:%s,%s:{"s":{%s:%s`,
		jsondoc.Quote(s.used.URI()), jsondoc.Quote(id), jsondoc.Quote(wrapperID), jsondoc.Quote(defs), jsondoc.Quote(id), jsondoc.Quote(base))
	for k, v := range root.Members() {
		if k.Is("$schema") || k.Is(id) {
			continue
		}
		text = append(text, ',')
		text = append(text, k.Raw()...)
		text = append(text, ':')
		text = append(text, v.Raw()...)
	}
	text = append(text, `}},"properties":{`...)
	for i, c := range open {
		if i > 0 {
			text = append(text, ',')
		}
		ref := base + "#" + (&url.URL{Fragment: string(s.place(c.n))}).EscapedFragment()
		text = fmt.Appendf(text, `"%d":{"$ref":%s}`, i, jsondoc.Quote(ref))
	}
	return append(text, `}}`...)
}
