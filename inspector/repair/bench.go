package repair

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// bench looks at a tool before and after each mend.
type bench struct {
	ctx     context.Context
	catalog *profile.Catalog
	targets []profile.Target
	list    *tool.Snapshot
	lint    lint.Options
	base    *looked
}

// looked is a tool with what is found in it.
type looked struct {
	tool     *tool.Tool
	list     *tool.Snapshot // with the tool in it; nil where there is none
	own      []tool.Finding // of the protocol and of package lint
	verdicts []profile.Verdict
}

// each calls f for every finding.
func (l *looked) each(f func(tool.Finding)) {
	for _, o := range l.own {
		f(o)
	}
	for _, v := range l.verdicts {
		for _, o := range v.Findings {
			f(o.Finding)
		}
	}
}

func newBench(ctx context.Context, t *tool.Tool, opt Options) (*bench, error) {
	b := &bench{ctx: ctx, catalog: opt.Catalog, targets: opt.Targets}
	if b.catalog == nil {
		c, err := profile.Load()
		if err != nil {
			return nil, &Error{NoRules, "the rules about clients cannot be read: " + err.Error(), "this is a fault of the program; report it", err}
		}
		b.catalog = c
	}
	if b.targets == nil {
		b.targets = b.catalog.DefaultTargets()
	}
	if s := opt.Snapshot; s != nil {
		b.lint.ProtocolVersion = s.Server.ProtocolVersion
		if t.Index >= 0 && t.Index < len(s.Tools) && s.Tools[t.Index] == t {
			b.list = s
		}
	}
	base, err := b.look(t, b.list)
	b.base = base
	return b, err
}

// look applies every rule to a tool.
func (b *bench) look(t *tool.Tool, list *tool.Snapshot) (*looked, error) {
	l := &looked{tool: t, list: list, own: slices.Clone(t.Findings)}
	l.own = append(l.own, lint.Run(b.ctx, t, b.lint)...)
	if list != nil {
		l.own = append(l.own, b.compared(t, list)...)
	}
	verdicts, err := b.catalog.Judge(b.ctx, list, t, b.targets)
	l.verdicts = verdicts
	if err == nil {
		err = b.ctx.Err()
	}
	if err != nil {
		return nil, &Error{Cancelled, "the work was cancelled", "ask again", err}
	}
	return l, nil
}

// compared is what the rules that compare tools say of one.
func (b *bench) compared(t *tool.Tool, list *tool.Snapshot) []tool.Finding {
	found := lint.List(b.ctx, list.Tools, b.lint)
	if t.Index >= len(found) {
		return nil
	}
	return found[t.Index]
}

// reread reads mended bytes as the same entry of the same list.
func (b *bench) reread(raw []byte) (*tool.Tool, *tool.Snapshot) {
	page := slices.Concat([]byte(`{"tools":[`), raw, []byte(`]}`))
	s := tool.Read([][]byte{page}, b.lint.ProtocolVersion)
	if len(s.Tools) != 1 {
		return nil, nil
	}
	old, t := b.base.tool, s.Tools[0]
	t.Index, t.Page, t.Raw = old.Index, old.Page, raw
	if b.list == nil {
		return t, nil
	}
	list := *b.list
	list.Tools = slices.Clone(list.Tools)
	list.Tools[t.Index] = t
	if b.nameTaken(t) {
		for _, f := range old.Findings {
			if f.Rule == "lint/name-duplicate" {
				t.Findings = append(t.Findings, f)
			}
		}
	}
	return t, &list
}

// nameTaken reports whether another tool of the list has the name.
func (b *bench) nameTaken(t *tool.Tool) bool {
	return b.list != nil && slices.ContainsFunc(b.list.Tools, func(o *tool.Tool) bool {
		return o.Index != t.Index && o.HasName && t.HasName && o.Name == t.Name
	})
}

// knows reports whether the rule can be looked for in a list of tools.
func (b *bench) knows(rule string) bool {
	if r := b.clientRule(rule); r != nil {
		return r.FromList()
	}
	return slices.ContainsFunc(lint.Rules(), func(r lint.Rule) bool { return r.Name == rule }) ||
		slices.ContainsFunc(tool.Breaches(), func(r tool.Breach) bool { return r.Rule == rule })
}

