package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that a form of 200 fields leaves the page small, that the others can be
// asked for, and that whatever is filled in is on the page.
func TestWideForm(t *testing.T) {
	var props []string
	for i := range 200 {
		props = append(props, fmt.Sprintf(`"p%d":{"type":"string","description":"Property number %d of this tool","default":"d%d"}`, i, i, i))
	}
	file := filepath.Join(t.TempDir(), "wide.json")
	if err := os.WriteFile(file, []byte(`[{"tool":{"name":"wide","inputSchema":{"type":"object","properties":{`+strings.Join(props, ",")+`}}}}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := openPlain(t, startPanelWith(t, file).URL, "wide")
	const maxElements = 3_000
	if n := p.elements(); n > maxElements {
		t.Errorf("the page has %d elements", n)
	} else {
		t.Logf("%d elements", n)
	}
	p.press("json")
	p.press("form", "json", `{"p199":"typed","p150":null}`)
	if n := p.elements(); n > maxElements {
		t.Errorf("with two of the others filled in the page has %d elements", n)
	}
	p.press("check", "v:/p199", "again")
	p.wantSends("one that was not on the page", `{"p199":"again","p150":null}`)
	p.press("more:")
	p.press("check", "s:/p180", "null")
	p.wantSends("all of them", `{"p199":"again","p150":null,"p180":null}`)
}

// Ensure that arrays can be filled in, moved about and cut by posting alone, and
// that each of the three states can stand in each element.
func TestPlainArrays(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.wantSends("at first", `{}`)
	p.press("open:/meta")
	p.wantSends("opened", `{"meta":{"language":"en"}}`)
	p.press("add:/meta/tags", "v:/meta/language", "de")
	p.press("add:/meta/tags", "v:/meta/tags/0", "one")
	p.press("add:/meta/tags", "v:/meta/tags/1", "two")
	p.press("check", "v:/meta/tags/2", "three")
	p.wantSends("three tags", `{"meta":{"language":"de","tags":["one","two","three"]}}`)
	p.press("up:/meta/tags/2")
	p.wantSends("moved up", `{"meta":{"language":"de","tags":["one","three","two"]}}`)
	p.press("down:/meta/tags/0")
	p.wantSends("moved down", `{"meta":{"language":"de","tags":["three","one","two"]}}`)
	p.press("remove:/meta/tags/1")
	p.wantSends("removed", `{"meta":{"language":"de","tags":["three","two"]}}`)
	p.press("check", "s:/meta/tags/0", "null")
	p.wantSends("an element is null", `{"meta":{"language":"de","tags":[null,"two"]}}`)
	p.press("check", "s:/meta/tags/0", "omit")
	p.wantSends("an element is left out", `{"meta":{"language":"de","tags":["two"]}}`)
	p.press("check", "s:/meta", "null", "s:/meta/tags/0", "value")
	p.wantSends("all of it is null", `{"meta":null}`)
	p.press("check", "s:/meta", "value")
	p.wantSends("nothing typed is lost", `{"meta":{"language":"de","tags":["three","two"]}}`)
}

// Ensure that a problem stands at the element that has it, though one before it is
// left out.
func TestProblemsAtShiftedElements(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.press("add:/rows")
	p.press("add:/rows", "v:/rows/0/n", "1")
	p.press("send", "v:/rows/1/n", `"no"`, "s:/rows/0", "omit")
	if text := p.read("data-pointer", "/rows/1/n"); !strings.Contains(text, "not a JSON number") && !strings.Contains(text, "number") {
		t.Errorf("the field says %q", text)
	}
	p.press("json:/rows/1/n", "v:/rows/1/n", "")
	p.press("check", "v:/rows/1/n", `"no"`, "s:/rows/1/n", "value")
	p.wantSends("a text for a number", `{"rows":[{"n":"no"}]}`)
	for pointer, want := range map[string]bool{"/rows/1/n": true, "/title": false} {
		if got := strings.Contains(p.read("data-pointer", pointer), "✕ Schema:"); got != want {
			t.Errorf("%s: a problem stands there: %v, want %v", pointer, got, want)
		}
	}
	if list := p.read("id", "problem-list"); !strings.Contains(list, "/rows/0/n") {
		t.Errorf("the list of problems is %q", list)
	}
}

// Ensure that tuples, maps and recursion work by posting alone.
func TestPlainShapes(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.press("open:/point")
	p.press("check", "v:/point/0", "8.50", "v:/point/1", "47e0")
	p.wantSends("a tuple with its own spelling", `{"point":[8.50,47e0]}`)
	if text := p.read("data-pointer", "/point/1"); !strings.Contains(text, "Latitude") || strings.Contains(text, "✕") {
		t.Errorf("the second position reads %q", text)
	}
	p.press("add:/labels")
	p.press("check", "k:/labels/key", "a/b", "v:/labels/key", "x")
	p.wantSends("a row", `{"point":[8.50,47e0],"labels":{"a/b":"x"}}`)
	p.press("check", "v:/labels/a~1b", "y")
	p.press("remove:/labels/a~1b")
	p.press("open:/tree")
	p.press("open:/tree/child", "v:/tree/name", "root")
	p.press("open:/tree/child/child", "v:/tree/child/name", "leaf")
	p.press("check", "v:/tree/child/child/name", "seed", "s:/point", "omit", "s:/labels", "omit")
	p.wantSends("a recursive value", `{"tree":{"name":"root","child":{"name":"leaf","child":{"name":"seed"}}}}`)
}

// Ensure that an alternative keeps its input while another one is chosen, and that
// a condition brings its field.
func TestPlainChoice(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "choice")
	p.press("choose:/target", "v:/target/name", "Ann", "b:/target", "1")
	p.press("check", "v:/target/number", "9007199254740993")
	p.wantSends("the second alternative", `{"target":{"number":9007199254740993}}`)
	p.press("choose:/target", "b:/target", "0")
	p.wantSends("the first one again", `{"target":{"name":"Ann"}}`)
	p.press("choose:/target", "b:/target", "1")
	p.wantSends("and the second one", `{"target":{"number":9007199254740993}}`)
	p.press("check", "s:/kind", "value", "v:/kind", `"rich"`)
	p.press("check", "v:/style", "bold")
	p.wantSends("with what the condition brings", `{"target":{"number":9007199254740993},"kind":"rich","style":"bold"}`)
}

// Ensure that JSON text and form hold the same value, with numbers and order as
// they were written, by way of posts.
func TestPlainJSON(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.press("json")
	const text = `{"rows": [{"note": null, "n": 1.50}, null], "extra": {"b": 1e400}, "title": "a\u0062", "point": [1, 2, 3]}`
	p.press("check", "json", text)
	if got := attr(p.first("div", "id", "fields"), "hidden"); !has(p.first("div", "id", "fields"), "hidden") {
		t.Errorf("the form is shown: %q", got)
	}
	p.press("form")
	p.wantSends("form", `{"rows":[{"note":null,"n":1.50},null],"extra":{"b":1e400},"title":"a\u0062","point":[1,2,3]}`)
	p.press("check", "v:/rows/0/n", "1.500")
	p.press("json")
	if got := strings.Join(strings.Fields(textOf(p.first("textarea", "id", "json"))), ""); got != `{"rows":[{"note":null,"n":1.500},null],"extra":{"b":1e400},"title":"a\u0062","point":[1,2,3]}` {
		t.Errorf("back in JSON: %s", got)
	}
	long := `{"rows":[` + strings.Repeat(`{"n":1},`, 60) + `{"n":2.0}]}`
	p.press("form", "json", long)
	p.wantSends("a long array", long)
	if got := p.first("", "name", "v:/rows").Data; got != "textarea" {
		t.Errorf("61 rows stand in a %s, want JSON text", got)
	}
	p.press("control:/rows")
	p.press("check", "v:/rows/60/n", "2.00")
	p.wantSends("its last element", strings.Replace(long, "2.0", "2.00", 1))
	p.press("json")
	p.press("format", "json", `[1,`)
	if got := textOf(p.first("textarea", "id", "json")); got != "[1," {
		t.Errorf("text that is no JSON became %q", got)
	}
	p.press("send", "json", `"text"`)
	if got := p.read("id", "answer"); !strings.Contains(got, `Sent 6 B"text"`) {
		t.Errorf("arguments that are no object: %s", got)
	}
	p.press("send", "json", ` `)
	if got := p.read("id", "answer"); !strings.Contains(got, `no arguments`) {
		t.Errorf("no arguments at all: %s", got)
	}
}

// Ensure that a field can be edited as JSON and comes back with what was changed,
// and that text which the control cannot hold stays.
func TestPlainFieldAsJSON(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.press("open:/meta")
	p.press("json:/meta")
	p.press("check", "v:/meta", `{"language":"fr","tags":["x"],"more":1.0}`)
	p.wantSends("as JSON", `{"meta":{"language":"fr","tags":["x"],"more":1.0}}`)
	p.press("control:/meta")
	p.press("check", "v:/meta/tags/0", "y")
	p.wantSends("as fields again", `{"meta":{"language":"fr","tags":["y"],"more":1.0}}`)
	p.press("json:/meta/tags")
	p.press("control:/meta/tags", "v:/meta/tags", `["y",`)
	if text := p.read("data-pointer", "/meta/tags"); !strings.Contains(text, "mend the JSON text first") {
		t.Errorf("the field says %q", text)
	}
	if got := textOf(p.first("textarea", "name", "v:/meta/tags")); got != `["y",` {
		t.Errorf("the text became %q", got)
	}
}

// Ensure that examples and the fill actions put in what is valid.
func TestPlainFill(t *testing.T) {
	srv := startPanel(t)
	p := openPlain(t, srv.URL, "helpers")
	p.press("example:1:/mail")
	p.wantSends("an example", `{"mail":"b@example.com"}`)
	p.press("fill:/day")
	p.wantSends("one field", `{"day":"2026-01-31","mail":"b@example.com"}`)
	p.press("reset")
	p.wantSends("emptied", `{}`)
	for tool, action := range map[string]string{"nested": "fill-all", "choice": "fill", "judge": "fill"} {
		p := openPlain(t, srv.URL, tool)
		p.press(action)
		if verdict := p.read("id", "call-verdict"); !strings.HasPrefix(verdict, "Valid") {
			t.Errorf("%s of %s: %s, sends %s", action, tool, verdict, p.sends())
		}
	}
	p.press("omit:")
	if got := p.read("id", "call-verdict"); got != "No arguments are sent" {
		t.Errorf("without arguments: %q", got)
	}
	p.press("send", "s:", "null")
	if got := p.read("id", "answer"); !strings.Contains(got, "Sent 4 Bnull") {
		t.Errorf("null as arguments: %s", got)
	}
}
