package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"mcploupe/inspector/tool"
)

// newCheck looks servers over for a CI job.
func newCheck(std streams) *cobra.Command {
	flags := checkFlags{sourceFlags: sourceFlags{std: std}}
	c := &cobra.Command{
		Use:   "check SOURCE… [-- COMMAND ARG…]",
		Short: "find what breaks tools in clients, and fail where it does",
		Long: `Check says what is wrong with the tools of one or more servers, in themselves
and for the clients that matter to you.

A source is a saved tools/list answer (FILE.json, FILE.jsonl, - for standard
input), a URL, a configuration file (--config, with --server for one of its
servers), or a command after --.

Levels, the worst first: session, server, tool, call, mangle, drop, warn.
Findings that hold only under a condition, or only in versions of a client that
newer ones have left behind, are shown as possible and fail nothing, unless the
target says that they apply (gemini+gemini-parameters, ts-client@1.22.0), or with
--fail-on-possible.

Settings are read from .mcploupe.json in the working folder; flags win over it.

Exit codes: 0 nothing at or above the limit, 1 findings, 2 usage or
configuration, 3 a server could not be reached.`,
		Example: `  mcploupe check answer.json
  mcploupe check --target all --fail-on drop -- python server.py
  mcploupe check answer.json --format text --format sarif=mcploupe.sarif
  mcploupe check answer.json --baseline known.json --write-baseline`,
		RunE: func(c *cobra.Command, args []string) error { return flags.run(c, args) },
	}
	f := c.Flags()
	f.BoolVar(&flags.possible, "fail-on-possible", false, "fail also on what holds only under a condition or in older versions")
	f.StringVar(&flags.target, "target", "default", "clients to judge for, separated by commas: `NAME` as in \"mcploupe rules\", default, all or none")
	flags.registerReport(c)
	flags.register(c)
	return c
}

// registerReport adds the flags that say how findings are reported, which check and
// probe share.
func (f *checkFlags) registerReport(c *cobra.Command) {
	set := c.Flags()
	set.StringArrayVar(&f.formats, "format", nil, "text, json, sarif, junit or markdown; `FORMAT=FILE` writes to a file; may be repeated (default text)")
	set.StringVar(&f.failOn, "fail-on", "call", "the mildest `LEVEL` that fails, or never")
	set.StringVar(&f.baseline, "baseline", "", "`FILE` of known findings, which do not fail")
	set.BoolVar(&f.write, "write-baseline", false, "write what would fail now to the baseline file (default "+defaultBaseline+")")
	set.StringVar(&f.settings, "check-config", "", "settings `FILE` (default "+settingsName+" in the working folder, where there is one)")
}

// checkFlags are the flags of check as given.
type checkFlags struct {
	sourceFlags
	formats  []string
	failOn   string
	possible bool
	target   string
	baseline string
	write    bool
	settings string
	changed  func(string) bool // whether a flag was given
}

func (f *checkFlags) run(c *cobra.Command, args []string) error {
	f.changed = c.Flags().Changed
	src, err := f.sources(c, args)
	if err != nil {
		return err
	}
	if len(src.Args)+len(src.Command)+len(src.Configs) == 0 {
		return errors.New("name a source to check: a saved answer, a URL, --config FILE, or a command after --")
	}
	opt, err := f.options()
	if err != nil {
		return err
	}
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	report, err := runCheck(c.Context(), src, opt)
	if err != nil {
		return err
	}
	if err := report.settle(opt); err != nil {
		return err
	}
	report.sayAside(f.std.err)
	if err := report.writeAll(f.std, outputs); err != nil {
		return err
	}
	if opt.writeBaseline && report.code() != exitUsage && report.code() != exitUnreachable {
		return writeBaseline(f.std.err, opt.baseline, report)
	}
	if code := report.code(); code != exitOK {
		return &exitError{code: code}
	}
	return nil
}

