package refusal

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func pointers(e Explanation) []string {
	var at []string
	for _, p := range e.Problems {
		at = append(at, string(p.Pointer))
	}
	return at
}

// What is known of the tool settles what the text leaves open.
func TestProperties(t *testing.T) {
	tests := []struct {
		name, text, args string
		properties       []string
		want             []string
	}{
		{"a word is a field", "Platform must be a non-empty string", `{}`, []string{"platform"}, []string{"/platform"}},
		{"words are a field", "Icon name must be a non-empty string", `{}`, []string{"icon_name", "style"}, []string{"/icon_name"}},
		{"words could be two fields", "Icon name must be a non-empty string", `{}`, []string{"icon_name", "iconName"}, nil},
		{"a word is none", "path must be absolute", `{"file_path": "x"}`, []string{"file_path"}, nil},
		{"a word is one, without knowing", "path must be absolute", `{"path": "x"}`, nil, []string{"/path"}},
		{"missing further down", "missing field `lng`", `{"name": "x", "point": {"lat": 1}}`, []string{"name", "point"}, []string{"/point/lng"}},
		{"missing in one of several", "missing field `size`", `{"rows": [{}, {}]}`, []string{"rows"}, nil},
		{"unexpected further down", "unknown field `colour`, expected `size`", `{"rows": [{"colour": 1}]}`, []string{"rows"}, []string{"/rows/0/colour"}},
		{"unexpected here", "unknown field `colour`, expected `size`", `{"colour": 1}`, []string{"size"}, []string{"/colour"}},
		{"of no field", "duration must be a string", `{}`, []string{"name"}, nil},
		{"a library's own name", `The "path" argument must be of type string. Received undefined`, `{}`, []string{"path"}, []string{"/path"}},
		{"a parameter as .NET names it", "Value cannot be null. (Parameter 'resourceGroup')", `{}`, []string{"resourceGroup"}, []string{"/resourceGroup"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := ExplainWith(toolError(test.text), Hint{Arguments: []byte(test.args), Properties: test.properties})
			if diff := cmp.Diff(test.want, pointers(e)); diff != "" {
				t.Errorf("pointers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	tests := []struct {
		name  string
		style style
		in    string
		want  []string // nil: not such a path
	}{
		{"dots", dotted, "a.0.b", []string{"a", "0", "b"}},
		{"brackets", dotted, `a[0]["x y"].b['c.d']`, []string{"a", "0", "x y", "b", "c.d"}},
		{"JSONPath", dotted, "$.a[0]", []string{"a", "0"}},
		{"JSONPath, quoted", dotted, "$['a']", []string{"a"}},
		{"the root", dotted, "$", []string{}},
		{"a name with a dollar", dotted, "$filter", []string{"$filter"}},
		{"a hole", dotted, "a..b", nil},
		{"an open bracket", dotted, "a[0", nil},
		{"pointer", slashed, "/a~1b/~0/0", []string{"a/b", "~", "0"}},
		{"fragment", slashed, "#/a", []string{"a"}},
		{"pointer to the root", slashed, "/", []string{}},
		{"no pointer", slashed, "a/b", nil},
		{"subscripts", brackets, "data['a'][0]", []string{"a", "0"}},
		{"reference chain", brackets, `Order["lines"]->java.util.ArrayList[0]->Line["sku"]`, []string{"lines", "0", "sku"}},
		{"arrows", arrows, "a -> 0 -> b", []string{"a", "0", "b"}},
		{"msgspec's any key", msgspecPath, "a.b[...]", []string{"a", "b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := test.style(test.in)
			if ok != (test.want != nil) || ok && !slices.Equal(got, test.want) {
				t.Errorf("%q: %q, %t; want %q", test.in, got, ok, test.want)
			}
		})
	}
}

func TestPydanticLoc(t *testing.T) {
	for in, want := range map[string][]string{
		"a.0.b":                            {"a", "0", "b"},
		"a.`b.c`.d":                        {"a", "b.c", "d"},
		"a.list[dict[str,a.b]].0":          {"a", "list[dict[str,a.b]]", "0"},
		"a.function-wrap[fn.<lambda>()].b": {"a", "function-wrap[fn.<lambda>()]", "b"},
		"rows -> 0 -> size":                {"rows", "0", "size"},
	} {
		if diff := cmp.Diff(want, pydanticLoc(in)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", in, diff)
		}
	}
}

func TestListed(t *testing.T) {
	for in, want := range map[string][]string{
		`a, b and c`:      {"a", "b", "c"},
		`['a', "b"]`:      {"a", "b"},
		`"a" "b"`:         {"a", "b"},
		`[a, b]`:          {"a", "b"},
		`:a, :b`:          {"a", "b"},
		`--a-b, --c`:      {"a-b", "c"},
		"`a`, `b` or `c`": {"a", "b", "c"},
		`tags[1]`:         {"tags[1]"},
		`a.`:              {"a"},
	} {
		if diff := cmp.Diff(want, listed(in)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", in, diff)
		}
	}
}

func TestPythonToJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{'a': None, 'b': (True, False), 3: "it's"}`:                 `{"a":null,"b":[true,false],"3":"it's"}`,
		`[{'e': ValueError('x, y'), 't': <class 'int'>, 'f': -1.5}]`: `[{"e":"ValueError('x, y')","t":"<class 'int'>","f":-1.5}]`,
		`{'a': 'x\n\'y\''}`: `{"a":"x\n'y'"}`,
		`{'a' 'b'}`:         "",
		`{'a': 'b'`:         "",
		`['a', ]`:           `["a"]`,
	} {
		got, ok := pythonToJSON(in)
		if ok != (want != "") || ok && string(got) != want {
			t.Errorf("%s: %s, %t; want %s", in, got, ok, want)
		}
	}
}

func TestEnvelopes(t *testing.T) {
	tests := []struct {
		name, response string
		want           Outcome
		text           string
	}{
		{"result", `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, OK, ""},
		{"error result", `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"a"},{"type":"image","data":""},{"type":"text","text":"b"}]}}`, ToolError, "a\nb"},
		{"bare result", `{"content":[{"type":"text","text":"a"}],"isError":true}`, ToolError, "a"},
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"a"}}`, ProtocolError, "a"},
		{"bare error", `{"code":-32602,"message":"a"}`, ProtocolError, "a"},
		{"error that is a string", `{"jsonrpc":"2.0","id":1,"error":"a"}`, ProtocolError, "a"},
		{"error without a message", `{"error":{"code":1e400}}`, ProtocolError, ""},
		{"isError that is no boolean", `{"result":{"isError":"true","content":[]}}`, OK, ""},
		{"an array", `[]`, Unreadable, `[]`},
		{"nothing", ``, Unreadable, ``},
		{"a request", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, Unreadable, `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := Explain([]byte(test.response))
			if e.Outcome != test.want || e.Text != test.text {
				t.Errorf("%q, %q; want %q, %q", e.Outcome, e.Text, test.want, test.text)
			}
			if (e.Why != "") != (e.Outcome == Unreadable) {
				t.Errorf("outcome %q because of %q", e.Outcome, e.Why)
			}
		})
	}
}
