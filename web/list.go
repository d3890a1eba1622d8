package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// showList answers with the left column alone.
func (s *Site) showList(w http.ResponseWriter, r *http.Request) error {
	p, err := s.find(views.ParseWhere(r.URL.Query()))
	if err != nil {
		return err
	}
	if l := s.list(r.Context(), &p); l != nil {
		render(r.Context(), w, http.StatusOK, views.ListPanel(p.Where, *l))
	}
	return nil
}

// list is the left column.
// Where the address says no part of a long list, it is the one with the tool shown.
func (s *Site) list(ctx context.Context, p *place) *views.List {
	if p.server == nil {
		return nil
	}
	l := &views.List{State: viewState(p.status.State)}
	if p.status.Snapshot == nil {
		return l
	}
	l.Total = len(p.status.Snapshot.Tools)
	look := p.look(ctx)
	var matched []views.Item
	shown := -1
	if p.tool != nil {
		shown = p.tool.Index
	}
	for n, t := range p.status.Snapshot.Tools {
		it := item(n, t, look.Summary(n))
		countItem(&l.Counts, it)
		if !matches(t, p.Query) || !atLevel(it, p.Level) {
			continue
		}
		it.Mark = p.status.Change.Mark(t)
		if n == shown && p.First == 0 {
			p.First = len(matched) / views.MaxItems * views.MaxItems
		}
		matched = append(matched, it)
	}
	l.Matched = len(matched)
	if p.First >= l.Matched { // of a list that became shorter
		p.First = 0
	}
	l.Items = matched[p.First:min(l.Matched, p.First+views.MaxItems)]
	return l
}

// item is one tool in the list.
func item(n int, t *tool.Tool, s inspector.Summary) views.Item {
	return views.Item{
		N: n, Name: t.Name, HasName: t.HasName, Title: t.DisplayName(), Broken: t.Broken,
		Errors: s.Errors, Warnings: s.Warnings, Pending: !s.Known,
	}
}

func countItem(c *views.Counts, it views.Item) {
	c.All++
	switch {
	case it.Errors > 0 || it.Broken:
		c.Errors++
	case it.Warnings > 0:
		c.Warnings++
	case it.Pending:
		c.Pending++
	default:
		c.Clean++
	}
}

// matches reports whether a tool passes the filter: every word of the query
// stands in its name, title or description.
func matches(t *tool.Tool, query string) bool {
	if query == "" {
		return true
	}
	text := strings.ToLower(t.Name + "\n" + t.DisplayName() + "\n" + t.Description)
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func atLevel(it views.Item, level string) bool {
	switch level {
	case "error":
		return it.Errors > 0 || it.Broken
	case "warning":
		return it.Errors == 0 && !it.Broken && it.Warnings > 0
	case "clean":
		return it.Errors == 0 && !it.Broken && it.Warnings == 0 && !it.Pending
	}
	return true
}

// count is a number with its noun: "1 tool", "29 tools".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
