package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcploupe/inspector/refusal"
)

// newExplain explains saved answers without a server.
func newExplain(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [FILE|-]",
		Short: "read servers' error answers as problems by pointer",
		Long: `Explain reads answers to tools/call, a JSON-RPC response a line, and prints for
each a line {"outcome":…,"validator":…,"problems":[{"pointer":…,"message":…,"expected":…,"received":…}]}.

Pointers are JSON Pointers into the arguments. Only what a server says of a field
that it names is a problem; what it says of the arguments as a whole is "general".
A line that is no answer has the outcome "unreadable" and an "error".`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			in := std.in
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return fmt.Errorf("open the answers: %w", err)
				}
				defer f.Close()
				in = f
			}
			return explainLines(in, std.out)
		},
	}
}

// explainedAnswer is one line that explain prints.
type explainedAnswer struct {
	Outcome   refusal.Outcome `json:"outcome"`
	Validator string          `json:"validator"`
	Code      *int            `json:"code,omitempty"`
	Problems  []shownProblem  `json:"problems"`
	General   []shownProblem  `json:"general,omitempty"`
	Error     string          `json:"error,omitempty"`
}

type shownProblem struct {
	Pointer  string `json:"pointer"`
	Message  string `json:"message"`
	Expected string `json:"expected"`
	Received string `json:"received"`
	Kind     string `json:"kind,omitempty"`
}

// explainLines answers each line as soon as it is read. Nothing in a line ends
// the batch.
func explainLines(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for {
		line, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLongLine) {
			return fmt.Errorf("read the answers: %w", err)
		}
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errLongLine) {
			answer := explainedAnswer{Outcome: refusal.Unreadable, Problems: []shownProblem{}, Error: errLongLine.Error()}
			if !errors.Is(err, errLongLine) {
				answer = explainLine(line)
			}
			if err := errors.Join(enc.Encode(answer), w.Flush()); err != nil {
				return fmt.Errorf("write an explanation: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// readLine reads up to the next line feed. A line that is too long is read to
// its end and not kept.
func readLine(r *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errLongLine
		case long:
			return nil, errors.Join(errLongLine, err)
		}
		return line, err
	}
}

func explainLine(line []byte) explainedAnswer {
	e := refusal.Explain(bytes.TrimSpace(line))
	return explainedAnswer{
		Outcome: e.Outcome, Validator: e.Validator, Code: e.Code,
		Problems: shownProblems(e.Problems), General: shownProblems(e.General), Error: e.Why,
	}
}

// shownProblems is never nil, so that a list without problems is [].
func shownProblems(problems []refusal.Problem) []shownProblem {
	shown := make([]shownProblem, 0, len(problems))
	for _, p := range problems {
		shown = append(shown, shownProblem{string(p.Pointer), p.Message, p.Expected, p.Received, p.Kind})
	}
	return shown
}
