package diff

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/jsondoc"
)

// invariants checks what holds for any two documents: each side reads as its
// canonical print, and the rows say of themselves what is true.
func invariants(t testing.TB, l, r *jsondoc.Document, res *Result) {
	t.Helper()
	for name, c := range map[string]struct {
		doc  *jsondoc.Document
		side func(*Row) *Side
	}{
		"left":  {l, func(r *Row) *Side { return &r.Left }},
		"right": {r, func(r *Row) *Side { return &r.Right }},
	} {
		var b strings.Builder
		number := 0
		// Of duplicate names a pointer means the last; and following pointers into
		// a long array takes its time.
		unique := len(c.doc.Issues()) == 0 && c.doc.Len() < 5000
		for i := range res.Rows {
			s := c.side(&res.Rows[i])
			if !s.Exists() {
				continue
			}
			if number++; s.Number != number {
				t.Fatalf("%s: line %d has number %d", name, number, s.Number)
			}
			if number > 1 {
				b.WriteByte('\n')
			}
			b.WriteString(strings.Repeat(jsondoc.Indent, s.Depth) + s.Text)
			checkSide(t, name, c.doc, s, unique)
		}
		if want := c.doc.Root().Pretty(); b.String() != want {
			t.Fatalf("%s is not the print:\n%s", name, cmp.Diff(want, b.String()))
		}
	}
	changed := 0
	for _, row := range res.Rows {
		checkRow(t, row)
		if row.Op != Same {
			changed++
		}
	}
	if changed != res.Changed {
		t.Fatalf("%d rows changed, the result says %d", changed, res.Changed)
	}
}

func checkSide(t testing.TB, name string, doc *jsondoc.Document, s *Side, unique bool) {
	t.Helper()
	n, err := doc.At(s.Pointer)
	if unique && err != nil {
		t.Fatalf("%s line %d: %v", name, s.Number, err)
	}
	if raw := string(n.Raw()); unique && n.Kind() != jsondoc.Array && n.Kind() != jsondoc.Object && !strings.HasSuffix(strings.TrimSuffix(s.Text, ","), raw) {
		t.Fatalf("%s line %d: %s is %s, the line is %s", name, s.Number, s.Pointer, raw, s.Text)
	}
	end := -1
	for _, m := range s.Marks {
		if m.Start <= end || m.End <= m.Start || m.End > len(s.Text) {
			t.Fatalf("%s line %d: marks %v of %q", name, s.Number, s.Marks, s.Text)
		}
		end = m.End
	}
}

func checkRow(t testing.TB, row Row) {
	t.Helper()
	l, r := row.Left.Exists(), row.Right.Exists()
	marks := len(row.Left.Marks) + len(row.Right.Marks)
	switch row.Op {
	case Same:
		if marks > 0 || !l && !r {
			t.Fatalf("a row that is the same: %+v", row)
		}
		if l && r && row.Left.Text != row.Right.Text && strings.TrimSuffix(row.Left.Text, ",") != strings.TrimSuffix(row.Right.Text, ",") && !brackets(row) {
			t.Fatalf("not the same: %q %q", row.Left.Text, row.Right.Text)
		}
	case Changed:
		if !l || !r || marks == 0 {
			t.Fatalf("a changed row: %+v", row)
		}
	case Removed:
		if !l || r {
			t.Fatalf("a removed row: %+v", row)
		}
	case Added:
		if l || !r {
			t.Fatalf("an added row: %+v", row)
		}
	}
	if !slices.IsSorted(row.Notes) || len(slices.Compact(slices.Clone(row.Notes))) != len(row.Notes) {
		t.Fatalf("notes %v", row.Notes)
	}
}

// brackets reports whether one side opens a container that the other side shows
// on one line.
func brackets(row Row) bool {
	opens := func(s string) bool { return strings.HasSuffix(s, "[") || strings.HasSuffix(s, "{") }
	return opens(row.Left.Text) != opens(row.Right.Text)
}

// TestRandom compares random documents with mutations of themselves, with links
// that are right, wrong and nonsense.
func TestRandom(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		g := &generator{rand.New(rand.NewPCG(uint64(seed), 7))}
		tree := g.value(4)
		left := g.print(tree)
		right := g.print(g.mutate(tree, 4))
		l, r := parse(t, left), parse(t, right)
		links := g.links(l, r)
		res := Compare(l, r, links)
		invariants(t, l, r, res)
		if same := string(l.Root().Compact()) == string(r.Root().Compact()); same && len(links) == 0 && res.Changed > 0 {
			t.Fatalf("seed %d: equal documents differ:\n%s", seed, render(res))
		} else if !same && res.Changed == 0 {
			t.Fatalf("seed %d: a difference is not shown:\n%s\n%s", seed, left, right)
		}
		for _, context := range []int{-1, 0, 1, 3} {
			checkHunks(t, res, context)
		}
	}
}

