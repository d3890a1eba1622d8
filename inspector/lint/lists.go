package lint

import (
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// listRules compare the tools of one list. That names differ at all is checked
// while the list is read.
func listRules() []Rule {
	return []Rule{
		{
			Name: "lint/name-collision", Level: tool.LevelWarn, onList: nameCollision,
			Doc:      "Clients replace characters in names, most often everything but letters, digits, _ and - by _, and some take capitals for small letters. Of two names that become one, one tool hides the other.",
			Next:     "Let the names differ in letters or digits.",
			Evidence: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names",
			Bad:      `[{"name":"a.b","description":"d","inputSchema":{"type":"object","properties":{}}},{"name":"a_b","description":"d","inputSchema":{"type":"object","properties":{}}}]`,
			Good:     `[{"name":"a_b","description":"d","inputSchema":{"type":"object","properties":{}}},{"name":"a_c","description":"d","inputSchema":{"type":"object","properties":{}}}]`,
		},
		{
			Name: "lint/id-duplicate", Level: tool.LevelCall, onList: idDuplicate,
			Doc:      "The same $id in two schemas of a list: a client that keeps all schemas in one place checks the second tool against the schema of the first.",
			Next:     "Take $id away, or make it different for each schema.",
			Evidence: core2020 + "#name-the-id-keyword",
			Bad:      `[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"$id":"u:x","type":"object","required":["a"]}},{"name":"b","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"$id":"u:x","type":"object","required":["b"]}}]`,
			Good:     `[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object"}},{"name":"b","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object"}}]`,
		},
	}
}

// listed adds a finding to one tool of the list.
func (p *pass) listed(index int, at jsondoc.Pointer, message string) {
	p.perTool[index] = append(p.perTool[index], p.finding(at, message))
}

// flat is a name as clients write it.
func flat(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, strings.ToLower(name))
}

func nameCollision(p *pass, tools []*tool.Tool) {
	first := map[string]int{}
	for i, t := range tools {
		if t.Name == "" {
			continue
		}
		key := flat(t.Name)
		j, there := first[key]
		if !there {
			first[key] = i
			continue
		}
		if tools[j].Name == t.Name {
			continue // the reader of the list says that
		}
		p.listed(j, "/name", fmt.Sprintf("The names %s and %s become the same, %s, in clients that replace characters.", quote(tools[j].Name), quote(t.Name), quote(key)))
		p.listed(i, "/name", fmt.Sprintf("The names %s and %s become the same, %s, in clients that replace characters.", quote(t.Name), quote(tools[j].Name), quote(key)))
	}
}

func idDuplicate(p *pass, tools []*tool.Tool) {
	type place struct {
		index int
		text  string // the schema
		label string
	}
	first := map[string]place{}
	for i, t := range tools {
		for _, side := range []struct {
			at     jsondoc.Pointer
			schema tool.Schema
		}{{"/inputSchema", t.Input}, {"/outputSchema", t.Output}} {
			id := side.schema.Node.Get("$id")
			if id.Kind() != jsondoc.String {
				continue
			}
			here := place{i, string(side.schema.Node.Compact()), t.Label()}
			before, there := first[id.Text()]
			if !there {
				first[id.Text()] = here
				continue
			}
			if before.text == here.text {
				continue // the same schema, whichever is taken
			}
			p.listed(i, side.at.Join("$id"), fmt.Sprintf("The $id %s is also that of another schema, of the tool %s.", show(id), quote(before.label)))
		}
	}
}
