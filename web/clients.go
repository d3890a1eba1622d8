package web

import (
	"context"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// clients are the clients that verdicts are given for: the eight most used ones.
func (s *Site) clients() inspector.Targets {
	catalog, err := s.app.Catalog()
	if err != nil {
		return inspector.Targets{} // the data is embedded; a test reads it
	}
	return inspector.Targets{Key: "default", List: catalog.DefaultTargets()}
}

// findings are those of the tool at an index and what the clients make of it.
func (p place) findings(ctx context.Context, index int) []tool.Finding {
	if p.status.Review == nil {
		return nil
	}
	all, err := p.status.Review.All(ctx, p.clients)
	if err != nil || index >= len(all) {
		return p.status.Review.Findings(ctx, index)
	}
	return all[index]
}

// verdicts are the pills of the clients, the worst first.
func (p place) verdicts(ctx context.Context) []views.Verdict {
	judged, err := p.status.Review.Verdicts(ctx, p.tool, p.clients.List)
	if err != nil {
		return nil
	}
	var out []views.Verdict
	for _, v := range judged {
		out = append(out, verdict(p.Where, v))
	}
	return out
}

func verdict(w views.Where, v profile.Verdict) views.Verdict {
	out := views.Verdict{Target: v.Name, Level: v.Level}
	switch v.State {
	case profile.Fine:
		out.State, out.Title = "fine", "No known rule of "+v.Name+" touches this tool."
		return out
	case profile.Unknown:
		out.State, out.Title = "unknown", "Too little is known of "+v.Name+" to say."
		return out
	case profile.Depends:
		out.State = "unknown"
	}
	var said []string
	for _, f := range v.Findings {
		said = append(said, f.Message)
	}
	out.Title = enumerateLines(said)
	out.Href = w.AtTab(views.TabFindings).URL()
	return out
}

// maxSaid is how many findings the title of a pill says.
const maxSaid = 3

func enumerateLines(lines []string) string {
	if len(lines) > maxSaid {
		lines = append(lines[:maxSaid:maxSaid], "and "+count(len(lines)-maxSaid, "more finding"))
	}
	return strings.Join(lines, " ")
}

// withTarget is the message of a finding with the clients that it is about.
func withTarget(f tool.Finding) string {
	if f.Target == "" {
		return f.Message
	}
	return f.Target + ": " + f.Message
}
