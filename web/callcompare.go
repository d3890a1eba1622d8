package web

import (
	"bytes"
	"net/http"

	"mcploupe/inspector"
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// Bounds of a comparison.
const (
	maxBeside      = 1 << 20 // bytes of one side
	maxBesideRows  = 4000
	besideContext  = 3 // unchanged lines around a difference
	besideArgument = "arguments"
)

// beside lays two calls of the session side by side: those that the address names.
func (s *Site) beside(r *http.Request, p place) *views.Beside {
	q := r.URL.Query()
	left, right := p.server.FindCall(q.Get("call")), p.server.FindCall(q.Get("with"))
	if left == nil || right == nil {
		return &views.Beside{Reason: "One of the two calls is not remembered any more."}
	}
	v := &views.Beside{Left: besideSide(left), Right: besideSide(right)}
	a, b := besideText(left), besideText(right)
	if len(a) > maxBeside || len(b) > maxBeside {
		v.Reason = "The calls are too large to be compared here."
		return v
	}
	docA, errA := jsondoc.Parse(a)
	docB, errB := jsondoc.Parse(b)
	if errA != nil || errB != nil {
		v.Reason = "One of the answers is no JSON text, so there is nothing to lay side by side."
		return v
	}
	result := diff.Compare(docA, docB, nil)
	v.Changed = result.Changed
	v.More = max(0, len(result.Rows)-maxBesideRows)
	result.Rows = result.Rows[:len(result.Rows)-v.More]
	for _, h := range result.Hunks(besideContext) {
		v.Parts = append(v.Parts, views.BesidePart{Rows: result.Rows[h.Start:h.End], Folded: h.Folded})
	}
	return v
}

func besideSide(call *inspector.Call) views.PastCall {
	v := views.PastCall{ID: call.ID, At: call.Started.Format("15:04:05"), Outcome: callOutcome(call), Broken: breaksSchema(call)}
	if call.Ended() && call.Answer != nil {
		v.Took = took(call.Answer.Duration)
	}
	return v
}

// besideText is what a call sent and got, as one JSON text with every literal as it
// went over the wire.
func besideText(call *inspector.Call) []byte {
	var b bytes.Buffer
	member := func(name string, value []byte) {
		if value == nil {
			return
		}
		sign := ","
		if b.Len() == 0 {
			sign = "{"
		}
		b.WriteString(sign + jsondoc.Quote(name) + ":")
		b.Write(value)
	}
	member(besideArgument, call.Arguments)
	if call.Ended() && call.Answer != nil {
		member("result", call.Answer.Result)
		if call.Answer.Error != nil {
			if doc, err := jsondoc.Parse(call.Answer.Received); err == nil {
				member("error", doc.Root().Get("error").Raw())
			}
		}
	}
	if b.Len() == 0 {
		return []byte("{}")
	}
	b.WriteByte('}')
	return b.Bytes()
}
