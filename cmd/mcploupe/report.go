package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/report"
	"mcploupe/inspector/report/picture"
	"mcploupe/inspector/tool"
	"mcploupe/web"
)

const reportLong = `report makes one view of a tool, to be shared: what is wrong, where, for whom, and
what to do. Without a tool it takes the one with the worst finding.

The form is that of the flag, else that of the ending of -o FILE, else Markdown. A
JSON case opens again: mcploupe case.json. Secrets, home folders and host names are
masked; what was masked is listed on standard error, and --show leaves a kind as it is.
Nothing is called: --answer takes an answer that was recorded.`

const reportExample = `  mcploupe report answer.json update_article --png -o fault.png
  mcploupe report --config .mcp.json --server articles -o report.html
  mcploupe report answer.json update_article --arguments '{"title": null}' --answer answer.jsonl
  mcploupe report case.json --markdown`

// reportFlags are the flags of report.
type reportFlags struct {
	forms     [len(reportFormNames)]bool
	out       string
	finding   string
	target    string
	clients   string
	show      []string
	without   []string
	arguments string
	answer    string
}

// reportFormNames are the forms, each with its flag.
var reportFormNames = [...]string{"png", "html", "markdown", "json"}

// newReport makes a report in one of its forms.
func newReport(std streams) *cobra.Command {
	f := reportFlags{}
	flags := sourceFlags{std: std}
	c := &cobra.Command{
		Use:     "report SOURCE [TOOL]",
		Short:   "one tool or finding as a picture, a file or a text to share",
		Long:    reportLong,
		Example: reportExample,
		RunE: func(c *cobra.Command, args []string) error {
			form, err := f.form()
			if err != nil {
				return &exitError{exitUsage, err}
			}
			src, err := flags.sources(c, args)
			if err != nil {
				return err
			}
			name, err := oneTool(&src)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			return withServer(c.Context(), std, src, func(app *inspector.App, s *inspector.Server) error {
				return f.run(c.Context(), std, app, s, name, form)
			})
		},
	}
	for i, name := range reportFormNames {
		c.Flags().BoolVar(&f.forms[i], name, false, "make "+map[string]string{"png": "a picture, with a Chromium of this machine", "html": "one HTML file that needs nothing else", "markdown": "Markdown for an issue", "json": "the whole case, which opens again"}[name])
	}
	c.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file` instead of standard output")
	c.Flags().StringVar(&f.finding, "finding", "", "report on this `rule[@pointer]` instead of the worst finding")
	c.Flags().StringVar(&f.target, "to", "2020-12", "convert to this `dialect`")
	c.Flags().StringVar(&f.clients, "target", "all", "name only these `clients`")
	c.Flags().StringSliceVar(&f.show, "show", nil, "do not mask this `kind`: secrets, homes, hosts")
	c.Flags().StringSliceVar(&f.without, "without", nil, "leave this `part` out: "+strings.Join(report.PartNames(), ", "))
	c.Flags().StringVar(&f.arguments, "arguments", "", "the `JSON` text of the arguments of a recorded call")
	c.Flags().StringVar(&f.answer, "answer", "", "a `file` with the JSON-RPC answer to them")
	flags.register(c)
	return c
}

// oneTool takes the name of the tool out of the arguments.
func oneTool(src *inspector.Sources) (string, error) {
	names := src.Args
	if len(src.Command) == 0 && len(src.Configs) == 0 {
		if len(src.Args) == 0 {
			return "", nil
		}
		src.Args, names = src.Args[:1], src.Args[1:]
	} else {
		src.Args = nil
	}
	switch len(names) {
	case 0:
		return "", nil
	case 1:
		return names[0], nil
	}
	return "", fmt.Errorf("a report is about one tool; there are %s", strings.Join(names, " and "))
}

// form is the form that was asked for.
func (f *reportFlags) form() (string, error) {
	chosen := ""
	for i, on := range f.forms {
		if on && chosen != "" {
			return "", fmt.Errorf("--%s and --%s: choose one form", chosen, reportFormNames[i])
		}
		if on {
			chosen = reportFormNames[i]
		}
	}
	if chosen != "" {
		return chosen, nil
	}
	switch ext := strings.ToLower(filepath.Ext(f.out)); ext {
	case ".png", ".html", ".json":
		return ext[1:], nil
	case ".htm":
		return "html", nil
	case ".md", "":
		return "markdown", nil
	default:
		return "", fmt.Errorf("-o %s: the ending %s is no form of a report; choose one of --png, --html, --markdown and --json", f.out, ext)
	}
}

// masks are the kinds that stay masked.
func (f *reportFlags) masks() ([]report.MaskKind, error) {
	kinds := report.MaskKinds()
	words := map[string]report.MaskKind{"secrets": report.Secrets, "homes": report.Homes, "hosts": report.Hosts}
	for _, name := range f.show {
		k, ok := words[name]
		if !ok {
			return nil, fmt.Errorf("--show %s: there are secrets, homes and hosts", name)
		}
		kinds = slices.DeleteFunc(kinds, func(o report.MaskKind) bool { return o == k })
	}
	return kinds, nil
}

// options are those of the report.
func (f *reportFlags) options(app *inspector.App, s *inspector.Server, t *tool.Tool) (inspector.ReportOptions, error) {
	opt := inspector.ReportOptions{Finding: report.ParseFocus(f.finding)}
	var ok bool
	if opt.Target, ok = dialect.ByName(f.target); !ok {
		return opt, fmt.Errorf("--to %s: no such dialect; there are draft-04, draft-06, draft-07, 2019-09 and 2020-12", f.target)
	}
	var err error
	if opt.Masks, err = f.masks(); err != nil {
		return opt, err
	}
	catalog, err := app.Catalog()
	if err != nil {
		return opt, err
	}
	if opt.Clients, err = catalog.ParseTargets(f.clients); err != nil {
		return opt, fmt.Errorf("--target: %w", err)
	}
	var names []string
	for _, name := range f.without {
		if !slices.Contains(report.PartNames(), name) {
			return opt, fmt.Errorf("--without %s: the parts are %s", name, strings.Join(report.PartNames(), ", "))
		}
	}
	for _, name := range report.PartNames() {
		if !slices.Contains(f.without, name) {
			names = append(names, name)
		}
	}
	opt.Parts = report.OnlyParts(names)
	if s.Case != nil && len(s.Calls()) > 0 {
		opt.Call = s.Calls()[0]
		if f.finding == "" {
			opt.Finding = s.Case.Finding
		}
	}
	if f.arguments != "" || f.answer != "" {
		if opt.Call, err = f.call(app, t); err != nil {
			return opt, err
		}
	}
	return opt, nil
}

// call is the recorded call that the flags give.
func (f *reportFlags) call(app *inspector.App, t *tool.Tool) (*inspector.Call, error) {
	c := &report.Call{}
	if f.arguments != "" {
		c.Arguments = []byte(f.arguments)
	}
	if f.answer != "" {
		data, err := os.ReadFile(f.answer)
		if err != nil {
			return nil, fmt.Errorf("--answer: %w", err)
		}
		c.Answer = data
	}
	return app.Recorded(c, t), nil
}

// run makes the report and writes it.
func (f *reportFlags) run(ctx context.Context, std streams, app *inspector.App, s *inspector.Server, name, form string) error {
	t, err := reportTool(ctx, app, s, name)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	opt, err := f.options(app, s, t)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	made, err := app.Report(ctx, s, t, opt)
	if err != nil {
		return err
	}
	if focus := report.ParseFocus(f.finding); focus.Rule != "" && made.Case.Finding.Rule != focus.Rule {
		return &exitError{exitUsage, fmt.Errorf("--finding %s: %s has no such finding; `mcploupe check` lists them", f.finding, t.Label())}
	}
	for _, m := range made.Masked {
		_, _ = fmt.Fprintf(std.err, "mcploupe: masked a %s: %s is shown as %s\n", m.Kind, printable(m.Was), m.As)
	}
	data, err := reportBytes(ctx, made, form)
	if err != nil {
		return err
	}
	if f.out == "" {
		_, err = std.out.Write(data)
		return err
	}
	if err := os.WriteFile(f.out, data, 0o600); err != nil {
		return &exitError{exitUsage, fmt.Errorf("write the report: %w", err)}
	}
	return nil
}

func reportBytes(ctx context.Context, made *inspector.Report, form string) ([]byte, error) {
	switch form {
	case "json":
		return made.Case.JSON(), nil
	case "markdown":
		return []byte(web.ReportMarkdown(made.View)), nil
	case "html":
		return web.ReportHTML(ctx, made.View)
	}
	data, err := web.ReportPicture(ctx, made.View)
	if errors.Is(err, picture.ErrNoBrowser) {
		return nil, &exitError{exitUsage, fmt.Errorf("--png: %w. %s", err, picture.Next)}
	}
	return data, err
}

// reportTool finds the tool, or the one with the worst finding.
func reportTool(ctx context.Context, app *inspector.App, s *inspector.Server, name string) (*tool.Tool, error) {
	st := s.Status()
	tools := st.Snapshot.Tools
	if name != "" {
		i := slices.IndexFunc(tools, func(t *tool.Tool) bool { return t.HasName && t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s has no tool %q", s.Name, name)
		}
		return tools[i], nil
	}
	if len(tools) == 0 {
		return nil, fmt.Errorf("%s has no tools to report on", s.Name)
	}
	catalog, err := app.Catalog()
	if err != nil {
		return nil, err
	}
	targets := inspector.Targets{Key: "default", List: catalog.DefaultTargets()}
	worst, rank := tools[0], len(tool.Levels())
	for _, t := range tools {
		o, ok := st.Review.Opinion(ctx, t.Index, targets)
		if !ok || o.Err != nil || len(o.Findings) == 0 {
			continue
		}
		if r := o.Findings[0].Level.Rank(); r < rank {
			worst, rank = t, r
		}
	}
	return worst, nil
}
