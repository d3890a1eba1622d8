package config_test

import (
	"strings"
	"testing"

	"mcploupe/inspector/config"
)

// BenchmarkParse reads 1 MB of mistakes: one line, and a line an entry.
func BenchmarkParse(b *testing.B) {
	const entry = `"a": {"commnad": "c", "args": [1, "${NOPE}"], "url": "x"},`
	for name, sep := range map[string]string{"one line": "", "lines": "\n"} {
		n := (1<<20)/len(entry+sep) - 1
		text := []byte(`{"servers": {` + strings.Repeat(entry+sep, n) + "}}")
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := config.Parse("x", text, config.Options{LookupEnv: lookup}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	small := []byte(`{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"], "env": {"A": "${LEVEL}"}}}}`)
	b.Run("one server", func(b *testing.B) {
		for b.Loop() {
			_, _ = config.Parse("x", small, config.Options{LookupEnv: lookup})
		}
	})
}
