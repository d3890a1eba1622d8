package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/views"
)

// fieldActions are what the buttons of a field do, by the word before the colon.
// An error is said at the field, and nothing has changed then.
var fieldActions = map[string]func(context.Context, *callForm, *form.Field) error{
	"add":     addField,
	"remove":  removeField,
	"up":      func(_ context.Context, c *callForm, f *form.Field) error { return c.moveBy(f, -1) },
	"down":    func(_ context.Context, c *callForm, f *form.Field) error { return c.moveBy(f, 1) },
	"open":    openField,
	"more":    moreFields,
	"choose":  func(context.Context, *callForm, *form.Field) error { return nil }, // the select was posted with the button
	"json":    func(_ context.Context, c *callForm, f *form.Field) error { return c.form.ShowJSON(f.Pointer, true) },
	"control": func(_ context.Context, c *callForm, f *form.Field) error { return c.form.ShowJSON(f.Pointer, false) },
	"default": func(_ context.Context, c *callForm, f *form.Field) error { return c.form.SetDefault(f.Pointer) },
	"fill":    fillField,
	"quote":   func(_ context.Context, c *callForm, f *form.Field) error { return c.form.SendOtherwise(f.Pointer) },
	"omit":    stateAction(form.Omit),
	"null":    stateAction(form.Null),
	"value":   stateAction(form.Value),
}

func stateAction(s form.State) func(context.Context, *callForm, *form.Field) error {
	return func(_ context.Context, c *callForm, f *form.Field) error { return c.form.SetState(f.Pointer, s) }
}

func addField(_ context.Context, c *callForm, f *form.Field) error {
	at, err := c.form.Add(f.Pointer)
	if err != nil {
		return err
	}
	c.focus = c.form.Field(at)
	return c.form.Open(at) // who adds a branch of a recursive schema wants to see it
}

func removeField(_ context.Context, c *callForm, f *form.Field) error {
	up, at := c.form.Field(f.Pointer.Parent()), 0
	for i, o := range up.Fields {
		if o == f {
			at = i
		}
	}
	if err := c.form.Remove(f.Pointer); err != nil {
		return err
	}
	c.focus = up
	if n := len(up.Fields); n > 0 {
		c.focus = up.Fields[min(at, n-1)]
	}
	return nil
}

func (c *callForm) moveBy(f *form.Field, by int) error {
	i, err := strconv.Atoi(f.Name)
	if err != nil || !f.Item {
		return fmt.Errorf("this is no element of an array: it has no place to move from")
	}
	return c.form.Move(f.Pointer, i+by)
}

func openField(_ context.Context, c *callForm, f *form.Field) error {
	if err := c.form.SetState(f.Pointer, form.Value); err != nil {
		return err
	}
	return c.form.Open(f.Pointer)
}

func moreFields(_ context.Context, c *callForm, f *form.Field) error {
	for _, child := range f.Fields {
		if !c.shown[child] {
			c.shown[child] = true
			if c.focus == f {
				c.focus = child
			}
		}
	}
	return nil
}

// fillTime bounds the search for an example.
const fillTime = 3 * time.Second

func (c *callForm) fill(ctx context.Context, p jsondoc.Pointer, extent form.Extent) error {
	ctx, cancel := context.WithTimeout(ctx, fillTime)
	defer cancel()
	_, err := c.form.Fill(ctx, p, extent) // what is not valid yet is shown with the other problems
	return err
}

func fillField(ctx context.Context, c *callForm, f *form.Field) error {
	return c.fill(ctx, f.Pointer, form.WithOptional)
}

// exampleOf puts one of the schema's examples into a field.
func exampleOf(c *callForm, f *form.Field, n int) error {
	if n < 0 || n >= len(f.Examples) {
		return fmt.Errorf("there is no such example")
	}
	text := f.Examples[n]
	if f.AsJSON() && f.Native == form.Text {
		text = jsondoc.Quote(text)
	}
	return c.form.SetText(f.Pointer, text)
}

// act does what the pressed button says. Only send and again have an effect
// outside of the form.
func (c *callForm) act(ctx context.Context, action string) error {
	switch action {
	case "send":
		c.send(ctx)
		return nil
	case "check", "":
		return nil
	case string(views.ModeJSON):
		c.mode = views.ModeJSON
		return nil
	}
	if id, ok := strings.CutPrefix(action, "again:"); ok {
		return c.again(ctx, id)
	}
	if c.readErr != nil { // whatever changes the form would replace the text
		return nil
	}
	return c.edit(ctx, action)
}

// edit changes the form.
func (c *callForm) edit(ctx context.Context, action string) error {
	switch action {
	case string(views.ModeForm):
		if !c.form.Whole {
			c.mode = views.ModeForm
			c.fromForm()
		}
		return nil
	case "format":
		if c.args != nil {
			c.text = c.args.Root().Pretty()
		}
		return nil
	case "reset":
		c.reset()
		return nil
	case "fill", "fill-all":
		if err := c.fill(ctx, "", form.Extent(action == "fill-all")); err != nil {
			c.note(c.form.Root, err)
		}
		c.fromForm()
		return nil
	}
	return c.editField(ctx, action)
}

// editField does what a button of one field says.
func (c *callForm) editField(ctx context.Context, action string) error {
	verb, pointer, _ := strings.Cut(action, ":")
	do := fieldActions[verb]
	if verb == "example" {
		var number string
		number, pointer, _ = strings.Cut(pointer, ":")
		n, err := strconv.Atoi(number)
		if err != nil {
			n = -1
		}
		do = func(_ context.Context, c *callForm, f *form.Field) error { return exampleOf(c, f, n) }
	}
	if do == nil {
		return &httpError{status: http.StatusBadRequest, what: "There is no action “" + action + "”", next: "Go back to the form and use its buttons."}
	}
	f := c.find(pointer)
	if f == nil {
		return &httpError{status: http.StatusConflict, what: "The form has no field “" + pointer + "” any more", next: "Go back, and press Check to see the form as it is now."}
	}
	c.focus = f
	if err := do(ctx, c, f); err != nil {
		c.note(f, err)
		return nil
	}
	c.fromForm()
	return nil
}

// note says at a field what an action could not do.
func (c *callForm) note(f *form.Field, err error) {
	text := strings.TrimPrefix(err.Error(), fmt.Sprintf("field %q: ", string(f.Pointer)))
	c.notes[f] = append(c.notes[f], text)
}
