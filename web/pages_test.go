package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"mcploupe/inspector"
	"mcploupe/inspector/tool"
	"mcploupe/web"
)

// startFile serves a dashboard of one saved answer.
func startFile(t testing.TB, answer string) *httptest.Server {
	t.Helper()
	snap, err := tool.Open("answer.json", []byte(answer))
	if err != nil {
		t.Fatal(err)
	}
	app := inspector.New(inspector.Options{Version: "test"})
	app.AddSnapshot("saved", "answer.json", snap)
	srv := httptest.NewUnstartedServer(nil)
	srv.Config.Handler = web.New(app, web.Options{Addr: srv.Listener.Addr(), Token: testToken}).Handler()
	srv.Start()
	t.Cleanup(func() {
		srv.Close()
		if err := app.Close(t.Context()); err != nil && t.Context().Err() == nil {
			t.Errorf("close the application: %v", err)
		}
	})
	return srv
}

// get asks as a program that knows the token.
func get(t testing.TB, address string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(body)
}

// hostile are texts that must stay texts wherever they stand.
var hostile = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `javascript:alert(1)`,
	"\u202egpj.exe", "\u0000\u001b[31mred", "a\u200bb", "\U000E0041\U000E0042", "{{7*7}}", "`${1}`", "-->", "]]>", "&lt;b&gt;", "a/b?c#d%20", "😀",
}

// Ensure that no string of a server becomes markup, on no page and in no tab.
func TestHostileStrings(t *testing.T) {
	var tools []any
	for _, h := range hostile {
		tools = append(tools, map[string]any{
			"name": h, "title": h, "description": h, h: h, "annotations": map[string]any{"title": h, "readOnlyHint": h},
			"inputSchema": map[string]any{
				"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "title": h, "required": []string{h},
				"properties": map[string]any{h: map[string]any{"type": "string", "description": h, "default": nil, "enum": []any{h, nil}, "items": []any{h}}},
			},
			"outputSchema": map[string]any{"type": "object", "$schema": h, "$ref": h},
		})
	}
	answer, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		t.Fatal(err)
	}
	srv := startFile(t, string(answer))
	for n := range hostile {
		for _, tab := range []string{"input", "output", "findings", "server", "wire"} {
			_, _, body := get(t, fmt.Sprintf("%s/?server=saved&n=%d&tab=%s&q=%s", srv.URL, n, tab, url.QueryEscape(hostile[n])))
			checkMarkup(t, body)
		}
		_, h, body := get(t, fmt.Sprintf("%s/raw?server=saved&n=%d&what=tool", srv.URL, n))
		if h.Get("Content-Type") != "application/json; charset=utf-8" || h.Get("X-Content-Type-Options") != "nosniff" || !json.Valid([]byte(body)) {
			t.Errorf("raw bytes as %q: %s", h.Get("Content-Type"), body)
		}
	}
	for _, h := range hostile {
		_, _, body := get(t, srv.URL+"/?server="+url.QueryEscape(h))
		checkMarkup(t, body)
		_, _, body = get(t, srv.URL+"/?server=saved&tool="+url.QueryEscape(h)+"&tab="+url.QueryEscape(h)+"&target="+url.QueryEscape(h)+"&level="+url.QueryEscape(h))
		checkMarkup(t, body)
	}
}

// checkMarkup parses a page and refuses every element and attribute that could
// act and is not our own.
func checkMarkup(t *testing.T, body string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			value := strings.ToLower(strings.TrimSpace(a.Val))
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" || strings.HasPrefix(value, "javascript:") && (a.Key == "href" || a.Key == "src" || a.Key == "action") {
				t.Errorf("attribute %s=%q on <%s>", a.Key, a.Val, n.Data)
			}
			if n.Data == "script" && a.Key == "src" && !strings.HasPrefix(a.Val, "/static/") {
				t.Errorf("a script from %q", a.Val)
			}
		}
		switch n.Data {
		case "script":
			if n.FirstChild != nil {
				t.Errorf("an inline script: %q", n.FirstChild.Data)
			}
		case "iframe", "object", "embed", "base", "img", "style":
			t.Errorf("an element <%s>", n.Data)
		}
	}
}

// Ensure that one broken tool is shown as broken, and the others as usual.
func TestBrokenTools(t *testing.T) {
	srv := startFile(t, `{"tools":[
		null, 7, {"inputSchema":{"type":"object"}}, {"name":"yes","inputSchema":true}, {"name":"text","inputSchema":"{}"},
		{"name":"twice","inputSchema":{"type":"object"}}, {"name":"twice","inputSchema":{"type":"object"}},
		{"name":"good","description":"works","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}]}`)
	_, _, list := get(t, srv.URL+"/")
	for _, want := range []string{"good", "twice", "yes", "text"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	for n := range 8 {
		status, _, body := get(t, fmt.Sprintf("%s/?server=saved&n=%d", srv.URL, n))
		if status != http.StatusOK {
			t.Errorf("tool %d: status %d", n, status)
		}
		if broken := strings.Contains(body, `class="broken`) || strings.Contains(body, "broken"); n < 2 && !broken {
			t.Errorf("tool %d is not shown as broken", n)
		}
	}
	if _, _, body := get(t, srv.URL+"/?server=saved&n=7"); !strings.Contains(body, "works") {
		t.Error("the good tool is not shown")
	}
}

// Ensure that a strange address is answered with what is wrong and what to do.
func TestStrangeAddresses(t *testing.T) {
	srv := startFile(t, `[{"name":"a","inputSchema":{"type":"object"}}]`)
	for _, test := range []struct {
		path   string
		status int
		want   string
	}{
		{"/?server=nobody", 404, "No server is called"},
		{"/?server=saved&tool=gone", 200, "no tool"},
		{"/?server=saved&n=99", 200, "no tool"},
		{"/?server=saved&n=-1&tab=nonsense&from=x", 200, "saved"},
		{"/nowhere", 404, "no such page"},
		{"/raw?server=saved&n=0&what=everything", 404, "There is no part"},
		{"/raw?server=saved", 404, "no such tool"},
		{"/static/../../etc/passwd", 404, ""},
	} {
		status, _, body := get(t, srv.URL+test.path)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d, want %d with %q", test.path, status, test.status, test.want)
		}
		checkMarkup(t, body)
	}
}
