package web

import (
	"context"
	"errors"
	"strings"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
	"mcploupe/views"
)

// placeProblems sets every problem of the arguments at its field, and the verdict
// over all of them.
func (c *callForm) placeProblems(ctx context.Context, out *views.Call) {
	at := fieldsByPointer(out.Fields)
	unread := map[jsondoc.Pointer]bool{} // the schema has nothing to say of these yet
	for _, p := range c.problems {
		unread[p.Pointer] = true
		if c.pressed || !c.untouched(p.Pointer) {
			c.set(out, at, p.Pointer, p.Message)
		}
	}
	verdict, err := c.verdict(ctx)
	out.Verdict = c.callVerdict(verdict, err)
	for _, p := range verdict.Problems {
		if !unread[p.Field()] {
			c.set(out, at, p.Field(), c.words(p))
		}
	}
	for _, p := range verdict.Warnings {
		if f := nearest(at, p.Field()); f != nil {
			f.Warnings = append(f.Warnings, p.Message)
		}
	}
}

// untouched reports whether a field has nothing typed in it yet. It is no error
// then until Send is pressed: the verdict says what is missing, and the form does
// not move under the hand that fills it in.
func (c *callForm) untouched(p jsondoc.Pointer) bool {
	f := c.form.Field(p)
	return f != nil && f.Text == ""
}

func fieldsByPointer(fields []views.Field) map[jsondoc.Pointer]*views.Field {
	at := make(map[jsondoc.Pointer]*views.Field, len(fields))
	for i := range fields {
		at[fields[i].Pointer] = &fields[i]
	}
	return at
}

// nearest is the field at a pointer, or the one that holds the place.
func nearest(at map[jsondoc.Pointer]*views.Field, p jsondoc.Pointer) *views.Field {
	for {
		if f, ok := at[p]; ok {
			return f
		}
		if p == "" {
			return nil
		}
		p = p.Parent()
	}
}

// set puts a message at its field, with the place where the field holds it
// deeper inside, or over the whole arguments where no field shows it.
func (c *callForm) set(out *views.Call, at map[jsondoc.Pointer]*views.Field, p jsondoc.Pointer, message string) {
	f := nearest(at, p)
	switch {
	case f == nil && p == "":
		out.Errors = append(out.Errors, message)
	case f == nil:
		out.Errors = append(out.Errors, string(p)+": "+message)
	case f.Pointer != p:
		f.Errors = append(f.Errors, string(p[len(f.Pointer):])+": "+message)
	default:
		f.Errors = append(f.Errors, message)
	}
}

// words are the message of a problem, and what makes it odd: a default that its
// own schema refuses.
func (c *callForm) words(p validate.Problem) string {
	f := c.form.Field(p.Instance)
	if f == nil || !f.HasDefault || f.State == form.Omit {
		return p.Message
	}
	value, err := c.args.At(p.Instance)
	if err != nil || string(value.Compact()) != compact(f.Default) {
		return p.Message
	}
	return p.Message + " — yet " + compact(f.Default) + " is its default"
}

func compact(text string) string { return string(jsondoc.AppendCompact(nil, []byte(text))) }

// callVerdict sums up what the input schema says.
func (c *callForm) callVerdict(v validate.Verdict, err error) views.CallVerdict {
	var bad []string
	if c.mode != views.ModeJSON {
		for _, p := range c.problems {
			bad = append(bad, strings.TrimPrefix(string(p.Pointer), "/"))
		}
	}
	switch {
	case c.readErr != nil:
		return views.CallVerdict{State: "invalid", Text: "Not JSON: it cannot be sent yet"}
	case len(bad) > 0:
		return views.CallVerdict{State: "invalid", Text: "To be filled in, or set to omit or null: " + enumerate(bad, maxAlso)}
	case errors.Is(err, errNothingToCheck):
		return views.CallVerdict{State: "unchecked", Text: "No arguments are sent"}
	case err != nil:
		return views.CallVerdict{State: "unchecked", Text: "Could not check: " + err.Error()}
	}
	switch v.State {
	case validate.Valid:
		return views.CallVerdict{State: "valid", Text: "Valid by the input schema"}
	case validate.Invalid:
		return views.CallVerdict{State: "invalid", Text: count(len(v.Problems), "error") + ", can still be sent"}
	}
	return views.CallVerdict{State: "unchecked", Text: "Could not check: " + v.Reason}
}
