package profile

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Conflict is something an author may want that no spelling gives to all
// targets: one demands what another refuses.
type Conflict struct {
	ID        string
	Want      string     // what is wanted, in words
	Spellings []Spelling // the one that serves most first
	Places    []jsondoc.Pointer
}

// Spelling is one way to write what is wanted.
type Spelling struct {
	Text    string
	Instead bool            // it gives up what is wanted for something near it
	Example json.RawMessage // a tool that is written so
	Refused []Refusal       // by these targets a call fails, or worse
	Changed []Refusal       // these rewrite it
	Depends []Refusal       // these do so under a condition or in some versions
}

// Refusal is what one target does with a spelling.
type Refusal struct {
	Profile string
	Rule    string
	Level   tool.Level
}

// want is one row of the data: something wanted and its spellings, each as a
// tool that differs from the plain one in nothing else. What the plain tool
// trips at the same place is not counted.
type want struct {
	ID        string      `json:"id"`
	Want      string      `json:"want"`
	Match     matchSpec   `json:"match"` // the places of a tool where this is wanted
	Plain     exampleTool `json:"plain"`
	Spellings []struct {
		Text    string      `json:"text"`
		Instead bool        `json:"instead"`
		Aside   names       `json:"aside"` // rules that are the matter of another want
		Tool    exampleTool `json:"tool"`
	} `json:"spellings"`

	match matcher
}

// exampleTool is a tool of the data, read once.
type exampleTool struct {
	raw  json.RawMessage
	tool *tool.Tool
}

// UnmarshalJSON reads the tool; null is none.
func (e *exampleTool) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	example, err := ReadExample(slices.Clone(data))
	if err != nil {
		return err
	}
	e.raw, e.tool = slices.Clone(data), example.Tool
	return nil
}

func (c *Catalog) readWants(from fs.FS) error {
	if err := readFile(from, "data/wants.json", &c.wants); err != nil {
		return err
	}
	for _, w := range c.wants {
		var err error
		if w.match, err = w.Match.compile(); err != nil {
			return fmt.Errorf("%s: %w", w.ID, err)
		}
	}
	return nil
}

// Conflicts lists what no spelling gives to all of the targets. The only error
// is that of the context.
func (c *Catalog) Conflicts(ctx context.Context, targets []Target) ([]Conflict, error) {
	survey := c.Survey(nil)
	var list []Conflict
	for _, w := range c.wants {
		one, err := c.weigh(ctx, survey, w, targets)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(one.Spellings, Spelling.servesAll) {
			list = append(list, one)
		}
	}
	return list, nil
}

// ConflictsIn is [Catalog.Conflicts] for what a tool wants, with the places.
func (c *Catalog) ConflictsIn(ctx context.Context, t *tool.Tool, targets []Target) ([]Conflict, error) {
	x := newExam(t, "", gather(nil))
	if x == nil {
		return nil, ctx.Err()
	}
	all, err := c.Conflicts(ctx, targets)
	var list []Conflict
	for _, one := range all {
		i := slices.IndexFunc(c.wants, func(w *want) bool { return w.ID == one.ID })
		c.wants[i].match(x, func(h hit) { one.Places = append(one.Places, h.at) })
		if len(one.Places) > 0 {
			list = append(list, one)
		}
	}
	return list, err
}

// weigh judges every spelling of a want by every target.
func (c *Catalog) weigh(ctx context.Context, survey *Survey, w *want, targets []Target) (Conflict, error) {
	conflict := Conflict{ID: w.ID, Want: w.Want}
	var plain []Verdict
	if w.Plain.tool != nil {
		var err error
		if plain, err = survey.Judge(ctx, w.Plain.tool, targets); err != nil {
			return conflict, err
		}
	}
	usual := map[usualKey]bool{}
	for _, v := range plain {
		for _, f := range v.Findings {
			usual[usualKey{f.Rule, f.Pointer}] = true
		}
	}
	for _, s := range w.Spellings {
		verdicts, err := survey.Judge(ctx, s.Tool.tool, targets)
		if err != nil {
			return conflict, err
		}
		spelling := Spelling{Text: s.Text, Instead: s.Instead, Example: s.Tool.raw}
		for _, v := range verdicts {
			spelling.add(v, func(f Finding) bool {
				return usual[usualKey{f.Rule, f.Pointer}] || slices.Contains(s.Aside, f.Rule)
			})
		}
		conflict.Spellings = append(conflict.Spellings, spelling)
	}
	slices.SortStableFunc(conflict.Spellings, func(a, b Spelling) int { return a.cost() - b.cost() })
	return conflict, nil
}

// usualKey tells what the plain tool trips.
type usualKey struct {
	rule string
	at   jsondoc.Pointer
}

// add counts the worst that a target does with a spelling; what is only dropped
// or noted is not counted.
func (s *Spelling) add(v Verdict, aside func(Finding) bool) {
	for _, f := range v.Findings { // what holds comes first, and the worst of it
		if aside(f) || f.Level.Rank() > tool.LevelMangle.Rank() {
			continue
		}
		r := Refusal{Profile: v.Profile, Rule: f.Rule, Level: f.Level}
		switch {
		case !f.Holds():
			s.Depends = append(s.Depends, r)
		case f.Level.Rank() <= tool.LevelCall.Rank():
			s.Refused = append(s.Refused, r)
		default:
			s.Changed = append(s.Changed, r)
		}
		return
	}
}

// servesAll tells a spelling that gives what is wanted and that no target
// refuses or rewrites, as far as is known.
func (s Spelling) servesAll() bool { return !s.Instead && len(s.Refused)+len(s.Changed) == 0 }

// cost orders spellings: refusals first, then changes, then what depends.
func (s *Spelling) cost() int { return 10_000*len(s.Refused) + 100*len(s.Changed) + len(s.Depends) }
