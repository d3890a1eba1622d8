package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/validate"
)

// maxSaid is how many complaints are shown.
const maxSaid = 4

// composeCall is a call and what came of it.
func composeCall(c *Call, m Material) *CallView {
	v := &CallView{HasArguments: c.Arguments != nil, Outcome: c.Outcome, Bad: c.Outcome != "ok", Took: took(c.Took), At: clock(c.Started), Validator: m.Refused.Validator}
	v.Arguments = textOf(oneLine(c.Arguments), maxArgs)
	for _, p := range append(append([]refusal.Problem{}, m.Refused.Problems...), m.Refused.General...) {
		v.Says = append(v.Says, Said{p.Pointer, shorten(p.Message), detail(p)})
	}
	if len(v.Says) > maxSaid {
		v.Says, v.SaysMore = v.Says[:maxSaid], len(v.Says)-maxSaid
	}
	switch {
	case c.Answer == nil:
		v.Words = textOf(c.Failure, maxWords)
	default:
		v.Words = textOf(strings.TrimSpace(words(c.Answer, m.Refused.Text)), maxWords)
	}
	for _, p := range m.Structured {
		v.Output = append(v.Output, Said{Pointer: p.Field(), Message: shorten(p.Message)})
	}
	if len(v.Output) > maxSaid {
		v.Output, v.OutputMore = v.Output[:maxSaid], len(v.Output)-maxSaid
	}
	v.Against = against(c, m)
	return v
}

// oneLine is JSON without white space, or the text as it is.
func oneLine(b []byte) string {
	doc, err := jsondoc.Parse(b)
	if err != nil {
		return string(b)
	}
	return string(doc.Root().Compact())
}

// words are what an answer says: the texts of its content, else the structured
// content, else the message of the error, else the whole.
func words(answer []byte, said string) string {
	doc, err := jsondoc.Parse(answer)
	if err != nil {
		return string(answer)
	}
	result := doc.Root().Get("result")
	var texts []string
	for _, n := range result.Get("content").Elems() {
		if n.Get("type").Is("text") {
			texts = append(texts, n.Get("text").Text())
		} else {
			texts = append(texts, "("+n.Get("type").Text()+", "+Size(len(n.Raw()))+")")
		}
	}
	switch {
	case len(texts) > 0:
		return strings.Join(texts, "\n")
	case result.Get("structuredContent").Exists():
		return string(result.Get("structuredContent").Compact())
	case said != "":
		return said
	case result.Exists():
		return string(result.Compact())
	}
	return string(doc.Root().Compact())
}

func detail(p refusal.Problem) string {
	text := p.Kind
	if p.Received != "" {
		text = strings.TrimPrefix(text+" · got "+p.Received, " · ")
	}
	return shorten(text)
}

// against says where the server does not do what its own schema says.
func against(c *Call, m Material) string {
	refused := len(m.Refused.Problems)+len(m.Refused.General) > 0
	switch {
	case m.Arguments == nil:
	case m.Arguments.State == validate.Valid && refused:
		return "The input schema allows these arguments, and the server refuses them."
	case m.Arguments.State == validate.Invalid && refused:
		p := m.Arguments.Problems[0]
		return fmt.Sprintf("The input schema forbids them too: `%s` %s.", name(p.Field()), strings.TrimSuffix(shorten(p.Message), "."))
	case m.Arguments.State == validate.Invalid && c.Outcome == "ok":
		p := m.Arguments.Problems[0]
		return fmt.Sprintf("The input schema forbids these arguments, and the server took them: `%s` %s.", name(p.Field()), strings.TrimSuffix(shorten(p.Message), "."))
	}
	return ""
}

func textOf(s string, most int) Text {
	short, left := cut(s, most)
	return Text{Text: short, Size: len(s), Cut: left}
}

// raws are the whole documents.
func raws(c *Case, m Material) []Raw {
	list := []Raw{{"The tool, as sent", "json", textOf(pretty(c.Tool), maxRaw)}}
	for _, s := range []struct {
		title  string
		schema Schema
	}{{"The input schema in JSON Schema ", m.Input}, {"The output schema in JSON Schema ", m.Output}} {
		if s.schema.Changes > 0 && s.schema.Right.Exists() {
			list = append(list, Raw{s.title + s.schema.Target, "json", textOf(s.schema.Right.Pretty(), maxRaw)})
		}
	}
	if c.Call != nil && c.Parts.Call {
		if c.Call.Arguments != nil {
			list = append(list, Raw{"The arguments, as sent", "json", textOf(string(c.Call.Arguments), maxRaw)})
		}
		if c.Call.Answer != nil {
			list = append(list, Raw{"The answer, as it came", "json", textOf(string(c.Call.Answer), maxRaw)})
		}
	}
	return list
}

func pretty(b []byte) string {
	doc, err := jsondoc.Parse(b)
	if err != nil {
		return string(b)
	}
	return doc.Root().Pretty()
}

// Size prints a number of bytes: "812 B", "12.4 kB", "5.0 MB".
func Size(n int) string {
	switch {
	case n < 1_000:
		return strconv.Itoa(n) + " B"
	case n < 999_950:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

func took(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Second:
		return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}
