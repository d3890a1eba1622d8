package validate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/validate"
)

// suiteGroup is one schema of the official JSON Schema Test Suite
// (https://github.com/json-schema-org/JSON-Schema-Test-Suite) with its instances.
type suiteGroup struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []struct {
		Description string          `json:"description"`
		Data        json.RawMessage `json:"data"`
		Valid       bool            `json:"valid"`
	} `json:"tests"`
}

var suiteDirs = map[string]dialect.Dialect{
	"draft4": dialect.Draft04, "draft6": dialect.Draft06, "draft7": dialect.Draft07,
	"draft2019-09": dialect.Draft2019, "draft2020-12": dialect.Draft2020,
}

// deviationsFile says how many tests of each optional file go another way than
// the suite wants. They are: what the library's format checks let pass (Unicode
// host names, characters that a URI must not hold, …); escapes and groups that
// no ECMA-262 pattern has but that our second engine reads; content*, which are
// annotations here; and 1.0, which is an integer in draft-04 too.
const deviationsFile = "suite-deviations.txt"

// Ensure that every test of the official suite that must hold does, and that the
// optional ones that do not are known.
func TestOfficialSuite(t *testing.T) {
	root := filepath.Join(shared(t), "oracle", "suite", "tests")
	var deviations []string
	for _, dir := range []string{"draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"} {
		run := suiteRun{t: t, dialect: suiteDirs[dir], deviations: map[string]int{}}
		for _, sub := range []string{"", "optional", "optional/format"} {
			files, _ := filepath.Glob(filepath.Join(root, dir, sub, "*.json"))
			for _, file := range files {
				run.name, run.formats = filepath.ToSlash(filepath.Join(dir, sub, filepath.Base(file))), sub == "optional/format"
				for _, g := range readSuite(t, file) {
					run.group(g)
				}
			}
		}
		if run.tests < 900 {
			t.Errorf("%s: only %d tests ran", dir, run.tests)
		}
		t.Logf("%s: %d tests; %d groups need documents that nothing may fetch; deviations: %v", dir, run.tests, run.remote, run.deviations)
		for _, name := range slices.Sorted(maps.Keys(run.deviations)) {
			deviations = append(deviations, fmt.Sprintf("%s: %d", name, run.deviations[name]))
		}
	}
	golden(t, deviationsFile, strings.Join(deviations, "\n")+"\n")
}

func readSuite(t *testing.T, file string) []suiteGroup {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []suiteGroup
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return groups
}

// suiteRun runs the groups of one dialect.
type suiteRun struct {
	t             *testing.T
	dialect       dialect.Dialect
	name          string // of the file
	formats       bool   // from 2019-09 on the wanted verdict is that of the warnings
	tests, remote int
	deviations    map[string]int // by file
}

func (r *suiteRun) group(g suiteGroup) {
	r.t.Helper()
	schema, err := validate.Compile(parse(r.t, string(g.Schema)), r.dialect)
	if err != nil {
		kind := compileError(r.t, err).Kind
		if (kind == validate.ExternalRef || kind == validate.DialectUnsupported) && strings.Contains(string(g.Schema), "localhost:1234") {
			r.remote++
			return
		}
		r.t.Errorf("%s: %s: does not compile: %v", r.name, g.Description, err)
		return
	}
	warn := r.formats && r.dialect >= dialect.Draft2019
	for _, test := range g.Tests {
		r.tests++
		v := schema.Validate(context.Background(), parse(r.t, string(test.Data)))
		valid := v.State == validate.Valid && (!warn || len(v.Warnings) == 0)
		if valid == test.Valid && v.State != validate.Unchecked {
			continue
		}
		if strings.Contains(r.name, "/optional/") {
			r.deviations[r.name]++
		} else {
			r.t.Errorf("%s: %s: %s: got %v %v %v, want valid = %v for %s", r.name, g.Description, test.Description, v.State, v.Reason, v.Problems, test.Valid, test.Data)
		}
	}
}
