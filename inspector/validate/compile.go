package validate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// Schema is a compiled schema. It may be used by several goroutines at once; one
// validation at a time runs, the others wait.
type Schema struct {
	doc     *jsondoc.Document
	dialect dialect.Dialect
	lib     *jsonschema.Schema
	meter   *meter
	info    shapeInfo
	busy    gate // held by the run that uses meter
	slots   gate // shared by the schemas of one cache
}

// Document returns the document that was compiled.
func (s *Schema) Document() *jsondoc.Document { return s.doc }

// Dialect returns the dialect that it was compiled in.
func (s *Schema) Dialect() dialect.Dialect { return s.dialect }

// gate lets as many in at a time as it has capacity.
type gate chan struct{}

// Compile compiles a schema in a dialect, whatever its $schema declares (see
// [dialect.Detect] for choosing one); [dialect.Unknown] means the declared
// dialect, or else 2020-12. An undeclared or declared dialect that is not known
// is an error in any case.
//
// Every error is a [*CompileError]. Nothing is fetched; it takes [CompileTime] at
// most. The document must not be changed afterwards.
func Compile(doc *jsondoc.Document, d dialect.Dialect) (*Schema, error) {
	s, err := compile(doc, d, make(gate, 1))
	if err != nil {
		return nil, err
	}
	return s, nil
}

func compile(doc *jsondoc.Document, d dialect.Dialect, slots gate) (*Schema, *CompileError) {
	if err := checkRoot(doc); err != nil {
		return nil, err
	}
	d, err := chooseDialect(doc, d)
	if err != nil {
		return nil, err
	}
	sv, err := takeSurvey(doc, d)
	if err != nil {
		return nil, err
	}
	if err := several(sv.foreignDialects()); err != nil {
		return nil, err
	}
	if err := several(sv.wildNumbers()); err != nil {
		return nil, err
	}
	s := &Schema{doc: doc, dialect: d, meter: &meter{}, busy: make(gate, 1), slots: slots}
	return s, s.build(sv)
}

func checkRoot(doc *jsondoc.Document) *CompileError {
	if doc == nil || !doc.Root().Exists() {
		return fault(InvalidSchema, "", "", "there is no schema")
	}
	switch k := doc.Root().Kind(); k {
	case jsondoc.Object, jsondoc.Bool:
		return nil
	default:
		return fault(InvalidSchema, "", "", "a schema is an object, true or false; got %s", described(doc.Root()))
	}
}

// several makes one error of many: the first, with the others in Also.
func several(all []*CompileError) *CompileError {
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	first.Also = all[1:min(len(all), maxFaults+1)]
	return first
}

// ordered returns the subschemas in the order of the document.
func (s *survey) ordered() []*spot {
	spots := slices.Clone(s.spots)
	slices.SortFunc(spots, func(a, b *spot) int { return cmp.Compare(a.node.ID(), b.node.ID()) })
	return spots
}

// build runs the library in a goroutine of its own, since it cannot be
// cancelled. What a late goroutine makes is thrown away; that it ends soon
// enough is what the bounds of the survey are for.
func (s *Schema) build(sv *survey) *CompileError {
	type built struct {
		lib  *jsonschema.Schema
		info shapeInfo
		err  *CompileError
	}
	timer := time.NewTimer(CompileTime)
	defer timer.Stop()
	late := fault(TooSlow, "", "", "compiling takes longer than %s", CompileTime)
	select {
	case s.slots <- struct{}{}:
	case <-timer.C:
		return late
	}
	done := make(chan built, 1)
	go func() {
		defer func() { <-s.slots }()
		var b built
		b.lib, b.info, b.err = runLibrary(sv, s.dialect, s.meter)
		done <- b
	}()
	select {
	case b := <-done:
		s.lib, s.info = b.lib, b.info
		return b.err
	case <-timer.C:
		return late
	}
}

func runLibrary(sv *survey, d dialect.Dialect, m *meter) (lib *jsonschema.Schema, info shapeInfo, fail *CompileError) {
	defer func() {
		if r := recover(); r != nil {
			fail = fault(Failed, "", "", "the validator failed on this schema: %v", r)
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(denyLoader{})
	c.DefaultDraft(drafts[d])
	c.UseRegexpEngine(engine(m))
	c.AssertFormat() // the guards know where formats are annotations
	if err := c.AddResource(rootURI, tree(sv.doc.Root(), sv.overrides(d))); err != nil {
		return nil, info, fault(Failed, "", "", "the validator does not take this schema: %v", err)
	}
	lib, err := c.Compile(rootURI)
	if err != nil {
		return nil, info, sv.explain(err)
	}
	info, worst := instrument(lib, sv.dynamic(c), m)
	if worst != nil {
		at, _ := schemaPointer(worst.Location)
		return nil, info, fault(TooLarge, at, "", "one value would be held against more than %d subschemas here, by references that multiply", MaxFanOut)
	}
	return lib, info, nil
}

// dynamic returns the compiled schemas with a $dynamicAnchor, which the library
// keeps out of sight.
func (s *survey) dynamic(c *jsonschema.Compiler) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, sp := range s.spots {
		if sp.seen && sp.dialect >= dialect.Draft2020 && sp.node.Get("$dynamicAnchor").Exists() {
			if lib, err := c.Compile(rootURI + "#" + fragment(sp.at)); err == nil {
				out = append(out, lib)
			}
		}
	}
	return out
}

// integerKeywords are read by the library as machine integers, which overflow.
var integerKeywords = []string{
	"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
}

var numberKeywords = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}

