package form

import (
	"bytes"
	"encoding/json"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// memo is what the inputs of a field cannot say: how a string was spelled, that
// JSON text stands in for the control, the order of keys, which keys there are.
// Spellings are bytes since they need not be valid UTF-8.
type memo struct {
	Spell   []byte           `json:"r,omitempty"` // string literal behind the text
	Key     []byte           `json:"k,omitempty"` // spelling of the name
	JSON    bool             `json:"j,omitempty"`
	Forced  bool             `json:"f,omitempty"`
	Order   []string         `json:"o,omitempty"`
	Rows    []string         `json:"w,omitempty"` // keys the schema does not name
	Members map[string]*memo `json:"c,omitempty"`
}

// Memo returns the text of the hidden input [MemoName], which belongs on the
// page with the other inputs so that [Form.Decode] can put a fresh form into the
// same shape. It is "" where there is nothing to say.
func (f *Form) Memo() string {
	m := remember(f.Root)
	if m == nil {
		return ""
	}
	text, err := json.Marshal(m)
	if err != nil {
		return "" // strings and slices only: nothing that Marshal refuses
	}
	return string(text)
}

func remember(f *Field) *memo {
	m := &memo{Spell: f.spell, Key: f.key, JSON: f.AsJSON(), Forced: f.forced, Order: f.order}
	if m.Spell == nil && f.Control == Text && strings.ContainsAny(f.Text, "\r\x00") {
		m.Spell = jsondoc.AppendQuote(nil, f.Text)
	}
	for _, c := range f.Fields {
		if c.row {
			m.Rows = append(m.Rows, c.Name)
		}
		if sub := remember(c); sub != nil {
			if m.Members == nil {
				m.Members = map[string]*memo{}
			}
			m.Members[c.Name] = sub
		}
	}
	if m.empty() {
		return nil
	}
	return m
}

func (m *memo) empty() bool {
	return m.Spell == nil && m.Key == nil && !m.JSON && !m.Forced && m.Order == nil && m.Rows == nil && m.Members == nil
}

// restore puts the form into the shape that a memo tells. A memo that does not
// fit is ignored as far as it does not: it comes from a page.
func (f *Form) restore(text string) {
	var m memo
	if text == "" || json.Unmarshal([]byte(text), &m) != nil {
		return
	}
	f.recall(f.Root, &m)
}

func (f *Form) recall(at *Field, m *memo) {
	if m.JSON {
		at.Control, at.forced = JSON, m.Forced
	}
	if doc, err := jsondoc.Parse(m.Spell); err == nil && at.Control == Text && doc.Root().Kind() == jsondoc.String {
		state := at.State
		at.setString(doc.Root())
		at.State = state
	}
	if doc, err := jsondoc.Parse(m.Key); err == nil && doc.Root().Kind() == jsondoc.String && doc.Root().Text() == at.Name {
		at.key = bytes.Clone(m.Key)
	}
	at.order = m.Order
	for _, name := range m.Rows {
		if at.child(name) == nil && len(at.Fields) < maxMembers {
			at.Fields = append(at.Fields, f.src.buildMember(at, name))
		}
	}
	for _, c := range at.Fields {
		if sub := m.Members[c.Name]; sub != nil {
			f.recall(c, sub)
		}
	}
}
