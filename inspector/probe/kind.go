package probe

// Kind says what a step tries.
type Kind string

// The kinds of steps, in the order in which they are planned for a field.
const (
	Base         Kind = "base"              // the call that the others differ from
	Default      Kind = "default"           // the advertised default, sent explicitly
	AllDefaults  Kind = "all defaults"      // all advertised defaults at once
	Null         Kind = "null"              // an explicit null
	Given        Kind = "given"             // a valid value for an optional field
	Everything   Kind = "everything"        // a valid value for every field at once
	LeftOut      Kind = "left out"          // an optional field left out of a call that has it
	Missing      Kind = "required left out" // a required field left out
	EnumValue    Kind = "enum value"        // one of the listed values
	EnumOutside  Kind = "not in enum"       // a value that is not listed
	Bound        Kind = "bound"             // exactly on a bound
	Inside       Kind = "inside bounds"     // just inside
	Outside      Kind = "outside bounds"    // just outside
	WrongType    Kind = "wrong type"        // a value of another type, which nothing turns into the right one
	Coercible    Kind = "coercible"         // a value of another type, which a lenient server turns into the right one
	Stringified  Kind = "JSON as text"      // an object or array as its JSON text, as some hosts send it
	JSONShaped   Kind = "text like JSON"    // a string that reads like another JSON value
	UnknownKey   Kind = "unknown property"  // a property that the schema does not name
	NearMiss     Kind = "misspelt property" // an optional property under almost its name
	Empty        Kind = "empty"             // an empty string, array or object
	Huge         Kind = "huge"              // a very long string or array, an object of many members
	Branch       Kind = "alternative"       // one alternative of an anyOf or oneOf
	FormatMatch  Kind = "format"            // a string of the format
	FormatMiss   Kind = "not the format"    // a string that is not of the format
	PatternMatch Kind = "pattern"           // a string that the pattern matches
	PatternMiss  Kind = "not the pattern"   // a string that it does not
	IntegerEdge  Kind = "integer edge"      // where integers of 32 and of 53 bits end, zero, and below it
	NoArguments  Kind = "no arguments"      // the member arguments left out
)

// Kinds lists the kinds in order.
func Kinds() []Kind {
	return []Kind{
		Base, Default, AllDefaults, Null, Given, Everything, LeftOut, Missing, EnumValue, EnumOutside, Bound, Inside, Outside,
		WrongType, Coercible, Stringified, JSONShaped, UnknownKey, NearMiss, Empty, Huge, Branch,
		FormatMatch, FormatMiss, PatternMatch, PatternMiss, IntegerEdge, NoArguments,
	}
}

// Says is what the schema says of the arguments of a step.
type Says string

// What a schema can say. Nothing is said where the schema cannot be used, where the
// call that the step differs from is not allowed itself, and of formats where the
// dialect does not assert them.
const (
	Allowed   Says = "allowed"
	Forbidden Says = "forbidden"
	Nothing   Says = "not said"
)

// Expect is what a server that keeps its word does.
type Expect string

// The expectations.
const (
	Accept Expect = "accept"
	Refuse Expect = "refuse"
	Either Expect = "either" // nothing is promised: only what breaks the server counts
)

// lenient are the kinds of which a server may be more generous than its schema
// without anybody being misled: the meaning of the value is plain.
var lenient = map[Kind]bool{Coercible: true, Stringified: true, Null: true}

// expect is what is expected of a step of a kind.
func expect(k Kind, s Says) Expect {
	switch {
	case k == Default || k == AllDefaults: // the server offered them
		return Accept
	case s == Allowed:
		return Accept
	case s == Forbidden && !lenient[k]:
		return Refuse
	}
	return Either
}