// generator makes trees: a map's order matters, so an object is a list of pairs.
type generator struct{ *rand.Rand }

type member struct {
	name  string
	value any
}

func (g *generator) value(depth int) any {
	switch k := g.IntN(8); {
	case depth > 0 && k < 3:
		obj := make([]member, g.IntN(5))
		for i := range obj {
			obj[i] = member{g.name(), g.value(depth - 1)}
		}
		return obj
	case depth > 0 && k < 5:
		list := make([]any, g.IntN(5))
		for i := range list {
			list[i] = g.value(depth - 1)
		}
		return list
	}
	return g.scalar()
}

func (g *generator) name() string {
	return []string{"items", "type", "a/b", "x~y", "ü", "definitions", "a name that is so long that it moves arrays to lines of their own"}[g.IntN(7)]
}

func (g *generator) scalar() any {
	return []any{"string", "a much longer text with several words in it, so that words are marked and not the whole", "a much longer text with many words in it, so that words are marked and not the whole", json.Number("1.0"), json.Number("1"), true, nil, "[}\",:"}[g.IntN(8)]
}

func (g *generator) mutate(v any, depth int) any {
	if g.IntN(6) == 0 {
		return g.value(depth)
	}
	switch v := v.(type) {
	case []member:
		out := slices.Clone(v)
		for i := range out {
			if g.IntN(5) == 0 {
				out[i].name = g.name()
			}
			out[i].value = g.mutate(out[i].value, depth-1)
		}
		if g.IntN(3) == 0 {
			g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		}
		if g.IntN(4) == 0 {
			out = append(out, member{g.name(), g.value(depth - 1)})
		}
		return out
	case []any:
		out := []any{}
		for _, e := range v {
			if g.IntN(6) > 0 {
				out = append(out, g.mutate(e, depth-1))
			}
			if g.IntN(6) == 0 {
				out = append(out, g.value(depth-1))
			}
		}
		return out
	}
	return v
}

func (g *generator) print(v any) string {
	switch v := v.(type) {
	case []member:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = jsondoc.Quote(m.name) + ":" + g.print(m.value)
		}
		return "{" + strings.Join(parts, " , ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = g.print(e)
		}
		return "[" + strings.Join(parts, ",\n") + "]"
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func (g *generator) links(l, r *jsondoc.Document) []Link {
	pointer := func(d *jsondoc.Document) jsondoc.Pointer {
		if g.IntN(5) == 0 {
			return "/no/where"
		}
		return d.Node(g.IntN(d.Len())).Pointer()
	}
	var out []Link
	for n := range g.IntN(4) {
		out = append(out, Link{From: pointer(l), To: pointer(r), Note: n, New: g.IntN(4) == 0, Gone: g.IntN(4) == 0})
	}
	return out
}

func checkHunks(t *testing.T, res *Result, context int) {
	t.Helper()
	at := 0
	for i, h := range res.Hunks(context) {
		if h.Start != at || h.End <= h.Start {
			t.Fatalf("context %d: hunk %d is %+v after %d", context, i, h, at)
		}
		at = h.End
		for _, row := range res.Rows[h.Start:h.End] {
			if h.Folded && (row.Op != Same || len(row.Notes) > 0) {
				t.Fatalf("context %d: a difference is folded away", context)
			}
		}
	}
	if at != len(res.Rows) {
		t.Fatalf("context %d: hunks end at %d of %d", context, at, len(res.Rows))
	}
}

func TestHunks(t *testing.T) {
	rows := make([]Row, 20)
	rows[9].Op = Changed
	rows[19].Notes = []int{1}
	res := &Result{Rows: rows}
	for context, want := range map[int][]Hunk{
		0:  {{true, 0, 9}, {false, 9, 10}, {true, 10, 19}, {false, 19, 20}},
		3:  {{true, 0, 6}, {false, 6, 13}, {true, 13, 16}, {false, 16, 20}},
		4:  {{true, 0, 5}, {false, 5, 20}},
		-1: {{false, 0, 20}},
	} {
		if diff := cmp.Diff(want, res.Hunks(context)); diff != "" {
			t.Errorf("context %d (-want +got):\n%s", context, diff)
		}
	}
	if got := (&Result{Rows: make([]Row, 5)}).Hunks(3); len(got) != 1 || !got[0].Folded {
		t.Errorf("nothing differs: %+v", got)
	}
}

func TestNilDocuments(t *testing.T) {
	doc := parse(t, `{"a":1}`)
	if res := Compare(nil, doc, []Link{{To: "/a", New: true, Note: 1}, {From: "/a", Gone: true, Note: 2}}); len(res.Rows) != 3 || res.Changed != 3 || res.Rows[1].Notes[0] != 1 {
		t.Errorf("nothing on the left: %+v", res)
	}
	if res := Compare(doc, nil, nil); len(res.Rows) != 3 || res.Rows[0].Op != Removed {
		t.Errorf("nothing on the right: %+v", res)
	}
	if res := Compare(nil, nil, nil); len(res.Rows) != 0 {
		t.Errorf("nothing: %+v", res)
	}
}

// TestConversions compares real inputs of conversions with what they become.
func TestConversions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "convert-cases"), "*.json"))
	compared := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, string(data)).Root()
		in, out := root.Get("input"), root.Get("expected")
		if !in.Exists() || !out.Exists() {
			continue
		}
		compared++
		l, r := parse(t, string(in.Raw())), parse(t, string(out.Raw()))
		invariants(t, l, r, Compare(l, r, nil))
	}
	if compared == 0 {
		t.Errorf("none of %d files has an input and an expected form", len(files))
	}
}

