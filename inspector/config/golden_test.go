package config_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/config"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// canary is in every value of the test files that must not be shown.
const canary = "S3CRET"

// environ is the environment of the tests.
var environ = map[string]string{
	"API_TOKEN": canary + "-token", "LEVEL": "info", "HOST": "example.com", "EMPTY": "",
	"NESTED": "${LEVEL}", "MCP_INPUT_API_KEY": canary + "-input", "MCP_INPUT_DECLARED_ONLY": canary,
}

func lookup(name string) (string, bool) {
	value, ok := environ[name]
	return value, ok
}

// TestGolden fixes what is read from every file of testdata/golden and every
// message, and that no message and no display form holds a secret.
func TestGolden(t *testing.T) {
	env, err := filepath.Abs("testdata/env")
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(inputs) < 30 {
		t.Fatalf("%d inputs, error %v", len(inputs), err)
	}
	for _, input := range inputs {
		name := strings.TrimSuffix(filepath.Base(input), ".json")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			workspace := env
			if name == "claude-user" || name == "variables" {
				workspace = "/ws"
			}
			f, err := config.Parse(name+".json", data, config.Options{LookupEnv: lookup, Home: "/home/u", Workspace: workspace})
			got := bytes.ReplaceAll(dump(f, err), []byte(env), []byte("ENV"))
			if bytes.Contains(got, []byte(canary)) {
				t.Errorf("a secret is shown:\n%s", got)
			}
			golden := strings.TrimSuffix(input, ".json") + ".txt"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("-want +got (rewrite with -update):\n%s", diff)
			}
		})
	}
}

// dump writes all that may be shown of a file.
func dump(f *config.File, err error) []byte {
	var b bytes.Buffer
	if err != nil {
		fmt.Fprintf(&b, "error %v\n", err)
		return b.Bytes()
	}
	for _, p := range f.Problems {
		fmt.Fprintf(&b, "%s %v\n", level(p), p)
	}
	for _, s := range f.Servers {
		fmt.Fprintf(&b, "\n%q %s at %v", s.Name, s.Transport, s.Place)
		for _, part := range []struct {
			name  string
			value any
			shown bool
		}{
			{"disabled", s.Disabled, s.Disabled},
			{"era", s.ProtocolEra, s.ProtocolEra != ""},
			{"cwd", s.Cwd, s.Cwd != ""},
			{"envFile", s.EnvFile, s.EnvFile != ""},
			{"env", s.Env, len(s.Env) > 0},
			{"headers", s.Headers, len(s.Headers) > 0},
			{"url", s.SafeURL(), s.URL != ""},
			{"line", s.CommandLine(), s.Command != ""},
		} {
			if part.shown {
				fmt.Fprintf(&b, "\n  %s %v", part.name, part.value)
			}
		}
		b.WriteByte('\n')
		for _, p := range s.Problems {
			fmt.Fprintf(&b, "  %s %v\n", level(p), p)
		}
	}
	return b.Bytes()
}

func level(p config.Problem) string {
	if p.Fatal {
		return "fatal"
	}
	return "note"
}
