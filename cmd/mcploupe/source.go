package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
)

// sourceFlags are the flags that say where servers come from.
type sourceFlags struct {
	configs []string
	server  string
	era     string
	declare []string
	std     streams
}

func (f *sourceFlags) register(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.configs, "config", nil, "configuration `file` with mcpServers or servers; may be repeated")
	c.Flags().StringVar(&f.server, "server", "", "only the server of this `name`")
	c.Flags().StringVar(&f.era, "era", "", "`era` of the protocol: auto, legacy, modern, or one version such as 2025-06-18")
	c.Flags().StringSliceVar(&f.declare, "declare", nil, "`capabilities` to declare: elicitation, elicitation-url, sampling, roots")
}

// sources reads the arguments of a command: sources, and after -- a command.
func (f *sourceFlags) sources(c *cobra.Command, args []string) (inspector.Sources, error) {
	dir, err := os.Getwd()
	if err != nil {
		return inspector.Sources{}, fmt.Errorf("find the current folder: %w", err)
	}
	src := inspector.Sources{Args: args, Configs: f.configs, Server: f.server, Dir: dir, Stdin: f.std.in, Demo: demoServer}
	src.Settings.Era = f.era
	if src.Settings.Capabilities, err = inspector.ReadCapabilities(f.declare); err != nil {
		return src, &exitError{exitUsage, fmt.Errorf("--declare: %w", err)}
	}
	if err := src.Settings.Check(); err != nil {
		return src, &exitError{exitUsage, fmt.Errorf("--era: %w", err)}
	}
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		src.Args, src.Command = args[:dash], args[dash:]
		if len(src.Command) == 0 {
			return src, &exitError{exitUsage, fmt.Errorf("a command must follow --, for example: mcploupe -- npx -y @modelcontextprotocol/server-everything")}
		}
	}
	return src, nil
}

// demoServer is this same program as the demonstration server.
func demoServer() (config.Server, error) {
	self, err := os.Executable()
	if err != nil {
		return config.Server{}, fmt.Errorf("find this program's own file: %w", err)
	}
	s, err := config.FromCommand([]string{self, demoCommand})
	s.Name = "demo"
	return s, err
}

// printable shows control and invisible characters as escapes: what a server
// says must not drive the terminal.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return b.String()
}
