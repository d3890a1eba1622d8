package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/report"
	"mcploupe/inspector/report/picture"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// ReportHTML prints a report as one file that needs nothing else and runs nothing.
func ReportHTML(ctx context.Context, v *report.View) ([]byte, error) {
	var b bytes.Buffer
	if err := views.ReportFile(v).Render(ctx, &b); err != nil {
		return nil, fmt.Errorf("print the report: %w", err)
	}
	return b.Bytes(), nil
}

// ReportMarkdown prints a report for an issue.
func ReportMarkdown(v *report.View) string { return report.Markdown(v, views.Plain) }

// ReportPicture makes a PNG of a report with a browser of this machine; the error
// is [picture.ErrNoBrowser] where there is none.
func ReportPicture(ctx context.Context, v *report.View) ([]byte, error) {
	browser, err := picture.Find()
	if err != nil {
		return nil, err
	}
	short := *v
	short.Raw = nil // folded parts are no part of a picture
	html, err := ReportHTML(ctx, &short)
	if err != nil {
		return nil, err
	}
	return picture.Take(ctx, browser, html)
}

// reportRequest is what an address says about a report.
type reportRequest struct {
	place   place
	call    *inspector.Call
	finding string
	parts   report.Parts
	masks   []report.MaskKind
}

// readReport reads what is asked for. Without choices everything is shown and
// everything is masked, or what a case from a file says.
func (s *Site) readReport(ctx context.Context, q url.Values) (*reportRequest, error) {
	p, err := s.find(views.ParseWhere(q))
	if err != nil {
		return nil, err
	}
	if p.tool == nil && p.server != nil && p.server.Case != nil {
		p.tool = p.status.Snapshot.Tools[0]
		p.Where = p.AtItem(0, p.tool.Name)
	}
	if p.tool == nil {
		return nil, &httpError{status: http.StatusNotFound, what: "There is no such tool to report on", next: "Choose one from the list. A server that is not connected has none yet."}
	}
	r := &reportRequest{place: p, finding: q.Get("finding"), parts: report.AllParts(), masks: report.MaskKinds()}
	if id := q.Get("call"); id != "" {
		r.call = s.app.PastCall(ctx, p.server, p.tool, id)
	}
	if c := p.server.Case; c != nil {
		r.parts = c.Parts
		if !q.Has("finding") {
			r.finding = c.Finding.String()
		}
		if calls := p.server.Calls(); len(calls) > 0 && !q.Has("call") {
			r.call = calls[0]
		}
	}
	if q.Has("chosen") {
		r.parts, r.masks = report.OnlyParts(q["show"]), nil
		for _, k := range report.MaskKinds() {
			if slices.Contains(q["mask"], string(k)) {
				r.masks = append(r.masks, k)
			}
		}
	}
	if r.call != nil && (!r.call.Ended() || r.call.Tool.Name != p.tool.Name) {
		r.call = nil
	}
	return r, nil
}

func (s *Site) makeReport(ctx context.Context, r *reportRequest) (*inspector.Report, error) {
	return s.app.Report(ctx, r.place.server, r.place.tool, inspector.ReportOptions{
		Finding: report.ParseFocus(r.finding), Call: r.call, Parts: r.parts, Masks: r.masks, Target: r.place.target,
	})
}

// showReport is the page of a report. It connects to nothing and calls nothing.
func (s *Site) showReport(w http.ResponseWriter, req *http.Request) error {
	r, err := s.readReport(req.Context(), req.URL.Query())
	if err != nil {
		return err
	}
	made, err := s.makeReport(req.Context(), r)
	if err != nil {
		return err
	}
	page := views.ReportPage{
		Where: r.place.Where, Version: s.app.Version(), View: made.View, Finding: r.finding, Masked: made.Masked, Markdown: ReportMarkdown(made.View),
		Findings: s.reportChoices(req.Context(), r), NoImage: picture.ErrNoBrowser.Error() + ": " + picture.Next, Saved: r.place.server.Case != nil,
	}
	if _, err := picture.Find(); err == nil {
		page.Picture = true
	}
	if r.call != nil {
		page.Call = r.call.ID
	}
	for _, name := range report.PartNames() {
		page.Parts = append(page.Parts, views.Tick{Name: name, Label: partLabels[name], On: r.parts.Has(name)})
	}
	for _, k := range report.MaskKinds() {
		page.Masks = append(page.Masks, views.Tick{Name: string(k), Label: string(k) + "s", On: slices.Contains(r.masks, k)})
	}
	page.Calls, page.Again = callChoices(r), s.again(r)
	render(req.Context(), w, http.StatusOK, views.Report(page))
	return nil
}

