package profile

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// matchSpec is what a rule looks for, as it stands in the data. Exactly one of
// the groups is used:
//
//   - a place in a schema: In, At, On, If, and what to point at (Point,
//     Keywords, Except)
//   - Name, Description or Annotations: the tool beside its schemas
//   - Members: a member name anywhere in a schema's text, whatever it means there
//   - Func: a named function
//   - List: all tools of the server
//   - Answer: the answer to a call, which a list of tools cannot tell
//   - Any: any of several of these
type matchSpec struct {
	// In is "input" (the default), "output" or "both".
	In string `json:"in,omitempty"`
	// At limits the places, see [scopes]; without it all places are meant.
	At names `json:"at,omitzero"`
	// Through lists the keywords a place may be reached through.
	Through names `json:"through,omitzero"`
	// Unused includes definitions that no $ref leads to: of use only to a client
	// that reads a schema without following it.
	Unused bool `json:"unused,omitempty"`
	// On lists the kinds of value that may stand there; "object" by default.
	On names     `json:"on,omitzero"`
	If *testSpec `json:"if,omitempty"`

	// Point lists keywords to point at instead of the place itself. Without any
	// of them it is the first, as the place where it belongs.
	Point names `json:"point,omitzero"`
	// Keywords matches every one of these that is present and points at it.
	Keywords names `json:"keywords,omitzero"`
	// Except matches every member but these; "x-*" stands for all such names,
	// "*" for every name that is no keyword.
	Except names `json:"except,omitzero"`

	Name        *nameSpec  `json:"name,omitempty"`
	Description *textSpec  `json:"description,omitempty"`
	Lacking     [][]string `json:"lacking,omitempty"` // pointers into the tool: of each group one must be there

	Members names           `json:"members,omitzero"`
	Func    string          `json:"func,omitempty"`
	Args    json.RawMessage `json:"args,omitempty"`
	List    *listSpec       `json:"list,omitempty"`
	Answer  string          `json:"answer,omitempty"`
	Any     []matchSpec     `json:"any,omitempty"`

	// Text is what {text} of the message says of what this part finds.
	Text string `json:"text,omitempty"`
	// When makes what this part finds conditional, in the words of the data.
	When string `json:"when,omitempty"`
}

// testSpec is a condition on a place. All that is given must hold.
type testSpec struct {
	Kind     names  `json:"kind,omitzero"`   // the kind of value: object, true, false, boolean, null, string, number, array, absent
	Type     names  `json:"type,omitzero"`   // type is exactly one of these strings
	Form     names  `json:"form,omitzero"`   // how type is written: missing, one, list, other
	Admits   names  `json:"admits,omitzero"` // type is or lists one of these
	Has      names  `json:"has,omitzero"`    // one of these keywords is there
	Lacks    names  `json:"lacks,omitzero"`  // none of these keywords is there
	Only     names  `json:"only,omitzero"`   // there is no member but these
	Ref      names  `json:"ref,omitzero"`    // the $ref is one of these, see [linkNames]
	Via      names  `json:"via,omitzero"`    // the keyword the place stands under
	Inside   names  `json:"inside,omitzero"` // one of the keywords passed on the way
	Is       string `json:"is,omitempty"`    // a named test, see [placeTests]
	Optional *bool  `json:"optional,omitempty"`
	Nullable *bool  `json:"nullable,omitempty"` // null is an allowed value

	Value map[string]valueSpec `json:"value,omitempty"` // of each of these keywords, which must be there
	Some  map[string]testSpec  `json:"some,omitempty"`  // of a schema right under each of these keywords
	Every map[string]testSpec  `json:"every,omitempty"` // of all schemas under each, which must hold one

	Root   *testSpec  `json:"root,omitempty"`
	Parent *testSpec  `json:"parent,omitempty"`
	Any    []testSpec `json:"any,omitempty"`
	All    []testSpec `json:"all,omitempty"`
	Not    *testSpec  `json:"not,omitempty"`
}

// valueSpec is a condition on a JSON value. All that is given must hold.
type valueSpec struct {
	Kind    names      `json:"kind,omitzero"` // as in testSpec
	In      names      `json:"in,omitzero"`   // a string that is one of these
	Matches string     `json:"matches,omitempty"`
	Is      string     `json:"is,omitempty"` // a named test, see [valueTests]
	Above   *float64   `json:"above,omitempty"`
	Below   *float64   `json:"below,omitempty"`
	Longer  *int       `json:"longer,omitempty"` // more characters, elements or members than this
	Shorter *int       `json:"shorter,omitempty"`
	Some    *valueSpec `json:"some,omitempty"` // of an element
	Every   *valueSpec `json:"every,omitempty"`
	Not     *valueSpec `json:"not,omitempty"`
}

// nameSpec matches a tool's name that does not fit.
type nameSpec struct {
	Not     string `json:"not,omitempty"`     // the name does not match this pattern
	Matches string `json:"matches,omitempty"` // the name matches it
	// Max is the greatest length in characters. With Join it is that of the
	// whole that the client makes of it: "mcp__{server}__{tool}".
	Max  int    `json:"max,omitempty"`
	Join string `json:"join,omitempty"`
	// Soft is a lower limit that some versions have; what is beyond it but not
	// beyond Max is conditional, in the words of SoftWhen.
	Soft     int    `json:"soft,omitempty"`
	SoftWhen string `json:"softWhen,omitempty"`

	frame int // characters of Join beside the two names
}

// textSpec matches a tool's description.
type textSpec struct {
	Longer int  `json:"longer,omitempty"` // in UTF-16 units, as JavaScript counts
	Empty  bool `json:"empty,omitempty"`  // it is there and the empty text
	None   bool `json:"none,omitempty"`   // it is not there, or empty
}

// listSpec matches a whole list of tools.
type listSpec struct {
	Tools    int  `json:"tools,omitempty"`    // more tools than this
	Optional int  `json:"optional,omitempty"` // more optional properties over all tools than this
	Names    bool `json:"names,omitempty"`    // two tools have one name
	IDs      bool `json:"ids,omitempty"`      // two output schemas that differ have one $id
}

// names is a list of words, written as one string where it is only one.
type names []string

// UnmarshalJSON reads either form.
func (n *names) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var one string
		if err := json.Unmarshal(data, &one); err != nil {
			return err
		}
		*n = names{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(n))
}

// IsZero makes an absent list different from an empty one in omitzero.
func (n names) IsZero() bool { return n == nil }

// decode reads data strictly: a misspelt member of a rule is an error.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("reading the rules: %w", err)
	}
	return nil
}
