package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcploupe/inspector/demo"
)

const demoCommand = "demo-server"

// newDemo is the demonstration server: an MCP server over standard input and
// output. It is hidden, since mcploupe starts it by itself.
func newDemo(std streams) *cobra.Command {
	return &cobra.Command{
		Use:    demoCommand,
		Short:  "the demonstration server, over standard input and output",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(c *cobra.Command, _ []string) error {
			err := demo.Run(c.Context(), version, os.Stdin, os.Stdout)
			if errors.Is(err, io.EOF) || c.Context().Err() != nil {
				return nil
			}
			return err
		},
	}
}
