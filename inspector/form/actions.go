package form

import (
	"fmt"
	"slices"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// SetState changes the state of a field and nothing else.
func (f *Form) SetState(p jsondoc.Pointer, state State) error {
	if !state.known() {
		return fmt.Errorf("field %q: unknown state %q; use omit, null or value", string(p), string(state))
	}
	return f.edit(p, func(at *Field) error {
		f.src.setState(at, state)
		return nil
	})
}

// setState opens a field that becomes a value: whoever chose that wants to see
// what is in it. One that was a value from the start waits, or a recursive schema
// would open one level more each time.
func (s *source) setState(at *Field, state State) {
	was := at.State
	if at.State = state; at.Closed && was != Value && state == Value {
		s.populate(at)
	}
}

// reveal makes a field and all around it values, as whoever edits it means.
func (s *source) reveal(f *Field) {
	for at := f; at != nil; at = at.up {
		s.setState(at, Value)
	}
}

// SetText puts text into a field's control, as if typed, and makes it a value.
func (f *Form) SetText(p jsondoc.Pointer, text string) error {
	return f.edit(p, func(at *Field) error {
		if at.HasFields() {
			return fmt.Errorf("field %q has no text; set its fields, or change it to JSON text", string(p))
		}
		at.set(Value, text)
		at.admit()
		f.src.reveal(at)
		return nil
	})
}

// SetJSON sets a field to a JSON value and returns what is held as JSON text.
func (f *Form) SetJSON(p jsondoc.Pointer, value *jsondoc.Document) (leftover []Problem, err error) {
	err = f.edit(p, func(at *Field) error {
		f.src.reveal(at)
		f.src.load(at, value.Root(), &leftover)
		return nil
	})
	return leftover, err
}

// SetDefault makes the field send the schema's default explicitly.
func (f *Form) SetDefault(p jsondoc.Pointer) error {
	at, err := f.need(p)
	if err != nil {
		return err
	}
	if !at.HasDefault {
		return fmt.Errorf("field %q: the schema has no default here", string(p))
	}
	doc, err := jsondoc.Parse([]byte(at.Default))
	if err != nil {
		return fmt.Errorf("field %q: default: %w", string(p), err)
	}
	_, err = f.SetJSON(p, doc)
	return err
}

// ShowJSON changes a field to JSON text of its value, or back to its own control
// when the text is JSON that the control can hold.
func (f *Form) ShowJSON(p jsondoc.Pointer, on bool) error {
	return f.edit(p, func(at *Field) error {
		if on == at.AsJSON() || at.Native == JSON {
			return nil
		}
		if on {
			return at.toJSON()
		}
		doc, err := jsondoc.Parse([]byte(at.Text))
		if err != nil {
			return fmt.Errorf("field %q: mend the JSON text first: %w", string(p), err)
		}
		if reason := at.refuses(doc.Root()); reason != "" {
			return fmt.Errorf("field %q: %s", string(p), reason)
		}
		state := at.State
		f.src.ownControl(at)
		f.src.load(at, doc.Root(), new([]Problem))
		at.State = state
		return nil
	})
}

// SendOtherwise makes a field send what is typed though its control cannot hold
// it: see [Field.Otherwise].
func (f *Form) SendOtherwise(p jsondoc.Pointer) error {
	return f.edit(p, func(at *Field) error {
		text := at.Otherwise()
		if text == "" {
			return fmt.Errorf("field %q holds what it sends already", string(p))
		}
		at.forced = at.forced || at.Native != JSON && !at.AsJSON()
		at.Control = JSON
		at.set(Value, text)
		f.src.reveal(at)
		return nil
	})
}

// toJSON changes to JSON text, unless that would lose text that is not JSON.
func (f *Field) toJSON() error {
	if text := f.Otherwise(); text != "" {
		f.Control, f.forced = JSON, false
		f.Text, f.spell = text, nil
		return nil
	}
	e := encoder{}
	text, ok := e.value(nil, f)
	if len(e.problems) > 0 && !blank(f.Text) || f.HasFields() && len(e.problems) > 0 {
		return fmt.Errorf("field %q: mend this first: %s", string(e.problems[0].Pointer), e.problems[0].Message)
	}
	f.Control, f.forced = JSON, false
	f.hide()
	if doc, err := jsondoc.Parse(text); ok && err == nil {
		f.Text, f.spell = doc.Root().Pretty(), nil
	}
	return nil
}

// Add makes one more element of an array, or a member of an object under a new
// key, and returns its place.
func (f *Form) Add(p jsondoc.Pointer) (jsondoc.Pointer, error) {
	var made *Field
	err := f.edit(p, func(at *Field) error {
		switch {
		case !at.HasFields():
			return fmt.Errorf("field %q takes no elements; it holds %s", string(p), at.Type)
		case len(at.Fields) >= maxMembers:
			return fmt.Errorf("field %q has %d elements, as many as the form takes; change it to JSON text", string(p), maxMembers)
		}
		if at.Closed {
			f.src.populate(at)
		}
		if at.Control == Array {
			made = f.src.addItem(at)
		} else {
			made = f.src.addRow(at, at.freeKey())
			made.Text = firstText(made)
		}
		f.src.reveal(made)
		return nil
	})
	if err != nil {
		return "", err
	}
	return made.Pointer, nil
}

// freeKey finds a key for a new row.
func (f *Field) freeKey() string {
	name := "key"
	for i := 2; f.child(name) != nil; i++ {
		name = "key" + strconv.Itoa(i)
	}
	return name
}

// Remove takes away an element or a row. A member that the schema names cannot
// be taken away but left out.
func (f *Form) Remove(p jsondoc.Pointer) error {
	return f.edit(p, func(at *Field) error {
		switch {
		case at.Item:
			at.up.drop(at)
			at.up.renumber()
			f.src.rebaseItems(at.up)
		case at.Row:
			at.up.drop(at)
			at.up.order = slices.DeleteFunc(at.up.order, func(name string) bool { return name == at.Name })
		default:
			return fmt.Errorf("field %q is named by the schema; choose omit to leave it out", string(p))
		}
		return nil
	})
}

// Move puts an element of an array at another position.
func (f *Form) Move(p jsondoc.Pointer, to int) error {
	return f.edit(p, func(at *Field) error {
		if !at.Item || to < 0 || to >= len(at.up.Fields) {
			return fmt.Errorf("field %q cannot be moved to position %d", string(p), to)
		}
		up := at.up
		up.drop(at)
		up.Fields = slices.Insert(up.Fields, to, at)
		up.renumber()
		f.src.rebaseItems(up)
		return nil
	})
}

// Rename changes the key of a row.
func (f *Form) Rename(p jsondoc.Pointer, key string) error {
	return f.edit(p, func(at *Field) error {
		if !at.Row {
			return fmt.Errorf("field %q is named by the schema; its key cannot be changed", string(p))
		}
		if c := at.up.child(key); c != nil && c != at {
			return fmt.Errorf("field %q: the key %s is taken", string(p), quoted(key))
		}
		at.KeyText = key
		if at.up.renameRows() {
			f.src.adjustRows(at.up)
		}
		return nil
	})
}

// renameRows gives rows the keys that stand in their inputs, all at once so that
// two can be swapped. A row whose key is taken keeps its name, and with it other
// rows from having that. It reports whether a name has changed.
func (f *Field) renameRows() bool {
	blocked := map[*Field]bool{}
	for before := -1; before != len(blocked); {
		before = len(blocked)
		count := map[string]int{}
		for _, c := range f.Fields {
			count[c.wantedName(blocked)]++
		}
		for _, c := range f.Fields {
			if c.KeyText != c.Name && count[c.wantedName(blocked)] > 1 {
				blocked[c] = true
			}
		}
	}
	renamed := map[string]string{}
	for _, c := range f.Fields {
		if c.Row && !blocked[c] && c.KeyText != c.Name {
			renamed[c.Name] = c.KeyText
			c.key = nil
			c.move(f.Pointer.Join(c.KeyText))
		}
	}
	for i, name := range f.order {
		if now, ok := renamed[name]; ok {
			f.order[i] = now
		}
	}
	return len(renamed) > 0
}

func (f *Field) wantedName(blocked map[*Field]bool) string {
	if blocked[f] || !f.Row {
		return f.Name
	}
	return f.KeyText
}

// adjustRows puts rows under the schemas of their new keys: a pattern or a
// property may describe them now.
func (s *source) adjustRows(f *Field) { s.reconcile(f) }

// Choose takes another branch. What was put into the former one comes back with
// it.
func (f *Form) Choose(p jsondoc.Pointer, branch int) error {
	return f.edit(p, func(at *Field) error {
		if branch < 0 || branch >= len(at.Branches) {
			return fmt.Errorf("field %q has no branch %d; it has %d", string(p), branch, len(at.Branches))
		}
		f.src.choose(at, branch)
		f.src.reveal(at)
		return nil
	})
}

// Open makes the fields of a field that is Closed.
func (f *Form) Open(p jsondoc.Pointer) error {
	return f.edit(p, func(at *Field) error {
		if at.Closed {
			f.src.populate(at)
		}
		return nil
	})
}

// edit changes one field and follows what depends on it.
func (f *Form) edit(p jsondoc.Pointer, change func(*Field) error) error {
	at, err := f.need(p)
	if err != nil {
		return err
	}
	f.src.allow()
	if err := change(at); err != nil {
		return err
	}
	f.src.follow(f.Root)
	f.sync()
	return nil
}
