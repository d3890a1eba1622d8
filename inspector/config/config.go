// Package config reads the configuration files in which MCP clients keep their
// servers: the "mcpServers" shape (Claude Code, Claude Desktop, Cursor, Copilot
// CLI, MCP Inspector) and the "servers" shape (VS Code), with comments and
// trailing commas. It expands variables and says what is wrong, where, and what
// to do about it.
//
// It never starts or connects anything, never writes a file, and never puts the
// value of an environment variable, a header or a URL's userinfo or query into
// a message.
package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// MaxFileSize is the largest configuration file that is read, in bytes. Hand
// written files are a few kilobytes; ~/.claude.json, which also keeps prompts,
// reaches some megabytes.
const MaxFileSize = 8 << 20

// Transport is the way to reach a server.
type Transport string

// The transports that can be used. An entry with "type": "ws" keeps the
// Transport "ws" and a fatal problem.
const (
	Stdio Transport = "stdio"
	HTTP  Transport = "http" // Streamable HTTP
	SSE   Transport = "sse"  // HTTP+SSE of protocol version 2024-11-05
)

// Server is one configured server, with its variables expanded.
//
// Two servers of one file may have the same name where the file repeats a key;
// all but the last then carry a fatal problem.
type Server struct {
	Name      string    // the key in the file, or a name made from the command or the URL's host
	Transport Transport // "" where the entry does not tell

	// Stdio.
	Command string
	Args    []string
	Env     []EnvVar // those of EnvFile first, then "env", which wins over it
	EnvFile string   // absolute path; already read into Env
	Cwd     string   // absolute path; "" is mcploupe's own working directory

	// HTTP and SSE.
	URL     string
	Headers []Header

	// ProtocolEra is "", "auto", "legacy", "modern" or one protocol version: MCP Inspector's key, see
	// its docs/mcp-server-configuration.md.
	ProtocolEra string
	Disabled    bool  // the file says "disabled": true
	Place       Place // where the entry's name stands
	// Problems are in file order. A server with a fatal one cannot be started.
	Problems []Problem
	// Shadowed says that another entry of the file has the same name and counts
	// instead. There is a fatal problem for it.
	Shadowed bool

	secrets []string // expanded values that are not shown, see CommandLine
}

// Label is the name for people. It tells servers of one file apart that have
// the same name, and one that has none.
func (s Server) Label() string {
	switch {
	case strings.TrimSpace(s.Name) == "" && s.Place.Line > 0:
		return fmt.Sprintf("(no name, line %d)", s.Place.Line)
	case strings.TrimSpace(s.Name) == "":
		return "(no name)"
	case s.Shadowed:
		return fmt.Sprintf("%s (line %d)", s.Name, s.Place.Line)
	}
	return s.Name
}

// Startable reports whether no problem is fatal. It says nothing of Disabled.
func (s Server) Startable() bool {
	for _, p := range s.Problems {
		if p.Fatal {
			return false
		}
	}
	return true
}

// EnvVar is one variable of a server's environment.
type EnvVar struct{ Name, Value string }

// String shows the name alone, so that a value does not get into a log by %v.
func (v EnvVar) String() string { return v.Name + "=" + Mask }

// GoString is String for %#v.
func (v EnvVar) GoString() string { return v.String() }

// Header is one HTTP header sent with every request to a server.
type Header struct{ Name, Value string }

// String shows the name alone, so that a value does not get into a log by %v.
func (h Header) String() string { return h.Name + ": " + Mask }

// GoString is String for %#v.
func (h Header) GoString() string { return h.String() }

// File is one configuration file.
type File struct {
	Path     string
	Servers  []Server  // in file order
	Problems []Problem // what concerns no single server; none is fatal
}

// Options say what variables stand for. The zero value takes the process's own.
type Options struct {
	LookupEnv func(string) (string, bool) // nil: os.LookupEnv
	Home      string                      // ${userHome}; "": os.UserHomeDir
	// Workspace is ${workspaceFolder}, and what a relative cwd or envFile is
	// relative to; "": the folder that holds .vscode or .cursor, else the
	// file's own folder. It also chooses the project in a ~/.claude.json, where
	// "" is the working directory.
	Workspace string
}

func (o Options) withDefaults() Options {
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	if o.Home == "" {
		o.Home, _ = os.UserHomeDir() // "" is reported where ${userHome} is used
	}
	if o.Workspace != "" {
		o.Workspace = absolute(o.Workspace)
	}
	return o
}

// absolute is filepath.Abs, or path itself where the working directory is gone.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
