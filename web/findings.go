package web

import (
	"context"
	"slices"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// fillFindings counts what was found, and shows it where the tab is asked for.
func (s *Site) fillFindings(ctx context.Context, v *views.Tool, p place, o *inspector.Opinion) {
	v.Errors, v.Warnings = tally(o.Findings)
	v.Marks = lineMarks(o.Findings)
	if p.Tab == views.TabFindings {
		v.Found = s.found(ctx, p, o)
	}
}

func tally(found []tool.Finding) (errors, warnings int) {
	for _, f := range found {
		if f.Level.Error() {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}

// maxMarks bounds the lines of the schemas that are marked.
const maxMarks = 5000

func lineMarks(found []tool.Finding) []views.LineMark {
	var list []views.LineMark
	for _, f := range found[:min(len(found), maxMarks)] {
		list = append(list, views.LineMark{At: f.Pointer, Rule: f.Rule, Level: f.Level, Title: f.Message})
	}
	return list
}

// found is the findings tab.
func (s *Site) found(ctx context.Context, p place, o *inspector.Opinion) *views.Found {
	out := &views.Found{Total: len(o.Findings)}
	catalog, err := s.app.Catalog()
	if err != nil {
		return out // the data is embedded; a test reads it
	}
	list := knownFindings(o.Findings)
	if i := slices.IndexFunc(o.Verdicts, func(v profile.Verdict) bool { return v.Profile == p.Client }); i >= 0 {
		list = clientFindings(o.Verdicts[i])
		out.Client = clientNote(catalog, o.Verdicts[i])
	} else {
		p.Client = ""
	}
	out.Clients = clientLinks(o.Verdicts, p.Client)
	list = slices.DeleteFunc(list, func(f knownFinding) bool { return p.Rule != "" && f.Rule != p.Rule })
	out.Effects = effectLinks(list, p.Effect)
	list = slices.DeleteFunc(list, func(f knownFinding) bool { return p.Effect != "" && string(f.Level) != p.Effect })
	out.Matched = len(list)

	groups := group(list)
	out.All = len(groups)
	out.From = min(p.From, max(0, len(groups)-1))
	x := newExcerpter(p.tool)
	for n, g := range groups[out.From:min(len(groups), out.From+views.MaxGroups)] {
		out.Groups = append(out.Groups, s.findingGroup(ctx, p, catalog, x, g, out.From+n+1))
	}
	out.MendAll = slices.ContainsFunc(o.Findings, func(f tool.Finding) bool { return repair.ByHand(f.Rule) == "" })
	if p.Mend == "all" {
		out.Mend = s.mendAll(ctx, p, o.Findings)
	}
	if p.Client == "" && p.Effect == "" && p.Rule == "" && p.From == 0 {
		out.Core = core(ctx, catalog, p.tool)
		out.Conflicts = s.conflicts(ctx, catalog, p)
	}
	return out
}

// knownFinding is a finding with how it is known, where a client is meant.
type knownFinding struct {
	tool.Finding
	basis    profile.Basis
	status   profile.Status
	possible bool
}

func knownFindings(found []tool.Finding) []knownFinding {
	list := make([]knownFinding, 0, len(found))
	for _, f := range found {
		list = append(list, knownFinding{Finding: f})
	}
	return list
}

// clientFindings are those of one verdict, at their own levels.
func clientFindings(v profile.Verdict) []knownFinding {
	list := make([]knownFinding, 0, len(v.Findings))
	for _, f := range v.Findings {
		k := knownFinding{Finding: f.Finding, basis: f.Basis, status: f.Status, possible: !f.Holds()}
		if caveat := f.Caveat(); caveat != "" {
			k.Message += " " + caveat
		}
		list = append(list, k)
	}
	return list
}

// group puts the findings of one rule, level and set of clients together, in the
// order in which the first of each stands.
func group(list []knownFinding) [][]knownFinding {
	type key struct {
		rule, target string
		level        tool.Level
	}
	index := map[key]int{}
	var groups [][]knownFinding
	for _, f := range list {
		k := key{f.Rule, f.Target, f.Level}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// maxFoundPlaces is how many places of a group are shown, and maxExcerpts how many
// of them with their lines.
const (
	maxFoundPlaces = 6
	maxExcerpts    = 2
)

func (s *Site) findingGroup(ctx context.Context, p place, catalog *profile.Catalog, x *excerpter, list []knownFinding, number int) views.FindingGroup {
	f := list[0]
	g := views.FindingGroup{
		Number: number, Rule: f.Rule, Level: f.Level, Possible: f.possible, Message: f.Message, Count: len(list),
		Next: f.Next, ByHand: repair.ByHand(f.Rule), At: f.Pointer,
	}
	g.CanFix = g.ByHand == ""
	if f.Target != "" {
		for id := range strings.SplitSeq(f.Target, ", ") {
			g.Clients = append(g.Clients, clientName(catalog, id))
		}
	}
	evidenceOf(&g, catalog, f)
	for i, one := range list[:min(len(list), maxFoundPlaces)] {
		at := views.FoundPlace{Pointer: one.Pointer}
		if one.Message != f.Message {
			at.Message = one.Message
		}
		if i < maxExcerpts {
			at.Lines = x.lines(one.Pointer)
		}
		g.Places = append(g.Places, at)
	}
	if rule, at, ok := strings.Cut(p.Mend, "@"); ok && rule == f.Rule {
		if i := slices.IndexFunc(list, func(k knownFinding) bool { return string(k.Pointer) == at }); i >= 0 {
			g.Mend = s.mend(ctx, p, list[i].Finding)
		}
	}
	return g
}

// evidenceOf says how the findings of a group are known.
func evidenceOf(g *views.FindingGroup, catalog *profile.Catalog, f knownFinding) {
	g.Evidence = []string{f.Evidence}
	r, ok := catalog.Rule(f.Rule)
	if !ok || f.Target == "" {
		return
	}
	g.Title, g.Date = r.Title, "last seen "+r.Date
	basis, status := f.basis, f.status
	if basis == "" {
		basis, status = r.Confidence(), r.Status
	}
	g.Basis = basis.Says()
	switch status {
	case profile.Open:
		g.Status = "not tested again since"
	case profile.Old:
		g.Status = "an old report"
	case profile.Bound:
		g.Status = "in some versions only"
	}
	g.Evidence = r.Evidence[:min(len(r.Evidence), 2)]
}

func clientName(catalog *profile.Catalog, id string) string {
	if p, ok := catalog.Profile(id); ok {
		return p.Name
	}
	return id
}

// clientLinks are the clients that mind something.
func clientLinks(verdicts []profile.Verdict, current string) []views.FilterLink {
	var links []views.FilterLink
	for _, v := range verdicts {
		if len(v.Findings) > 0 {
			links = append(links, views.FilterLink{Value: v.Profile, Word: v.Name, Class: stateClass(v.State, v.Level), Count: len(v.Findings), Current: v.Profile == current})
		}
	}
	return links
}

// stateClass is the look of a verdict.
func stateClass(state profile.State, level tool.Level) string {
	switch {
	case state == profile.Fine:
		return "ok"
	case state != profile.Affected:
		return "unknown"
	case level.Error():
		return "error"
	}
	return "warn"
}

func effectLinks(list []knownFinding, current string) []views.FilterLink {
	counts := map[tool.Level]int{}
	for _, f := range list {
		counts[f.Level]++
	}
	var links []views.FilterLink
	for _, l := range tool.Levels() {
		if counts[l] > 0 {
			links = append(links, views.FilterLink{Value: string(l), Word: views.LevelWord(l), Class: stateClass(profile.Affected, l), Count: counts[l], Current: string(l) == current})
		}
	}
	return links
}

func clientNote(catalog *profile.Catalog, v profile.Verdict) *views.ClientNote {
	n := &views.ClientNote{ID: v.Profile, Name: v.Name, Verdict: verdictSentence(v)}
	if v.Confidence != "" {
		n.How = v.Confidence.Says()
	}
	if p, ok := catalog.Profile(v.Profile); ok {
		n.Versions, n.Note, n.Evidence = p.Versions, p.Note, p.Evidence[:min(len(p.Evidence), 3)]
	}
	return n
}

// verdictSentence says what a client does with a tool, no surer than it is known.
func verdictSentence(v profile.Verdict) string {
	also := ""
	if v.Possible != "" {
		also = " Under a condition, or in some versions: " + views.LevelWord(v.Possible) + "."
	}
	switch v.State {
	case profile.Affected:
		return sentence(views.LevelWord(v.Level)) + also
	case profile.Depends:
		return "Fine as far as is known." + also
	case profile.Unknown:
		return "Too little is known to say."
	}
	return "No known rule touches this tool."
}

// maxReasons bounds what is listed of the portable core.
const maxReasons = 20

func core(ctx context.Context, catalog *profile.Catalog, t *tool.Tool) *views.Core {
	v, err := catalog.Core(ctx, t)
	if err != nil || t.Broken {
		return nil
	}
	c := &views.Core{In: v.In}
	for _, f := range v.Findings[:min(len(v.Findings), maxReasons)] {
		c.Reasons = append(c.Reasons, views.Remark{At: f.Pointer, What: f.Message})
	}
	c.More = len(v.Findings) - len(c.Reasons)
	return c
}

// maxConflictPlaces bounds the places named of one conflict.
const maxConflictPlaces = 4

// conflicts are the opposite demands of the chosen clients on the tool.
func (s *Site) conflicts(ctx context.Context, catalog *profile.Catalog, p place) []views.Conflict {
	list, err := catalog.ConflictsIn(ctx, p.tool, p.clients.List)
	if err != nil {
		return nil
	}
	var out []views.Conflict
	for _, c := range list {
		v := views.Conflict{Want: c.Want, Places: c.Places[:min(len(c.Places), maxConflictPlaces)]}
		v.More = len(c.Places) - len(v.Places)
		for i, sp := range c.Spellings {
			v.Spellings = append(v.Spellings, views.Spelling{
				Text: sp.Text, Best: i == 0, Instead: sp.Instead,
				Refused: refusers(catalog, sp.Refused), Changed: refusers(catalog, sp.Changed), Depends: refusers(catalog, sp.Depends),
			})
		}
		out = append(out, v)
	}
	return out
}

func refusers(catalog *profile.Catalog, list []profile.Refusal) []string {
	var names []string
	for _, r := range list {
		names = append(names, clientName(catalog, r.Profile))
	}
	return names
}

// excerpter shows lines of a tool's schemas.
type excerpter struct {
	tool  *tool.Tool
	sides map[views.Side]*numbered
}

// numbered are the lines of a schema, and the line of each value.
type numbered struct {
	lines []jsondoc.Line
	byID  map[int]int
}

// maxExcerptText bounds the schemas that lines are shown of, in bytes: numbering
// the lines of a larger one takes too long for a page.
const maxExcerptText = 512 << 10

func newExcerpter(t *tool.Tool) *excerpter {
	return &excerpter{tool: t, sides: map[views.Side]*numbered{}}
}

// lines are those of a value, with one before and one after; nil where it stands
// in no schema.
func (x *excerpter) lines(p jsondoc.Pointer) []views.ExcerptLine {
	side, at, ok := views.SchemaPlace(p)
	if !ok {
		return nil
	}
	doc := x.tool.Input.Doc
	if side == views.Output {
		doc = x.tool.Output.Doc
	}
	if doc == nil || len(doc.Source()) > maxExcerptText {
		return nil
	}
	n := x.sides[side]
	if n == nil {
		n = number(doc)
		x.sides[side] = n
	}
	for {
		if node, err := doc.At(at); err == nil {
			return n.around(node)
		}
		if at == "" {
			return nil
		}
		at = at.Parent()
	}
}

func number(doc *jsondoc.Document) *numbered {
	n := &numbered{lines: doc.Root().Lines(), byID: map[int]int{}}
	for i, l := range n.lines {
		if _, ok := n.byID[l.Node.ID()]; !ok && l.Part != jsondoc.Close {
			n.byID[l.Node.ID()] = i
		}
	}
	return n
}

// maxLit bounds the lines that are lit of one value.
const maxLit = 4

// around gives the lines of a value, or of the one around it where it has no line
// of its own.
func (n *numbered) around(node jsondoc.Node) []views.ExcerptLine {
	first, ok := n.byID[node.ID()]
	for !ok && node.Parent().Exists() {
		node = node.Parent()
		first, ok = n.byID[node.ID()]
	}
	if !ok {
		return nil
	}
	last := first
	for last+1 < len(n.lines) && last-first+1 < maxLit && n.lines[first].Part == jsondoc.Open && n.lines[last+1].Depth > n.lines[first].Depth {
		last++
	}
	var out []views.ExcerptLine
	for i := max(0, first-1); i <= min(len(n.lines)-1, last+1); i++ {
		l := n.lines[i]
		out = append(out, views.ExcerptLine{Number: i + 1, Depth: l.Depth, Text: l.Text, Lit: i >= first && i <= last})
	}
	return out
}
