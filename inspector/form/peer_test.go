package form_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// Ensure what users of other inspectors asked for, as far as it concerns the
// form: what goes out, that any arguments can be given, the order of fields, where
// errors are shown, and that a draft which is not JSON is never dropped.
func TestPeerCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedDir(t, "peer-cases"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	asserts := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := parse(t, string(data)).Root()
		schema := c.Get("tool").Get("inputSchema")
		if !schema.Exists() {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			doc := parse(t, string(schema.Raw()))
			d := dialect.Detect(doc, dialect.Draft2020).Used
			roundTrip(t, doc, d, string(c.Get("arguments").Raw()))
			asserts += peerAsserts(t, c, form.New(doc, d))
		})
	}
	if asserts < 14 {
		t.Errorf("only %d asserts were looked at", asserts)
	}
}

// peerAsserts checks what a case says about the form and returns how much it was.
func peerAsserts(t *testing.T, c jsondoc.Node, f *form.Form) (asserts int) {
	if want := c.Get("assert").Get("wire_equals"); want.Exists() {
		asserts++
		for name, v := range want.Members() {
			f.Decode(url.Values{"s:/" + name.Text(): {"value"}, "v:/" + name.Text(): {v.Text()}})
		}
		sends(t, f, string(want.Compact()))
	}
	for i, want := range c.Get("assert").Get("order").Elems() {
		asserts++
		if f.Fields[i].Name != want.Text() {
			t.Errorf("field %d is %s, want %s", i, f.Fields[i].Name, want.Text())
		}
	}
	if want := c.Get("assert").Get("wire_text_contains"); want.Exists() {
		asserts++
		f.Load(parse(t, string(c.Get("arguments").Raw())))
		if text, _ := f.JSON(); !strings.Contains(string(text), want.Text()) {
			t.Errorf("sends %s", text)
		}
	}
	for p, draft := range c.Get("raw_field_text").Members() {
		asserts++
		f.Decode(url.Values{"s:" + p.Text(): {"value"}, "v:" + p.Text(): {draft.Text()}})
		_, problems := f.JSON()
		if len(problems) != 1 || string(problems[0].Pointer) != p.Text() || f.Fields[0].Text != draft.Text() {
			t.Errorf("problems %+v, text %q", problems, f.Fields[0].Text)
		}
	}
	if at := c.Get("assert").Get("error_at"); at.Exists() {
		asserts++
		f.Load(parse(t, string(c.Get("arguments").Raw())))
		if field, exact := f.Locate(jsondoc.Pointer(at.Text())); !exact || string(field.Pointer) != at.Text() {
			t.Errorf("the error at %s is shown at %s", at.Text(), field.Pointer)
		}
	}
	return asserts
}
