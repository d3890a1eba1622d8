package views

import "unicode/utf8"

// maxFoundName bounds the names in what is found, in characters.
const maxFoundName = 80

// foundAt is the page of a tool that was found: the same tab of the same list
// where it is of the server that is shown.
func foundAt(w Where, f Hit) string {
	if w.Server != f.Server.ID {
		w = w.AtServer(f.Server.ID)
	}
	w.First = 0
	return w.AtItem(f.Item.N, f.Item.Name).URL()
}

// searchParams keeps the place while another text is searched. The position names
// the tool: its name may have characters that no browser posts as they are.
func searchParams(w Where) []Param {
	if w.HasN {
		w.Tool = ""
	}
	all := w.Params()
	for i := range all {
		all[i].Value = Plain(all[i].Value)
	}
	return all
}

func searchURL(w Where) string {
	return "/search" + w.URL()[1:]
}

func searchHint(s Search) string {
	return "Search " + count(s.Tools, "tool") + " of all servers, and commands"
}

func searchSum(s Search) string {
	switch n := len(s.Found) + s.More; {
	case n > 0:
		return count(n, "tool") + " found"
	case s.Text == "":
		return "Type a part of a name or of a description."
	case len(s.Servers) > 0 || len(s.Commands) > 0:
		return "No tool matches."
	}
	return "Nothing matches. Every word must stand in the name, the title or the description of a tool."
}

// shortened cuts a text in its middle to at most limit characters: names of one
// family differ at their ends.
func shortened(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	var at []int // where each character starts; a byte that is none is one of its own
	for i := range s {
		at = append(at, i)
	}
	head := limit * 2 / 3
	return s[:at[head]] + "…" + s[at[len(at)-(limit-head-1)]:]
}
