package form_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// sharedDir finds the collections that stand beside the repository. Without them
// the test is skipped, in CI it fails.
func sharedDir(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("MCPLOUPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, name)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the collection %s is missing: %v", name, err)
		}
		t.Skipf("SKIPPED: the collection %s is missing: %v", name, err)
	}
	return dir
}

// schemaOf is the input schema of a real tool.
type schemaOf struct {
	tool    string // file and name
	doc     *jsondoc.Document
	dialect dialect.Dialect
}

// corpus reads all input schemas of the collection.
func corpus(t testing.TB) []schemaOf {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sharedDir(t, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	var all []schemaOf
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			for _, tool := range parse(t, string(line)).Root().Get("result").Get("tools").Elems() {
				schema := tool.Get("inputSchema")
				if !schema.Exists() {
					continue
				}
				doc := parse(t, string(schema.Raw()))
				all = append(all, schemaOf{
					tool: filepath.Base(file) + " " + tool.Get("name").Text(),
					doc:  doc, dialect: dialect.Detect(doc, dialect.Draft2020).Used,
				})
			}
		}
	}
	return all
}

// shown gives what a browser posts back of a form that was shown and not touched.
func shown(f *form.Form) url.Values {
	values := url.Values{}
	if m := f.Memo(); m != "" {
		values.Set(form.MemoName, m)
	}
	set := func(name, text string) { values.Set(posted(name), posted(text)) }
	var walk func([]*form.Field)
	walk = func(fields []*form.Field) {
		for _, at := range fields {
			set(at.StateInput(), string(at.State))
			if len(at.Branches) > 0 {
				set(at.BranchInput(), strconv.Itoa(at.Branch))
			}
			if at.Row {
				set(at.KeyInput(), at.KeyText)
			}
			if at.HasFields() {
				walk(at.Fields)
			} else {
				set(at.ValueInput(), at.Text)
			}
		}
	}
	walk(f.Fields)
	if len(f.Root.Branches) > 0 {
		set(f.Root.BranchInput(), strconv.Itoa(f.Root.Branch))
	}
	return values
}

// posted is a text after it was in an HTML control.
func posted(s string) string {
	return strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n", "\x00", "\ufffd").Replace(s)
}

// roundTrip loads a value, sends it, posts the form as shown to a fresh one and
// sends that.
func roundTrip(t testing.TB, schema *jsondoc.Document, d dialect.Dialect, value string) {
	t.Helper()
	doc := parse(t, value)
	want := string(doc.Root().Compact())
	f := form.New(schema, d)
	f.Load(doc)
	text, problems := f.JSON()
	if string(text) != want || len(problems) > 0 {
		t.Fatalf("form of %s\nloaded %s\nsends  %s\nproblems %+v", schema.Source(), want, text, problems)
	}
	fresh := form.New(schema, d)
	fresh.Decode(shown(f))
	text, problems = fresh.JSON()
	if string(text) != want || len(problems) > 0 {
		t.Fatalf("form of %s\nloaded %s\nposted %s\nsends  %s\nproblems %+v", schema.Source(), want, shown(f), text, problems)
	}
	fresh.Decode(shown(fresh)) // and once more, onto the form itself
	if text, _ = fresh.JSON(); string(text) != want {
		t.Fatalf("form of %s\nloaded %s\nposted twice %s\nsends  %s", schema.Source(), want, shown(f), text)
	}
}

// Ensure that any value goes through the form of any tool unchanged, on the
// server and through the page.
func TestRoundTripCorpus(t *testing.T) {
	for i, s := range corpus(t) {
		if i%thin != 0 {
			continue
		}
		r := random{rand.New(rand.NewPCG(1, uint64(i)))}
		for range 2 {
			roundTrip(t, s.doc, s.dialect, r.near(s.doc.Root(), s.doc.Root(), 0))
			roundTrip(t, s.doc, s.dialect, r.value(0))
		}
	}
}

// random makes JSON texts.
type random struct{ *rand.Rand }

var oddScalars = []string{
	`null`, `true`, `false`, `""`, `"null"`, `"a"`, `"a\r\nb"`, `"\u0041\ud800"`, `"\ud83d\ude00😀"`, `"\/"`, `"\u0000"`, `"<b>"`, `" "`, `"\n"`,
	`0`, `-0`, `1.0`, `1e400`, `1E+2`, `9007199254740993`, `0.10`, `-12345678901234567890.5`,
}

var oddNames = []string{`"a"`, `"b"`, `"a\u0062"`, `"a/b"`, `"~"`, `""`, `"\ud800"`, `"\n"`, `"\u0000"`, `"x"`, `"0"`, `"\u0061"`, `"title"`}

// value makes any JSON value.
func (r random) value(depth int) string {
	kind := r.IntN(10)
	switch {
	case depth < 4 && kind < 2:
		return r.list("[", "]", func() string { return r.value(depth + 1) })
	case depth < 4 && (kind < 5 || depth == 0 && kind < 9):
		return r.list("{", "}", func() string {
			return oddNames[r.IntN(len(oddNames))] + r.space() + ":" + r.space() + r.value(depth+1)
		})
	}
	return oddScalars[r.IntN(len(oddScalars))]
}

func (r random) list(open, shut string, elem func() string) string {
	var elems []string
	for range r.IntN(5) {
		elems = append(elems, r.space()+elem())
	}
	return open + strings.Join(elems, ",") + r.space() + shut
}

func (r random) space() string { return [...]string{"", "", "", " ", "\n\t"}[r.IntN(5)] }

// near makes a value that mostly follows a schema and sometimes does not.
func (r random) near(root, schema jsondoc.Node, depth int) string {
	if ref := schema.Get("$ref"); ref.Exists() {
		schema, _ = root.Follow(jsondoc.Pointer(strings.TrimPrefix(ref.Text(), "#")))
	}
	for _, k := range []string{"anyOf", "oneOf"} {
		if n := schema.Get(k); n.Len() > 0 && r.IntN(8) > 0 {
			schema = n.Elem(r.IntN(n.Len()))
		}
	}
	if depth > 5 || !schema.Exists() || depth > 0 && r.IntN(12) == 0 {
		return r.value(depth)
	}
	if e := schema.Get("enum"); e.Len() > 0 {
		return string(e.Elem(r.IntN(e.Len())).Raw())
	}
	switch kind := schema.Get("type"); {
	case schema.Get("properties").Len() > 0:
		return r.members(root, schema, depth)
	case kind.Is("array"):
		return r.list("[", "]", func() string { return r.near(root, schema.Get("items"), depth+1) })
	case kind.Is("string"):
		return [...]string{`"x"`, `"y\nz"`, `"2026-01-31"`, `"\u0041"`}[r.IntN(4)]
	case kind.Is("number"), kind.Is("integer"):
		return [...]string{`1`, `2.50`, `1e3`, `9007199254740993`}[r.IntN(4)]
	case kind.Is("object"):
		return r.list("{", "}", func() string {
			return fmt.Sprintf(`"k%d":%s`, r.IntN(1000), r.near(root, schema.Get("additionalProperties"), depth+1))
		})
	}
	return r.value(depth)
}

func (r random) members(root, schema jsondoc.Node, depth int) string {
	var members []string
	for k, v := range schema.Get("properties").Members() {
		if r.IntN(3) > 0 {
			members = append(members, string(k.Raw())+r.space()+":"+r.near(root, v, depth+1))
		}
	}
	if r.IntN(4) == 0 {
		members = append(members, oddNames[r.IntN(len(oddNames))]+":"+r.value(depth+1))
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ", ") + "}"
}
