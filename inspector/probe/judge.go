package probe

import (
	"slices"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/refusal"
	"mcploupe/inspector/validate"
)

// sep1303 is the version of the protocol since which arguments that break the schema
// are refused by a tool error and no JSON-RPC error (SEP-1303).
const sep1303 = "2025-11-25"

// candidates are what the trials seem to show, the most telling first.
func (t *toolRun) candidates() []candidate {
	var list []candidate
	for _, kind := range FindingKinds() {
		var own, late []candidate // late are those of several fields at once, which count only where no single one explains them
		for _, trial := range t.result.Trials {
			c := candidate{kind: kind, trial: trial, control: t.control(kind, trial), field: trial.Step.Field}
			if !t.holds(kind, trial, c.control) {
				continue
			}
			if refusal := kind == AllowedRefused || kind == DefaultRefused; refusal && (trial.Step.Kind.whole() || trial.Step.Kind == Base) {
				c.field = blamed(trial)
				late = append(late, c)
				continue
			}
			own = append(own, c)
		}
		// A plain value says more than an odd one that is refused for the same reason.
		slices.SortStableFunc(own, func(a, b candidate) int { return b.plain() - a.plain() })
		list = append(append(list, own...), late...)
	}
	return list
}

func (c candidate) plain() int {
	if k := c.trial.Step.Kind; k == Given || k == Branch {
		return 1
	}
	return 0
}

// blamed is the first place that a refusal names.
func blamed(t *Trial) jsondoc.Pointer {
	for _, p := range t.Refusal.Problems {
		return p.Pointer
	}
	return ""
}

// control is the trial that a trial is compared with.
func (t *toolRun) control(kind FindingKind, trial *Trial) *Trial {
	switch kind {
	case StructuredBroken, StructuredMissing, ErrorAsProtocol, ForbiddenAccepted:
		return nil
	}
	if trial.Step.From < 0 {
		return nil
	}
	from := t.result.Trials[trial.Step.From]
	if kind == NullDiffers && valueAt(from.Step.Arguments, trial.Step.Field) != nil {
		for _, other := range t.result.Trials {
			if other.Step.Kind == LeftOut && other.Step.Field == trial.Step.Field {
				return other
			}
		}
		return nil
	}
	return from
}

// holds reports whether a trial beside its control shows a finding of a kind.
func (t *toolRun) holds(kind FindingKind, trial, control *Trial) bool {
	s := trial.Step
	switch kind {
	case DefaultRefused:
		return (s.Kind == Default || s.Kind == AllDefaults) && newlyInvalid(trial, control)
	case AllowedRefused:
		return s.Kind != Default && s.Kind != AllDefaults && s.Says == Allowed && s.Expect == Accept && newlyInvalid(trial, control)
	case ForbiddenAccepted:
		return s.Expect == Refuse && trial.Class == Accepted
	case StructuredBroken:
		return trial.Class == Accepted && trial.output.verdict.State == validate.Invalid
	case StructuredMissing:
		return trial.Class == Accepted && t.plan.Tool.Output.IsObject() && !trial.output.present
	case ErrorAsProtocol:
		return trial.Class == Invalid && trial.protocol && t.opt.Protocol >= sep1303 && s.Arguments != nil
	case NullDiffers:
		return s.Kind == Default && string(valueAt(s.Arguments, s.Field)) == "null" && control != nil &&
			trial.Class == Accepted && control.Class == Accepted && !sameResult(trial, control)
	}
	return false
}

// newlyInvalid reports whether validation refuses a call because of its one change:
// the call without the change is accepted, or not blamed for the same place.
func newlyInvalid(t, control *Trial) bool {
	if t.Class != Invalid || !t.certain() {
		return false
	}
	switch {
	case t.Step.Kind == Base: // there is nothing to compare with: the validator must name a field
		return len(t.Refusal.Problems) > 0 && (t.Refusal.Validator != "" || t.Refusal.Problems[0].Kind == refusal.KindMissing)
	case control == nil:
		return false
	case control.Class == Accepted:
		return true
	case control.Class != Refused && control.Class != Invalid:
		return false
	}
	if at := t.Step.Field; at != "" {
		return t.blames(at) && !control.blames(at) || t.dislikesKey() && !control.dislikesKey()
	}
	for _, p := range t.Refusal.Problems {
		if !control.blames(p.Pointer) {
			return true
		}
	}
	return false
}

// dislikesKey reports whether an unknown property is refused without its place.
func (t *Trial) dislikesKey() bool {
	if t.Step.Kind != UnknownKey && t.Step.Kind != NearMiss {
		return false
	}
	for _, p := range t.kinds() {
		if p.Kind == refusal.KindUnexpected {
			return true
		}
	}
	return false
}

// sameResult reports whether two results are alike but for _meta.
func sameResult(a, b *Trial) bool {
	if a.result == nil || b.result == nil {
		return false
	}
	left, right := a.result.Root(), b.result.Root()
	for _, name := range resultNames(left, right) {
		if _, differ := jsondoc.Difference(left.Get(name), right.Get(name)); differ {
			return false
		}
	}
	return true
}

// resultNames are the members of two results, without _meta, which is no answer.
func resultNames(list ...jsondoc.Node) []string {
	var names []string
	for _, n := range list {
		for k := range n.Members() {
			if name := k.Text(); name != "_meta" {
				names = append(names, name)
			}
		}
	}
	return names
}
