package profile

import (
	"context"
	"slices"
	"testing"
)

// Clients that contradict each other are found, with the spelling that serves most.
func TestConflicts(t *testing.T) {
	c := catalog(t)
	for _, one := range []struct {
		targets, want string
		conflict      bool
	}{
		{"openai-strict,genai-python", "closed-object", true},
		{"openai-strict,cursor", "closed-object", false},
		{"genai-python,cursor", "closed-object", false},
		{"openai-strict,gemini-parameters", "optional-or-null", true},
		{"openai-strict,claude-desktop", "optional-or-null", false},
		{"vscode,chatgpt,gemini-cli", "tuple", true},
		{"cursor", "tuple", false},
		{"openai,gemini,cursor,claude-code", "no-arguments", false},
	} {
		list, err := c.Conflicts(context.Background(), targets(t, c, one.targets))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(x Conflict) bool { return x.ID == one.want })
		if (i >= 0) != one.conflict {
			t.Errorf("%s about %s: %v", one.targets, one.want, i >= 0)
		}
		for _, x := range list {
			for k := 1; k < len(x.Spellings); k++ {
				if x.Spellings[k-1].cost() > x.Spellings[k].cost() {
					t.Errorf("%s: %s before %s", x.ID, x.Spellings[k-1].Text, x.Spellings[k].Text)
				}
			}
		}
	}
}

// Every want has a spelling that its own match finds, and no plain one.
func TestWants(t *testing.T) {
	c := catalog(t)
	for _, w := range c.wants {
		n := 0
		for _, s := range w.Spellings {
			w.match(newExam(s.Tool.tool, "", gather(nil)), func(hit) { n++ })
			if s.Text == "" || s.Tool.tool == nil {
				t.Errorf("%s has a spelling without text or tool", w.ID)
			}
		}
		if n == 0 || w.Want == "" {
			t.Errorf("%s is never wanted", w.ID)
		}
	}
}

// A tool is told about the conflicts of what it uses, and where.
func TestConflictsIn(t *testing.T) {
	c := catalog(t)
	e := readTool(t, `{"name":"a","inputSchema":{"type":"object","properties":{"p":{"type":"array","prefixItems":[{}],"items":false}},"required":["p"],"additionalProperties":false}}`)
	list, err := c.ConflictsIn(context.Background(), e.Tool, targets(t, c, "vscode,chatgpt,gemini-cli,openai-strict,genai-python"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, x := range list {
		got[x.ID] = string(x.Places[0])
	}
	if got["tuple"] != "/inputSchema/properties/p" || got["closed-object"] != "/inputSchema" || got["map"] != "" {
		t.Errorf("%v", got)
	}
}
