package dialect

import "mcploupe/inspector/jsondoc"

// Effect says what a change does to the verdicts of the schema.
type Effect string

// The effects.
const (
	Same          Effect = "none"          // every instance keeps its verdict
	Neutralised   Effect = "neutralised"   // something that had no effect was kept from getting one
	Repaired      Effect = "repaired"      // the meaning changes on request, see [Options].Repair
	Unpreservable Effect = "unpreservable" // the target dialect cannot say it; Loss is set where verdicts can change
	Kept          Effect = "kept"          // nothing was changed, the place deserves a look
)

// Change is one thing that a conversion changed, or a place where it could not
// do all that was asked.
type Change struct {
	Code   string          // what kind of change, stable: "items-tuple"
	From   jsondoc.Pointer // the place in the source
	To     jsondoc.Pointer // the place in the result
	New    bool            // nothing stood at From: it is where the new thing belongs
	Gone   bool            // nothing stands at To: it is where the thing was
	Reason string          // one or two sentences for the author of the schema
	Source string          // URL of the section of the specification behind the change
	Loss   bool            // some instance can get another verdict, or something was given up
	Effect Effect
}

// Conversion is a converted schema with the account of it.
type Conversion struct {
	Detection Detection
	To        Dialect
	JSON      []byte // the converted text; the source itself where nothing changed: not to be modified
	Changes   []Change
}

// Options says what to convert to and how much to mend on the way. The zero
// Options convert to 2020-12 and keep every verdict.
type Options struct {
	To     Dialect // what to write; Unknown means 2020-12
	From   Dialect // what to read the schema as, whatever it says; Unknown means what [Detect] finds
	Assume Dialect // what a schema without $schema is; Unknown means 2020-12
	Repair Repairs // what to mend although it changes verdicts
}
