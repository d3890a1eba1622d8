package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/dialect"
	"mcploupe/inspector/tool"
)

// newShow prints what the tool page shows.
func newShow(std streams) *cobra.Command {
	var (
		format string
		to     string
		flags  = sourceFlags{std: std}
	)
	c := &cobra.Command{
		Use:   "show SOURCE [TOOL…]",
		Short: "print what the tool page shows",
		RunE: func(c *cobra.Command, args []string) error {
			target, ok := dialect.ByName(to)
			if !ok {
				return fmt.Errorf("--to %s: no such dialect; there are draft-04, draft-06, draft-07, 2019-09 and 2020-12", to)
			}
			src, err := flags.sources(c, args)
			if err != nil {
				return err
			}
			var names []string
			if len(src.Command) == 0 && len(src.Configs) == 0 && len(src.Args) > 1 {
				names, src.Args = src.Args[1:], src.Args[:1]
			} else if len(src.Command) > 0 || len(src.Configs) > 0 {
				names, src.Args = src.Args, nil
			}
			return withServer(c.Context(), std, src, func(app *inspector.App, s *inspector.Server) error {
				return show(c.Context(), std, app, s, names, format, target)
			})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	c.Flags().StringVar(&to, "to", "2020-12", "convert to this `dialect`")
	flags.register(c)
	return c
}

// withServer opens one source, waits until its tools are known, and closes it.
func withServer(ctx context.Context, std streams, src inspector.Sources, use func(*inspector.App, *inspector.Server) error) (err error) {
	app := inspector.New(inspector.Options{Version: version})
	defer func() {
		err = errors.Join(err, closeApp(ctx, std, app))
	}()
	if err := app.Open(src); err != nil {
		return &exitError{exitUsage, err}
	}
	servers := app.Servers()
	if len(servers) != 1 {
		return &exitError{exitUsage, fmt.Errorf("%d servers are configured; name one with --server: %s", len(servers), serverNames(servers))}
	}
	s := servers[0]
	s.Connect()
	if err := s.Await(ctx); err != nil {
		code := exitUnreachable
		if errors.As(err, new(*config.Problem)) {
			code = exitUsage
		}
		return &exitError{code, fmt.Errorf("%s: %w", s.Name, err)}
	}
	return use(app, s)
}

func serverNames(servers []*inspector.Server) string {
	text := ""
	for i, s := range servers {
		if i > 0 {
			text += ", "
		}
		text += s.ID
	}
	return text
}

func show(ctx context.Context, std streams, app *inspector.App, s *inspector.Server, names []string, format string, to dialect.Dialect) error {
	st := s.Status()
	snap, tools := st.Snapshot, st.Snapshot.Tools
	if len(names) > 0 {
		tools = nil
		for _, name := range names {
			i := slices.IndexFunc(snap.Tools, func(t *tool.Tool) bool { return t.HasName && t.Name == name })
			if i < 0 {
				return &exitError{exitUsage, fmt.Errorf("%s has no tool %q", s.Name, name)}
			}
			tools = append(tools, snap.Tools[i])
		}
	}
	shown := newShown(ctx, app, st, tools, to)
	switch format {
	case "json":
		enc := json.NewEncoder(std.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(shown)
	case "text":
		return printShown(std.out, shown)
	}
	return fmt.Errorf("--format %s: there are text and json", format)
}

// shown is the JSON form of what the tool page shows.
type shown struct {
	Server   shownServer    `json:"server"`
	Taken    *time.Time     `json:"taken,omitempty"`
	Tools    []shownTool    `json:"tools"`
	Findings []shownFinding `json:"findings"`
	Notes    []string       `json:"notes,omitempty"`
}

type shownServer struct {
	Name            string `json:"name"`
	Version         string `json:"version"`
	ProtocolVersion string `json:"protocolVersion"`
	Era             string `json:"era"`
}

type shownTool struct {
	Name     *string         `json:"name"` // null where the tool has none
	Original json.RawMessage `json:"original"`
	Input    *shownSchema    `json:"input"`
	Output   *shownSchema    `json:"output"`
	Findings []shownFinding  `json:"findings"`
}

type shownSchema struct {
	Dialect   shownDialect    `json:"dialect"`
	Converted json.RawMessage `json:"converted"`
	Changes   []shownChange   `json:"changes"`
	Compiles  bool            `json:"compiles"`
	Problem   string          `json:"problem,omitempty"`
	original  json.RawMessage
	name      string
}

type shownDialect struct {
	Declared *string `json:"declared"` // null where $schema is absent
	Used     string  `json:"used"`
	Why      string  `json:"why"`
}

type shownChange struct {
	Code   string  `json:"code"`
	From   *string `json:"from"` // null where nothing stood there
	To     *string `json:"to"`   // null where nothing stands there any more
	Reason string  `json:"reason"`
	Source string  `json:"source"`
	Loss   bool    `json:"loss"`
}

type shownFinding struct {
	Rule     string `json:"rule"`
	Level    string `json:"level"`
	Pointer  string `json:"pointer"`
	Message  string `json:"message"`
	Mend     string `json:"mend,omitempty"`
	Evidence string `json:"evidence,omitempty"`
	Target   string `json:"target,omitempty"`
}

func newShown(ctx context.Context, app *inspector.App, st inspector.Status, tools []*tool.Tool, to dialect.Dialect) shown {
	snap := st.Snapshot
	out := shown{
		Server: shownServer{snap.Server.Name, snap.Server.Version, snap.Server.ProtocolVersion, snap.Server.Era},
		Tools:  []shownTool{}, Findings: newFindings(snap.Findings), Notes: snap.Notes,
	}
	if !snap.Taken.IsZero() {
		out.Taken = &snap.Taken
	}
	for _, t := range tools {
		st := shownTool{
			Original: t.Raw,
			Input:    newShownSchema(app.Schema(t.Input, dialect.Unknown, to), "input schema"),
			Output:   newShownSchema(app.Schema(t.Output, dialect.Unknown, to), "output schema"),
			Findings: newFindings(st.Review.Findings(ctx, t.Index)),
		}
		if t.HasName {
			st.Name = &t.Name
		}
		out.Tools = append(out.Tools, st)
	}
	return out
}

func newFindings(list []tool.Finding) []shownFinding {
	out := []shownFinding{}
	for _, f := range list {
		out = append(out, shownFinding{f.Rule, string(f.Level), string(f.Pointer), f.Message, f.Next, f.Evidence, f.Target})
	}
	return out
}

func newShownSchema(v *inspector.SchemaView, name string) *shownSchema {
	if v == nil {
		return nil
	}
	out := &shownSchema{
		Dialect: shownDialect{Used: v.Detection.Used.String(), Why: v.Detection.Why},
		Changes: []shownChange{}, Compiles: v.Target != nil, original: v.Original.Source(), name: name,
	}
	if v.Detection.HasDeclared {
		out.Dialect.Declared = &v.Detection.Declared
	}
	if v.TargetErr != nil {
		out.Problem = v.TargetErr.Error()
	}
	if v.Conversion == nil {
		return out
	}
	out.Converted = v.Conversion.JSON
	for _, c := range v.Conversion.Changes {
		out.Changes = append(out.Changes, newShownChange(c))
	}
	return out
}

func newShownChange(c dialect.Change) shownChange {
	sc := shownChange{Code: c.Code, Reason: c.Reason, Source: c.Source, Loss: c.Loss}
	if from := string(c.From); !c.New {
		sc.From = &from
	}
	if to := string(c.To); !c.Gone {
		sc.To = &to
	}
	return sc
}
