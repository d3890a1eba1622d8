package repair

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// work is one tool while one mend is made in it.
type work struct {
	tool   *tool.Tool
	list   *tool.Snapshot // nil where it is not known
	root   *val
	base   *source
	style  style
	extra  []Change // what was changed by a conversion, which says its own reasons
	budget int      // how many values may still be copied
}

// maxCopies bounds the values that one mend may copy, so that definitions that
// double at each level end.
const maxCopies = 20_000

func newWork(t *tool.Tool, list *tool.Snapshot, base *source) *work {
	return &work{
		tool: t, list: list, base: base, budget: maxCopies,
		root:  wrapNode(t.Doc.Root(), base),
		style: styleOf(t.Doc.Root()),
	}
}

// asSent is the source of a tool that nothing was changed in yet.
func asSent() *source {
	return &source{origin: func(p jsondoc.Pointer) (jsondoc.Pointer, bool) { return p, true }}
}

// bytes prints the tool as it is now.
func (w *work) bytes() []byte { return appendVal(nil, w.root, place{multi: w.style.multi}, w.style) }

// origin says where in the tool as sent a place of the mended one comes from. ok
// is false for what is new.
func (w *work) origin(p jsondoc.Pointer) (jsondoc.Pointer, bool) {
	v, tokens := w.root, p.Tokens()
	for i := 0; ; i++ {
		if !v.opened && v.src.Exists() { // unchanged from here on
			at := v.src.Pointer().Join(tokens[i:]...)
			return v.from.origin(at)
		}
		if i == len(tokens) {
			break
		}
		next := child(v, tokens[i])
		if next == nil {
			return w.missing(tokens, i)
		}
		v = next
	}
	if !v.src.Exists() {
		return w.replaced(p)
	}
	return v.from.origin(v.src.Pointer())
}

// missing is the origin of a place where nothing stands: it is as missing as it
// was below the nearest value around it that was there.
func (w *work) missing(tokens []string, depth int) (jsondoc.Pointer, bool) {
	around, at := w.root, 0
	for i, v := 0, w.root; i < depth; i++ {
		v = child(v, tokens[i])
		if v.src.Exists() {
			around, at = v, i+1
		}
	}
	return around.from.origin(around.src.Pointer().Join(tokens[at:]...))
}

// replaced finds what a new value stands in the place of: a member of the same
// name, or the value that it was wrapped around.
func (w *work) replaced(p jsondoc.Pointer) (jsondoc.Pointer, bool) {
	if p == "" {
		return "", false
	}
	up, tokens := w.root, p.Tokens()
	last := tokens[len(tokens)-1]
	for _, t := range tokens[:len(tokens)-1] {
		up = child(up, t)
	}
	if up == nil || !up.src.Exists() {
		return "", false
	}
	if old := sourceChild(up, last); old.Exists() {
		return up.from.origin(old.Pointer())
	}
	return "", false
}

// sourceChild is what stood at a name or a position in the source of a value.
func sourceChild(v *val, token string) jsondoc.Node {
	if v.kind == jsondoc.Object {
		return v.src.Get(token)
	}
	if i, err := strconv.Atoi(token); err == nil {
		return v.src.Elem(i)
	}
	return jsondoc.Node{}
}

// changes lists what the mend changed, with a reason for all of it.
func (w *work) changes(reason string) []Change {
	c := collector{work: w, reason: reason, moved: map[jsondoc.Pointer]bool{}}
	c.find(w.root, "", true)
	out := c.list[:0]
	for _, ch := range c.list {
		if !ch.Gone || !c.moved[ch.From] {
			out = append(out, ch)
		}
	}
	return append(out, w.extra...)
}

// collector compares the changed values of a tool with their sources.
type collector struct {
	*work
	reason string
	list   []Change
	moved  map[jsondoc.Pointer]bool // what stands somewhere else now
}

