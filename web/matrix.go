package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// maxCells bounds the verdicts on one page, which has two elements for each.
const maxCells = 1100

// showMatrix is what the chosen clients make of all tools of a server.
func (s *Site) showMatrix(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.find(views.Where{Server: q.Get("server")})
	if err != nil {
		return err
	}
	if p.server == nil || p.status.Snapshot == nil {
		return &httpError{status: http.StatusNotFound, what: "No tools of this server are known", next: "Connect it first."}
	}
	catalog, err := s.app.Catalog()
	if err != nil {
		return err
	}
	from, _ := strconv.Atoi(q.Get("from")) // no number is the first page
	m := views.Matrix{Server: p.server.ID, Name: p.server.Name, From: max(from, 0), Client: q.Get("client"), Effect: q.Get("effect"), Rule: q.Get("rule")}
	fillMatrix(r.Context(), &m, p, catalog)
	page := s.bookPage(r)
	page.Where.Server = p.server.ID
	render(r.Context(), w, http.StatusOK, views.MatrixPage(page, m))
	return nil
}

// fillMatrix sums the tools up: those with the same verdicts and the same rules
// stand in one row, the worst row first.
func fillMatrix(ctx context.Context, m *views.Matrix, p place, catalog *profile.Catalog) {
	columns := matrixColumns(m, p.clients, catalog)
	look := p.look(ctx)
	rules, levels := map[string]bool{}, map[tool.Level]bool{}
	type row struct {
		views.MatrixRow
		rank int
	}
	index := map[string]int{}
	var rows []row
	for n, t := range p.status.Snapshot.Tools {
		m.Total++
		sum := look.Summary(n)
		if !sum.Known {
			m.Pending++
			continue
		}
		for _, name := range sum.Rules {
			rules[name] = true
		}
		for _, c := range sum.Cells {
			levels[c.Level] = true
		}
		if !inMatrix(m, sum, columns) {
			continue
		}
		m.Tools++
		key, rank := matrixKey(sum, columns)
		i, ok := index[key]
		if !ok {
			i = len(rows)
			index[key] = i
			rows = append(rows, row{views.MatrixRow{Cells: matrixCells(sum, columns)}, rank})
		}
		if rows[i].Count++; len(rows[i].Tools) < 40 {
			rows[i].Tools = append(rows[i].Tools, item(n, t, sum))
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.rank, b.rank) })
	m.All, m.PerPage = len(rows), max(10, min(100, maxCells/max(1, len(columns))))
	m.From = min(m.From, max(0, len(rows)-1))
	named := 0
	for _, r := range rows[m.From:min(len(rows), m.From+m.PerPage)] {
		// The names of a row are links; together they stay within what a page can have.
		if r.Count > 1 && named+len(r.Tools) > 200 {
			r.Tools = r.Tools[:1]
		}
		named += len(r.Tools)
		m.Rows = append(m.Rows, r.MatrixRow)
	}
	matrixFilters(m, p.clients, catalog, rules, levels)
}

// matrixColumns are the targets that are shown: all, or the one that was chosen.
func matrixColumns(m *views.Matrix, targets inspector.Targets, catalog *profile.Catalog) []int {
	if !slices.ContainsFunc(targets.List, func(t profile.Target) bool { return t.Profile == m.Client }) {
		m.Client = ""
	}
	var columns []int
	for i, t := range targets.List {
		if m.Client == "" || m.Client == t.Profile {
			columns = append(columns, i)
			m.Clients = append(m.Clients, views.MatrixClient{ID: t.Profile, Name: clientName(catalog, t.Profile)})
		}
	}
	return columns
}

// inMatrix reports whether a tool passes the filters.
func inMatrix(m *views.Matrix, sum inspector.Summary, columns []int) bool {
	if m.Rule != "" && !slices.Contains(sum.Rules, m.Rule) {
		return false
	}
	return m.Effect == "" || slices.ContainsFunc(columns, func(i int) bool { return string(sum.Cells[i].Level) == m.Effect })
}

// matrixKey tells rows apart, and orders them: the worst verdict counts most.
func matrixKey(sum inspector.Summary, columns []int) (key string, rank int) {
	var b strings.Builder
	rank = 1_000_000
	for _, i := range columns {
		c := sum.Cells[i]
		fmt.Fprintf(&b, "%s %s|", c.State, c.Level)
		if c.State == profile.Affected {
			rank = min(rank, 1000*c.Level.Rank())
		}
	}
	for _, i := range columns {
		if sum.Cells[i].State == profile.Affected {
			rank--
		}
	}
	return b.String() + strings.Join(sum.Rules, " "), rank
}

// shortWords are the verdicts in a cell.
var shortWords = map[tool.Level]string{
	tool.LevelSession: "✕ request", tool.LevelServer: "✕ server", tool.LevelTool: "✕ tool", tool.LevelCall: "✕ call",
	tool.LevelMangle: "▲ changed", tool.LevelDrop: "▲ dropped", tool.LevelWarn: "▲ noted",
}

func matrixCells(sum inspector.Summary, columns []int) []views.MatrixCell {
	var cells []views.MatrixCell
	for _, i := range columns {
		c := sum.Cells[i]
		cell := views.MatrixCell{Class: stateClass(c.State, c.Level), Word: views.LevelWord(c.Level), Short: shortWords[c.Level]}
		switch c.State {
		case profile.Fine:
			cell.Word, cell.Short = "no known rule is touched", "✓ fine"
		case profile.Unknown:
			cell.Word, cell.Short = "too little is known", "? unknown"
		case profile.Depends:
			cell.Word, cell.Short = cell.Word+", under a condition or in some versions", "? may be"
		}
		cells = append(cells, cell)
	}
	return cells
}

func matrixFilters(m *views.Matrix, targets inspector.Targets, catalog *profile.Catalog, rules map[string]bool, levels map[tool.Level]bool) {
	for _, t := range targets.List {
		m.AllClients = append(m.AllClients, views.MatrixChoice{Value: t.Profile, Word: clientName(catalog, t.Profile)})
	}
	for _, l := range tool.Levels() {
		if levels[l] {
			m.Effects = append(m.Effects, views.MatrixChoice{Value: string(l), Word: views.LevelWord(l)})
		}
	}
	for name := range rules {
		m.Rules = append(m.Rules, views.MatrixChoice{Value: name, Word: name})
	}
	slices.SortFunc(m.Rules, func(a, b views.MatrixChoice) int { return strings.Compare(a.Value, b.Value) })
}
