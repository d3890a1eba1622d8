package dialect

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
)

// Detection says which dialect a schema is read as, and why.
type Detection struct {
	Declared    string          // the text of $schema as sent
	HasDeclared bool            // the schema has a $schema that is a string
	Known       bool            // Declared names a dialect of this package, or nothing is declared
	Used        Dialect         // what the schema is read as; Unknown where Known is false
	Guessed     bool            // nothing was declared and the keywords decided against what was assumed
	Evidence    jsondoc.Pointer // the keyword that decided, where Guessed
	Why         string          // one sentence for the page
}

// Detect finds the dialect of a schema. assume is what a schema without $schema
// is; Unknown means 2020-12, as the protocol says since 2025-11-25 (SEP-1613).
func Detect(doc *jsondoc.Document, assume Dialect) Detection {
	if !assume.Known() {
		assume = Draft2020
	}
	if decl := doc.Root().Get("$schema"); decl.Kind() == jsondoc.String {
		det := Detection{Declared: decl.Text(), HasDeclared: true}
		det.Used, det.Known = ByURI(det.Declared)
		det.Why = fmt.Sprintf("$schema names %s.", det.Used)
		if !det.Known {
			det.Why = fmt.Sprintf("$schema names %q, a dialect that is not known here.", det.Declared)
		}
		return det
	}
	return Detection{Known: true, Used: assume, Why: fmt.Sprintf("There is no $schema, which means %s.", assume)}
}