// find goes through a value; inherited says that it stands where its source
// stood, as far as the containers around it tell.
func (c *collector) find(v *val, at jsondoc.Pointer, inherited bool) {
	if v.clean() && inherited {
		return
	}
	if !inherited && v.src.Exists() {
		if from, ok := v.from.origin(v.src.Pointer()); ok {
			c.moved[from] = true
			if from != at {
				c.list = append(c.list, Change{From: from, To: at, Reason: c.reason})
			}
		}
		if v.clean() {
			return
		}
	}
	if !v.opened {
		return
	}
	old := lastMembers(v.src)
	for _, m := range v.members {
		c.child(v, m.v, at.Join(m.name), old[m.name])
	}
	for i, e := range v.elems {
		old := v.src.Elem(i)
		if e.src.Exists() && e.src.Parent() == v.src {
			old = e.src // an element that only moved up stays where it is
		}
		c.child(v, e, at.Index(i), old)
	}
	c.gone(v, at, old)
}

// lastMembers are the members of an object by their names, of duplicates the last.
func lastMembers(n jsondoc.Node) map[string]jsondoc.Node {
	out := make(map[string]jsondoc.Node, n.Len())
	for k, v := range n.Members() {
		out[k.Text()] = v
	}
	return out
}

// child compares one child with what stood in its place.
func (c *collector) child(v, now *val, at jsondoc.Pointer, old jsondoc.Node) {
	if now.src.Exists() {
		c.find(now, at, now.src == old)
		return
	}
	ch := Change{To: at, From: at, New: true, Reason: c.reason}
	if v.src.Exists() {
		from := v.src.Pointer().Join(at.Last())
		if old.Exists() {
			from = old.Pointer()
		}
		if origin, ok := v.from.origin(from); ok {
			ch.From, ch.New = origin, !old.Exists()
		}
	}
	c.list = append(c.list, ch)
	c.inside(now, at)
}

// inside looks for what moved into a new value.
func (c *collector) inside(v *val, at jsondoc.Pointer) {
	for _, m := range v.members {
		c.moveIn(m.v, at.Join(m.name))
	}
	for i, e := range v.elems {
		c.moveIn(e, at.Index(i))
	}
}

func (c *collector) moveIn(v *val, at jsondoc.Pointer) {
	if v.src.Exists() {
		c.find(v, at, false)
		return
	}
	c.inside(v, at)
}

// gone lists what stood in the source of a container and does not any more.
func (c *collector) gone(v *val, at jsondoc.Pointer, last map[string]jsondoc.Node) {
	if !v.src.Exists() {
		return
	}
	report := func(n jsondoc.Node, to jsondoc.Pointer) {
		if from, ok := v.from.origin(n.Pointer()); ok {
			c.list = append(c.list, Change{From: from, To: to, Gone: true, Reason: c.reason})
		}
	}
	if v.kind == jsondoc.Object {
		for k, n := range v.src.Members() {
			if name := k.Text(); v.index(name) < 0 || last[name] != n && duplicateGone(v, k) {
				report(n, at.Join(name))
			}
		}
		return
	}
	kept := map[int]bool{}
	for i, e := range v.elems {
		kept[e.src.ID()] = true
		if !e.src.Exists() {
			kept[v.src.Elem(i).ID()] = true // replaced
		}
	}
	for i, n := range v.src.Elems() {
		if !kept[n.ID()] {
			report(n, at.Index(i))
		}
	}
}

// duplicateGone reports whether a member that is not the last of its name, which
// pointers lead to, is gone.
func duplicateGone(v *val, k jsondoc.Node) bool {
	for _, m := range v.members {
		if m.key == k {
			return false
		}
	}
	return true
}

// sidePointer is the place of a text such as "#/$defs/A" in a side of the tool.
func sidePointer(side, fragment string) jsondoc.Pointer {
	return jsondoc.Pointer("/" + side + strings.TrimPrefix(fragment, "#"))
}
