package form

import (
	"net/url"
	"strings"
)

// Decode takes posted inputs: the memo, then the state and text of each field.
// Inputs that are missing leave their field as it is; unknown names and states
// are ignored. It works on a fresh form of the same schema as well as on the one
// that was shown.
func (f *Form) Decode(values url.Values) {
	f.restore(values.Get(MemoName))
	f.decode(f.Root, values)
	f.sync()
}

func (f *Form) decode(at *Field, values url.Values) {
	if s := State(values.Get(at.StateInput())); s.known() {
		at.State = s
	}
	if v, ok := values[at.ValueInput()]; ok && len(v) > 0 {
		at.post(v[0])
	}
	if at.Control == Object || at.Control == Map {
		for _, c := range at.Fields {
			f.decode(c, values)
		}
	}
}

// post takes a text as a browser sends it. A control that came back as it was
// shown keeps the text that it was made from.
func (f *Field) post(text string) {
	if browserText(text) == browserText(f.Text) {
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
