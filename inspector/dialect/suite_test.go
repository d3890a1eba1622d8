package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcploupe/inspector/jsondoc"
)

// shared returns a path in the folder of shared test material, which lies beside
// the repository or where MCPLOUPE_SHARED says.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("MCPLOUPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the shared test material is missing: %v", err)
		}
		t.Skipf("NOT TESTED: the shared test material is missing: %v", err)
	}
	return path
}

// suiteGroup is one schema of the JSON-Schema-Test-Suite with its instances.
type suiteGroup struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []suiteTest     `json:"tests"`
	file        string
	d           Dialect
}

type suiteTest struct {
	Description string          `json:"description"`
	Data        json.RawMessage `json:"data"`
	Valid       bool            `json:"valid"`
}

var suiteFolders = map[Dialect]string{
	Draft04: "draft4", Draft06: "draft6", Draft07: "draft7", Draft2019: "draft2019-09", Draft2020: "draft2020-12",
}

var judges = map[Dialect]*jsonschema.Draft{
	Draft04: jsonschema.Draft4, Draft06: jsonschema.Draft6, Draft07: jsonschema.Draft7,
	Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020,
}

// loadSuite reads the groups of a dialect that need no other document.
func loadSuite(t testing.TB, d Dialect) []suiteGroup {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared(t, "oracle", "suite", "tests", suiteFolders[d]), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no suite files for %s: %v", d, err)
	}
	var out []suiteGroup
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var gs []suiteGroup
		if err := json.Unmarshal(b, &gs); err != nil {
			t.Fatal(err)
		}
		for _, g := range gs {
			g.file, g.d = filepath.Base(f), d
			if _, err := compile(g.Schema, d); err == nil {
				out = append(out, g)
			}
		}
	}
	return out
}

type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, errors.New("nothing is loaded: " + url) }

// compile makes a validator of a schema under a dialect, without any loading.
func compile(schema []byte, d Dialect) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(judges[d])
	c.UseLoader(noLoader{})
	if err := c.AddResource("http://dialect.test/schema.json", v); err != nil {
		return nil, err
	}
	return c.Compile("http://dialect.test/schema.json")
}

func valid(t testing.TB, s *jsonschema.Schema, instance []byte) (ok bool) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v) == nil
}

// keeps converts a schema and compares verdicts. It returns what is wrong.
func keeps(t testing.TB, schema []byte, d, to Dialect, tests []suiteTest) (problem string, c *Conversion) {
	t.Helper()
	c, err := Text(schema, Options{Assume: d, To: to})
	if err != nil {
		return fmt.Sprintf("%v\n  %s", err, schema), nil
	}
	s, err := compile(c.JSON, to)
	if err != nil {
		return fmt.Sprintf("does not compile: %v\n  %s\n->%s", err, schema, c.JSON), c
	}
	for _, tc := range tests {
		if valid(t, s, tc.Data) != tc.Valid {
			return fmt.Sprintf("%s: %s should be %v\n  %s\n->%s", tc.Description, tc.Data, tc.Valid, schema, c.JSON), c
		}
	}
	again, err := Text(c.JSON, Options{Assume: d, To: to})
	if err != nil {
		return "again: " + err.Error(), c
	}
	if !bytes.Equal(again.JSON, c.JSON) {
		return fmt.Sprintf("not idempotent:\n  %s\n->%s", c.JSON, again.JSON), c
	}
	return "", c
}

func compact(b []byte) []byte { return jsondoc.AppendCompact(nil, b) }

// TestSuite: every schema of the official suite keeps every verdict.
func TestSuite(t *testing.T) {
	for _, d := range []Dialect{Draft04, Draft06, Draft07, Draft2019} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			cases := 0
			for _, g := range loadSuite(t, d) {
				cases += len(g.Tests)
				if problem, _ := keeps(t, compact(g.Schema), d, Draft2020, g.Tests); problem != "" {
					t.Errorf("%s: %s: %s", g.file, g.Description, problem)
				}
			}
			t.Logf("%d verdicts", cases)
		})
	}
}

// TestSuiteAlready: a schema of 2020-12 comes back byte for byte.
func TestSuiteAlready(t *testing.T) {
	for _, g := range loadSuite(t, Draft2020) {
		if strings.Count(string(g.Schema), "$schema\"") > 1 {
			continue
		}
		c, err := Text(g.Schema, Options{})
		if err != nil {
			t.Errorf("%s: %s: %v", g.file, g.Description, err)
		} else if !bytes.Equal(c.JSON, g.Schema) || len(c.Changes) > 0 {
			t.Errorf("%s: %s: changed:\n%s\n%s", g.file, g.Description, g.Schema, c.JSON)
		}
	}
}
