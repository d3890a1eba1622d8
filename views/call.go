package views

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
)

// fieldStates in the order of the switch.
var fieldStates = [...]FieldState{Omit, Null, Value}

// maxPreview bounds the preview of what is sent, in bytes.
const maxPreview = 2000

// wholeActions change the form as a whole.
var wholeActions = []struct{ Action, Word, Title string }{
	{"fill", "Required fields", "Put an example into every field that is required"},
	{"fill-all", "All fields", "Put an example into every field"},
	{"reset", "Empty the form", "Begin anew"},
	{"omit:", "Send no arguments", "Leave the member arguments out"},
	{"null:", "Send null", "Send null as the arguments"},
}

// PreviewText is what Send would send, or that it would send nothing.
func PreviewText(c Call) string {
	switch {
	case c.Unsendable:
		return strings.TrimSpace("nothing yet; so far " + c.Sends)
	case c.Sends == "":
		return "no arguments"
	}
	return c.Sends
}

// PlaceText is where a problem of the JSON text stands.
func PlaceText(p PlacedProblem) string {
	if p.Line == 0 {
		return PointerName(p.At)
	}
	return "line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Column) + " · " + PointerName(p.At)
}

// rootWords say what is sent when the arguments as a whole are no value.
var rootWords = map[FieldState]string{Omit: "The member arguments is left out.", Null: "null is sent as the arguments."}

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

// fieldID is the id of a field's control, or of its name where it has none. It is
// safe in an address, as [LineID] is.
func fieldID(p jsondoc.Pointer) string { return "v" + LineID(false, p)[1:] }

// PointerName is a place in the arguments for people.
func PointerName(p jsondoc.Pointer) string { return Plain(pointerName(p)) }

func helpID(p jsondoc.Pointer) string   { return "h" + LineID(false, p)[1:] }
func errorsID(p jsondoc.Pointer) string { return "e" + LineID(false, p)[1:] }

func hasFields(f Field) bool { return f.Control == ControlObject || f.Control == ControlArray }

func wrong(f Field) bool { return len(f.Unread)+len(f.Errors)+len(f.Server) > 0 }

func fieldClass(f Field) string {
	class := "field"
	if wrong(f) {
		class += " bad"
	}
	if hasFields(f) {
		class += " nested"
	}
	if len(f.Branches) > 0 {
		class += " choice"
	}
	return class
}

// fieldName is what stands at the left: an element has its position.
func fieldName(f Field) string {
	switch {
	case f.Item && f.Title != "":
		return "[" + f.Name + "] " + f.Title
	case f.Item:
		return "[" + f.Name + "]"
	}
	return f.Name
}

// metaText is the small text at the right of a field's name.
func metaText(f Field) string {
	var parts []string
	if f.Type != "" {
		parts = append(parts, f.Type)
	}
	if f.Format != "" {
		parts = append(parts, f.Format)
	}
	if f.Encoding != "" {
		parts = append(parts, f.Encoding)
	}
	if f.Required {
		parts = append(parts, "required")
	}
	return strings.Join(parts, " · ")
}

// fieldTool is one thing that can be done with a field.
type fieldTool struct {
	Action, Sign, Title string
	Off                 bool
}

func fieldTools(f Field) []fieldTool {
	var tools []fieldTool
	if f.Item && !f.Fixed {
		tools = append(tools,
			fieldTool{"up:", "↑", "Move up", f.Name == "0"},
			fieldTool{"down:", "↓", "Move down", f.Name == strconv.Itoa(f.Of-1)})
	}
	switch {
	case f.AsJSON:
		tools = append(tools, fieldTool{"control:", "▤", "Back to the control", false})
	case f.CanBe:
		tools = append(tools, fieldTool{"json:", "{}", "Edit as JSON", false})
	}
	if f.Fill {
		tools = append(tools, fieldTool{"fill:", "fill", "Fill in an example", false})
	}
	if f.Item && !f.Fixed || f.Row {
		tools = append(tools, fieldTool{"remove:", "✕", "Remove", false})
	}
	return tools
}

func addWord(f Field) string {
	if f.Control == ControlArray {
		return "item"
	}
	return "property"
}

