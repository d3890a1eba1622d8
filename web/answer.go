package web

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/dialect"
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
	wire.OutcomeInputRequired: views.OutcomeInput, wire.OutcomeTimedOut: views.OutcomeTimeout, wire.OutcomeCancelled: views.OutcomeCancelled, wire.OutcomeServerGone: views.OutcomeGone,
}

func outcome(o wire.Outcome) views.Outcome {
	if v, ok := outcomes[o]; ok {
		return v
	}
	return views.Outcome(o)
}

// running is a call on its way.
func running(call *inspector.Call) *views.Running {
	v := &views.Running{ID: call.ID, At: call.Started.Format("15:04:05"), Seconds: int(time.Since(call.Started).Seconds()), Sent: shownBytes(call.Arguments)}
	if p, ok := call.Progress(); ok {
		v.Progress, v.Done, v.Total = inspector.ProgressText(p), p.Progress, p.Total
	}
	return v
}

// isSent reports whether the form stands as a call was sent: then what the server
// said of its fields is about what they hold.
func (c *callForm) isSent(call *inspector.Call) bool {
	return c.exact || c.readErr == nil && len(c.problems) == 0 &&
		bytes.Equal(jsondoc.AppendCompact(nil, c.wouldSend()), jsondoc.AppendCompact(nil, call.Arguments))
}

// answerView is what came back. The server's own words about a field are set at
// that field too.
func (c *callForm) answerView(ctx context.Context, out *views.Call) *views.Answer {
	a := c.answer.Answer
	if a == nil {
		return &views.Answer{Outcome: views.OutcomeNotSent, Words: c.answer.Err.Error(), Next: "Nothing was sent."}
	}
	v := &views.Answer{
		Outcome: outcome(a.Outcome), Took: took(a.Duration), IsError: a.Outcome == wire.OutcomeToolError, At: a.Start.Format("15:04:05"),
		Sent: shownBytes(a.Arguments), Request: shownBytes(a.Sent), Received: shownBytes(a.Received), Copies: c.copies(c.answer),
	}
	for _, name := range slices.Sorted(maps.Keys(a.Headers)) {
		v.Notes = append(v.Notes, "sent with the header "+name+": "+strings.Join(a.Headers[name], ", "))
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
		if meta := doc.Root().Get("_meta"); meta.Exists() {
			v.Meta, _ = cutText(meta.Pretty())
		}
		if note := textNote(doc.Root()); note != "" {
			v.Notes = append(v.Notes, note)
		}
	}
	// An error need not be structured, so nothing is missing from it.
	o := c.answer.Output
	if from := c.place.readAs(views.TabOutput); from != dialect.Unknown || c.place.target != dialect.Draft2020 {
		o = c.site.app.CheckOutput(ctx, c.answer.Tool, a, from, c.place.target)
	}
	if o.Present || o.HasSchema && a.Outcome == wire.OutcomeOK {
		v.Structured = structured(o)
		v.Broken = a.Outcome == wire.OutcomeOK && v.Structured.State == "invalid"
	}
	understood := false
	if a.Outcome == wire.OutcomeToolError || a.Outcome == wire.OutcomeProtocolError {
		understood = c.explain(out, v, a)
	}
	v.Against = c.against(ctx, understood)
	return v
}

// explain sets the server's own validation errors at the fields they name, and
// reports whether the answer is one about the arguments.
func (c *callForm) explain(out *views.Call, v *views.Answer, a *wire.Answer) (understood bool) {
	at, current := fieldsByPointer(out.Fields), c.isSent(c.answer)
	said := refusal.ExplainWith(a.Received, refusal.Hint{Arguments: a.Arguments, Properties: c.propertyNames()})
	for _, p := range said.Problems {
		v.Fields = append(v.Fields, views.FieldError{Pointer: p.Pointer, Message: p.Message, Detail: detail(p)})
		f, exact := c.form.Locate(p.Pointer)
		if field := nearest(at, f.Pointer); field != nil && current {
			message := p.Message
			if inside := insideOf(f, p.Pointer); !exact && inside != "" {
				message = inside + ": " + message
			}
			field.Server = append(field.Server, message)
		}
	}
	return said.Validator != "" || len(said.Problems)+len(said.General) > 0
}

// propertyNames are the arguments that the tool's input schema names.
func (c *callForm) propertyNames() []string {
	var names []string
	for _, f := range c.form.Root.Fields {
		if !f.Unknown && !f.Row {
			names = append(names, f.Name)
		}
	}
	return names
}

