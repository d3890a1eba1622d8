package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// newConvert converts schemas without a server.
func newConvert(std streams) *cobra.Command {
	var f convertFlags
	c := &cobra.Command{
		Use:   "convert [FILE|-]",
		Short: "convert a JSON Schema into another dialect",
		Long: `Convert reads a JSON Schema and prints it in another dialect. Key order, numbers
and everything that needs no change stay as they are written.

Every instance keeps its verdict, but where a change is named as a loss. --repair
mends habits that no dialect has, and so changes verdicts on purpose; its names:
` + repairHelp() + `
With --jsonl it reads one {"id":…,"dialect":…,"schema":…} a line and answers each
with a line {"id":…,"schema":…,"changes":[…]} or {"id":…,"error":…}. "dialect" is
what a schema without $schema is written in. A line that cannot be read or
converted gets an error, and the batch goes on.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			opt, err := f.options()
			if err != nil {
				return err
			}
			in := std.in
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return fmt.Errorf("open the schema: %w", err)
				}
				defer file.Close()
				in = file
			}
			if f.lines {
				return convertLines(in, std.out, opt)
			}
			return convertOne(in, std, opt, f.explain)
		},
	}
	c.Flags().StringVar(&f.to, "to", "2020-12", "2020-12, 2019-09, draft-07, draft-06 or draft-04")
	c.Flags().StringVar(&f.from, "from", "", "read the schema as this `dialect`, whatever it declares")
	c.Flags().StringVar(&f.repair, "repair", "", "mend these `habits` as well, separated by commas, or all")
	c.Flags().BoolVar(&f.explain, "explain", false, "print each change with its reason on standard error")
	c.Flags().BoolVar(&f.lines, "jsonl", false, "convert a batch, one JSON object a line")
	return c
}

// repairHelp lists the repairs with what each does.
func repairHelp() string {
	var b strings.Builder
	what := dialect.AllRepairs.Describe()
	for i, name := range dialect.AllRepairs.Names() {
		fmt.Fprintf(&b, "  %-9s  %s\n", name, what[i])
	}
	return b.String()
}

// convertFlags are what the command line says about a conversion.
type convertFlags struct {
	to, from, repair string
	explain, lines   bool
}

func (f *convertFlags) options() (opt dialect.Options, err error) {
	if opt.To, err = dialectFlag("to", f.to, dialect.Draft04); err != nil {
		return opt, err
	}
	if opt.From, err = dialectFlag("from", f.from, dialect.Draft03); err != nil {
		return opt, err
	}
	if opt.Repair, err = dialect.ParseRepairs(f.repair); err != nil {
		return opt, fmt.Errorf("--repair %s: %w", f.repair, err)
	}
	return opt, nil
}

// dialectFlag finds the dialect that a flag names, from the oldest one that it
// can name on; Unknown where the flag is empty.
func dialectFlag(flag, name string, oldest dialect.Dialect) (dialect.Dialect, error) {
	if name == "" {
		return dialect.Unknown, nil
	}
	if d, ok := dialect.ByName(name); ok && d >= oldest {
		return d, nil
	}
	var names []string
	for _, d := range dialect.All() {
		if d >= oldest {
			names = append(names, d.String())
		}
	}
	return dialect.Unknown, fmt.Errorf("--%s %s: no such dialect here; there are %s", flag, name, strings.Join(names, ", "))
}

func convertOne(in io.Reader, std streams, opt dialect.Options, explain bool) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read the schema: %w", err)
	}
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", unreadable("the schema", err), err)
	}
	conv, err := dialect.Convert(doc, opt)
	if err != nil {
		err = fmt.Errorf("convert: %w", err)
		if de := (*dialect.Error)(nil); errors.As(err, &de) && de.Kind == dialect.UnknownDialect {
			err = fmt.Errorf("%w (--from NAME reads it as the dialect of that name)", err)
		}
		return &exitError{exitFindings, err}
	}
	if explain {
		_, _ = fmt.Fprintf(std.err, "%s → %s. %s\n", conv.Detection.Used, conv.To, printable(conv.Detection.Why))
		for i, c := range conv.Changes {
			_, _ = fmt.Fprintln(std.err, printable(explainChange(i+1, c)))
		}
	}
	if _, err := std.out.Write(conv.JSON); err != nil {
		return fmt.Errorf("write the schema: %w", err)
	}
	return nil
}

// unreadable says of a text that was not parsed whether it is JSON at all.
func unreadable(what string, err error) string {
	if se := (*jsondoc.SyntaxError)(nil); errors.As(err, &se) && se.TooDeep {
		return what + " is nested too deep"
	}
	return what + " is not JSON"
}

func explainChange(n int, c dialect.Change) string {
	from, to, loss := string(c.From), string(c.To), ""
	if c.New {
		from = "(new)"
	}
	if c.Gone {
		to = "(gone)"
	}
	if c.Loss {
		loss = " LOSS."
	}
	text := fmt.Sprintf("%d. %q → %q:%s %s", n, from, to, loss, c.Reason)
	if c.Source != "" {
		text += " [" + c.Source + "]"
	}
	return text
}
