package lint

import (
	"context"
	"fmt"
	"regexp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// Options say how to look. The zero Options look with all rules at a server of
// which the protocol version is not known.
type Options struct {
	// ProtocolVersion is the negotiated version, "2025-06-18". Versions before
	// 2025-11-25 do not say which dialect a schema is in that declares none.
	ProtocolVersion string
	// Only names the rules to look with; all where it is empty.
	Only []string
}

// maxPlaces bounds the findings of one rule in one tool. What is repeated more
// often says nothing more, and the pointers of deep schemas are long.
const maxPlaces = 50

// Run looks at one tool with every rule that needs no other tool, and returns
// what it finds, the worst first. It does not repeat t.Findings, the breaches of
// the protocol: what those say of a place with the same rule is left out. When
// ctx ends it returns what it has.
func Run(ctx context.Context, t *tool.Tool, opt Options) []tool.Finding {
	s := newSubject(ctx, t, opt)
	for i := range all {
		if ctx.Err() != nil {
			break
		}
		s.apply(&all[i])
	}
	tool.SortFindings(s.found)
	return s.found
}

// List looks at the tools of one list with the rules that compare tools. It
// returns the findings of each, in the order of the tools.
func List(ctx context.Context, tools []*tool.Tool, opt Options) [][]tool.Finding {
	out := make([][]tool.Finding, len(tools))
	for i := range all {
		r := &all[i]
		if r.onList == nil || !opt.wants(r.Name) || ctx.Err() != nil {
			continue
		}
		p := &pass{rule: r, subject: &subject{ctx: ctx, opt: opt}, perTool: out}
		r.onList(p, tools)
	}
	for _, found := range out {
		tool.SortFindings(found)
	}
	return out
}

func (o Options) wants(rule string) bool {
	if len(o.Only) == 0 {
		return true
	}
	for _, name := range o.Only {
		if name == rule {
			return true
		}
	}
	return false
}

// subject is one tool while it is looked at.
type subject struct {
	ctx     context.Context
	tool    *tool.Tool
	opt     Options
	schemas []*schema
	found   []tool.Finding
}

func newSubject(ctx context.Context, t *tool.Tool, opt Options) *subject {
	s := &subject{ctx: ctx, tool: t, opt: opt}
	for _, side := range []struct {
		at     jsondoc.Pointer
		schema tool.Schema
	}{{"/inputSchema", t.Input}, {"/outputSchema", t.Output}} {
		if side.schema.Doc != nil && side.schema.IsObject() {
			s.schemas = append(s.schemas, newSchema(ctx, side.at, side.schema.Doc))
		}
	}
	return s
}

func (s *subject) apply(r *Rule) {
	if !s.opt.wants(r.Name) {
		return
	}
	p := &pass{rule: r, subject: s}
	switch {
	case r.onTool != nil:
		r.onTool(p)
	case r.onSchema != nil:
		for _, sc := range s.schemas {
			r.onSchema(p, sc)
		}
	case r.onNode != nil:
		for _, sc := range s.schemas {
			for i := 0; i < len(sc.nodes) && !p.full(); i++ {
				r.onNode(p, sc, &sc.nodes[i])
			}
		}
	}
	p.close()
}

// pass is one rule at one tool.
type pass struct {
	*subject
	rule    *Rule
	perTool [][]tool.Finding // for rules about lists
	count   int
}

// finding makes a finding of the rule. next, where given, replaces the rule's.
func (p *pass) finding(at jsondoc.Pointer, message string, next ...string) tool.Finding {
	f := tool.Finding{
		Rule: p.rule.Name, Level: p.rule.Level, Pointer: at,
		Message: message, Next: p.rule.Next, Evidence: p.rule.Evidence,
	}
	if len(next) > 0 && next[0] != "" {
		f.Next = next[0]
	}
	return f
}

// report adds a finding at a pointer into the tool.
func (p *pass) report(at jsondoc.Pointer, message string, next ...string) {
	p.add(p.finding(at, message, next...))
}

// reportAs adds a finding of another level than the rule's.
func (p *pass) reportAs(level tool.Level, at jsondoc.Pointer, message string, next ...string) {
	f := p.finding(at, message, next...)
	f.Level = level
	p.add(f)
}

func (p *pass) add(f tool.Finding) {
	for _, have := range p.tool.Findings {
		if have.Rule == f.Rule && have.Pointer == f.Pointer {
			return
		}
	}
	if p.full() {
		return
	}
	p.count++
	p.found = append(p.found, f)
}

// full reports whether no more findings of the rule are kept. Checks that find
// many ask before they write another one.
func (p *pass) full() bool { return p.count >= maxPlaces }

// close says that there may be more than was kept.
func (p *pass) close() {
	if p.full() {
		p.found[len(p.found)-1].Message += fmt.Sprintf(" Only the first %d places are listed.", maxPlaces)
	}
}

// schema is one of a tool's two schemas while it is looked at.
type schema struct {
	ctx       context.Context
	at        jsondoc.Pointer // in the tool
	doc       *jsondoc.Document
	detection dialect.Detection
	used      dialect.Dialect           // what the keywords are read as, never Unknown
	nodes     []node                    // every subschema, parents before their children
	byID      []int32                   // node ID → index in nodes plus one
	refs      *references               // made when first asked for
	required  map[int32]map[string]bool // of each object with properties, by index
	patterns  map[string]*regexp.Regexp
	verdicts  map[int]verdict // of values by node ID, made when first asked for
	tried     bool            // it has been compiled
	fault     *validate.CompileError
}

func newSchema(ctx context.Context, at jsondoc.Pointer, doc *jsondoc.Document) *schema {
	s := &schema{ctx: ctx, at: at, doc: doc, detection: dialect.Detect(doc, dialect.Draft2020)}
	if s.used = s.detection.Used; !s.used.Known() {
		s.used = dialect.Draft2020
	}
	s.walk()
	return s
}

// input reports whether the schema is the tool's inputSchema.
func (s *schema) input() bool { return s.at == "/inputSchema" }

// pointer is the place of a subschema in the tool, with more tokens after it.
func (s *schema) pointer(n *node, tokens ...string) jsondoc.Pointer {
	return (s.at + s.place(n)).Join(tokens...)
}
