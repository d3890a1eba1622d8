package views

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/diff"
)

// shown is a page of a schema in short: "rows 0-7", "fold 44", "link 44".
func shown(p *schemaPage) []string {
	var out []string
	for _, b := range p.Blocks {
		switch {
		case b.Fold > 0 && b.Open != nil:
			out = append(out, "link "+itoa(b.Fold))
		case b.Fold > 0:
			out = append(out, "fold "+itoa(b.Fold))
		default:
			out = append(out, "rows "+itoa(b.Start)+"-"+itoa(b.Start+len(b.Rows)))
		}
	}
	return out
}

func rowsIn(p *schemaPage) int {
	n := 0
	for _, b := range p.Blocks {
		n += len(b.Rows)
	}
	return n
}

func TestLayOutShort(t *testing.T) {
	p := layOut(sampleWhere(), *sampleTool(t), *sampleSchema(t))
	if diff := cmp.Diff([]string{"rows 0-2", "fold 4", "rows 6-22"}, shown(p)); diff != "" {
		t.Error(diff)
	}
	if p.Prev != nil || p.Next != nil {
		t.Error("a short schema is in one part")
	}
}

// A long schema comes in parts that together hold every open row once, in order.
func TestLayOutLong(t *testing.T) {
	s := longSchema(t, 900)
	open := 0
	for _, h := range s.Hunks {
		if !h.Folded {
			open += h.End - h.Start
		}
	}
	w, seen, next := sampleWhere(), 0, -1
	for range 20 {
		p := layOut(w, Tool{}, *s)
		if n := rowsIn(p); n > maxRows {
			t.Fatalf("%d rows in one part", n)
		}
		for _, b := range p.Blocks {
			if b.Fold == 0 && b.Start < next {
				t.Fatalf("row %d comes after row %d", b.Start, next)
			}
			if b.Fold == 0 {
				next = b.Start + len(b.Rows)
			}
		}
		seen += rowsIn(p)
		if p.Next == nil {
			break
		}
		w = ParseWhere(query(t, p.Next.Href))
	}
	if seen != open {
		t.Errorf("the parts hold %d of %d open rows", seen, open)
	}
}

// A link to a line deep in a fold opens that fold, shows the line and lights it.
func TestLayOutLit(t *testing.T) {
	s := longSchema(t, 900)
	target := s.Rows[2000]
	w := ParseWhere(query(t, sampleWhere().Line(Input, false, target.Left.Pointer)))
	p := layOut(w, Tool{}, *s)
	if p.lit < 0 || s.Rows[p.lit].Left.Pointer != target.Left.Pointer {
		t.Fatalf("row %d is lit", p.lit)
	}
	found := false
	for _, b := range p.Blocks {
		found = found || b.Fold == 0 && p.lit >= b.Start && p.lit < b.Start+len(b.Rows)
	}
	if !found {
		t.Errorf("the lit row %d is not on the page: %v", p.lit, shown(p))
	}
}

// The parts of a long schema explain each change once, beside its row; a change
// at no row comes with the first part.
func TestChangesOfParts(t *testing.T) {
	s := longSchema(t, 900)
	n := 0
	for i := range s.Rows {
		if s.Rows[i].Op != diff.Same {
			n++
			s.Rows[i].Notes = []int{n}
			s.Changes = append(s.Changes, Change{Number: n, To: s.Rows[i].Right.Pointer})
		}
	}
	s.Changes = append(s.Changes, Change{Number: n + 1, Gone: true})
	w, seen := sampleWhere(), map[int]int{}
	for part := 0; ; part++ {
		p := layOut(w, Tool{}, *s)
		list := p.changes(*s)
		if len(list) > maxRows {
			t.Fatalf("%d changes in one part", len(list))
		}
		for _, c := range list {
			seen[c.Number]++
		}
		if part == 0 && list[len(list)-1].Number != n+1 {
			t.Error("the change at no row is not in the first part")
		}
		if p.Next == nil {
			break
		}
		w = ParseWhere(query(t, p.Next.Href))
	}
	for _, c := range s.Changes {
		if seen[c.Number] != 1 {
			t.Errorf("change %d is explained %d times", c.Number, seen[c.Number])
		}
	}
	short := layOut(sampleWhere(), Tool{}, *sampleSchema(t))
	if got := short.changes(*sampleSchema(t)); len(got) != 3 {
		t.Errorf("%d changes of a short schema", len(got))
	}
}

