package probe

import (
	"fmt"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// Note is something that was seen and that is no fault, or not for certain.
type Note struct {
	Name    string // stable: "coerced"
	Field   jsondoc.Pointer
	Message string
	Step    int // the ID of the step that shows it
}

// maxNotes bounds the notes of one kind about one tool.
const maxNotes = 3

// notes says what else the trials show.
func (t *toolRun) notes() {
	count := map[string]int{}
	for _, trial := range t.result.Trials {
		for _, n := range t.seen(trial) {
			if count[n.Name]++; count[n.Name] <= maxNotes {
				n.Step = trial.Step.ID
				t.result.Notes = append(t.result.Notes, n)
			}
		}
	}
	for _, name := range [...]string{"coerced", "error without its place"} {
		if more := count[name] - maxNotes; more > 0 {
			t.result.Notes = append(t.result.Notes, Note{Name: name, Message: fmt.Sprintf("and %d more", more)})
		}
	}
}

func (t *toolRun) seen(trial *Trial) []Note {
	var list []Note
	say := func(name, format string, args ...any) {
		list = append(list, Note{Name: name, Field: trial.Step.Field, Message: fmt.Sprintf(format, args...)})
	}
	s := trial.Step
	first := s.ID == 0
	switch {
	case trial.Class == Accepted && lenient[s.Kind] && s.Says == Forbidden:
		say("coerced", "%s: %s: the schema forbids it, and the server takes it, which is generous and hides wrong callers.", name(s.Field), s.Detail)
	case trial.Class == Accepted && s.Kind == UnknownKey && s.Says == Allowed && s.From >= 0 && sameResult(trial, t.result.Trials[s.From]):
		say("unknown property ignored", "A property that the schema does not name is ignored without a word, as the schema allows.")
	case first && trial.Class == Accepted && trial.output.present && !t.plan.Tool.Output.Present:
		say("structured without schema", "There is structuredContent and no output schema, so no client can check it.")
	case first && trial.Class == Accepted && textDiffers(trial):
		say("text differs", "The text is JSON and is not the structured content (specification: it SHOULD be the same, serialised).")
	case trial.Class == Invalid && trial.output.present && trial.output.verdict.State == validate.Invalid:
		say("error content", "An error has structuredContent that breaks the output schema; some clients check it all the same.")
	case trial.Class == Refused && s.Expect == Refuse && s.From >= 0 && t.result.Trials[s.From].Class == Accepted:
		say("error without its place", "%s: %s: the refusal names no field: %s", name(s.Field), s.Detail, said(trial))
	case trial.Class == Unclear:
		say("unclear", "%s: %s: %s.", name(s.Field), s.Detail, trial.Why)
	}
	return list
}

// textDiffers reports whether the one text of a result is JSON and another value than
// the structured content.
func textDiffers(t *Trial) bool {
	content := t.result.Root().Get("content")
	if !t.output.present || content.Len() != 1 {
		return false
	}
	text, err := jsondoc.Parse([]byte(content.Elem(0).Get("text").Text()))
	if err != nil {
		return false
	}
	_, differ := jsondoc.Difference(text.Root(), t.result.Root().Get("structuredContent"))
	return differ
}
