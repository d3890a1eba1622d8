package wire

import "testing"

func TestCompare(t *testing.T) {
	list := func(pages ...string) *Listing {
		l := &Listing{}
		for _, p := range pages {
			l.Pages = append(l.Pages, []byte(p))
		}
		return l
	}
	const a, b, nameless = `{"name":"a"}`, `{"name":"b"}`, `{"title":"?"}`
	tests := []struct {
		name          string
		before, after *Listing
		want          string
	}{
		{"the same", list(`{"tools":[` + a + `,` + b + `]}`), list(`{"tools":[` + a + `,` + b + `]}`), "nothing has changed"},
		{"added and removed", list(`{"tools":[` + a + `]}`), list(`{"tools":[` + b + `]}`), "1 tool added (b); 1 tool removed (a)"},
		{"changed by a space", list(`{"tools":[` + a + `]}`), list(`{"tools":[{"name": "a"}]}`), "1 tool changed (a)"},
		{"order", list(`{"tools":[` + a + `,` + b + `]}`), list(`{"tools":[` + b + `,` + a + `]}`), "the order has changed"},
		{"an insertion is no other order", list(`{"tools":[` + a + `]}`), list(`{"tools":[` + b + `,` + a + `]}`), "1 tool added (b)"},
		{"pages", list(`{"tools":[`+a+`],"nextCursor":"2"}`, `{"tools":[`+b+`]}`), list(`{"tools":[` + a + `,` + b + `]}`), "the pages have changed around the same tools"},
		{"members beside", list(`{"tools":[` + a + `]}`), list(`{"tools":[` + a + `],"ttlMs":1}`), "the pages have changed around the same tools"},
		{"the second of a name", list(`{"tools":[` + a + `,` + a + `]}`), list(`{"tools":[` + a + `]}`), "1 tool removed (a)"},
		{"no name", list(`{"tools":[` + a + `,` + nameless + `]}`), list(`{"tools":[` + a + `]}`), "1 tool removed (#2)"},
		{"no list", list(`{"tools":null}`), list(`{"tools":[null]}`), "1 tool added (#1)"},
		{"many", list(`{"tools":[1,2,3,4,5,6]}`), list(`{"tools":[]}`), "6 tools removed (#1, #2, #3, #4, #5, …)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.before.Compare(tt.after)
			if got := d.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if d.Same() != (tt.want == "nothing has changed") {
				t.Errorf("Same = %v", d.Same())
			}
		})
	}
}
