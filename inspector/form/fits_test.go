package form

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// strange are the files of the official suite in which the matcher refuses a
// value that is valid: dynamic scopes, metaschemas that take keywords away, white
// space outside of ASCII in patterns, and annotations under "not".
var strange = map[string]bool{
	"recursiveRef.json": true, "dynamicRef.json": true, "vocabulary.json": true,
	"ecmascript-regex.json": true, "not.json": true,
}

func suiteDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MCPLOUPE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "oracle", "suite", "tests")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the official suite is missing: %v", err)
		}
		t.Skipf("SKIPPED: the official suite is missing: %v", err)
	}
	return dir
}

// Ensure that the matcher takes every value that the official suite calls valid,
// and refuses most of the others by the keywords that it knows.
func TestMatcherOnSuite(t *testing.T) {
	dir := suiteDir(t)
	dialects := map[string]dialect.Dialect{"draft4": dialect.Draft04, "draft7": dialect.Draft07, "draft2020-12": dialect.Draft2020}
	invalid, refused := 0, 0
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		folder, file, _ := strings.Cut(filepath.ToSlash(rel), "/")
		d, known := dialects[folder]
		if err != nil || !known || filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		groups, err := jsondoc.Parse(data)
		if err != nil {
			return err
		}
		for _, g := range groups.Root().Elems() {
			schema, err := jsondoc.Parse(g.Get("schema").Raw())
			if err != nil {
				return err
			}
			s := &source{root: schema.Root(), dialect: d}
			s.allow()
			of := s.expand(s.root, part{})
			for _, test := range g.Get("tests").Elems() {
				fits := s.fitsAll(of, test.Get("data"))
				switch valid := test.Get("valid").IsTrue(); {
				case valid && !fits && !strange[filepath.Base(file)]:
					t.Errorf("%s: %s: %s is refused", rel, g.Get("description").Text(), test.Get("description").Text())
				case !valid && !strings.Contains(file, "/"):
					invalid++
					if !fits {
						refused++
					}
				}
			}
		}
		return nil
	})
	t.Logf("%d of %d invalid values are refused", refused, invalid)
	if err != nil || invalid < 1000 || refused*100 < invalid*80 {
		t.Errorf("%d of %d invalid values are refused, %v", refused, invalid, err)
	}
}
