package dialect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// conversionCase is a file of the shared cases: one small schema with instances.
type conversionCase struct {
	Source   string          `json:"source"`
	What     string          `json:"what"`
	Dialect  string          `json:"dialect"`
	Input    json.RawMessage `json:"input"`
	Expected json.RawMessage `json:"expected"`
	Policy   string          `json:"policy"`
	Tests    []suiteTest     `json:"tests"`
	name     string
}

func loadCases(t testing.TB) []conversionCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared(t, "convert-cases"), "*.json"))
	if err != nil || len(files) < 70 {
		t.Fatalf("%d case files: %v", len(files), err)
	}
	var out []conversionCase
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		c := conversionCase{name: strings.TrimSuffix(filepath.Base(f), ".json")}
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatal(err)
		}
		if _, ok := judges[mustURI(t, c.Dialect)]; ok || c.name == "128-d3-all" {
			out = append(out, c)
		}
	}
	return out
}

func mustURI(t testing.TB, uri string) Dialect {
	t.Helper()
	d, ok := ByURI(uri)
	if !ok {
		t.Fatalf("no dialect: %s", uri)
	}
	return d
}

// repairsOf says which repair a case asks for.
var repairsOf = map[string]Repairs{
	"009-empty-tuple":          RepairTuple,
	"091-d7-exclusive-boolean": RepairExclusive,
	"093-d4-required-boolean":  RepairRequired,
	"123-nullable":             RepairNullable,
}

// unordered tells the cases whose expected text has the members in another order
// than the source.
func sameJSON(t testing.TB, a, b []byte) bool {
	t.Helper()
	var x, y any
	for _, p := range []struct {
		text []byte
		into *any
	}{{a, &x}, {b, &y}} {
		d := json.NewDecoder(strings.NewReader(string(p.text)))
		d.UseNumber()
		if err := d.Decode(p.into); err != nil {
			t.Fatalf("%s: %v", p.text, err)
		}
	}
	return reflect.DeepEqual(x, y)
}

// TestCases runs the shared conversion cases.
func TestCases(t *testing.T) {
	ordered := 0
	for _, tc := range loadCases(t) {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Text(tc.Input, Options{Assume: mustURI(t, tc.Dialect), Repair: repairsOf[tc.name]})
			if err != nil {
				t.Fatal(err)
			}
			if tc.Expected != nil {
				if !sameJSON(t, c.JSON, tc.Expected) {
					t.Errorf("%s\n   is %s\nwant %s", tc.What, compact(c.JSON), compact(tc.Expected))
				} else if string(compact(c.JSON)) == string(compact(tc.Expected)) {
					ordered++
				}
			}
			if len(tc.Tests) == 0 {
				return
			}
			s, err := compile(c.JSON, Draft2020)
			if err != nil {
				t.Fatalf("%v\n%s\n%s", err, tc.Input, c.JSON)
			}
			for _, i := range tc.Tests {
				if valid(t, s, i.Data) != i.Valid {
					t.Errorf("%s: %s should be %v\n%s\n%s", tc.What, i.Data, i.Valid, tc.Input, c.JSON)
				}
			}
			again, err := Text(c.JSON, Options{Assume: mustURI(t, tc.Dialect), Repair: repairsOf[tc.name]})
			if err != nil || string(again.JSON) != string(c.JSON) {
				t.Errorf("not idempotent: %v\n%s\n%s", err, c.JSON, again.JSON)
			}
		})
	}
	t.Logf("%d exactly in the expected order", ordered)
}
