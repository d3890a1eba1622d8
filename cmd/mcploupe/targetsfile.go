package main

import (
	"os"
	"path/filepath"
)

// targetsFile is where the dashboard keeps the clients that were chosen: in the
// state folder of the XDG base directory specification where there is a home
// folder, and nowhere else. It holds names of clients and nothing secret.
func targetsFile() string {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "mcploupe", "targets")
}
