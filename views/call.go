package views

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// fieldStates in the order of the switch.
var fieldStates = [...]FieldState{Omit, Null, Value}

func callMode(c Call) Mode {
	if c.Mode == ModeJSON {
		return ModeJSON
	}
	return ModeForm
}

// callParams keep the place; the mode has an input of its own.
func callParams(w Where) []Param {
	w.Mode, w.At = "", ""
	return w.Params()
}

func sends(c Call) string {
	if c.Sends != "" {
		return c.Sends
	}
	return c.JSON
}

// fieldID makes the ids of a field: "v" the control, "h" the help, "e" the
// errors.
func fieldID(kind string, i int) string { return kind + "-" + strconv.Itoa(i) }

// fieldMeta is the small text at the right of a field's name.
func fieldMeta(f Field) string {
	switch {
	case f.Required && f.Type != "":
		return f.Type + " · required"
	case f.Required:
		return "required"
	case f.HasDefault || f.Type == "":
		return f.Type
	}
	return f.Type + " · optional"
}

// describedBy ties help and errors to a control.
func describedBy(i int, f Field) templ.OrderedAttributes {
	ids := fieldID("e", i)
	if f.Description != "" {
		ids = fieldID("h", i) + " " + ids
	}
	return templ.OrderedAttributes{
		{Key: "aria-describedby", Value: ids},
		{Key: "aria-invalid", Value: strconv.FormatBool(len(f.Errors)+len(f.Server) > 0)},
	}
}

func hasOption(f Field) bool {
	for _, o := range f.Options {
		if o.Value == f.Value {
			return true
		}
	}
	return false
}

// placeholder says what an empty control stands for.
func placeholder(f Field) string {
	if f.Placeholder != "" {
		return Plain(f.Placeholder)
	}
	switch f.Control {
	case ControlJSON:
		return "JSON"
	case ControlNumber:
		return "a number"
	}
	return "empty text"
}

// areaText keeps the first line feed of a text area, which a browser drops.
func areaText(s string) string {
	if strings.HasPrefix(s, "\n") {
		return "\n" + s
	}
	return s
}

func jsonRows(s string) int { return min(max(strings.Count(s, "\n")+2, 8), 24) }

// short cuts a text to about n bytes.
func short(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// The names of the inputs, as the form package reads them.
const (
	statePrefix = "s:" // form.StatePrefix
	valuePrefix = "v:" // form.ValuePrefix
	memoName    = "m:" // form.MemoName
)
