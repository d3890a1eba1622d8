package probe

import (
	"regexp"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
	"mcploupe/inspector/wire"
)

// Class is what a server did with a call, as far as its answer tells.
type Class string

// The classes.
const (
	Accepted Class = "accepted"
	Invalid  Class = "refused by validation" // a field is named, or the validator is recognised
	Refused  Class = "refused for another reason"
	Broke    Class = "broke the server"
	Unclear  Class = "unclear" // timed out, cancelled, not readable, or an answer that says both
	NotSent  Class = "not sent"
)

// Classes lists the classes in order.
func Classes() []Class { return []Class{Accepted, Invalid, Refused, Broke, Unclear, NotSent} }

// maxKept bounds what is kept of an answer, in bytes.
const maxKept = 32 << 10

// Trial is a step with what the server made of it.
type Trial struct {
	Step     Step
	Class    Class
	Why      string // for Unclear and NotSent: one clause
	Outcome  wire.Outcome
	Refusal  refusal.Explanation // of a refusal
	Answer   []byte              // the result, or the error member, as sent; cut after 32 KiB
	Took     int64               // microseconds
	result   *jsondoc.Document   // of an accepted call
	protocol bool                // the refusal is a JSON-RPC error
	output   outputCheck
}

// outputCheck is structured content held against the output schema.
type outputCheck struct {
	present bool
	verdict validate.Verdict
}

// judge sorts an answer.
func (r *toolRun) judge(s Step, a *wire.Answer) *Trial {
	t := &Trial{Step: s, Outcome: a.Outcome, Took: a.Duration.Microseconds(), Answer: cut(a.Result)}
	if a.Error != nil {
		t.Answer = cut(a.Error.Raw)
	}
	switch a.Outcome {
	case wire.OutcomeServerGone:
		t.Class, t.Why = Broke, "the server ended, or the connection to it"
	case wire.OutcomeOK:
		t.accept(a)
		r.checkOutput(t)
	case wire.OutcomeToolError, wire.OutcomeProtocolError:
		t.refuse(a, r.properties)
		r.checkOutput(t)
	default:
		t.Class, t.Why = Unclear, string(a.Outcome)
	}
	return t
}

func cut(b []byte) []byte { return b[:min(len(b), maxKept)] }

// confession begins a text that reports a failure in a result that says it is none.
var confession = regexp.MustCompile(`(?i)^\W{0,6}(?:error|failed|failure|invalid|unable to|could not|cannot|can't|missing|unknown|unexpected|not found|denied|access denied|exception|traceback)\b`)

// accept looks at a result without isError. One that confesses an error all the same
// is neither.
func (t *Trial) accept(a *wire.Answer) {
	t.Class = Accepted
	doc, err := jsondoc.Parse(a.Result)
	if err != nil {
		t.Class, t.Why = Unclear, "the result cannot be read"
		return
	}
	t.result = doc
	ex := refusal.ExplainFor(a.Result, t.Step.Arguments)
	if ex.Validator != "" || len(ex.Problems)+len(ex.General) > 0 || confesses(doc.Root()) {
		t.Class, t.Why, t.Refusal = Unclear, "the text reads like an error, and isError is not set", ex
	}
}

// confesses reports whether a result that is no error reads like one.
func confesses(result jsondoc.Node) bool {
	texts := []jsondoc.Node{result.Get("structuredContent")}
	for _, block := range result.Get("content").Elems() {
		text := block.Get("text")
		if text.Kind() != jsondoc.String {
			continue
		}
		s := text.Text()
		if confession.MatchString(s) {
			return true
		}
		if strings.HasPrefix(strings.TrimSpace(s), "{") {
			if doc, err := jsondoc.Parse([]byte(s)); err == nil {
				texts = append(texts, doc.Root())
			}
		}
	}
	for _, n := range texts {
		e := n.Get("error")
		failed := n.Get("success").IsFalse() || n.Get("ok").IsFalse() || n.Get("status").Is("failed") || n.Get("status").Is("error")
		if failed || e.Exists() && e.Kind() != jsondoc.Null && !e.IsFalse() && !e.Is("") {
			return true
		}
	}
	return false
}

// refuse looks at an error.
func (t *Trial) refuse(a *wire.Answer, properties []string) {
	t.Class, t.protocol = Refused, a.Outcome == wire.OutcomeProtocolError
	body := a.Received
	if len(body) == 0 {
		body = a.Result
	}
	t.Refusal = refusal.ExplainWith(body, refusal.Hint{Arguments: t.Step.Arguments, Properties: properties})
	switch {
	case t.Refusal.Outcome == refusal.Unreadable:
		t.Class, t.Why = Unclear, "the answer cannot be read: "+t.Refusal.Why
	case len(t.Refusal.Problems) > 0, t.Refusal.Validator != "", len(t.kinds()) > 0:
		t.Class = Invalid
	}
}

// kinds are the problems whose kind is known.
func (t *Trial) kinds() []refusal.Problem {
	var known []refusal.Problem
	for _, p := range append(t.Refusal.Problems, t.Refusal.General...) {
		if p.Kind != "" {
			known = append(known, p)
		}
	}
	return known
}

// certain reports whether it is sure that a validator spoke and not the tool about
// its own things ("invalid path: no such file"): the validator is recognised, or a
// complaint is of a known kind.
func (t *Trial) certain() bool { return t.Refusal.Validator != "" || len(t.kinds()) > 0 }

// blames reports whether a refusal by validation is about a place of the arguments:
// the place itself, what is in it, or an object that lacks or must not have it.
func (t *Trial) blames(at jsondoc.Pointer) bool {
	for _, p := range t.Refusal.Problems {
		if t.Refusal.Validator == "" && p.Kind == "" {
			continue
		}
		if p.Pointer.Within(at) || at != "" && p.Pointer != "" && at.Within(p.Pointer) {
			return true
		}
	}
	return false
}

// outputSchema compiles the tool's output schema; nil where it cannot be used.
func outputSchema(t *tool.Tool, compile func(*jsondoc.Document, dialect.Dialect) (*validate.Schema, error)) *validate.Schema {
	if !t.Output.IsObject() {
		return nil
	}
	s, err := compile(t.Output.Doc, dialect.Detect(t.Output.Doc, dialect.Draft2020).Used)
	if err != nil {
		return nil // a finding of package lint
	}
	return s
}

func (r *toolRun) checkOutput(t *Trial) {
	result := t.result
	if result == nil {
		doc, err := jsondoc.Parse(t.Answer)
		if err != nil {
			return
		}
		result = doc
	}
	content := result.Root().Get("structuredContent")
	if t.output.present = content.Exists(); !t.output.present || r.output == nil {
		return
	}
	if doc, err := jsondoc.Parse(content.Raw()); err == nil {
		t.output.verdict = r.output.Validate(r.ctx, doc)
	}
}
