package rulebook

import (
	"context"
	"strings"
	"testing"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

func loadCatalog(t testing.TB) *profile.Catalog {
	t.Helper()
	catalog, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// TestRuleBook: every rule of every package is there, whole.
func TestRuleBook(t *testing.T) {
	catalog := loadCatalog(t)
	book := map[string]*Rule{}
	for _, r := range Rules(catalog) {
		book[r.Name] = r
		if !r.Level.Valid() || r.Why == "" || r.Mend == "" || len(r.Evidence) == 0 || r.Evidence[0] == "" || r.Example == "" || r.Clean == "" {
			t.Errorf("incomplete: %+v", r)
		}
		if r.About == "client" && (r.Client == "" || r.Date == "" || len(r.Basis) == 0 || r.Status == "") {
			t.Errorf("%s: who, when or how it is known is missing", r.Name)
		}
	}
	for _, b := range tool.Breaches() {
		if book[b.Rule] == nil {
			t.Errorf("%s is missing", b.Rule)
		}
	}
	for _, l := range lint.Rules() {
		if book[l.Name] == nil {
			t.Errorf("%s is missing", l.Name)
		}
	}
	for _, c := range catalog.Rules() {
		if book[c.ID] == nil {
			t.Errorf("%s is missing", c.ID)
		}
	}
	for name := range breachExamples {
		if r := book[name]; r == nil || r.About != "protocol" {
			t.Errorf("%s has an example and is no rule of the protocol", name)
		}
	}
	for name := range probeExamples {
		if book[name] == nil {
			t.Errorf("%s has an example and is no rule", name)
		}
	}
}

// TestRuleExamples: each example trips its rule, and the mended one does not.
func TestRuleExamples(t *testing.T) {
	ctx := context.Background()
	for _, r := range Rules(loadCatalog(t)) {
		if r.Try(ctx); r.Found == nil {
			t.Errorf("%s: nothing is found in %s", r.Name, r.Example)
			continue
		}
		if r.Found.Message == "" || strings.ContainsAny(r.Found.Pointer, " \n") {
			t.Errorf("%s: %+v", r.Name, r.Found)
		}
		if found := r.Findings(ctx, string(r.Clean)); len(found) > 0 {
			t.Errorf("%s: %+v in %s", r.Name, found, r.Clean)
		}
	}
}
