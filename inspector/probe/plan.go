package probe

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// Bounds of a plan.
const (
	DefaultSteps = 250     // steps of one tool
	maxLevels    = 4       // levels of values that are probed
	maxFields    = 100     // fields that are probed
	maxListed    = 16      // values of one enum, and alternatives of one field
	maxBase      = 1 << 20 // bytes of a base call
	hugeText     = 100_000
	hugeList     = 1_000
)

// Options of a plan. The zero Options make the plan of the schema alone.
type Options struct {
	Base  []byte // the base call's arguments; nil for one made from the schema
	Seed  uint64 // chooses among values where any would do; the same seed gives the same plan
	Steps int    // at most this many; 0 means [DefaultSteps]
	// Compile compiles the input schema; nil means [validate.Compile].
	Compile func(*jsondoc.Document, dialect.Dialect) (*validate.Schema, error)
}

// Step is one call of a plan.
type Step struct {
	ID        int
	Kind      Kind
	Field     jsondoc.Pointer // into the arguments: what is tried
	Schema    jsondoc.Pointer // into the input schema: the keyword or the schema that it is tried for
	Arguments []byte          // exact JSON text; nil leaves the member out
	Detail    string          // what is tried, in a few words: "51, maximum is 50"
	Says      Says
	Why       string // what the schema has against the arguments, where it has
	Expect    Expect
	From      int // the ID of the step that this one differs from in one thing; -1 for the base
}

// Plan is the calls that would be sent to one tool.
type Plan struct {
	Tool  *tool.Tool
	Steps []Step // the base first
	// ReadOnly says that the server claims the tool to change nothing
	// (annotations.readOnlyHint). It is the server's claim and nothing more.
	ReadOnly bool
	Dropped  int      // steps beyond the bound
	Notes    []string // what a reader of the plan should know
	Problem  string   // why there are no steps

	schema *validate.Schema
}

// New plans the probe of one tool. It sends nothing, and never fails: a tool that
// cannot be probed has a plan without steps and with a Problem.
func New(ctx context.Context, t *tool.Tool, opt Options) *Plan {
	m := newMaker(ctx, t, opt)
	if !t.HasName || t.Name == "" {
		m.plan.Problem = "It has no name to call it by."
		return m.plan
	}
	if !m.open() {
		return m.plan
	}
	m.steps()
	m.plan.bound(m.opt.Steps, m.rnd)
	return m.plan
}

// ClaimsReadOnly reports whether the server claims that a tool changes nothing.
func ClaimsReadOnly(t *tool.Tool) bool {
	return t.Annotations.ReadOnly.Present && t.Annotations.ReadOnly.Value
}

func newMaker(ctx context.Context, t *tool.Tool, opt Options) *maker {
	p := &Plan{Tool: t, ReadOnly: ClaimsReadOnly(t)}
	m := &maker{ctx: ctx, plan: p, opt: opt, seen: map[string]int{}, verdicts: map[string]verdict{}}
	if m.opt.Steps <= 0 {
		m.opt.Steps = DefaultSteps
	}
	if m.opt.Compile == nil {
		m.opt.Compile = validate.Compile
	}
	name := fnv.New64a()
	_, _ = name.Write([]byte(t.Name)) // a hash takes everything
	m.rnd = rand.New(rand.NewPCG(opt.Seed, name.Sum64()))
	return m
}

// maker makes one plan.
type maker struct {
	ctx     context.Context
	plan    *Plan
	opt     Options
	rnd     *rand.Rand
	doc     *jsondoc.Document // the input schema; nil where there is none
	dialect dialect.Dialect
	base    []byte
	full    []byte         // arguments with an example for every field
	shape   *form.Form     // filled with full
	seen    map[string]int // arguments, with the step that sends them
	fields  int

	verdicts map[string]verdict // by arguments
}

// compile reads the input schema.
func (m *maker) compile() {
	s := m.plan.Tool.Input
	if !s.IsObject() {
		m.note("There is no input schema; only a call without arguments is tried.")
		return
	}
	m.doc = s.Doc
	m.dialect = dialect.Detect(s.Doc, dialect.Draft2020).Used
	schema, err := m.opt.Compile(m.doc, m.dialect)
	if err != nil {
		m.note("The input schema cannot be compiled, so nothing is said of what it allows: %v", err)
	}
	m.plan.schema = schema
}

// open reads the schema and makes the base call.
func (m *maker) open() bool {
	m.compile()
	m.shape = form.New(m.doc, m.dialect)
	if _, err := m.shape.Fill(m.ctx, "", form.WithOptional); err == nil {
		m.full, _ = m.shape.JSON()
	}
	if m.base = m.opt.Base; m.base == nil {
		m.base = m.makeBase()
	}
	doc, err := jsondoc.Parse(m.base)
	switch {
	case err != nil:
		m.plan.Problem = "The base call's arguments are not JSON: " + err.Error()
	case doc.Root().Kind() != jsondoc.Object:
		m.plan.Problem = "The base call's arguments are no object."
	case len(m.base) > maxBase:
		m.plan.Problem = fmt.Sprintf("The base call has %d bytes, more than %d.", len(m.base), maxBase)
	}
	return m.plan.Problem == ""
}

