package validate

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// errNotFetched is what every attempt to load a document gets.
var errNotFetched = errors.New("nothing is fetched because a schema says so")

// denyLoader loads nothing. Without it the library opens files that a $ref
// names. The metaschemas of the drafts it has within itself.
type denyLoader struct{}

// Load refuses.
func (denyLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s: %w", url, errNotFetched) }

// drafts are the dialects that can be compiled.
var drafts = map[dialect.Dialect]*jsonschema.Draft{
	dialect.Draft04:   jsonschema.Draft4,
	dialect.Draft06:   jsonschema.Draft6,
	dialect.Draft07:   jsonschema.Draft7,
	dialect.Draft2019: jsonschema.Draft2019,
	dialect.Draft2020: jsonschema.Draft2020,
}

// chooseDialect returns the dialect to compile a document in: d, or where that
// is Unknown the declared one, or else 2020-12.
func chooseDialect(doc *jsondoc.Document, d dialect.Dialect) (dialect.Dialect, *CompileError) {
	declared := doc.Root().Get("$schema")
	if declared.Kind() == jsondoc.String {
		named, ok := dialect.ByURI(declared.Text())
		if !ok {
			return d, unsupported("/$schema", "%s is not a dialect that can be compiled here", brief(declared))
		}
		if d == dialect.Unknown {
			d = named
		}
	}
	if d == dialect.Unknown {
		d = dialect.Draft2020
	}
	if drafts[d] == nil {
		at := jsondoc.Pointer("")
		if declared.Exists() {
			at = "/$schema"
		}
		return d, unsupported(at, "%s cannot be compiled here", d)
	}
	return d, nil
}

func unsupported(at jsondoc.Pointer, format string, args ...any) *CompileError {
	return fault(DialectUnsupported, at, "$schema", format, args...)
}

// foreignDialects lists the subschemas that declare a dialect of their own which
// cannot be compiled. The library refuses them even where $schema has no effect.
func (s *survey) foreignDialects() []*CompileError {
	var bad []*CompileError
	for _, sp := range s.ordered() {
		declared := sp.node.Get("$schema")
		if sp.at == "" || declared.Kind() != jsondoc.String {
			continue
		}
		if d, ok := dialect.ByURI(declared.Text()); !ok || drafts[d] == nil {
			bad = append(bad, unsupported(sp.at.Join("$schema"), "%s is not a dialect that can be compiled here", brief(declared)))
		}
	}
	return bad
}
