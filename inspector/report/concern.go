package report

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// Bounds of the list of clients.
const (
	maxClients = 4 // rows
	maxNamed   = 6 // names in a row
	maxFine    = 6 // names of clients that take the tool
)

// concern groups what clients do about the place of a finding by the reason: one
// row for each rule, that of the finding first, then what holds for certain, the
// worst first.
func concern(f tool.Finding, has bool, verdicts []profile.Verdict) []Client {
	if !has {
		return nil
	}
	var rows []Client
	index := map[string]int{}
	rules := []string{}
	for _, v := range verdicts {
		if v.Profile == "spec" || strings.HasPrefix(v.Name, "MCP spec") {
			continue // no client
		}
		said := map[string]bool{}
		for _, o := range v.Findings {
			if said[o.Rule] || o.Level == tool.LevelWarn && o.Rule != f.Rule || o.Rule != f.Rule && !concerns(o, f) {
				continue
			}
			said[o.Rule] = true
			i, there := index[o.Rule]
			if !there {
				i = len(rows)
				index[o.Rule] = i
				rows = append(rows, row(o))
				rules = append(rules, o.Rule)
			}
			if !slices.Contains(rows[i].Names, v.Name) {
				rows[i].Names = append(rows[i].Names, v.Name)
			}
			if o.Holds() { // what holds for some is not under a condition for all
				rows[i].Caveat, rows[i].Basis = "", o.Basis.Says()
			}
		}
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if own := btoi(rules[b] == f.Rule) - btoi(rules[a] == f.Rule); own != 0 {
			return own
		}
		if sure := btoi(conditional(rows[a])) - btoi(conditional(rows[b])); sure != 0 {
			return sure
		}
		return rows[a].Level.Rank() - rows[b].Level.Rank()
	})
	sorted := make([]Client, len(rows))
	for i, n := range order {
		sorted[i] = rows[n]
		if more := len(sorted[i].Names) - maxNamed; more > 0 {
			sorted[i].Names, sorted[i].More = sorted[i].Names[:maxNamed], more
		}
	}
	if f.Target == "" { // by itself, whoever calls
		_, rest := sentences(f.Message)
		says := levels[f.Level].sentence + " where the schema is taken as it is written."
		if f.Rule == "lint/default-invalid" {
			says = "Whoever fills in the advertised default sends what the server's own schema refuses."
		}
		if f.Level == tool.LevelWarn {
			says = strings.TrimSpace("A point for a review. " + rest)
		}
		names := []string{"Clients that hold to the standard"}
		if f.Rule == "lint/default-invalid" {
			names = []string{"Clients that send the default"}
		}
		own := Client{Names: names, Level: f.Level, Says: says, Basis: "by the schema itself"}
		if f.Evidence != "" {
			own.Evidence = []string{f.Evidence}
		}
		sorted = append([]Client{own}, sorted...)
	}
	return sorted
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func conditional(c Client) bool { return strings.HasPrefix(c.Caveat, "Only") }

// caveat is the condition or the versions under which a finding holds. Why a rule
// holds for one client is not said of a row that names several.
func caveat(f profile.Finding) string {
	if f.Holds() {
		return ""
	}
	f.Via = ""
	return shorten(f.Caveat())
}

func row(f profile.Finding) Client {
	c := Client{Level: f.Level, Says: shorten(f.About.Effect), Basis: f.Basis.Says(), Date: f.About.Date, Evidence: f.About.Evidence, Caveat: caveat(f)}
	if c.Says == "" {
		c.Says = shorten(f.Message)
	}
	return c
}

// concerns reports whether a client's finding is about the fault: it stands at the
// same place, or at the same property and names the keyword at fault. What else is
// wrong with the property is another report.
func concerns(o profile.Finding, f tool.Finding) bool {
	if o.Pointer == f.Pointer {
		return true
	}
	word := f.Pointer.Last()
	return word != "" && related(f.Pointer, o.Pointer) && strings.Contains(o.Message, word)
}

// related reports whether two places are within the same property.
func related(a, b jsondoc.Pointer) bool {
	return property(a) != "" && property(a) == property(b)
}

// property is the innermost property that a place is in.
func property(p jsondoc.Pointer) jsondoc.Pointer {
	for q := p; q != ""; q = q.Parent() {
		if q.Parent().Last() == "properties" {
			return q
		}
	}
	return ""
}

// clients fills in who is concerned, and who is not.
func (v *View) clients(concerned []Client, verdicts []profile.Verdict) {
	v.Clients = concerned[:min(len(concerned), maxClients-btoi(v.Call != nil))]
	v.MoreRules = len(concerned) - len(v.Clients)
	named := map[string]bool{}
	for _, c := range v.Clients {
		for _, n := range c.Names {
			named[n] = true
		}
	}
	for _, c := range concerned[len(v.Clients):] {
		for _, n := range c.Names {
			if !named[n] {
				named[n] = true
				v.Others = append(v.Others, n)
			}
		}
	}
	for _, j := range verdicts {
		if j.State == profile.Fine && len(v.Fine) < maxFine {
			v.Fine = append(v.Fine, j.Name)
		}
	}
}
