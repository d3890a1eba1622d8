package web

import (
	"context"
	"errors"
	"time"

	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// Bounds of what is shown of repairs.
const (
	repairTime  = 10 * time.Second
	maxWays     = 4
	maxMendRows = 160
	maxSaidAlso = 5
)

// repairEffects put in words what a repair does to the values that are accepted.
var repairEffects = map[repair.Effect]string{
	repair.Keeps:    "accepts the same values",
	repair.Wider:    "accepts more values: the handler must check what the schema said before",
	repair.Narrower: "accepts fewer values",
	repair.Other:    "the handler changes with it",
}

func (s *Site) repairOptions(p place) (repair.Options, error) {
	catalog, err := s.app.Catalog()
	return repair.Options{Targets: p.clients.List, Catalog: catalog, Snapshot: p.status.Snapshot}, err
}

// mend shows the ways to mend one finding.
func (s *Site) mend(ctx context.Context, p place, f tool.Finding) *views.Mend {
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	opt, err := s.repairOptions(p)
	var ways []repair.Repair
	if err == nil {
		ways, err = repair.For(ctx, p.tool, f, opt)
	}
	m := &views.Mend{Title: "Repair at `" + string(f.Pointer) + "`", Nothing: mendError(err)}
	if err == nil && len(ways) == 0 {
		m.Nothing = "Nothing that mcploupe knows mends this without harm elsewhere. " + f.Next
	}
	for i := range ways[:min(len(ways), maxWays)] {
		m.Ways = append(m.Ways, s.mendWay(p.tool, &ways[i]))
	}
	return m
}

// mendAll shows all safe repairs together.
func (s *Site) mendAll(ctx context.Context, p place, found []tool.Finding) *views.Mend {
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	opt, err := s.repairOptions(p)
	var all *repair.Repair
	if err == nil {
		all, err = repair.All(ctx, p.tool, found, opt)
	}
	m := &views.Mend{Title: "All that can be mended safely", Nothing: mendError(err)}
	switch {
	case err != nil:
	case all == nil:
		m.Nothing = "Nothing here can be mended without a guess or without harm to one of the chosen clients."
	default:
		m.Ways = append(m.Ways, s.mendWay(p.tool, all))
	}
	return m
}

func mendError(err error) string {
	var re *repair.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &re):
		return sentence(re.Detail) + " " + sentence(re.Next)
	}
	return sentence(err.Error())
}

// mendWay shows one repair.
func (s *Site) mendWay(t *tool.Tool, r *repair.Repair) views.MendWay {
	way := views.MendWay{
		Title: r.Title, Explain: r.Explain, Effect: repairEffects[r.Effect], Guess: r.Guess, Safe: r.Safe(), Mends: len(r.Mends),
	}
	for _, f := range r.Breaks {
		way.Breaks = append(way.Breaks, s.withTarget(f))
	}
	for _, f := range r.Also[:min(len(r.Also), maxSaidAlso)] {
		way.Also = append(way.Also, s.withTarget(f))
	}
	way.MoreAlso = len(r.Also) - len(way.Also)
	if m := r.Source; m != nil {
		way.Source = &views.SourceMend{SDK: string(m.SDK), Why: m.Why, Before: m.Before, After: m.After, Language: m.Language}
	}
	if r.Tool != nil && t.Doc != nil {
		mendRows(&way, t.Doc, r)
	}
	return way
}

// mendRows compares the tool as sent with the mended one.
func mendRows(way *views.MendWay, sent *jsondoc.Document, r *repair.Repair) {
	mended, err := jsondoc.Parse(r.Tool)
	if err != nil {
		return // a test of package repair rules it out
	}
	links := make([]diff.Link, len(r.Changes))
	for i, c := range r.Changes {
		links[i] = diff.Link{From: c.From, To: c.To, New: c.New, Gone: c.Gone}
	}
	d := diff.Compare(sent, mended, links)
	for _, h := range d.Hunks(unchangedContext) {
		if h.Folded {
			way.Gaps = append(way.Gaps, len(way.Rows))
			continue
		}
		for _, row := range d.Rows[h.Start:h.End] {
			if len(way.Rows) < maxMendRows {
				way.Rows = append(way.Rows, row)
			} else if row.Op != diff.Same {
				way.Cut++
			}
		}
	}
}
