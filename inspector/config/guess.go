package config

import (
	"fmt"
	"strings"
)

// guesses tell what a file without servers is instead. The first match counts.
var guesses = []struct {
	fits func(root node, keys []string) bool
	is   string
	next string // %s is the file's name
}{
	{isAnswer, "this looks like a saved tools/list answer", "open it as a file: mcploupe %s"},
	{isSchema, "this looks like a JSON Schema", "open it as a file: mcploupe %s"},
	{isNested, "the servers stand one level down", "move them to the top of the file"},
	{isEntry, "this looks like the entry of one server", `put it inside {"mcpServers": {"a-name": …}}`},
	{isEntries, "this looks like entries without what holds them", `put them inside {"mcpServers": …}`},
	{isMisspelt, "this looks like the entries of servers without what holds them, with a key misspelt", `put them inside {"mcpServers": …}, with "command" or "url" in each`},
}

func isAnswer(root node, keys []string) bool {
	if root.is("[") {
		for _, e := range root.elements() {
			if !has(keysOf(e), "name", "inputSchema") {
				return false
			}
		}
		return len(root.elements()) > 0
	}
	for _, m := range root.members() {
		if m.name == "tools" && m.is("[") {
			return true
		}
	}
	return has(keys, "jsonrpc") || has(keys, "name", "inputSchema")
}

func isSchema(_ node, keys []string) bool {
	return has(keys, "$schema", "properties") || has(keys, "type", "properties")
}

// isNested fits VS Code's settings.json, where they stood under "mcp" before
// version 1.102.
func isNested(root node, _ []string) bool {
	for _, m := range root.members() {
		if k := keysOf(m.node); has(k, "servers") || has(k, "mcpServers") {
			return true
		}
	}
	return false
}

func isEntry(_ node, keys []string) bool { return has(keys, "command") || has(keys, "url") }

func isEntries(root node, keys []string) bool {
	for _, m := range root.members() {
		if k := keysOf(m.node); !isEntry(m.node, k) {
			return false
		}
	}
	return len(keys) > 0
}

// isMisspelt fits entries whose "command" or "url" has another name.
func isMisspelt(root node, keys []string) bool {
	for _, m := range root.members() {
		found := false
		for _, k := range keysOf(m.node) {
			meant, known := synonyms[k]
			if !known {
				meant = nearest(k, []string{"command", "url"})
			}
			found = found || meant == "command" || meant == "url"
		}
		if !found {
			return false
		}
	}
	return len(keys) > 0
}

// neither is the error for a root that holds no servers.
func (r *reader) neither(root node) error {
	p := &Problem{Place: r.src.place(root.raw.StartOffset, ""), Fatal: true}
	found := "found " + root.kind()
	keys := keysOf(root)
	if root.is("{") {
		found = "found no keys"
	}
	if len(keys) > 0 {
		found = "found " + listed(keys)
	}
	p.Message = `expected "mcpServers" or "servers", ` + found
	p.Next = "check that this is the configuration file of an MCP client"
	for _, g := range guesses {
		if g.fits(root, keys) {
			p.Message += " (" + g.is + ")"
			p.Next = strings.ReplaceAll(g.next, "%s", shellQuote(r.src.name))
			return p
		}
	}
	for _, m := range root.members() {
		if meant := nearest(m.name, []string{"mcpServers", "servers"}); meant != "" {
			p.Place = r.src.place(m.at, m.ptr)
			p.Next = fmt.Sprintf("rename %s to %q", quote(m.name), meant)
			return p
		}
	}
	return p
}

// listed names the first keys.
func listed(keys []string) string {
	const limit = 8
	var b strings.Builder
	for i, k := range keys {
		if i == limit {
			fmt.Fprintf(&b, " and %d more", len(keys)-limit)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(k))
	}
	return b.String()
}

func keysOf(n node) []string {
	var keys []string
	for _, m := range n.members() {
		keys = append(keys, m.name)
	}
	return keys
}

// has reports whether all the wanted are among keys.
func has(keys []string, wanted ...string) bool {
	for _, w := range wanted {
		found := false
		for _, k := range keys {
			found = found || k == w
		}
		if !found {
			return false
		}
	}
	return true
}

// nearest is the candidate that word most probably stands for, or "": equal but
// for case and separators, else at most two slips away (one in a short word).
func nearest(word string, candidates []string) string {
	const longest = 40 // of a key that can be a slip
	best, bestSlips := "", 3
	w := plain(word)
	if len(w) > longest {
		return ""
	}
	for _, c := range candidates {
		p := plain(c)
		limit := 2
		if len(p) <= 4 {
			limit = 1
		}
		if d := slips(w, p); d <= limit && d < bestSlips {
			best, bestSlips = c, d
		}
	}
	return best
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

func plain(s string) string { return separators.Replace(strings.ToLower(s)) }

// slips counts the letters inserted, left out, replaced or swapped with their
// neighbour between a and b (optimal string alignment distance).
func slips(a, b string) int {
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			differ := 1
			if a[i-1] == b[j-1] {
				differ = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+differ)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(b)]
}