// makeBase makes the smallest call that the schema allows.
func (m *maker) makeBase() []byte {
	f := form.New(m.doc, m.dialect)
	left, err := f.Fill(m.ctx, "", form.OnlyRequired)
	if err != nil {
		m.note("No call was found that the schema allows (%v); the base call is an empty object. Give one that works.", err)
		return []byte("{}")
	}
	text, _ := f.JSON()
	if text == nil {
		text = []byte("{}")
	}
	for _, p := range left {
		m.note("The base call made from the schema has a problem at %q: %s. Give one that works.", p.Pointer, p.Message)
	}
	return text
}

func (m *maker) note(format string, args ...any) {
	m.plan.Notes = append(m.plan.Notes, fmt.Sprintf(format, args...))
}

// judge says what the schema says of arguments, and remembers it: a value is looked at
// before it becomes a step.
func (m *maker) judge(args []byte) (Says, string) {
	if v, known := m.verdicts[string(args)]; known {
		return v.says, v.why
	}
	says, why := m.plan.says(m.ctx, args)
	m.verdicts[string(args)] = verdict{says, why}
	return says, why
}

// verdict is what a schema says, and why.
type verdict struct {
	says Says
	why  string
}

func (p *Plan) says(ctx context.Context, args []byte) (Says, string) {
	if p.schema == nil {
		return Nothing, ""
	}
	doc, err := jsondoc.Parse(args)
	if err != nil {
		return Nothing, ""
	}
	v := p.schema.Validate(ctx, doc)
	switch {
	case v.State == validate.Invalid:
		return Forbidden, v.Problems[0].Message
	case v.State == validate.Valid && len(v.Warnings) == 0:
		return Allowed, ""
	case v.State == validate.Valid:
		return Nothing, v.Warnings[0].Message
	}
	return Nothing, v.Reason
}

// tryout is a step to be added: one change of the arguments of another step.
type tryout struct {
	kind   Kind
	from   int
	field  jsondoc.Pointer
	schema jsondoc.Pointer
	detail string
}

// add adds a step unless its arguments are sent already, and returns the ID of the
// step that sends them.
func (m *maker) add(t tryout, args []byte) int {
	if id, there := m.seen[string(args)]; there {
		return id
	}
	says, why := m.judge(args)
	if t.from >= 0 && m.plan.Steps[t.from].Says != Allowed {
		says = Nothing // whatever it says may be about something else
	}
	return m.append(t, args, says, why)
}

func (m *maker) append(t tryout, args []byte, says Says, why string) int {
	id := len(m.plan.Steps)
	if args != nil {
		m.seen[string(args)] = id
	}
	m.plan.Steps = append(m.plan.Steps, Step{
		ID: id, Kind: t.kind, Field: t.field, Schema: t.schema, Arguments: args, Detail: t.detail,
		Says: says, Why: why, Expect: expect(t.kind, says), From: t.from,
	})
	return id
}

// weight orders kinds by what is given up last where there are too many steps.
var weight = map[Kind]int{
	Base: 0, Default: 1, AllDefaults: 1, Missing: 1, Null: 2, Given: 0, Everything: 1, EnumOutside: 2, Outside: 2, WrongType: 2, UnknownKey: 2,
}

// bound leaves out steps until at most n are left: the least telling kinds first,
// and of those the ones that the seed chooses. A step that others differ from stays.
func (p *Plan) bound(n int, rnd *rand.Rand) {
	if len(p.Steps) <= n {
		return
	}
	needed := map[int]bool{0: true}
	for _, s := range p.Steps {
		needed[s.From] = true
	}
	order := rnd.Perm(len(p.Steps))
	gone := map[int]bool{}
	for class := 3; class > 0 && len(p.Steps)-len(gone) > n; class-- {
		for _, i := range order {
			w, listed := weight[p.Steps[i].Kind]
			if !listed {
				w = 3
			}
			if w == class && !needed[i] && len(p.Steps)-len(gone) > n {
				gone[i] = true
			}
		}
	}
	p.Dropped = len(gone)
	p.renumber(gone)
}

func (p *Plan) renumber(gone map[int]bool) {
	ids := map[int]int{-1: -1}
	var kept []Step
	for _, s := range p.Steps {
		if gone[s.ID] {
			continue
		}
		ids[s.ID] = len(kept)
		s.ID, s.From = len(kept), ids[s.From]
		kept = append(kept, s)
	}
	p.Steps = kept
}
