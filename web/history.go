package web

import (
	"bytes"
	"context"
	"net/url"

	"mcploupe/inspector"
	"mcploupe/inspector/history"
	"mcploupe/inspector/report"
	"mcploupe/views"
)

// day is a time of the history for people.
const day = "2006-01-02 15:04:05"

// maxFormRows bounds the lines that are shown of a change between two forms.
const maxFormRows = 60

// history is what was kept of a tool. Looking at it calls nothing.
func (s *Site) history(ctx context.Context, p place) *views.History {
	past, err := s.app.Past(ctx, p.server, p.tool)
	v := &views.History{}
	if err != nil {
		v.Problem = &views.Problem{What: "The history cannot be read", Where: err.Error(), Next: "Start mcploupe again; a damaged file is then put aside."}
	}
	for i, f := range past.Forms {
		one := views.PastForm{Hash: f.Hash, Version: f.Version, First: f.First.Local().Format(day), Last: f.Last.Local().Format(day), Current: f.Hash == p.tool.Hash, Size: len(f.Raw)}
		if i > 0 && !bytes.Equal(f.Raw, past.Forms[i-1].Raw) {
			one.Rows, one.Changed = changedRows(f, past.Forms[i-1])
		}
		v.Forms = append(v.Forms, one)
	}
	for _, c := range past.Calls {
		v.Calls = append(v.Calls, pastCallOf(p, c))
	}
	return v
}

func changedRows(before, after history.Form) ([]report.Row, int) {
	d := inspector.CompareForms(before.Raw, after.Raw)
	if d == nil {
		return nil, 0
	}
	return report.Changed(d.Rows, maxFormRows), d.Changed
}

func pastCallOf(p place, c history.Call) views.PastCall {
	v := views.PastCall{ID: c.ID, At: c.Started.Local().Format(day), Args: "no arguments", Outcome: views.Outcome(c.Outcome), Took: took(c.Took)}
	switch {
	case c.Arguments != nil:
		v.Args = string(c.Arguments)
		if len(v.Args) > maxArgsText {
			v.Args = v.Args[:maxArgsText] + "…"
		}
	case c.ArgumentsSize > 0:
		v.Args = "arguments of " + report.Size(c.ArgumentsSize) + ", too long to be kept"
	}
	at := p.Where
	at.Tab = ""
	v.Href = at.URL() + "&call=" + url.QueryEscape(c.ID)
	return v
}
