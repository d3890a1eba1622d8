package web

import (
	"context"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// How long a page waits for what is found in the tools: long enough for it to be
// complete where that is cheap, and not at all to speak of where it is not. What
// comes later is told by an event.
const (
	patient   = 3 * time.Second
	impatient = 150 * time.Millisecond
	muchText  = 1 << 20 // bytes from which on it is not cheap
)

// patience bounds the waiting for what so many bytes hold.
func patience(ctx context.Context, size int) (context.Context, context.CancelFunc) {
	if size > muchText {
		return context.WithTimeout(ctx, impatient)
	}
	return context.WithTimeout(ctx, patient)
}

// look is what the clients make of all tools, as far as is known by now; nil where
// there are none.
func (p place) look(ctx context.Context) *inspector.Look {
	if p.status.Review == nil {
		return nil
	}
	size := 0
	for _, t := range p.status.Snapshot.Tools {
		size += len(t.Raw)
	}
	l := p.status.Review.Look(p.clients)
	ctx, cancel := patience(ctx, size)
	defer cancel()
	l.Wait(ctx)
	return l
}

// opinion is what is found in the tool; nil where that takes longer than a page
// can wait.
func (p place) opinion(ctx context.Context) *inspector.Opinion {
	ctx, cancel := patience(ctx, len(p.tool.Raw))
	defer cancel()
	o, ok := p.status.Review.Opinion(ctx, p.tool.Index, p.clients)
	if !ok {
		return nil
	}
	return o
}

// verdicts are the pills of the clients, the worst first.
func (p place) verdicts(judged []profile.Verdict) []views.Verdict {
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
		if len(said) == maxSaid {
			break
		}
		said = append(said, f.Message)
	}
	if more := len(v.Findings) - len(said); more > 0 {
		said = append(said, "And "+count(more, "more finding")+".")
	}
	out.Title = strings.Join(said, " ")
	out.Href = w.AtFindings(v.Profile, "", "").URL()
	out.Chosen = w.Tab == views.TabFindings && w.Client == v.Profile
	return out
}

// maxSaid is how many findings the title of a pill says.
const maxSaid = 3

// withTarget is the message of a finding with the clients that it is about.
func (s *Site) withTarget(f tool.Finding) string {
	if f.Target == "" {
		return f.Message
	}
	return s.clientNames(f.Target) + ": " + f.Message
}

// maxNamed is how many clients a sentence names.
const maxNamed = 4

// clientNames puts a list of profiles, "claude-code, gemini", in words.
func (s *Site) clientNames(ids string) string {
	catalog, err := s.app.Catalog()
	if err != nil || ids == "" {
		return ids
	}
	var names []string
	for id := range strings.SplitSeq(ids, ", ") {
		if p, ok := catalog.Profile(id); ok {
			id = p.Name
		}
		names = append(names, id)
	}
	return enumerate(names, maxNamed)
}
