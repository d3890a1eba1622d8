package jsondoc_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/jsondoc"
)

func parse(t testing.TB, s string) *jsondoc.Document {
	t.Helper()
	d, err := jsondoc.Parse([]byte(s))
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return d
}

// Ensure that everything that was written can be had again as it was written.
func TestKeepsWhatWasWritten(t *testing.T) {
	const text = ` { "b" : 1.0, "a":[1e400 , -0, 12345678901234567890],"b":null, "é\u00e9\ud83d\ude00": {} } `
	d := parse(t, text)
	if got := string(d.Source()); got != text {
		t.Errorf("Source = %q", got)
	}
	root := d.Root()
	var names, raws []string
	for k, v := range root.Members() {
		names = append(names, k.Text())
		raws = append(raws, string(v.Raw()))
	}
	if diff := cmp.Diff([]string{"b", "a", "b", "éé😀"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1.0", "[1e400 , -0, 12345678901234567890]", "null", "{}"}, raws); diff != "" {
		t.Error(diff)
	}
	if got := root.Get("b").Kind(); got != jsondoc.Null {
		t.Errorf("of two members the last wins: got %v", got)
	}
	if got := root.Get("none"); got.Exists() || got.Kind() != jsondoc.Absent || got.Raw() != nil {
		t.Errorf("absent member: %v", got)
	}
	if root.Len() != 4 || root.Get("a").Len() != 3 || string(root.Get("a").Elem(2).Raw()) != "12345678901234567890" {
		t.Error("lengths or elements are off")
	}
}

// Ensure that a name is found by what it decodes to, however it is spelled.
func TestIs(t *testing.T) {
	d := parse(t, "{\"a\":1,\"\\u0062\":2,\"\xff\":3,\"é\":4}")
	for name, want := range map[string]string{"a": "1", "b": "2", "\xff": "3", "\ufffd": "3", "é": "4"} {
		if got := string(d.Root().Get(name).Raw()); got != want {
			t.Errorf("Get(%q) = %q, want %s", name, got, want)
		}
	}
	if d.Root().Get(`\u0062`).Exists() {
		t.Error("the spelling of an escape is not its name")
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{``, `line 1, column 1: unexpected end of the text, a value is missing`},
		{`{"a":[1,{"b":tru}]}`, `line 1, column 14 (in /a/1/b): unexpected 't', did you mean true?`},
		{"{\n  \"a\": 01\n}", `line 2, column 8 (in /a): a number must not start with a zero`},
		{`[1,]`, `line 1, column 4 (in /1): a comma before the closing bracket`},
		{`{"a":1,}`, `line 1, column 8 (in /a): a comma before the closing brace`},
		{`{a:1}`, `line 1, column 2: unexpected 'a', a member name in double quotes should stand here`},
		{`{"a" 1}`, `line 1, column 6 (in /a): a colon must follow the member name`},
		{`[1 2]`, `line 1, column 4 (in /1): unexpected '2', a comma or the end of the array should follow`},
		{`{} {}`, `line 1, column 4: the JSON text ends before this; a second value or stray text follows`},
		{"\xff\xfe{\x00}\x00", `line 1, column 1: the text is UTF-16, and JSON is UTF-8: save it as UTF-8`},
		{"\xfe\xff\x00{\x00}", `line 1, column 1: the text is UTF-16, and JSON is UTF-8: save it as UTF-8`},
		{"\xff{}", `line 1, column 1: unexpected byte ff (hex), no JSON value starts like this`},
		{`NaN`, `line 1, column 1: unexpected 'N', no JSON value starts like this`},
		{`[-]`, `line 1, column 2 (in /0): a digit must follow the minus sign`},
		{`[1.]`, `line 1, column 3 (in /0): a digit must follow the decimal point`},
		{`[1e+]`, `line 1, column 3 (in /0): a digit must follow the exponent sign`},
		{`"\x"`, `line 1, column 2: not an escape that JSON knows`},
		{"\"a\nb\"", `line 1, column 3: a control character must be written as an escape such as \n`},
		{`{"a":"x`, `line 1, column 8 (in /a): unexpected end of the text, the string is not closed`},
		{`{"a":{"b/c":[`, `line 1, column 14 (in /a/b~1c/0): unexpected end of the text, a value is missing`},
		{strings.Repeat("[", jsondoc.MaxDepth+1), `nested deeper than 10000 levels`},
	} {
		_, err := jsondoc.Parse([]byte(test.in))
		var se *jsondoc.SyntaxError
		if !errors.As(err, &se) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Parse(%.40q):\n got %v\nwant %s", test.in, err, test.want)
		}
	}
	deep := strings.Repeat("[", jsondoc.MaxDepth) + strings.Repeat("]", jsondoc.MaxDepth)
	if got := parse(t, deep).Len(); got != jsondoc.MaxDepth {
		t.Errorf("deep nesting: %d nodes", got)
	}
}

