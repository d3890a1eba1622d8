package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

const diffLong = `diff compares the tools of two sources: which are new, which are gone, and what
changed in the others, by JSON Pointer, and whether a caller that worked before can
fail now. Tools are matched by name; the order of keys does not count.

Exit codes: 0 nothing that breaks a caller, 1 something does, 2 usage, 3 a server could
not be reached.`

// toolDiff is what changed in one tool.
type toolDiff struct {
	Tool    string       `json:"tool"`
	State   string       `json:"state"` // "added", "removed", "changed"
	Breaks  bool         `json:"breaks"`
	Changes []toolChange `json:"changes,omitempty"`
}

// toolChange is one place of a tool that changed.
type toolChange struct {
	Pointer string          `json:"pointer"` // into the tool
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`
	Breaks  bool            `json:"breaks"`
	Why     string          `json:"why,omitempty"`
}

// newDiff compares two sources.
func newDiff(std streams) *cobra.Command {
	var format string
	flags := sourceFlags{std: std}
	c := &cobra.Command{
		Use:   "diff SOURCE SOURCE",
		Short: "what changed between two lists of tools, and whether it breaks callers",
		Long:  diffLong,
		Example: `  mcploupe diff before.json after.json
  mcploupe diff before.json -- node server.js
  mcploupe diff before.json --config .mcp.json --server articles --format markdown`,
		RunE: func(c *cobra.Command, args []string) error {
			src, err := flags.sources(c, args)
			if err != nil {
				return err
			}
			list, err := diffSources(c.Context(), std, src)
			if err != nil {
				return err
			}
			if err := printDiff(std.out, list, format); err != nil {
				return err
			}
			if slices.ContainsFunc(list, func(d toolDiff) bool { return d.Breaks }) {
				return &exitError{code: exitFindings}
			}
			return nil
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, json or markdown")
	flags.register(c)
	return c
}

// diffSources opens both sources and compares their tools.
func diffSources(ctx context.Context, std streams, src inspector.Sources) (list []toolDiff, err error) {
	app := inspector.New(inspector.Options{Version: version})
	defer func() { err = errors.Join(err, closeApp(ctx, std, app)) }()
	if len(src.Args)+len(src.Configs)+min(len(src.Command), 1) < 2 {
		return nil, &exitError{exitUsage, errors.New("two sources are compared; name both: mcploupe diff before.json after.json")}
	}
	if err := app.Open(src); err != nil {
		return nil, &exitError{exitUsage, err}
	}
	servers := app.Servers()
	if len(servers) != 2 {
		return nil, &exitError{exitUsage, fmt.Errorf("two servers are compared, and %d are configured: %s", len(servers), serverNames(servers))}
	}
	var snaps [2]*tool.Snapshot
	for i, s := range servers {
		s.Connect()
		if err := s.Await(ctx); err != nil {
			return nil, &exitError{exitUnreachable, fmt.Errorf("%s: %w", s.Name, err)}
		}
		snaps[i] = s.Status().Snapshot
	}
	return compareLists(snaps[0], snaps[1]), nil
}

// compareLists matches tools by name: of several with one name each stands for
// itself, in order.
func compareLists(before, after *tool.Snapshot) []toolDiff {
	var list []toolDiff
	used := map[*tool.Tool]bool{}
	for _, old := range before.Tools {
		i := slices.IndexFunc(after.Tools, func(t *tool.Tool) bool { return t.HasName && t.Name == old.Name && !used[t] })
		if i < 0 || !old.HasName {
			list = append(list, toolDiff{Tool: old.Label(), State: "removed", Breaks: true})
			continue
		}
		now := after.Tools[i]
		used[now] = true
		if changes := compareTools(old, now); len(changes) > 0 {
			list = append(list, toolDiff{
				Tool: old.Label(), State: "changed", Changes: changes,
				Breaks: slices.ContainsFunc(changes, func(c toolChange) bool { return c.Breaks }),
			})
		}
	}
	for _, now := range after.Tools {
		if !used[now] {
			list = append(list, toolDiff{Tool: now.Label(), State: "added"})
		}
	}
	return list
}

// printDiff prints the differences.
func printDiff(out io.Writer, list []toolDiff, format string) error {
	switch format {
	case "json":
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		if list == nil {
			list = []toolDiff{}
		}
		return enc.Encode(struct {
			Tools []toolDiff `json:"tools"`
		}{list})
	case "text", "markdown":
		_, err := io.WriteString(out, diffText(list, format == "markdown"))
		return err
	}
	return &exitError{exitUsage, fmt.Errorf("--format %s: there are text, json and markdown", format)}
}

// diffText is the list for people.
func diffText(list []toolDiff, markdown bool) string {
	if len(list) == 0 {
		return "✓ No difference.\n"
	}
	var b strings.Builder
	name := func(s string) string {
		s = strings.ReplaceAll(printable(s), "\n", " ")
		if !markdown {
			return s
		}
		return "`" + strings.ReplaceAll(s, "`", "'") + "`"
	}
	for _, d := range list {
		sign := map[string]string{"added": "+", "removed": "−", "changed": "~"}[d.State]
		breaks := ""
		if d.Breaks {
			breaks = " — breaks callers"
		}
		if markdown {
			fmt.Fprintf(&b, "- **%s** %s%s\n", d.State, name(d.Tool), breaks)
		} else {
			fmt.Fprintf(&b, "%s %s %s%s\n", sign, d.State, name(d.Tool), breaks)
		}
		for _, c := range d.Changes {
			mark := " "
			if c.Breaks {
				mark = "✕"
			}
			fmt.Fprintf(&b, "  %s %s %s: %s → %s", map[bool]string{true: "-", false: " "}[markdown], mark, name(c.Pointer), name(shortValue(c.Before)), name(shortValue(c.After)))
			if c.Why != "" {
				b.WriteString(" — " + c.Why)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// maxValue bounds a value in a line, in bytes.
const maxValue = 80

func shortValue(v json.RawMessage) string {
	if v == nil {
		return "(nothing)"
	}
	text := string(jsondoc.AppendCompact(nil, v))
	if len(text) > maxValue {
		return strings.ToValidUTF8(text[:maxValue], "") + "…"
	}
	return text
}
