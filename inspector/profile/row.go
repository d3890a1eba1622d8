package profile

import (
	"encoding/json"
	"fmt"
	"slices"

	"mcploupe/inspector/tool"
)

// ruleRow is a rule as it stands in the data. The fields are those of [Rule].
type ruleRow struct {
	ID         string          `json:"id"`
	Client     string          `json:"client"`
	Level      tool.Level      `json:"level"`
	Title      string          `json:"title"`
	Message    string          `json:"message"`
	Effect     string          `json:"effect"`
	Says       string          `json:"says,omitempty"`
	Mend       string          `json:"mend"`
	Versions   string          `json:"versions"`
	From       string          `json:"from,omitempty"`
	To         string          `json:"to,omitempty"`
	Needs      names           `json:"needs,omitzero"`
	Status     Status          `json:"status"`
	StatusNote string          `json:"statusNote,omitempty"`
	Basis      names           `json:"basis"`
	BasisNote  string          `json:"basisNote,omitempty"`
	Since      string          `json:"since,omitempty"`
	Date       string          `json:"date"`
	Evidence   []string        `json:"evidence"`
	Note       string          `json:"note,omitempty"`
	Opposes    names           `json:"opposes,omitzero"`
	Protocol   string          `json:"protocol,omitempty"` // it holds before this version of the protocol
	Sets       names           `json:"sets,omitzero"`      // groups of rules that profiles include, beside the family's own
	Match      matchSpec       `json:"match"`
	Trip       json.RawMessage `json:"trip"`
	Clean      json.RawMessage `json:"clean"`
}

// rule checks a row and compiles it.
func (r ruleRow) rule(conditions map[string]Condition) (*Rule, error) {
	match, err := r.Match.compile()
	if err != nil {
		return nil, fmt.Errorf("rule %s: match: %w", r.ID, err)
	}
	rule := &Rule{
		ID: r.ID, Client: r.Client, Level: r.Level, Title: r.Title, Message: r.Message, Effect: r.Effect, Says: r.Says,
		Mend: r.Mend, Versions: r.Versions, From: r.From, To: r.To, Needs: r.Needs, Status: r.Status, StatusNote: r.StatusNote,
		BasisNote: r.BasisNote, Since: r.Since, Date: r.Date, Evidence: r.Evidence, Note: r.Note, Trip: r.Trip, Clean: r.Clean,
		Where: r.Match.where(), opposes: r.Opposes, protocol: r.Protocol, match: match, spec: r.Match,
	}
	if rule.template, err = cut(r.Message); err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.ID, err)
	}
	rule.sets = append([]string{rule.Family()}, r.Sets...)
	for _, b := range r.Basis {
		rule.Basis = append(rule.Basis, Basis(b))
	}
	slices.SortStableFunc(rule.Basis, func(a, b Basis) int { return a.rank() - b.rank() })
	for _, id := range r.Needs {
		c, ok := conditions[id]
		if !ok {
			return nil, fmt.Errorf("rule %s: no condition is called %q", r.ID, id)
		}
		rule.When = joinConditions(rule.When, c.Says)
	}
	return rule, r.complete(rule)
}

// complete refuses a row that lacks what every rule must have.
func (r ruleRow) complete(rule *Rule) error {
	for _, need := range []struct {
		name string
		ok   bool
	}{
		{"level", r.Level.Valid()},
		{"title", r.Title != ""},
		{"message", r.Message != ""},
		{"effect", r.Effect != ""},
		{"mend", r.Mend != ""},
		{"client", r.Client != ""},
		{"versions", r.Versions != ""},
		{"date", r.Date != ""},
		{"evidence", len(r.Evidence) > 0},
		{"basis", len(rule.Basis) > 0 && rule.Basis[len(rule.Basis)-1].rank() < len(bases)},
		{"status", slices.Contains([]Status{Current, Open, Old, Bound}, r.Status)},
		{"trip", len(r.Trip) > 0},
		{"clean", len(r.Clean) > 0},
	} {
		if !need.ok {
			return fmt.Errorf("rule %s: %s is missing or not valid", r.ID, need.name)
		}
	}
	return nil
}

// where names what a rule looks at.
func (s matchSpec) where() string {
	switch {
	case s.Any != nil:
		return s.Any[0].where()
	case s.Name != nil:
		return "name"
	case s.Description != nil:
		return "description"
	case s.Lacking != nil, s.Func == "metadata", s.Func == "entry":
		return "tool"
	case s.List != nil:
		return "list"
	case s.Answer != "":
		return "answer"
	case s.In == "both":
		return "schemas"
	case s.In == "":
		return "input"
	default:
		return s.In
	}
}

// profileRow is a profile as it stands in the data.
type profileRow struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Kind     string         `json:"kind"`
	Default  bool           `json:"default,omitempty"`
	Versions string         `json:"versions,omitempty"`
	Note     string         `json:"note,omitempty"`
	Evidence []string       `json:"evidence,omitempty"`
	Assumes  names          `json:"assumes,omitzero"`
	Include  []inclusionRow `json:"include,omitempty"`
	Without  names          `json:"without,omitzero"` // rules of an included set that do not hold
}

// inclusionRow adds rules of other families to a profile.
type inclusionRow struct {
	Set    string `json:"set,omitempty"`
	Rules  names  `json:"rules,omitzero"`
	Own    bool   `json:"own,omitempty"`    // they are the profile's own under another name
	Via    string `json:"via,omitempty"`    // or else why they hold
	Basis  Basis  `json:"basis,omitempty"`  // the most that may be claimed; Inferred by default
	Status Status `json:"status,omitempty"` // what is known for this profile
}

// profile resolves a row. A profile has the rules of the set that has its name,
// and those it includes.
func (r profileRow) profile(rules []*Rule) (*Profile, error) {
	p := &Profile{
		ID: r.ID, Name: r.Name, Kind: r.Kind, Default: r.Default, Versions: r.Versions, Note: r.Note, Evidence: r.Evidence, Assumes: r.Assumes,
	}
	add := func(rule *Rule, in inclusionRow) {
		if slices.Contains(r.Without, rule.ID) || slices.ContainsFunc(p.Rules, func(i Inclusion) bool { return i.Rule == rule }) {
			return
		}
		inclusion := Inclusion{Rule: rule, Via: in.Via, Basis: rule.Confidence(), Status: rule.Status}
		if in.Via != "" && in.Basis.rank() > inclusion.Basis.rank() {
			inclusion.Basis = in.Basis
		}
		if in.Status != "" {
			inclusion.Status = in.Status
		}
		p.Rules = append(p.Rules, inclusion)
	}
	for _, rule := range rules {
		if slices.Contains(rule.sets, r.ID) {
			add(rule, inclusionRow{})
		}
	}
	for _, in := range r.Include {
		if in.Basis == "" {
			in.Basis = Inferred
		}
		n := 0
		for _, rule := range rules {
			if slices.Contains(rule.sets, in.Set) || slices.Contains(in.Rules, rule.ID) {
				add(rule, in)
				n++
			}
		}
		if n < max(1, len(in.Rules)) || in.Own == (in.Via != "") {
			return nil, fmt.Errorf("profile %s: an inclusion without a reason, or of a rule that is not there: %s%v", r.ID, in.Set, in.Rules)
		}
	}
	return p, nil
}
