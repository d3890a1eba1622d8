package web

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/rulebook"
	"mcploupe/views"
)

// showRules lists all rules, or those that have all words of a query.
func (s *Site) showRules(w http.ResponseWriter, r *http.Request) error {
	catalog, err := s.app.Catalog()
	if err != nil {
		return err
	}
	list := views.RuleList{Query: r.URL.Query().Get("q")}
	words := strings.Fields(strings.ToLower(list.Query))
	for _, rule := range rulebook.Rules(catalog) {
		list.Total++
		if !hasWords(rule, words) {
			continue
		}
		list.Matched++
		family, _, _ := strings.Cut(rule.Name, "/")
		if n := len(list.Families); n == 0 || list.Families[n-1].Name != family {
			list.Families = append(list.Families, views.RuleFamily{Name: family})
		}
		last := &list.Families[len(list.Families)-1]
		title, _, _ := strings.Cut(rule.Title, ". ")
		if title == "" {
			title, _, _ = strings.Cut(rule.Why, ". ")
		}
		last.Rules = append(last.Rules, views.RuleRow{Name: rule.Name, Level: rule.Level, Title: strings.TrimSuffix(title, ".")})
	}
	render(r.Context(), w, http.StatusOK, views.RulesPage(s.bookPage(r), list))
	return nil
}

func hasWords(r *rulebook.Rule, words []string) bool {
	text := strings.ToLower(strings.Join([]string{r.Name, r.Client, r.Title, r.Why, r.Says, r.Mend}, "\n"))
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// abouts say what kind of rule it is.
var abouts = map[string]string{
	"protocol": "A rule of the protocol", "tool": "A rule about the tool alone", "probe": "Found by calling the tool",
}

// showRule is the page of one rule.
func (s *Site) showRule(w http.ResponseWriter, r *http.Request) error {
	catalog, err := s.app.Catalog()
	if err != nil {
		return err
	}
	name := chi.URLParam(r, "family") + "/" + chi.URLParam(r, "name")
	for _, rule := range rulebook.Rules(catalog) {
		if rule.Name == name {
			rule.Try(r.Context())
			render(r.Context(), w, http.StatusOK, views.RulePage(s.bookPage(r), ruleView(catalog, rule)))
			return nil
		}
	}
	return &httpError{status: http.StatusNotFound, what: "There is no rule of this name", next: "Find it in the list of all rules, at /rules."}
}

func ruleView(catalog *profile.Catalog, r *rulebook.Rule) views.Rule {
	v := views.Rule{
		Name: r.Name, Level: r.Level, Title: r.Title, About: abouts[r.About], Why: r.Why, Says: r.Says, When: r.When, Versions: r.Versions,
		Mend: r.Mend, Status: r.Status, Dates: r.Date, Note: r.Note, Evidence: r.Evidence, Example: pretty(r.Example), Clean: pretty(r.Clean),
	}
	if r.Client != "" && v.About == "" {
		v.About = "A rule about " + r.Client
	}
	if r.Since != "" && r.Since != r.Date {
		v.Dates = r.Since + " to " + r.Date
	}
	for _, b := range r.Basis {
		v.Basis = append(v.Basis, profile.Basis(b).Says())
	}
	for _, id := range r.Targets {
		v.Clients = append(v.Clients, clientName(catalog, id))
	}
	if r.Found != nil {
		v.At, v.Found = r.Found.Pointer, r.Found.Message
		if v.At == "" {
			v.At = "the whole"
		}
	}
	return v
}

// pretty is an example with a member a line; lines of a session stay as they are.
func pretty(e rulebook.Example) string {
	doc, err := jsondoc.Parse([]byte(e))
	if err != nil {
		return string(e)
	}
	return doc.Root().Pretty()
}
