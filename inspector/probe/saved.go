package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// savedCall is one line of a file of failing calls.
type savedCall struct {
	Tool      string          `json:"tool"`
	Rule      string          `json:"rule"` // for a reader; it is not read again
	Kind      Kind            `json:"kind"`
	Field     jsondoc.Pointer `json:"field"`
	Schema    jsondoc.Pointer `json:"schema"`
	Detail    string          `json:"detail"`
	Control   json.RawMessage `json:"control,omitempty"` // the call it is compared with
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// Save writes the failing calls of findings, one a line, so that [Replay] can send
// them again alone. The spelling of the arguments is kept.
func Save(findings []Finding) []byte {
	var out []byte
	for _, f := range findings {
		s := f.Step
		line, err := json.Marshal(savedCall{Tool: f.Tool.Name, Rule: f.Rule, Kind: s.Kind, Field: s.Field, Schema: s.Schema, Detail: s.Detail})
		if err != nil {
			continue // strings alone: it cannot be
		}
		line = line[:len(line)-1]
		if f.Control != nil {
			line = jsondoc.AppendCompact(append(line, `,"control":`...), f.Control)
		}
		if s.Arguments != nil {
			line = jsondoc.AppendCompact(append(line, `,"arguments":`...), s.Arguments)
		}
		out = append(append(out, line...), '}', '\n')
	}
	return out
}

// Replay makes plans of the calls that Save wrote: each is sent with the call it is
// compared with, and judged by what the schema says now. A call of a tool that is not
// there any more is left out, and named in gone. The error names the line.
func Replay(ctx context.Context, tools []*tool.Tool, data []byte, opt Options) (plans []*Plan, gone []string, err error) {
	makers := map[*tool.Tool]*maker{}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var c savedCall
		doc, err := jsondoc.Parse(line)
		if err == nil {
			err = json.Unmarshal(line, &c)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("line %d is no saved call: %w; each line is an object that probe --save wrote", i+1, err)
		}
		t := named(tools, c.Tool)
		if t == nil {
			gone = append(gone, c.Tool)
			continue
		}
		m := makers[t]
		if m == nil {
			m = newMaker(ctx, t, opt)
			m.compile()
			makers[t] = m
			plans = append(plans, m.plan)
		}
		m.replay(c, doc.Root().Get("control").Raw(), doc.Root().Get("arguments").Raw())
	}
	return plans, gone, nil
}

func named(tools []*tool.Tool, name string) *tool.Tool {
	for _, t := range tools {
		if t.HasName && t.Name == name {
			return t
		}
	}
	return nil
}

// replay adds a saved call. Every call has its own control, so no two share a step.
func (m *maker) replay(c savedCall, control, args []byte) {
	from := -1
	if control != nil {
		says, why := m.judge(control)
		from = m.append(tryout{kind: Base, from: -1, detail: "the call without the change"}, control, says, why)
	}
	says, why := Allowed, ""
	if args != nil {
		says, why = m.judge(args)
	}
	m.append(tryout{c.Kind, from, c.Field, c.Schema, c.Detail}, args, says, why)
}
