package form

import "mcploupe/inspector/jsondoc"

// State says what stands at a field's place in the JSON.
type State string

// The states of a field.
const (
	Omit  State = "omit"  // nothing: the key or element is left out
	Null  State = "null"  // the literal null
	Value State = "value" // what stands in the control
)

func (s State) known() bool { return s == Omit || s == Null || s == Value }

// Control names the kind of input that fits a field.
type Control string

// The controls. Text holds a string; Number and Integer hold a JSON number as
// text; Boolean and Enum hold the JSON text of one of the options; JSON holds
// any JSON text. Object, Map and Array have no text but Fields.
const (
	Text    Control = "text"
	Number  Control = "number"
	Integer Control = "integer"
	Boolean Control = "boolean"
	Enum    Control = "enum"
	JSON    Control = "json"
	Object  Control = "object"
	Map     Control = "map"
	Array   Control = "array"
	Choice  Control = "choice"
)

// Option is one choice of a Boolean or Enum control.
type Option struct {
	Value       string // compact JSON text, literals spelled as in the schema
	Label       string // for people
	Description string
	Unknown     bool // not in the schema: it came with the arguments
}

// Field is one place of the arguments. What the schema says is set when the form
// is made; State, Text and Fields change with the input.
type Field struct {
	// Pointer is the place in the form. The inputs of the field are named
	// [StatePrefix]+Pointer and [ValuePrefix]+Pointer.
	Pointer     jsondoc.Pointer
	Name        string // last token: property name or position
	Title       string // as in the schema, may be empty
	Description string
	Control     Control // in use; JSON where JSON text stands for another control
	Native      Control // what the schema asks for
	Type        string  // for people: "string", "integer | null", "array of string"

	Required   bool // the schema demands the key
	Nullable   bool // the schema takes null
	Deprecated bool
	ReadOnly   bool

	HasDefault  bool
	Default     string // JSON text as written in the schema
	DefaultText string // the same for people: a string without its quotes

	Options     []Option
	Format      string   // the schema's "format"
	Encoding    string   // the schema's "contentEncoding"
	MediaType   string   // the schema's "contentMediaType"
	Placeholder string   // default, example or sample of the format; never sent
	Examples    []string // as they would stand in the control
	Multiline   bool     // the text wants or has more than one line

	State State
	Text  string // kept while State is Omit or Null

	Schema  jsondoc.Pointer // of the property's schema, before any $ref
	Unknown bool            // the schema does not describe this key
	Fields  []*Field        // members or elements, in the order to show
	Errors  []string        // set by the caller; see [Form.Locate]

	rules  set      // all schemas that apply here
	spell  []byte   // string literal that Text was read from, when Quote differs
	key    []byte   // spelling of the name, when Quote differs
	forced bool     // Control is JSON because the value fits nothing else
	row    bool     // the schema does not name the key: it can be renamed
	order  []string // names of members as they are sent, when not as shown
}

// StateInput is the name of the input that posts the state.
func (f *Field) StateInput() string { return StatePrefix + string(f.Pointer) }

// ValueInput is the name of the input that posts the text of the control.
func (f *Field) ValueInput() string { return ValuePrefix + string(f.Pointer) }

// AsJSON reports whether JSON text stands in for the field's own control.
func (f *Field) AsJSON() bool { return f.Control == JSON && f.Native != JSON }

// child finds a direct member or element by its name.
func (f *Field) child(name string) *Field {
	for _, c := range f.Fields {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// set replaces the text, and with it the remembered spelling.
func (f *Field) set(state State, text string) {
	f.State, f.Text, f.spell = state, text, nil
}
