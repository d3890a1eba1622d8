package profile

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"

	"mcploupe/inspector/tool"
)

// CoreVerdict says whether a tool is in the portable core: the form that no
// known rule touches, save those that [CoreExceptions] lists.
type CoreVerdict struct {
	In       bool
	Findings []tool.Finding // what keeps it out
}

// coreRow is one demand of the portable core, as it stands in the data.
type coreRow struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Message string          `json:"message"`
	Mend    string          `json:"mend"`
	Match   matchSpec       `json:"match"`
	Trip    json.RawMessage `json:"trip"`
	Clean   json.RawMessage `json:"clean"`
}

func (c *Catalog) readCore(from fs.FS) error {
	var file struct {
		Source     string    `json:"source"`
		Exceptions names     `json:"exceptions"`
		Rules      []coreRow `json:"rules"`
	}
	if err := readFile(from, "data/core.json", &file); err != nil {
		return err
	}
	for _, row := range file.Rules {
		match, err := row.Match.compile()
		if err != nil {
			return fmt.Errorf("%s: %w", row.ID, err)
		}
		r := &Rule{
			ID: row.ID, Client: "portable core", Level: tool.LevelWarn, Title: row.Title, Message: row.Message, Mend: row.Mend,
			Evidence: []string{file.Source}, Basis: []Basis{Inferred}, Status: Current, Trip: row.Trip, Clean: row.Clean,
			Where: row.Match.where(), match: match, spec: row.Match,
		}
		if r.template, err = cut(row.Message); err != nil {
			return fmt.Errorf("%s: %w", row.ID, err)
		}
		c.core = append(c.core, r)
	}
	for _, id := range file.Exceptions {
		if _, ok := c.byRule[id]; !ok {
			return fmt.Errorf("the portable core excepts %s, which is no rule", id)
		}
	}
	c.exceptions = file.Exceptions
	return nil
}

// CoreRules returns what the portable core demands, in the order of the data.
func (c *Catalog) CoreRules() []*Rule { return append([]*Rule(nil), c.core...) }

// CoreExceptions lists the rules that touch tools of the portable core as well:
// no form pleases them and all others.
func (c *Catalog) CoreExceptions() []string { return append([]string(nil), c.exceptions...) }

// Core tells whether a tool is in the portable core, and what keeps it out. The
// only error is that of the context.
func (c *Catalog) Core(ctx context.Context, t *tool.Tool) (CoreVerdict, error) {
	x := newExam(t, "", gather(nil))
	if x == nil {
		return CoreVerdict{}, ctx.Err()
	}
	var v CoreVerdict
	for _, r := range c.core {
		if err := ctx.Err(); err != nil {
			return CoreVerdict{}, err
		}
		r.match(x, func(h hit) { v.Findings = append(v.Findings, r.finding(h)) })
	}
	v.In = len(v.Findings) == 0
	return v, nil
}
