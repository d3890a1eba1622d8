package web

import (
	"context"
	"slices"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// forPrefix stands before the ID of a profile where the target is the form that a
// client would have to get.
const forPrefix = "for-"

// minOwnRules is how many rules of its own about schemas a profile has that the
// target switch offers.
const minOwnRules = 2

// targetMenu are the dialects, and the clients and providers with a form of their
// own.
func (s *Site) targetMenu() []views.Target {
	catalog, err := s.app.Catalog()
	if err != nil {
		return targets
	}
	list := slices.Clone(targets)
	for _, p := range catalog.Profiles() {
		if hasForm(p) {
			list = append(list, views.Target{Name: forPrefix + p.ID, Label: "For " + p.Name})
		}
	}
	return list
}

// hasForm reports whether a profile demands a form of schemas of its own.
func hasForm(p *profile.Profile) bool {
	n := 0
	for _, in := range p.Rules {
		if in.Via == "" && in.Rule.FromList() && slices.Contains([]string{"input", "schemas"}, in.Rule.Where) && in.Rule.Level.Rank() <= tool.LevelDrop.Rank() {
			n++
		}
	}
	return n >= minOwnRules && p.Kind != "spec"
}

// forClient finds the profile that a target names; nil for a dialect.
func (s *Site) forClient(target string) *profile.Profile {
	id, ok := strings.CutPrefix(target, forPrefix)
	catalog, err := s.app.Catalog()
	if !ok || err != nil {
		return nil
	}
	p, _ := catalog.Profile(id)
	return p
}

// schemaFor is a schema beside the form that a client would have to get: every
// finding of the client that can be mended without a guess is mended for it alone.
// Unlike a conversion this changes the meaning, which each change says.
func (s *Site) schemaFor(ctx context.Context, p place, client *profile.Profile, side views.Side, v *inspector.SchemaView) *views.Schema {
	out := schema(side, v, p.from, p.target)
	if v == nil {
		return out
	}
	out.For, out.NotConverted, out.NotConvertedAt, out.Changes = client.Name, nil, nil, nil
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	only := []profile.Target{{Profile: client.ID}}
	catalog, err := s.app.Catalog()
	var verdicts []profile.Verdict
	if err == nil {
		verdicts, err = catalog.Judge(ctx, p.status.Snapshot, p.tool, only)
	}
	var found []tool.Finding
	for _, verdict := range verdicts {
		for _, f := range verdict.Findings {
			found = append(found, f.Finding)
		}
	}
	var mended *repair.Repair
	if err == nil {
		mended, err = repair.All(ctx, p.tool, found, repair.Options{Targets: only, Catalog: catalog, Snapshot: p.status.Snapshot})
	}
	if err != nil {
		out.NotConverted = &views.Problem{What: mendError(err)}
		out.Rows, out.Hunks = oneSide(v.Original)
		return out
	}
	prefix := jsondoc.Pointer("/inputSchema")
	if side == views.Output {
		prefix = "/outputSchema"
	}
	right := v.Original
	var links []diff.Link
	if mended != nil {
		if doc, err := jsondoc.Parse(mended.Tool); err == nil {
			if node, err := doc.At(prefix); err == nil {
				right, _ = jsondoc.Parse(node.Raw())
			}
		}
		links = forChanges(out, mended, prefix)
	}
	d := diff.Compare(v.Original, right, links)
	out.Rows, out.Same = d.Rows, d.Changed == 0
	if !out.Same {
		out.Hunks = d.Hunks(unchangedContext)
	}
	out.Left = unmended(found, mended, prefix)
	return out
}

// forChanges lists the changes within a schema.
func forChanges(out *views.Schema, mended *repair.Repair, prefix jsondoc.Pointer) []diff.Link {
	var links []diff.Link
	for _, c := range mended.Changes {
		if !c.From.Within(prefix) && !c.To.Within(prefix) {
			continue
		}
		one := views.Change{Number: len(out.Changes) + 1, From: within(c.From, prefix), To: within(c.To, prefix), New: c.New, Gone: c.Gone, Reason: c.Reason, Loss: mended.Effect == repair.Wider || mended.Effect == repair.Other}
		out.Changes = append(out.Changes, one)
		links = append(links, diff.Link{From: one.From, To: one.To, New: c.New, Gone: c.Gone, Note: one.Number})
	}
	return links
}

// within is the rest of a pointer that leads into a schema.
func within(p, prefix jsondoc.Pointer) jsondoc.Pointer {
	if !p.Within(prefix) {
		return ""
	}
	return p[len(prefix):]
}

// maxUnmended bounds the findings that are listed as left.
const maxUnmended = 12

// unmended are the findings within a schema that no change mends.
func unmended(found []tool.Finding, mended *repair.Repair, prefix jsondoc.Pointer) []views.Remark {
	gone := map[string]bool{}
	if mended != nil {
		for _, f := range mended.Mends {
			gone[f.Rule+"@"+string(f.Pointer)] = true
		}
	}
	var left []views.Remark
	for _, f := range found {
		if f.Pointer.Within(prefix) && !gone[f.Rule+"@"+string(f.Pointer)] && len(left) < maxUnmended {
			left = append(left, views.Remark{At: within(f.Pointer, prefix), What: f.Message})
		}
	}
	return left
}
