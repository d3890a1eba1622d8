package probe

import (
	"fmt"
	"strings"
	"unicode"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// FindingKind is one way in which a server breaks its word.
type FindingKind string

// The kinds, the most telling first.
const (
	ServerEnded       FindingKind = "server ended"
	DefaultRefused    FindingKind = "advertised default refused"
	AllowedRefused    FindingKind = "value allowed by the schema refused"
	ForbiddenAccepted FindingKind = "value forbidden by the schema accepted"
	StructuredBroken  FindingKind = "structured content breaks the output schema"
	StructuredMissing FindingKind = "output schema declared and no structured content"
	NullDiffers       FindingKind = "answer differs for null and for left out though the default is null"
	ErrorAsProtocol   FindingKind = "error is not a tool error"
)

// FindingKinds lists the kinds in order.
func FindingKinds() []FindingKind {
	return []FindingKind{
		ServerEnded, DefaultRefused, AllowedRefused, ForbiddenAccepted, StructuredBroken, StructuredMissing, NullDiffers, ErrorAsProtocol,
	}
}

// Finding is something that a server does against its word. It has been seen twice.
type Finding struct {
	tool.Finding // Pointer leads into the tool
	Kind         FindingKind
	Tool         *tool.Tool
	Step         Step            // with the smallest arguments that show it
	Field        jsondoc.Pointer // into the arguments; for structured content into that
	Control      []byte          // the arguments without the one change; nil where there are none
	Answer       []byte          // the result, or the error, as sent; cut after 32 KiB
	Said         string          // the server's own words, in short
	Suspects     []Suspect       // of a server that ended: the calls under way, any of which may be the reason
}

// findingKey tells findings apart that an author would mend in different places.
type findingKey struct {
	rule    string
	pointer jsondoc.Pointer
}

// key is the place and rule of a candidate. A whole tool has at most one finding of
// some kinds.
func (c candidate) key(p *Plan) findingKey {
	return findingKey{c.rule(), c.pointer(p)}
}

// rule names the rule, as finely as the list of known probes does.
func (c candidate) rule() string {
	k := c.trial.Step.Kind
	switch c.kind {
	case ServerEnded:
		return "probe/crash-or-hang"
	case DefaultRefused:
		return "probe/default-rejected"
	case AllowedRefused:
		return refusedRule(k, c.trial)
	case ForbiddenAccepted:
		if k == UnknownKey || k == NearMiss {
			return "probe/extra-ignored"
		}
		return "probe/invalid-accepted"
	case StructuredBroken:
		return "probe/structured-mismatch"
	case StructuredMissing:
		return "probe/structured-missing"
	case NullDiffers:
		return "probe/null-differs"
	}
	return "probe/error-as-protocol"
}

func refusedRule(k Kind, t *Trial) string {
	switch k {
	case Null:
		return "probe/null-rejected"
	case UnknownKey, NearMiss:
		return "probe/extra-rejected"
	case Empty:
		if string(valueAt(t.Step.Arguments, t.Step.Field)) == `""` {
			return "probe/empty-string-rejected"
		}
	case JSONShaped:
		return "probe/json-shaped-string"
	case NoArguments:
		return "probe/arguments-absent-rejected"
	case Base, LeftOut:
		for _, p := range t.Refusal.Problems {
			if p.Kind == "missing" {
				return "probe/undeclared-required"
			}
		}
	}
	return "probe/valid-value-rejected"
}

// pointer is the place in the tool that says what the server does not keep to.
func (c candidate) pointer(p *Plan) jsondoc.Pointer {
	switch c.kind {
	case StructuredBroken:
		return "/outputSchema" + c.trial.output.verdict.Problems[0].Schema
	case StructuredMissing:
		return "/outputSchema"
	case ErrorAsProtocol:
		return "/inputSchema"
	}
	at := c.trial.Step.Schema
	if at == "" && c.field != "" && c.field != c.trial.Step.Field && p.Tool.Input.IsObject() {
		property := jsondoc.Pointer("").Join("properties", c.field.Tokens()[0])
		if _, err := p.Tool.Input.Doc.At(property); err == nil {
			at = property
		}
	}
	return "/inputSchema" + at
}

// describe puts a confirmed candidate into words.
func (t *toolRun) describe(c candidate) Finding {
	f := Finding{Kind: c.kind, Tool: t.plan.Tool, Step: c.trial.Step, Field: c.field, Answer: c.trial.Answer, Said: said(c.trial)}
	switch {
	case c.control != nil:
		f.Control = c.control.Step.Arguments
	case c.trial.Step.From >= 0:
		f.Control = t.plan.Steps[c.trial.Step.From].Arguments
	}
	rule := ruleOf(c.rule())
	f.Finding = tool.Finding{Rule: rule.Name, Level: rule.Level, Pointer: c.pointer(t.plan), Evidence: rule.Evidence, Next: next(c, rule)}
	f.Message = message(c, f.Said)
	if c.kind == StructuredBroken {
		f.Field = c.trial.output.verdict.Problems[0].Field()
	}
	return f
}

func message(c candidate, said string) string {
	s := c.trial.Step
	field := name(c.field)
	switch c.kind {
	case DefaultRefused:
		if s.Kind == AllDefaults {
			return fmt.Sprintf("The schema advertises defaults, and the call that sends them all explicitly is refused. The server says: %s", said)
		}
		return fmt.Sprintf("The schema advertises %s as the default of %s, and the call that sends it explicitly is refused. The server says: %s", brief(valueAt(s.Arguments, c.field)), field, said)
	case AllowedRefused:
		if s.Kind == Base {
			return fmt.Sprintf("The schema allows this call, and the server refuses it for %s. The server says: %s", field, said)
		}
		return fmt.Sprintf("%s: %s: the schema allows it, and the server refuses it. The server says: %s", field, s.Detail, said)
	case ForbiddenAccepted:
		return fmt.Sprintf("%s: %s: the schema forbids it (%s), and the server accepts it.", field, s.Detail, s.Why)
	case StructuredBroken:
		p := c.trial.output.verdict.Problems[0]
		return fmt.Sprintf("The structured content breaks the output schema at %q: %s.", string(p.Field()), strings.TrimSuffix(p.Message, "."))
	case StructuredMissing:
		return "The tool declares an output schema, and its result has no structuredContent."
	case NullDiffers:
		return fmt.Sprintf("The advertised default of %s is null, and the call that sends null has another answer than the call that leaves it out.", field)
	case ErrorAsProtocol:
		return fmt.Sprintf("Arguments that are refused come back as a JSON-RPC error and not as a result with isError, so the model does not see why. The server says: %s", said)
	}
	return ""
}

// name is a field in a sentence.
func name(field jsondoc.Pointer) string {
	if field == "" {
		return "arguments"
	}
	if tokens := field.Tokens(); len(tokens) == 1 {
		return tokens[0]
	}
	return string(field)
}

// maxSaid bounds the server's words in a message, in characters.
const maxSaid = 240

// Said is what the server said to a call that it refused, on one line; empty for any
// other call.
func (t *Trial) Said() string {
	if t.Refusal.Text == "" {
		return ""
	}
	return said(t)
}

// said is what a server said, on one line.
func said(t *Trial) string {
	text := t.Refusal.Text
	if text == "" {
		return "nothing"
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) }), " ")
	if r := []rune(text); len(r) > maxSaid {
		text = string(r[:maxSaid]) + "…"
	}
	return text
}

// blameEnd makes the finding of a server that ended.
func (r *run) blameEnd(result *Result) {
	if len(r.dead) == 0 {
		return
	}
	first := r.dead[0]
	rule := ruleOf("probe/crash-or-hang")
	f := Finding{Kind: ServerEnded, Tool: first.Tool, Step: first.Step, Field: first.Step.Field, Suspects: r.dead}
	f.Finding = tool.Finding{Rule: rule.Name, Level: rule.Level, Pointer: "/inputSchema" + first.Step.Schema, Evidence: rule.Evidence, Next: rule.Next}
	f.Message = fmt.Sprintf("The server ended, or the connection to it, while it had this call: %s: %s.", name(first.Step.Field), first.Step.Detail)
	if n := len(r.dead); n > 1 {
		f.Message = fmt.Sprintf("The server ended, or the connection to it, while it had %d calls; any of them may be the reason. The first of them: %s: %s.", n, name(first.Step.Field), first.Step.Detail)
	}
	for _, t := range result.Tools {
		if t.Plan.Tool == first.Tool {
			t.Findings = append(t.Findings, f)
		}
	}
}
