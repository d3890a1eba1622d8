// Package dialect knows the dialects of JSON Schema: it recognises which one a
// schema is written in and converts a schema from one dialect to another so that
// every instance keeps its verdict.
//
// A conversion is text to text: what need not change is copied to the letter,
// members stay in their order, numbers and strings keep their spelling, and each
// thing that changed is listed as a [Change] with both places, a reason and its
// source.
//
// The package never validates an instance, never fetches what a schema refers to,
// and never guesses at a dialect it does not know.
package dialect

import "strings"

// Dialect is a version of JSON Schema. They are ordered by age: Draft04 < Draft06.
type Dialect uint8

// The dialects. Draft-05 is draft-04 under another name and has no value of its own.
const (
	Unknown Dialect = iota
	Draft03
	Draft04
	Draft06
	Draft07
	Draft2019
	Draft2020
)

const dialects = int(Draft2020) + 1

type dialectInfo struct {
	name    string
	uri     string   // the value of $schema, as the specification spells it
	aliases []string // further names that people use
}

var dialectTable = [dialects]dialectInfo{
	Unknown:   {name: "unknown"},
	Draft03:   {"draft-03", "http://json-schema.org/draft-03/schema#", []string{"draft3", "draft03", "3"}},
	Draft04:   {"draft-04", "http://json-schema.org/draft-04/schema#", []string{"draft4", "draft04", "4", "draft-05", "draft5", "5"}},
	Draft06:   {"draft-06", "http://json-schema.org/draft-06/schema#", []string{"draft6", "draft06", "6"}},
	Draft07:   {"draft-07", "http://json-schema.org/draft-07/schema#", []string{"draft7", "draft07", "7"}},
	Draft2019: {"2019-09", "https://json-schema.org/draft/2019-09/schema", []string{"draft2019-09", "draft-2019-09", "draft2019", "2019"}},
	Draft2020: {"2020-12", "https://json-schema.org/draft/2020-12/schema", []string{"draft2020-12", "draft-2020-12", "draft2020", "2020"}},
}

// Known reports whether d is one of the dialects this package converts.
func (d Dialect) Known() bool { return d > Unknown && int(d) < dialects }

// URI returns the identifier of the dialect's metaschema, the value of $schema in
// the spelling of the specification; "" for Unknown.
func (d Dialect) URI() string {
	if int(d) >= dialects {
		return ""
	}
	return dialectTable[d].uri
}

// String returns the name that people use: "draft-07", "2020-12".
func (d Dialect) String() string {
	if int(d) >= dialects {
		return dialectTable[Unknown].name
	}
	return dialectTable[d].name
}

// All returns the known dialects, the oldest first.
func All() []Dialect {
	return []Dialect{Draft03, Draft04, Draft06, Draft07, Draft2019, Draft2020}
}

// uriPaths maps what follows "json-schema.org/" in a metaschema URI. The
// hyper-schema metaschemas extend the plain dialect by keywords that say nothing
// about validity, so they are read as the plain one. "schema" meant "the latest"
// while draft-07 was the last one to be named in this form.
var uriPaths = map[string]Dialect{
	"draft-03/schema":            Draft03,
	"draft-03/hyper-schema":      Draft03,
	"draft-04/schema":            Draft04,
	"draft-04/hyper-schema":      Draft04,
	"draft-05/schema":            Draft04,
	"draft-05/hyper-schema":      Draft04,
	"draft-06/schema":            Draft06,
	"draft-06/hyper-schema":      Draft06,
	"draft-07/schema":            Draft07,
	"draft-07/hyper-schema":      Draft07,
	"schema":                     Draft07,
	"draft/2019-09/schema":       Draft2019,
	"draft/2019-09/hyper-schema": Draft2019,
	"draft/2020-12/schema":       Draft2020,
	"draft/2020-12/hyper-schema": Draft2020,
}

// ByURI finds the dialect that a value of $schema names, in any spelling in use:
// http or https, with or without the empty fragment.
func ByURI(uri string) (Dialect, bool) {
	rest, ok := strings.CutPrefix(uri, "http://json-schema.org/")
	if !ok {
		if rest, ok = strings.CutPrefix(uri, "https://json-schema.org/"); !ok {
			return Unknown, false
		}
	}
	d, ok := uriPaths[strings.TrimSuffix(rest, "#")]
	return d, ok
}

// ByName finds a dialect by a name as a person types it: "draft-07", "draft7",
// "7", "2020-12", or the URI itself.
func ByName(name string) (Dialect, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, d := range All() {
		if name == dialectTable[d].name {
			return d, true
		}
		for _, a := range dialectTable[d].aliases {
			if name == a {
				return d, true
			}
		}
	}
	return ByURI(name)
}
