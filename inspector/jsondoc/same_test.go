package jsondoc_test

import (
	"testing"

	"mcploupe/inspector/jsondoc"
)

func TestDifference(t *testing.T) {
	for _, test := range []struct {
		a, b   string
		at     jsondoc.Pointer
		differ bool
	}{
		{`{"a":1,"b":[1,2]}`, ` { "b" : [ 1.0, 2e0 ], "a" : 10e-1 } `, "", false},
		{`"a\u0062"`, `"ab"`, "", false},
		{`"\ud800"`, `"\ud800"`, "", false},
		{`"\ud800"`, `"\udfff"`, "", true},
		{`null`, `false`, "", true},
		{`{"a":null}`, `{}`, "/a", true},
		{`{}`, `{"a/b":null}`, "/a~1b", true},
		{`{"a":[1,{"b":2}]}`, `{"a":[1,{"b":3}]}`, "/a/1/b", true},
		{`[1]`, `[1,2]`, "/1", true},
		{`[1,2]`, `[1]`, "/1", true},
		{`{"a":1,"a":2}`, `{"a":2}`, "", false},
		{`9007199254740993`, `9007199254740992`, "", true},
		{`9007199254740993`, `9007199254740993.000`, "", false},
		{`1e400`, `10E+399`, "", false},
		{`-0`, `0.0e5`, "", false},
		{`-1`, `1`, "", true},
		{`0.001`, `1e-3`, "", false},
		{`1e99999999999999999999`, `1e99999999999999999999`, "", false},
		{`1e99999999999999999999`, `1e99999999999999999998`, "", true},
		{`1`, `"1"`, "", true},
	} {
		a, err := jsondoc.Parse([]byte(test.a))
		if err != nil {
			t.Fatal(err)
		}
		b, err := jsondoc.Parse([]byte(test.b))
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]jsondoc.Node{{a.Root(), b.Root()}, {b.Root(), a.Root()}} {
			if at, differ := jsondoc.Difference(pair[0], pair[1]); at != test.at || differ != test.differ {
				t.Errorf("%s and %s: %q %v, want %q %v", pair[0].Raw(), pair[1].Raw(), at, differ, test.at, test.differ)
			}
		}
	}
}
