package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"mcploupe/inspector/partstest"
)

// openNumber opens a tool of the panel server by its place in the list.
func openNumber(t testing.TB, base, n string) *plainPage {
	t.Helper()
	p := &plainPage{t: t, base: base}
	p.do(http.MethodGet, "/?server=panel&n="+n, nil)
	return p
}

// Places of the odd tools in testdata/odd.json.
const (
	oddName = "0"
	numeric = "1"
	nothing = "2"
	anyArgs = "3"
)

// startOdd serves a dashboard with the tools of testdata/odd.json, which no other
// client can list.
func startOdd(t testing.TB) *httptest.Server {
	t.Helper()
	return startPanelWith(t, filepath.Join(partstest.Root(t), "web", "testdata", "odd.json"))
}

// Ensure that a name that neither a page nor a Go string can hold goes out to the
// byte, with a property of such a name.
func TestOddNames(t *testing.T) {
	p := openNumber(t, startOdd(t).URL, oddName)
	p.press("send", "v:/p\ufffd", "x")
	got := p.read("id", "answer")
	for _, want := range []string{"OK", `{"p\udfff":"x"}`, `"name":"nul\u0000 and \ud800"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %s: %s", want, got)
		}
	}
	if list := p.read("id", "calls"); !strings.Contains(list, "OK") || strings.Contains(list, "<b>") {
		t.Errorf("the call is listed as one of another tool: %s", list)
	}
}

// Ensure that what cannot be called says why, and is not called by a post either.
func TestNotCallable(t *testing.T) {
	srv := startOdd(t)
	for n, want := range map[string]string{numeric: "its name is 5, not a string", nothing: "the entry is null, not an object"} {
		p := openNumber(t, srv.URL, n)
		if got := p.read("id", "send-bar"); !strings.Contains(got, want) || !has(p.first("button", "id", "send"), "disabled") {
			t.Errorf("tool %s: %s", n, got)
		}
		v := p.values()
		v.Set("action", "send")
		p.do(http.MethodPost, "/call", v)
		if got := p.read("id", "call-errors"); !strings.Contains(got, "Not sent") || !strings.Contains(got, strings.TrimPrefix(want, "its ")[:4]) {
			t.Errorf("tool %s, sent: %s", n, got)
		}
		if got := p.read("id", "calls"); got != "" {
			t.Errorf("tool %s was called: %s", n, got)
		}
	}
}

// Ensure that a schema that allows anything is not said to take no arguments.
func TestAnythingAllowed(t *testing.T) {
	p := openNumber(t, startOdd(t).URL, anyArgs)
	if got := p.read("id", "fields"); !strings.Contains(got, "allows any") {
		t.Errorf("the form says %q", got)
	}
	p.press("add:")
	p.press("send", "v:/key", "1")
	if got := p.read("id", "answer"); !strings.Contains(got, `{"key":1}`) {
		t.Errorf("the answer is %q", got)
	}
}

// Ensure that a wrong type is sent by one press, and that until then the page says
// that nothing would be.
func TestWrongTypeIsSendable(t *testing.T) {
	for _, typed := range []string{"abc", "042", "NaN"} {
		p := openPlain(t, startPanel(t).URL, "slow")
		p.press("check", "v:/n", typed)
		field := p.read("data-pointer", "/n")
		if !strings.Contains(field, "✕ Input:") || strings.Contains(field, "✕ Schema:") || !strings.Contains(field, "not a JSON number") {
			t.Errorf("%s: the field says %q", typed, field)
		}
		if v := p.read("id", "call-verdict"); v != "1 field cannot be sent as typed" {
			t.Errorf("%s: the verdict is %q", typed, v)
		}
		p.wantSends(typed, "nothing yet; so far {}")
		p.press("send")
		if got := p.read("id", "call-errors"); !strings.Contains(got, "Not sent") {
			t.Errorf("%s: sent all the same: %q", typed, got)
		}
		p.press("quote:/n")
		p.wantSends(typed, `{"n":"`+typed+`"}`)
		if v := p.read("id", "call-verdict"); v != "1 error, can still be sent" {
			t.Errorf("%s: the verdict is %q", typed, v)
		}
		if field := p.read("data-pointer", "/n"); !strings.Contains(field, "✕ Schema:") {
			t.Errorf("%s: the field says %q", typed, field)
		}
		p.press("send")
		if got := p.read("id", "answer"); !strings.Contains(got, `{"n":"`+typed+`"}`) {
			t.Errorf("%s: %s", typed, got)
		}
	}
}

// Ensure that each problem of the JSON text is listed under it with its place.
func TestProblemsInText(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.press("json")
	list := func() string {
		ul := p.first("ul", "id", "json-problems")
		var out []string
		for li := range elements(ul, "li") {
			var a *html.Node
			for a = range elements(li, "a") {
				break
			}
			out = append(out, strings.Join(strings.Fields(textOf(li)), " ")+" ["+attr(a, "data-from")+","+attr(a, "data-to")+"]")
		}
		return strings.Join(out, "\n")
	}
	p.press("check", "json", "{\"title\": \"😀\",\r\n \"é\": 1, \"rows\": [{\"n\": \"x\"}, {}]}")
	got := list()
	for _, want := range []string{"line 2, column 25 · /rows/0/n ", "[40,43]", "line 2, column 31 · /rows/1/n ", "[46,48]"} {
		if !strings.Contains(got, want) {
			t.Errorf("the list lacks %q:\n%s", want, got)
		}
	}
	p.press("check", "json", "{\"title\":\r\n  tru}")
	if got := list(); !strings.Contains(got, "line 2, column 3 · /title") || !strings.Contains(got, "[12,13]") {
		t.Errorf("the end of JSON: %s", got)
	}
	p.press("check", "json", `{"title":"a"}`)
	if got := list(); got != "" {
		t.Errorf("no problem: %s", got)
	}
}

// Ensure that a form over the limit is refused with words.
func TestFormOverTheLimit(t *testing.T) {
	srv := startPanel(t)
	body := url.Values{"server": {"panel"}, "tool": {"nested"}, "mode": {"json"}, "json": {strings.Repeat("x", 33<<20)}}.Encode()
	for _, path := range []string{"/call", "/check", "/form"} {
		req, err := http.NewRequest(http.MethodPost, srv.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+string(testToken))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}

// Ensure that a test call is judged by the schema as the reader chose to read it:
// the arguments on the input tab, the output on the output tab.
func TestCallReadAs(t *testing.T) {
	srv := startPanel(t)
	for _, test := range []struct{ where, verdict, answer string }{
		{"", "1 error, can still be sent", "OK, but the output breaks its schema"}, // both recognised as draft-04
		{"&as=draft-07", "Could not check", "OK, but the output breaks its schema"},
		{"&as=draft-07&tab=output", "1 error, can still be sent", "could not be checked"},
	} {
		p := &plainPage{t: t, base: srv.URL}
		p.do(http.MethodGet, "/?server=panel&tool=old"+test.where, nil)
		p.press("check", "s:/n", "value", "v:/n", "3")
		if got := p.read("id", "call-verdict"); !strings.HasPrefix(got, test.verdict) {
			t.Errorf("%s: the verdict is %q, want %q", test.where, got, test.verdict)
		}
		p.press("send")
		if got := p.read("id", "answer"); !strings.Contains(got, test.answer) {
			t.Errorf("%s: the answer %q lacks %q", test.where, got, test.answer)
		}
	}
}

// Ensure that an answer is not green where its output breaks the schema, and that
// arguments of several lines are listed in one.
func TestBrokenOutputIsNotGreen(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "show")
	p.send("{\n  \"x\": \"wrong\"\n}")
	if class := attr(p.first("section", "aria-label", "Answer"), "class"); !strings.Contains(class, "warn") {
		t.Errorf("the answer has the class %q", class)
	}
	if got := p.read("id", "calls"); !strings.Contains(got, `{"x":"wrong"}`) || !strings.Contains(got, "breaks its schema") {
		t.Errorf("the list says %q", got)
	}
}
