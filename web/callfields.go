package web

import (
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// maxAtOnce is how many fields a page shows before somebody asks for the others.
// Optional fields that nothing has been put into wait; whatever is sent is shown.
const maxAtOnce = 100

// controls are the controls of the form as the pages know them.
var controls = map[form.Control]views.Control{
	form.Text: views.ControlText, form.Number: views.ControlNumber, form.Integer: views.ControlNumber,
	form.Boolean: views.ControlSelect, form.Enum: views.ControlSelect, form.JSON: views.ControlJSON,
	form.Object: views.ControlObject, form.Map: views.ControlObject, form.Array: views.ControlArray,
}

// throughBrowser is what is left of the name of an input after it was on a page:
// see package form, which reads them in the same way.
var throughBrowser = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd")

// posted is a pointer as a page sends it back.
func posted(p jsondoc.Pointer) string { return throughBrowser.Replace(string(p)) }

// lookAt notes which fields were on the page: those stay on it.
func (c *callForm) lookAt(values url.Values) {
	names := make(map[string]bool, len(values))
	for name := range values {
		if p, ok := strings.CutPrefix(name, form.StatePrefix); ok {
			names[throughBrowser.Replace(p)] = true
		}
	}
	shut := map[string]bool{}
	for _, p := range values[views.ShutName] {
		shut[throughBrowser.Replace(p)] = true
	}
	c.each(func(f *form.Field) {
		if names[posted(f.Pointer)] && !(f.Item && shut[posted(f.Pointer.Parent())]) {
			c.shown[f] = true
		}
	})
}

// each visits every field of the form, the ones around others first.
func (c *callForm) each(visit func(*form.Field)) {
	var walk func(*form.Field)
	walk = func(f *form.Field) {
		visit(f)
		for _, child := range f.Fields {
			walk(child)
		}
	}
	walk(c.form.Root)
}

// find finds a field by a pointer that has been on a page.
func (c *callForm) find(pointer string) *form.Field {
	if f := c.form.Field(jsondoc.Pointer(pointer)); f != nil {
		return f
	}
	var found *form.Field
	c.each(func(f *form.Field) {
		if posted(f.Pointer) == throughBrowser.Replace(pointer) {
			found = f
		}
	})
	return found
}

// Bounds of what is taken from a JSON text into fields: elements of an array or
// members of a map, and fields inside of one.
const (
	maxItems  = 50
	maxInside = 150
)

func inside(f *form.Field) int {
	n := len(f.Fields)
	for _, child := range f.Fields {
		n += inside(child)
	}
	return n
}

// fold keeps what is too much for fields as JSON text, which the person can open
// again.
func (c *callForm) fold(f *form.Field) {
	if f != c.form.Root && (f.Control == form.Array || f.Control == form.Map) && (len(f.Fields) > maxItems || inside(f) > maxInside) {
		if c.form.ShowJSON(f.Pointer, true) == nil {
			return
		}
	}
	for _, child := range slices.Clone(f.Fields) {
		c.fold(child)
	}
}

// layout chooses the fields that are on the page.
type layout struct {
	call *callForm
	room int
}

// layOut fills in the fields of the page.
func (c *callForm) layOut(out *views.Call) {
	root := c.form.Root
	l := &layout{call: c, room: maxAtOnce}
	out.Root = views.Root{State: views.FieldState(root.State), Branches: branches(root), Branch: root.Branch, CanAdd: !root.Sealed}
	out.Fields, out.Root.More = l.fields(root)
	if c.focus != nil && c.find(string(c.focus.Pointer)) == c.focus {
		out.HasFocus, out.Focus = true, c.focus.Pointer
	}
	sum := fnv.New64a()
	shape(sum.Write, out.Fields)
	put(sum.Write, string(out.Root.State), strconv.Itoa(out.Root.Branch), strconv.Itoa(out.Root.More))
	out.Shape = strconv.FormatUint(sum.Sum64(), 36)
}

func (l *layout) fields(up *form.Field) (out []views.Field, more int) {
	for _, f := range up.Fields {
		if l.room <= 0 && !l.needed(f) {
			more++
			continue
		}
		l.room--
		out = append(out, l.field(f))
	}
	return out, more
}

// needed reports whether a field must be on the page: it is sent, it says
// something, or it was there before.
func (l *layout) needed(f *form.Field) bool {
	return f.Required || f.Row || f.Item || f.State != form.Omit || l.seen(f)
}

// seen reports whether a field, or one inside it, was on the page or is asked
// for. What an input on the page holds must not get lost.
func (l *layout) seen(f *form.Field) bool {
	return l.call.shown[f] || len(l.call.notes[f]) > 0 || slices.ContainsFunc(f.Fields, l.seen)
}

// field is a field as the pages know it.
func (l *layout) field(f *form.Field) views.Field {
	v := views.Field{
		Pointer: f.Pointer, Name: f.Name, Type: f.Type, Required: f.Required, HasDefault: f.HasDefault, Default: f.Default,
		Description: f.Description, State: views.FieldState(f.State), Value: f.Text, Placeholder: f.Placeholder,
		Format: f.Format, Encoding: f.Encoding, Examples: f.Examples, Notes: l.call.notes[f],
		Branches: branches(f), Branch: f.Branch, Row: f.Row, Key: f.KeyText, Item: f.Item, Fixed: f.Fixed,
		AsJSON: f.AsJSON(), CanBe: f.Native != form.JSON, Closed: f.Closed,
	}
	if f.Item {
		v.Title = f.Title
	}
	v.Control = controls[f.Control]
	if f.Control == form.Text && f.Multiline {
		v.Control = views.ControlArea
	}
	v.Fill = v.Control != views.ControlSelect
	v.Badges = badges(f)
	for _, o := range f.Options {
		v.Options = append(v.Options, views.Option{Value: o.Value, Label: o.Label, Description: o.Description})
	}
	if f.HasFields() {
		l.inside(f, &v)
	}
	return v
}

// inside fills in what is inside an object or array. One that is not sent and
// that nobody has looked into has nothing of it on the page.
func (l *layout) inside(f *form.Field, v *views.Field) {
	v.CanAdd = !f.Sealed
	v.Shut = f.Closed || f.State != form.Value && !f.Row && !slices.ContainsFunc(f.Fields, l.seen)
	if !v.Shut {
		v.Fields, v.More = l.fields(f)
		for i := range v.Fields {
			v.Fields[i].Of = len(f.Fields)
		}
		return
	}
	v.More = len(f.Fields)
	if n := len(f.Fields); n > 0 && f.Control == form.Array {
		last := f.Fields[n-1]
		v.Last = &views.Field{Pointer: last.Pointer, State: views.FieldState(last.State)}
	}
}

func badges(f *form.Field) []string {
	var out []string
	for _, b := range []struct {
		on   bool
		word string
	}{{f.Deprecated, "deprecated"}, {f.ReadOnly, "read-only"}, {f.Unknown, "not in the schema"}} {
		if b.on {
			out = append(out, b.word)
		}
	}
	return out
}

func branches(f *form.Field) []views.Branch {
	out := make([]views.Branch, 0, len(f.Branches))
	for _, b := range f.Branches {
		label := b.Label
		if b.Type != "" && b.Type != label {
			label += " · " + b.Type
		}
		out = append(out, views.Branch{Label: label, Description: b.Description})
	}
	return out
}

// put writes texts so that no two lists of them give the same bytes.
func put(write func([]byte) (int, error), texts ...string) {
	for _, t := range texts {
		_, _ = write([]byte(strconv.Itoa(len(t)) + ":" + t)) // a hash takes everything
	}
}

// shape sums up which fields are on the page and what kind they are, without
// what is typed.
func shape(write func([]byte) (int, error), fields []views.Field) {
	for _, f := range fields {
		control := f.Control
		if control == views.ControlArea { // comes and goes with line breaks
			control = views.ControlText
		}
		put(write, string(f.Pointer), string(control), f.Type, strconv.Itoa(f.Branch), strconv.Itoa(f.More), strconv.Itoa(len(f.Fields)))
		put(write, strconv.FormatBool(f.Required), strconv.FormatBool(f.Shut), strconv.FormatBool(f.Row), strconv.FormatBool(f.AsJSON), f.Default)
		shape(write, f.Fields)
	}
}
