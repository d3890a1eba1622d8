package repair

import (
	"fmt"
	"slices"
	"strings"

	"mcploupe/inspector/tool"
)

// nameMends are about the name of a tool. A new name is a guess: whoever calls
// the tool by the old one, and every list of allowed tools, changes with it.
func nameMends() []mend {
	return []mend{
		{
			name: "plain-name", title: "Give the tool a plain name", effect: Other, guess: true, do: renameTool(plainName),
			explain: "Letters, digits, \"_\" and \"-\" are safe everywhere. Whoever calls the tool by its old name, or allows it by that, changes too.",
		},
		{
			name: "short-name", title: "Give the tool a short name", effect: Other, guess: true, do: renameTool(shortName),
			explain: "Names of at most 40 characters keep within the limits when clients put the server's name before them. See that the name still says what the tool does.",
		},
		{
			name: "core-name", title: "Give the tool a short, small name", effect: Other, guess: true, do: renameTool(coreName),
			explain: "A small letter and at most 39 of a-z, 0-9 and \"_\" are safe in every client.",
		},
		{
			name: "unique-name", title: "Give the tool a name of its own", effect: Other, guess: true, do: renameTool(plainName),
			explain: "Another tool of the server has the name, or one that clients take for the same. See that the name says what sets them apart.",
		},
	}
}

// shortest is the length that names keep to, in bytes.
const shortest = 40

func renameTool(to func(string) string) func(*site) bool {
	return func(s *site) bool {
		n := s.root.get("name")
		name := s.apart(to(n.text()))
		if n == nil || n.text() == "" || name == "" || name == n.text() {
			return false
		}
		s.root.set("name", str(name))
		return true
	}
}

// apart makes a name differ from those of the other tools, as clients read them.
func (s *site) apart(name string) string {
	if s.list == nil || name == "" {
		return name
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(s.list.Tools, func(t *tool.Tool) bool { return t.Index != s.tool.Index && flatName(t.Name) == flatName(name) })
	}
	base := name
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return name
}

func flatName(name string) string { return strings.ToLower(plainName(name)) }

func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (isWord(byte(r)) || r == '-') {
			return r
		}
		return '_'
	}, name)
	for strings.Contains(name, "__") && len(name) > 64 {
		name = strings.ReplaceAll(name, "__", "_")
	}
	name = strings.TrimRight(name, "_")
	if name == "" {
		return ""
	}
	if name[0] >= '0' && name[0] <= '9' || name[0] == '-' {
		name = "t_" + name
	}
	return name[:min(len(name), 64)]
}

// shortName cuts a plain name at a word.
func shortName(name string) string {
	name = plainName(name)
	if len(name) <= shortest {
		return name
	}
	cut := name[:shortest+1]
	if i := strings.LastIndexAny(cut, "_-"); i >= shortest/2 {
		return strings.TrimRight(cut[:i], "_-")
	}
	return cut[:shortest]
}

func coreName(name string) string {
	name = strings.ToLower(strings.ReplaceAll(shortName(name), "-", "_"))
	if strings.HasPrefix(name, "_") {
		name = "t" + name
	}
	return name[:min(len(name), shortest)]
}