// insideText says how much is inside an object or array.
func insideText(f Field) string {
	n := len(f.Fields) + f.More
	switch {
	case f.Control == ControlArray && n == 0:
		return "no items"
	case f.Control == ControlArray:
		return count(n, "item")
	case n == 0:
		return "no fields"
	}
	return count(n, "field")
}

// openAction is what brings the fields of one that is shut onto the page.
func openAction(f Field) string {
	if f.More == 0 && !f.Closed && f.CanAdd {
		return "add:"
	}
	return "open:"
}

func openText(f Field) string {
	switch {
	case openAction(f) == "add:":
		return "+ " + addWord(f)
	case f.Closed:
		return "Open"
	case f.More == 0:
		return "empty"
	}
	return "Open " + insideText(f)
}

// describedBy ties help and errors to a control.
func describedBy(f Field) templ.OrderedAttributes {
	ids := errorsID(f.Pointer)
	if f.Description != "" {
		ids = helpID(f.Pointer) + " " + ids
	}
	a := templ.OrderedAttributes{
		{Key: "aria-describedby", Value: ids},
		{Key: "aria-invalid", Value: strconv.FormatBool(wrong(f))},
	}
	if f.Row { // its label is an input
		a = append(a, templ.KV[string, any]("aria-label", "Value of "+Plain(f.Key)))
	}
	return a
}

func hasOption(f Field) bool {
	for _, o := range f.Options {
		if o.Value == f.Value {
			return true
		}
	}
	return false
}

func optionHelp(f Field) string {
	described := ""
	for _, o := range f.Options {
		if o.Value == f.Value && o.Description != "" {
			return o.Description
		}
		described += o.Description
	}
	if described != "" {
		return " " // a place for the script
	}
	return ""
}

func branchHelp(f Field) string {
	if f.Branch < len(f.Branches) && f.Branches[f.Branch].Description != f.Description {
		return f.Branches[f.Branch].Description
	}
	return ""
}

// pickers are the native inputs that stand beside a text, by its format. The
// text itself is no such input: those cannot hold what is wrong on purpose.
var pickers = map[string]string{"date": "date", "date-time": "datetime-local", "time": "time"}

// inputModes are the keyboards of small screens.
var inputModes = map[string]string{
	"email": "email", "idn-email": "email", "uri": "url", "url": "url", "iri": "url", "uri-reference": "url", "hostname": "url",
}

func inputMode(f Field) string {
	if f.Control == ControlNumber {
		return "decimal"
	}
	return inputModes[f.Format]
}

// fileEncoding is how a file becomes the text of a field; empty where none does.
// The format names are OpenAPI's.
func fileEncoding(f Field) string {
	switch {
	case f.Control != ControlText && f.Control != ControlArea:
		return ""
	case f.Encoding == "base64" || f.Encoding == "base64url":
		return f.Encoding
	case f.Format == "byte" || f.Format == "base64":
		return "base64"
	}
	return ""
}

// maxExamples bounds the examples at a field.
const maxExamples = 3

func shownExamples(f Field) []string { return f.Examples[:min(len(f.Examples), maxExamples)] }

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

// newBesidePage is what the lines of two calls share: the ids that are taken.
func newBesidePage() *schemaPage { return &schemaPage{lit: -1, ids: map[string]bool{}} }

// besideRows prints lines of two calls.
func besideRows(p *schemaPage, rows []diff.Row) templ.Component {
	return write(func(b *strings.Builder) {
		for i, r := range rows {
			p.row(b, i, r, false)
		}
	})
}

// bare shows a text as [Text] does, in an element whose style sets it apart from
// the direction of what stands around it.
func bare(s string) templ.Component {
	return write(func(b *strings.Builder) { writePieces(b, Reveal(s)) })
}

// bareLines is bare with line breaks.
func bareLines(s string) templ.Component {
	return write(func(b *strings.Builder) { writePieces(b, RevealLines(s)) })
}

// The names of the inputs, as the form package reads them.
const (
	statePrefix  = "s:" // form.StatePrefix
	valuePrefix  = "v:" // form.ValuePrefix
	branchPrefix = "b:" // form.BranchPrefix
	keyPrefix    = "k:" // form.KeyPrefix
	memoName     = "m:" // form.MemoName

	// ShutName is the input with the pointers of arrays whose elements are not on the
	// page, though the last of them is posted to tell how many there are.
	ShutName = "shut"
)
