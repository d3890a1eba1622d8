package web

import (
	"context"
	"errors"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
	"mcploupe/views"
)

// placeProblems sets every problem of the arguments at its field, and the verdict
// over all of them.
func (c *callForm) placeProblems(ctx context.Context, out *views.Call) {
	at := fieldsByPointer(out.Fields)
	out.Notes = append(out.Notes, c.notes[c.form.Root]...)
	unread := map[*form.Field]bool{} // the schema has nothing to say of these yet
	out.Unsendable = c.readErr != nil || c.mode == views.ModeForm && len(c.problems) > 0
	for _, p := range c.problems {
		f := c.form.Field(p.Pointer)
		unread[f] = true
		out.Problems = append(out.Problems, views.PlacedProblem{Field: p.Pointer, At: p.Pointer, Message: p.Message})
		// An empty field is no error until Send is pressed: the list says what is missing,
		// and the form does not move under the hand that fills it in.
		if v := nearest(at, p.Pointer); v != nil && (c.pressed || !p.Empty) {
			v.Unread = append(v.Unread, p.Message)
			if v.Pointer == p.Pointer && f != nil {
				v.Otherwise = f.Otherwise()
			}
		}
	}
	verdict, err := c.verdict(ctx)
	out.Verdict = c.callVerdict(verdict, err)
	if err == nil {
		out.Verdict.Text += c.otherVerdict(ctx, verdict)
	}
	for _, p := range verdict.Problems {
		c.placeProblem(out, at, unread, p)
	}
	c.placeInText(out)
	for _, p := range verdict.Warnings {
		f, _ := c.form.Locate(p.Field())
		if v := nearest(at, f.Pointer); v != nil {
			v.Warnings = append(v.Warnings, p.Message)
		}
	}
}

// placeProblem sets one problem at its field, and what the nearest alternative
// lacks at the fields inside.
func (c *callForm) placeProblem(out *views.Call, at fieldMap, unread map[*form.Field]bool, p validate.Problem) {
	f, exact := c.form.Locate(p.Field())
	if unread[f] {
		return
	}
	inside := ""
	if !exact {
		inside = insideOf(f, p.Field())
	}
	c.set(out, at, f, p.Field(), inside, c.words(f, exact, p))
	for _, cause := range p.Causes[:p.Nearest] {
		if f, exact := c.form.Locate(cause.Field()); cause.Field() != p.Field() && exact && !unread[f] {
			c.set(out, at, f, cause.Field(), "", cause.Message)
		}
	}
}

// fieldMap finds the fields on the page by their pointers.
type fieldMap map[jsondoc.Pointer]*views.Field

func fieldsByPointer(fields []views.Field) fieldMap {
	at := fieldMap{}
	at.add(fields)
	return at
}

func (at fieldMap) add(fields []views.Field) {
	for i := range fields {
		at[fields[i].Pointer] = &fields[i]
		at.add(fields[i].Fields)
	}
}

// nearest is the field at a pointer, or the one around it that is on the page.
func nearest(at fieldMap, p jsondoc.Pointer) *views.Field {
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

// set puts a message at a field of the form, or at the one around it that is on
// the page, or over the whole arguments. at is the place in what is sent; inside
// is the part of it that the field does not show.
func (c *callForm) set(out *views.Call, at fieldMap, f *form.Field, sent jsondoc.Pointer, inside, message string) {
	pointer := sent
	if f != nil {
		pointer = f.Pointer
	}
	v := nearest(at, pointer)
	listed := views.PlacedProblem{At: sent, Message: message}
	if v != nil {
		listed.Field = v.Pointer
	}
	out.Problems = append(out.Problems, listed)
	switch {
	case v == nil && sent == "":
		out.Errors = append(out.Errors, message)
	case v == nil:
		out.Errors = append(out.Errors, string(sent)+": "+message)
	case v.Pointer != pointer:
		v.Errors = append(v.Errors, string(pointer[len(v.Pointer):])+inside+": "+message)
	case inside != "":
		v.Errors = append(v.Errors, inside+": "+message)
	default:
		v.Errors = append(v.Errors, message)
	}
}

// insideOf is the part of a place in what is sent that lies inside a field which
// Locate found around it.
func insideOf(f *form.Field, sent jsondoc.Pointer) string {
	tokens := sent.Tokens()
	return string(jsondoc.Pointer("").Join(tokens[len(f.Pointer.Tokens()):]...))
}

// words are the message of a problem, and what makes it odd: a default that its
// own schema refuses.
func (c *callForm) words(f *form.Field, exact bool, p validate.Problem) string {
	if !exact || !f.HasDefault || f.State == form.Omit {
		return p.Message
	}
	value, err := c.args.At(p.Instance)
	if err != nil || string(value.Compact()) != compact(f.Default) {
		return p.Message
	}
	return p.Message + " — yet " + compact(f.Default) + " is its default"
}

func compact(text string) string { return string(jsondoc.AppendCompact(nil, []byte(text))) }

// otherVerdict says where the converted schema judges otherwise than the original.
func (c *callForm) otherVerdict(ctx context.Context, original validate.Verdict) string {
	view := c.site.app.Schema(c.place.tool.Input, c.place.readAs(views.TabInput), c.place.target)
	if view == nil || view.Target == nil || view.Conversion == nil || len(view.Conversion.Changes) == 0 {
		return ""
	}
	other := view.Target.Validate(ctx, c.args)
	if other.State == original.State || other.State == validate.Unchecked || original.State == validate.Unchecked {
		return ""
	}
	word := "valid"
	if other.State == validate.Invalid {
		word = "invalid"
	}
	return " — the converted schema differs: " + word + " by " + c.place.target.String()
}

// callVerdict sums up what the input schema says.
func (c *callForm) callVerdict(v validate.Verdict, err error) views.CallVerdict {
	empty, unread := 0, 0
	for _, p := range c.problems {
		if p.Empty {
			empty++
		} else {
			unread++
		}
	}
	switch {
	case c.readErr != nil:
		return views.CallVerdict{State: "invalid", Text: "Not JSON: it cannot be sent yet"}
	case c.mode == views.ModeForm && unread > 0:
		return views.CallVerdict{State: "invalid", Text: count(unread, "field") + " cannot be sent as typed"}
	case c.mode == views.ModeForm && empty > 0:
		return views.CallVerdict{State: "invalid", Text: count(empty, "field") + " to be filled in, or set to omit or null"}
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
