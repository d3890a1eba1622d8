package form

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// memo is what the inputs of a field cannot say: how a string was spelled, that
// JSON text stands in for the control, the order of keys, which keys there are,
// and what was put into members and branches that are not in sight. Spellings
// are bytes since they need not be valid UTF-8.
type memo struct {
	State   State            `json:"s,omitempty"` // with Text of what is out of sight
	Text    *string          `json:"t,omitempty"`
	Spell   []byte           `json:"r,omitempty"` // string literal behind the text
	Key     []byte           `json:"k,omitempty"` // spelling of the name
	JSON    bool             `json:"j,omitempty"`
	Forced  bool             `json:"f,omitempty"`
	Branch  int              `json:"b,omitempty"` // position from 1
	Order   []string         `json:"o,omitempty"`
	Rows    []string         `json:"w,omitempty"` // keys the schema does not name
	When    []string         `json:"d,omitempty"` // pointers of conditional schemas that hold
	Items   int              `json:"n,omitempty"` // elements, plus 1
	Members map[string]*memo `json:"c,omitempty"`
	Kept    map[string]*memo `json:"p,omitempty"`
}

// Memo returns the text of the hidden input [MemoName], which belongs on the page
// with the other inputs so that [Form.Decode] can put a fresh form into the same
// shape.
func (f *Form) Memo() string {
	m := remember(f.Root, false)
	if m == nil {
		m = &memo{}
	}
	text, err := json.Marshal(m)
	if err != nil {
		return "" // strings, bytes and numbers only: nothing that Marshal refuses
	}
	return string(text)
}

// remember describes a field and all below it; hidden adds what is else posted.
// It returns nil where there is nothing to say.
func remember(f *Field, hidden bool) *memo {
	m := &memo{When: f.taken, Spell: f.spell, Key: f.key, JSON: f.AsJSON(), Forced: f.forced, Order: f.order, Kept: f.kept}
	if m.Spell == nil && f.Control == Text && strings.ContainsAny(f.Text, "\r\x00") {
		m.Spell = jsondoc.AppendQuote(nil, f.Text)
	}
	if len(f.alts) > 0 {
		m.Branch = f.Branch + 1
	}
	if hidden {
		text := f.Text
		m.State, m.Text = f.State, &text
	}
	if f.HasFields() {
		m.addFields(f, hidden)
	}
	if m.empty() {
		return nil
	}
	return m
}

func (m *memo) addFields(f *Field, hidden bool) {
	for _, c := range f.Fields {
		if c.Row {
			m.Rows = append(m.Rows, c.Name)
		}
		if sub := remember(c, hidden); sub != nil {
			if m.Members == nil {
				m.Members = map[string]*memo{}
			}
			m.Members[c.Name] = sub
		}
	}
	if f.Control == Array && (hidden || m.Members != nil) {
		m.Items = len(f.Fields) + 1
	}
}

func (m *memo) empty() bool {
	return m.State == "" && m.Spell == nil && m.Key == nil && !m.JSON && !m.Forced && m.Branch == 0 &&
		m.Order == nil && m.Rows == nil && m.When == nil && m.Members == nil && m.Kept == nil
}

// restore puts the form into the shape that a memo tells. A memo that does not
// fit is ignored as far as it does not: it comes from a page.
func (f *Form) restore(text string) {
	var m memo
	if text != "" && json.Unmarshal([]byte(text), &m) == nil {
		f.src.recall(f.Root, &m)
	}
}

func (s *source) recall(at *Field, m *memo) {
	if m.Branch > 0 {
		s.choose(at, m.Branch-1)
	}
	if m.JSON && at.Native != JSON {
		at.Control, at.forced, at.Fields, at.Closed = JSON, m.Forced, nil, false
	}
	at.recallText(m)
	at.order = m.Order
	for key, kept := range m.Kept {
		if kept != nil {
			at.stash(key, kept)
		}
	}
	if at.Closed && m.Members != nil {
		s.populate(at)
	}
	if at.Control == Array && m.Items > 0 {
		s.resize(at, m.Items-1)
	}
	if m.When != nil && holdsMembers(at.Control) {
		s.apply(at, func(_ part, _ string, side jsondoc.Node) bool {
			return slices.Contains(m.When, string(side.Pointer()))
		})
	}
	for _, name := range m.Rows {
		switch c := at.child(name); {
		case !holdsMembers(at.Control) || len(at.Fields) >= maxMembers:
		case c == nil:
			s.addRow(at, name)
		}
	}
	for name, sub := range m.Members {
		switch c := at.child(name); {
		case sub == nil:
		case c != nil:
			s.recall(c, sub)
		default: // it appears when a condition is looked at
			at.stash(name+"\x00", sub)
		}
	}
}

// recallText sets the texts that a memo holds.
func (f *Field) recallText(m *memo) {
	state := f.State
	if doc, err := jsondoc.Parse(m.Spell); err == nil && f.Control == Text && doc.Root().Kind() == jsondoc.String {
		f.setString(doc.Root())
	}
	if m.Text != nil && *m.Text != f.Text {
		f.set(state, *m.Text)
		f.admit()
	}
	if f.State = state; m.State.known() {
		f.State = m.State
	}
	if doc, err := jsondoc.Parse(m.Key); err == nil && doc.Root().Kind() == jsondoc.String && doc.Root().Text() == f.Name {
		f.key = bytes.Clone(m.Key)
	}
}

// stash puts something out of sight until its field appears.
func (f *Field) stash(key string, m *memo) {
	if f.kept == nil {
		f.kept = map[string]*memo{}
	}
	f.kept[key] = m
}

// keep remembers a member that goes out of sight.
func (f *Field) keep(c *Field) { f.stash(keptKey(c), remember(c, true)) }

// hide takes all fields out of sight.
func (f *Field) hide() {
	for _, c := range f.Fields {
		if !c.Item {
			f.keep(c)
		}
	}
	f.Fields, f.Closed = nil, false
}

// keptKey tells the members of different branches apart that have the same name.
func keptKey(c *Field) string { return c.Name + "\x00" + c.base.branch() }

// keepBranch remembers what belongs to the branch in use and not to a member.
func (f *Field) keepBranch() {
	m := remember(f, true)
	m.Branch, m.Kept, m.State = 0, nil, ""
	if f.Control != Array {
		m.Members = nil // each of them is kept by its own name
	}
	f.stash(branchKey(f.Branch), m)
}

func branchKey(i int) string { return "#" + strconv.Itoa(i) }
