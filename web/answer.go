package web

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// maxShown bounds a text of an answer on the page, in bytes. The whole of it is
// on the Wire tab's terms.
const maxShown = 256 << 10

// outcomes are the outcomes as the pages know them.
var outcomes = map[wire.Outcome]views.Outcome{
	wire.OutcomeOK: views.OutcomeOK, wire.OutcomeToolError: views.OutcomeToolError, wire.OutcomeProtocolError: views.OutcomeProtocol,
	wire.OutcomeTimedOut: views.OutcomeTimeout, wire.OutcomeCancelled: views.OutcomeCancelled, wire.OutcomeServerGone: views.OutcomeGone,
}

func outcome(o wire.Outcome) views.Outcome {
	if v, ok := outcomes[o]; ok {
		return v
	}
	return views.Outcome(o)
}

// answerView is what came back. The server's own words about a field are set at
// that field too.
func (c *callForm) answerView(out *views.Call) *views.Answer {
	a := c.answer.Answer
	v := &views.Answer{
		Outcome: outcome(a.Outcome), Took: took(a.Duration), IsError: a.Outcome == wire.OutcomeToolError, At: a.Start.Format("15:04:05"),
		Sent: shownBytes(a.Arguments), Request: shownBytes(a.Sent), Received: shownBytes(a.Received),
	}
	if a.Note != "" {
		v.Notes = append(v.Notes, a.Note)
	}
	if a.Error != nil {
		v.Code, v.Words = strconv.FormatInt(int64(a.Error.Code), 10), a.Error.Message
	}
	if f := a.Failure; f != nil {
		v.Words, v.Next = strings.TrimSpace(f.Detail+"\n"+f.Stderr), f.Next
	}
	if doc, err := jsondoc.Parse(a.Result); err == nil {
		v.Content = blocks(doc.Root().Get("content"))
	}
	// An error need not be structured, so nothing is missing from it.
	if o := c.answer.Output; o.Present || o.HasSchema && a.Outcome == wire.OutcomeOK {
		v.Structured = structured(c.answer.Output)
	}
	if a.Outcome == wire.OutcomeToolError || a.Outcome == wire.OutcomeProtocolError {
		c.explain(out, v, a)
	}
	return v
}

// explain sets the server's own validation errors at the fields they name.
func (c *callForm) explain(out *views.Call, v *views.Answer, a *wire.Answer) {
	at := fieldsByPointer(out.Fields)
	for _, p := range refusal.ExplainFor(a.Received, a.Arguments).Problems {
		v.Fields = append(v.Fields, views.FieldError{Pointer: p.Pointer, Message: p.Message, Detail: detail(p)})
		if f := nearest(at, p.Pointer); f != nil {
			f.Server = append(f.Server, p.Message)
		}
	}
}

func detail(p refusal.Problem) string {
	text := p.Kind
	if p.Received != "" {
		if text != "" {
			text += " · "
		}
		text += "got " + p.Received
	}
	return text
}

// took is a duration for people: "38 ms", "1.2 s".
func took(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

func shownBytes(b []byte) views.Bytes {
	text, cut := cutText(string(b))
	return views.Bytes{Text: text, Size: len(b), Cut: cut}
}

func cutText(s string) (text string, cut int) {
	if len(s) <= maxShown {
		return s, 0
	}
	return s[:maxShown], len(s) - maxShown
}

// blocks are the content of a result. What is not known is shown as it came.
func blocks(content jsondoc.Node) []views.Block {
	var out []views.Block
	for _, n := range content.Elems() {
		out = append(out, block(n))
	}
	if content.Exists() && content.Kind() != jsondoc.Array {
		text, cut := cutText(string(content.Raw()))
		out = append(out, views.Block{Kind: "content is no array", Text: text, Cut: cut})
	}
	return out
}

func block(n jsondoc.Node) views.Block {
	kind := n.Get("type").Text()
	b := views.Block{Kind: kind, Known: true}
	switch kind {
	case "text":
		b.Text, b.Cut = cutText(n.Get("text").Text())
		return b
	case "image", "audio":
		b.Note = n.Get("mimeType").Text() + " · " + dataSize(n.Get("data").Text())
		return b
	case "resource_link":
		b.Text, b.Note = n.Get("uri").Text(), n.Get("name").Text()
		return b
	case "resource":
		r := n.Get("resource")
		b.Note = r.Get("uri").Text() + " · " + r.Get("mimeType").Text()
		b.Text, b.Cut = cutText(r.Get("text").Text())
		if r.Get("blob").Exists() {
			b.Note += " · " + dataSize(r.Get("blob").Text())
		}
		return b
	}
	b.Known = false
	if b.Kind == "" {
		b.Kind = "unknown"
	}
	b.Text, b.Cut = cutText(n.Pretty())
	return b
}

func dataSize(base64Text string) string {
	return strconv.Itoa(base64.StdEncoding.DecodedLen(len(base64Text))) + " bytes"
}

// structured is structuredContent with its verdict.
func structured(o *inspector.OutputView) *views.Structured {
	v := &views.Structured{Missing: !o.Present}
	if o.Structured != nil {
		v.Text, v.Cut = cutText(o.Structured.Root().Pretty())
	}
	switch {
	case !o.HasSchema:
		v.State = "no schema"
	case o.Err != nil:
		v.State, v.Reason = "unchecked", o.Err.Error()
	case !o.Present:
		v.State = "invalid"
	case o.Verdict.State == validate.Valid:
		v.State = "valid"
	case o.Verdict.State == validate.Invalid:
		v.State = "invalid"
	default:
		v.State, v.Reason = "unchecked", o.Verdict.Reason
	}
	if o.Err == nil && o.HasSchema && o.Present && o.Verdict.State != o.Target.State {
		v.Reason = "the original schema and the converted one differ here"
	}
	for _, p := range o.Verdict.Problems {
		v.Problems = append(v.Problems, views.CallProblem{Instance: p.Instance, Message: p.Message, Schema: p.Schema, Keyword: p.Keyword})
	}
	return v
}
