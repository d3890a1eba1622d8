// Command mcploupe shows what an MCP server really tells its clients: each
// tool's schema as sent beside the same schema in JSON Schema 2020-12, what is
// wrong with it, and what the server says when it is taken at its word.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// version is set by the linker for a release.
var version = "0.1.0-dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the servers and then the program. A second one ends the program
	// as it stands: what it started is killed by the watcher of package wire.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// streams are the three standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Exit codes, see the command line in README.md.
const (
	exitOK          = 0
	exitFindings    = 1
	exitUsage       = 2
	exitUnreachable = 3
)

// exitError ends the program with a code. A nil Err prints nothing.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// run is the whole program but for the process it runs in.
func run(ctx context.Context, args []string, std streams) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	code := exitUsage
	var ee *exitError
	if errors.As(err, &ee) {
		code = ee.code
	}
	if text := err.Error(); text != "" {
		_, _ = fmt.Fprintln(std.err, "mcploupe: "+printable(text))
	}
	return code
}

func newRoot(std streams) *cobra.Command {
	root := newServe(std)
	root.Version = version
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.AddCommand(newCheck(std), newProbe(std), newRules(std))
	root.AddCommand(newShow(std), newCall(std), newConvert(std), newExplain(std), newDemo(std))
	root.AddCommand(newConformance(std))
	root.AddCommand(newReport(std), newDiff(std))
	return root
}
