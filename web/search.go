package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// showSearch looks through the tools of all servers, the servers and the
// commands. A page that asks with X-Fragment gets the box alone.
func (s *Site) showSearch(w http.ResponseWriter, r *http.Request) error {
	p, err := s.find(views.ParseWhere(r.URL.Query()))
	if err != nil {
		return err
	}
	found := s.search(p, r.URL.Query().Get("find"))
	if r.Header.Get("X-Fragment") == "search" {
		render(r.Context(), w, http.StatusOK, views.Palette(*found))
		return nil
	}
	page := views.Page{Where: p.Where, Version: s.app.Version(), Search: found}
	for _, srv := range s.app.Servers() {
		page.Servers = append(page.Servers, pill(srv))
	}
	render(r.Context(), w, http.StatusOK, views.Dashboard(page))
	return nil
}

// hit is one tool that matches, before the best are chosen.
type hit struct {
	rank   int // 0 is the best
	server views.Server
	tool   *tool.Tool
}

// search finds what every word of the text stands in. Of the tools, those whose
// name fits best come first, and at the same rank those of the server shown.
func (s *Site) search(p place, text string) *views.Search {
	out := &views.Search{Where: p.Where, Text: text}
	words := strings.Fields(strings.ToLower(text))
	var hits []hit
	for _, srv := range s.app.Servers() {
		pill := pill(srv)
		if containsAll(srv.Name+" "+pill.Sub, words) {
			out.Servers = append(out.Servers, pill)
		}
		snap := srv.Status().Snapshot
		if snap == nil {
			continue
		}
		out.Tools += len(snap.Tools)
		for _, t := range snap.Tools {
			if rank, ok := rankTool(t, words); ok {
				hits = append(hits, hit{rank, pill, t})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), elsewhere(a, p)-elsewhere(b, p))
	})
	out.More = max(len(hits)-views.MaxFound, 0)
	for _, h := range hits[:len(hits)-out.More] {
		it := views.Item{N: h.tool.Index, Name: h.tool.Name, HasName: h.tool.HasName, Broken: h.tool.Broken}
		out.Found = append(out.Found, views.Hit{Server: h.server, Item: it, Said: said(h.tool, words)})
	}
	out.Commands = slices.DeleteFunc(commands(p), func(c views.Command) bool { return !containsAll(c.What, words) })
	return out
}

func elsewhere(h hit, p place) int {
	if h.server.ID == p.Where.Server {
		return 0
	}
	return 1
}

// rankTool says how well a tool fits the words: its name as a whole, the start of
// the name, a word of the name, the name somewhere, the title, the description.
// Nothing fits where no word is.
func rankTool(t *tool.Tool, words []string) (rank int, ok bool) {
	if len(words) == 0 {
		return 0, false
	}
	name, whole := strings.ToLower(t.Name), strings.Join(words, " ")
	switch {
	case name == whole:
		return 0, true
	case strings.HasPrefix(name, whole):
		return 1, true
	case startsWord(name, whole):
		return 2, true
	case containsAll(name, words):
		return 3, true
	case containsAll(t.Name+"\n"+t.DisplayName(), words):
		return 4, true
	case containsAll(t.Name+"\n"+t.DisplayName()+"\n"+t.Description, words):
		return 5, true
	}
	return 0, false
}

// startsWord reports whether a word within the name starts with the text.
func startsWord(name, text string) bool {
	for at := 0; ; {
		i := strings.Index(name[at:], text)
		if i < 0 {
			return false
		}
		at += i
		if before, _ := utf8.DecodeLastRuneInString(name[:at]); !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		_, size := utf8.DecodeRuneInString(name[at:])
		at += size
	}
}

// containsAll reports whether every word, in lower case, stands in a text.
func containsAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// maxExcerpt bounds what a found tool says of itself, in characters.
const maxExcerpt = 120

// said is the title of a tool, or the part of its description that the first word
// stands in.
func said(t *tool.Tool, words []string) string {
	if name := t.DisplayName(); name != t.Name && containsAll(name, words) {
		return excerptFrom(name, 0)
	}
	// The place in the lower-case text is that in the text where both are as long.
	lower, from := strings.ToLower(t.Description), 0
	if i := strings.Index(lower, words[0]); i > maxExcerpt/2 && len(lower) == len(t.Description) {
		from = i - maxExcerpt/10
	}
	return excerptFrom(t.Description, from)
}

// excerptFrom is the part of a text from about an offset on, in one line.
func excerptFrom(text string, from int) string {
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	part := text[from:]
	end := 0
	for n := 0; n < maxExcerpt && end < len(part); n++ {
		_, size := utf8.DecodeRuneInString(part[end:])
		end += size
	}
	out := strings.Join(strings.Fields(part[:end]), " ")
	if from > 0 {
		out = "…" + out
	}
	if end < len(part) {
		out += "…"
	}
	return out
}

// commands are what can be done from a place.
func commands(p place) []views.Command {
	var all []views.Command
	if p.tool != nil {
		w := p.Where
		for _, t := range []struct {
			tab  views.Tab
			what string
		}{{"", "Input schema"}, {views.TabOutput, "Output schema"}, {views.TabFindings, "Findings"}} {
			all = append(all, views.Command{What: "Show: " + t.what, Href: w.AtTab(t.tab).URL()})
		}
		all = append(all, views.Command{What: "Send the call", Press: "#send"})
	}
	if p.server != nil {
		over := p.Where.Overview()
		all = append(all,
			views.Command{What: "Show: overview of the server", Href: over.URL()},
			views.Command{What: "Show: the server, how it was started", Href: over.AtTab(views.TabServer).URL()})
		if p.server.Live() {
			all = append(all, views.Command{What: "Show: wire, every message", Href: over.AtTab(views.TabWire).URL()})
		}
	}
	for _, t := range targets {
		w := p.Where.AtTab(p.Tab)
		w.Target = t.Name
		all = append(all, views.Command{What: "Target: " + t.Label, Href: w.URL()})
	}
	return append(all,
		views.Command{What: "Convert a schema without a server", Href: "/convert"},
		views.Command{What: "Theme: as the system", Press: ".theme [value=auto]"},
		views.Command{What: "Theme: light", Press: ".theme [value=light]"},
		views.Command{What: "Theme: dark", Press: ".theme [value=dark]"},
		views.Command{What: "Keys: list of the shortcuts", Press: ".top [popovertarget=keys]"})
}
