package form

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Bounds of what is shown as fields; a larger value is held as JSON text.
const (
	maxMembers = 500   // members or elements of one field
	maxNesting = 64    // fields inside fields
	maxLoaded  = 5_000 // fields of one form
	maxPosted  = 20_000
)

// Load sets the whole form to a JSON value, so that [Form.JSON] gives the same
// text again up to white space. Fields that the value does not have are left
// out and keep their text. leftover names the fields that hold JSON text in
// place of their control, and why; when it is the root the form is Whole. A nil
// document is the absence of arguments.
func (f *Form) Load(args *jsondoc.Document) (leftover []Problem) {
	f.src.allow()
	f.src.load(f.Root, args.Root(), &leftover)
	f.src.quiet = true // nothing is sent that was not given
	f.src.follow(f.Root)
	f.src.quiet = false
	f.sync()
	return leftover
}

func (s *source) load(at *Field, n jsondoc.Node, leftover *[]Problem) {
	switch {
	case !n.Exists():
		at.State = Omit
		return
	case n.Kind() == jsondoc.Null && at.up != nil:
		at.State = Null
		return
	}
	at.State = Value
	if s.choose(at, s.pick(at, n)); at.Closed && n.Kind() >= jsondoc.Array {
		s.populate(at)
	}
	reason := at.refuses(n)
	if reason == "" && container(at.Native) && s.ahead-n.Len() < -maxLoaded {
		reason = "there are more values than the form has fields for; it is kept as JSON text"
	}
	if reason != "" {
		*leftover = append(*leftover, Problem{Pointer: at.Pointer, Message: reason})
		at.forced = at.forced || !at.AsJSON()
		at.Control = JSON
		at.hide()
	} else if at.forced {
		s.ownControl(at)
	}
	switch at.Control {
	case Object, Map:
		s.loadMembers(at, n, leftover)
	case Array:
		s.loadElements(at, n, leftover)
	case Text:
		at.setString(n)
	case JSON:
		at.setJSON(n)
	default:
		at.set(Value, string(n.Compact()))
		at.admit()
	}
}

// ownControl changes from JSON text to the field's own control.
func (s *source) ownControl(at *Field) {
	at.Control, at.forced = at.Native, false
	if container(at.Control) {
		at.Text, at.spell = "", nil
	}
	if holdsMembers(at.Control) {
		s.populate(at)
	}
}

// refuses says why the field's own control cannot hold a value; "" when it can.
func (f *Field) refuses(n jsondoc.Node) string {
	if f.Native == JSON || f.Native == Enum {
		return ""
	}
	kind := kindOf[f.Native]
	switch {
	case n.Kind() != kind:
		return fmt.Sprintf("the value is %s where the schema wants %s; it is kept as JSON text", n.Kind(), f.Type)
	case n.Len() > maxMembers:
		return fmt.Sprintf("%d members or elements are too many for fields; they are kept as JSON text", n.Len())
	case strings.Count(string(f.Pointer), "/") >= maxNesting && kind >= jsondoc.Array:
		return "nested too deep for fields; it is kept as JSON text"
	case kind == jsondoc.Object:
		if name, found := f.ambiguous(n); found {
			return fmt.Sprintf("the key %s stands twice or looks like another one; the object is kept as JSON text", quoted(name))
		}
	}
	return ""
}

// kindOf is the kind of value that each control holds.
var kindOf = map[Control]jsondoc.Kind{
	Text: jsondoc.String, Number: jsondoc.Number, Integer: jsondoc.Number, Boolean: jsondoc.Bool,
	Object: jsondoc.Object, Map: jsondoc.Object, Array: jsondoc.Array,
}

// ambiguous finds a key that stands twice, or that an input on a page could not
// tell from another one.
func (f *Field) ambiguous(n jsondoc.Node) (name string, found bool) {
	seen := make(map[string]string, n.Len()+len(f.Fields))
	for _, c := range f.Fields {
		seen[browserText(c.Name)] = c.Name
	}
	given := make(map[string]bool, n.Len())
	for k := range n.Members() {
		name = k.Text()
		other, known := seen[browserText(name)]
		if given[name] || known && other != name {
			return name, true
		}
		seen[browserText(name)], given[name] = name, true
	}
	return "", false
}

// setString takes a string value and remembers how it was spelled.
func (f *Field) setString(n jsondoc.Node) {
	f.set(Value, n.Text())
	if !bytes.Equal(jsondoc.AppendQuote(nil, f.Text), n.Raw()) {
		f.spell = bytes.Clone(n.Raw())
	}
	f.Multiline = f.Multiline || strings.ContainsAny(f.Text, "\r\n")
}

// setJSON takes any value as JSON text, and leaves the text alone where it says
// the same already.
func (f *Field) setJSON(n jsondoc.Node) {
	if doc, err := jsondoc.Parse([]byte(f.Text)); err == nil && bytes.Equal(doc.Root().Compact(), n.Compact()) {
		f.spell = nil
		return
	}
	f.set(Value, n.Pretty())
}

// admit adds a value that is none of the options to them, so that the control
// can show it.
func (f *Field) admit() {
	f.Options = slices.DeleteFunc(f.Options, func(o Option) bool { return o.Unknown })
	if f.Control != Enum || blank(f.Text) || slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == f.Text }) {
		return
	}
	f.Options = append(f.Options, Option{Value: f.Text, Label: f.Text, Unknown: true})
}

// loadMembers takes the members of an object, none of which stands twice.
func (s *source) loadMembers(at *Field, n jsondoc.Node, leftover *[]Problem) {
	given := make(map[string]bool, n.Len())
	at.order = at.order[:0]
	for k := range n.Members() {
		given[k.Text()] = true
		at.order = append(at.order, k.Text())
	}
	// A row that is gone from the text is gone, unless it was left out on purpose.
	at.Fields = slices.DeleteFunc(at.Fields, func(c *Field) bool {
		return c.Row && c.State != Omit && !given[c.Name]
	})
	for _, c := range at.Fields {
		if !given[c.Name] {
			c.State = Omit
		}
	}
	for k, v := range n.Members() {
		c := at.child(k.Text())
		if c == nil {
			c = s.addRow(at, k.Text())
		}
		c.spellKey(k.Raw())
		s.load(c, v, leftover)
	}
	if !conditional(at.chosen()) { // which would show members in another order
		at.tidyOrder()
	}
}

// loadElements takes the elements of an array. Elements that were left out stay
// where they are.
func (s *source) loadElements(at *Field, n jsondoc.Node, leftover *[]Problem) {
	given, i := n.Len(), 0
	at.Fields = slices.DeleteFunc(at.Fields, func(c *Field) bool {
		if c.State == Omit {
			return false
		}
		i++
		return i > given
	})
	at.renumber()
	sent := make([]*Field, 0, given)
	for _, c := range at.Fields {
		if c.State != Omit {
			sent = append(sent, c)
		}
	}
	for i, v := range n.Elems() {
		if i == len(sent) {
			sent = append(sent, s.addItem(at))
		}
		s.load(sent[i], v, leftover)
	}
}

// spellKey remembers how a name was spelled.
func (f *Field) spellKey(raw []byte) {
	f.key = nil
	if !bytes.Equal(jsondoc.AppendQuote(nil, f.Name), raw) {
		f.key = bytes.Clone(raw)
	}
}

// tidyOrder forgets the order of the members where it is the order shown.
func (f *Field) tidyOrder() {
	i := 0
	for _, c := range f.Fields {
		if i < len(f.order) && f.order[i] == c.Name {
			i++
		}
	}
	if i == len(f.order) {
		f.order = nil
	}
}
