package validate

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math/big"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
)

// Ensure that there is a row for every kind the library has, so that an upgrade
// that brings a new one is noticed.
func TestRowsAreComplete(t *testing.T) {
	pkg, err := build.Import("github.com/santhosh-tekuri/jsonschema/v6/kind", ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(pkg.Dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source in %s: %v", pkg.Dir, err)
	}
	known := map[string]bool{}
	for typ := range rows {
		known[typ.Elem().Name()] = true
	}
	var found int
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() {
				if found++; !known[spec.Name.Name] {
					t.Errorf("no row for kind.%s", spec.Name.Name)
				}
			}
			return true
		})
	}
	if found != len(rows) || found < 39 {
		t.Errorf("the library has %d kinds, there are %d rows", found, len(rows))
	}
}

// Ensure that the kinds that no schema of ours brings about, and numbers that
// stand in no document of ours, have words too.
func TestWordsWithoutSource(t *testing.T) {
	doc, err := jsondoc.Parse([]byte(`"x"`))
	if err != nil {
		t.Fatal(err)
	}
	s := scene{value: doc.Root()}
	for _, test := range []struct {
		kind jsonschema.ErrorKind
		want string
	}{
		{&kind.Group{}, "does not fit the schema"},
		{&kind.Schema{}, "does not fit the schema"},
		{&kind.AllOf{}, "does not fit all of the schemas under allOf"},
		{&kind.Reference{}, "does not fit the schema referred to"},
		{&kind.InvalidJsonValue{}, "is no JSON value"},
		{&kind.RefCycle{}, "the schema comes back to itself here without going into the value, so it says nothing"},
		{&kind.ContentEncoding{Want: "base64"}, `got "x", want a text encoded as base64`},
		{&kind.ContentMediaType{Want: "application/json"}, `got "x", want a text that holds application/json`},
		{&kind.ContentSchema{}, "holds content that does not fit contentSchema"},
		{&kind.Type{Want: []string{"null"}}, `got "x" (string), want null`},
		{&kind.Minimum{Want: big.NewRat(9007199254740993, 1)}, `got "x", want at least 9007199254740993`},
		{&kind.MultipleOf{Want: big.NewRat(1, 8)}, `got "x", want a multiple of 0.125`},
		{&kind.Enum{Want: []any{"a", nil}}, `got "x", want one of "a", null`},
		{&kind.Const{Want: map[string]any{"a": true}}, `got "x", want {"a":true}`},
		{&kind.MinLength{Got: 1, Want: 2}, "got 1 character, want at least 2"},
		{&kind.AnyOf{}, "fits none of the alternatives"},
	} {
		if got := put(test.kind, s).message; got != test.want {
			t.Errorf("%s: got %q, want %q", reflect.TypeOf(test.kind), got, test.want)
		}
	}
	type unheardOf struct{ kind.Group }
	if got := put(&unheardOf{}, s); got.message != "does not fit the schema" || strings.Contains(got.expected, "%!") {
		t.Errorf("a kind without a row: %+v", got)
	}
}

func TestDecimals(t *testing.T) {
	for _, same := range [][]string{
		{"1", "1.0", "10e-1", "0.1e1", "1E0", "1e+0"},
		{"0", "-0", "0.000", "0e999999999999999999999", "-0.0e5"},
		{"1e400", "10e399", "0.1e401", "1" + strings.Repeat("0", 400)},
		{"-1.5", "-15e-1", "-1.50"},
	} {
		for _, text := range same {
			if got, want := parseDecimal(text), parseDecimal(same[0]); got != want {
				t.Errorf("%s is %v, want %v as %s is", text, got, want, same[0])
			}
		}
	}
	if parseDecimal("1") == parseDecimal("-1") || parseDecimal("1e400") == parseDecimal("1e401") || parseDecimal("9007199254740993") == parseDecimal("9007199254740992") {
		t.Error("different numbers are the same decimal")
	}
	for text, want := range map[string]bool{"1": true, "1.0": true, "1e3": true, "1.5": false, "15e-1": false, "0.0": true, "1e-400": false, "100e-2": true} {
		if got := parseDecimal(text).isInteger(); got != want {
			t.Errorf("%s: integer is %v, want %v", text, got, want)
		}
	}
	for text, fits := range map[string]bool{"1e400": true, "1e1000": true, "1e1001": false, "1e-3000000": false, "0e3000000000": false, strings.Repeat("7", 1000): true, strings.Repeat("7", 1001): false, "1e99999999999999999999": false, "1.0": true} {
		if why := outOfReach(text); (why == "") != fits {
			t.Errorf("%.20s: %q, want in reach: %v", text, why, fits)
		}
	}
}

// Ensure that values share a key exactly if they are equal.
func TestKeys(t *testing.T) {
	value := func(s string) any {
		d, err := jsondoc.Parse([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return tree(d.Root(), nil)
	}
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":[2.0]}`, `{"b":[2],"a":1e0}`, true},
		{`["a","b"]`, `["a\"1:b"]`, false},
		{`["ab","c"]`, `["a","bc"]`, false},
		{`[1,2]`, `[12]`, false},
		{`[[1],2]`, `[[1,2]]`, false},
		{`"1"`, `1`, false},
		{`null`, `"z"`, false},
		{`{"a":{}}`, `{"a":[]}`, false},
		{`"é"`, `"\u00e9"`, true},
		{`[]`, `[[]]`, false},
	} {
		if got := key(value(test.a)) == key(value(test.b)); got != test.same {
			t.Errorf("%s and %s: same key is %v, want %v", test.a, test.b, got, test.same)
		}
	}
}
