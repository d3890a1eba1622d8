package jsondoc_test

import (
	"errors"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

// Ensure that an outline has the top of a text of any depth, to the byte, and
// nothing of what is below.
func TestOutline(t *testing.T) {
	const deep = 20_000
	inner := strings.Repeat(`{"a":[`, deep) + `1` + strings.Repeat(`]}`, deep)
	text := ` {"name": "x", "deep": ` + inner + `, "after": [true, {"b": {"c": 1}}]} {"next": 2}`
	if _, _, err := jsondoc.Prefix([]byte(text)); err == nil {
		t.Fatal("the text is not too deep")
	} else if se := (*jsondoc.SyntaxError)(nil); !errors.As(err, &se) || !se.TooDeep || len(err.Error()) > 400 {
		t.Fatalf("%T, %d bytes", err, len(err.Error()))
	}
	doc, rest, err := jsondoc.Outline([]byte(text), 2)
	if err != nil {
		t.Fatal(err)
	}
	root := doc.Root()
	if string(rest) != ` {"next": 2}` || root.Len() != 3 || root.Get("name").Text() != "x" {
		t.Errorf("rest %q, %d members", rest, root.Len())
	}
	if d := root.Get("deep"); d.Kind() != jsondoc.Object || d.Len() != 1 || string(d.Raw()) != inner {
		t.Errorf("deep: %s of %d members, %d bytes", d.Kind(), d.Len(), len(d.Raw()))
	}
	if a := root.Get("deep").Get("a"); a.Kind() != jsondoc.Array || a.Len() != 0 || a.Elem(0).Exists() {
		t.Errorf("the third level has %d elements", a.Len())
	}
	if a := root.Get("after"); a.Len() != 2 || !a.Elem(0).IsTrue() || a.Elem(1).Len() != 0 || string(a.Elem(1).Raw()) != `{"b": {"c": 1}}` {
		t.Errorf("after: %s", a.Raw())
	}
	for _, bad := range []string{`{"a": [[[}`, `[[[[`, `{"a": [[tru]]}`, strings.Repeat("[", 2_000_000)} {
		if _, _, err := jsondoc.Outline([]byte(bad), 1); err == nil {
			t.Errorf("%.20s… is taken for JSON", bad)
		}
	}
}

// Ensure that a member's name has no elements, as its contract says.
func TestLenOfName(t *testing.T) {
	doc, err := jsondoc.Parse([]byte(`{"a": [1, 2]}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range doc.Root().Members() {
		if name.Len() != 0 || value.Len() != 2 {
			t.Errorf("name %d, value %d", name.Len(), value.Len())
		}
	}
}

func TestPointerShort(t *testing.T) {
	if p := jsondoc.Pointer("/a/b"); p.Short() != "/a/b" {
		t.Error(p.Short())
	}
	p := jsondoc.Pointer(strings.Repeat("/ü", 10_000) + "/end")
	if s := p.Short(); len(s) > 200 || !strings.HasPrefix(s, "/ü/ü") || !strings.HasSuffix(s, "/end") || strings.ToValidUTF8(s, "?") != s {
		t.Error(s)
	}
}
