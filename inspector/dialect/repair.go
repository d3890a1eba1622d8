package dialect

import (
	"fmt"
	"strings"
)

// Repairs is a set of named repairs. A repair changes what a schema means to what
// its author most likely meant; none is made unless it is asked for.
type Repairs uint8

// The repairs.
const (
	// RepairRequired moves "required": true of a property to the list of its
	// parent (a habit of draft-03, invalid since draft-04).
	RepairRequired Repairs = 1 << iota
	// RepairExclusive reads a boolean exclusiveMinimum or exclusiveMaximum as
	// draft-04 did where the dialect wants a number.
	RepairExclusive
	// RepairTuple removes an empty list of items, which no dialect allows.
	RepairTuple
	// RepairNullable writes OpenAPI's "nullable": true as a type of null.
	RepairNullable
)

// AllRepairs is every repair there is.
const AllRepairs = RepairRequired | RepairExclusive | RepairTuple | RepairNullable

var repairTable = []struct {
	bit  Repairs
	name string
	what string
}{
	{RepairRequired, "required", `"required": true in a property becomes an entry of the parent's list`},
	{RepairExclusive, "exclusive", `a boolean exclusiveMinimum or exclusiveMaximum becomes the bound itself`},
	{RepairTuple, "tuple", `an empty list of items goes`},
	{RepairNullable, "nullable", `OpenAPI's "nullable": true becomes a type of null`},
}

// Names lists the repairs in r.
func (r Repairs) Names() []string {
	var out []string
	for _, t := range repairTable {
		if r&t.bit != 0 {
			out = append(out, t.name)
		}
	}
	return out
}

// Describe says in half a sentence what each repair in r does.
func (r Repairs) Describe() []string {
	var out []string
	for _, t := range repairTable {
		if r&t.bit != 0 {
			out = append(out, t.what)
		}
	}
	return out
}

// ParseRepairs reads a list of names separated by commas; "all" is every repair
// and "" none.
func ParseRepairs(list string) (Repairs, error) {
	var r Repairs
next:
	for _, name := range strings.Split(list, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
			continue
		case "all":
			r |= AllRepairs
			continue
		}
		for _, t := range repairTable {
			if t.name == name {
				r |= t.bit
				continue next
			}
		}
		return 0, fmt.Errorf("no repair is called %q; there are %s", name, strings.Join(AllRepairs.Names(), ", "))
	}
	return r, nil
}
