package views

// key is one keyboard shortcut.
type key struct {
	Keys []string
	What string
}

// keys are listed under "?"; static/js/keys.js, palette.js and call.js obey them.
var keys = [...]key{
	{[]string{"/"}, "Search the tools of all servers"},
	{[]string{"Ctrl", "K"}, "The same, also while text is typed: search and commands (⌘ K on a Mac)"},
	{[]string{"f"}, "Filter the list of tools"},
	{[]string{"j", "k"}, "Next, previous tool"},
	{[]string{"o", "n", "v"}, "Omit, null, value: at a field's three-way switch"},
	{[]string{"Ctrl", "↵"}, "Send the call, or convert (⌘ ↵ on a Mac)"},
	{[]string{"Esc"}, "Leave a text field"},
	{[]string{"?"}, "This list"},
}

// manyServers is from how many servers on all of them are listed in a menu: as many
// pills do not fit beside each other on every screen.
const manyServers = 4

func failedServers(list []Server) (n int) {
	for _, s := range list {
		if s.State == StateFailed {
			n++
		}
	}
	return n
}

// currentTarget is the target in use: the one asked for, else the first.
func currentTarget(p Page) string {
	if p.Where.Target == "" && len(p.Targets) > 0 {
		return p.Targets[0].Name
	}
	return p.Where.Target
}

func targetLabel(p Page) string {
	for _, t := range p.Targets {
		if t.Name == currentTarget(p) {
			return Plain(t.Label)
		}
	}
	return Plain(p.Where.Target)
}

func withTarget(w Where, name string) Where {
	w = w.AtTab(w.Tab)
	w.Target = name
	return w
}
