package form_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// suiteDialects are the folders of the official test suite.
var suiteDialects = map[string]dialect.Dialect{
	"draft4": dialect.Draft04, "draft6": dialect.Draft06, "draft7": dialect.Draft07,
	"draft2019-09": dialect.Draft2019, "draft2020-12": dialect.Draft2020,
}

// suite calls do with every group of the official JSON Schema test suite.
func suite(t *testing.T, do func(name string, group, schema jsondoc.Node, d dialect.Dialect)) {
	t.Helper()
	root := filepath.Join(sharedDir(t, "oracle"), "suite", "tests")
	groups := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		folder, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		d, known := suiteDialects[folder]
		if err != nil || !known || filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := jsondoc.Parse(data)
		if err != nil {
			return err
		}
		for _, g := range doc.Root().Elems() {
			if groups++; groups%thin != 0 {
				continue
			}
			do(filepath.ToSlash(rel)+": "+g.Get("description").Text(), g, g.Get("schema"), d)
		}
		return nil
	})
	if err != nil || groups < 1000 {
		t.Fatalf("%d groups, %v", groups, err)
	}
}

// Ensure that every value of the suite goes through the form of its schema
// unchanged, as the whole arguments and as one of them.
func TestRoundTripSuite(t *testing.T) {
	suite(t, func(_ string, group, schema jsondoc.Node, d dialect.Dialect) {
		whole := parse(t, string(schema.Raw()))
		member := parse(t, `{"properties":{"x":`+string(schema.Raw())+`}}`)
		for _, test := range group.Get("tests").Elems() {
			data := string(test.Get("data").Raw())
			roundTrip(t, whole, d, data)
			roundTrip(t, member, d, `{"x":`+data+`}`)
		}
	})
}

// Ensure that an example is found for nearly all schemas of the suite: most of
// the others take nothing at all.
func TestFillSuite(t *testing.T) {
	tried, valid := 0, 0
	suite(t, func(name string, _, schema jsondoc.Node, d dialect.Dialect) {
		doc := parse(t, string(schema.Raw()))
		compiled, err := validate.Compile(doc, d)
		if err != nil {
			return
		}
		tried++
		f := form.New(doc, d)
		left, err := f.Fill(t.Context(), "", form.WithOptional)
		text, _ := f.JSON()
		if err != nil {
			t.Logf("%s: %v", name, err)
			return
		}
		ok := compiled.Validate(t.Context(), parse(t, string(text))).State == validate.Valid
		if ok != (len(left) == 0) {
			t.Errorf("%s: %s is valid: %v, but told %+v", name, text, ok, left)
		}
		if ok {
			valid++
		}
	})
	t.Logf("%d of %d", valid, tried)
	if valid*100 < tried*94 {
		t.Errorf("%d examples for %d schemas", valid, tried)
	}
}
