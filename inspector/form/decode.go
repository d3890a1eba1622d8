package form

import (
	"net/url"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Decode takes posted inputs: the memo, then state, text, key and branch of each
// field. Inputs that are missing leave their field as it is; unknown names and
// states are ignored. It works on a fresh form of the same schema as well as on
// the one that was shown.
//
// With a memo the inputs are those of a form as it was shown: a branch or key
// that differs from the one shown is changed after the texts were taken. Without
// one, branches are chosen and elements made as the inputs need them.
func (f *Form) Decode(values url.Values) {
	f.src.allow()
	p := newPost(values)
	if p.shown {
		f.src.unsettle(f.Root)
	}
	f.restore(values.Get(MemoName))
	for range maxRounds { // a condition can bring fields that were posted
		f.src.overlay(f.Root, p)
		if !f.src.follow(f.Root) {
			break
		}
	}
	if p.shape(f.src, f.Root) {
		f.src.follow(f.Root)
	}
	f.sync()
}

// post is a set of posted inputs.
type post struct {
	inputs url.Values      // by name, as browsers post names
	shown  bool            // there is a memo
	below  map[string]bool // pointers that have inputs below them
	last   map[string]int  // of those, the number of elements that they take
}

// get finds an input by the name that it has on the page.
func (p post) get(name string) (text string, ok bool) {
	v := p.inputs[browserText(name)]
	if len(v) == 0 {
		return "", false
	}
	return v[0], true
}

// branch finds the branch that was posted for a field.
func (p post) branch(f *Field) (int, bool) {
	text, _ := p.get(f.BranchInput())
	b, err := strconv.Atoi(text)
	return b, err == nil
}

func newPost(values url.Values) post {
	p := post{inputs: url.Values{}, shown: values.Has(MemoName), below: map[string]bool{}, last: map[string]int{}}
	for name, v := range values {
		name = browserText(name)
		p.inputs[name] = v
		if !strings.HasPrefix(name, StatePrefix) && !strings.HasPrefix(name, ValuePrefix) {
			continue
		}
		at := jsondoc.Pointer(name[len(StatePrefix):])
		for at != "" {
			token := at.Last()
			at = at.Parent()
			p.below[string(at)] = true
			if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < maxMembers {
				p.last[string(at)] = max(p.last[string(at)], i+1)
			}
		}
	}
	return p
}

// unsettle forgets which conditions hold: the memo tells which did when the form
// was shown, and what they brought has been posted.
func (s *source) unsettle(f *Field) {
	for _, c := range f.Fields {
		if c.base.conditional() {
			c.State = Omit
		}
	}
	if holdsMembers(f.Control) {
		s.apply(f, func(part, string, jsondoc.Node) bool { return false })
	}
	for _, c := range f.Fields {
		s.unsettle(c)
	}
}

// overlay takes states and texts.
func (s *source) overlay(at *Field, p post) {
	state, stated := p.get(at.StateInput())
	if State(state).known() {
		s.setState(at, State(state))
	}
	if b, ok := p.branch(at); ok && !p.shown {
		s.choose(at, b)
	}
	if text, ok := p.get(at.ValueInput()); ok {
		at.post(text)
	}
	if !at.HasFields() {
		return
	}
	if at.Closed && p.below[browserText(string(at.Pointer))] {
		s.populate(at)
	}
	if at.Control == Array {
		n := p.last[browserText(string(at.Pointer))]
		if !p.shown || !stated {
			n = max(n, len(at.Fields))
		}
		s.resize(at, n)
	}
	for _, c := range at.Fields {
		s.overlay(c, p)
	}
}

// resize gives an array n elements; those at the end come and go.
func (s *source) resize(at *Field, n int) {
	at.Closed = false
	at.Fields = at.Fields[:min(n, len(at.Fields))]
	for len(at.Fields) < min(n, maxMembers) && s.ahead > -maxPosted {
		s.addItem(at)
	}
}

// shape takes changed keys and branches, innermost first, and reports whether
// there were any.
func (p post) shape(s *source, at *Field) bool {
	changed := false
	for _, c := range at.Fields {
		changed = p.shape(s, c) || changed
	}
	if p.keys(at) {
		changed = true
		s.adjustRows(at)
	}
	if b, ok := p.branch(at); ok && b != at.Branch && p.shown {
		s.choose(at, b)
		changed = true
	}
	return changed
}

// keys takes the keys of rows and reports whether one has changed. Rows whose
// new key is taken keep the old one and show the new one, which is a problem
// until it is mended.
func (p post) keys(at *Field) bool {
	changed := false
	for _, c := range at.Fields {
		if text, ok := p.get(c.KeyInput()); ok && c.Row && browserText(text) != browserText(c.KeyText) {
			c.KeyText = strings.ReplaceAll(text, "\r\n", "\n")
			changed = true
		}
	}
	return changed && at.renameRows()
}

// post takes a text as a browser sends it. A control that came back as it was
// shown keeps the text that it was made from.
func (f *Field) post(text string) {
	if container(f.Control) || browserText(text) == browserText(f.Text) {
		return
	}
	f.Text, f.spell = strings.ReplaceAll(text, "\r\n", "\n"), nil
	f.Multiline = f.Multiline || f.Control == Text && strings.Contains(f.Text, "\n")
	f.admit()
}

// browserText is what is left of a text after it was in an HTML control: line
// ends are posted as CR LF whatever they were (HTML, "constructing the entry
// list"), and the HTML parser replaces NUL.
func browserText(s string) string { return throughBrowser.Replace(s) }

var throughBrowser = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd")
