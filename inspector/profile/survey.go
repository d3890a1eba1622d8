package profile

import (
	"context"
	"fmt"
	"sync"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Survey looks at one list of tools. What is found in a tool is kept, so that
// asking for other targets costs little; of a long list only what was looked at
// last. It may be used by several goroutines at once.
type Survey struct {
	catalog *Catalog
	list    *facts
	tools   []*tool.Tool
	count   sync.Once // of the optional properties of the list

	mu   sync.Mutex
	done map[surveyKey]*looked
}

// surveyKey tells a tool, and what is known of its server's name.
type surveyKey struct {
	tool   *tool.Tool
	server string
}

// looked is what all rules find in one tool; nil until somebody looked.
type looked struct {
	mu    sync.Mutex
	found [][]place // by Rule.index
}

// maxKept bounds the tools of which a survey keeps what was found: their findings
// take many times the room of the tools.
const maxKept = 512

// maxPlaces bounds the findings of one rule in one tool. What is repeated more
// often says nothing more.
const maxPlaces = 100

// place is one finding and the condition it alone has.
type place struct {
	finding tool.Finding
	when    string
}

// Survey prepares to look at a list; nil stands for tools without one.
func (c *Catalog) Survey(s *tool.Snapshot) *Survey {
	survey := &Survey{catalog: c, list: gather(s), done: map[surveyKey]*looked{}}
	if s != nil {
		survey.tools = s.Tools
	}
	return survey
}

// look applies every rule to a tool, once. The only error is that of the context.
func (s *Survey) look(ctx context.Context, t *tool.Tool, server string) ([][]place, error) {
	key := surveyKey{t, server}
	s.mu.Lock()
	l := s.done[key]
	if l == nil {
		if len(s.done) >= maxKept {
			clear(s.done)
		}
		l = &looked{}
		s.done[key] = l
	}
	s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found != nil {
		return l.found, nil
	}
	found, err := s.catalog.lookAt(ctx, t, server, s.list)
	if err != nil {
		return nil, err
	}
	l.found = found
	return found, nil
}

func (c *Catalog) lookAt(ctx context.Context, t *tool.Tool, server string, list *facts) ([][]place, error) {
	found := make([][]place, len(c.rules))
	x, whole := newExam(t, server, list), true
	if x == nil && t.Doc != nil {
		x, whole = &exam{tool: t, list: list, server: server}, false
	}
	if x == nil {
		return found, ctx.Err()
	}
	for i, r := range c.rules {
		if !whole && r.spec.Func != "entry" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found[i] = c.findAll(r, x)
	}
	return found, nil
}

// findAll lists the places that a rule matches, as far as they are kept.
func (c *Catalog) findAll(r *Rule, x *exam) []place {
	var list []place
	more := 0
	r.match(x, func(h hit) {
		if len(list) < maxPlaces {
			list = append(list, place{r.finding(h), h.when})
		} else {
			more++
		}
	})
	if more > 0 {
		last := &list[len(list)-1].finding
		last.Message = joinSentences(last.Message, fmt.Sprintf("%d more places are not listed.", more))
	}
	return list
}

// newExam prepares one tool; nil where the entry is no object, of which no rule
// can say anything.
func newExam(t *tool.Tool, server string, list *facts) *exam {
	if t.Doc == nil || t.Doc.Root().Kind() != jsondoc.Object {
		return nil
	}
	x := &exam{tool: t, list: list, server: server, input: newView(t.Input.Node, "/inputSchema")}
	if t.Output.Present {
		x.output = newView(t.Output.Node, "/outputSchema")
	}
	return x
}