var partLabels = map[string]string{"schemas": "lines of the schemas", "call": "test call", "clients": "clients", "repair": "what to do", "raw": "whole documents"}

// again are the servers that a recorded call can be sent to again, with the address
// that fills its arguments in.
func (s *Site) again(r *reportRequest) []views.Choice {
	var list []views.Choice
	if r.call == nil || r.call.Arguments == nil || len(r.call.Arguments) > maxAddress {
		return nil
	}
	for _, srv := range s.app.Servers() {
		if srv.Live() && srv != r.place.server {
			w := views.Where{Server: srv.ID, Tool: r.place.tool.Name}
			list = append(list, views.Choice{Value: w.URL() + "&args=" + url.QueryEscape(string(r.call.Arguments)), Label: srv.Name})
		}
	}
	return list
}

// maxAddress bounds arguments in an address, in bytes.
const maxAddress = 4000

// maxChoices bounds a menu.
const maxChoices = 100

// reportChoices are the findings to choose from.
func (s *Site) reportChoices(ctx context.Context, r *reportRequest) []views.Choice {
	o := r.place.opinion(ctx)
	if o == nil {
		return nil
	}
	list := []views.Choice{{Label: "the worst, or what the server refused", On: r.finding == ""}}
	for _, f := range o.Findings[:min(len(o.Findings), maxChoices)] {
		list = append(list, findingChoice(f, r.finding))
	}
	return list
}

func findingChoice(f tool.Finding, chosen string) views.Choice {
	focus := report.Focus{Rule: f.Rule, Pointer: f.Pointer}
	return views.Choice{Value: focus.String(), Label: f.Rule + " at " + views.PointerName(f.Pointer), On: chosen != "" && report.ParseFocus(chosen).Is(f)}
}

func callChoices(r *reportRequest) []views.Choice {
	list := []views.Choice{{Label: "none", On: r.call == nil}}
	for _, c := range r.place.server.Calls() {
		if c.Ended() && c.Answer != nil && c.Tool.Name == r.place.tool.Name && len(list) < maxListed {
			list = append(list, views.Choice{Value: c.ID, Label: c.Started.Format("15:04:05") + " " + string(c.Answer.Outcome), On: c == r.call})
		}
	}
	return list
}

// reportForms are the files that a report can become.
var reportForms = map[string]struct{ ending, media string }{
	"html": {".html", "text/html; charset=utf-8"}, "json": {".json", "application/json; charset=utf-8"},
	"markdown": {".md", "text/markdown; charset=utf-8"}, "png": {".png", "image/png"},
}

// sendReport hands a report out as a file. It is a POST, since a picture starts a
// browser: no link can.
func (s *Site) sendReport(w http.ResponseWriter, req *http.Request) error {
	if err := req.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	form, ok := reportForms[req.PostForm.Get("as")]
	if !ok {
		return &httpError{status: http.StatusBadRequest, what: "There is no such form of a report", next: "as is html, json, markdown or png."}
	}
	r, err := s.readReport(req.Context(), req.PostForm)
	if err != nil {
		return err
	}
	made, err := s.makeReport(req.Context(), r)
	if err != nil {
		return err
	}
	data, err := s.reportBytes(req.Context(), made, req.PostForm.Get("as"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", form.media)
	w.Header().Set("Content-Disposition", `attachment; filename="`+ReportFile(made.View.Tool)+form.ending+`"`)
	_, _ = w.Write(data) // the browser went away: nothing to do
	return nil
}

func (s *Site) reportBytes(ctx context.Context, made *inspector.Report, as string) ([]byte, error) {
	switch as {
	case "json":
		return made.Case.JSON(), nil
	case "markdown":
		return []byte(ReportMarkdown(made.View)), nil
	case "png":
		s.pictures.Lock() // one browser at a time
		defer s.pictures.Unlock()
		data, err := ReportPicture(ctx, made.View)
		if errors.Is(err, picture.ErrNoBrowser) {
			return nil, &httpError{status: http.StatusNotFound, what: "There is no browser to make a picture with", err: err, next: picture.Next}
		}
		return data, err
	}
	return ReportHTML(ctx, made.View)
}

var notInFile = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// ReportFile is the name of a report's file, without the ending.
func ReportFile(tool string) string {
	name := strings.Trim(notInFile.ReplaceAllString(tool, "-"), "-.")
	if len(name) > 60 {
		name = name[:60]
	}
	if name == "" {
		name = "tool"
	}
	return "mcploupe-" + name
}

// Start is the address that a launch opens: the report where it was given one, else
// the dashboard.
func Start(app *inspector.App) string {
	if servers := app.Servers(); len(servers) > 0 && servers[0].Case != nil {
		return "/report" + views.Where{Server: servers[0].ID}.URL()[1:]
	}
	return "/"
}
