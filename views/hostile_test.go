package views

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"mcploupe/inspector/jsondoc"
)

// hostile is a string that tries every way out of a text at once: markup, an
// attribute, a script, an address, direction, escape sequences, NUL, invisible and
// tag characters, and a lone surrogate in bytes that are no UTF-8.
const hostile = "</script><script>window.hacked=1</script>\"><img src=x onerror=window.hacked=1>'`javascript:window.hacked=1\u202e\x1b[31m\x00\u200b\U000E0068\U000E0069\xed\xa0\x80"

func hostilePage(p *Page) {
	p.Tool.Name, p.Tool.Title, p.Tool.Description = hostile, hostile, hostile
	p.List.Items[4].Name, p.List.Items[4].Title = hostile, hostile
	p.Servers[0].Name, p.Servers[0].Sub = hostile, hostile
	p.Tool.Input.Rows[7].Left.Text = `"` + hostile + `": "` + hostile + `",`
}

// poison puts the hostile string into every plain string of a value; strings of
// a named type are words of ours.
func poison(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		switch v.Type() {
		case reflect.TypeFor[string]():
			v.SetString(hostile)
		case reflect.TypeFor[jsondoc.Pointer]():
			v.SetString(string(jsondoc.Pointer("").Join("properties", hostile)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			poison(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !strings.HasSuffix(name, "Href") { // made by Where, not by a server
				poison(v.Field(i))
			}
		}
	}
}

// poisoned are whole pages, each showing other components, with every string of
// every struct hostile.
func poisoned(t *testing.T) map[string]templ.Component {
	all := map[string]templ.Component{"error": ErrorPage(500, Problem{hostile, hostile, hostile})}
	page := func(name string, change func(*Page)) {
		p := samplePage(t)
		p.Notice = &Problem{"a", "b", "c"}
		p.Call.Errors, p.Call.JSONError, p.Call.NoForm = []string{"x"}, "x", "x"
		p.Call.Risk, p.Call.Disabled, p.Call.Memo = "x", "x", "x"
		p.Call.Fields[0].Warnings = []string{"x"}
		structuredAnswer(&p)
		p.Call.Answer.Fields, p.Call.Answer.Notes = sampleAnswer().Fields, []string{"x"}
		p.Call.Answer.Content = append(p.Call.Answer.Content, Block{Kind: "x", Text: "y", Note: "z"})
		change(&p)
		poison(reflect.ValueOf(&p).Elem())
		p.Servers[0].ID = p.Where.Server // the chosen one
		all[name] = Dashboard(p)
		all[name+", call"], all[name+", list"] = CallPanel(p.Where, *p.Call), ListPanel(p.Where, *p.List)
	}
	page("schema", func(p *Page) { notCompiledTool(p); p.Where.At = "l/properties" })
	page("nested", func(p *Page) { *p.Call = nestedCall() })
	page("not compiled elsewhere", func(p *Page) { notCompiledTool(p); p.Tool.Input.NotCompiledAt = nil })
	page("not converted", notConvertedTool)
	page("findings", func(p *Page) { p.Where.Tab = TabFindings; p.Tool.Raw = "{}"; p.Tool.Found = sampleFound() })
	for name, c := range map[string]func(Page) templ.Component{
		"targets": func(p Page) templ.Component {
			c := sampleTargetChoice()
			poison(reflect.ValueOf(&c).Elem())
			c.Back = "/"
			return TargetsPage(p, c)
		},
		"matrix": func(p Page) templ.Component {
			m := sampleMatrix()
			poison(reflect.ValueOf(&m).Elem())
			return MatrixPage(p, m)
		},
		"rule": func(p Page) templ.Component {
			r := sampleRule()
			poison(reflect.ValueOf(&r).Elem())
			return RulePage(p, r)
		},
	} {
		all[name] = c(Page{Version: "0.1.0"})
	}
	page("findings of client", func(p *Page) { p.Where.Tab = TabFindings; p.Tool.Found = sampleClientFound() })
	page("server", func(p *Page) { p.Where.Tab = TabServer })
	page("wire", func(p *Page) { p.Where.Tab = TabWire })
	page("overview", func(p *Page) { p.Tool = nil; p.Server.Findings = sampleFindings() })
	page("failed", func(p *Page) { p.Tool = nil; p.Server.State = StateFailed; failedServer(p) })
	page("no call", func(p *Page) { p.NoCall = "x" })
	page("read as", func(p *Page) { readAsDraft07(p.Tool.Input); guessed(p.Tool.Input) })
	page("convert", func(p *Page) { p.Convert = sampleConvert(t); doubtful(p.Convert) })
	page("convert, bad", func(p *Page) { p.Convert = sampleConvert(t); notJSON(p.Convert) })
	page("convert, unknown", func(p *Page) {
		p.Convert = sampleConvert(t)
		p.Convert.Schema.NotConverted, p.Convert.Schema.NotConvertedAt = &Problem{"a", "b", "c"}, new(jsondoc.Pointer)
	})
	page("search", func(p *Page) { p.Search = sampleSearch() })
	page("welcome", func(p *Page) { p.Tool, p.Server = nil, nil })
	return all
}

// shownAttributes are read by people.
var shownAttributes = map[string]bool{"title": true, "aria-label": true, "placeholder": true, "alt": true, "data-title": true, "data-outcome": true}

// picture matches the only pictures that a page shows: bytes of a kind that holds
// no script.
var picture = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$`)

// addressAttributes lead somewhere.
var addressAttributes = map[string]bool{"href": true, "src": true, "action": true, "formaction": true}

// Ensure that no string of a server becomes markup, script, style or an address,
// and that no hidden character stays hidden, in any component.
func TestHostileStrings(t *testing.T) {
	for name, c := range poisoned(t) {
		t.Run(name, func(t *testing.T) {
			text := render(t, c)
			if !strings.Contains(text, "⟨U+202E⟩") {
				t.Error("the hostile string is not on the page: the test tests nothing")
			}
			doc, err := html.Parse(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			examine(t, doc)
		})
	}
}

func examine(t *testing.T, n *html.Node) {
	switch n.Type {
	case html.ElementNode:
		examineElement(t, n)
	case html.TextNode:
		// A control keeps what is typed to the byte.
		if n.Parent != nil && n.Parent.Data != "textarea" {
			visible(t, n.Parent.Data, n.Data)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		examine(t, c)
	}
}

func examineElement(t *testing.T, n *html.Node) {
	switch n.Data {
	case "img":
		if src := attribute(n, "src"); !picture.MatchString(src) {
			t.Errorf("there is a picture of %.80q", src)
		}
	case "iframe", "object", "embed", "style", "base":
		t.Errorf("there is an element %s", n.Data)
	case "script":
		if n.FirstChild != nil || !strings.HasPrefix(attribute(n, "src"), "/static/js/") {
			t.Errorf("there is a script: %v", n.Attr)
		}
	}
	for _, a := range n.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc":
			t.Errorf("<%s> has the attribute %s=%q", n.Data, a.Key, a.Val)
		case n.Data == "img" && a.Key == "src":
		case addressAttributes[a.Key] && !ours(a.Val):
			t.Errorf("<%s> leads to %q", n.Data, a.Val)
		case shownAttributes[a.Key]:
			visible(t, n.Data+" "+a.Key, a.Val)
		}
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// ours reports whether an address is one of this host, or what templ puts in the
// place of one that is none.
func ours(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") || strings.HasPrefix(address, "#") ||
		strings.HasPrefix(address, "https://") || address == "about:invalid#TemplFailedSanitizationURL"
}

func visible(t *testing.T, where, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && r != '\t' && (r < ' ' || invisible(r)) {
			t.Errorf("<%s> shows the hidden character %U: %q", where, r, text)
			return
		}
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		t.Errorf("<%s> shows bytes that are no UTF-8: %q", where, text)
	}
}
