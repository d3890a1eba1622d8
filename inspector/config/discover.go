package config

import (
	"os"
	"path/filepath"
)

// discovered are the files of a project that may name servers: Claude Code and
// Copilot CLI, plain, Cursor, VS Code.
var discovered = []string{
	".mcp.json",
	"mcp.json",
	filepath.Join(".cursor", "mcp.json"),
	filepath.Join(".vscode", "mcp.json"),
}

// Discover gives the paths of the configuration files in dir, in a fixed order.
// It does not read them, and looks neither above nor below.
func Discover(dir string) []string {
	var found []string
	for _, name := range discovered {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			found = append(found, path)
		}
	}
	return found
}
