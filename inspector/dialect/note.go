package dialect

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// note is a change while the conversion is at work: pointers are written when
// every place is known.
type note struct {
	code   code
	from   int32  // the value it is about
	to     int32  // the value to point at in the result
	under  string // a member of from, "" = the value itself
	path   string // a path below to, "" = the value itself
	newly  bool
	gone   bool
	detail string // what the reason has in place of "%s"
	quote  int32  // or a value of the source that it quotes there, 0 = none
}

// note records a change to a value that stands somewhere in the result too.
func (c *conv) note(k code, value int32) *note {
	c.notes = append(c.notes, note{code: k, from: value, to: value})
	return &c.notes[len(c.notes)-1]
}

// noteGone records that the member of a value is gone from its object.
func (c *conv) noteGone(k code, value int32) *note {
	n := c.note(k, value)
	n.gone, n.to = true, c.parent(value)
	return n
}

// noteNew records a new member of an object.
func (c *conv) noteNew(k code, object int32, name string) *note {
	n := c.note(k, object)
	n.newly, n.under, n.path = true, name, "/"+name
	return n
}

// noteAt records that something new stands at a path of the view's schema because
// of a value.
func (c *conv) noteAt(v *view, k code, value int32, path string) *note {
	n := c.note(k, value)
	n.to, n.path = v.at, v.home+path
	return n
}

// maxChangeText bounds the text of all pointers in the changes of one conversion:
// pointers into deep schemas are long, and a list nobody can read helps nobody.
const maxChangeText = 16 << 20

// changes turns the notes into changes, in the order of the source.
func (c *conv) changes() []Change {
	if len(c.notes) == 0 {
		return nil
	}
	slices.SortStableFunc(c.notes, func(a, b note) int { return int(a.from) - int(b.from) })
	out := make([]Change, 0, len(c.notes))
	c.arena, c.spans = c.arena[:0], c.spans[:0]
	kept := c.notes[:0]
	more := 0
	for _, n := range c.notes {
		if len(c.arena) > maxChangeText {
			more++
			continue
		}
		start := len(c.arena)
		from, to, ok := c.places(&n)
		if !ok { // it went with something around it, and that is said
			c.arena = c.arena[:start]
			continue
		}
		kept = append(kept, n)
		c.spans = append(c.spans, [3]span{from, to, c.reason(&n)})
	}
	c.notes = kept
	text := string(c.arena)
	for i, at := range c.spans {
		out = append(out, c.notes[i].change(text, at))
	}
	if more > 0 {
		rest := note{code: codeTruncated}
		last := rest.change("", [3]span{})
		last.Reason = strings.Replace(last.Reason, "%s", strconv.Itoa(more), 1)
		out = append(out, last)
	}
	return out
}

// places writes both pointers of a note into the arena. ok is false where the
// note is about something that has no place in the result.
func (c *conv) places(n *note) (from, to span, ok bool) {
	from.from = int32(len(c.arena))
	c.arena = c.appendOldPointer(c.arena, n.from)
	if n.under != "" {
		c.arena = appendEscaped(append(c.arena, '/'), []byte(n.under))
	}
	from.to = int32(len(c.arena))
	to.from = from.to
	if c.arena, ok = c.appendNewPointer(c.arena, n.to, 0); !ok {
		return from, to, false
	}
	if n.gone && c.childOfObject(n.from) {
		c.arena = appendEscaped(append(c.arena, '/'), c.text(n.from-1))
	} else {
		c.arena = append(c.arena, n.path...)
	}
	to.to = int32(len(c.arena))
	if string(c.arena[to.from:to.to]) == string(c.arena[from.from:from.to]) {
		c.arena, to = c.arena[:to.from], from
	}
	return from, to, true
}

// reason writes the reason of a note into the arena, where it is not the same for
// all notes of its code.
func (c *conv) reason(n *note) span {
	from := int32(len(c.arena))
	if !hasDetail[n.code] {
		return span{from, from}
	}
	before, after, _ := strings.Cut(reasons[n.code].reason, "%s")
	c.arena = append(c.arena, before...)
	if n.quote != 0 {
		c.arena = append(c.arena, c.raw(n.quote)...)
	} else {
		c.arena = append(c.arena, n.detail...)
	}
	c.arena = append(c.arena, after...)
	return span{from, int32(len(c.arena))}
}

// hasDetail tells the codes whose reason has a place for a name or a spelling.
var hasDetail = func() (t [codeCount]bool) {
	for k := range reasons {
		t[k] = strings.Contains(reasons[k].reason, "%s")
	}
	return t
}()

func (n *note) change(text string, at [3]span) Change {
	r := &reasons[n.code]
	reason := r.reason
	if !at[2].empty() {
		reason = text[at[2].from:at[2].to]
	}
	return Change{
		Code: r.code, From: jsondoc.Pointer(text[at[0].from:at[0].to]), To: jsondoc.Pointer(text[at[1].from:at[1].to]),
		New: n.newly, Gone: n.gone, Reason: reason, Source: r.source, Loss: r.loss, Effect: r.effect,
	}
}
