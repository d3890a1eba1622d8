package form

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

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
	Object  Control = "object" // named members, and rows
	Map     Control = "map"    // rows alone
	Array   Control = "array"
)

// Option is one choice of a Boolean or Enum control.
type Option struct {
	Value       string // compact JSON text, literals spelled as in the schema
	Label       string // for people
	Description string
	Unknown     bool // not in the schema: it came with the arguments
}

// Branch is one of the alternatives of a field: of an anyOf or oneOf, or one
// type of several.
type Branch struct {
	Label       string // no two of a field are alike
	Type        string // for people
	Description string
	Schema      jsondoc.Pointer // of the alternative
}

// Field is one place of the arguments. What the schema says is set when the form
// is made; State, Text and Fields change with the input.
type Field struct {
	// Pointer is the place in the form. The inputs of the field are named
	// [StatePrefix]+Pointer and [ValuePrefix]+Pointer. In what is sent the place
	// differs where array elements before it are left out; see [Form.Locate].
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

	// Branches are the alternatives to choose from, if any, and Branch is the one
	// that the control and the fields belong to. The select is named
	// [BranchPrefix]+Pointer and posts the position.
	Branches []Branch
	Branch   int

	Row     bool   // a member that the schema does not name: its key can be changed
	KeyText string // what stands in the input [KeyPrefix]+Pointer of a row
	Item    bool   // an array element: it can be removed
	Fixed   bool   // an element whose position has a schema of its own: it stays there
	Sealed  bool   // an object that may have no members but the named ones
	Closed  bool   // Fields are not made yet; see [Form.Open]

	node
}

// node is the part of a field that only this package looks at.
type node struct {
	up     *Field
	base   set           // schemas that apply whatever is chosen
	alts   []alternative // of Branches
	when   set           // schemas whose conditions hold for what is filled in
	rules  set           // all schemas that apply now
	demand []string      // members that are required by a condition
	taken  []string      // pointers of the conditional schemas behind when and demand

	spell  []byte           // string literal that Text was read from, when Quote differs
	key    []byte           // spelling of the name, when Quote differs
	forced bool             // Control is JSON because the value fits nothing else
	order  []string         // names of members as they are sent, when not as shown
	kept   map[string]*memo // input of members and branches that are not there now
}

// StateInput is the name of the input that posts the state.
func (f *Field) StateInput() string { return StatePrefix + string(f.Pointer) }

// ValueInput is the name of the input that posts the text of the control.
func (f *Field) ValueInput() string { return ValuePrefix + string(f.Pointer) }

// BranchInput is the name of the input that posts the branch.
func (f *Field) BranchInput() string { return BranchPrefix + string(f.Pointer) }

// KeyInput is the name of the input that posts the key of a row.
func (f *Field) KeyInput() string { return KeyPrefix + string(f.Pointer) }

// AsJSON reports whether JSON text stands in for the field's own control.
func (f *Field) AsJSON() bool { return f.Control == JSON && f.Native != JSON }

// HasFields reports whether the field's value is made of Fields now.
func (f *Field) HasFields() bool { return container(f.Control) }

func container(c Control) bool { return c == Array || holdsMembers(c) }

func holdsMembers(c Control) bool { return c == Object || c == Map }

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

// move gives the field and all below it another place.
func (f *Field) move(p jsondoc.Pointer) {
	name := p.Last()
	if f.KeyText == f.Name {
		f.KeyText = name
	}
	f.Pointer, f.Name = p, name
	for _, c := range f.Fields {
		c.move(p.Join(c.Name))
	}
}

// renumber names the elements of an array by their positions.
func (f *Field) renumber() {
	for i, c := range f.Fields {
		if p := f.Pointer.Index(i); c.Pointer != p {
			c.move(p)
		}
	}
}

// drop removes a direct member or element.
func (f *Field) drop(c *Field) {
	f.Fields = slices.DeleteFunc(f.Fields, func(o *Field) bool { return o == c })
}
