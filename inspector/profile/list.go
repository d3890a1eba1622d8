package profile

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// facts is what a rule may need to know of the whole list of tools.
type facts struct {
	tools    int
	names    map[string]int            // how many tools have a name
	ids      map[string]map[string]int // by the $id of output schemas, the schemas that have it, and how often
	optional int                       // optional properties over all input schemas
	protocol string
}

// gather looks over a list once. A nil snapshot is a list of nothing known.
func gather(s *tool.Snapshot) *facts {
	f := &facts{names: map[string]int{}, ids: map[string]map[string]int{}}
	if s == nil {
		return f
	}
	f.tools, f.protocol = len(s.Tools), s.Server.ProtocolVersion
	for _, t := range s.Tools {
		if t.HasName {
			f.names[t.Name]++
		}
		if id := outputID(t); id != "" {
			if f.ids[id] == nil {
				f.ids[id] = map[string]int{}
			}
			f.ids[id][string(t.Output.Node.Compact())]++
		}
	}
	return f
}

func outputID(t *tool.Tool) string { return text(t.Output.Node.Get("$id")) }

// compile makes the matcher of what one tool has in common with the others. The
// limits on the list as a whole are checked by [listSpec.whole].
func (s *listSpec) compile() (matcher, error) {
	return func(x *exam, found func(hit)) {
		if x.list == nil {
			return
		}
		if s.Names && x.tool.HasName && x.list.names[x.tool.Name] > 1 {
			h := nameHit(x)
			h.n = x.list.names[x.tool.Name]
			found(h)
		}
		if id := outputID(x.tool); s.IDs && len(x.list.ids[id]) > 1 {
			found(hit{at: "/outputSchema/$id", value: x.tool.Output.Node.Get("$id"), word: id, n: len(x.list.ids[id])})
		}
	}, nil
}

// whole finds what is wrong with the list as a whole; the pointer is that of
// the list of tools in the server's answer.
func (s *listSpec) whole(f *facts, found func(hit)) {
	at := jsondoc.Pointer("/tools")
	if s.Tools > 0 && f.tools > s.Tools {
		found(hit{at: at, word: "tools", n: f.tools, limit: s.Tools, text: fmt.Sprintf("%d tools", f.tools)})
	}
	if s.Optional > 0 && f.optional > s.Optional {
		found(hit{at: at, word: "optional properties", n: f.optional, limit: s.Optional, text: fmt.Sprintf("%d optional properties", f.optional)})
	}
}

// countOptional counts the properties of a schema that need not be sent.
func countOptional(v *view) int {
	n := 0
	for i := range v.pos {
		if v.pos[i].optional {
			n++
		}
	}
	return n
}