// against says where the server does not do what its own schema says: it refuses
// what that allows, or takes what that forbids.
func (c *callForm) against(ctx context.Context, refused bool) string {
	took := c.answer.Answer.Outcome == wire.OutcomeOK
	args, err := jsondoc.Parse(c.answer.Arguments)
	if err != nil || !took && !refused {
		return ""
	}
	verdict, err := c.site.app.CheckArguments(ctx, c.answer.Tool, args, c.place.readAs(views.TabInput))
	switch {
	case err != nil:
	case verdict.State == validate.Valid && refused:
		return "The schema allows this, the server refuses it."
	case verdict.State == validate.Invalid && took:
		p := verdict.Problems[0]
		return "The schema forbids this, the server took it: `" + views.PointerName(p.Field()) + "` " + p.Message
	}
	return ""
}

// maxCompared bounds a text that is compared with the structured content, in
// bytes.
const maxCompared = 4 << 20

// textNote says where the text of a result is not what its structured content is.
// It should be the same as JSON, for clients that know no structured content
// (specification 2025-06-18, server/tools, "Structured Content").
func textNote(result jsondoc.Node) string {
	structured := result.Get("structuredContent")
	if !structured.Exists() || result.Get("isError").IsTrue() {
		return ""
	}
	note := "No text repeats `structuredContent` as JSON, as the protocol says it should for older clients."
	for _, n := range result.Get("content").Elems() {
		text := n.Get("text").Text()
		if n.Get("type").Text() != "text" || len(text) > maxCompared {
			continue
		}
		doc, err := jsondoc.Parse([]byte(text))
		if err != nil || doc.Root().Kind() < jsondoc.Array {
			continue
		}
		at, differ := jsondoc.Difference(structured, doc.Root())
		if !differ {
			return ""
		}
		note = "The text and `structuredContent` differ at `" + views.PointerName(at) + "`; they should be the same JSON."
	}
	return note
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
	case "image":
		pictureBlock(&b, n.Get("mimeType").Text(), n.Get("data").Text())
	case "audio":
		b.Note = soundFacts(n.Get("mimeType").Text(), n.Get("data").Text())
	case "resource_link":
		b.Note, b.Text = n.Get("mimeType").Text(), linkText(n)
	case "resource":
		resourceBlock(&b, n.Get("resource"))
	default:
		b.Known = false
		if b.Kind == "" {
			b.Kind = "unknown"
		}
		b.Text, b.Cut = cutText(n.Pretty())
	}
	if notes := n.Get("annotations"); notes.Exists() {
		b.Note = joined(b.Note, "annotations "+string(notes.Compact()))
	}
	return b
}

func resourceBlock(b *views.Block, r jsondoc.Node) {
	b.Note = joined(r.Get("uri").Text(), r.Get("mimeType").Text())
	b.Text, b.Cut = cutText(r.Get("text").Text())
	if blob := r.Get("blob"); blob.Exists() {
		uri := b.Note
		pictureBlock(b, r.Get("mimeType").Text(), blob.Text())
		b.Note = joined(uri, b.Note)
	}
}

// linkText is a link to a resource: never followed, and no link on the page.
func linkText(n jsondoc.Node) string {
	var lines []string
	for _, key := range [...]string{"uri", "name", "title", "description", "size"} {
		if v := n.Get(key); v.Exists() {
			lines = append(lines, key+": "+plain(v))
		}
	}
	return strings.Join(lines, "\n")
}

func plain(n jsondoc.Node) string {
	if n.Kind() == jsondoc.String {
		return n.Text()
	}
	return string(n.Compact())
}

// joined puts facts in a row and leaves out what is not there.
func joined(facts ...string) string {
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
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
	if o.Structured != nil && len(o.Verdict.Problems) > 0 {
		v.Marks = marks(o.Structured.Root(), o.Verdict.Problems)
	}
	for _, p := range o.Verdict.Problems {
		v.Problems = append(v.Problems, views.CallProblem{Instance: p.Instance, Message: p.Message, Schema: p.Schema, Keyword: p.Keyword})
	}
	return v
}

// marks sets each problem at the line of its value in the canonical print, or at
// the one around it.
func marks(root jsondoc.Node, problems []validate.Problem) map[int][]string {
	at := map[int]int{} // line by the ID of the value that it begins or holds
	for i, l := range root.Lines() {
		if _, seen := at[l.Node.ID()]; !seen {
			at[l.Node.ID()] = i
		}
	}
	out := map[int][]string{}
	for _, p := range problems {
		place := p.Instance
		if len(p.Extra) > 0 {
			place = p.Field()
		}
		n, err := root.Follow(place)
		for err == nil && n.Exists() {
			if line, ok := at[n.ID()]; ok {
				out[line] = append(out[line], p.Message)
				break
			}
			n = n.Parent()
		}
	}
	return out
}
