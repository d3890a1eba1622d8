package profile

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// Exchange is one call of a tool and what came back.
type Exchange struct {
	NoArguments bool              // the call was sent without arguments
	Result      *jsondoc.Document // the result of tools/call; nil where there is none
	Error       string            // the message of a JSON-RPC error, or of the provider that refused the request
}

// answerKinds are what "answer" can name: what no list of tools tells.
var answerKinds = []string{
	"structured-missing",   // an output schema, no error, and no structuredContent
	"structured-mismatch",  // structuredContent does not fit the output schema
	"error-mismatch",       // the same in a result that is an error
	"no-arguments-refused", // a call without arguments is refused
	"too-deep",             // the provider finds the schema nested too deeply; its limit is not published
	"too-many-states",      // the provider finds the schemas too large; its limit is not published
}

// refusals are parts of the messages of providers whose limits are not known.
var refusals = map[string]string{
	"too-deep":        "maximum allowed nesting depth",
	"too-many-states": "too many states for serving",
}

// JudgeAnswer gives the verdict of each target on an answer, the worst first,
// by the rules that no list of tools can decide. Pointers lead into the result
// for what is wrong with it, and into the tool otherwise. The only error is
// that of the context.
func (c *Catalog) JudgeAnswer(ctx context.Context, t *tool.Tool, e Exchange, targets []Target) ([]Verdict, error) {
	seen := map[string][]hit{}
	var verdicts []Verdict
	for _, target := range targets {
		p, ok := c.byProfile[target.Profile]
		if !ok {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		verdicts = append(verdicts, c.verdict(p, target, "", func(r *Rule) []place {
			kind := r.spec.Answer
			if kind == "" {
				return nil
			}
			hits, done := seen[kind]
			if !done {
				hits = e.faults(ctx, kind, t)
				seen[kind] = hits
			}
			places := make([]place, 0, len(hits))
			for _, h := range hits {
				places = append(places, place{r.finding(h), h.when})
			}
			return places
		}))
	}
	SortVerdicts(verdicts)
	return verdicts, ctx.Err()
}

// faults looks for one kind of fault in an answer.
func (e Exchange) faults(ctx context.Context, kind string, t *tool.Tool) []hit {
	if says, ok := refusals[kind]; ok {
		if strings.Contains(e.Error, says) {
			return []hit{{at: "/inputSchema", word: "inputSchema", text: shorten(e.Error)}}
		}
		return nil
	}
	root := e.Result.Root()
	isError := root.Get("isError").IsTrue()
	structured := root.Get("structuredContent")
	switch {
	case kind == "no-arguments-refused":
		if e.NoArguments && (isError || e.Error != "") {
			return []hit{{at: "/inputSchema", word: "arguments", text: shorten(e.Error)}}
		}
	case !t.Output.Present || root.Kind() != jsondoc.Object:
	case kind == "structured-missing" && !isError && !structured.Exists():
		return []hit{{at: "/structuredContent", word: "structuredContent"}}
	case structured.Exists() && (kind == "structured-mismatch" && !isError || kind == "error-mismatch" && isError):
		return mismatches(ctx, t, structured)
	}
	return nil
}

// mismatches checks structured content against the output schema. A schema that
// does not compile is another rule's matter.
func mismatches(ctx context.Context, t *tool.Tool, structured jsondoc.Node) []hit {
	schema, err := validate.Compile(t.Output.Doc, dialect.Unknown)
	if err != nil {
		return nil
	}
	value, err := jsondoc.Parse(structured.Raw())
	if err != nil {
		return nil
	}
	var hits []hit
	for _, p := range schema.Validate(ctx, value).Problems {
		hits = append(hits, hit{at: "/structuredContent" + p.Field(), word: p.Keyword, text: p.Message})
	}
	return hits
}

// errExample is the reason why an example cannot be read.
var errExample = errors.New("not a tool, a list of tools or an exchange")

// Example is a tool that trips a rule or is clean of it. In the data it is one
// of: a tool; an array of tools, where the first is meant; {"repeat": 129,
// "tool": …}, a list of so many tools; {"tool": …, "result": …, "error": …,
// "noArguments": true}, an exchange.
type Example struct {
	List     *tool.Snapshot
	Tool     *tool.Tool
	Exchange *Exchange // nil where no answer is meant
	Many     bool      // the list as a whole is meant
}

// ReadExample reads an example of the data.
func ReadExample(raw []byte) (*Example, error) {
	doc, err := jsondoc.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("reading an example: %w", err)
	}
	root := doc.Root()
	e := &Example{}
	tools := [][]byte{raw}
	switch one := root.Get("tool"); {
	case root.Kind() == jsondoc.Array:
		tools = nil
		for _, each := range root.Elems() {
			tools = append(tools, each.Raw())
		}
	case root.Get("repeat").Exists():
		n, _ := number(root.Get("repeat"))
		tools = repeatTool(one, int(n))
		e.Many = true
	case one.Exists():
		tools = [][]byte{one.Raw()}
		e.Exchange = &Exchange{NoArguments: root.Get("noArguments").IsTrue(), Error: text(root.Get("error"))}
		if result := root.Get("result"); result.Exists() {
			e.Exchange.Result, err = jsondoc.Parse(result.Raw())
		}
	}
	if err != nil || len(tools) == 0 || root.Kind() != jsondoc.Object && root.Kind() != jsondoc.Array {
		return nil, errExample
	}
	e.List = tool.Read([][]byte{listOf(tools)}, "")
	e.Tool = e.List.Tools[0]
	return e, nil
}

func listOf(tools [][]byte) []byte {
	page := []byte(`{"tools":[`)
	for i, t := range tools {
		if i > 0 {
			page = append(page, ',')
		}
		page = append(page, t...)
	}
	return append(page, "]}"...)
}

// repeatTool makes n tools of one, with names of their own.
func repeatTool(one jsondoc.Node, n int) [][]byte {
	var tools [][]byte
	name := one.Get("name")
	for i := range n {
		raw := string(one.Raw())
		at := name.Start() - one.Start()
		own := jsondoc.Quote(fmt.Sprintf("%s_%d", text(name), i))
		tools = append(tools, []byte(raw[:at]+own+raw[name.End()-one.Start():]))
	}
	return tools
}