// overrides gives what the library reads instead of what is written: the dialect
// in the spelling it knows, and integers within what it can hold. None of it is
// shown to anybody.
func (s *survey) overrides(d dialect.Dialect) map[int]any {
	out := map[int]any{}
	for _, sp := range s.spots {
		if declared := sp.node.Get("$schema"); declared.Kind() == jsondoc.String {
			if sp.at == "" {
				out[declared.ID()] = d.URI()
			} else if named, ok := dialect.ByURI(declared.Text()); ok {
				out[declared.ID()] = named.URI()
			}
		}
		for _, k := range integerKeywords {
			n := sp.node.Get(k)
			if n.Kind() != jsondoc.Number {
				continue
			}
			if v := parseDecimal(string(n.Raw())); v.isInteger() && !v.negative && len(v.digits)+v.exp > 9 {
				out[n.ID()] = json.Number(fmt.Sprint(math.MaxInt32))
			}
		}
	}
	return out
}

// wildNumbers lists the numbers that keywords would have to calculate with and
// cannot. Elsewhere, as in a default, a number is only text.
func (s *survey) wildNumbers() []*CompileError {
	var bad []*CompileError
	look := func(n jsondoc.Node, keyword string) {
		if n.Kind() != jsondoc.Number || len(bad) > maxFaults {
			return
		}
		if why := outOfReach(string(n.Raw())); why != "" {
			bad = append(bad, fault(TooLarge, n.Pointer(), keyword, "%s", why))
		}
	}
	for _, sp := range s.ordered() {
		for _, k := range slices.Concat(numberKeywords, integerKeywords) {
			look(sp.node.Get(k), k)
		}
		for _, k := range []string{"const", "enum"} {
			v := sp.node.Get(k)
			for i := v.ID(); i >= 0 && i < v.EndID(); i++ {
				look(s.doc.Node(i), k)
			}
		}
	}
	return bad
}

// explain turns an error of the library's into one with a place.
func (s *survey) explain(err error) *CompileError {
	var out *CompileError
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		out = s.invalid(invalid)
	} else if out = s.misidentified(err); out == nil {
		out = several(s.badReferences())
	}
	if out == nil {
		out = fault(InvalidSchema, "", "", "the schema cannot be compiled: %v", err)
	}
	out.Err = err
	return out
}

// misidentified explains the errors about $id and anchors.
func (s *survey) misidentified(err error) *CompileError {
	var (
		id        *jsonschema.ParseIDError
		anchor    *jsonschema.ParseAnchorError
		twiceID   *jsonschema.DuplicateIDError
		twiceName *jsonschema.DuplicateAnchorError
	)
	at := func(location string) jsondoc.Pointer { p, _ := schemaPointer(location); return p }
	wrongID := func(p jsondoc.Pointer, format string, args ...any) *CompileError {
		k := s.enclosing(p).idKeyword()
		return fault(InvalidSchema, p.Join(k), k, format, args...)
	}
	switch {
	case errors.As(err, &id):
		return wrongID(at(id.URL), "this is no URI reference")
	case errors.As(err, &anchor):
		return wrongID(at(anchor.URL), "the fragment is no anchor")
	case errors.As(err, &twiceID):
		p, q := s.inOrder(twiceID.Ptr1, twiceID.Ptr2)
		return wrongID(q, "the same URI as at %s stands here again", place(p))
	case errors.As(err, &twiceName):
		p, q := s.inOrder(twiceName.Ptr1, twiceName.Ptr2)
		return fault(InvalidSchema, q, "$anchor", "the same anchor %s as at %s stands here again", jsondoc.Quote(twiceName.Anchor), place(p))
	}
	return nil
}

func (s *survey) inOrder(a, b string) (first, second jsondoc.Pointer) {
	p, q := jsondoc.Pointer(a), jsondoc.Pointer(b)
	if s.at[p] != nil && s.at[q] != nil && s.at[p].node.ID() > s.at[q].node.ID() {
		return q, p
	}
	return p, q
}
