package repair

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

// allChanges compares the tool as sent with the one after all steps. The reason of
// each change is that of the step that made it; where none fits, all is taken.
func (j *journey) allChanges(all string) []Change {
	d := differ{before: j.first.tool.Doc, origin: j.from.origin, moved: map[jsondoc.Pointer]bool{}}
	d.find(j.now.tool.Doc.Root(), "", "")
	out := slices.DeleteFunc(d.list, func(c Change) bool { return c.Gone && d.moved[c.From] })
	for i := range out {
		out[i].Reason = j.reason(out[i], all)
	}
	return out
}

// reason finds the last step that changed a place.
func (j *journey) reason(c Change, all string) string {
	for _, s := range slices.Backward(j.changes) {
		if s.To == c.To || s.From == c.From || c.To.Within(s.To) && s.To != "" {
			return s.Reason
		}
	}
	return all
}

// differ compares two tools by where each place comes from.
type differ struct {
	before *jsondoc.Document
	origin func(jsondoc.Pointer) (jsondoc.Pointer, bool)
	list   []Change
	moved  map[jsondoc.Pointer]bool
}

// find compares a value with the one it comes from. expected is where it would
// come from if nothing around it had moved.
func (d *differ) find(n jsondoc.Node, at, expected jsondoc.Pointer) {
	from, ok := d.origin(at)
	old, err := d.before.At(from)
	if !ok || err != nil {
		d.list = append(d.list, Change{From: expected, To: at, New: true})
		d.children(n, at, expected, jsondoc.Node{})
		return
	}
	if from != expected {
		d.moved[from] = true
		d.list = append(d.list, Change{From: from, To: at})
	} else if string(old.Compact()) == string(n.Compact()) {
		return
	}
	if old.Kind() != n.Kind() || n.Kind() != jsondoc.Object && n.Kind() != jsondoc.Array {
		if from == expected {
			d.list = append(d.list, Change{From: from, To: at})
		}
		d.children(n, at, from, jsondoc.Node{})
		return
	}
	d.children(n, at, from, old)
}

// children compares what a container holds, and lists what its source held and it
// does not.
func (d *differ) children(n jsondoc.Node, at, from jsondoc.Pointer, old jsondoc.Node) {
	here := map[jsondoc.Pointer]bool{}
	for k, v := range n.Members() {
		d.find(v, at.Join(k.Text()), from.Join(k.Text()))
		here[from.Join(k.Text())] = true
	}
	for i, v := range n.Elems() {
		expected := from.Index(i)
		if o, ok := d.origin(at.Index(i)); ok && o.Parent() == from {
			expected = o // an element that only moved up stays where it is
		}
		d.find(v, at.Index(i), expected)
		here[expected] = true
	}
	report := func(was, to jsondoc.Pointer) {
		if !here[was] {
			d.list = append(d.list, Change{From: was, To: to, Gone: true})
		}
	}
	for k := range old.Members() {
		report(from.Join(k.Text()), at.Join(k.Text()))
	}
	for i := range old.Elems() {
		report(from.Index(i), at.Index(i))
	}
}