func TestPointers(t *testing.T) {
	d := parse(t, `{"a/b":{"~":[{"":1},[2]]},"items":[0,1,2]}`)
	for i := range d.Len() {
		n := d.Node(i)
		if n.IsKey() {
			continue
		}
		back, err := d.At(n.Pointer())
		if err != nil || back != n {
			t.Errorf("At(%q) = %v, %v", n.Pointer(), back, err)
		}
	}
	n, err := d.At("/a~1b/~0/0/")
	if err != nil || string(n.Raw()) != "1" {
		t.Errorf("escaped tokens: %s %v", n.Raw(), err)
	}
	for _, bad := range []jsondoc.Pointer{"/nope", "/items/01", "/items/3", "/items/-", "/items/0/x"} {
		if _, err := d.At(bad); err == nil {
			t.Errorf("At(%q) found something", bad)
		}
	}
	_, err = d.At("/items/9/x")
	if want := `pointer "/items/9/x": the array at "/items" has no "9"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if p := jsondoc.Pointer("/a").Join("x/y~").Index(3); p != "/a/x~1y~0/3" || p.Last() != "3" || p.Parent().Last() != "x/y~" || !p.Within("/a") || p.Within("/a/x") {
		t.Errorf("pointer arithmetic: %q", p)
	}
}

func TestIssues(t *testing.T) {
	d := parse(t, "\ufeff{\"a\":1,\"b\":{\"x\":1,\"\\u0078\":2},\"a\":\"\\ud800\",\"c\":\"\xff\",\"d\":\"\\ufffd \\ud83d\\ude00\"}")
	var got []string
	for _, i := range d.Issues() {
		got = append(got, fmt.Sprintf("%s %s %d", i.Kind, i.Pointer, i.Offset))
	}
	want := []string{"byte-order-mark  0", "duplicate-name /a 33", "duplicate-name /b/x 21", "lone-surrogate /a 38", "invalid-utf8 /c 51"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLines(t *testing.T) {
	d := parse(t, `{"type":["string","null"],"items":[{"type":"number"},{"a":{"b":[ ]}}],"e":{ },"long":["`+strings.Repeat("x", 80)+`"],"n":1.0}`)
	want := `{
  "type": ["string", "null"],
  "items": [
    { "type": "number" },
    {
      "a": {
        "b": []
      }
    }
  ],
  "e": {},
  "long": [
    "` + strings.Repeat("x", 80) + `"
  ],
  "n": 1.0
}`
	if diff := cmp.Diff(want, d.Root().Pretty()); diff != "" {
		t.Error(diff)
	}
}

func TestPrefix(t *testing.T) {
	rest := []byte(" {\"a\":1}\n[2] 3 ")
	var got []string
	for {
		d, r, err := jsondoc.Prefix(rest)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil {
			break
		}
		got, rest = append(got, string(d.Root().Raw())), r
	}
	if diff := cmp.Diff([]string{`{"a":1}`, `[2]`, `3`}, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzParse holds the reader against jsontext, which reads the same grammar.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e-3,"x\u00e9\ud800"],"a":null}`, `[[],{},"",true,false]`, "\"\x80\"", ` 1 `, `{"":{"":[]}}`, `[01]`, `-`, `"\u12"`, `{"a":}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := jsondoc.Parse(b)
		if bytes.HasPrefix(b, []byte("\ufeff")) {
			return // jsontext refuses the mark, this package reports it
		}
		ref := jsontext.Value(bytes.Clone(b))
		ok := ref.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		if ok != (err == nil) {
			t.Fatalf("Parse(%q) = %v, jsontext says %v", b, err, ok)
		}
		if err != nil {
			return
		}
		if err := ref.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true)); err == nil {
			if got := d.Root().Compact(); !bytes.Equal(got, ref) {
				t.Fatalf("Compact(%q) = %q, jsontext %q", b, got, ref)
			}
		}
		again, err := jsondoc.Parse([]byte(d.Root().Pretty()))
		if err != nil || !bytes.Equal(again.Root().Compact(), d.Root().Compact()) {
			t.Fatalf("Pretty(%q) changed the text: %v", b, err)
		}
		unique := true // a pointer finds the last of duplicate names only
		for _, issue := range d.Issues() {
			unique = unique && issue.Kind != jsondoc.DuplicateName && issue.Kind != jsondoc.LoneSurrogate && issue.Kind != jsondoc.InvalidUTF8
		}
		for i := range min(d.Len(), 200) {
			if n := d.Node(i); unique && !n.IsKey() {
				if _, err := d.At(n.Pointer()); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := []byte("[" + strings.Repeat(`{"name":"tool","inputSchema":{"type":"object","properties":{"a":{"type":"string","description":"what it is for, in some words"},"n":{"type":"integer","minimum":0}},"required":["a"]}},`, 5000) + "0]")
	b.SetBytes(int64(len(text)))
	d := &jsondoc.Document{}
	for b.Loop() {
		if err := d.Reset(text); err != nil {
			b.Fatal(err)
		}
	}
}
