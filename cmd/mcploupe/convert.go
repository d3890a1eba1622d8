package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// newConvert converts schemas without a server.
func newConvert(std streams) *cobra.Command {
	var (
		to, from       string
		explain, lines bool
	)
	c := &cobra.Command{
		Use:   "convert [FILE|-]",
		Short: "convert a JSON Schema into another dialect",
		Long: `Convert reads a JSON Schema and prints it in another dialect. Key order, numbers
and everything that needs no change stay as they are written.

With --jsonl it reads one {"id":…,"dialect":…,"schema":…} a line and answers each
with a line {"id":…,"schema":…,"changes":[…]} or {"id":…,"error":…}.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			opt, err := convertOptions(to, from)
			if err != nil {
				return err
			}
			in := std.in
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return fmt.Errorf("open the schema: %w", err)
				}
				defer f.Close()
				in = f
			}
			if lines {
				return convertLines(in, std.out, opt)
			}
			return convertOne(in, std, opt, explain)
		},
	}
	c.Flags().StringVar(&to, "to", "2020-12", "2020-12, 2019-09, draft-07, draft-06 or draft-04")
	c.Flags().StringVar(&from, "from", "", "read the schema as this `dialect`, whatever it declares")
	c.Flags().BoolVar(&explain, "explain", false, "print each change with its reason on standard error")
	c.Flags().BoolVar(&lines, "jsonl", false, "convert a batch, one JSON object a line")
	return c
}

func convertOptions(to, from string) (dialect.Options, error) {
	var opt dialect.Options
	for _, f := range []struct {
		flag, name string
		d          *dialect.Dialect
	}{{"to", to, &opt.To}, {"from", from, &opt.From}} {
		if f.name == "" {
			continue
		}
		d, ok := dialect.ByName(f.name)
		if !ok {
			return opt, fmt.Errorf("--%s %s: no such dialect; there are draft-04, draft-06, draft-07, 2019-09 and 2020-12", f.flag, f.name)
		}
		*f.d = d
	}
	return opt, nil
}

func convertOne(in io.Reader, std streams, opt dialect.Options, explain bool) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read the schema: %w", err)
	}
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return fmt.Errorf("this is not JSON: %w", err)
	}
	conv, err := dialect.Convert(doc, opt)
	if err != nil {
		return &exitError{exitFindings, fmt.Errorf("convert: %w", err)}
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

// batchAnswer is one line that convert --jsonl prints.
type batchAnswer struct {
	ID      json.RawMessage `json:"id"`
	Schema  json.RawMessage `json:"schema,omitempty"`
	Changes []shownChange   `json:"changes,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// maxLine bounds one line of a batch, in bytes.
const maxLine = 256 << 20

func convertLines(in io.Reader, out io.Writer, opt dialect.Options) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	w := bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := enc.Encode(convertLine(lines.Bytes(), opt)); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the batch: %w", err)
	}
	return nil
}

func convertLine(line []byte, opt dialect.Options) batchAnswer {
	null := json.RawMessage("null")
	// The document keeps its text, and the scanner reuses the line.
	doc, err := jsondoc.Parse(append([]byte(nil), line...))
	if err != nil {
		return batchAnswer{ID: null, Error: "the line is not JSON: " + err.Error()}
	}
	answer := batchAnswer{ID: null}
	if id := doc.Root().Get("id"); id.Exists() {
		answer.ID = id.Raw()
	}
	schema := doc.Root().Get("schema")
	if !schema.Exists() {
		answer.Error = `the line has no "schema"`
		return answer
	}
	if uri := doc.Root().Get("dialect"); uri.Kind() == jsondoc.String && uri.Text() != "" {
		d, ok := dialect.ByURI(uri.Text())
		if !ok {
			d, ok = dialect.ByName(uri.Text())
		}
		if !ok {
			answer.Error = fmt.Sprintf("the dialect %q is not known", uri.Text())
			return answer
		}
		opt.Assume = d
	}
	sd, err := jsondoc.Parse(schema.Raw())
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	conv, err := dialect.Convert(sd, opt)
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	answer.Schema = conv.JSON
	for _, c := range conv.Changes {
		answer.Changes = append(answer.Changes, newShownChange(c))
	}
	return answer
}