// The parts of a pasted schema are asked for by buttons that send it again.
func TestLayOutPasted(t *testing.T) {
	s := longSchema(t, 900)
	s.Side = Pasted
	p := layOut(Where{From: 240, As: "draft-07"}, Tool{}, *s)
	if diff := cmp.Diff(&step{Pasted: true, Show: "from=480"}, p.Next); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&step{Pasted: true}, p.Prev); diff != "" {
		t.Error(diff)
	}
	for _, b := range p.Blocks {
		if b.Fold > 0 && (b.Open == nil || b.Open.Href != "" || !strings.HasPrefix(b.Open.Show, "unfold=") || b.Open.Hash != "#fold-"+strconv.Itoa(b.Start)) {
			t.Errorf("a fold of %d rows opens by %+v", b.Fold, b.Open)
		}
	}
	got := s.line(Where{As: "draft-07"}, true, "/a b")
	if diff := cmp.Diff(step{Pasted: true, Show: "at=r%2Fa%2520b", Hash: "#r/a%20b"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestLayOutUnfold(t *testing.T) {
	s := longSchema(t, 900)
	p := layOut(sampleWhere(), Tool{}, *s)
	var link block
	for _, b := range p.Blocks {
		if b.Open != nil && b.Start > 0 {
			link = b
			break
		}
	}
	p = layOut(ParseWhere(query(t, link.Open.Href)), Tool{}, *s)
	for _, b := range p.Blocks {
		if b.Fold == 0 && b.Start <= link.Start && link.Start < b.Start+len(b.Rows) {
			return
		}
	}
	t.Errorf("%s does not open row %d: %v", link.Open.Href, link.Start, shown(p))
}

// A value inside a line lights the line, and its own id is there for the fragment.
func TestLineWithoutOwn(t *testing.T) {
	w := sampleWhere()
	w.At = "l/properties/bbox/items/1/type"
	html := render(t, schemaTab(w, *sampleTool(t), *sampleSchema(t)))
	for _, want := range []string{`<a id="l/properties/bbox/items/1/type"></a>`, ` lit" data-n="16"`} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not on the page", want)
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	s := sampleSchema(t)
	s.Rows = append(s.Rows, s.Rows...) // duplicate names give duplicate pointers
	s.Hunks = nil
	html := render(t, schemaTab(sampleWhere(), *sampleTool(t), *s))
	for _, id := range []string{`id="l/properties/title"`, `id="note-1"`} {
		if n := strings.Count(html, id); n != 1 {
			t.Errorf("%s is there %d times", id, n)
		}
	}
}

func TestTokens(t *testing.T) {
	tests := []struct{ line, want string }{
		{`"type": "string",`, `-"type": - s"string" -,-`},
		{`"a": [1, -2.5e3, true, null, "x"],`, `-"a": [- n1 -, - n-2.5e3 -, - ntrue -, - nnull -, - s"x" -],-`},
		{`{ "type": "number" },`, `-{ "type": - s"number" - },-`},
		{`"a\"b": "c\\",`, `-"a\"b": - s"c\\" -,-`},
		{`"unfinished`, `s"unfinished`},
		{`}`, `-}-`},
		{``, ``},
	}
	for _, tt := range tests {
		var got []string
		for _, k := range tokens(tt.line) {
			text := tt.line[k.Start:k.End]
			if k.class == "" {
				got = append(got, "-"+text+"-")
			} else {
				got = append(got, k.class+text)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, s, tt.want)
		}
	}
}

func TestWriteCode(t *testing.T) {
	tests := []struct {
		name, text string
		marks      []diff.Span
		want       string
	}{
		{"a key", `"items": [`, []diff.Span{{Start: 0, End: 7}}, `<mark>&#34;items&#34;</mark>: [`},
		{"a value", `"a": "b"`, []diff.Span{{Start: 5, End: 8}}, `&#34;a&#34;: <mark class="s">&#34;b&#34;</mark>`},
		{"across", `"a": 1,`, []diff.Span{{Start: 0, End: 7}}, `<mark>&#34;a&#34;: </mark><mark class="n">1</mark><mark>,</mark>`},
		{"part of a value", `"abc"`, []diff.Span{{Start: 1, End: 2}, {Start: 3, End: 4}}, `<span class="s">&#34;</span><mark class="s">a</mark><span class="s">b</span><mark class="s">c</mark><span class="s">&#34;</span>`},
		{"out of range", `1`, []diff.Span{{Start: 0, End: 9}}, `<mark class="n">1</mark>`},
		{"markup", `"<b>"`, nil, `<span class="s">&#34;&lt;b&gt;&#34;</span>`},
		{"too long", `"` + strings.Repeat("é", 3000) + `"`, nil, `<span class="s">&#34;` + strings.Repeat("é", 1999) + `</span><em>… 2 kB more</em>`},
	}
	for _, tt := range tests {
		var b strings.Builder
		writeCode(&b, tt.text, tt.marks)
		if b.String() != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, b.String(), tt.want)
		}
	}
}

// Ensure that 20,000 rows cost a page no more than a few hundred.
func BenchmarkSchemaTab(b *testing.B) {
	s := longSchema(b, 4000)
	w := sampleWhere()
	w.At = LineID(false, s.Rows[len(s.Rows)/2].Left.Pointer)
	b.ReportMetric(float64(len(s.Rows)), "rows")
	for b.Loop() {
		var out strings.Builder
		if err := schemaTab(w, Tool{}, *s).Render(b.Context(), &out); err != nil {
			b.Fatal(err)
		}
	}
}
