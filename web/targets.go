package web

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"mcploupe/inspector"
	"mcploupe/inspector/profile"
	"mcploupe/views"
)

// chosenTargets are the clients that the person at this machine cares about. They
// are kept in a file, which holds nothing but their names.
type chosenTargets struct {
	file string // "" keeps them in memory alone

	mu   sync.Mutex
	read bool
	text string // as [profile.Catalog.ParseTargets] reads it; "" is the default
}

// get returns what was chosen; a file that cannot be read, or names what is not
// known any more, counts as no choice.
func (c *chosenTargets) get(catalog *profile.Catalog) inspector.Targets {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.read && c.file != "" {
		data, _ := os.ReadFile(c.file) // not there before the first choice
		c.text = strings.TrimSpace(string(data))
	}
	c.read = true
	if c.text != "" {
		if list, err := catalog.ParseTargets(c.text); err == nil && len(list) > 0 {
			return inspector.Targets{Key: c.text, List: list}
		}
	}
	return inspector.Targets{Key: "default", List: catalog.DefaultTargets()}
}

// set takes a choice and keeps it. Where it cannot be written, it holds until the
// program ends, and the error says so.
func (c *chosenTargets) set(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text, c.read = text, true
	if c.file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(c.file, []byte(text+"\n"), 0o600)
}

// clients are the clients that verdicts are given for.
func (s *Site) clients() inspector.Targets {
	catalog, err := s.app.Catalog()
	if err != nil {
		return inspector.Targets{} // the data is embedded; a test reads it
	}
	return s.chosen.get(catalog)
}

// targetKinds are the kinds of profiles in the order of the page.
var targetKinds = []struct{ kind, title string }{
	{"client", "Clients"}, {"provider", "Model providers"}, {"framework", "Frameworks"}, {"sdk", "SDK clients"},
	{"gateway", "Gateways"}, {"review", "Reviews"}, {"spec", "The specification"},
}

// showTargets is the page on which the clients are chosen.
func (s *Site) showTargets(w http.ResponseWriter, r *http.Request) error {
	return s.printTargets(w, r, http.StatusOK, r.URL.Query().Get("back"), nil)
}

func (s *Site) printTargets(w http.ResponseWriter, r *http.Request, status int, back string, problem *views.Problem) error {
	catalog, err := s.app.Catalog()
	if err != nil {
		return err
	}
	chosen := map[string]bool{}
	for _, t := range s.clients().List {
		chosen[t.Profile] = true
	}
	page := views.TargetChoice{Chosen: len(chosen), Back: ownAddress(back), Problem: problem}
	for _, k := range targetKinds {
		g := views.TargetGroup{Title: k.title}
		for _, p := range catalog.Profiles() {
			if p.Kind == k.kind {
				g.List = append(g.List, views.TargetBox{ID: p.ID, Name: p.Name, Chosen: chosen[p.ID], Default: p.Default, Rules: len(p.Rules), Note: p.Versions})
			}
		}
		page.Groups = append(page.Groups, g)
	}
	render(r.Context(), w, status, views.TargetsPage(s.bookPage(r), page))
	return nil
}

// ownAddress takes an address of this dashboard; anything else is its front page.
func ownAddress(back string) string {
	if !strings.HasPrefix(back, "/") || strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n") {
		return "/"
	}
	return back
}

// chooseTargets takes a choice and goes back to where it was asked for.
func (s *Site) chooseTargets(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The choice could not be read", err: err, next: "Go back and choose again."}
	}
	catalog, err := s.app.Catalog()
	if err != nil {
		return err
	}
	text := strings.Join(r.PostForm["t"], ",")
	switch r.PostForm.Get("action") {
	case "default":
		text = ""
	case "all":
		text = "all"
	}
	list, err := catalog.ParseTargets(text)
	back := r.PostForm.Get("back")
	switch {
	case err != nil:
		return s.printTargets(w, r, http.StatusBadRequest, back, &views.Problem{What: sentence(err.Error())})
	case len(list) == 0 && r.PostForm.Get("action") == "save":
		return s.printTargets(w, r, http.StatusBadRequest, back, &views.Problem{What: "No client is chosen.", Next: "Choose at least one, or take the eight most used."})
	}
	if err := s.chosen.set(text); err != nil {
		return s.printTargets(w, r, http.StatusOK, back, &views.Problem{What: "The choice holds until mcploupe ends: it could not be kept.", Where: err.Error()})
	}
	http.Redirect(w, r, ownAddress(back), http.StatusSeeOther)
	return nil
}

// bookPage is the frame of a page without a server.
func (s *Site) bookPage(*http.Request) views.Page {
	page := views.Page{Version: s.app.Version()}
	for _, srv := range s.app.Servers() {
		page.Servers = append(page.Servers, pill(srv))
	}
	return page
}
