package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// form is a form as a browser posts it; a name "file" is a file.
type form map[string]string

// post sends a form as a program that knows the token.
func post(t testing.TB, srv *httptest.Server, path string, f form, fragment string) (int, http.Header, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range f {
		part, err := w.CreateFormField(name)
		if name == "file" {
			part, err = w.CreateFormFile(name, "a schema.json")
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, srv.URL+path, &b)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	if fragment != "" {
		req.Header.Set("X-Fragment", fragment)
	}
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

// words are the text of a page or a part of one, with one space between words.
func words(t testing.TB, body, id string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type != html.TextNode {
			continue
		}
		for p := n.Parent; p != nil; p = p.Parent {
			for _, a := range p.Attr {
				if a.Key == "id" && a.Val == id {
					b.WriteString(n.Data + " ")
				}
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

const tuple = `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"number"}],"additionalItems":false}`

// Ensure that a pasted schema is shown as the schema of a tool is, read as what
// was chosen and converted to what was chosen.
func TestConvertText(t *testing.T) {
	srv := startFile(t, `[]`)
	for _, test := range []struct {
		name string
		form form
		want []string
	}{
		{"a tuple", form{"text": tuple}, []string{"Dialect draft-07.", "2020-12 · 3 changes", "prefixItems", "A tuple is written"}},
		{"a file in place of the text", form{"text": "nonsense", "file": tuple}, []string{"Dialect draft-07.", "prefixItems"}},
		{"read as another dialect", form{"text": `{"type":"array","items":{"minimum":1,"exclusiveMinimum":true}}`, "as": "draft-04"}, []string{"Read as draft-04, as you chose.", "Left to itself: There is no $schema, which means 2020-12", `"exclusiveMinimum": 1`}},
		{"guessed", form{"text": `{"items":[{}]}`}, []string{"▲ Dialect 2019-09.", "items is a list at /items", "Show the keyword"}},
		{"downward", form{"text": `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{}]}`, "target": "draft-04"}, []string{"draft-04 · ", "http://json-schema.org/draft-04/schema#"}},
		{"a repair that is not asked for", form{"text": `{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","nullable":true}`}, []string{`The repair "nullable"`}},
		{"a repair", form{"text": `{"type":"string","nullable":true}`, "repair": "nullable"}, []string{`"null"`, "Read as meant, null is now allowed"}},
		{"nothing to do", form{"text": `{"type":"object"}`}, []string{"✓ Already 2020-12: nothing to convert"}},
		{"the same in an older dialect", form{"text": `{"type":"object"}`, "target": "draft-07"}, []string{"Dialect 2020-12.", "✓ Says the same in draft-07: nothing to convert"}},
		{"true", form{"text": `true`}, []string{"✓ Already 2020-12"}},
		{"nothing", form{"text": " \n"}, []string{"Try an example"}},
		{"an example", form{"text": "", "action": "example"}, []string{"Dialect draft-07.", "prefixItems", "dependentRequired"}},

		{"not JSON", form{"text": "{\n \"a\": 1,\n \"b\": [1, tru]}"}, []string{"This is not JSON. Unexpected 't'", "Line 3, column 11 in the value at /b/1", `"b": [1, t ru]}`, "Mend the text"}},
		{"cut off", form{"text": "{\"a\":\n"}, []string{"This is not JSON.", "Line 2, column 1", "(the end)"}},
		{"two values", form{"text": "{} {}"}, []string{"This is not JSON.", "second value", "Line 1, column 4"}},
		{"a number", form{"text": `7`}, []string{"no schema: it is of type number", "A schema is an object, or true or false . Paste one of those."}},
		{"a list", form{"text": `[{}]`}, []string{"no schema: it is of type array"}},
		{"an unknown dialect", form{"text": `{"$schema":"https://example.com/mine"}`}, []string{"Dialect not known.", "This schema is not converted. Its dialect is not known. /$schema", "Choose at “Read as”", `"$schema": "https://example.com/mine"`}},
		{"an unknown dialect, read as one", form{"text": `{"$schema":"https://example.com/mine","items":[{}]}`, "as": "draft-06"}, []string{"Read as draft-06, as you chose.", "prefixItems"}},
		{"not valid", form{"text": `{"type":"nope","properties":{"a":{"minimum":"x"}}}`}, []string{"This is not a valid schema. It does not compile as 2020-12:", "/type", "/properties/a/minimum"}},
		{"a name twice", form{"text": `{"title":"a","title":"b"}`}, []string{"Readers of this text may disagree", "/title"}},
		{"a tool", form{"text": `{"name":"x","inputSchema":{"type":"object"}}`}, []string{"This looks like a tool", "Paste the value of its inputSchema"}},
		{"an answer", form{"text": `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`}, []string{"looks like a saved answer", "mcploupe FILE.json"}},
		{"no such dialect", form{"text": tuple, "as": "draft-99", "target": "x"}, []string{"Dialect draft-07.", "2020-12 · 3 changes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, whole := post(t, srv, "/convert", test.form, "")
			_, _, part := post(t, srv, "/convert", test.form, "convert")
			if strings.Contains(part, "<html") || words(t, part, "converted") != words(t, whole, "converted") {
				t.Error("the fragment is not the result of the whole page")
			}
			got := words(t, whole, "converted")
			for _, want := range test.want {
				if status != http.StatusOK || !strings.Contains(got, want) {
					t.Errorf("status %d, no %q in:\n%s", status, want, got)
				}
			}
			kept := test.form["text"]
			if file, ok := test.form["file"]; ok {
				kept = file
			}
			if got := words(t, whole, "schema-text"); test.form["action"] == "" && got != strings.Join(strings.Fields(kept), " ") {
				t.Errorf("the text is not kept: %q", got)
			}
			checkMarkup(t, whole)
		})
	}
}

// Ensure that the converted text is handed out whole and to the byte, whatever
// part of it the page shows.
func TestConvertTakeAway(t *testing.T) {
	srv := startFile(t, `[]`)
	sent := "{\r\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\r\n  \"maximum\": 1.0e400,\t\"items\": [true]\r\n}\r\n"
	want := strings.NewReplacer("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "items", "prefixItems").Replace(sent)
	for _, test := range []struct {
		name        string
		form        form
		disposition string
		want        string
	}{
		{"a text, whose line ends a browser makes CRLF", form{"text": sent, "action": "download"}, `attachment; filename="schema-2020-12.json"`, strings.ReplaceAll(want, "\r\n", "\n")},
		{"a file", form{"file": sent, "text": "shown", "action": "raw", "show": "from=240"}, "inline", want},
	} {
		status, h, body := post(t, srv, "/convert", test.form, "")
		if status != http.StatusOK || body != test.want || h.Get("Content-Disposition") != test.disposition || h.Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s: %d %v\n got %q\nwant %q", test.name, status, h, body, test.want)
		}
	}
	_, h, body := post(t, srv, "/convert", form{"text": "{", "action": "download"}, "")
	if !strings.HasPrefix(h.Get("Content-Type"), "text/html") || !strings.Contains(body, "This is not JSON") {
		t.Errorf("what cannot be converted comes as %v", h)
	}
}

// Ensure that a long schema comes in parts, and that a line in another part is
// shown when it is asked for.
func TestConvertParts(t *testing.T) {
	srv := startFile(t, `[]`)
	var b strings.Builder
	b.WriteString(`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{`)
	for i := range 300 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":{"items":[{"type":"number"}]}`, i)
	}
	b.WriteString(`}}`)
	first := words(t, second(post(t, srv, "/convert", form{"text": b.String()}, "convert")), "converted")
	if !strings.Contains(first, "Rows 1 to 240 of") || strings.Contains(first, `"p299": {`) {
		t.Errorf("the first part: %.300s", first)
	}
	at := second(post(t, srv, "/convert", form{"text": b.String(), "show": "at=" + url.QueryEscape("r/properties/p299/prefixItems")}, "convert"))
	if !strings.Contains(at, ` lit" data-n=`) || !strings.Contains(words(t, at, "converted"), `"p299": {`) {
		t.Error("the line that was asked for is not on the page")
	}
}

func second(_ int, _ http.Header, body string) string { return body }

// Ensure that nothing of a pasted text becomes markup.
func TestConvertHostile(t *testing.T) {
	srv := startFile(t, `[]`)
	for _, h := range hostile {
		for _, text := range []string{h, `{"` + h, `{"a": "` + h + `"}`, fmt.Sprintf(`{"$schema": %q, "title": "x"}`, h), fmt.Sprintf(`{%q: {"type": %q}, "properties": {%q: {"items": [{"$ref": %q}], "minimum": %q}}}`, h, h, h, h, h)} {
			for _, f := range []form{{"text": text}, {"file": text, "as": h, "target": h, "show": h, "action": h}} {
				status, _, body := post(t, srv, "/convert", f, "")
				if status != http.StatusOK {
					t.Errorf("%q: status %d", text, status)
				}
				checkMarkup(t, body)
			}
		}
		_, _, body := get(t, srv.URL+"/convert?as="+url.QueryEscape(h)+"&target="+url.QueryEscape(h))
		checkMarkup(t, body)
	}
}

// Ensure that a form that cannot be read is refused with what to do.
func TestConvertBadForm(t *testing.T) {
	srv := startFile(t, `[]`)
	send := func(kind string, body io.Reader) (int, string) {
		req, err := http.NewRequest(http.MethodPost, srv.URL+"/convert", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+string(testToken))
		req.Header.Set("Content-Type", kind)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	if status, body := send("multipart/form-data", strings.NewReader("--x\r\n")); status != http.StatusBadRequest || !strings.Contains(body, "cannot be read") {
		t.Errorf("a broken form: %d", status)
	}
	if status, body := send("application/x-www-form-urlencoded", strings.NewReader(url.Values{"text": {tuple}}.Encode())); status != http.StatusOK || !strings.Contains(body, "prefixItems") {
		t.Errorf("a form without a file: %d", status)
	}
	long := io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n"), io.LimitReader(endless{}, 40<<20))
	if status, body := send("multipart/form-data; boundary=x", long); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "more than") {
		t.Errorf("40 MB: %d", status)
	}
}

// endless is a text without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// Ensure that the reader's choice of a dialect counts for the schema shown and
// its converted text, and that a guess is marked.
func TestReadAs(t *testing.T) {
	srv := startFile(t, `[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"items":[{"type":"number"}]}}},"outputSchema":{"type":"object","properties":{"y":{"minimum":1}}}}]`)
	for _, test := range []struct {
		query string
		want  []string
		not   string
	}{
		{"", []string{"▲ input: no $schema → 2019-09 by its keywords", "▲ Dialect 2019-09.", "Read as: recognised", "output: no $schema → 2020-12"}, "as you chose"},
		{"&as=draft-07", []string{"input: read as draft-07", "Read as draft-07, as you chose. Left to itself:", "Read as: draft-07", "output: no $schema → 2020-12"}, "by its keywords"},
		{"&as=draft-07&target=draft-07", []string{"✓ Already draft-07"}, ""},
		{"&as=7&tab=output", []string{"▲ input: no $schema", "output: read as draft-07", "Read as draft-07, as you chose. Left to itself: There is no $schema, which means 2020-12."}, ""},
		{"&as=nonsense", []string{"Read as: recognised"}, "as you chose"},
	} {
		_, _, body := get(t, srv.URL+"/?server=saved&n=0"+test.query)
		got := words(t, body, "tool")
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", test.query, want, got)
			}
		}
		if test.not != "" && strings.Contains(got, test.not) {
			t.Errorf("%s: %q stands on the page", test.query, test.not)
		}
	}
	for _, d := range []string{"2020-12", "2019-09", "draft-07", "draft-06", "draft-04"} {
		status, _, body := get(t, srv.URL+"/?server=saved&n=0&target="+d)
		if status != http.StatusOK || !strings.Contains(words(t, body, "tool"), d) {
			t.Errorf("target %s: %d", d, status)
		}
	}
	raw := func(as string) string {
		return thirdOf(get(t, srv.URL+"/raw?server=saved&n=0&what=input-converted"+as))
	}
	if got := raw(""); !strings.Contains(got, "prefixItems") {
		t.Errorf("recognised as 2019-09: %s", got)
	}
	if got := raw("&as=2020-12"); strings.Contains(got, "prefixItems") {
		t.Errorf("read as 2020-12: %s", got)
	}
}

func thirdOf(_ int, _ http.Header, body string) string { return body }

// Ensure that hidden characters of a server are named in the answer to /check.
func TestCheckNamesHidden(t *testing.T) {
	srv := startFile(t, `[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"string"}},"required":["\u202e"],"additionalProperties":false}}]`)
	req, err := http.NewRequest(http.MethodPost, srv.URL+"/check", strings.NewReader(url.Values{"server": {"saved"}, "n": {"0"}, "mode": {"json"}, "json": {"{\"x\":1,\"\u202e\u200b\":1,\"\u200b\":1}"}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var said struct { // json is the text to the byte, and pointers are the names of fields
		Errors, Warned map[string][]string
		NotJSON        string
	}
	if err := json.Unmarshal(body, &said); err != nil {
		t.Fatal(err)
	}
	all := said.NotJSON
	for _, m := range []map[string][]string{said.Errors, said.Warned} {
		for _, list := range m {
			all += strings.Join(list, "\n")
		}
	}
	if strings.ContainsAny(all, "\u202e\u200b") || !strings.Contains(all, "⟨U+202E⟩") {
		t.Errorf("%d: %s", res.StatusCode, body)
	}
}
