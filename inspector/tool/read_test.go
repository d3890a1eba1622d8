package tool

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOneBadToolHidesNoOther puts every broken entry between two good ones.
func TestOneBadToolHidesNoOther(t *testing.T) {
	for _, bad := range []string{
		`null`, `7`, `"tool"`, `[]`, `true`, `{}`, `{"name":null}`, `{"name":"x"}`, `{"name":"x","inputSchema":true}`,
		`{"name":"x","inputSchema":"{}"}`, `{"name":["x"],"inputSchema":{"type":"object"}}`,
		`{"name":"x","inputSchema":{"type":"object","properties":{"a":{"pattern":"(["}}},"description":{}}`,
	} {
		page := `{"tools":[{"name":"first","inputSchema":{"type":"object"}},` + bad + `,{"name":"last","title":"L","inputSchema":{"type":"object"}}]}`
		s := Read([][]byte{[]byte(page)}, "2025-06-18")
		if len(s.Tools) != 3 {
			t.Fatalf("%s: %d tools, want 3", bad, len(s.Tools))
		}
		first, mid, last := s.Tools[0], s.Tools[1], s.Tools[2]
		if first.Name != "first" || last.Title != "L" || len(first.Findings)+len(last.Findings) != 0 {
			t.Errorf("%s: the others suffer: %+v %+v", bad, first.Findings, last.Findings)
		}
		if string(mid.Raw) != bad {
			t.Errorf("raw = %s, want %s", mid.Raw, bad)
		}
		if len(mid.Findings) == 0 {
			t.Errorf("%s has no findings", bad)
		}
	}
}

func TestReadKeepsBytesAndPages(t *testing.T) {
	one := []byte("{\"tools\" : [ {\"name\":\"a\", \"name\":\"b\",\r\n \"inputSchema\":{\"type\":\"object\",\"maximum\":1e400 } } ],\"nextCursor\":\"\"}")
	two := []byte(`{"tools":[{"inputSchema":{"type":"object"},"x":1.0,"\ud800":2,"name":"\u0063"}]}`)
	s := Read([][]byte{one, two}, "")
	if len(s.Tools) != 2 || len(s.Findings) != 0 {
		t.Fatalf("tools %d, findings %v", len(s.Tools), s.Findings)
	}
	for i, want := range []string{"b", "c"} { // of two names the last counts, as in every decoder
		got := s.Tools[i]
		if got.Name != want || got.Index != i || got.Page != i {
			t.Errorf("tool %d: name %q index %d page %d", i, got.Name, got.Index, got.Page)
		}
		if !bytes.Contains(s.Pages[i], got.Raw) {
			t.Errorf("tool %d: raw is not in its page", i)
		}
	}
	if got := string(s.Tools[0].Input.Doc.Source()); got != `{"type":"object","maximum":1e400 }` {
		t.Errorf("schema = %s", got)
	}
	if diff := cmp.Diff([]string{"x", "\ufffd"}, s.Tools[1].Unknown); diff != "" {
		t.Errorf("unknown members (-want +got):\n%s", diff)
	}
	if s.Tools[0].Hash == s.Tools[1].Hash || len(s.Tools[0].Hash) != 64 {
		t.Errorf("hashes: %s %s", s.Tools[0].Hash, s.Tools[1].Hash)
	}
}

func TestAnnotations(t *testing.T) {
	read := func(annotations string) Annotations {
		return Read([][]byte{[]byte(`{"tools":[{"name":"a","inputSchema":{"type":"object"}` + annotations + `}]}`)}, "").Tools[0].Annotations
	}
	absent := read(``)
	if absent.Present || absent.ReadOnly != (Hint{}) || absent.Destructive != (Hint{Value: true}) || absent.Idempotent != (Hint{}) || absent.OpenWorld != (Hint{Value: true}) {
		t.Errorf("absent: %+v", absent)
	}
	sent := read(`,"annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":null,"title":"T"}`)
	if !sent.Present || sent.ReadOnly != (Hint{Present: true}) || sent.Destructive != (Hint{Present: true}) || sent.OpenWorld != (Hint{Value: true}) || sent.Title != "T" {
		t.Errorf("sent: %+v", sent)
	}
	if got := string(sent.Node.Raw()); !strings.HasPrefix(got, `{"readOnlyHint":false`) {
		t.Errorf("raw = %s", got)
	}
}

func TestDisplayName(t *testing.T) {
	for members, want := range map[string]string{
		`"name":"n","title":"t","annotations":{"title":"a"}`: "t",
		`"name":"n","annotations":{"title":"a"}`:             "a",
		`"name":"n","title":null`:                            "n",
		`"title":"","description":"d"`:                       "#1",
	} {
		s := Read([][]byte{[]byte(`{"tools":[{` + members + `}]}`)}, "")
		if got := s.Tools[0].DisplayName(); got != want {
			t.Errorf("{%s}: %q, want %q", members, got, want)
		}
	}
}

// TestNoUntrustedFlood checks that messages stay short whatever a server sends.
func TestNoUntrustedFlood(t *testing.T) {
	long := strings.Repeat("é", 5000)
	page := fmt.Sprintf(`{"tools":[{"name":%q,"description":[%q],"inputSchema":%q},{"name":%q}]}`, long, long, long, long)
	for _, tl := range Read([][]byte{[]byte(page)}, "").Tools {
		for _, f := range tl.Findings {
			if len(f.Message) > 400 || strings.ContainsRune(f.Message, '\ufffd') {
				t.Errorf("%s: %d bytes: %.80s", f.Rule, len(f.Message), f.Message)
			}
		}
	}
}

func BenchmarkRead20MB(b *testing.B) {
	page := bigPage(20 << 20)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		Read([][]byte{page}, "2025-06-18")
	}
}

// bigPage makes a list of about n bytes.
func bigPage(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"tool_%d","description":"Does the thing number %d.","inputSchema":{"type":"object","properties":{"a":{"type":"string","description":"the first"},"b":{"type":"array","items":{"type":"number","minimum":0.5}},"c":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},"required":["a"]}}`, i, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}