// code is the exit code of a report: what could not be checked counts more than
// what was found.
func (r *checkReport) code() int {
	code := exitOK
	for _, s := range r.sources {
		switch {
		case s.code == exitUsage:
			return exitUsage
		case s.code == exitUnreachable:
			code = exitUnreachable
		}
	}
	if code == exitOK && r.count().failing > 0 {
		return exitFindings
	}
	return code
}

// sayAside says on standard error what concerns the run and not the tools.
func (r *checkReport) sayAside(w io.Writer) {
	say := func(format string, args ...any) {
		_, _ = fmt.Fprintln(w, "mcploupe: "+oneLine(fmt.Sprintf(format, args...)))
	}
	for _, s := range r.sources {
		if s.err != nil {
			say("%s", s.failure())
		}
		for _, n := range s.notes {
			say("%s: %s", s.source, n)
		}
	}
	if len(r.stale) == 0 {
		return
	}
	say("%s: %s no longer found; --write-baseline takes stale entries out:", r.baseline, count(len(r.stale), "known finding is", "known findings are"))
	for i, e := range r.stale {
		if i == maxStale {
			say("  and %d more", len(r.stale)-i)
			break
		}
		say("  %s", e)
	}
}

// maxStale bounds the stale entries of a baseline that are listed.
const maxStale = 20

// checkForm is one way to print a report.
type checkForm func(io.Writer, *checkReport) error

// checkForms are the formats by name.
func checkForms() map[string]checkForm {
	return map[string]checkForm{
		"text": printCheckText, "json": printCheckJSON, "sarif": printSARIF, "junit": printJUnit, "markdown": printCheckMarkdown,
	}
}

// checkOutput is a format and where it goes: "" is standard output.
type checkOutput struct{ format, file string }

// parseOutputs reads what --format was given. At most one output is standard output.
func parseOutputs(given []string) ([]checkOutput, error) {
	if len(given) == 0 {
		given = []string{"text"}
	}
	var outputs []checkOutput
	toOut := 0
	for _, g := range given {
		format, file, named := strings.Cut(g, "=")
		if _, ok := checkForms()[format]; !ok {
			return nil, fmt.Errorf("--format %s: there are text, json, sarif, junit and markdown", g)
		}
		if named && file == "" {
			return nil, fmt.Errorf("--format %s: a file's name must follow =", g)
		}
		if file == "" {
			toOut++
		}
		outputs = append(outputs, checkOutput{format, file})
	}
	if toOut > 1 {
		return nil, errors.New("--format: only one format can go to standard output; name a file for the others: --format sarif=FILE")
	}
	return outputs, nil
}

func (r *checkReport) writeAll(std streams, outputs []checkOutput) error {
	for _, o := range outputs {
		if err := r.write(std, o); err != nil {
			return &exitError{exitUsage, fmt.Errorf("write the %s report: %w", o.format, err)}
		}
	}
	return nil
}

func (r *checkReport) write(std streams, o checkOutput) (err error) {
	out := std.out
	if o.file != "" {
		f, err := os.Create(o.file)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	w := bufio.NewWriterSize(out, 64<<10)
	r.colour = o.file == "" && o.format == "text" && wantColour(std.out, os.Getenv)
	return errors.Join(checkForms()[o.format](w, r), w.Flush())
}

// oneLine is printable text that stays on its line: what a server said must not
// look like a line of the report, or like a command to a CI runner.
func oneLine(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return s
	}
	return strings.NewReplacer("\n", "<U+000A>", "\t", "<U+0009>").Replace(printable(s))
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// limitNever is the limit that no finding reaches.
const limitNever tool.Level = "never"

// parseLimit reads a level or never.
func parseLimit(s string) (tool.Level, error) {
	if l := tool.Level(s); l.Valid() || l == limitNever {
		return l, nil
	}
	names := make([]string, 0, 8)
	for _, l := range tool.Levels() {
		names = append(names, string(l))
	}
	return "", fmt.Errorf("%q is no level; there are %s and never", s, strings.Join(names, ", "))
}