// clientRule finds a rule about clients, those of the portable core included.
func (b *bench) clientRule(id string) *profile.Rule {
	if r, ok := b.catalog.Rule(id); ok {
		return r
	}
	if strings.HasPrefix(id, "core/") {
		for _, r := range b.catalog.CoreRules() {
			if r.ID == id {
				return r
			}
		}
	}
	return nil
}

// present reports whether a rule finds something at a place of a tool.
func (b *bench) present(l *looked, rule string, at jsondoc.Pointer) bool {
	found := false
	l.each(func(f tool.Finding) { found = found || f.Rule == rule && f.Pointer == at })
	if found {
		return true
	}
	r := b.clientRule(rule)
	if r == nil || !r.FromList() {
		return false
	}
	return slices.ContainsFunc(r.Match(l.list, l.tool), func(f tool.Finding) bool { return f.Pointer == at })
}

// places lists the places of a rule's findings in a tool.
func (b *bench) places(l *looked, rule string) []jsondoc.Pointer {
	var out []jsondoc.Pointer
	l.each(func(f tool.Finding) {
		if f.Rule == rule {
			out = append(out, f.Pointer)
		}
	})
	if r := b.clientRule(rule); r != nil && r.FromList() {
		for _, f := range r.Match(l.list, l.tool) {
			out = append(out, f.Pointer)
		}
	}
	return out
}

// try makes one mend of a finding in a tool and looks at what came of it. from
// says where the tool's places stood in the tool as sent. The repair is nil where
// the mend does not apply, changes nothing, or leaves the finding there.
func (b *bench) try(f tool.Finding, m *mend) (*Repair, *looked, *work, error) {
	for level := range 2 {
		if b.ctx.Err() != nil {
			return nil, nil, nil, b.cancelled()
		}
		w := newWork(b.base.tool, b.list, asSent())
		s := w.locate(f.Pointer)
		if level == 1 && !s.rise() {
			break
		}
		if !m.do(s) {
			continue
		}
		r, after, err := b.judge(w, []tool.Finding{f}, m)
		if r != nil || err != nil {
			return r, after, w, err
		}
	}
	return nil, nil, nil, nil
}

// judge looks at a tool after a mend of findings of one rule.
func (b *bench) judge(w *work, found []tool.Finding, m *mend) (*Repair, *looked, error) {
	raw := w.bytes()
	if bytes.Equal(raw, w.tool.Raw) || len(raw) > maxGrowth(len(w.tool.Raw)) {
		return nil, nil, nil
	}
	t, list := b.reread(raw)
	if t == nil || t.Doc == nil {
		return nil, nil, nil
	}
	after, err := b.look(t, list)
	if err != nil {
		return nil, nil, err
	}
	f := found[0]
	if b.remains(after, found, w) {
		return nil, nil, nil
	}
	r := &Repair{
		Rule: f.Rule, Pointer: f.Pointer, Kind: m.name, Title: m.title, Explain: m.explain,
		Effect: m.effect, Guess: m.guess, Tool: raw, Changes: w.changes(m.reason()),
	}
	c := comparison{before: b.base, after: after, origin: w.origin}
	r.Mends, r.Breaks, r.Also = c.compare()
	return r, after, nil
}

// remains reports whether one of the findings is still there.
func (b *bench) remains(after *looked, found []tool.Finding, w *work) bool {
	was := map[jsondoc.Pointer]bool{}
	for _, f := range found {
		was[f.Pointer] = true
	}
	for _, at := range b.places(after, found[0].Rule) {
		from, ok := w.origin(at)
		if !ok {
			from = at
		}
		if was[from] {
			return true
		}
	}
	return false
}

func (b *bench) cancelled() error {
	if err := b.ctx.Err(); err != nil {
		return &Error{Cancelled, "the work was cancelled", "ask again", err}
	}
	return nil
}

// maxGrowth bounds the size of a mended tool, in bytes.
func maxGrowth(before int) int { return 4*before + 64<<10 }
