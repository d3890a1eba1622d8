package repair_test

import (
	"testing"

	"mcploupe/inspector/repair"
)

// Texts in the styles that are met: on one line with and without spaces, with two
// and four spaces and tabs, and one that follows no style.
var styles = map[string]string{
	"compact": `{"a":{"b":[1,2.0,"x"],"c":null},"d":{}}`,
	"spaced":  `{"a": {"b": [1, 2.0, "x"], "c": null}, "d": {}}`,
	"two":     "{\n  \"a\": {\n    \"b\": [\n      1,\n      2.0,\n      \"x\"\n    ],\n    \"c\": null\n  },\n  \"d\": {}\n}",
	"tabs":    "{\n\t\"a\": {\n\t\t\"b\": [1, 2.0, \"x\"],\n\t\t\"c\": null\n\t},\n\t\"d\": {}\n}",
	"inside":  "{\n      \"a\": {\n        \"b\": [1, 2.0, \"x\"],\n        \"c\": null\n      },\n      \"d\": {}\n    }",
	"odd":     "{ \"a\" :{\"b\":[ 1 ,2.0, \"x\" ]\n,\"c\":null} ,\t\"d\" : {} }",
}

func TestUnchangedIsPrintedToTheLetter(t *testing.T) {
	for name, text := range styles {
		for _, open := range []bool{false, true} {
			got, err := repair.Reprint(text, open)
			if err != nil || got != text {
				t.Errorf("%s, opened %v: %v\n%s\n%s", name, open, err, text, got)
			}
		}
	}
}

func TestChangesKeepTheStyle(t *testing.T) {
	tests := []struct {
		name   string
		change func(repair.Edit)
		want   map[string]string
	}{
		{"add a member", func(e repair.Edit) { e.Get("a").Set("n", `{"x":[1]}`) }, map[string]string{
			"compact": `{"a":{"b":[1,2.0,"x"],"c":null,"n":{"x":[1]}},"d":{}}`,
			"spaced":  `{"a": {"b": [1, 2.0, "x"], "c": null, "n": {"x": [1]}}, "d": {}}`,
			"two":     "{\n  \"a\": {\n    \"b\": [\n      1,\n      2.0,\n      \"x\"\n    ],\n    \"c\": null,\n    \"n\": {\n      \"x\": [\n        1\n      ]\n    }\n  },\n  \"d\": {}\n}",
			"tabs":    "{\n\t\"a\": {\n\t\t\"b\": [1, 2.0, \"x\"],\n\t\t\"c\": null,\n\t\t\"n\": {\n\t\t\t\"x\": [1]\n\t\t}\n\t},\n\t\"d\": {}\n}",
			"inside":  "{\n      \"a\": {\n        \"b\": [1, 2.0, \"x\"],\n        \"c\": null,\n        \"n\": {\n          \"x\": [1]\n        }\n      },\n      \"d\": {}\n    }",
			"odd":     "{ \"a\" :{\"b\":[ 1 ,2.0, \"x\" ]\n,\"c\":null,\"n\":{\"x\":[1]}} ,\t\"d\" : {} }",
		}},
		{"drop the last member", func(e repair.Edit) { e.Drop("d") }, map[string]string{
			"compact": `{"a":{"b":[1,2.0,"x"],"c":null}}`,
			"two":     "{\n  \"a\": {\n    \"b\": [\n      1,\n      2.0,\n      \"x\"\n    ],\n    \"c\": null\n  }\n}",
			"odd":     "{ \"a\" :{\"b\":[ 1 ,2.0, \"x\" ]\n,\"c\":null} }",
		}},
		{"drop the first member", func(e repair.Edit) { e.Get("a").Drop("b") }, map[string]string{
			"compact": `{"a":{"c":null},"d":{}}`,
			"spaced":  `{"a": {"c": null}, "d": {}}`,
			"tabs":    "{\n\t\"a\": {\n\t\t\"c\": null\n\t},\n\t\"d\": {}\n}",
		}},
		{"fill an empty object", func(e repair.Edit) { e.Get("d").Set("n", `1`) }, map[string]string{
			"compact": `{"a":{"b":[1,2.0,"x"],"c":null},"d":{"n":1}}`,
			"tabs":    "{\n\t\"a\": {\n\t\t\"b\": [1, 2.0, \"x\"],\n\t\t\"c\": null\n\t},\n\t\"d\": {\n\t\t\"n\": 1\n\t}\n}",
		}},
		{"empty an object", func(e repair.Edit) { e.Get("a").Drop("b"); e.Get("a").Drop("c") }, map[string]string{
			"compact": `{"a":{},"d":{}}`,
			"tabs":    "{\n\t\"a\": {},\n\t\"d\": {}\n}",
		}},
		{"rename", func(e repair.Edit) { e.Rename("d", "e\"") }, map[string]string{
			"spaced": `{"a": {"b": [1, 2.0, "x"], "c": null}, "e\"": {}}`,
		}},
		{"change a scalar", func(e repair.Edit) { e.Get("a").Set("c", `"y"`) }, map[string]string{
			"odd": "{ \"a\" :{\"b\":[ 1 ,2.0, \"x\" ]\n,\"c\":\"y\"} ,\t\"d\" : {} }",
		}},
		{"add an element", func(e repair.Edit) { e.Get("a").Get("b").Add(`null`) }, map[string]string{
			"compact": `{"a":{"b":[1,2.0,"x",null],"c":null},"d":{}}`,
			"two":     "{\n  \"a\": {\n    \"b\": [\n      1,\n      2.0,\n      \"x\",\n      null\n    ],\n    \"c\": null\n  },\n  \"d\": {}\n}",
		}},
		{"remove an element", func(e repair.Edit) { e.Get("a").Get("b").Remove(0) }, map[string]string{
			"spaced": `{"a": {"b": [2.0, "x"], "c": null}, "d": {}}`,
		}},
		{"move deeper", func(e repair.Edit) { e.Wrap("a", "allOf") }, map[string]string{
			"compact": `{"a":{"allOf":[{"b":[1,2.0,"x"],"c":null}]},"d":{}}`,
			"tabs":    "{\n\t\"a\": {\n\t\t\"allOf\": [\n\t\t\t{\n\t\t\t\t\"b\": [1, 2.0, \"x\"],\n\t\t\t\t\"c\": null\n\t\t\t}\n\t\t]\n\t},\n\t\"d\": {}\n}",
			"inside":  "{\n      \"a\": {\n        \"allOf\": [\n          {\n            \"b\": [1, 2.0, \"x\"],\n            \"c\": null\n          }\n        ]\n      },\n      \"d\": {}\n    }",
		}},
		{"move up", func(e repair.Edit) { e.Get("a").Move("b", e, "b") }, map[string]string{
			"compact": `{"a":{"c":null},"d":{},"b":[1,2.0,"x"]}`,
			"two":     "{\n  \"a\": {\n    \"c\": null\n  },\n  \"d\": {},\n  \"b\": [\n    1,\n    2.0,\n    \"x\"\n  ]\n}",
		}},
	}
	for _, test := range tests {
		for name, want := range test.want {
			got, err := repair.Print(styles[name], test.change)
			if err != nil || got != want {
				t.Errorf("%s, %s: %v\n got %s\nwant %s", test.name, name, err, got, want)
			}
		}
	}
}
