package profile

import (
	"context"
	"testing"
)

func catalog(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// trips tells which places of an example a rule matches.
func trips(t testing.TB, c *Catalog, r *Rule, raw []byte) []Finding {
	t.Helper()
	e, err := ReadExample(raw)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	return tripsExample(t, c, r, e)
}

func tripsExample(t testing.TB, c *Catalog, r *Rule, e *Example) []Finding {
	t.Helper()
	ctx := context.Background()
	targets := c.AllTargets()
	var verdicts []Verdict
	var err error
	survey := c.Survey(e.List)
	switch {
	case e.Exchange != nil:
		verdicts, err = c.JudgeAnswer(ctx, e.Tool, *e.Exchange, targets)
	case e.Many:
		verdicts, err = survey.JudgeList(ctx, targets)
	default:
		verdicts, err = survey.Judge(ctx, e.Tool, targets)
	}
	if err != nil {
		t.Fatal(err)
	}
	var found []Finding
	for _, v := range verdicts {
		for _, f := range v.Findings {
			if f.Rule == r.ID && f.Via == "" {
				found = append(found, f)
			}
		}
	}
	if found == nil { // rules of families that are no profile of their own
		for _, v := range verdicts {
			for _, f := range v.Findings {
				if f.Rule == r.ID {
					found = append(found, f)
				}
			}
			if found != nil {
				break
			}
		}
	}
	return found
}

// Every rule trips on its example and is silent on the other.
func TestExamples(t *testing.T) {
	c := catalog(t)
	for _, r := range c.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			if found := trips(t, c, r, r.Trip); len(found) == 0 {
				t.Errorf("the example does not trip it: %s", r.Trip)
			} else if found[0].Message == "" || found[0].Next == "" || found[0].Target == "" || found[0].Evidence == "" {
				t.Errorf("an incomplete finding: %+v", found[0].Finding)
			}
			if found := trips(t, c, r, r.Clean); len(found) > 0 {
				t.Errorf("the clean example trips it at %s: %s", found[0].Pointer, r.Clean)
			}
		})
	}
}
