package profile

import (
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// Every rule is complete, dated, and has evidence at well-formed addresses.
func TestRules(t *testing.T) {
	c := catalog(t)
	rules := c.Rules()
	if len(rules) < 179 {
		t.Errorf("only %d rules", len(rules))
	}
	included := map[string]bool{}
	for _, p := range c.Profiles() {
		for _, in := range p.Rules {
			included[in.Rule.ID] = true
		}
	}
	form := regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9.-]+$`)
	for _, r := range rules {
		if !form.MatchString(r.ID) {
			t.Errorf("%s: not a name of a rule", r.ID)
		}
		for _, date := range []string{r.Date, r.Since} {
			if date != "" && !isDate(date) {
				t.Errorf("%s: %q is no date", r.ID, date)
			}
		}
		if r.Since > r.Date {
			t.Errorf("%s: first seen %s, last %s", r.ID, r.Since, r.Date)
		}
		for i, e := range r.Evidence {
			if !isAddress(e) || slices.Index(r.Evidence, e) != i {
				t.Errorf("%s: evidence %q is no address, or there twice", r.ID, e)
			}
		}
		if !included[r.ID] {
			t.Errorf("%s belongs to no profile", r.ID)
		}
		for _, text := range []string{r.Title, r.Effect, r.Mend, r.Message} {
			if strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
				t.Errorf("%s: stray blanks in %q", r.ID, text)
			}
		}
		if !strings.HasSuffix(r.Effect, ".") || !strings.HasSuffix(r.Mend, ".") || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: effect and mend are sentences, the title is none", r.ID)
		}
		for _, id := range r.Opposes() {
			if _, ok := c.Rule(id); !ok {
				t.Errorf("%s opposes %s, which is no rule", r.ID, id)
			}
		}
	}
}

func isDate(s string) bool {
	for _, layout := range []string{"2006", "2006-01", "2006-01-02"} {
		if day, err := time.Parse(layout, s); err == nil {
			return day.Year() >= 2024 && day.Year() <= 2030
		}
	}
	return false
}

func isAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && strings.Contains(u.Host, ".") && !strings.ContainsAny(s, " <>\"")
}

// The default targets are eight clients, and every profile says what it is.
func TestProfiles(t *testing.T) {
	c := catalog(t)
	if n := len(c.DefaultTargets()); n != 8 {
		t.Errorf("%d default targets", n)
	}
	kinds := []string{"client", "provider", "sdk", "framework", "gateway", "review", "spec"}
	for _, p := range c.Profiles() {
		if p.Name == "" || !slices.Contains(kinds, p.Kind) {
			t.Errorf("%s: name %q, kind %q", p.ID, p.Name, p.Kind)
		}
		if len(p.Rules) == 0 && p.Note == "" {
			t.Errorf("%s has no rules and no note that says why", p.ID)
		}
		for _, e := range p.Evidence {
			if !isAddress(e) {
				t.Errorf("%s: evidence %q is no address", p.ID, e)
			}
		}
		for _, in := range p.Rules {
			if in.Basis.rank() < in.Rule.Confidence().rank() {
				t.Errorf("%s claims more for %s than its evidence", p.ID, in.Rule.ID)
			}
		}
	}
}

// Every condition is used, and every condition of a rule is known.
func TestConditions(t *testing.T) {
	c := catalog(t)
	used := map[string]bool{}
	for _, r := range c.Rules() {
		for _, id := range r.Needs {
			used[id] = true
		}
		if (len(r.Needs) > 0) != (r.When != "") {
			t.Errorf("%s needs %v in the words %q", r.ID, r.Needs, r.When)
		}
	}
	for _, one := range c.Conditions() {
		if !used[one.ID] || one.Says == "" {
			t.Errorf("condition %s is not used, or says nothing", one.ID)
		}
	}
}

// Data that is not complete is refused, with the rule that lacks something.
func TestReadRefuses(t *testing.T) {
	const good = `{"id":"x/y","client":"X","level":"call","title":"T","message":"m","effect":"e.","mend":"m.","versions":"all",
		"status":"open","basis":"reported","date":"2026","evidence":["https://example.com"],"match":{"keywords":"enum"},"trip":{},"clean":{}}`
	for name, rows := range map[string]string{
		"no clean example":     strings.Replace(good, `,"clean":{}`, "", 1),
		"no date":              strings.Replace(good, `"date":"2026",`, "", 1),
		"a misspelt member":    strings.Replace(good, `"status"`, `"staus"`, 1),
		"an unknown keyword":   strings.Replace(good, `"enum"`, `"enumm"`, 1),
		"an unknown function":  strings.Replace(good, `{"keywords":"enum"}`, `{"func":"nope"}`, 1),
		"an unknown hole":      strings.Replace(good, `"message":"m"`, `"message":"{nope}"`, 1),
		"an unknown level":     strings.Replace(good, `"call"`, `"bad"`, 1),
		"an unknown condition": strings.Replace(good, `"status"`, `"needs":"nope","status"`, 1),
		"an unknown basis":     strings.Replace(good, `"reported"`, `"guessed"`, 1),
		"a pattern that is no": strings.Replace(good, `{"keywords":"enum"}`, `{"name":{"not":"("}}`, 1),
		"the same rule twice":  good + "," + good,
	} {
		if _, err := read(files(rows)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := read(files(good)); err != nil {
		t.Errorf("a complete rule is refused: %v", err)
	}
}

// files are the data files of a catalog with the given rules.
func files(rows string) fstest.MapFS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"rules/x.json": file("[" + rows + "]"), "data/conditions.json": file("[]"), "data/profiles/x.json": file("[]"),
		"data/wants.json": file("[]"), "data/core.json": file(`{"source":"","exceptions":[],"rules":[]}`),
	}
}

// Everything a condition of the data can name is used by some rule: what is not
// is code nobody needs.
func TestNamesAreUsed(t *testing.T) {
	var all strings.Builder
	for _, dir := range []string{"rules", "data"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			text, err := os.ReadFile(dir + "/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	var known []string
	known = append(known, sortedKeys(functions)...)
	known = append(known, sortedKeys(placeTests)...)
	known = append(known, sortedKeys(valueTests)...)
	known = append(known, answerKinds...)
	for _, name := range known {
		if !strings.Contains(all.String(), `"`+name+`"`) {
			t.Errorf("no rule uses %q", name)
		}
	}
}
