package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// newCall sends one test call.
func newCall(std streams) *cobra.Command {
	var (
		timeout time.Duration
		flags   = sourceFlags{std: std}
	)
	c := &cobra.Command{
		Use:   "call SOURCE TOOL [JSON | name=value | name:=json | name@null]… [-- COMMAND ARG…]",
		Short: "send one test call and print the result",
		Long: `Call sends one tools/call and prints its result as JSON on standard output.
Problems by the input and the output schema go to standard error; the call is
sent all the same.

Arguments are one JSON text, sent as written, or members: name=value is a
string, name:=json any JSON, name@null an explicit null. What is not named is
left out. With a command after -- or with --config, the first argument is the
tool.`,
		Example: `  mcploupe call https://example.com/mcp update_article article_id:=42 title@null
  mcploupe call get_article '{"article_id":42}' -- python server.py`,
		RunE: func(c *cobra.Command, args []string) error {
			src, err := flags.sources(c, args)
			if err != nil {
				return err
			}
			rest := src.Args
			if len(src.Command) == 0 && len(src.Configs) == 0 {
				src.Args, rest = rest[:min(1, len(rest))], rest[min(1, len(rest)):]
			} else {
				src.Args = nil
			}
			if len(rest) == 0 {
				return errors.New("name the tool to call: mcploupe call SOURCE TOOL [ARGUMENT…]")
			}
			arguments, err := callArguments(rest[1:])
			if err != nil {
				return err
			}
			return withServer(c.Context(), std, src, func(app *inspector.App, s *inspector.Server) error {
				return call(c.Context(), std, app, s, rest[0], arguments, timeout)
			})
		},
	}
	c.Flags().DurationVar(&timeout, "timeout", time.Minute, "give up after this `duration`")
	flags.register(c)
	return c
}

// callArguments makes the arguments' JSON text. One argument that starts like a
// JSON value is the whole text; none leaves an empty object.
func callArguments(words []string) ([]byte, error) {
	if len(words) == 1 && strings.IndexByte(`{["`, (words[0] + " ")[0]) >= 0 {
		if _, err := jsondoc.Parse([]byte(words[0])); err != nil {
			return nil, fmt.Errorf("the arguments are not JSON: %w", err)
		}
		return []byte(words[0]), nil
	}
	text := []byte("{")
	for i, word := range words {
		name, value, err := member(word)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(jsondoc.AppendQuote(text, name), ':'), value...)
	}
	return append(text, '}'), nil
}

// member reads name@null, name:=json or name=value. The first sign in the word
// decides, so that a value may hold the others.
func member(word string) (name, value string, err error) {
	if before, ok := strings.CutSuffix(word, "@null"); ok && !strings.Contains(before, "=") {
		return before, "null", nil
	}
	at := strings.Index(word, "=")
	switch {
	case at <= 0:
		return "", "", fmt.Errorf("%q is no argument; write name=value, name:=json or name@null", word)
	case word[at-1] == ':':
		if _, err := jsondoc.Parse([]byte(word[at+1:])); err != nil {
			return "", "", fmt.Errorf("%s: the value is not JSON: %w", word[:at-1], err)
		}
		return word[:at-1], word[at+1:], nil
	}
	return word[:at], jsondoc.Quote(word[at+1:]), nil
}

func call(ctx context.Context, std streams, app *inspector.App, s *inspector.Server, name string, args []byte, timeout time.Duration) error {
	if !s.Live() {
		return fmt.Errorf("%s is a saved answer: there is no server to call", s.Name)
	}
	tools := s.Status().Snapshot.Tools
	i := slices.IndexFunc(tools, func(t *tool.Tool) bool { return t.HasName && t.Name == name })
	if i < 0 {
		return fmt.Errorf("%s has no tool %q", s.Name, name)
	}
	sayProblems(ctx, std, app, tools[i], args)
	done, err := s.Call(ctx, tools[i], args, inspector.CallOptions{Timeout: timeout})
	if err != nil {
		return &exitError{exitUnreachable, err}
	}
	return printAnswer(std, done)
}

// sayProblems says what the input schema makes of the arguments.
func sayProblems(ctx context.Context, std streams, app *inspector.App, t *tool.Tool, args []byte) {
	doc, err := jsondoc.Parse(args)
	if err != nil {
		return // callArguments made sure that it is JSON
	}
	verdict, err := app.CheckArguments(ctx, t, doc, dialect.Unknown)
	if err != nil {
		say(std, "input schema: could not check: %v", err)
		return
	}
	problems(std, "arguments", verdict)
}

func problems(std streams, what string, v validate.Verdict) {
	if v.State == validate.Unchecked && v.Reason != "" {
		say(std, "%s: could not check: %s", what, v.Reason)
	}
	for _, p := range v.Problems {
		say(std, "%s %q: %s (schema %q)", what, p.Instance, p.Message, p.Schema)
	}
}

func say(std streams, format string, args ...any) {
	_, _ = fmt.Fprintln(std.err, printable(fmt.Sprintf(format, args...)))
}

// printAnswer prints the result, or the error, as it came, and turns the outcome
// into an exit code.
func printAnswer(std streams, c *inspector.Call) error {
	a := c.Answer
	switch {
	case a.Result != nil:
		if err := printJSON(std, a.Result); err != nil {
			return err
		}
	case a.Error != nil:
		if err := printJSON(std, errorMember(a.Received)); err != nil {
			return err
		}
	}
	if c.Output.HasSchema && c.Output.Err != nil {
		say(std, "structuredContent: could not check: %v", c.Output.Err)
	}
	problems(std, "structuredContent", c.Output.Verdict)
	if c.Output.HasSchema && !c.Output.Present && a.Outcome == wire.OutcomeOK {
		say(std, "structuredContent: missing, though the tool has an output schema")
	}
	switch a.Outcome {
	case wire.OutcomeOK:
		return nil
	case wire.OutcomeToolError, wire.OutcomeProtocolError, wire.OutcomeInputRequired:
		return &exitError{exitFindings, fmt.Errorf("%s: %s", c.Tool.Label(), a.Outcome)}
	}
	err := fmt.Errorf("%s: %s", c.Tool.Label(), a.Outcome)
	if a.Failure != nil {
		err = fmt.Errorf("%w: %w", err, a.Failure)
	}
	return &exitError{exitUnreachable, err}
}

func errorMember(received []byte) []byte {
	doc, err := jsondoc.Parse(received)
	if err != nil {
		return received
	}
	return doc.Root().Get("error").Raw()
}

// printJSON prints JSON text as it came. The hidden characters in its strings
// are escaped as JSON does it: the text stays the same value.
func printJSON(std streams, text []byte) error {
	if _, err := fmt.Fprintln(std.out, escapeHidden(text)); err != nil {
		return fmt.Errorf("print the result: %w", err)
	}
	return nil
}

// escapeHidden writes characters that do not print as \u escapes. In JSON text
// they can only stand inside strings.
func escapeHidden(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