// TestSpeed: 20,000 lines of which some differ, with a thousand links, take
// less than 50 ms on an idle machine; the test allows for a busy one.
func TestSpeed(t *testing.T) {
	l, r, links := large(t, 20_000)
	best := time.Hour
	for range 5 {
		start := time.Now()
		res := Compare(l, r, links)
		best = min(best, time.Since(start))
		if len(res.Rows) < 20_000 {
			t.Fatalf("%d rows", len(res.Rows))
		}
	}
	t.Logf("20,000 lines in %v", best)
	if best > 500*time.Millisecond {
		t.Errorf("20,000 lines take %v", best)
	}
}

// TestManyElements checks the bound on arrays: unequal ones of 20,000 elements.
// TestDeep checks that pointers of deep values under long names stay bounded.
func TestDeep(t *testing.T) {
	const depth, name = 9_000, 1_000
	open := strings.Repeat(`{"`+strings.Repeat("n", name)+`":`, depth)
	l, r := parse(t, open+"1"+strings.Repeat("}", depth)), parse(t, open+"2"+strings.Repeat("}", depth))
	res := Compare(l, r, nil)
	if res.Changed != 1 || len(res.Rows) != 2*depth+1 {
		t.Errorf("%d rows, %d changed", len(res.Rows), res.Changed)
	}
	for _, row := range res.Rows {
		if n := len(row.Left.Pointer); n > maxPointer {
			t.Fatalf("a pointer of %d bytes", n)
		}
	}
}

func TestManyElements(t *testing.T) {
	list := func(from int) string {
		var b strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&b, ",%d", (i*7919+from)%20_011)
		}
		return "[" + b.String()[1:] + "]"
	}
	l, r := parse(t, list(0)), parse(t, list(3))
	start := time.Now()
	res := Compare(l, r, nil)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	invariants(t, l, r, res)
}

// large makes a schema of about n lines and its conversion.
func large(t testing.TB, n int) (l, r *jsondoc.Document, links []Link) {
	var a, b strings.Builder
	a.WriteString(`{"properties":{`)
	b.WriteString(`{"properties":{`)
	for i := range n / 12 {
		if i > 0 {
			a.WriteByte(',')
			b.WriteByte(',')
		}
		fmt.Fprintf(&a, `"p%d":{"type":"array","description":"Property %d of the tool","items":[{"type":"number","minimum":%d},{"type":"string","enum":["a","b"],"description":"long enough to stand on lines of its own"}],"additionalItems":false}`, i, i, i)
		items, rest := "prefixItems", "items"
		if i%3 > 0 {
			items, rest = "items", "additionalItems"
		} else {
			p := jsondoc.Pointer(fmt.Sprintf("/properties/p%d", i))
			links = append(links, Link{From: p + "/items", To: p + "/prefixItems", Note: len(links) + 1}, Link{From: p + "/additionalItems", To: p + "/items", Note: len(links) + 2})
		}
		fmt.Fprintf(&b, `"p%d":{"type":"array","description":"Property %d of the tool","%s":[{"type":"number","minimum":%d},{"type":"string","enum":["a","b"],"description":"long enough to stand on lines of its own"}],"%s":false}`, i, i, items, i, rest)
	}
	return parse(t, a.String()+"}}"), parse(t, b.String()+"}}"), links
}

func BenchmarkCompare20k(b *testing.B) {
	l, r, links := large(b, 20_000)
	b.ReportAllocs()
	for b.Loop() {
		Compare(l, r, links)
	}
}

func FuzzCompare(f *testing.F) {
	for _, g := range goldens {
		f.Add(g.left, g.right, "/a", "/b")
	}
	f.Fuzz(func(t *testing.T, left, right, from, to string) {
		l, err := jsondoc.Parse([]byte(left))
		if err != nil {
			return
		}
		r, err := jsondoc.Parse([]byte(right))
		if err != nil {
			return
		}
		invariants(t, l, r, Compare(l, r, []Link{{From: jsondoc.Pointer(from), To: jsondoc.Pointer(to), Note: 1}}))
	})
}
